// The set-up page: a profile, its sensors seen live, the order in which they are wired, and what else is asked.

import { byId, fill, make } from "./dom.js";
import { geometry } from "./geometry.js";
import { headers, tokenHeld } from "./orders.js";
import { firstText, loadTexts, opening, otherLanguage, setLanguage, sideName, text, toldText } from "./texts.js";

const LOOK_MS = 250;
const HOTTEST = 75; // per cent of the colour, so that figures stay readable

let about = null; // what there is to choose from
let board = null; // the board that is open, as it is now
let drawn = "";
let hadTrouble = "";
const cells = new Map();

async function call(path, body) {
  const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const answer = await fetch(`/api/setup${path}`, { headers: headers(), cache: "no-store", ...more });
    const found = await answer.json();
    if (answer.ok) return found;
    if (found.held) drawHeld(found);
    else if (found.mistakes) wrong(found.mistakes);
    else say(() => (answer.status === 401 || answer.status === 403 ? text("setup.no_token") : found.fault ? faultText(found.fault) : reasonText(found.error)));
  } catch {
    say(() => text("games.unreachable"));
  }
  return null;
}

let said = () => "";

/** Shows words; they are asked for again where the language is another. */
function say(words) {
  said = words;
  byId("said").hidden = !words();
  byId("said").textContent = words();
}

const chinese = () => document.documentElement.lang.startsWith("zh");

/** What the board answers, in the visitor's language as far as there are words. */
function reasonText(reason) {
  const known = toldText(reason);
  return known === reason ? text("setup.mistake", { text: reason }) : known;
}

const faultText = ({ symptom, where, remedy }) => text("setup.fault", { where, what: text(`symptom.${symptom}`), remedy: text(`symptom.${symptom}.do`, { remedy }) });

const FIELDS = { "board.id": "id", "board.time_control": "time_control", "kiosk.port": "port", "mqtt.host": "broker", "journal.folder": "folder" };
let mistakes = [];

/** What is wrong with the answers, beside the button that was pressed; their fields are marked. */
function wrong(found) {
  mistakes = found;
  const marked = new Set(found.map(({ key }) => FIELDS[key]));
  for (const name of Object.values(FIELDS)) byId(name).ariaInvalid = marked.has(name) ? "true" : null;
  for (const name of marked) byId(name ?? "save").closest("details")?.setAttribute("open", "");
  const lines = found.map(({ key, text: what }) => {
    const label = document.querySelector(`label[for="${FIELDS[key]}"]`);
    return label ? text("setup.wrong", { field: label.textContent, what }) : reasonText(`${key}: ${what}`);
  });
  byId("wrong").hidden = !lines.length;
  byId("wrong").textContent = lines.join("\n");
  if (lines.length) byId("wrong").scrollIntoView({ block: "nearest" });
}

let held = null;

/** Another program has the electronics: what it is, and what can be done. */
function drawHeld(found) {
  held = found;
  byId("held").hidden = !held;
  if (!held) return;
  const stops = held.held === "service";
  byId("held").replaceChildren(
    make("p", {}, text(`setup.held.${held.held}`, { process: held.process })),
    ...(stops ? [make("button", { type: "button", class: "main", data: { step: "pause" }, onclick: pause }, text("setup.pause"))] : []));
  byId("held").scrollIntoView({ block: "center" });
}

async function pause() {
  const found = await call("/service", { what: "stop" });
  if (found) await choose();
}

async function goOn() {
  const found = await call("/service", { what: "start" });
  if (!found) return;
  about = found;
  board = null;
  byId("part-sensors").hidden = byId("part-answers").hidden = true; // its electronics are the service's again
  drawDone();
}

const chosen = () => about.profiles.find((each) => each.name === (about.chosen ?? byId("profile").value));

function nameOf({ name, game }) {
  if (name === "kept") return text("setup.kept", { file: about.file });
  if (name.startsWith("simulated-")) return text("setup.simulated", { game: text(`game.${game}`) });
  return firstText([`profile.${name}`, name]);
}

function drawProfiles() {
  const before = byId("profile").value || about.chosen;
  byId("profile").replaceChildren(...about.profiles.map((each) => make("option", { value: each.name }, nameOf(each))));
  if (before) byId("profile").value = before;
  drawAbout();
}

function drawAbout() {
  const found = about.profiles.find((each) => each.name === byId("profile").value);
  const { name, game, points, driver, kind, lamps } = found;
  const simulated = name.startsWith("simulated-");
  byId("about").textContent = (simulated ? [text("setup.points", { n: points })]
    : [opening(text(`game.${game}`)), text("setup.points", { n: points }), text(`sensors.kind.${kind}`), driver,
      lamps === "none" ? text("setup.no_lamps") : text("setup.lamps", { lamps })]).join(" · ");
}

