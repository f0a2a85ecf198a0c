// A board that is seen, clicked, dragged on and steered by keys: an SVG below, and a grid of focusable cells above it.
import { h, s } from "/static/dom.js";
import { text } from "/static/text.js";
import { numberMark, prepare, stepMark } from "/static/paint.js";
import { cells, tone } from "/static/cells.js";
import { points } from "/static/points.js";
import { pits } from "/static/pits.js";

export const kinds = { cells, points, pits };
const NARROW = "(max-width: 34rem)";
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  /** `played` hears a step, `said` a sentence for the player; where `edited` is given, it hears every cell that is chosen. */
  constructor({ played = () => {}, said = () => {}, changed = () => {}, edited = null } = {}) {
    prepare();
    Object.assign(this, { played, said, changed, edited, flipped: false, shape: "", selected: null, active: false, drag: null, marks: {} });
    this.element = h("div", { class: "board", dir: "ltr" });
    this.screen = matchMedia(NARROW);
    this.resized = () => this.scene && this.build(true);
    this.screen.addEventListener("change", this.resized);
  }

  close() {
    this.screen.removeEventListener("change", this.resized);
  }

  /** Shows a position; `active`: a person may make steps in it. */
  show(scene, active = false) {
    this.scene = scene;
    this.active = active;
    this.build(false);
    this.direct = new Map();
    this.slides = new Map();
    this.removals = new Map();
    this.kept = new Map((scene.kept || []).map(({ cell, why }) => [cell, why]));
    for (const legal of scene.legal || []) {
      if (legal.kind === "slide") this.slides.set(legal.from, [...(this.slides.get(legal.from) || []), legal]);
      else if (legal.kind === "take-off") this.removals.set(legal.from, legal);
      else if (legal.kind !== "button") this.direct.set(legal.to || legal.from, legal);
    }
    // Where a piece may be placed, the pointer carries a ghost of the right colour.
    this.element.dataset.mover = tone(scene, scene.mover);
    this.actors.show(scene);
    this.chosen(this.continues(scene));
  }

  /** The piece that made the last step, where it may go on in the same turn. */
  continues(scene) {
    const to = scene.last?.to;
    return this.active && scene.last?.takes?.length && this.slides.has(to) ? to : null;
  }

  build(again) {
    const { board } = this.scene;
    const shape = [board.kind, board.rows, board.columns, this.flipped, this.screen.matches].join();
    if (shape === this.shape && !again) return;
    const focused = this.grid?.contains(document.activeElement) && document.activeElement.dataset.cell;
    this.shape = shape;
    this.kind = kinds[board.kind];
    this.at = this.kind.layout(board, this.flipped, this.screen.matches);
    const { width, height } = this.at;
    const viewBox = `0 0 ${width} ${height}`;
    const hidden = { viewBox, "aria-hidden": "true", focusable: "false" };
    [this.under, this.middle, this.over] = [0, 1, 2].map(() => s("g", {}));
    this.grid = h("div", { role: "grid", "aria-label": text.boardLabel, on: {
      click: (event) => this.clicked(event), keydown: (event) => this.key(event), pointerdown: (event) => this.pressed(event),
      pointermove: (event) => this.moved(event), pointerup: (event) => this.released(event), pointercancel: () => this.dropped(),
      focusin: (event) => this.roam(event.target.dataset.cell), mousedown: (event) => this.unfocus(event),
    } });
    this.nodes = new Map();
    this.at.rows.forEach((row) => this.grid.append(h("div", { role: "row" }, row.map((name) => this.cell(name)))));
    this.element.replaceChildren(s("svg", { ...hidden, class: "ground" }, this.kind.ground(board, this.at)),
      s("svg", { ...hidden, class: "stage" }, this.under, this.middle, this.over), this.grid);
    this.element.dataset.kind = board.kind;
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.setProperty("--unit", 100 / width);
    this.actors = this.kind.pieces(this.middle, this.at);
    this.roam(focused || this.at.rows.at(-1)[0]);
    if (again) {
      this.actors.show(this.scene);
      this.paint();
    }
    if (focused) this.nodes.get(focused)?.focus();
  }

  cell(name) {
    const { x, y, w, h: high } = this.at.spots.get(name);
    const node = h("div", { role: "gridcell", tabindex: "-1", "data-cell": name });
    const percent = (part, whole) => `${(100 * part / whole).toFixed(3)}%`;
    node.style.left = percent(x - w / 2, this.at.width);
    node.style.top = percent(y - high / 2, this.at.height);
    node.style.width = percent(w, this.at.width);
    node.style.height = percent(high, this.at.height);
    this.nodes.set(name, node);
    return node;
  }

  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    if (!this.scene) return;
    this.build(false);
    this.actors.show(this.scene);
    this.paint();
  }

  /** Analysis on the board: `steps` as arrows and rings, `line` as numbers. */
  mark(marks) {
    this.marks = { ...this.marks, ...marks };
    if (this.scene) this.paint();
  }

  // What can be done on a cell.

  targets() {
    return this.selected ? new Map(this.slides.get(this.selected).map((legal) => [legal.to, legal])) : new Map();
  }

  chosen(name) {
    this.selected = name;
    this.paint();
    this.changed(name, name && this.removals.get(name), name && this.active && this.kept.get(name));
  }

  activate(name) {
    if (this.edited) return this.edited(name);
    if (!this.active) return this.said(text.notNow);
    const slide = this.targets().get(name);
    if (slide) return this.play(slide);
    if (this.slides.has(name)) return this.chosen(this.selected === name ? null : name);
    const step = this.direct.get(name) || this.removals.get(name);
    if (step) return this.play(step);
    this.said(this.selected ? text.notThere(this.selected, name) : text.nothingAt(name));
    if (this.selected) this.chosen(null);
  }

  /** Whether a step takes the seeds of this cell. */
  sows(name) {
    return this.direct.get(name)?.kind === "sow";
  }

  play(legal) {
    this.selected = null;
    this.played(legal.step);
  }

  // Pointer: a click picks and drops; a piece may also be dragged.

  nameAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]")?.dataset.cell;
  }

  /** Whoever plays with the mouse steps through the game with the arrow keys; only Tab leads into the grid. */
  unfocus(event) {
    event.preventDefault();
    document.activeElement?.blur();
  }

  clicked(event) {
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    if (name && !this.dragged) this.activate(name);
    this.dragged = false;
  }

  pressed(event) {
    this.dragged = false;
    const name = event.target.closest("[data-cell]")?.dataset.cell;
    if (!this.active || this.edited || event.button || !this.slides.has(name)) return;
    this.drag = { name, x: event.clientX, y: event.clientY, node: this.actors.held(name), on: false };
  }

  moved(event) {
    const { drag } = this;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on) {
      if (Math.hypot(dx, dy) < 7) return;
      drag.on = true;
      this.grid.setPointerCapture(event.pointerId);
      drag.node.classList.add("held");
      this.middle.append(drag.node);
      this.chosen(drag.name);
    }
    const scale = this.at.width / this.element.clientWidth;
    const spot = this.at.spots.get(drag.name);
    drag.node.style.transform = `translate(${spot.x + dx * scale}px, ${spot.y + dy * scale}px)`;
  }

  released(event) {
    const { drag } = this;
    if (!drag?.on) return this.dropped();
    const name = this.nameAt(event);
    const slide = this.targets().get(name);
    this.dragged = true;
    // The click that follows a drag belongs to it, but comes only if both ends are the same cell.
    setTimeout(() => { this.dragged = false; }, 0);
    if (slide) this.actors.put(drag.node, name);
    else this.actors.put(drag.node, drag.name);
    this.dropped();
    if (slide) this.play(slide);
  }

  dropped() {
    this.drag?.node?.classList.remove("held");
    this.drag = null;
  }

  /** Puts every piece back to where the position has it. */
  reset() {
    if (this.scene) this.show(this.scene, this.active);
  }

  // Keys.

  roam(name) {
    if (!this.nodes.has(name)) return;
    this.nodes.forEach((node, other) => { node.tabIndex = other === name ? 0 : -1; });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.target.dataset.cell;
    const move = MOVES[event.key];
    const letter = this.kind.named?.(this.scene, event.key);
    if (move) this.walk(name, move);
    else if (event.key === "Enter" || event.key === " ") this.activate(name);
    else if (event.key === "Escape") this.chosen(null);
    else if (event.key === "Delete" && this.active && this.removals.has(name)) this.play(this.removals.get(name));
    else if (letter) this.walkTo(letter);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (letter) this.activate(letter);
  }

  walk(name, [down, across]) {
    const { rows } = this.at;
    const r = rows.findIndex((row) => row.includes(name));
    const to = rows[r + down]?.[rows[r].indexOf(name) + across];
    if (to) this.walkTo(to);
  }

  walkTo(name) {
    this.roam(name);
    this.nodes.get(name).focus();
  }

  // What is drawn over the pieces, and what is said about the cells.

  paint() {
    const { spots } = this.at;
    const targets = this.targets();
    const under = [];
    const over = [];
    const tile = (name, kind) => {
      const spot = spots.get(name);
      if (!spot) return;
      if (spot.rx) under.push(s("circle", { class: kind, cx: spot.x, cy: spot.y, r: spot.rx + 4 }));
      else under.push(s("rect", { class: kind, x: spot.x - spot.w / 2 + 3, y: spot.y - spot.h / 2 + 3, width: spot.w - 6, height: spot.h - 6, rx: 16 }));
    };
    const { last } = this.scene;
    if (last) new Set([last.from, last.to].filter(Boolean)).forEach((name) => tile(name, "last"));
    if (this.selected) tile(this.selected, "selected");
    for (const name of last?.takes || []) {
      const spot = spots.get(name);
      if (spot) over.push(s("path", { class: "taken", d: `M${spot.x - 15} ${spot.y - 15}l30 30m0 -30l-30 30` }));
    }
    for (const [name, spot] of spots) {
      const movable = this.active && (this.slides.has(name) || this.removals.has(name) || this.sows(name));
      const round = spot.rx || Math.min(spot.w, spot.h) / 2 - 3;
      if (movable && this.slides.has(name) && this.removals.has(name)) over.push(s("circle", { class: "spare", cx: spot.x, cy: spot.y, r: round - 9 }));
      if (movable && !this.selected) under.push(s("circle", { class: "can", cx: spot.x, cy: spot.y, r: round }));
      if (targets.has(name)) over.push(s("circle", { class: targets.get(name).takes?.length ? "target takes" : "target", cx: spot.x, cy: spot.y, r: 17 }));
      this.describe(name, targets, movable);
    }
    (this.marks.steps || []).toReversed().forEach((step) => over.push(stepMark(step, spots)));
    (this.marks.line || []).forEach((name, i) => spots.has(name) && over.push(numberMark(spots.get(name), i + 1)));
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over.filter(Boolean));
  }

  describe(name, targets, movable) {
    const node = this.nodes.get(name);
    const parts = [name, ...this.kind.content(this.scene, name)];
    const takes = targets.get(name)?.takes;
    if (name === this.selected) parts.push(text.picked);
    else if (targets.has(name)) parts.push(takes?.length ? text.goesAndTakes(takes) : text.goesHere);
    else if (this.active && this.removals.has(name) && !this.slides.has(name)) parts.push(text.canTakeOff);
    else if (movable) parts.push(this.sows(name) ? text.canSow : this.removals.has(name) ? text.canMoveOrBeGiven : text.canMove);
    else if (this.active && this.direct.has(name)) parts.push(text.goesHere);
    if (this.scene.last?.takes?.includes(name)) parts.push(text.wasTaken);
    node.setAttribute("aria-label", parts.join(", "));
    node.setAttribute("aria-selected", String(name === this.selected));
    node.classList.toggle("movable", movable && this.slides.has(name));
    node.classList.toggle("open", Boolean(this.edited) || movable || targets.has(name) || (this.active && this.direct.has(name)));
    node.classList.toggle("place", this.active && !movable && this.direct.has(name));
  }
}
