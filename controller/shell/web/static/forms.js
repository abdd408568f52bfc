// What desks are made of: buttons, fields, groups.

import { make } from "./dom.js";
import { command } from "./orders.js";

/** A row of buttons and fields; null children are left out. */
export function row(...children) {
  return make("div", { class: "choices" }, ...children.filter(Boolean));
}

/** A form that may be longer than the screen: it scrolls above the row of its button. */
export function long(last, button, ...parts) {
  const found = row(button);
  found.classList.add("start");
  return make("section", { class: "long" }, make("div", { class: "scroll" }, ...parts), last, found);
}

export function button(label, onclick, data = {}) {
  return make("button", { type: "button", data, onclick }, label);
}

/** A button that gives a command; `args` may be a function, and `then` runs when it was obeyed. */
export function order(role, name, label, args = {}, then = () => {}) {
  return button(label, async (event) => {
    const near = event.currentTarget;
    const given = typeof args === "function" ? args(near) : args;
    if (given === null) return;
    const reply = await command(role, name, given, near);
    if (reply) then(reply);
  }, { command: name, role });
}

/** An input with its name. */
export function field(label, name, more = {}) {
  const input = make("input", { name, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...more });
  return make("label", { class: more.type === "checkbox" ? "tick" : "field" }, make("span", {}, label), input);
}

export function select(label, name, options) {
  const choices = options.map(([value, words]) => make("option", { value }, words));
  return make("label", { class: "field" }, make("span", {}, label), make("select", { name }, ...choices));
}

/** Some rows under a title. */
export function group(title, ...children) {
  return make("fieldset", { class: "group" }, make("legend", {}, title), ...children.filter(Boolean));
}

/** The same, folded until it is opened. */
export function folded(title, name, ...children) {
  return make("details", { class: "group", data: { part: name } }, make("summary", {}, title), ...children.filter(Boolean));
}

/** What is entered in the group round an element: text by name, true or false for ticks. */
export function entered(near) {
  const inputs = near.closest(".group, form, section").querySelectorAll("input, select, textarea");
  return Object.fromEntries([...inputs].map((each) =>
    [each.name, each.type === "checkbox" ? each.checked : each.value.trim()]));
}

/** The arguments without those that were left empty. */
export function filled(args) {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== "" && value !== undefined));
}