async function choose() {
  say(() => "");
  drawHeld(null);
  const found = await call("/choose", { profile: byId("profile").value });
  about = found ?? (await call("")) ?? about;
  board = null;
  drawn = "";
  if (!about.chosen) return;
  fillAnswers();
  byId("part-sensors").hidden = byId("part-answers").hidden = false;
  byId("part-done").hidden = true;
  await look();
  byId("part-sensors").scrollIntoView({ block: "start" });
}

function box(group, role) {
  return make("label", {}, make("input", { type: "checkbox", name: group, value: role }), ` ${sideName(role)}`);
}

function fillAnswers() {
  const { values, roles, controls } = chosen();
  for (const name of ["id", "time_control", "port", "broker", "folder", "page_language", "page_theme"]) byId(name).value = values[name];
  byId("keyboard").checked = values.keyboard;
  byId("controls").replaceChildren(...controls.map((each) => make("option", { value: each })));
  byId("open_roles").replaceChildren(...roles.map((role) => box("open_roles", role)));
  byId("tokens").replaceChildren(...roles.map((role) => box("tokens", role)));
  for (const each of document.querySelectorAll("[name=open_roles]")) each.checked = values.open_roles.includes(each.value);
  for (const each of document.querySelectorAll("[name=network]")) each.checked = each.value === (values.network ? "yes" : "no");
}

/** The names of the roles in another language; what was answered stays. */
function relabel() {
  for (const each of document.querySelectorAll("[name=open_roles], [name=tokens]")) each.nextSibling.textContent = ` ${sideName(each.value)}`;
}

const ticked = (name) => [...document.querySelectorAll(`[name=${name}]:checked`)].map((each) => each.value);

async function save(event) {
  event.preventDefault();
  say(() => "");
  wrong([]);
  const found = await call("/save", {
    id: byId("id").value, time_control: byId("time_control").value, port: Number(byId("port").value), broker: byId("broker").value,
    folder: byId("folder").value, network: ticked("network")[0] === "yes", open_roles: ticked("open_roles"), tokens: ticked("tokens"),
    page_language: byId("page_language").value, page_theme: byId("page_theme").value, keyboard: byId("keyboard").checked,
  });
  if (!found) {
    if (!mistakes.length) byId("said").scrollIntoView({ block: "center" });
    return;
  }
  done = { ...found, paused: about.stopped };
  drawDone();
  byId("part-done").hidden = false;
  byId("part-done").focus();
  byId("part-done").scrollIntoView({ block: "start" });
}

let done = null; // what was saved

function drawDone() {
  if (!done) return;
  const tokens = Object.entries(done.tokens);
  const reach = done.reach.map((line) => make("li", {}, chinese() ? line.zh : line.en));
  const trial = about.simulated && !about.chosen.startsWith("simulated-");
  const next = about.stopped ? [make("p", {}, text("setup.paused")),
    make("button", { type: "button", class: "main", data: { step: "go-on" }, onclick: goOn }, text("setup.go_on"))]
    : done.paused ? [make("p", {}, text("setup.runs_again"))]
    : trial ? [make("p", {}, text("setup.trial"))]
    : [make("p", {}, text("setup.then")), make("p", {}, make("code", {}, `${about.program} run --config ${done.file}`))];
  byId("part-done").replaceChildren(
    make("h2", {}, text("setup.done")),
    make("p", {}, text("setup.written", { file: done.file })),
    ...(done.calibration ? [make("p", {}, text("setup.levels_written", { file: done.calibration }))] : []),
    ...(done.copy ? [make("p", {}, text("setup.copied", { file: done.copy }))] : []),
    ...(tokens.length ? [make("p", {}, text("setup.tokens_made")), make("dl", {}, ...tokens.flatMap(([role, token]) =>
      [make("dt", {}, sideName(role)), make("dd", {}, make("code", {}, token))]))] : []),
    ...next,
    make("h3", {}, text("setup.reach")), make("ul", {}, ...reach),
  );
}

function makeMap(game, options) {
  const wanted = JSON.stringify([game, options.size]);
  if (wanted === drawn) return;
  drawn = wanted;
  const plan = geometry(game, options);
  cells.clear();
  const rows = [];
  for (let row = plan.rows - 1; row >= 0; row--) {
    const line = make("div", { role: "row", class: "cells-row" });
    for (let column = 0; column < plan.columns; column++) line.append(cellOf(plan.nameAt(column, row)));
    rows.push(line);
  }
  document.documentElement.style.setProperty("--columns", plan.columns);
  document.documentElement.style.setProperty("--rows", plan.rows);
  byId("cells").classList.toggle("small", plan.columns > 12);
  byId("cells").replaceChildren(...rows);
}

function cellOf(point) {
  if (!point) return make("div", { class: "cell none", role: "gridcell", "aria-hidden": "true" });
  const cell = make("button", { type: "button", class: "cell", role: "gridcell", data: { point }, onclick: () => put(point) });
  cells.set(point, cell);
  return cell;
}

/** On a simulated board a tap puts a piece down, or takes the one that stands there. */
async function put(point) {
  if (board?.men) take(await call("/put", { point }));
}

