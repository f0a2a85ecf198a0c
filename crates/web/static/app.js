// The start of the page: language, colours, header, the view that the address names, and records dropped on the page.
import { button, h, show } from "/static/dom.js";
import { text } from "/static/text.js";
import { api, keepToken } from "/static/api.js";
import { startView } from "/static/start.js";
import { tableView } from "/static/play.js";
import { setupView } from "/static/setup.js";
import { learnView, runView, togetherView } from "/static/learn.js";
import { paperView, papersView } from "/static/papers.js";

const main = document.getElementById("main");
const THEME = "petteia-theme";

// Views by the first word of the address's fragment: #table=ID, #setup&game=…, #learn
const views = { play: startView, game: sharedView, table: tableView, setup: setupView, learn: learnView, run: runView, together: togetherView, papers: papersView, paper: paperView, about: aboutView };
const section = { play: "play", game: "play", table: "play", setup: "play", learn: "learn", run: "learn", together: "learn", papers: "papers", paper: "papers", about: "about" };
const titles = { play: text.nav.play, setup: text.setup.title, learn: text.nav.learn, run: text.nav.learn, together: text.nav.learn, papers: text.nav.papers, paper: text.nav.papers, about: text.nav.about };

let leave = null;
let visit = 0;

function route() {
  const fragment = location.hash.slice(1) || "play";
  const params = Object.fromEntries(new URLSearchParams(fragment));
  const [name] = Object.keys(params);
  return { name: views[name] ? name : "play", params };
}

async function enter(first) {
  const { name, params } = route();
  const here = ++visit;
  leave?.();
  leave = null;
  document.title = titles[name] ? `${titles[name]} – ${text.name}` : text.name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.section === section[name]) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren(h("h1", { class: "quiet" }, text.loading));
  main.className = `view-${name}`;
  const app = { open, load, noted, fail, keys, alive: () => here === visit };
  try {
    const close = await views[name](main, params, app);
    if (here === visit) leave = close || null;
    else close?.();
  } catch (error) {
    if (here === visit) fail(error.message);
  }
  if (!first && here === visit) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

/** A view that could not be shown, and the way back. */
function fail(sentence) {
  main.replaceChildren(h("div", { class: "card" }, h("h1", {}, text.name), h("p", { class: "error", role: "alert" }, sentence),
    h("p", {}, h("a", { class: "button primary", href: "#play" }, text.nav.play))));
}

/** Sets up a table and goes to it. Why a record goes no further is said there. */
async function open(body) {
  const { id, broken } = await api.newTable(body);
  note = broken;
  location.hash = `table=${encodeURIComponent(id)}`;
}

let note = null;
/** What there is to say about the table that was opened, once. */
function noted() {
  const said = note;
  note = null;
  return said;
}

async function load(file) {
  try {
    const record = await file.text();
    const games = await api.records(record);
    const number = games.length > 1 ? await choose(games) : 1;
    if (number) await open({ record, number });
  } catch (error) {
    fail(error.message);
  }
}

/** Which game of a file is wanted: its number, or 0. */
async function choose(games) {
  const words = text.games;
  const list = games.map((game, i) => h("li", {}, h("button", { value: i + 1, disabled: game.error !== null, title: game.error }, game.error ?? words.line(game))));
  return Number(await show(h("dialog", { class: "ask", id: "games", "aria-labelledby": "games-title" }, h("form", { method: "dialog" },
    h("h2", { id: "games-title" }, words.title(games.length)), h("ol", {}, list), h("button", { value: 0, class: "plain" }, text.close)))));
}

/** A shared address: a table of its own for whoever opens it. It takes the address's place, so that going back does not make another one. */
async function sharedView(view, params) {
  view.replaceChildren(h("h1", {}, text.opening));
  const { game, position, first = "human", second = "human", steps } = params;
  const { id } = await api.newTable({ game, position, first, second, steps: steps ? steps.split(",") : undefined });
  location.replace(`#table=${encodeURIComponent(id)}`);
}

const keyTable = () => h("dl", { class: "keys" }, text.about.keys.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))));

function aboutView(view) {
  view.replaceChildren(h("div", { class: "card" }, h("h1", {}, text.about.title), text.about.paragraphs.map((words) => h("p", {}, words)),
    h("h2", {}, text.about.keysTitle), keyTable()));
}

function keys() {
  if (document.querySelector("dialog[open]")) return;
  show(h("dialog", { class: "ask", id: "keys", "aria-labelledby": "keys-title" }, h("form", { method: "dialog" },
    h("h2", { id: "keys-title" }, text.about.keysTitle), keyTable(), h("button", { class: "primary" }, text.close))));
}

function colours() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => localStorage.getItem(THEME);
  const current = () => kept() || (dark.matches ? "dark" : "light");
  const toggle = button("", () => {
    localStorage.setItem(THEME, current() === "dark" ? "light" : "dark");
    apply();
  }, { id: "theme", class: "plain icon" });
  function apply() {
    document.documentElement.dataset.theme = current();
    const next = text.theme[current() === "dark" ? "light" : "dark"];
    toggle.textContent = current() === "dark" ? "☀" : "☾";
    toggle.setAttribute("aria-label", next);
    toggle.title = next;
  }
  dark.addEventListener("change", apply);
  apply();
  return toggle;
}

function header() {
  const links = [["play", "#play"], ["learn", "#learn"], ["papers", "#papers"], ["about", "#about"]];
  document.getElementById("header").append(
    h("a", { class: "brand", href: "#play" }, text.name),
    h("nav", { "aria-label": text.nav.label }, links.map(([name, href]) => h("a", { href, "data-section": name }, text.nav[name]))),
    colours());
  const skip = document.getElementById("skip");
  skip.textContent = text.skip;
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
}

function dropping() {
  const sign = document.getElementById("drop");
  sign.textContent = text.dropHere;
  const files = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) sign.hidden = true; });
  addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    sign.hidden = true;
    if (event.dataTransfer.files[0]) load(event.dataTransfer.files[0]);
  });
}

document.documentElement.lang = text.lang;
document.documentElement.dir = text.dir;
keepToken();
header();
dropping();
addEventListener("hashchange", () => enter(false));
addEventListener("keydown", (event) => {
  if (event.key === "?" && !event.target.closest("input, textarea, select") && !main.querySelector(".table")) keys();
});
enter(true);
