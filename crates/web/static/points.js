// Stones on the crossings of lines: a wooden board with lines and star points, and lens-shaped stones on the crossings.
import { hash, s } from "/static/dom.js";
import { text } from "/static/text.js";
import { coordinates, pieces, squareLayout, Stones, UNIT } from "/static/cells.js";

const EDGE = 40;

function stone(shade, seed) {
  const turn = Math.round(hash(seed) * 180);
  // White stones are cut from shells and show their growth lines: the sides differ by more than colour.
  const grain = shade === "pale" && s("g", { transform: `rotate(${turn})`, class: "shell" },
    s("path", { d: "M-38 -20Q0 -8 38 -20M-44 -4Q0 8 44 -4M-42 12Q0 24 42 12M-33 28Q0 36 33 28" }));
  return s("g", {},
    s("ellipse", { cx: 4, cy: 8, rx: 50, ry: 48, fill: "url(#shadow)" }),
    s("circle", { r: 46, fill: `url(#stone-${shade})` }), grain,
    s("ellipse", { cx: -15, cy: -19, rx: 17, ry: 10, transform: "rotate(-32 -15 -19)", fill: "url(#shine)", opacity: shade === "pale" ? 0.9 : 0.45 }));
}

/** Star points, as on the boards that Go is played on. */
function stars(rows, columns) {
  if (rows !== columns || rows < 5) return [];
  const far = rows < 12 ? 2 : 3;
  const middle = (rows - 1) / 2;
  const corners = rows < 7 ? [] : [[far, far], [far, rows - 1 - far], [rows - 1 - far, far], [rows - 1 - far, rows - 1 - far]];
  return rows % 2 ? [...corners, [middle, middle]] : corners;
}

export const points = {
  layout: (board, flipped) => squareLayout(board, flipped, EDGE),
  ground(board, layout) {
    const { width, height } = layout;
    const [left, right, top, bottom] = [EDGE + UNIT / 2, width - EDGE - UNIT / 2, EDGE + UNIT / 2, height - EDGE - UNIT / 2];
    const across = Array.from({ length: board.rows }, (_, r) => `M${left} ${top + r * UNIT}H${right}`);
    const down = Array.from({ length: board.columns }, (_, c) => `M${left + c * UNIT} ${top}V${bottom}`);
    return [
      s("rect", { width, height, rx: 12, fill: "url(#kaya)" }),
      s("rect", { width, height, rx: 12, class: "grain", filter: "url(#plain)" }),
      s("rect", { x: 2, y: 2, width: width - 4, height: height - 4, rx: 11, class: "bevel" }),
      s("path", { class: "line", d: across.join("") + down.join("") }),
      s("rect", { class: "line outer", x: left, y: top, width: right - left, height: bottom - top }),
      stars(board.rows, board.columns).map(([r, c]) => s("circle", { class: "star", cx: left + c * UNIT, cy: top + r * UNIT, r: 8 })),
      coordinates(layout, EDGE, EDGE / 2 + 2),
    ];
  },
  pieces: (layer, layout) => new Stones(layer, layout, stone),
  draw: stone,
  content(scene, name) {
    const side = pieces(scene).get(name);
    return [side ? text.stone(scene.sides[side].name) : text.empty];
  },
};
