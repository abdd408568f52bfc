// The bench page: the kiosk of a simulated board, and beside it what the board is made of.
// It asks the board some times a second how its sensors are, what was seen, and what that may have been.

import { startInside } from "./bench-inside.js";
import { drawMap } from "./bench-map.js";
import { drawBelieved, drawGestures } from "./bench-believed.js";
import { drawTools, startTools } from "./bench-tools.js";
import { squareOf } from "./board.js";
import { byId, drawMan, make } from "./dom.js";
import { useBothHands } from "./hand.js";
import { ask, askFile, say } from "./orders.js";
import { text } from "./texts.js";

const ASK_MS = 200;
const REST_MS = 1000; // where nobody answers
const GESTURES_MAX = 12;
const NONE = 404; // nothing is simulated here
const CLOSED = new Set([401, 403]);

let found = null;
let seq = 0;
let refused = 0; // with which status the board has refused to be looked into; 0 where it did not answer
let gestures = [];
let fallen = []; // the squares that show a man who lies there

/** Makes the page out of the kiosk's. Call it once. */
export async function startBench() {
  await new Promise((resolve) => {
    document.head.append(make("link", { rel: "stylesheet", href: "/static/bench.css", onload: resolve, onerror: resolve }));
  });
  document.body.classList.add("at-bench");
  byId("kiosk").append(startInside());
  startTools();
  useBothHands();
  byId("bench-save").addEventListener("click", (event) => save(event.currentTarget));
  look();
}

async function look() {
  let answered = true;
  if (!document.hidden) {
    const answer = await ask(`/api/bench?after=${seq}`, (status) => (refused = status));
    answered = answer !== null;
    if (answer) {
      if (answer.game_id !== found?.game_id) gestures = [];
      seq = answer.seq;
      gestures = [...gestures, ...answer.gestures].slice(-GESTURES_MAX);
      found = answer;
    }
    draw();
  }
  setTimeout(look, answered ? ASK_MS : REST_MS);
}

function draw() {
  byId("bench").classList.toggle("stale", !found);
  byId("bench-none").hidden = found !== null && found.bench !== null;
  byId("bench-none").textContent = text(`bench.${found || refused === NONE ? "real" : CLOSED.has(refused) ? "closed" : "away"}`);
  if (!found) return;
  drawTools(found);
  drawMap(found);
  drawGestures(gestures, found.at_us);
  drawBelieved(found.believed);
  drawFallen(found.bench?.lying ?? {});
  byId("bench-save").disabled = !found.trace;
  byId("bench-trace-why").textContent = text(found.trace ? "bench.trace_why" : "bench.trace_none");
}

/** Men who were knocked over lie beside the points where they stood. */
function drawFallen(lying) {
  for (const square of fallen) {
    if (square.dataset.point in lying) continue;
    square.classList.remove("lying");
    square.querySelector(".fallen")?.remove();
  }
  fallen = Object.keys(lying).map(squareOf).filter(Boolean);
  for (const square of fallen) {
    square.classList.add("lying");
    if (square.querySelector(".fallen")) continue;
    const man = drawMan(lying[square.dataset.point].at(-1));
    man.classList.add("fallen");
    square.append(man);
  }
}

/** Gives the visitor the game's trace as a file. */
async function save(button) {
  const file = await askFile("/api/bench/trace");
  if (!file) return say(text("bench.trace_none"), button);
  const link = make("a", { href: URL.createObjectURL(file.blob), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REST_MS);
}
