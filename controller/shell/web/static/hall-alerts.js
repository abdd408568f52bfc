// The strip over all boards: what asks for the arbiter, the most urgent first.

import { byId, make } from "./dom.js";
import { deskNow } from "./hall-grid.js";
import { alertName, alertWords } from "./hall-words.js";
import { lawLink } from "./lawlinks.js";
import { timeText } from "./clock.js";
import { text } from "./texts.js";

// As the desk sorts those of one board: what stops a game or costs time goes before what is merely broken.
const URGENCY = ["irregularity", "flag", "claim", "question", "offline", "fault", "suspect"];
const AGE_MS = 1_000;

const items = new Map(); // "board kind" -> {element, age, sinceMs, mark}
let known = null; // the alerts that were there when the page was drawn the last time

/** Lets the ages count. */
export function startAlerts() {
  setInterval(() => items.forEach(showAge), AGE_MS);
}

/** Draws the strip; `opened` is called with the board and the kind when one is pressed. */
export function drawAlerts(tables, key, opened) {
  const found = [...tables.values()].flatMap((table) => table.alerts.map((alert) => ({ table, alert })));
  const rank = ({ alert }) => (URGENCY.indexOf(alert.kind) + URGENCY.length) % URGENCY.length;
  found.sort((a, b) => rank(a) - rank(b) || a.alert.since_ms - b.alert.since_ms || a.table.number - b.table.number);
  const list = byId("alerts");
  const wanted = new Set(found.map(nameOf));
  for (const [name, { element }] of items) {
    if (wanted.has(name)) continue;
    element.remove();
    items.delete(name);
  }
  found.forEach((each, n) => {
    const item = drawAlert(each, key, opened);
    // What stands in its place stays there, so that nothing moves under a finger or loses the focus.
    if (list.children[n] !== item.element) list.insertBefore(item.element, list.children[n] ?? null);
  });
  if (!found.length && !list.dataset.quiet) list.replaceChildren(make("li", { class: "quiet" }, text("hall.quiet")));
  else if (found.length) list.querySelector(".quiet")?.remove();
  else list.firstElementChild.textContent = text("hall.quiet");
  list.dataset.quiet = found.length ? "" : "yes";
  document.title = found.length ? `(${found.length}) ${text("hall.title")}` : text("hall.title");
  announce(found, wanted);
}

const nameOf = ({ table, alert }) => `${table.board} ${alert.kind}`;

function drawAlert({ table, alert }, key, opened) {
  const name = nameOf({ table, alert });
  const { law } = (alert.kind === "irregularity" && table.position.irregularity) || {};
  const words = alertWords(table, alert);
  const mark = JSON.stringify([key, words, law, table.players, alert.since_ms]);
  let item = items.get(name);
  if (!item) {
    const button = make("button", { type: "button", onclick: () => opened(table.board, alert.kind) });
    item = { element: make("li", { data: { board: table.board, kind: alert.kind } }, button), button };
    items.set(name, item);
  }
  if (item.mark === mark) return item;
  item.mark = mark;
  item.sinceMs = alert.since_ms;
  item.age = make("span", { class: "age", "aria-hidden": "true" });
  const names = Object.values(table.players).filter(Boolean).join(" – ");
  item.button.replaceChildren(
    make("span", { class: "where" }, text("hall.board", { number: table.number })),
    make("span", { class: "chip", data: { kind: alert.kind } }, alertName(alert.kind)), item.age,
    make("span", { class: "what" }, words),
    make("span", { class: "who" }, names));
  item.element.querySelector(".to-law")?.remove();
  if (law) item.element.append(lawLink(law, { rulebook: table.position.rulebook })); // no link may stand in a button
  showAge(item);
  return item;
}

function showAge({ age, sinceMs }) {
  const words = timeText(Math.max(0, deskNow() - sinceMs));
  if (age.textContent !== words) age.textContent = words;
}

/** Tells a screen reader of the most urgent alert that is new. */
function announce(found, wanted) {
  const fresh = known && found.find((each) => !known.has(nameOf(each)));
  known = wanted;
  if (!fresh) return;
  byId("newest-alert").textContent =
    `${text("hall.board", { number: fresh.table.number })}: ${alertName(fresh.alert.kind)}. ${alertWords(fresh.table, fresh.alert)}`;
}
