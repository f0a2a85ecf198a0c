// Position, links, records and other players for a running table.
import { button, field, h } from "/static/dom.js";
import { text } from "/static/text.js";
import { api } from "/static/api.js";
import { seat } from "/static/start.js";

const part = encodeURIComponent;

/** The address that opens a position with the same players. */
export function link(table) {
  const where = `game=${part(table.game)}&position=${part(table.scene.position)}&first=${part(table.seats.first)}&second=${part(table.seats.second)}`;
  return `${location.origin}${location.pathname}#${where}`;
}

/** `say` hears sentences for the player, `send` messages for the table. */
export function sharePanel(table, players, { say, send }) {
  const words = text.share;
  const position = h("input", { type: "text", id: "position", readonly: true, dir: "ltr" });
  const address = h("input", { type: "text", id: "link", readonly: true, dir: "ltr" });
  let current = table;
  async function copy(control) {
    try {
      await navigator.clipboard.writeText(control.value);
      say(words.copied);
    } catch {
      control.select();
      say(words.notCopied);
    }
  }
  const query = () => `game=${part(current.game)}&position=${part(current.scene.position)}`;
  const seats = ["first", "second"].map((side) => seat(`change-${side}`, table.names[side], players, table.seats[side]));
  return {
    element: h("div", {}, h("h2", {}, words.title),
      field(words.position, position), field(words.link, address),
      h("div", { class: "row" },
        button(words.copy, () => copy(position), { id: "copy-position" }), button(words.copyLink, () => copy(address), { id: "copy-link" })),
      h("div", { class: "row" },
        button(words.fromHere, () => { location.hash = `play&${query()}`; }, { id: "from-here" }),
        button(words.edit, () => { location.hash = `setup&${query()}`; }, { id: "edit-position" })),
      h("h3", {}, words.saveTitle),
      h("div", { class: "row" }, table.formats.map((format) => h("a", {
        class: "button", id: `save-${format}`, href: api.recordAddress(table.id, format), download: `${table.game.replace(/[^\w-]+/g, "-")}.${format}`,
      }, words.saveAs(format)))),
      h("h3", {}, words.seats),
      h("div", { class: "pair" }, seats.map((one) => one.element)),
      button(words.changeSeats, () => send({ do: "seats", first: seats[0].value(), second: seats[1].value() }), { id: "change-seats" })),
    set(next) {
      current = next;
      position.value = next.scene.position;
      address.value = link(next);
    },
  };
}
