// The position editor: brushes for pebbles and stones, steppers for seeds, and the position string kept in step with both.
import { button, field, h, select } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";
import { Board } from "/static/board.js";
import { gameChooser, seat } from "/static/start.js";

const words = text.setup;

/** A position string from its parts; `fields` are those that are edited, in their order. */
export function write({ lines, pits, stores, side, values, rest }, fields) {
  const half = pits?.length / 2;
  const board = pits ? `${pits.slice(0, half)}/${pits.slice(half)} ${stores.join("/")}` : lines.join("/");
  return [board, side, ...fields.map(({ name }) => values[name]), ...rest].join(" ");
}

/** The parts of a position string, or null where it does not fit the board. */
export function read(position, { board, sides, fields }) {
  const parts = position.trim().split(/\s+/);
  const found = { values: {} };
  const first = parts.shift();
  if (board.pits) {
    found.pits = first.split(/[,/]/).map(Number);
    found.stores = (parts.shift() || "").split("/").map(Number);
    const all = [...found.pits, ...found.stores];
    if (all.length !== board.pits.length + 2 || !all.every((count) => Number.isInteger(count) && count >= 0)) return null;
  } else {
    const known = [".", sides.first.letter, sides.second.letter];
    found.lines = first.split("/");
    if (found.lines.length !== board.rows || !found.lines.every((line) => line.length === board.columns && [...line].every((letter) => known.includes(letter)))) return null;
  }
  found.side = parts.shift();
  for (const { name, words: [usual] } of fields) found.values[name] = parts.shift() ?? usual?.[0] ?? "0";
  return { ...found, rest: parts };
}

const sum = (counts) => counts.reduce((a, b) => a + b, 0);

class Editor {
  constructor(game, scene, players, app) {
    Object.assign(this, { game, start: scene, app, state: read(scene.position, scene), asked: 0, timer: 0 });
    const { board, fields } = scene;
    const { first, second } = scene.sides;
    const sides = [first, second].map(({ letter, name }) => [letter, name]);
    this.blank = { ...this.state, lines: board.lines?.map((line) => ".".repeat(line.length)), pits: board.pits?.map(() => 0), stores: [0, 0] };
    // Whatever is edited, a game has as many seeds as it began with.
    this.seeds = board.pits && sum([...board.pits, ...board.stores]);
    this.board = new Board({ edited: (name) => this.touch(name) });
    this.brush = board.pits
      ? select({ id: "brush" }, [["1", words.addSeed], ["-1", words.takeSeed]])
      : select({ id: "brush" }, [["", words.cycle], ...sides, [".", words.erase]]);
    this.mover = select({ id: "mover", on: { change: () => this.fields() } }, sides);
    this.inputs = Object.fromEntries(fields.map(({ name, words: options }) => [name, options.length
      ? select({ id: name, on: { change: () => this.fields() } }, options)
      : h("input", { type: "number", min: 0, id: name, inputmode: "numeric", on: { input: () => this.fields() } })]));
    this.position = h("input", { type: "text", id: "position", dir: "ltr", spellcheck: "false", autocomplete: "off", on: { input: () => this.typed() } });
    this.verdict = h("p", { id: "verdict", role: "status" });
    this.go = button(words.start, () => this.play(), { id: "start", class: "primary" });
    this.seats = [seat("seat-first", first.name, players, "human"), seat("seat-second", second.name, players, "level:3")];
    this.steppers = board.pits ? this.makeSteppers(board) : null;
    this.element = h("div", { class: "setup" },
      h("section", { class: "board-side", "aria-label": words.board }, h("div", { class: "board-row" }, this.board.element), h("p", { class: "quiet" }, words.help)),
      h("section", { class: "card", "aria-label": words.title },
        h("div", { class: "pair" }, field(words.brush, this.brush), field(words.mover, this.mover), fields.map(({ name, label }) => field(label, this.inputs[name]))),
        this.steppers?.element,
        h("div", { class: "row" }, button(words.clear, () => this.set(this.blank), { id: "clear" }), button(words.reset, () => this.set(read(scene.position, scene)), { id: "reset" })),
        field(words.position, this.position), this.verdict,
        h("div", { class: "pair" }, this.seats.map((one) => one.element)), this.go));
    this.set(this.state);
  }

  makeSteppers({ names, owners }) {
    const entries = names.map((name, i) => [words.pit(name), "pits", i]);
    entries.push(...owners.map((name, i) => [words.store(name), "stores", i]));
    const { seeds } = this;
    const inputs = [];
    const rows = entries.map(([label, part, i]) => {
      const change = (by) => this.count(part, i, this.state[part][i] + by);
      const input = h("input", { type: "number", min: 0, max: seeds, inputmode: "numeric", id: `${part}-${i}`, on: { input: () => this.count(part, i, Number(input.value)) } });
      inputs.push([input, part, i]);
      return h("div", { class: "stepper" }, h("label", { for: input.id }, label),
        button("−", () => change(-1), { "aria-label": words.lower(label) }), input, button("+", () => change(1), { "aria-label": words.raise(label) }));
    });
    const total = h("p", { id: "total" });
    return {
      element: h("fieldset", {}, h("legend", {}, words.pits), h("div", { class: "steppers" }, rows), total),
      show(state) {
        inputs.forEach(([input, part, i]) => { if (Number(input.value) !== state[part][i] || input.value === "") input.value = state[part][i]; });
        const now = sum([...state.pits, ...state.stores]);
        total.textContent = words.total(now, seeds);
        total.classList.toggle("error", now !== seeds);
      },
    };
  }

  count(part, i, value) {
    const counts = [...this.state[part]];
    counts[i] = Math.max(0, Math.min(this.seeds, Math.trunc(value) || 0));
    this.set({ ...this.state, [part]: counts });
  }

  touch(name) {
    const { board, sides: { first, second } } = this.start;
    if (board.pits) {
      const i = board.names.indexOf(name);
      return this.count("pits", i, this.state.pits[i] + Number(this.brush.value));
    }
    const { files, ranks } = board;
    const column = files.findIndex((file) => name.startsWith(file));
    const row = ranks.length - 1 - ranks.indexOf(name.slice(files[column].length));
    const next = new Map([[".", first.letter], [first.letter, second.letter]]);
    const piece = this.brush.value || (next.get(this.state.lines[row][column]) ?? ".");
    const lines = this.state.lines.map((line, r) => (r === row ? line.slice(0, column) + piece + line.slice(column + 1) : line));
    this.set({ ...this.state, lines });
  }

  fields() {
    const values = Object.fromEntries(Object.entries(this.inputs).map(([name, input]) => [name, input.value || "0"]));
    this.set({ ...this.state, side: this.mover.value, values });
  }

  typed() {
    const state = read(this.position.value, this.start);
    if (state) this.set(state, true);
    else {
      clearTimeout(this.timer);
      this.judge(words.unread, false);
    }
  }

  set(state, typed = false) {
    this.state = state;
    const { lines, pits, stores } = state;
    const board = { ...this.start.board, lines, pits, stores };
    this.board.show({ ...this.start, board, legal: [], last: null });
    this.steppers?.show(state);
    this.mover.value = state.side;
    for (const [name, input] of Object.entries(this.inputs)) if (input.value !== state.values[name]) input.value = state.values[name];
    if (!typed) this.position.value = write(state, this.start.fields);
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
