// What helps to understand a game: value bar, value curve, best steps, review and the evaluator taken apart.
import { button, h, s, select } from "/static/dom.js";
import { text, valueText } from "/static/text.js";
import { api } from "/static/api.js";

/** A bar beside the board; values are for the first side. */
export function valueBar() {
  const element = h("div", { class: "bar", role: "img", "aria-label": text.evalBar(text.noValue) }, h("div", { class: "bar-first" }));
  return {
    element,
    /** `dark`: the first side has the dark pieces. */
    set(value, names, flipped, dark) {
      const known = value !== undefined && value !== null;
      const words = known ? text.forSide(value, names) : text.noValue;
      element.style.setProperty("--share", `${50 + 50 * (known ? value : 0)}%`);
      element.classList.toggle("flipped", flipped);
      element.classList.toggle("dark", dark);
      element.classList.toggle("unknown", !known);
      element.setAttribute("aria-label", text.evalBar(words));
      element.title = words;
    },
  };
}

const [WIDE, HIGH, PAD] = [600, 120, 9];

/** The curve of values over the game, which is a slider as well. `jump` hears a number of steps. */
export function graph(jump) {
  const svg = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const note = h("p", { class: "quiet note" }, text.graph.empty);
  const element = h("div", {
    id: "graph", class: "graph", role: "slider", tabindex: "0", "aria-label": text.graph.label, "aria-valuemin": "0", dir: "ltr",
    on: {
      click(event) {
        const box = svg.getBoundingClientRect();
        jump(Math.round((event.clientX - box.left) / box.width * state.count));
      },
      keydown(event) {
        const to = { ArrowLeft: state.at - 1, ArrowDown: state.at - 1, ArrowRight: state.at + 1, ArrowUp: state.at + 1, Home: 0, End: state.count }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (to >= 0 && to <= state.count) jump(to);
      },
    },
  }, svg, note);
  let state = { at: 0, count: 0 };
  return {
    element,
    set(values, count, at, names, marks) {
      state = { at, count };
      const x = (i) => PAD + (count ? i / count * (WIDE - 2 * PAD) : 0);
      const y = (value) => HIGH / 2 - value * (HIGH / 2 - 6);
      const known = Array.from({ length: count + 1 }, (_, i) => i).filter((i) => values[i] !== undefined);
      const path = known.map((i) => `${x(i).toFixed(1)} ${y(values[i]).toFixed(1)}`).join("L");
      const middle = HIGH / 2;
      svg.replaceChildren(
        s("rect", { class: "graph-ground", width: WIDE, height: HIGH }),
        s("path", { class: "graph-zero", d: `M0 ${middle}H${WIDE}` }),
        ...(known.length ? [
          s("path", { class: "graph-area", d: `M${x(known[0])} ${middle}L${path}L${x(known.at(-1))} ${middle}Z` }),
          s("path", { class: "graph-line", d: `M${path}${known.length === 1 ? "h1" : ""}` }),
        ] : []),
        ...known.filter((i) => marks[i]?.mark).map((i) => s("path", { class: `graph-mark ${grade(marks[i].mark)}`, d: `M${x(i)} ${y(values[i])}h.01` })),
        s("path", { class: "graph-at", d: `M${x(at)} 0V${HIGH}` }),
        values[at] === undefined ? "" : s("path", { class: "graph-mark here", d: `M${x(at)} ${y(values[at])}h.01` }));
      note.hidden = known.length > 0;
      const words = values[at] === undefined ? text.noValue : text.forSide(values[at], names);
      element.setAttribute("aria-valuemax", count);
      element.setAttribute("aria-valuenow", at);
      element.setAttribute("aria-valuetext", text.graph.at(at, count, words));
    },
  };
}

/** The class of a review mark. */
export const grade = (mark) => ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" })[mark] || "";

/** Where a legal step is marked on the board; nowhere if it has no cell, as a pass. */
export function spotOf(step, scene) {
  const legal = scene.legal.find((one) => one.step === step);
  return legal && { from: legal.kind === "slide" ? legal.from : undefined, to: legal.to || legal.from };
}

/** The best steps as marks for the board. */
export const marksOf = (analysis, scene) =>
  analysis.moveInfos.slice(0, 3).map((info, rank) => ({ ...spotOf(info.move, scene), rank, words: valueText(info.value) }));

/** The list of best steps. `preview` hears the cells of a line, `play` a step. */
export function analysisList(preview, play) {
  const element = h("div", { class: "best" });
  return {
    element,
    set({ on, analysis, over, mayPlay }) {
      if (!on || over || !analysis) {
        element.replaceChildren(h("p", { class: "quiet" }, over && on ? text.analysis.over : on ? text.analysis.working : text.analysis.off));
        return;
      }
      const focused = element.contains(document.activeElement) ? document.activeElement.dataset.rank : undefined;
      element.replaceChildren(h("ol", {}, analysis.moveInfos.map((info, rank) => {
        const line = info.pv?.length ? info.pv : [info.move];
        const show = () => preview(info.cells);
        const hide = () => preview([]);
        return h("li", { class: `rank-${Math.min(rank, 3)}`, on: { mouseenter: show, mouseleave: hide, focusin: show, focusout: hide } },
          h("button", { type: "button", class: "best-step", "data-rank": rank, disabled: !mayPlay, on: { click: () => play(info.move) } },
            h("strong", {}, info.move), " ", h("span", { class: "number" }, valueText(info.value))),
          h("span", { class: "pv", tabindex: mayPlay ? null : "0" }, line.join(" ")),
          info.depth !== undefined && h("span", { class: "quiet depth" }, `${text.analysis.depth} ${info.depth}`));
      })), h("p", { class: "quiet" }, text.analysis.help));
      if (focused !== undefined) element.querySelector(`[data-rank="${focused}"]`)?.focus();
    },
  };
}

