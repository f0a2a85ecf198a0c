// Learning: the list of runs, a form that starts one, and a run with its figures, champions and sample games.
import { button, drawInto, field, h, select } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";

const words = text.learn;

function meter(part, whole, label) {
  return h("progress", { max: whole || 1, value: Math.min(part, whole || 1), "aria-label": label });
}

/** Runs that are chosen to be shown together. */
const chosen = new Set();

function runRow(run) {
  const change = (event) => {
    if (event.target.checked) chosen.add(run.name);
    else chosen.delete(run.name);
    document.getElementById("together").disabled = chosen.size < 2;
  };
  return h("tr", {},
    h("td", {}, h("input", { type: "checkbox", checked: chosen.has(run.name), "aria-label": words.choose(run.name), on: { change } })),
    h("th", { scope: "row" }, h("a", { href: `#run=${encodeURIComponent(run.name)}` }, run.name)),
    h("td", {}, run.game), h("td", {}, run.player),
    h("td", {}, meter(run.epoch, run.epochs, words.progress), h("span", { class: "quiet" }, ` ${words.epochsOf(run.epoch, run.epochs)}`)),
    h("td", {}, h("span", { class: `state ${run.state}` }, words.states[run.state] || run.state)));
}

function damagedRow({ name, error }) {
  return h("tr", {}, h("td"), h("th", { scope: "row" }, name), h("td", { colspan: "4", class: "error" }, error));
}

