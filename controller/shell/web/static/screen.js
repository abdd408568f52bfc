// What a viewer chooses for one screen, beside language and colours: sounds, arrows, a keyboard, the full screen.

import { byId, make } from "./dom.js";
import { text } from "./texts.js";

const CHOICES = ["sound", "arrows", "keyboard"];
let changed = () => {};

/** Whether it is chosen; the board's configuration may have chosen it for all its screens (`data-keyboard`). */
export function chosen(name) {
  return (remembered(name) ?? document.documentElement.dataset[name] ?? "off") === "on";
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function choose(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // A browser without storage forgets the choice; nothing else is lost.
  }
  changed(name);
}

/** Lets the button in the head open the dialog; `then` is told what was chosen anew. */
export function startScreen(then) {
  changed = then;
  const dialog = byId("screen");
  byId("more").addEventListener("click", () => {
    fillDialog(dialog);
    dialog.showModal();
  });
  document.addEventListener("fullscreenchange", () => dialog.open && fillDialog(dialog));
}

function fillDialog(dialog) {
  const full = Boolean(document.fullscreenElement);
  const ticks = CHOICES.map((name) => make("label", { class: "tick" }, make("span", {}, text(`screen.${name}`)),
    make("input", { type: "checkbox", name, ...(chosen(name) ? { checked: "" } : {}), onchange: (event) => choose(name, event.target.checked) })));
  const turn = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  dialog.replaceChildren(
    make("header", {}, make("h2", { id: "screen-title" }, text("screen.title")),
      make("button", { type: "button", onclick: () => dialog.close() }, text("action.close"))),
    make("div", { class: "group" }, ...ticks),
    document.fullscreenEnabled ? make("button", { type: "button", data: { step: "full" }, onclick: turn }, text(full ? "screen.window" : "screen.full")) : "");
}
