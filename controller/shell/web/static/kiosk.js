// The kiosk page: follows the board's event stream and draws each state.

import { drawBoard, flip, startBoard } from "./board.js";
import { drawClock } from "./clock.js";
import { byId, loadMen } from "./dom.js";
import { fillBox, startHand } from "./hand.js";
import { command } from "./orders.js";
import { drawPanel, drawStatus } from "./panel.js";
import { loadTexts, otherLanguage, setLanguage } from "./texts.js";

const RETRY_MS = 2_000;

let state = null;
let linked = false;
let handReady = false;

function draw() {
  const key = document.documentElement.lang;
  document.body.classList.toggle("unlinked", !linked);
  drawStatus(linked, state, key);
  if (!state) return;
  drawBoard(state.view, state.bench);
  drawPanel(state, key);
  drawClock(state, key);
  drawPass();
  drawBench();
}

/** Only in Go may a player pass. */
function drawPass() {
  byId("pass").hidden = state.view.game !== "go" || state.view.stage !== "play";
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

function follow() {
  const events = new EventSource("/api/events");
  events.addEventListener("state", (event) => {
    state = JSON.parse(event.data);
    linked = true;
    draw();
  });
  events.addEventListener("error", () => {
    linked = false;
    draw();
    // The browser tries again by itself unless the server refused; then we do.
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS);
  });
}

async function start() {
  await Promise.all([loadTexts(), loadMen()]);
  startBoard();
  byId("flip").addEventListener("click", flip);
  byId("pass").addEventListener("click", () => command(state, state.view.side_to_move, "pass", {}));
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    draw();
  });
  draw();
  follow();
}

start();
