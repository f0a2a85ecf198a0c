// A small renderer for documents: headings, lists, tables, code, figures, bold, italics and links. It builds nodes and never parses HTML.
import { h } from "/static/dom.js";

const INLINE = /(`[^`]+`)|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** The nodes of a line: code, bold, italics, links and plain text. */
function inline(line) {
  const nodes = [];
  for (let rest = line; rest;) {
    const found = INLINE.exec(rest);
    if (!found) {
      nodes.push(rest);
      break;
    }
    nodes.push(rest.slice(0, found.index));
    const [all, code, bold, italic, label, target] = found;
    if (code) nodes.push(h("code", {}, code.slice(1, -1)));
    else if (bold) nodes.push(h("strong", {}, inline(bold)));
    else if (italic) nodes.push(h("em", {}, inline(italic)));
    // Files of the repository are not served; only whole addresses become links.
    else if (/^https?:/.test(target)) nodes.push(h("a", { href: target, rel: "noreferrer" }, inline(label)));
    else nodes.push(...inline(label));
    rest = rest.slice(found.index + all.length);
  }
  return nodes;
}

const FIGURE = /^!\[([^\]]*)\]\(([^)\s]+)\)\s*$/;
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const cellsOf = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
const startsBlock = (line) => /^(#{1,6}\s|```|\||!\[|\s*$)/.test(line) || ITEM.test(line);

/** The document as nodes; the first heading becomes `<h2>` where `top` is 2. Where it has a figure, `drawn(path, title)` gives the node. */
export function markdown(source, top = 2, drawn = () => null) {
  const lines = source.replace(/\r/g, "").split("\n");
  const nodes = [];
  let i = 0;
  let previous = top - 1;

  function heading(marks, words) {
    // A level is never skipped, whatever the text does.
    const level = Math.min(marks.length + top - 1, previous + 1, 6);
    previous = level;
    nodes.push(h(`h${level}`, {}, inline(words)));
  }
  function fence() {
    const body = [];
    for (i += 1; i < lines.length && !lines[i].startsWith("```"); i += 1) body.push(lines[i]);
    i += 1;
    nodes.push(h("pre", { tabindex: "0" }, body.join("\n")));
  }
  function table() {
    const rows = [];
    for (; i < lines.length && lines[i].startsWith("|"); i += 1) rows.push(cellsOf(lines[i]));
    const body = rows.slice(1).filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
    nodes.push(h("div", { class: "scroll", tabindex: "0" }, h("table", {},
      h("thead", {}, h("tr", {}, rows[0].map((cell) => h("th", { scope: "col" }, inline(cell))))),
      h("tbody", {}, body.map((row) => h("tr", {}, row.map((cell) => h("td", {}, inline(cell)))))))));
  }
  function list(indent) {
    const ordered = /\d/.test(ITEM.exec(lines[i])[2]);
    const items = [];
    while (i < lines.length) {
      const found = ITEM.exec(lines[i]);
      if (found && found[1].length === indent) {
        items.push(h("li", {}, inline(paragraph(found[3]))));
      } else if (found && found[1].length > indent && items.length) {
        items.at(-1).append(list(found[1].length));
      } else break;
    }
    return h(ordered ? "ol" : "ul", {}, items);
  }
  function paragraph(first) {
    const parts = [first];
    for (i += 1; i < lines.length && !startsBlock(lines[i]); i += 1) parts.push(lines[i].trim());
    return parts.join(" ");
  }

  while (i < lines.length) {
    const line = lines[i];
    const title = /^(#{1,6})\s+(.*)$/.exec(line);
    if (title) {
      heading(title[1], title[2]);
      i += 1;
    } else if (line.startsWith("```")) fence();
    else if (FIGURE.test(line)) {
      const [, title, path] = FIGURE.exec(line);
      nodes.push(drawn(path, title) ?? h("p", { class: "quiet" }, title));
      i += 1;
    } else if (line.startsWith("|")) table();
    else if (ITEM.test(line)) nodes.push(list(ITEM.exec(line)[1].length));
    else if (line.trim() === "") i += 1;
    else nodes.push(h("p", {}, inline(paragraph(line))));
  }
  return nodes;
}
