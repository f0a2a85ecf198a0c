// The position editor: brushes for pebbles and stones, steppers for seeds, and the position string kept in step with both.
import { button, field, h, select } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";
import { Board, letters } from "/static/board.js";
import { edges } from "/static/cells.js";
import { pitIndex } from "/static/pits.js";
import { gameChooser, seat, sideNames } from "/static/start.js";

const words = text.setup;

/** How the part after the board is written, by kind of board: names of the fields in their order. */
const TAIL = { cells: ["phase", "quiet", "turns"], points: ["passes", "made"], pits: ["made"] };

/** A position string from its parts. */
export function write({ kind, lines, pits, stores, side, fields, rest }) {
  const board = kind === "pits" ? `${pits.slice(0, 6)}/${pits.slice(6)} ${stores.join("/")}` : lines.join("/");
  return [board, side, ...TAIL[kind].map((name) => fields[name]), ...rest].join(" ");
}

/** The parts of a position string, or null where it does not fit the board. */
export function read(position, board) {
  const parts = position.trim().split(/\s+/);
  const { kind } = board;
  const found = { kind, fields: {} };
  const first = parts.shift();
  if (kind === "pits") {
    found.pits = first.split(/[,/]/).map(Number);
    found.stores = (parts.shift() || "").split("/").map(Number);
    const all = [...found.pits, ...found.stores];
    if (found.pits.length !== 12 || found.stores.length !== 2 || !all.every((count) => Number.isInteger(count) && count >= 0)) return null;
  } else {
    found.lines = first.split("/");
    if (found.lines.length !== board.rows || !found.lines.every((line) => line.length === board.columns && /^[wb.]*$/.test(line))) return null;
  }
  found.side = parts.shift();
  for (const name of TAIL[kind]) found.fields[name] = parts.shift() ?? (name === "phase" ? "place" : "0");
  return { ...found, rest: parts };
}

class Editor {
  constructor(game, scene, players, app) {
    Object.assign(this, { game, start: scene, app, state: read(scene.position, scene.board), asked: 0, timer: 0 });
    const { kind } = scene.board;
    const names = sideNames(scene);
    const sides = Object.entries(letters(scene)).map(([side, letter]) => [letter, names[side]]);
    this.blank = { ...this.state, lines: scene.board.lines?.map((line) => ".".repeat(line.length)), pits: Array(12).fill(0), stores: [0, 0] };
    this.board = new Board({ edited: (name) => this.touch(name) });
    this.brush = kind === "pits"
      ? select({ id: "brush" }, [["1", words.addSeed], ["-1", words.takeSeed]])
      : select({ id: "brush" }, [["", words.cycle], ...sides, [".", words.erase]]);
    this.mover = select({ id: "mover", on: { change: () => this.fields() } }, sides);
    this.inputs = Object.fromEntries(TAIL[kind].map((name) => [name, name === "phase"
      ? select({ id: "phase", on: { change: () => this.fields() } }, words.phases)
      : h("input", { type: "number", min: 0, id: name, inputmode: "numeric", on: { input: () => this.fields() } })]));
    this.position = h("input", { type: "text", id: "position", dir: "ltr", spellcheck: "false", autocomplete: "off", on: { input: () => this.typed() } });
    this.verdict = h("p", { id: "verdict", role: "status" });
    this.go = button(words.start, () => this.play(), { id: "start", class: "primary" });
    this.seats = ["first", "second"].map((side, i) => seat(`seat-${side}`, names[side], players, i ? "level:3" : "human"));
    this.steppers = kind === "pits" ? this.makeSteppers(names) : null;
    this.element = h("div", { class: "setup" },
      h("section", { class: "board-side", "aria-label": words.board }, h("div", { class: "board-row" }, this.board.element), h("p", { class: "quiet" }, words.help)),
      h("section", { class: "card", "aria-label": words.title },
        h("div", { class: "pair" }, field(words.brush, this.brush), field(words.mover, this.mover), TAIL[kind].map((name) => field(words[name], this.inputs[name]))),
        this.steppers?.element,
        h("div", { class: "row" }, button(words.clear, () => this.set(this.blank), { id: "clear" }), button(words.reset, () => this.set(read(scene.position, scene.board)), { id: "reset" })),
        field(words.position, this.position), this.verdict,
        h("div", { class: "pair" }, this.seats.map((one) => one.element)), this.go));
    this.set(this.state);
  }

