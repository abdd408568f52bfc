// The log of a board, and the board as it stood at each of its moments.

import { timeText } from "./clock.js";
import { byId, fill, make } from "./dom.js";
import { button } from "./forms.js";
import { wordsOf } from "./log.js";
import { firstText, sideName, text } from "./texts.js";

const LOG_MAX = 500;
const SHOWN = new Set(["lifted", "placed", "touched", "obligation", "move", "question", "answered", "irregularity",
  "restore", "correction", "claim", "ruling", "penalty", "result", "clock", "game-started"]);
const TOLD_BY_LOG = new Set(["claim", "ruling", "penalty", "irregularity", "correction", "result", "clock"]);
const FAST_MS = 2_000; // a pause in the log is not waited out for longer

let moments = []; // {message, change}: what each message changed on the board; null where nothing is known
let at = null; // the place of the moment that is looked at; null for now
let playing = 0; // the timer of a replay that runs by itself
let redraw = () => {};
let drawnKey = ""; // the language that the list is drawn in

/** Begins with what the desk has kept. */
export function beginLog({ events, pictures }) {
  const before = moments;
  const looked = at === null ? null : before[at]?.message;
  moments = events.map((message, n) => ({ message, change: pictures[n] }));
  at = null;
  const newest = events.at(-1)?.seq ?? -1;
  for (const { message } of before) if (message.seq > newest) addEvent(message);
  const again = looked ? moments.findIndex(({ message }) => message.seq === looked.seq && message.epoch === looked.epoch) : -1;
  if (again >= 0) at = again;
}

/** Puts the log away with its board. */
export function forgetLog() {
  stop();
  moments = [];
  at = null;
  byId("events").dataset.key = "";
}

/** Takes one more message, in its place; whether it was new. */
export function addEvent(message) {
  let place = moments.length;
  while (place && moments[place - 1].message.epoch === message.epoch && moments[place - 1].message.seq > message.seq) place--;
  const before = moments[place - 1]?.message;
  if (before && before.seq === message.seq && before.epoch === message.epoch) return false;
  moments.splice(place, 0, { message, change: changeBy(message) });
  const extra = moments.length - LOG_MAX;
  if (extra > 0) fold(extra);
  if (at !== null) at = Math.max(0, at + (place <= at ? 1 : 0) - Math.max(0, extra));
  return true;
}

/** Of a message that comes while one looks on, what the hand did; what a move says besides, the desk's log tells. */
function changeBy({ type, point, man }) {
  if (type === "lifted") return { [point]: "" };
  return type === "placed" ? { [point]: man ?? "?" } : {};
}

/** Lets the oldest go; what they changed is in the first that stays. */
function fold(count) {
  const gone = moments.splice(0, count);
  const start = Object.assign({}, ...gone.map(({ change }) => change ?? {}), moments[0].change);
  moments[0] = { ...moments[0], change: start };
}

/** The moment that is looked at: the men then, what was touched, and what it was; null for now. */
export function picture() {
  if (at === null || !moments[at]) return null;
  const men = {};
  for (const { change } of moments.slice(0, at + 1)) Object.assign(men, change);
  for (const [point, man] of Object.entries(men)) if (!man) delete men[point];
  const { message } = moments[at];
  const { type, point, man } = message;
  const lamps = Object.fromEntries(pointsOf(message).map((each) => [each, LAMPS[type] ?? "last-move"]));
  return {
    men, lamps, gone: type === "lifted" && man ? { [point]: man } : {},
    touched: type === "touched" ? message.points : ["lifted", "placed"].includes(type) ? [point] : [],
    words: `${timeOf(message)} · ${describe(message)}`,
  };
}

const LAMPS = { irregularity: "extra", question: "question", lifted: "", placed: "", touched: "", obligation: "must-move" };

function pointsOf({ type, path, points, must_move: move, must_capture: capture, captured }) {
  if (type === "move") return [...(path ?? []), ...(captured ?? [])];
  if (type === "irregularity") return points ?? [];
  return type === "obligation" ? [...(move ?? []), ...(capture ?? [])] : [];
}

/** Draws the list and the buttons that step through it; `draw` draws the board. */
export function drawLog(key, draw) {
  redraw = draw;
  drawnKey = key;
  const shown = moments.map((each, n) => ({ ...each, n })).filter(({ message }) => SHOWN.has(message.type) && describe(message));
  const list = byId("events");
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  const mark = JSON.stringify([key, at, shown.length, shown.at(-1)?.message.seq, shown[0]?.message.seq]);
  if (list.dataset.key === mark) return;
  fill(list, mark, shown.map(({ message, n }, place) => line(message, n, shown[place - 1]?.message)));
  list.hidden = false;
  const chosen = list.querySelector("[aria-current]");
  if (chosen) chosen.scrollIntoView({ block: "nearest" });
  else if (atEnd) list.scrollTop = list.scrollHeight;
  drawSteps(key, shown.map(({ n }) => n));
}

