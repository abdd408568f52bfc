// The two faces of the clock. They count down by themselves between two states of the board.

import { byId, fill, make } from "./dom.js";
import { command } from "./orders.js";
import { firstText, sideName, text } from "./texts.js";

const TICK_MS = 200;

let shown = null; // the newest clock, and when it came
let current = null; // the newest state, for the press

/** Draws the clock of one state; `at_us` of the state says how old its clock is. */
export function drawClock(state, key) {
  current = state;
  const { clock, players, stage } = state.view;
  const section = byId("clock");
  if (!clock) {
    shown = null;
    return fill(section, "", null);
  }
  const old = state.at_us === undefined ? 0 : (state.at_us - clock.at_us) / 1000;
  shown = { clock, since: performance.now() - Math.max(0, old) };
  const sides = Object.keys(players).reverse(); // who began sits below
  const marks = [key, clock.running, clock.flag, clock.stopped, stage, clock.sides];
  fill(section, JSON.stringify(marks), [
    ...sides.map((side) => face(side, clock)),
    clock.stopped && stage !== "ended" ? make("p", { class: "do" }, why(clock.stopped)) : null,
  ].filter(Boolean));
  tick();
}

/** One side's time; tapping it presses the clock. */
function face(side, clock) {
  const { moves_to_go: toGo, byo_yomi_left: periods, fell } = clock.sides[side];
  const notes = [
    typeof toGo === "number" ? text("clock.to_go", { count: toGo }) : "",
    periods ? text("clock.periods", { count: periods }) : "",
    fell ? text("clock.flag") : "",
  ].filter(Boolean);
  return make("button", {
    type: "button", class: `face ${side}${clock.running === side ? " running" : ""}`, data: { side },
    "aria-label": text("clock.press", { side: sideName(side) }),
    onclick: () => command(current, side, "press-clock", {}),
  }, make("span", { class: "time" }), make("span", { class: "notes" }, notes.join(" · ")));
}

function why(stopped) {
  const [kind, reason] = stopped.split(/:(.*)/s);
  return firstText([`stopped.${kind}`, "stopped.other"], { text: reason ?? kind });
}

/** Hours only where there are any: 1:29:58, 4:05. */
export function timeText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function tick() {
  if (!shown) return;
  const passed = performance.now() - shown.since;
  for (const element of byId("clock").querySelectorAll(".face")) {
    const { side } = element.dataset;
    const { remaining_ms: left, delay_ms: delay = 0 } = shown.clock.sides[side];
    const used = shown.clock.running === side ? Math.max(0, passed - delay) : 0;
    element.querySelector(".time").textContent = timeText(left - used);
  }
}

setInterval(tick, TICK_MS);
