// The papers: what came out of each experiment, what is here as it says, its champions to play against, and how to run it oneself.
import { button, drawInto, field, h, select } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";
import { markdown } from "/static/markdown.js";

const words = text.papers;

export async function papersView(main, params, { alive }) {
  const papers = await api.papers();
  if (!alive()) return;
  const card = ({ name, title, question }) => h("li", { class: "card" },
    h("h2", {}, h("a", { href: `#paper=${encodeURIComponent(name)}` }, question)), h("p", { class: "quiet" }, title));
  main.replaceChildren(h("h1", {}, words.title), h("p", { class: "lead" }, words.lead), h("ul", { class: "papers" }, papers.map(card)));
}

/** A figure of the server's own, as it drew it. */
function figure(svg, title) {
  const node = drawInto(h("figure", {}), svg);
  node.prepend(h("figcaption", {}, title));
  return node;
}

/** Buttons that open a game against the champions. */
function champions(paper, app) {
  if (!paper.champions.length) return h("p", { class: "quiet" }, words.noChampions);
  const error = h("p", { class: "error", role: "alert" });
  const side = select({ id: "your-side" }, [["first", text.learn.firstSide], ["second", text.learn.secondSide]]);
  const against = ({ spec, game }) => {
    const seats = side.value === "first" ? { first: "human", second: spec } : { first: spec, second: "human" };
    app.open({ game, ...seats }).catch((problem) => { error.textContent = problem.message; });
  };
  const one = (champion) => button(words.against(champion.name.split("/").slice(1).join(" ")), () => against(champion));
  return [field(text.learn.yourSide, side), h("div", { class: "row" }, paper.champions.map(one)), error];
}

function studies({ name, studies: all }) {
  const row = (study, i) => h("tr", {}, h("th", { scope: "row" }, study.about), h("td", {}, words.minutes(study.minutes)),
    h("td", {}, h("code", {}, `petteia reproduce ${name}${i ? ` --study ${study.name}` : ""} --threads 2`)));
  return [h("p", {}, words.runHelp), h("div", { class: "scroll", tabindex: "0" }, h("table", {},
    h("thead", {}, h("tr", {}, words.studyColumns.map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, all.map(row))))];
}

export async function paperView(main, params, app) {
  const paper = await api.paper(params.paper);
  if (!app.alive()) return;
  const drawn = (path, title) => (paper.figures[path] ? figure(paper.figures[path], title) : null);
  const section = (id, title, ...nodes) => h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), nodes);
  // The page's own title is that of the document.
  const [title, ...results] = markdown(paper.results, 1, drawn);
  main.replaceChildren(
    h("p", {}, h("a", { href: "#papers" }, words.back)), title, h("p", { class: "quiet" }, paper.title),
    h("section", { class: "document" }, results),
    section("champions-title", words.champions, champions(paper, app)),
    section("studies-title", words.run, studies(paper)),
    h("details", { class: "document" }, h("summary", {}, words.conformance), markdown(paper.conformance, 2)));
}
