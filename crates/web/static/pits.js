// Seeds in pits: a carved board with two rows of pits and two stores. Every seed is drawn, and hops when it is sown.
import { hash, s, still } from "/static/dom.js";
import { text } from "/static/text.js";

const STORES = ["first", "second"];
const HOP = 75;
const FLIGHT = 260;

/** The pits of the first side and those of the second, in sowing order. */
const sides = ({ names }) => [names.slice(0, names.length / 2), names.slice(names.length / 2)];

/** Two rows of pits; the stores lie at the ends, or above and below where the screen is narrow. */
function layout(board, flipped, narrow) {
  const [first, second] = sides(board);
  const rows = flipped ? [first.toReversed(), second] : [second.toReversed(), first];
  const [top, bottom] = flipped ? [0, 1] : [1, 0];
  const spots = new Map();
  const size = narrow ? { w: 100, h: 148, left: 20, top: 100 } : { w: 112, h: 160, left: 150, top: 30 };
  rows.forEach((row, r) => row.forEach((name, c) => {
    spots.set(name, { x: size.left + (c + 0.5) * size.w, y: size.top + (r + 0.5) * size.h, w: size.w, h: size.h, rx: size.w * 0.43, ry: size.w * 0.43 });
  }));
  const width = first.length * size.w + 2 * size.left;
  const height = 2 * size.h + 2 * size.top;
  const stores = new Map();
  if (narrow) {
    stores.set(STORES[top], { x: width / 2, y: 56, rx: 200, ry: 34 });
    stores.set(STORES[bottom], { x: width / 2, y: height - 56, rx: 200, ry: 34 });
  } else {
    // A store lies to the right of its owner.
    stores.set(STORES[top], { x: 80, y: height / 2, rx: 48, ry: 116 });
    stores.set(STORES[bottom], { x: width - 80, y: height / 2, rx: 48, ry: 116 });
  }
  return { rows, spots, stores, width, height, narrow };
}

/** Where the seeds of a pit lie: a spiral of steady jitter, closer together the more there are. */
function places(spot, count, salt) {
  const wide = spot.rx - 17;
  const high = spot.ry - 17;
  return Array.from({ length: count }, (_, i) => {
    const far = Math.sqrt((i + 0.45) / Math.max(count, 5.5));
    const angle = i * 2.39996 + salt + (hash(salt * 97 + i) - 0.5) * 0.5;
    return [spot.x + Math.cos(angle) * far * wide, spot.y + Math.sin(angle) * far * high];
  });
}

function seed(i) {
  const turn = Math.round(hash(i + 500) * 360);
  const tone = Math.floor(hash(i + 900) * 3);
  return s("g", { class: "seed" }, s("g", {},
    s("ellipse", { cx: 2, cy: 4, rx: 15, ry: 14, fill: "url(#shadow)" }),
    s("ellipse", { rx: 12.5, ry: 10.8, transform: `rotate(${turn})`, fill: `url(#seed-${tone})` }),
    s("ellipse", { cx: -4, cy: -4.5, rx: 4, ry: 2.6, transform: "rotate(-30 -4 -4.5)", fill: "url(#shine)" })));
}

/** The seeds on the stage, pit by pit. */
class Seeds {
  constructor(layer, at) {
    Object.assign(this, { layer, at, made: 0, timers: [], shown: false });
    this.piles = new Map([...at.spots.keys(), ...STORES].map((name) => [name, []]));
    this.numbers = new Map([...this.piles.keys()].map((name) => [name, this.number(name)]));
  }

  number(name) {
    const { x, y, ry, rx } = this.spot(name);
    const store = this.at.stores.has(name);
    const upper = this.at.rows[0].includes(name);
    const place = store && this.at.narrow ? [x + rx + 34, y] : store ? [x, y + ry + 26] : [x, upper ? y - ry - 15 : y + ry + 15];
    const node = s("text", { class: store ? "amount store" : "amount", x: place[0], y: place[1] });
    this.layer.before(node);
    return node;
  }

  spot(name) {
    return this.at.spots.get(name) || this.at.stores.get(name);
  }

