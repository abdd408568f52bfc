// The kiosk page: follows the board's event stream and draws each state.

import { drawBoard, drawLastMove, flip, startBoard } from "./board.js";
import { drawBigClocks, startBigClocks } from "./bigclock.js";
import { changed } from "./changes.js";
import { startClocks } from "./clock.js";
import { drawCount, startCounting } from "./counting.js";
import { drawDesk, startDesk } from "./desk.js";
import { byId, keepingFocus, loadMen } from "./dom.js";
import { fillBox, startHand } from "./hand.js";
import { beginLog, drawLog, noteEvent, TOLD } from "./log.js";
import { lawsOf } from "./lawlinks.js";
import { startKeyboard } from "./keyboard.js";
import { command, showing } from "./orders.js";
import { makeRoom, startMore } from "./more.js";
import { drawPanel, drawStatus, startMoves } from "./panel.js";
import { startScreen } from "./screen.js";
import { drawAdjourned } from "./sealing.js";
import { hear } from "./sounds.js";
import { speak } from "./speaking.js";
import { onBoard, startStepping } from "./stepping.js";
import { loadTexts, otherLanguage, setLanguage, text } from "./texts.js";
import { loadVisitor, may, visitor } from "./visitor.js";

const RETRY_MS = 2_000;
const SILENT_MS = 12_000; // the board says at least every 5 seconds that it is there

const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]); // needs no network

let state = null;
let told = null; // as the stream has it; a visitor's own hand at the simulated board goes before it
let linked = false;
let handReady = false;

const draw = () => keepingFocus(drawAll);

function drawAll() {
  const key = [document.documentElement.lang, visitor().roles.join()].join();
  document.body.classList.toggle("unlinked", !linked);
  lawsOf(state?.view.rulebook ?? "");
  drawStatus(linked, state, key);
  if (!state) return;
  showing(state);
  byId("kiosk").dataset.seq = state.seq;
  const [view, bench] = onBoard(state);
  drawBoard(view, bench);
  drawLastMove({ ...state, view, bench });
  drawPanel(state, key);
  if (!linked) byId("stage").textContent = text("status.link.bad");
  drawCount(state, key);
  drawAdjourned(state, key);
  drawLog(state, key);
  drawDesk(state, key);
  drawPass();
  drawBench();
  speak(state);
  hear(state);
  const asks = Boolean(document.querySelector("#notices > .notice:not([hidden], #trouble)"));
  byId("kiosk").classList.toggle("asks", asks);
  drawBigClocks(state.view.clock, asks);
  makeRoom();
}

/** Only in Go may a player pass. */
function drawPass() {
  byId("pass").hidden = state.view.game !== "go" || !may(state, state.view.side_to_move, "pass");
}

/** The simulated board can be played on from the kiosk too. */
function drawBench() {
  byId("box").hidden = !state.bench;
  if (!state.bench) return;
  byId("play-on").hidden = state.bench.auto;
  fillBox();
  byId("box-men").hidden = state.bench.auto && location.pathname !== "/bench";
  if (handReady) return;
  handReady = true;
  startHand((bench) => {
    state = { ...state, bench };
    draw();
  }, () => (state.view.game === "go" ? state.view.side_to_move[0] : ""));
}

/** Asks what this screen may do in this game, and what has been said in it. */
async function learn() {
  await loadVisitor();
  beginLog();
  draw();
}

function take(newest) {
  const before = state?.game_id;
  // When the board's clock began, by this screen's: for what is told of the past.
  state = told = { ...newest, zero_ms: Date.now() - newest.at_us / 1000 };
  linked = true;
  if (before !== undefined && before !== state.game_id) learn();
  draw();
}

function follow() {
  const events = new EventSource("/api/events");
  let watch = 0;
  const unlink = () => {
    linked = false;
    draw();
  };
  const again = () => {
    clearTimeout(watch);
    removeEventListener("offline", again);
    events.close();
    unlink();
    setTimeout(follow, RETRY_MS);
  };
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(again, SILENT_MS); // a cable that was pulled says nothing, and nor does the browser
  };
  heard();
  if (!HERE.has(location.hostname)) addEventListener("offline", again);
  events.addEventListener("open", learn);
  events.addEventListener("beat", heard);
  for (const type of TOLD) events.addEventListener(type, (event) => noteEvent(JSON.parse(event.data)));
  const read = { state: JSON.parse, change: (data) => changed(told, JSON.parse(data)) };
  for (const [type, newest] of Object.entries(read)) {
    events.addEventListener(type, ({ data }) => {
      heard();
      take(newest(data));
    });
  }
  events.addEventListener("error", () => {
    // The browser tries again by itself unless the server refused; then we do.
    if (events.readyState === EventSource.CLOSED) again();
    else unlink();
  });
}

async function start() {
  await Promise.all([loadTexts(), loadMen()]);
  startBoard();
  startClocks();
  startCounting();
  startDesk();
  startMoves();
  startStepping(() => state, draw);
  startMore();
  startBigClocks();
  startScreen(draw);
  startKeyboard();
  byId("flip").addEventListener("click", flip);
  byId("pass").addEventListener("click", (event) =>
    command(state.view.side_to_move, "pass", {}, event.currentTarget));
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    draw();
  });
  draw();
  follow();
  if (location.pathname === "/bench") (await import("./bench.js")).startBench();
}

start();
