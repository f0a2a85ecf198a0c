// Pieces on squares: a carved board of hollows with pale and dark pebbles. Also the pieces on a board, which points.js uses too.
import { h, hash, s } from "/static/dom.js";
import { text } from "/static/text.js";

export const UNIT = 100;
const EDGE = 48;

/** Where the cells of a square board are: rows of names as they are seen, and a spot for each name. */
export function squareLayout(board, flipped, edge) {
  const { files, ranks } = board;
  const across = flipped ? [...files].reverse() : files;
  const down = flipped ? ranks : [...ranks].reverse();
  const rows = down.map((rank) => across.map((file) => file + rank));
  const spots = new Map();
  rows.forEach((row, r) => row.forEach((name, c) => {
    spots.set(name, { x: edge + (c + 0.5) * UNIT, y: edge + (r + 0.5) * UNIT, w: UNIT, h: UNIT });
  }));
  return { rows, spots, across, down, width: board.columns * UNIT + 2 * edge, height: board.rows * UNIT + 2 * edge };
}

/** The letters and numbers at the edges. */
export function coordinates(layout, edge, near) {
  // Letters of large boards are larger in their own units, so that small screens can show them.
  const size = layout.width * 0.034;
  const label = (x, y, words) => {
    const node = s("text", { class: "coordinate", x, y }, words);
    node.style.fontSize = `${size}px`;
    return node;
  };
  return s("g", {},
    layout.across.map((file, c) => [near, layout.height - near].map((y) => label(edge + (c + 0.5) * UNIT, y, file))),
    layout.down.map((rank, r) => [near, layout.width - near].map((x) => label(x, edge + (r + 0.5) * UNIT, rank))));
}

/** Whose pieces stand where: sides by the names of cells. */
export function pieces({ board, sides }) {
  const owners = new Map(Object.entries(sides).map(([side, { letter }]) => [letter, side]));
  const found = new Map();
  board.lines.forEach((line, r) => [...line].forEach((letter, c) => {
    if (owners.has(letter)) found.set(board.files[c] + board.ranks[board.rows - 1 - r], owners.get(letter));
  }));
  return found;
}

/** Whether a side's pieces are pale or dark. */
export const tone = (scene, side) => (scene.sides[side].dark ? "dark" : "pale");

function pebble(shade, seed) {
  // No two pebbles are quite alike; the light still falls from the same side on all of them.
  const body = s("ellipse", { rx: 38 + hash(seed) * 3, ry: 35.5 + hash(seed + 70) * 3.5, fill: `url(#pebble-${shade})` });
  const carved = shade === "pale"
    ? [s("circle", { r: 17, class: "carved-light", cy: 1.2 }), s("circle", { r: 17, class: "carved-dark" })]
    : [s("path", { class: "carved-light faint", d: "M-11 -9L11 13M11 -9L-11 13" }), s("path", { class: "carved-dark deep", d: "M-11 -11L11 11M11 -11L-11 11" })];
  return s("g", {},
    s("ellipse", { cx: 4, cy: 9, rx: 46, ry: 42, fill: "url(#shadow)" }), body, carved,
    s("ellipse", { cx: -13, cy: -17, rx: 15, ry: 9, transform: "rotate(-28 -13 -17)", fill: "url(#shine)", opacity: shade === "pale" ? 0.95 : 0.5 }));
}

/** The pieces on the stage: finds out which of them moved, came or went, and lets them do it. */
export class Stones {
  constructor(layer, layout, draw = pebble) {
    Object.assign(this, { layer, layout, draw, on: new Map(), last: null, made: 0 });
  }

  put(node, name) {
    const { x, y } = this.layout.spots.get(name);
    node.style.transform = `translate(${x}px, ${y}px)`;
  }

  show(scene) {
    const next = pieces(scene);
    for (const [from, to] of [this.way(scene.last), this.way(this.last).reverse()]) {
      const moved = this.on.get(from);
      if (!moved || next.has(from) || this.on.has(to) || next.get(to) !== moved.side) continue;
      this.on.delete(from);
      this.on.set(to, moved);
      this.put(moved.node, to);
      this.layer.append(moved.node);
      break;
    }
    for (const [name, { side, node }] of this.on) {
      if (next.get(name) === side) {
        this.put(node, name);
        continue;
      }
      this.on.delete(name);
      node.firstChild.classList.add("gone");
      setTimeout(() => node.remove(), 320);
    }
    for (const [name, side] of next) {
      if (this.on.has(name)) continue;
      const node = s("g", { class: "stone" }, s("g", { class: "fresh" }, this.draw(tone(scene, side), this.made++)));
      this.put(node, name);
      this.layer.append(node);
      this.on.set(name, { side, node });
    }
    this.last = scene.last;
  }

  way(last) {
    return last?.from && last?.to ? [last.from, last.to] : [null, null];
  }

  /** The node that a pointer may carry. */
  held(name) {
    return this.on.get(name)?.node;
  }
}

function hollow(spot, marked) {
  const { x, y } = spot;
  return s("g", { transform: `translate(${x} ${y})` },
    s("circle", { r: 43, fill: "url(#hollow)" }), s("circle", { r: 43, class: "hollow-rim" }),
    marked && s("path", { class: "carved-light", d: "M-19 1.6H19M0 -17.4V20.6" }),
    marked && s("path", { class: "carved-dark deep", d: "M-19 0H19M0 -19V19" }));
}

export const cells = {
  layout: (board, flipped) => squareLayout(board, flipped, EDGE),
  ground(board, layout) {
    const { width, height } = layout;
    const inner = { x: EDGE - 8, y: EDGE - 8, width: width - 2 * EDGE + 16, height: height - 2 * EDGE + 16, rx: 10 };
    return [
      s("rect", { width, height, rx: 22, fill: "url(#frame)" }),
      s("rect", { width, height, rx: 22, class: "grain", filter: "url(#wood)" }),
      s("rect", { x: 3, y: 3, width: width - 6, height: height - 6, rx: 20, class: "bevel" }),
      s("rect", { ...inner, fill: "url(#sand)" }),
      s("rect", { ...inner, class: "grain", filter: "url(#dust)" }),
      s("rect", { ...inner, class: "sunk" }),
      coordinates(layout, EDGE, EDGE / 2 - 4),
      [...layout.spots].map(([name, spot]) => hollow(spot, name === board.centre)),
    ];
  },
  pieces: (layer, layout) => new Stones(layer, layout),
  draw: pebble,
  /** What stands on a cell, in words. */
  content(scene, name) {
    const side = pieces(scene).get(name);
    const centre = name === scene.board.centre ? [text.centre] : [];
    return [side ? text.pebble(scene.sides[side].name) : text.empty, ...centre];
  },
};

/** A small picture of one piece, for lists and headings. */
export function emblem(shade, draw) {
  return h("span", { class: "emblem", "aria-hidden": "true" }, s("svg", { viewBox: "-50 -50 100 100" }, draw(shade, 3)));
}
