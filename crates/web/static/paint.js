// Gradients and filters of the boards, once in the page, and the marks that are drawn upon a board.
import { s } from "/static/dom.js";

const radial = (id, stops, more = {}) => s("radialGradient", { id, cx: 0.5, cy: 0.5, r: 0.55, fx: 0.36, fy: 0.3, ...more }, shades(stops));
const linear = (id, stops, more = {}) => s("linearGradient", { id, x1: 0, y1: 0, x2: 0.3, y2: 1, ...more }, shades(stops));
const shades = (stops) => stops.map(([offset, colour, opacity]) => s("stop", { offset, "stop-color": colour, "stop-opacity": opacity ?? 1 }));

/** Noise, stretched to grain, as a dark veil over what it is drawn on. */
function noise(id, frequency, strength, octaves) {
  return s("filter", { id, x: 0, y: 0, width: 1, height: 1 },
    s("feTurbulence", { type: "fractalNoise", baseFrequency: frequency, numOctaves: octaves, seed: 7, result: "noise" }),
    s("feColorMatrix", { type: "matrix", values: `0 0 0 0 .22  0 0 0 0 .11  0 0 0 0 .03  ${strength} 0 0 0 ${-strength / 2.6}`, result: "veil" }),
    s("feComposite", { in: "veil", in2: "SourceGraphic", operator: "in" }));
}

/** Puts the gradients into the page; every board refers to them. */
export function prepare() {
  if (document.getElementById("paint")) return;
  document.body.append(s("svg", { id: "paint", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, s("defs", {},
    radial("pebble-pale", [[0, "#fffdf6"], [0.45, "#efe4cb"], [0.85, "#c9b68f"], [1, "#a38d63"]]),
    radial("pebble-dark", [[0, "#7d736d"], [0.3, "#463e3a"], [0.8, "#211c1a"], [1, "#0f0c0b"]]),
    radial("stone-pale", [[0, "#ffffff"], [0.6, "#f3f1ea"], [0.9, "#d5d1c4"], [1, "#b3ae9f"]]),
    radial("stone-dark", [[0, "#75787c"], [0.35, "#3a3c40"], [0.8, "#17181b"], [1, "#08090a"]]),
    radial("seed-0", [[0, "#d9d2bd"], [0.55, "#a39b83"], [1, "#5f5947"]]),
    radial("seed-1", [[0, "#cfcfc4"], [0.55, "#8f9187"], [1, "#50534b"]]),
    radial("seed-2", [[0, "#e6d3b0"], [0.55, "#b0966a"], [1, "#6b5534"]]),
    radial("shadow", [[0, "#000", 0.55], [0.72, "#000", 0.38], [1, "#000", 0]], { r: 0.5, fx: 0.5, fy: 0.5 }),
    radial("shine", [[0, "#fff", 0.95], [1, "#fff", 0]], { r: 0.5, fx: 0.5, fy: 0.5 }),
    radial("hollow", [[0, "#c39a60"], [0.7, "#b98f56"], [0.92, "#96703f"], [1, "#7d5a2f"]], { fx: 0.6, fy: 0.68 }),
    radial("bowl", [[0, "#7a4a24"], [0.65, "#643a1a"], [0.93, "#44250f"], [1, "#331a09"]], { r: 0.62, fx: 0.58, fy: 0.68 }),
    linear("frame", [[0, "#a86b37"], [0.5, "#935927"], [1, "#74421a"]]),
    linear("sand", [[0, "#e3c48e"], [1, "#cfa96c"]]),
    linear("kaya", [[0, "#e9c27c"], [0.5, "#dfb268"], [1, "#cf9d52"]]),
    noise("wood", "0.004 0.09", 0.9, 4), noise("plain", "0.0025 0.05", 0.62, 3), noise("dust", "0.55 0.5", 0.55, 2))));
}

/** The end of a line that stops short of where it points at. */
function shorten(a, b, far) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: b.x - (b.x - a.x) / length * far, y: b.y - (b.y - a.y) / length * far };
}

function label(x, y, words) {
  return s("g", { class: "value", transform: `translate(${x} ${y})` },
    s("rect", { x: -31, y: -15, width: 62, height: 30, rx: 15 }), s("text", {}, words));
}

/** One good step: an arrow for a slide, a ring for anything on a single spot. `rank` is 0 for the best. */
export function stepMark({ from, to, words, rank, hint }, spots) {
  const grade = hint ? "hint" : `rank-${Math.min(rank, 3)}`;
  const b = spots.get(to);
  if (!b) return null;
  const a = from && from !== to && spots.get(from);
  if (!a) {
    return s("g", { class: `ring ${grade}` }, s("circle", { cx: b.x, cy: b.y, r: Math.min(b.w, b.h) * 0.4 }), words && label(b.x, b.y, words));
  }
  const tip = shorten(a, b, 12);
  const neck = shorten(a, b, 42);
  const side = { x: (neck.y - tip.y) * 0.62, y: (tip.x - neck.x) * 0.62 };
  // Always to the left of the way: so labels of steps with the same start or the same end keep apart.
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const beside = { x: (b.y - a.y) / length, y: (a.x - b.x) / length };
  return s("g", { class: `arrow ${grade}` },
    s("path", { class: "shaft", d: `M${a.x} ${a.y}L${neck.x} ${neck.y}` }),
    s("path", { class: "head", d: `M${tip.x} ${tip.y}L${neck.x + side.x} ${neck.y + side.y}L${neck.x - side.x} ${neck.y - side.y}Z` }),
    words && label((a.x + b.x) / 2 + beside.x * (26 + 18 * Math.abs(beside.x)), (a.y + b.y) / 2 + beside.y * 27, words));
}

/** A number on a spot: the first, second, … step of a line. */
export function numberMark(spot, number) {
  return s("g", { class: "number", transform: `translate(${spot.x} ${spot.y})` }, s("circle", { r: 24 }), s("text", {}, number));
}
