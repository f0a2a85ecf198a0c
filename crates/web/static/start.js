// The start panel: which game, who plays, with which clock. Also the choice of a player, which other views use.
import { button, field, h, select } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";
import { Board } from "/static/board.js";

const OTHER = "other";

/** What a spec is called. */
export function playerName(spec) {
  const level = /^level:(\d+)$/.exec(spec);
  if (spec === "human") return text.person;
  if (level) return text.level(Number(level[1]));
  return spec.startsWith("champion:") ? text.champion(spec) : spec;
}

/** A select of players with a text field for any other; `value()` is the spec. */
export function seat(id, label, players, chosen) {
  const specs = players.players.map(({ spec }) => spec);
  const levels = specs.filter((spec) => spec.startsWith("level:"));
  const rest = specs.filter((spec) => !spec.startsWith("level:") && spec !== "human");
  const champions = players.champions || [];
  const choice = select({ id }, [
    ["human", text.person],
    { label: text.levels, options: levels.map((spec) => [spec, playerName(spec)]) },
    ...(champions.length ? [{ label: text.champions, options: champions.map(({ spec, about }) => [spec, about || playerName(spec)]) }] : []),
    { label: text.more, options: [...rest.map((spec) => [spec, spec]), [OTHER, text.other]] },
  ]);
  const free = h("input", { type: "text", id: `${id}-other`, autocomplete: "off", spellcheck: "false" });
  const more = h("div", { class: "field other", hidden: true },
    h("label", { for: free.id }, text.otherLabel), free, h("p", { class: "quiet" }, text.otherHelp));
  const sync = () => { more.hidden = choice.value !== OTHER; };
  choice.addEventListener("change", sync);
  choice.value = chosen;
  if (choice.value !== chosen) {
    choice.value = OTHER;
    free.value = chosen;
  }
  sync();
  return { element: field(label, choice, more), value: () => (choice.value === OTHER ? free.value.trim() : choice.value) };
}

/** The name of a game from its preset and size. */
export const gameName = (game, size) => (game.sizes.length ? `${game.preset}:${size}` : game.preset);

/** Selects for game and size; `changed` hears the game's name, which `value()` has too. */
export function gameChooser(games, wanted, changed) {
  const bare = (wanted || "").replace(/\(.*$/, "");
  const preset = games.find((game) => game.preset === bare) || games.find((game) => game.sizes.length && bare.replace(/:[^:]*$/, "") === game.preset) || games[0];
  const game = select({ id: "game" }, games.map((one) => [one.preset, one.title]), preset.preset);
  const size = select({ id: "size" }, []);
  const about = h("p", { class: "quiet", id: "about-game" });
  const sizeField = field(text.start.size, size);
  const current = () => games.find((one) => one.preset === game.value);
  // Switches stand behind the name of the game; they stay until another game is chosen.
  let switches = /\(.*\)$/.exec(wanted || "")?.[0] || "";
  function refill(first) {
    const { sizes, size: usual, about: words } = current();
    const from = bare.split(":").at(-1);
    size.replaceChildren(...[...new Set([...sizes, ...(first && sizes.length && /^\d+x\d+$/.test(from) ? [from] : [])])].map((one) => h("option", { value: one }, text.size(one))));
    size.value = first && [...size.options].some(({ value }) => value === from) ? from : usual;
    sizeField.hidden = sizes.length === 0;
    about.textContent = words;
  }
  refill(true);
  const value = () => gameName(current(), size.value) + switches;
  game.addEventListener("change", () => { switches = ""; refill(false); changed(value()); });
  size.addEventListener("change", () => changed(value()));
  return { element: h("div", { class: "pair" }, field(text.start.game, game, about), sizeField), value };
}

/** A file button for records. */
export function loadButton(opened) {
  const input = h("input", { type: "file", id: "record", class: "hidden", accept: ".pgn,.sgf,.jsonl,.json,.txt", on: { change: () => input.files[0] && opened(input.files[0]) } });
  return h("span", { class: "file" }, input, h("label", { for: "record", class: "button" }, text.start.load));
}

/** Pebbles strewn over an empty board: the picture beside the panel is for show. */
function strewn(scene) {
  if (!scene.board.lines) return scene;
  const { first, second } = scene.sides;
  const rows = scene.board.lines.map((line, r) => [...line].map((cell, c) => {
    const dice = (r * 31 + c * 17 + r * c * 7) % 11;
    const centre = r * 2 + 1 === scene.board.rows && c * 2 + 1 === scene.board.columns;
    return cell !== "." || centre || dice > 4 ? cell : (dice % 2 ? first : second).letter;
  }).join(""));
  return { ...scene, board: { ...scene.board, lines: rows } };
}

export async function startView(main, params, { open, load, alive }) {
  const words = text.start;
  const games = await api.games();
  if (!alive()) return undefined;
  const board = new Board();
  const error = h("p", { class: "error", role: "alert" });
  const seats = h("div", { class: "pair" });
  const picture = h("div", { class: "hero-board", "aria-hidden": "true", inert: true }, board.element);
  const clock = select({ id: "clock" }, words.clocks, "");
  const start = h("button", { type: "submit", id: "start", class: "primary" }, words.start);
  let position = params.position;
  let chosen = { first: params.first || "human", second: params.second || "level:3" };
  let first = null;
  let second = null;

  async function refresh(game) {
    error.textContent = "";
    start.disabled = true;
    try {
      const [players, scene] = await Promise.all([api.players(game), api.scene(game, position)]);
      if (!alive() || chooser.value() !== game) return;
      if (first) chosen = { first: first.value(), second: second.value() };
      first = seat("seat-first", words.first(scene.sides.first.name), players, chosen.first);
      second = seat("seat-second", words.second(scene.sides.second.name), players, chosen.second);
      seats.replaceChildren(first.element, second.element);
      board.show(position ? scene : strewn(scene));
      start.disabled = false;
    } catch (problem) {
      error.textContent = problem.message;
    }
  }
  const from = h("p", { class: "from", hidden: !position }, words.fromPosition, " ", h("code", {}, position || ""), " ",
    button(words.asIs, () => { position = undefined; from.hidden = true; refresh(chooser.value()); }, { class: "plain" }));
  const chooser = gameChooser(games, params.game, (game) => {
    position = undefined;
    from.hidden = true;
    refresh(game);
  });
  async function submit(event) {
    event.preventDefault();
    const [seconds, increment] = clock.value.split(" ").map(Number);
    start.disabled = true;
    try {
      await open({
        game: chooser.value(), position, first: first.value(), second: second.value(),
        clock: clock.value ? { seconds, increment } : undefined,
      });
    } catch (problem) {
      error.textContent = problem.message;
      start.disabled = false;
    }
  }
  main.replaceChildren(h("div", { class: "hero" },
    h("form", { class: "card", on: { submit } },
      h("h1", {}, words.title), h("p", { class: "lead" }, words.lead),
      chooser.element, from, seats, field(words.clock, clock), error,
      h("div", { class: "row" }, start,
        button(words.edit, () => { location.hash = `setup&game=${encodeURIComponent(chooser.value())}`; }, { id: "edit" }),
        loadButton(load)),
      h("p", { class: "quiet" }, words.loadHelp)),
    picture));
  await refresh(chooser.value());
  return () => board.close();
}