function runTable({ runs, damaged }) {
  if (!runs.length && !damaged.length) return h("p", { class: "quiet" }, words.none);
  for (const name of chosen) if (!runs.some((run) => run.name === name)) chosen.delete(name);
  const show = button(words.together, () => { location.hash = `together=${encodeURIComponent([...chosen].join(","))}`; }, { id: "together", disabled: chosen.size < 2 });
  return h("div", {}, h("div", { class: "scroll", tabindex: "0" }, h("table", {},
    h("thead", {}, h("tr", {}, [words.chosen, words.name, words.game, words.player, words.progress, words.state].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, runs.map(runRow), damaged.map(damagedRow)))), h("p", {}, show));
}

/** Several runs in the same figures. */
export async function togetherView(main, params, { alive }) {
  const names = params.together.split(",");
  const drawn = await api.together(names);
  if (!alive()) return;
  const figures = drawInto(h("div", { class: "figures" }), drawn);
  main.replaceChildren(h("p", {}, h("a", { href: "#learn" }, words.back)), h("h1", {}, words.togetherTitle), h("p", { class: "lead" }, names.join(", ")), figures);
}

/** The form that starts a run; the estimate is measured by the server when a configuration is chosen. */
function runForm(configs) {
  const config = select({ id: "config", on: { change: picked } }, configs.map(({ name }) => [name, name]));
  const about = h("p", { id: "config-about", class: "quiet" });
  const estimate = h("p", { id: "estimate", role: "status" });
  const epochs = h("input", { type: "number", id: "epochs", min: 1, inputmode: "numeric" });
  const error = h("p", { class: "error", role: "alert" });
  const start = h("button", { type: "submit", id: "start-run", class: "primary" }, words.start);
  let measured = null;
  async function picked() {
    const one = configs[config.selectedIndex];
    if (!one) return;
    about.textContent = `${one.about || ""} ${words.about(one)}`;
    epochs.placeholder = one.epochs;
    estimate.textContent = words.estimating;
    measured = await api.estimate(one.name).catch(() => null);
    if (config.value === one.name) estimated();
  }
  // The server measures for as many epochs as the configuration has.
  function estimated() {
    const one = configs[config.selectedIndex];
    const share = (Number(epochs.value) || one.epochs) / one.epochs;
    estimate.textContent = measured ? words.estimate({ seconds: measured.seconds * share, games: Math.round(measured.games * share) }) : words.noEstimate;
  }
  epochs.addEventListener("input", estimated);
  async function submit(event) {
    event.preventDefault();
    start.disabled = true;
    error.textContent = "";
    try {
      const name = await api.startRun({ config: config.value, epochs: epochs.value ? Number(epochs.value) : undefined });
      location.hash = `run=${encodeURIComponent(name)}`;
    } catch (problem) {
      error.textContent = problem.message;
      start.disabled = false;
    }
  }
  picked();
  return h("form", { class: "card", on: { submit } }, h("h2", {}, words.newTitle),
    h("div", { class: "pair" }, field(words.config, config), field(words.epochs, epochs)), about, estimate, error, start);
}

export async function learnView(main, params, { alive }) {
  const [configs, runs] = await Promise.all([api.configs(), api.runs()]);
  if (!alive()) return undefined;
  const list = h("div", { id: "runs" }, runTable(runs));
  let shown = JSON.stringify(runs);
  // Rebuilding the table under a reader's finger is rude, so only what changed is drawn again.
  const timer = setInterval(async () => {
    const next = await api.runs().catch(() => null);
    const key = JSON.stringify(next);
    if (!next || key === shown || !alive() || list.contains(document.activeElement)) return;
    shown = key;
    list.replaceChildren(runTable(next));
  }, 3000);
  main.replaceChildren(h("h1", {}, words.title), h("p", { class: "lead" }, words.lead),
    h("div", { class: "learn" }, h("section", { "aria-label": words.runsTitle }, h("h2", {}, words.runsTitle), list), runForm(configs)));
  return () => clearInterval(timer);
}

class RunView {
  constructor(main, name, app) {
    Object.assign(this, { main, name, app, run: null, news: null, asked: null, beats: [] });
    this.bar = h("progress", { id: "run-progress", "aria-label": words.progress });
    this.line = h("p", { id: "run-line", role: "status" });
    this.stop = button(words.stop, () => this.order(api.stopRun), { id: "stop" });
    this.resume = button(words.resume, () => this.order(api.resumeRun), { id: "resume-run", class: "primary" });
    this.error = h("p", { class: "error", role: "alert" });
    this.state = h("span", { class: "state" });
    this.figures = h("div", { id: "run-figures", class: "figures" });
    this.champions = h("div", { class: "row", id: "champions" });
    this.samples = h("ul", { class: "samples", id: "samples" });
    this.config = h("pre", { tabindex: "0" });
    this.side = select({ id: "your-side" }, [["first", words.firstSide], ["second", words.secondSide]]);
    this.about = h("p", { class: "lead" });
    main.replaceChildren(
      h("p", {}, h("a", { href: "#learn" }, words.back)), h("h1", {}, name), this.about,
      h("section", { class: "card", "aria-label": words.progress },
        h("div", { class: "row" }, this.state, this.bar), this.line, h("div", { class: "row" }, this.stop, this.resume), this.error),
      h("section", { "aria-label": words.champions }, h("h2", {}, words.champions), field(words.yourSide, this.side), this.champions),
      h("section", { "aria-label": words.figures }, h("h2", {}, words.figures), this.figures),
      h("section", { "aria-label": words.samples }, h("h2", {}, words.samples), this.samples),
      h("section", { "aria-label": words.configTitle }, h("h2", {}, words.configTitle), this.config));
    this.listen();
  }

  /** The browser comes back by itself to events that broke off, but not to those that were refused because too many watch. */
  listen() {
    this.events = api.runEvents(this.name);
    this.events.addEventListener("progress", (event) => this.heard(JSON.parse(event.data)));
    this.events.addEventListener("epoch", () => this.fetch());
    this.events.addEventListener("error", () => {
      if (this.events.readyState === EventSource.CLOSED && this.app.alive()) this.again = setTimeout(() => this.listen(), 5000);
    });
  }

  async fetch() {
    const run = await api.run(this.name);
    if (!this.app.alive()) return;
    this.run = run;
    this.about.textContent = words.describe(run);
    if (run.figures) drawInto(this.figures, run.figures);
    else this.figures.replaceChildren(h("p", { class: "quiet" }, words.noFigures));
    this.champions.replaceChildren(...run.champions.map(({ name, spec }) => button(words.against(name), () => this.against(spec))));
    this.samples.replaceChildren(...run.samples.map(({ number, summary }) => h("li", {}, h("span", {}, summary), button(words.replay(number), () => this.replay(number)))));
    this.config.textContent = run.config;
    this.progress(run);
    if (this.news?.epoch >= run.epoch) this.heard(this.news);
  }

  /** News may come before the run itself, or be of an epoch that it was too early for; then it is asked for again, once. */
  heard(news) {
    this.news = news;
    if (!this.run || news.epoch <= this.run.epoch || news.epoch === this.asked) return this.progress(news);
    this.asked = news.epoch;
    return this.fetch();
  }

  /** `played` and `all` count the games since the run was started or resumed. */
  progress({ epoch, played, all, state, error }) {
    if (!this.run) return;
    const { epochs } = this.run;
    this.bar.max = epochs || 1;
    this.bar.value = Math.min(epoch, epochs || 1);
    const parts = [words.epochsOf(epoch, epochs)];
    if (state === "running" && all) {
      const speed = this.speed(played);
      parts.push(words.games(played, all));
      if (speed) parts.push(words.speed(speed), words.left((all - played) / speed));
    }
    if (error) this.error.textContent = error;
    this.line.textContent = parts.join(", ");
    this.state.textContent = words.states[state] || state;
    this.state.className = `state ${state}`;
    this.stop.hidden = state !== "running";
    this.resume.hidden = state !== "stopped";
  }

  /** Games a second, over the last fifteen seconds. */
  speed(played) {
    const now = performance.now() / 1000;
    this.beats = [...this.beats.filter((beat) => now - beat.now < 15 && beat.played <= played), { now, played }];
    const [first] = this.beats;
    return now - first.now < 0.8 ? 0 : (played - first.played) / (now - first.now);
  }

  async order(what) {
    this.error.textContent = "";
    await what(this.name).catch((error) => { this.error.textContent = error.message; });
    this.beats = [];
    await this.fetch();
  }

  against(spec) {
    const seats = this.side.value === "first" ? { first: "human", second: spec } : { first: spec, second: "human" };
    this.app.open({ game: this.run.game, ...seats }).catch((error) => { this.error.textContent = error.message; });
  }

  async replay(number) {
    try {
      await this.app.open({ record: await api.sample(this.name, number) });
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}

export async function runView(main, params, app) {
  const view = new RunView(main, params.run, app);
  const close = () => { clearTimeout(view.again); view.events.close(); };
  try {
    await view.fetch();
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