function take(found) {
  if (!found) return;
  board = found;
  makeMap(board.game, board.options);
  drawCells();
  drawLearning();
  drawMeasuring();
}

function drawCells() {
  const on = new Set(board.on);
  const unknown = new Set(board.unknown);
  const walk = board.learning;
  const given = board.calibration?.given ?? {};
  const most = Math.max(1, ...Object.values(given));
  for (const [point, cell] of cells) {
    // While the order is unknown, what a sensor says of a point says nothing: only the pieces are shown.
    const stands = board.men && point in board.men;
    const felt = walk?.next ? false : on.has(point);
    cell.classList.toggle("on", felt);
    cell.classList.toggle("stands", Boolean(stands));
    cell.classList.toggle("blind", unknown.has(point));
    cell.classList.toggle("wanted", walk?.next === point);
    const words = [`${point} ${given[point] ?? ""}`.trim(), stands ? text("setup.piece") : "", text(felt ? "sensors.occupied" : "sensors.empty")];
    cell.style.setProperty("--heat", given[point] ? `${Math.round((HOTTEST * given[point]) / most)}%` : "0%");
    const key = JSON.stringify([words, walk?.next === point, given[point]]);
    if (cell.dataset.key === key) continue;
    cell.dataset.key = key;
    cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
    cell.replaceChildren(make("span", { class: "label" }, point), ...(given[point] ? [" ", make("span", { class: "figure" }, String(given[point]))] : []));
  }
}

function drawLearning() {
  const { learning: walk, faults, learnt, men, channels } = board;
  const asks = walk?.next ?? null;
  const can = chosen()?.learns ?? false;
  byId("faults").hidden = !faults.length;
  byId("faults").textContent = faults.map(faultText).join("\n");
  byId("sensors-hint").textContent = text(men ? "setup.sensors_simulated" : "setup.sensors_real");
  byId("learn").hidden = !can || asks !== null;
  byId("learn-back").hidden = byId("learn-stop").hidden = asks === null;
  const status = asks !== null
    ? text("setup.put", { point: asks, done: walk.done, all: walk.all })
    : learnt ? text("setup.learnt") : can ? text("setup.may_learn") : "";
  if (byId("wanted").textContent !== status) byId("wanted").textContent = status;
  byId("wanted").classList.toggle("asks", asks !== null);
  const bad = asks === null ? ""
    : walk.stuck ? text("setup.stuck", { n: walk.stuck })
    : walk.trouble ? text(`setup.trouble.${walk.trouble}`, { point: walk.known }) : "";
  if (bad !== hadTrouble) byId("trouble").textContent = hadTrouble = bad;
  byId("trouble").hidden = !bad;
  byId("cells").dataset.channels = channels.join(" ");
}

/** Levels of field sensors: the empty board first, then the pieces; then each point has what a piece gives there. */
function drawMeasuring() {
  const measured = board.calibration;
  byId("measure-line").hidden = !measured;
  if (!measured) return;
  const busy = measured.measuring !== null;
  const many = Object.keys(measured.given).length;
  const how = measured.array ? "array" : "stones"; // of a game without an array
  const words = busy ? text("setup.measuring")
    : many ? text(`setup.measured.${how}`, { n: many, all: measured.all })
    : measured.empty ? text(`setup.next.${how}`) : text("setup.measure_first");
  if (byId("measured").textContent !== words) byId("measured").textContent = words;
  byId("measure-empty").disabled = busy;
  byId("measure-array").disabled = busy || !measured.empty;
  const notes = [...(measured.trouble ? [reasonText(measured.trouble)] : []),
    ...measured.notes.map(({ trouble, point }) => text(`level.${trouble}`, { point }))];
  fill(byId("measure-notes"), notes.join("\n"), notes.length ? notes.map((note) => make("li", {}, note)) : null);
}

async function look() {
  if (!byId("part-sensors").hidden) take(await call("/board"));
}

async function follow() {
  await look();
  setTimeout(follow, LOOK_MS);
}

async function start() {
  await loadTexts();
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    if (about) drawProfiles();
    relabel();
    drawHeld(held);
    wrong(mistakes);
    say(said);
    drawDone();
    for (const cell of cells.values()) delete cell.dataset.key;
    if (board) take(board);
  });
  byId("profile").addEventListener("change", drawAbout);
  byId("choose").addEventListener("click", choose);
  byId("part-answers").addEventListener("submit", save);
  for (const [id, what] of [["learn", "start"], ["learn-back", "back"], ["learn-stop", "stop"]]) {
    byId(id).addEventListener("click", async () => take(await call("/learn", { what })));
  }
  for (const what of ["empty", "array"]) {
    byId(`measure-${what}`).addEventListener("click", async () => take(await call("/measure", { what })));
  }
  if (!tokenHeld()) {
    say(() => text("setup.no_token"));
  } else if ((about = await call(""))) {
    byId("part-board").hidden = false;
    drawProfiles();
    if (about.chosen) await choose();
  }
  document.body.dataset.ready = "yes";
  follow();
}

start();