  show(scene) {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    const { names, pits: counts, stores } = scene.board;
    const want = new Map(names.map((name, i) => [name, counts[i]]));
    STORES.forEach((name, i) => want.set(name, stores[i]));
    const sown = this.shown && !still() && this.sowable(scene.last, want);
    const delays = sown ? this.sow(scene.last) : new Map();
    this.settle(want, sown ? Math.max(...delays.values()) + FLIGHT + 120 : 0);
    for (const [name, pile] of this.piles) this.arrange(name, pile);
    this.numbers.forEach((node, name) => { this.write(node, want.get(name), delays.get(name)); });
    this.shown = true;
  }

  /** Whether this step can have led here: it deals the seeds that lie in its pit, and those of its first cell are there or captured. */
  sowable(last, want) {
    const [to] = last?.sows || [];
    if (!to || this.piles.get(last.from).length !== last.sows.length) return false;
    const dealt = last.sows.filter((name) => name === to).length;
    return want.get(to) === 0 || want.get(to) === this.piles.get(to).length + dealt;
  }

  sow({ from, sows }) {
    const hand = this.piles.get(from).splice(0);
    const delays = new Map([[from, 0]]);
    hand.forEach((one, i) => {
      Object.assign(one, { delay: i * HOP, hops: true });
      this.piles.get(sows[i]).push(one);
      delays.set(sows[i], i * HOP + FLIGHT);
    });
    return delays;
  }

  /** Takes seeds from where there are too many to where some are missing; what is left comes or goes. */
  settle(want, delay) {
    const spare = [];
    for (const [name, pile] of this.piles) {
      while (pile.length > want.get(name)) {
        const one = pile.pop();
        spare.push(Object.assign(one, { delay: Math.max(delay, one.delay || 0), hops: delay > 0 }));
      }
    }
    for (const [name, pile] of this.piles) {
      while (pile.length < want.get(name)) pile.push(spare.pop() || this.fresh());
    }
    spare.forEach(({ node }) => node.remove());
  }

  fresh() {
    const node = seed(this.made++);
    this.layer.append(node);
    return { node };
  }

  arrange(name, pile) {
    const spot = this.spot(name);
    places(spot, pile.length, [...name].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 7)).forEach(([x, y], i) => {
      const { node, delay = 0, hops } = pile[i];
      node.style.transitionDelay = `${delay}ms`;
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      node.firstChild.classList.remove("hop");
      if (hops) {
        node.firstChild.style.animationDelay = `${delay}ms`;
        this.timers.push(setTimeout(() => node.firstChild.classList.add("hop"), 0));
        this.layer.append(node);
      }
      Object.assign(pile[i], { delay: 0, hops: false });
    });
  }

  write(node, amount, delay = 0) {
    this.timers.push(setTimeout(() => { node.textContent = amount; }, delay));
    if (!delay) node.textContent = amount;
  }

  held() {
    return undefined;
  }
}

function bowl({ x, y, rx, ry }) {
  const round = Math.min(rx, ry);
  const box = { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry, rx: round };
  return [s("rect", { ...box, fill: "url(#bowl)" }), s("rect", { ...box, class: "bowl-rim" })];
}

export const pits = {
  layout,
  ground(board, at) {
    const { width, height } = at;
    return [
      s("rect", { width, height, rx: 60, fill: "url(#frame)" }),
      s("rect", { width, height, rx: 60, class: "grain", filter: "url(#wood)" }),
      s("rect", { x: 3, y: 3, width: width - 6, height: height - 6, rx: 57, class: "bevel" }),
      [...at.spots.values(), ...at.stores.values()].map(bowl),
      [...at.spots].map(([name, { x, y, rx }]) => {
        const upper = at.rows[0].includes(name);
        return s("text", { class: "coordinate", x: x - rx + 4, y: upper ? y - rx - 15 : y + rx + 15 }, name);
      }),
      STORES.map((name, i) => {
        const { x, y, rx, ry } = at.stores.get(name);
        return s("text", { class: "coordinate", x: at.narrow ? x - rx - 44 : x, y: at.narrow ? y : y - ry - 22 }, board.owners[i]);
      }),
    ];
  },
  pieces: (layer, at) => new Seeds(layer, at),
  content({ board }, name) {
    return [text.seeds(board.pits[board.names.indexOf(name)])];
  },
  /** The mover's own pit that a letter of either case names. */
  named({ board, mover }, letter) {
    return sides(board)[mover === "first" ? 0 : 1].find((name) => name.toLowerCase() === letter.toLowerCase());
  },
};
