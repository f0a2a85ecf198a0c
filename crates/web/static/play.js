// The table: board, players, status, controls and the tabs beside it, all driven by the table's WebSocket.
import { ask, button, field, h, tabs } from "/static/dom.js";
import { clockText, text } from "/static/text.js";
import { api, openTable } from "/static/api.js";
import { Board, kinds } from "/static/board.js";
import { emblem, tone } from "/static/cells.js";
import { markdown } from "/static/markdown.js";
import { playerName } from "/static/start.js";
import { sharePanel } from "/static/share.js";
import { analysisList, graph, marksOf, reviewTable, spotOf, stepList, valueBar, whyPanel } from "/static/understand.js";

const words = text.table;

class TableView {
  constructor(main, id, app) {
    Object.assign(this, { main, id, app, table: null, steps: [], values: [], reviews: {}, analysis: null, analysing: false, wanted: null, reviewing: false });
    this.board = new Board({ played: (step) => this.play(step), said: (sentence) => this.fault(sentence), changed: (name, removal, why) => this.picked(name, removal, why) });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.ticker = setInterval(() => this.tick(), 100);
    this.socket = openTable(id, {
      heard: (message) => this.heard(message),
      connected: (on) => this.connected(on),
      gone: (status) => { this.close(); app.fail(status === 403 ? text.wrongToken : text.tableGone); },
    });
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    clearInterval(this.ticker);
    this.socket.close();
    this.board.close();
  }

  // Messages

  send(message) {
    if (!this.socket.send(message)) this.fault(words.notSent);
  }

  connected(on) {
    if (this.table && on !== this.online) this.say(on ? words.online : words.offline);
    this.online = on;
    if (on && this.analysing) this.askAnalysis();
    if (on && this.reviewing) this.send({ do: "review" });
  }

  askAnalysis(on = true) {
    this.send(on ? { do: "analyse", on, best: 3, player: "best" } : { do: "analyse", on });
  }

  heard(message) {
    const { is } = message;
    if (is === "table") this.update(message);
    else if (is === "error" || is === "busy") this.refused(message.error);
    if (is === "busy" && this.analysing) setTimeout(() => this.analysing && this.askAnalysis(), message.retry * 1000);
    if (is === "table" || is === "error" || is === "busy") return;
    if (!this.table) return;
    if (is === "analysis") this.analysed(message);
    else if (is === "value") this.learn(message.at, message.value);
    else if (is === "hint") this.hinted(message);
    else if (is === "review") this.reviewed(message);
    else if (is === "reviewed") this.summary(message.summary);
  }

  update(table) {
    const before = this.table;
    const known = this.steps.length;
    const old = this.steps;
    this.steps = [...old.slice(0, table.keep), ...table.steps];
    // After a new connection all steps are sent again; what is known about the same ones stays.
    let same = 0;
    while (same < old.length && same < this.steps.length && old[same].step === this.steps[same].step) same += 1;
    this.table = table;
    if (this.wanted === table.at) this.wanted = null;
    this.clockAt = performance.now();
    if (same < known) this.forget(same);
    if (!before) {
      this.build();
      const note = this.app.noted();
      if (note) this.say(note);
    }
    if (!before || before.at !== table.at || before.scene.position !== table.scene.position) {
      if (this.analysis?.at !== table.at) this.analysis = null;
      this.board.mark({ steps: [], line: [] });
    }
    if (before) this.announce(table, before, known);
    this.fault("");
    this.show();
  }

  /** What was known about steps that have been replaced. */
  forget(keep) {
    this.values.length = Math.min(this.values.length, keep + 1);
    this.analysis = null;
    for (const number of Object.keys(this.reviews)) if (number > keep) delete this.reviews[number];
    this.summaryPlace.replaceChildren();
  }

  announce(table, before, known) {
    const fresh = table.steps.slice(Math.max(0, known - table.keep));
    for (const [i, step] of fresh.entries()) {
      const made = table.keep + table.steps.length - fresh.length + i + 1;
      this.say(text.spoken(table.names[step.side], step.written || step.step, made === table.at && table.scene.last), "hidden");
      if (step.remark) this.say(step.remark);
    }
    // The banner shows it; here it is for those who listen.
    if (table.result && !before.result) this.say(this.resultWords(table.result), "hidden");
    else if (this.mayStep() && (fresh.length || before.at !== table.at)) this.say(table.scene.status, "hidden");
  }

  say(sentence, kind = "") {
    if (!this.messages) return;
    this.messages.append(h("p", { class: kind }, sentence));
    while (this.messages.childElementCount > 8) this.messages.firstChild.remove();
  }