  makeSteppers(names) {
    const entries = [..."ABCDEFabcdef"].map((name) => [words.pit(name), "pits", pitIndex(name)]);
    entries.push([words.store(names.first), "stores", 0], [words.store(names.second), "stores", 1]);
    const inputs = [];
    const rows = entries.map(([label, part, i]) => {
      const change = (by) => this.count(part, i, this.state[part][i] + by);
      const input = h("input", { type: "number", min: 0, max: 48, inputmode: "numeric", id: `${part}-${i}`, on: { input: () => this.count(part, i, Number(input.value)) } });
      inputs.push([input, part, i]);
      return h("div", { class: "stepper" }, h("label", { for: input.id }, label),
        button("−", () => change(-1), { "aria-label": words.lower(label) }), input, button("+", () => change(1), { "aria-label": words.raise(label) }));
    });
    const total = h("p", { id: "total" });
    return {
      element: h("fieldset", {}, h("legend", {}, words.pits), h("div", { class: "steppers" }, rows), total),
      show(state) {
        inputs.forEach(([input, part, i]) => { if (Number(input.value) !== state[part][i] || input.value === "") input.value = state[part][i]; });
        const sum = [...state.pits, ...state.stores].reduce((a, b) => a + b, 0);
        total.textContent = words.total(sum);
        total.classList.toggle("error", sum !== 48);
      },
    };
  }

  count(part, i, value) {
    const counts = [...this.state[part]];
    counts[i] = Math.max(0, Math.min(48, Math.trunc(value) || 0));
    this.set({ ...this.state, [part]: counts });
  }

  touch(name) {
    if (this.state.kind === "pits") return this.count("pits", pitIndex(name), this.state.pits[pitIndex(name)] + Number(this.brush.value));
    const { files, ranks } = edges(this.start.board);
    const [column, row] = [files.findIndex((file) => name.startsWith(file)), ranks.length - 1 - ranks.indexOf(name.replace(/^[a-z]+/, ""))];
    const old = this.state.lines[row][column];
    const piece = this.brush.value || { ".": "w", w: "b", b: "." }[old];
    const lines = this.state.lines.map((line, r) => (r === row ? line.slice(0, column) + piece + line.slice(column + 1) : line));
    this.set({ ...this.state, lines });
  }

  fields() {
    const fields = Object.fromEntries(Object.entries(this.inputs).map(([name, input]) => [name, input.value || "0"]));
    this.set({ ...this.state, side: this.mover.value, fields });
  }

  typed() {
    const state = read(this.position.value, this.start.board);
    if (state) this.set(state, true);
    else {
      clearTimeout(this.timer);
      this.judge(words.unread, false);
    }
  }

  set(state, typed = false) {
    this.state = state;
    const { kind, lines, pits, stores } = state;
    const board = kind === "pits" ? { ...this.start.board, pits, stores } : { ...this.start.board, lines };
    this.board.show({ ...this.start, board, legal: [], last: null });
    this.steppers?.show(state);
    this.mover.value = state.side;
    for (const [name, input] of Object.entries(this.inputs)) if (input.value !== state.fields[name]) input.value = state.fields[name];
    if (!typed) this.position.value = write(state);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), 250);
  }

  async check() {
    const asked = ++this.asked;
    const [sentence, good] = await api.scene(this.game, this.position.value.trim()).then((scene) => [words.good(scene.over?.reason || scene.status), true], (error) => [error.message, false]);
    if (asked === this.asked) this.judge(sentence, good);
  }

  judge(sentence, good) {
    this.verdict.textContent = sentence;
    this.verdict.className = good ? "good" : "error";
    this.go.disabled = !good;
  }

  play() {
    this.app.open({ game: this.game, position: this.position.value.trim(), first: this.seats[0].value(), second: this.seats[1].value() })
      .catch((error) => this.judge(error.message, false));
  }

  close() {
    clearTimeout(this.timer);
    this.board.close();
  }
}

export async function setupView(main, params, app) {
  const games = await api.games();
  if (!app.alive()) return undefined;
  const place = h("div");
  let editor = null;
  async function load(game, position) {
    editor?.close();
    editor = null;
    try {
      const [scene, players] = await Promise.all([api.scene(game, position), api.players(game)]);
      if (!app.alive() || chooser.value() !== game) return;
      editor = new Editor(game, scene, players, app);
      place.replaceChildren(editor.element);
    } catch (error) {
      place.replaceChildren(h("p", { class: "error", role: "alert" }, error.message));
    }
  }
  const chooser = gameChooser(games, params.game, (game) => load(game));
  main.replaceChildren(h("h1", {}, words.title), chooser.element, place);
  await load(chooser.value(), params.position);
  return () => editor?.close();
}
