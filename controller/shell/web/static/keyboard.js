// A keyboard for a kiosk that has none: letters, digits and signs. Pinyin is left to the system.

import { make } from "./dom.js";
import { chosen } from "./screen.js";
import { text } from "./texts.js";

const LAYOUTS = {
  letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  digits: ["1234567890", "-/:;()&@+=", ".,?!'*#"],
  signs: ["äöüßéèêáàâ", "çñøåæœšžčć", "łńśźżőű–·"],
};
const TYPED = "input:not([type=checkbox], [type=radio]), textarea";

let into = null; // the field that is written into
let layout = "letters";
let capitals = false;
let keys = null;

/** Shows the keyboard below whatever field has the focus, where this screen has chosen it. */
export function startKeyboard() {
  document.addEventListener("focusin", ({ target }) => {
    if (target.closest("#keys")) return;
    if (chosen("keyboard") && target.matches(TYPED)) open(target);
    else close();
  });
  document.addEventListener("close", close, true);
}

function open(field) {
  into = field;
  layout = field.inputMode === "numeric" || field.inputMode === "decimal" || field.type === "number" ? "digits" : "letters";
  keys ??= make("div", { id: "keys", role: "group" });
  (field.closest("dialog") ?? document.body).append(keys); // a modal dialog takes no presses beside it
  draw();
  keys.hidden = false;
  room(keys.offsetHeight);
  field.scrollIntoView({ block: "center" });
}

function close() {
  into = null;
  if (keys) keys.hidden = true;
  room(0);
}

/** The desk ends above the keys, its buttons too. */
const room = (px) => document.documentElement.style.setProperty("--keys", `${px}px`);

function key(label, press, wide = "", name = "") {
  // The field keeps the focus: a press of a key is no step away from it.
  return make("button", { type: "button", class: wide, tabindex: "-1", ...(name ? { "aria-label": name } : {}),
    onpointerdown: (event) => event.preventDefault(), onclick: press }, label);
}

function draw() {
  const lines = LAYOUTS[layout].map((line) => [...line].map((each) => {
    const sign = capitals ? each.toUpperCase() : each;
    return key(sign, () => write(sign));
  }));
  lines.at(-1).push(key("⌫", erase, "wide", text("key.back")));
  if (layout !== "digits") lines.at(-1).unshift(key("⇧", () => { capitals = !capitals; draw(); }, "wide", text("key.shift")));
  const others = Object.keys(LAYOUTS).filter((name) => name !== layout);
  lines.push([...others.map((name) => key(text(`key.${name}`), () => { layout = name; draw(); }, "wide")),
    key("␣", () => write(" "), "space", text("key.space")), key("✕", () => { into?.blur(); close(); }, "wide", text("key.close"))]);
  keys.replaceChildren(...lines.map((line) => make("div", { class: "line" }, ...line)));
}

function change(value, at) {
  if (!into || (into.maxLength >= 0 && value.length > into.maxLength)) return;
  into.value = value;
  if (into.type !== "number") into.setSelectionRange(at, at);
  into.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Where the next sign goes; a field of numbers does not tell. */
const place = () => [into.selectionStart ?? into.value.length, into.selectionEnd ?? into.value.length];

function write(sign) {
  const [from, to] = place();
  change(into.value.slice(0, from) + sign + into.value.slice(to), from + sign.length);
  if (capitals && layout === "letters") {
    capitals = false;
    draw();
  }
}

function erase() {
  const [from, to] = place();
  const start = from === to ? Math.max(0, from - 1) : from;
  change(into.value.slice(0, start) + into.value.slice(to), start);
}
