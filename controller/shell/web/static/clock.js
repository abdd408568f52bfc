// The two faces of the clock. They count down by themselves between two states of the board.

import { make } from "./dom.js";
import { command } from "./orders.js";
import { sound } from "./sounds.js";
import { sideName, text } from "./texts.js";
import { may } from "./visitor.js";

const TICK_MS = 100;
export const LAST_MS = 120_000; // the last two minutes
const FULL = 7; // signs of a time that fits at full size: h:mm:ss
const LOW = "0:30"; // is heard
const NOT_STARTED = "not-started";

/** Stages in which a clock can be pressed. */
export const GOING = new Set(["play", "question", "choice"]);

let shown = null; // {clock, hourglass, sinceMs}: sinceMs is the moment of this page for which the clock is right

/** Lets the faces count down. */
export function startClocks() {
  setInterval(tick, TICK_MS);
}

/** Takes the clock of one state; `at_us` of the state says how old it is. */
export function setClock({ at_us: nowUs, view }) {
  const { clock, time_control: control } = view;
  const sinceMs = performance.now() - Math.max(0, (nowUs - (clock?.at_us ?? 0)) / 1000);
  shown = clock && { clock, hourglass: control?.startsWith("~"), sinceMs };
  tick();
}

/** Whether this screen may press the clock of a side now. */
export function pressable(state, side) {
  const { clock, stage, side_to_move: toMove } = state.view;
  if (!clock || clock.mode !== "pressed" || !GOING.has(stage) || !may(state, side, "press-clock")) return false;
  return clock.running === side || (clock.stopped === NOT_STARTED && side !== toMove);
}

/** One side's face: a button where this screen may press it; and its time for screen readers. */
export function faceOf(clock, side, canPress) {
  const how = clock.sides[side].fell ? " fell" : clock.running === side ? " running" : "";
  const time = make("span", { class: "time", "aria-hidden": "true" });
  const told = make("span", { class: "unseen", role: "timer" });
  const label = text("clock.press", { side: sideName(side) });
  const face = !canPress ? make("span", { class: `face${how}` }, time) : make("button", {
    type: "button", class: `face${how}`, data: { command: "press-clock", role: side }, title: label,
    onclick: (event) => command(side, "press-clock", {}, event.currentTarget.closest("#players")),
  }, time, make("span", { class: "unseen" }, label));
  return [face, told];
}

/** What is said of a face beside its time; it changes only with a state. */
export function notesOf({ moves_to_go: toGo, byo_yomi_left: periods, period, fell }) {
  return [
    fell ? text("clock.flag") : "",
    periods ? text("clock.periods", { count: periods }) : period > 1 ? text("clock.period", { count: period }) : "",
    toGo ? text("clock.to_go", { count: toGo }) : "",
  ].filter(Boolean);
}

/** A time as the board's own displays show it: rounded up, so that nought is a flag that has fallen. */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What a side has left when time has passed on a clock. */
export function leftMs(clock, side, passedMs, hourglass) {
  const { remaining_ms: restMs, delay_ms: delayMs } = clock.sides[side];
  if (!clock.running) return restMs;
  return restMs - (side === clock.running ? Math.max(0, passedMs - (delayMs ?? 0)) : hourglass ? -passedMs : 0);
}

function tick() {
  if (!shown) return;
  const { clock, hourglass, sinceMs } = shown;
  const passedMs = performance.now() - sinceMs;
  for (const row of document.querySelectorAll("#players .player")) {
    const { side } = row.dataset;
    const left = leftMs(clock, side, passedMs, hourglass);
    const words = timeText(left);
    const time = row.querySelector(".time");
    if (time.textContent === words) continue;
    time.textContent = words;
    row.querySelector(".face").toggleAttribute("data-long", words.length > FULL);
    row.querySelector("[role=timer]").textContent = words;
    row.querySelector(".face").classList.toggle("last", left <= LAST_MS);
    if (clock.running === side && words === LOW) sound("low");
  }
}
