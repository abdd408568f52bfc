// The tools of the hand, the noise, and what can be broken.

import { byId, fill, make } from "./dom.js";
import { chooseTool, send } from "./hand.js";
import { text } from "./texts.js";

const TOOLS = ["hand", "slide", "stack", "knock", "break"];
const NOISES = ["clean", "normal", "rough"];
const BREAKS = ["stuck-on", "stuck-off", "chatter", "coupled"];
const FAULTS = ["absent", "held", "brown-out", "gap"];
const LASTS_S = [1, 5, 20];
const GAP_S = 1;

let tool = "hand";
let breaks = BREAKS[0];
let chip = "";
let lasts = "5";

/** The first look of the tools; the rest follows with `drawTools`. */
export function startTools() {
  choose("hand");
}

function choose(name) {
  tool = name;
  chooseTool(name, (point, other) => breakAt(point, other));
}

function breakAt(point, other) {
  const coupled = breaks === "coupled" && other && other !== point ? { other } : {};
  send({ act: "break", what: breaks, point, ...coupled });
}

/** Draws the tools for what the board has told. */
export function drawTools(found) {
  const language = document.documentElement.lang;
  fill(byId("bench-tools"), [language, tool, breaks].join(), [
    radios("bench.tools", (name) => text(`bench.tool.${name}`), TOOLS, tool, (name) => {
      choose(name);
      drawTools(found);
    }),
    make("p", { class: "quiet", id: "bench-how" }, text(`bench.how.${tool}`)),
    tool === "break" ? select("bench.break.label", BREAKS.map((each) => [each, text(`bench.break.${each}`)]), breaks,
      (value) => (breaks = value)) : null,
    make("button", { type: "button", id: "bench-set-up", onclick: (event) => send({ act: "set-up" }, event.currentTarget) }, text("bench.set_up")),
  ].filter(Boolean));
  drawWrong(found, language);
}

function drawWrong(found, language) {
  const chips = found.chips ?? [];
  const names = chips.map(([bus, address]) => `${bus} ${address}`);
  if (!names.includes(chip)) chip = names[0] ?? "";
  const broken = [...Object.keys(found.stuck ?? {}), ...(found.coupled ?? []).map((pair) => pair.join("→")), ...(found.chatter ?? [])];
  const faults = (found.faults ?? []).map((fault) => `${fault.where}: ${fault.what}`);
  fill(byId("bench-wrong"), JSON.stringify([language, found.noise, names, broken, faults]), [
    make("h3", {}, text("bench.noise.label")),
    radios("bench.noise.label", (name) => text(`bench.noise.${name}`), NOISES, found.noise, (level) => send({ act: "noise", level })),
    make("h3", {}, text("bench.faults")),
    make("div", { class: "pair" },
      select("bench.chip", chips.map(([bus, address], n) => [names[n], chipName(bus, address)]), chip, (value) => (chip = value)),
      select("bench.lasts", LASTS_S.map((n) => [String(n), text("bench.seconds", { n })]), lasts, (value) => (lasts = value))),
    make("div", { class: "choices" }, ...FAULTS.map((what) =>
      make("button", { type: "button", data: { fault: what }, onclick: (event) => disturb(what, event.currentTarget) }, text(`bench.fault.${what}`)))),
    ...faults.map((words) => make("p", { class: "bad" }, words)),
    broken.length ? make("p", { class: "bad" }, text("bench.broken", { points: broken.join(" ") })) : null,
    make("button", { type: "button", id: "bench-mend", onclick: () => send({ act: "mend" }) }, text("bench.mend")),
  ].filter(Boolean));
}

const chipName = (bus, address) => text("bench.chip_name", { bus: bus + 1, address: `0x${address.toString(16)}` });

function disturb(what, near) {
  const [bus, address] = chip.split(" ").map(Number);
  const seconds = what === "gap" ? Math.min(Number(lasts), GAP_S) : Number(lasts);
  const where = what === "gap" ? {} : what === "held" ? { bus } : { bus, address };
  send({ act: "disturb", what, for_ms: 1000 * seconds, ...where }, near);
}

/** A row of buttons of which one is chosen. The arrow keys go along it. */
function radios(label, wording, names, chosen, choosing) {
  const group = make("div", { class: "radios", role: "radiogroup", "aria-label": text(label) }, ...names.map((name) =>
    make("button", { type: "button", role: "radio", "aria-checked": String(name === chosen), tabindex: name === chosen ? "0" : "-1",
      data: { choice: name }, onclick: () => choosing(name) }, wording(name))));
  group.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = names[(names.indexOf(event.target.dataset.choice) + step + names.length) % names.length];
    const holder = group.parentElement;
    choosing(next);
    holder.querySelector(`[data-choice="${next}"]`)?.focus();
  });
  return group;
}

function select(label, options, chosen, choosing) {
  const list = make("select", { onchange: (event) => choosing(event.currentTarget.value) }, ...options.map(([value, words]) =>
    make("option", value === chosen ? { value, selected: "" } : { value }, words)));
  return make("label", { class: "field" }, text(label), list);
}
