// The arbiter's desk: all boards of the hall, what asks for the arbiter, and one board opened.

import { byId, loadMen, make } from "./dom.js";
import { drawAlerts, startAlerts } from "./hall-alerts.js";
import { drawCase, hearEvent, openCase, openedBoard, refreshLog, startCase } from "./hall-case.js";
import { drawTable, forgetTime, hearTime, showOnly, startGrid } from "./hall-grid.js";
import { drawStandings, startStandings } from "./hall-standings.js";
import { follow, keepToken, takeToken } from "./hall-link.js";
import { loadTexts, otherLanguage, setLanguage, text } from "./texts.js";

const SEEN_MS = 500; // the board's new state has come by then
const SHOWS = ["all", "asking", "playing"];

const tables = new Map(); // board -> all that is known of it
let linked = false;
let byStage = {}; // what may be commanded at each stage
let sheet = null; // where this desk prints score sheets
let due = false;

const key = () => document.documentElement.lang;

/** Takes the whole hall. */
function takeAll(hall) {
  byStage = hall.allowed;
  sheet = hall.sheet;
  forgetTime();
  hearTime(hall.now_ms);
  hall.tables.forEach(take);
  byId("entry").hidden = true;
  byId("hall").hidden = false;
  const only = hall.tables.length === 1 ? hall.tables[0] : null;
  byId("hall").classList.toggle("single", Boolean(only));
  if (only && openedBoard() === null) open(only.board);
  else refreshLog();
  byId("hall").dataset.newest = hall.newest;
}

/** Takes what is new of a board. One that cannot be drawn does not keep the others from it. */
function take(news) {
  const table = { ...tables.get(news.board), ...news, sheet };
  tables.set(news.board, table);
  try {
    drawTable(table, key(), open);
    drawCase(table, key());
  } catch (error) {
    console.error(news.board, error);
  }
  drawLater();
}

/** Takes one piece of news. */
function takeNews(number, kind, body) {
  if (kind === "table") {
    hearTime(body.at_ms);
    take(body);
  } else if (kind === "event") {
    hearEvent(body.board, body.event, key());
    setTimeout(() => seen(body.board, body.event.seq), SEEN_MS);
  }
  byId("hall").dataset.newest = number;
}

/** Not every message changes what is shown of its board; after a while it is seen all the same. */
function seen(board, seq) {
  const table = tables.get(board);
  if (!(table?.seq < seq)) return;
  tables.set(board, { ...table, seq });
  if (openedBoard() === board) drawCase(tables.get(board), key());
}

/** The strip is over all boards: it is drawn once for all that came together. */
function drawLater() {
  if (due) return;
  due = true;
  setTimeout(() => {
    due = false;
    drawAlerts(tables, key(), open);
    showOnly(byId("hall-show").value);
  });
}

function open(board, kind) {
  const before = byId("tables").querySelector(".here");
  before?.classList.remove("here");
  byId("tables").querySelector(`[data-board="${board}"]`)?.classList.add("here");
  openCase(tables.get(board), byStage, key(), kind);
}

function closed(board) {
  const card = byId("tables").querySelector(`[data-board="${board}"]`);
  card?.classList.remove("here");
  card?.querySelector("button").focus();
}

function drawLink(up) {
  linked = up;
  document.body.classList.toggle("unlinked", !linked);
  const words = text(linked ? "status.link.ok" : "status.link.bad");
  byId("hall-link").className = linked ? "ok" : "bad";
  byId("hall-link").replaceChildren(make("i", { "aria-hidden": "true" }, linked ? "✓" : "!"), make("span", {}, words));
}

/** Asks for the token; answers when one was typed. */
function refused(status) {
  const wrong = byId("entry-wrong");
  wrong.hidden = status === 401;
  wrong.textContent = text("hall.wrong_token");
  keepToken(null);
  byId("hall").hidden = true;
  byId("entry").hidden = false;
  byId("hall-link").replaceChildren();
  byId("entry-token").focus();
  return new Promise((done) => {
    byId("entry").addEventListener("submit", (event) => {
      event.preventDefault();
      keepToken(byId("entry-token").value.trim());
      byId("entry-token").value = "";
      done();
    }, { once: true });
  });
}

function drawShows() {
  const chosen = byId("hall-show").value || SHOWS[0];
  byId("hall-show").replaceChildren(...SHOWS.map((value) => make("option", { value }, text(`hall.show.${value}`))));
  byId("hall-show").value = chosen;
}

function speak() {
  drawShows();
  drawStandings();
  for (const table of tables.values()) take(table);
  drawLink(linked);
}

async function start() {
  await Promise.all([loadTexts(), loadMen()]);
  takeToken();
  startGrid();
  startAlerts();
  startStandings();
  startCase(closed);
  drawShows();
  byId("hall-show").addEventListener("change", () => showOnly(byId("hall-show").value));
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    speak();
  });
  follow({ all: takeAll, news: takeNews, link: drawLink, refused });
}

start();