/** The table at the end of a review. */
export function reviewTable(summary) {
  const words = text.review;
  return h("div", { class: "scroll", tabindex: "0" }, h("table", { id: "summary" },
    h("caption", {}, words.title),
    h("thead", {}, h("tr", {}, [words.side, words.steps, words.inaccuracies, words.mistakes, words.blunders, words.loss].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, summary.map((row) => h("tr", {},
      h("th", { scope: "row" }, row.name),
      [row.steps, row.inaccuracies, row.mistakes, row.blunders, Number(row.loss).toFixed(3)].map((value) => h("td", {}, String(value))))))));
}

const short = (value) => String(Math.round(value * 1000) / 1000).replace("-", "−");

function breakdown(answer) {
  const words = text.why;
  const most = Math.max(1e-9, ...answer.terms.map(({ share }) => Math.abs(share)));
  const bar = (share) => {
    const fill = h("span", { class: share < 0 ? "share-bar against" : "share-bar" });
    fill.style.setProperty("--long", `${50 * Math.abs(share) / most}%`);
    return h("span", { class: "share-track", "aria-hidden": "true" }, fill);
  };
  const notes = [answer.phase && words.phase(answer.phase), words.sum(short(answer.sum), answer.side), answer.scale && words.scale(answer.scale)];
  return [
    h("p", {}, notes.filter(Boolean).join(" ")),
    h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "terms" },
      h("thead", {}, h("tr", {}, [words.term, words.value, words.weight, words.share].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, answer.terms.map((term) => h("tr", {},
        h("th", { scope: "row" }, term.name, term.formula && h("span", { class: "quiet formula" }, ` ${term.formula}`)),
        h("td", {}, short(term.value)), h("td", {}, short(term.weight)), h("td", {}, short(term.share), bar(term.share))))))),
    answer.features?.length > 0 && h("details", {}, h("summary", {}, words.features),
      h("dl", { class: "features" }, answer.features.map((feature) => h("div", {}, h("dt", {}, h("b", {}, feature.symbol), ` ${feature.name}`), h("dd", {}, short(feature.value)))))),
  ].filter(Boolean);
}

/** The evaluator taken apart. `set` asks the server only while the panel is open. */
export function whyPanel(game, evaluators) {
  const words = text.why;
  const content = h("div");
  const chosen = evaluators.length > 0 && select({ id: "evaluator" }, evaluators.map((name) => [name, name]));
  let asked = "";
  let position = null;
  async function ask() {
    if (!chosen || position === null) return;
    const question = `${chosen.value} ${position}`;
    if (question === asked) return;
    asked = question;
    const nodes = await api.explain(game, position, chosen.value).then(breakdown, (error) => [h("p", { class: "error" }, error.message)]);
    if (question === asked) content.replaceChildren(...nodes);
  }
  if (chosen) chosen.addEventListener("change", ask);
  return {
    element: h("div", {}, h("h2", {}, words.title), chosen
      ? [h("p", { class: "quiet" }, words.help), h("div", { class: "field" }, h("label", { for: "evaluator" }, words.evaluator), chosen), content]
      : h("p", { class: "quiet" }, words.none)),
    set(next) {
      position = next;
      ask();
    },
  };
}

/** The steps of the game by turns. `jump` hears a number of steps. */
export function stepList(jump) {
  const element = h("ol", { id: "steps", class: "steps", "aria-label": text.steps.title });
  let shown = "";
  return {
    element,
    set(steps, at, names, marks) {
      const key = JSON.stringify([steps.map(({ written, step }) => written || step), Object.values(marks).map(({ mark }) => mark)]);
      if (key !== shown) {
        shown = key;
        const focused = element.contains(document.activeElement) && document.activeElement.dataset.at;
        element.replaceChildren(...turns(steps).map((turn) => h("li", { class: `turn ${turn.side}` },
          h("span", { class: "turn-number" }, `${turn.steps[0][0]}.`, h("span", { class: "hidden" }, ` ${names[turn.side]}`)),
          turn.steps.map(([number, step]) => one(number, step, marks[number])))));
        if (!steps.length) element.append(h("li", { class: "quiet none" }, text.steps.none));
        if (focused) element.querySelector(`[data-at="${focused}"]`)?.focus();
      }
      for (const node of element.querySelectorAll("button")) {
        const here = Number(node.dataset.at) === at;
        if (here) node.setAttribute("aria-current", "step");
        else node.removeAttribute("aria-current");
        node.classList.toggle("later", Number(node.dataset.at) > at);
        if (here) reveal(node);
      }
    },
  };
  /** Only the list scrolls, never the page. */
  function reveal(node) {
    const [box, here] = [element.getBoundingClientRect(), node.getBoundingClientRect()];
    if (here.top < box.top) element.scrollTop -= box.top - here.top;
    else if (here.bottom > box.bottom) element.scrollTop += here.bottom - box.bottom;
  }
  function one(number, step, review) {
    return [
      button([step.written || step.step, review?.mark && h("span", { class: `mark ${grade(review.mark)}` }, review.mark, h("span", { class: "hidden" }, ` ${text.review.marks[review.mark] || ""}`))],
        () => jump(number), { class: "step", "data-at": number, title: step.remark || null }),
      review?.mark && review.best && h("span", { class: "better" }, text.steps.better(review.best)),
    ];
  }
}

/** Steps grouped into turns: a run of steps by one side. */
function turns(steps) {
  const all = [];
  steps.forEach((step, i) => {
    if (all.at(-1)?.side !== step.side) all.push({ side: step.side, steps: [] });
    all.at(-1).steps.push([i + 1, step]);
  });
  return all;
}
