// The sensors page: asks the board twice a second how every sensor is, and draws a map of it.

import { byId, fill, make } from "./dom.js";
import { geometry } from "./geometry.js";
import { ask, order } from "./orders.js";
import { loadTexts, otherLanguage, setLanguage, text } from "./texts.js";

const ASK_MS = 500;
const MINUTE_S = 60;
const CROWDED = 13; // columns from which figures are too small to read
const HOTTEST = 75; // per cent of the colour, so that figures stay readable
const FULL = 1000; // of a field's strength
const VIEWS = {
  now: { figure: () => "", heat: (point) => (point.on ? 0.6 : 0) },
  changes: { figure: (point) => point.changes || "", heat: (point, most) => Math.log1p(point.changes) / Math.log1p(most.changes) },
  strength: { figure: (point) => point.strength ?? "", heat: (point) => Math.abs(point.strength ?? 0) / FULL },
  noise: { figure: (point) => point.noise ?? "", heat: (point, most) => (point.noise ?? 0) / most.noise },
};

const cells = new Map();
let plan = null;
let drawn = "";
let chosen = null;
let view = "now";
let state = null;
let answered = true;

function makeMap(game, options) {
  const wanted = JSON.stringify([game, options.size]);
  if (wanted === drawn) return;
  drawn = wanted;
  plan = geometry(game, options);
  cells.clear();
  const rows = [];
  for (let row = plan.rows - 1; row >= 0; row--) {
    const line = make("div", { role: "row", class: "cells-row" });
    for (let column = 0; column < plan.columns; column++) line.append(makeCell(plan.nameAt(column, row)));
    rows.push(line);
  }
  const root = document.documentElement;
  root.style.setProperty("--columns", plan.columns);
  root.style.setProperty("--rows", plan.rows);
  byId("cells").classList.toggle("small", plan.columns >= CROWDED);
  byId("cells").replaceChildren(...rows);
  choose(plan.nameAt(0, 0) ?? plan.nameAt(1, 0));
}

function makeCell(point) {
  if (!point) return make("div", { class: "cell none", role: "gridcell", "aria-hidden": "true" });
  const cell = make("button", { type: "button", class: "cell", role: "gridcell", tabindex: "-1", data: { point },
    onclick: () => choose(point), onfocus: () => choose(point) });
  cells.set(point, cell);
  return cell;
}

function choose(point) {
  if (!cells.has(point)) return;
  for (const [name, cell] of cells) {
    cell.tabIndex = name === point ? 0 : -1;
    cell.setAttribute("aria-selected", String(name === point));
  }
  chosen = point;
  drawPoint();
}

function moveFocus(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!step || !plan) return;
  event.preventDefault();
  let [column, row] = plan.points.get(chosen);
  do {
    column += step[0];
    row += step[1];
  } while (column >= 0 && row >= 0 && column < plan.columns && row < plan.rows && !plan.nameAt(column, row));
  cells.get(plan.nameAt(column, row))?.focus();
}

/** "5 s ago" */
function ago(point) {
  if (point.ago_ms === null) return text("sensors.never");
  const seconds = Math.round(point.ago_ms / 1000);
  if (seconds < MINUTE_S) return text("sensors.seconds_ago", { n: seconds });
  return text("sensors.minutes_ago", { n: Math.round(seconds / MINUTE_S) });
}

function levelOf(point) {
  if (point.on === null) return text("sensors.unknown");
  return text(point.on ? "sensors.occupied" : "sensors.empty");
}

function suspicion(point) {
  const symptom = state.suspects[point.point];
  return symptom ? text(`sensors.suspect.${symptom}`) : "";
}

function drawCells() {
  const most = {
    changes: Math.max(1, ...state.points.map((point) => point.changes)),
    noise: Math.max(1, ...state.points.map((point) => point.noise ?? 0)),
  };
  for (const point of state.points) {
    const cell = cells.get(point.point);
    if (!cell) continue;
    const { figure, heat } = VIEWS[view];
    const words = [point.point, levelOf(point), suspicion(point), view === "now" ? "" : `${text(`sensors.view.${view}`)} ${figure(point) || 0}`];
    const key = JSON.stringify([words, figure(point), heat(point, most)]);
    if (cell.dataset.key === key) continue;
    cell.dataset.key = key;
    cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
    cell.classList.toggle("on", point.on === 1);
    cell.classList.toggle("blind", point.on === null);
    cell.classList.toggle("suspect", point.point in state.suspects);
    cell.style.setProperty("--heat", `${Math.round(HOTTEST * Math.min(1, heat(point, most)))}%`);
    const sign = point.on === null ? "?" : point.point in state.suspects ? "!" : "";
    cell.replaceChildren(make("span", { class: "label" }, point.point), make("span", { class: "figure" }, String(figure(point))),
      ...(sign ? [make("span", { class: "sign", "aria-hidden": "true" }, sign)] : []));
  }
}