function line(message, n, before) {
  const passed = before ? (message.at_us - before.at_us) / 1e6 : 0;
  const current = n === at ? { "aria-current": "step" } : {};
  return make("li", { data: { type: message.type } },
    make("button", { type: "button", data: { n }, onclick: () => go(n), ...current },
      make("span", { class: "at" }, timeOf(message)),
      make("span", { class: "passed" }, passed > 0 && passed < 3600 ? `+${passed.toFixed(1)}` : ""), describe(message)));
}

function drawSteps(key, places) {
  const step = (by) => () => {
    const here = at === null ? places.length : places.findIndex((n) => n >= at);
    const next = places[Math.min(places.length - 1, Math.max(0, here + by))];
    if (next !== undefined) go(next);
  };
  fill(byId("replay"), JSON.stringify([key, places.length, at === null, Boolean(playing)]), [
    labelled("hall.back", "◀", step(-1), { step: "back" }),
    labelled("hall.on", "▶", step(1), { step: "on" }),
    button(text(playing ? "hall.stop" : "hall.play"), () => (playing ? halt() : play(places)), { step: "play" }),
    ...(at === null ? [] : [button(text("hall.now"), () => go(null), { step: "now" })]),
  ]);
}

function labelled(name, sign, onclick, data) {
  const made = button(sign, onclick, data);
  made.setAttribute("aria-label", text(name));
  made.title = text(name);
  return made;
}

function go(n) {
  stop();
  show(n);
}

function show(n) {
  const focus = document.activeElement?.dataset ?? {};
  at = n;
  redraw();
  drawLog(drawnKey, redraw);
  const again = focus.step ? `#replay [data-step=${focus.step}]` : focus.n ? `#events [data-n="${focus.n}"]` : "";
  if (again) document.querySelector(again)?.focus({ preventScroll: true });
}

/** Shows moment after moment in the time that they took. */
function play(places) {
  const from = at === null || at >= places.at(-1) ? 0 : places.findIndex((n) => n > at);
  const next = (place) => {
    if (place >= places.length) return halt();
    const [now, then] = [moments[places[place]], moments[places[place + 1]]];
    const pause = then ? Math.min(FAST_MS, Math.max(0, (then.message.at_us - now.message.at_us) / 1000)) : 0;
    playing = setTimeout(() => next(place + 1), pause);
    show(places[place]);
  };
  next(Math.max(0, from));
}

function stop() {
  clearTimeout(playing);
  playing = 0;
}

function halt() {
  stop();
  show(at);
}

/** The time of day; where the board does not know it, the time since the first message that is kept. */
function timeOf({ wall, at_us: atUs }) {
  if (wall) return new Date(wall).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const since = atUs - (moments[0]?.message.at_us ?? atUs);
  return timeText(Math.floor(since / 1e6) * 1000);
}

/** A message in words. */
function describe(message) {
  const { type, point, side, man } = message;
  switch (type) {
    case "lifted":
    case "placed": return text(`hall.log.${type}`, { man: man ? nameOf(man) : text("restore.a_man"), point });
    case "touched": return text(message.points?.length ? "touched" : "touched.none", { side: sideName(side), points: (message.points ?? []).join(", ") });
    case "move": return moved(message);
    case "question": return text("hall.asks", { moves: (message.candidates ?? []).join(", ") });
    case "answered": return text("hall.log.answered", { move: message.move, side: sideName(message.by) });
    case "obligation": return obliged(message);
    case "restore": return message.done ? text("hall.log.restored") : firstText([`restore.${message.why}`, "restore.other"]);
    case "game-started": return text("hall.log.started");
    default: return TOLD_BY_LOG.has(type) ? wordsOf(message) : "";
  }
}

const nameOf = (letter) => firstText([`man.${byId("board").dataset.men}.${letter}`, `man.${letter}`]);

function moved({ notation, move, ply, legal, breach }) {
  const chinese = document.documentElement.lang.startsWith("zh") && notation?.chinese;
  const words = chinese || (Object.values(notation ?? {})[0] ?? move);
  const note = legal === false ? ` ⚠ ${text("moves.illegal")}` : breach ? ` ⚠ ${text("moves.breach")}` : "";
  return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${words}${note}`;
}

function obliged({ side, must_move: move, must_capture: capture, met, released }) {
  if (met || released) return "";
  const kind = move?.length && capture?.length ? "both" : move?.length ? "move" : capture?.length ? "capture" : "some";
  return text(`duty.${kind}`, { side: sideName(side), move: (move ?? []).join(", "), capture: (capture ?? []).join(", ") });
}
