// Small helpers that build HTML and SVG nodes. Outside text only ever becomes text nodes or attributes; `drawInto` is for the server's figures.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else if (key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: `h("button", { class: "plain", on: { click } }, "Undo")`. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** A button with a text. */
export const button = (label, click, props = {}) => h("button", { type: "button", ...props, on: { click } }, label);

/** A select; `options` are `[value, label]`, or `{ label, options }` for a group. */
export function select(props, options, chosen) {
  const node = h("select", props, options.map((option) => {
    if (!Array.isArray(option)) return h("optgroup", { label: option.label }, option.options.map(one));
    return one(option);
  }));
  if (chosen !== undefined) node.value = chosen;
  return node;
}
const one = ([value, label]) => h("option", { value }, label);

/** Puts what the server has drawn into a node: its own figures, no text of others. What scrolls sideways must be reachable by keyboard. */
export function drawInto(node, html) {
  node.innerHTML = html;
  for (const part of [node, ...node.querySelectorAll("pre, figure")]) if (part.matches("pre, figure")) part.tabIndex = 0;
  return node;
}

let fields = 0;
/** A control with its label above it. */
export function field(label, control, ...more) {
  control.id ||= `field-${++fields}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, ...more);
}

/** Asks in a dialog of the page; resolves to true or false. */
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "ask", "aria-labelledby": "question" }, h("form", { method: "dialog" },
      h("p", { id: "question" }, question),
      h("div", { class: "row" },
        h("button", { value: "no", class: "plain" }, no), h("button", { value: "yes", class: "danger", id: "confirm" }, yes))));
    show(dialog).then((value) => resolve(value === "yes"));
  });
}

/** Opens a dialog, and takes it off the page when it closes; resolves to the value of the button. */
export function show(dialog) {
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Whether things should not move on the screen. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A number from 0 to 1 that is always the same for the same seed: jitter that stays where it is. */
export function hash(seed) {
  let x = Math.imul(seed + 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
}

/** Tabs: `[id, label, panel]`. Arrow keys change the tab; `changed` hears the id. */
export function tabs(label, list, changed = () => {}) {
  const buttons = list.map(([id, title]) => h("button", {
    type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, on: { click: () => open(id) },
  }, title));
  const panels = list.map(([id, , content]) => h("div", {
    role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: "0",
  }, content));
  function open(id) {
    list.forEach(([other], i) => {
      buttons[i].setAttribute("aria-selected", String(other === id));
      buttons[i].tabIndex = other === id ? 0 : -1;
      panels[i].hidden = other !== id;
    });
    element.dataset.open = id;
    changed(id);
  }
  function key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (buttons.indexOf(event.target) + step + list.length) % list.length;
    open(list[next][0]);
    buttons[next].focus();
    event.preventDefault();
  }
  const element = h("div", { class: "tabs" },
    h("div", { role: "tablist", "aria-label": label, on: { keydown: key } }, buttons), panels);
  return { element, open };
}