  /** What was wrong, beside the field for steps. */
  fault(sentence) {
    if (!this.error) return;
    this.error.textContent = sentence;
    if (sentence) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  refused(sentence) {
    if (this.reviewing) this.reviewing = false;
    this.board.reset();
    this.fault(sentence);
  }

  // What the person does

  mayStep() {
    const { scene, seats, paused } = this.table;
    // Where a program waits, a person may also make its step and see what would have come of it.
    return (seats[scene.mover] === "human" || paused) && !scene.over && !this.finished();
  }

  /** The game is over and its end is shown; before the end one may go on in another way. */
  finished() {
    return Boolean(this.table.result) && this.table.at === this.steps.length;
  }

  play(step) {
    this.send({ do: "step", step, at: this.table.at });
  }

  go(at) {
    const to = Math.max(0, Math.min(this.steps.length, at));
    if (to === (this.wanted ?? this.table.at)) return;
    this.wanted = to;
    // Keys may come faster than tables; a wish without an answer is forgotten.
    setTimeout(() => { if (this.wanted === to) this.wanted = null; }, 1000);
    this.send({ do: "go", at: to });
  }

  analyse(on = !this.analysing) {
    this.analysing = on;
    this.analyseButton.setAttribute("aria-pressed", String(on));
    this.analysis = null;
    this.board.mark({ steps: [], line: [] });
    this.askAnalysis(on);
    if (on) this.tabs.open("analysis");
    this.understand();
  }

  async resign() {
    if (await ask(words.resignAsk, words.resignYes, words.resignNo)) this.send({ do: "resign" });
  }

  review() {
    this.reviewing = true;
    this.reviews = {};
    this.progress.textContent = text.review.working(1, this.steps.length);
    this.tabs.open("game");
    this.send({ do: "review" });
  }

  again() {
    const { game, start, seats, pace, clock } = this.table;
    const time = clock ? { seconds: clock.seconds, increment: Math.round(clock.increment / 1000) } : undefined;
    this.app.open({ game, position: start, ...seats, pace, clock: time }).catch((error) => this.fault(error.message));
  }

  // What the server found out

  learn(at, value) {
    this.values[at] = value;
    this.understand();
  }

  analysed(message) {
    if (message.at !== this.table.at || !this.analysing || !message.moveInfos?.length) return;
    this.analysis = message;
    const { value } = message.moveInfos[0];
    this.values[message.at] = this.table.scene.mover === "first" ? value : -value;
    this.board.mark({ steps: marksOf(message, this.table.scene) });
    this.understand();
  }

  hinted({ at, step, value }) {
    if (at !== this.table.at) return;
    this.say(words.hintIs(step, value));
    this.board.mark({ steps: [{ ...spotOf(step, this.table.scene), rank: 0, hint: true }] });
  }

  reviewed(message) {
    this.reviews[message.number] = message;
    const sign = message.side === "first" ? 1 : -1;
    this.values[message.number - 1] ??= sign * message.before;
    this.values[message.number] = sign * message.after;
    this.progress.textContent = text.review.working(message.number, this.steps.length);
    this.understand();
  }

  summary(summary) {
    this.reviewing = false;
    this.progress.textContent = "";
    this.say(text.review.done);
    this.summaryPlace.replaceChildren(reviewTable(summary));
  }

  // Showing

  show() {
    const { table } = this;
    const { scene, result } = table;
    const active = this.mayStep();
    this.board.show(scene, active);
    const selected = this.board.selected;
    const waiting = table.paused ? [table.trouble && words.trouble(table.trouble), words.paused].filter(Boolean).join(" ") : table.thinking ? words.thinking(table.names[table.thinking]) : "";
    const done = this.finished();
    this.status.textContent = done ? words.over : [scene.status, waiting, selected && words.chain(selected)].filter(Boolean).join(" ");
    this.strips();
    this.buttons(active);
    this.result.hidden = !done;
    if (done) this.result.querySelector("p").replaceChildren(h("strong", {}, this.outcome(result)), " ", result.reason || "");
    this.paceField.hidden = Object.values(table.seats).includes("human") || done;
    this.pace.value = table.pace;
    this.paceOut.textContent = words.paceValue(table.pace);
    this.share.set(table);
    this.understand();
    this.explain();
  }

  outcome({ outcome }) {
    return outcome === "draw" ? words.draw : words.wins(this.table.names[outcome]);
  }

  resultWords(result) {
    return `${this.outcome(result)}. ${result.reason || ""}`;
  }

  buttons(active) {
    const { scene, at, result, seats, paused } = this.table;
    // Steps without a cell, such as a pass.
    const bare = active ? scene.legal.filter(({ kind }) => kind === "button") : [];
    this.bare.hidden = bare.length === 0;
    this.bare.replaceChildren(...bare.map(({ step, label }) => button(label, () => this.play(step), { id: `step-${step}`, class: "primary" })));
    this.resume.hidden = !paused;
    const people = Object.values(seats).includes("human");
    this.pauseButton.hidden = people || paused || Boolean(result) || Boolean(scene.over);
    this.undoButton.disabled = at === 0;
    this.redoButton.disabled = at === this.steps.length;
    this.hintButton.disabled = Boolean(scene.over);
    this.resignButton.disabled = Boolean(result || scene.over) || !people;
    this.reviewButton.disabled = this.steps.length === 0;
  }

  /** A piece is picked up: where it may be taken off the board instead, a button offers it; otherwise a sentence says why not. */
  picked(name, removal, why) {
    if (!this.takeOff) return;
    this.takeOff.hidden = !removal;
    this.whyKept.textContent = why ? `${why}.` : "";
    if (!removal) return;
    this.takeOff.textContent = words.takeOff(name);
    this.takeOff.dataset.step = removal.step;
  }

  strips() {
    const { names, seats, scene, clock } = this.table;
    const sides = this.board.flipped ? ["first", "second"] : ["second", "first"];
    const { draw } = kinds[scene.board.kind];
    sides.forEach((side, i) => {
      const counts = (scene.counts || []).map((count) => `${count[side]} ${count.label}`).join(", ");
      const moving = scene.mover === side && !scene.over && !this.finished();
      this.stripNodes[i].replaceChildren(
        draw ? emblem(tone(scene, side), draw) : "",
        h("span", { class: "who" }, h("strong", {}, names[side]), h("span", { class: "quiet" }, ` ${playerName(seats[side])}`)),
        clock ? h("span", { class: "clock", role: "timer", "data-clock": side }, clockText(clock[side])) : "",
        h("span", { class: "quiet counts" }, counts));
      this.stripNodes[i].classList.toggle("moving", moving);
    });
  }

  tick() {
    const clock = this.table?.clock;
    if (!clock?.running) return;
    const node = this.main.querySelector(`[data-clock="${clock.running}"]`);
    const left = clock[clock.running] - (performance.now() - this.clockAt);
    if (!node) return;
    node.textContent = clockText(left);
    node.classList.toggle("short", left < 20000);
  }

  understand() {
    const { table } = this;
    this.bar.set(this.values[table.at], table.names, this.board.flipped, table.scene.sides.first.dark);
    this.graph.set(this.values, this.steps.length, table.at, table.names, this.reviews);
    this.list.set(this.steps, table.at, table.names, this.reviews);
    this.best.set({ on: this.analysing, analysis: this.analysis, over: table.scene.over, mayPlay: this.mayStep() });
  }

  explain() {
    if (this.open === "why" && !this.table.scene.over) this.why?.set(this.table.scene.position);
  }

  flip() {
    this.board.flip();
    this.strips();
    this.understand();
  }

  // Keys of the whole page, as on lichess

  key(event) {
    if (!this.table || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select, [role=tablist]")) return;
    const onControl = event.target.closest("button, a, [role=gridcell], [role=slider], summary");
    const acts = {
      ArrowLeft: () => this.go((this.wanted ?? this.table.at) - 1), ArrowRight: () => this.go((this.wanted ?? this.table.at) + 1),
      f: () => this.flip(), l: () => this.analyse(), "?": () => this.app.keys(),
      " ": () => !onControl && this.analysis && this.mayStep() && this.play(this.analysis.moveInfos[0].move),
    };
    const act = acts[event.key];
    if (!act || (event.key === " " && onControl)) return;
    event.preventDefault();
    act();
  }

  // The page

  build() {
    const { table } = this;
    // A person who plays alone has the own side below.
    this.board.flip(table.seats.second === "human" && table.seats.first !== "human");
    document.title = `${table.title} – ${text.name}`;
    this.bar = valueBar();
    this.graph = graph((at) => this.go(at));
    this.list = stepList((at) => this.go(at));
    this.best = analysisList((line) => this.board.mark({ line }), (step) => this.play(step));
    this.stripNodes = [0, 1].map(() => h("div", { class: "strip" }));
    this.status = h("p", { id: "status" });
    this.result = h("div", { id: "result", hidden: true }, h("p", {}), h("div", { class: "row" },
      button(words.review, () => this.review(), { class: "primary" }), button(words.rematch, () => this.again(), { id: "again" })));
    this.messages = h("div", { id: "messages", role: "log", "aria-live": "polite", "aria-label": words.log });
    this.error = h("p", { id: "step-error", class: "error", role: "alert" });
    this.input = h("input", { id: "step-input", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "step-error", dir: "ltr" });
    this.bare = h("span", { class: "bare", hidden: true });
    this.takeOff = button("", (event) => this.play(event.currentTarget.dataset.step), { id: "take-off", class: "primary", hidden: true });
    this.whyKept = h("p", { class: "quiet", id: "why-kept", role: "status" });
    this.resume = button(words.resume, () => this.send({ do: "resume" }), { id: "resume", class: "primary", hidden: true });
    this.pauseButton = button(words.pause, () => this.send({ do: "go", at: this.table.at }), { id: "pause", hidden: true });
    this.undoButton = button(words.undo, () => this.send({ do: "undo" }), { id: "undo" });
    this.redoButton = button(words.redo, () => this.send({ do: "redo" }), { id: "redo" });
    this.hintButton = button(words.hint, () => this.send({ do: "hint" }), { id: "hint" });
    this.resignButton = button(words.resign, () => this.resign(), { id: "resign" });
    this.analyseButton = button(text.analysis.on, () => this.analyse(), { id: "analyse", "aria-pressed": "false" });
    this.reviewButton = button(text.review.start, () => this.review(), { id: "review" });
    this.pace = h("input", { type: "range", id: "pace", min: 0, max: 3000, step: 100, value: table.pace, on: {
      input: () => { this.paceOut.textContent = words.paceValue(Number(this.pace.value)); },
      change: () => this.send({ do: "pace", ms: Number(this.pace.value) }),
    } });
    this.paceOut = h("output", { for: "pace" });
    this.paceField = field(words.pace, this.pace, this.paceOut);
    this.progress = h("p", { class: "quiet", role: "status" });
    this.summaryPlace = h("div");
    this.rulesPlace = h("div", { class: "rules" }, h("p", {}, text.loading));
    this.whyPlace = h("div");
    this.sharePlace = h("div");
    this.share = { set() {} };
    this.tabs = tabs(text.tabs.label, [
      ["game", text.tabs.game, [h("h2", { class: "hidden" }, text.steps.title), this.list.element, h("div", { class: "row" }, this.reviewButton, this.progress), this.summaryPlace]],
      ["analysis", text.tabs.analysis, [h("h2", {}, text.analysis.title), this.best.element, h("p", { class: "quiet" }, text.analysis.exact)]],
      ["why", text.tabs.why, this.whyPlace],
      ["rules", text.tabs.rules, this.rulesPlace],
      ["share", text.tabs.share, this.sharePlace],
    ], (id) => { this.open = id; this.explain(); });
    this.tabs.open("game");
    this.main.replaceChildren(h("div", { class: "table" },
      h("section", { class: "board-side", "aria-label": words.board },
        h("h1", {}, table.title), this.stripNodes[0], h("div", { class: "board-row" }, this.bar.element, this.board.element), this.stripNodes[1]),
      h("section", { class: "control-side", "aria-label": words.controls },
        this.status, this.result, h("div", { class: "row acts" }, this.bare, this.takeOff, this.resume, this.pauseButton), this.whyKept, this.messages, this.form(), this.paceField,
        h("div", { class: "row controls" }, this.undoButton, this.redoButton, this.hintButton, this.analyseButton, this.resignButton,
          button(words.flip, () => this.flip(), { id: "flip" }), button(words.newGame, () => this.newGame(), { id: "new-game" }))),
      h("section", { class: "study", "aria-label": words.study }, this.graph.element, this.tabs.element)));
    this.fetchTexts();
  }

  form() {
    const submit = (event) => {
      event.preventDefault();
      const step = this.input.value.trim();
      if (!step) return;
      this.input.value = "";
      this.play(step);
    };
    return h("form", { class: "step-form", on: { submit } }, field(words.step, this.input), h("button", { type: "submit" }, words.send), this.error);
  }

  newGame() {
    const { game, seats } = this.table;
    location.hash = `play&game=${encodeURIComponent(game)}&first=${encodeURIComponent(seats.first)}&second=${encodeURIComponent(seats.second)}`;
  }

  async fetchTexts() {
    const { game } = this.table;
    const failed = (place) => (error) => place.replaceChildren(h("p", { class: "error" }, error.message));
    api.rules(game).then((rules) => this.rulesPlace.replaceChildren(...markdown(rules.markdown)), failed(this.rulesPlace));
    const players = await api.players(game).catch(() => ({ players: [], champions: [], explains: [] }));
    this.why = whyPanel(game, players.explains || []);
    this.whyPlace.replaceChildren(this.why.element);
    this.share = sharePanel(this.table, players, { say: (sentence) => this.say(sentence), send: (message) => this.send(message) });
    this.sharePlace.replaceChildren(this.share.element);
    this.share.set(this.table);
    this.explain();
  }
}

export function tableView(main, params, app) {
  main.replaceChildren(h("h1", {}, text.opening));
  const view = new TableView(main, params.table, app);
  return () => view.close();
}