function drawPoint() {
  const point = state?.points.find((each) => each.point === chosen);
  if (!point) return fill(byId("point"), "", null);
  const rows = [
    ["sensors.level", levelOf(point)],
    ["sensors.suspected", suspicion(point)],
    ["sensors.strength", point.strength === null ? "" : text("sensors.thresholds", { strength: point.strength, enter: point.enter, leave: point.leave })],
    ["sensors.noise", point.noise === null ? "" : text("sensors.counts", { n: point.noise })],
    ["sensors.changes", String(point.changes)],
    ["sensors.last", ago(point)],
    ["sensors.where", point.where ?? ""],
  ].filter(([, words]) => words !== "");
  fill(byId("point"), JSON.stringify([document.documentElement.lang, chosen, rows]), [
    make("h2", {}, chosen),
    make("dl", {}, ...rows.flatMap(([name, words]) => [make("dt", {}, text(name)), make("dd", {}, words)])),
    point.point in state.suspects ? make("div", { class: "choices" },
      make("button", { type: "button", data: { command: "trust" }, onclick: (event) => trust(chosen, event.currentTarget) }, text("sensors.trust"))) : "",
  ]);
}

/** The technician has looked at it: from now on it is believed again. */
async function trust(point, near) {
  const { roles } = (await ask("/api/desk")) ?? { roles: [] };
  const role = ["operator", "arbiter"].find((each) => roles.includes(each)) ?? "operator";
  const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
  await order(`/api/commands/${role}/trust`, { id, args: { points: [point] } }, role, near);
}

function drawAttention() {
  const blind = state.points.filter((point) => point.on === null).map((point) => point.point);
  const suspects = Object.entries(state.suspects);
  const entries = [
    ...state.faults.map((fault) => [`${fault.where}: ${fault.what}`, fault.remedy]),
    ...state.notes.map((note) => [note, ""]),
    ...(blind.length ? [[text("sensors.blind", { points: blind.join(" ") }), ""]] : []),
    ...suspects.map(([point, symptom]) => [`${point}: ${text(`sensors.suspect.${symptom}`)}`, text(`sensors.remedy.${symptom}`)]),
  ];
  const section = byId("attention");
  section.classList.toggle("bad", entries.length > 0);
  fill(section, JSON.stringify([document.documentElement.lang, entries]), [
    make("h2", {}, text(entries.length ? "sensors.attention" : "sensors.well")),
    make("ul", {}, ...entries.map(([what, remedy]) => make("li", {}, make("p", {}, what), remedy ? make("p", { class: "do" }, remedy) : null))),
  ]);
}

function drawViews() {
  const field = state?.points.some((point) => point.strength !== null || point.noise !== null);
  const names = Object.keys(VIEWS).filter((name) => field || name === "now" || name === "changes");
  fill(byId("views"), JSON.stringify([document.documentElement.lang, names, view]), names.map((name) =>
    make("button", { type: "button", role: "radio", "aria-checked": String(name === view), data: { view: name },
      onclick: () => { view = name; draw(); byId("views").querySelector("[aria-checked=true]").focus(); } }, text(`sensors.view.${name}`))));
}

function rateWords() {
  if (!answered) return text("sensors.lost");
  if (!state?.scanning) return text("sensors.waiting");
  const kind = text(`sensors.kind.${state.kind}`);
  return text("sensors.rate", { kind, hz: Math.round(state.scan_hz), gaps: state.gaps });
}

function draw() {
  const words = rateWords();
  if (byId("rate").textContent !== words) byId("rate").textContent = words;
  byId("rate").classList.toggle("bad", !answered);
  document.body.classList.toggle("stale", !answered);
  if (!state) return;
  makeMap(state.game, state.options);
  drawViews();
  drawCells();
  drawPoint();
  drawAttention();
}

async function look() {
  if (!document.hidden) {
    const found = await ask("/api/sensors");
    answered = found !== null;
    state = found ?? state;
    draw();
  }
  setTimeout(look, ASK_MS);
}

async function start() {
  await loadTexts();
  document.title = text("sensors.title");
  byId("cells").addEventListener("keydown", moveFocus);
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    document.title = text("sensors.title");
    for (const cell of cells.values()) delete cell.dataset.key;
    draw();
  });
  look();
}

start();
