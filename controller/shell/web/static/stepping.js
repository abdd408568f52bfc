// The kiosk's board goes back through the game: a tap on a move shows what stood then, "Live" what stands now.

import { byId, make } from "./dom.js";
import { ask } from "./orders.js";
import { framesOf, stepText, viewOf } from "./stepper.js";
import { text } from "./texts.js";

let frames = [];
let game = null;
let at = null; // the frame that is shown; null for the board as it is
let since = ""; // the state of the game in which it was asked for
let draw = () => {};

const bar = make("div", { id: "stepping", role: "group", hidden: "" });

const stateOf = ({ game_id: id, view }) => JSON.stringify([id, view.stage, view.moves.length, view.moves.at(-1)?.move, view.question?.id]);

/** What the board draws: a view, and the simulated board or null. */
export function onBoard(state) {
  if (at !== null && stateOf(state) !== since) at = null; // what happens now goes before what was
  byId("field").inert = at !== null;
  bar.hidden = at === null;
  if (at === null) return [state.view, state.bench];
  drawBar();
  return [viewOf(game, frames[at]), null];
}

function drawBar() {
  const { step } = frames[at];
  const button = (name, label, to, more = {}) => make("button", { type: "button", "aria-label": label, data: { name }, onclick: () => go(to), ...more }, name);
  const key = JSON.stringify([at, frames.length, document.documentElement.lang]);
  if (bar.dataset.key === key) return;
  bar.dataset.key = key;
  bar.setAttribute("aria-label", text("games.steps"));
  bar.replaceChildren(
    button("◀", text("games.previous"), at - 1),
    make("span", { role: "status" }, text("games.seen_before", { move: `${step.ply || ""} ${stepText(step)}`.trim() })),
    button("▶", text("games.next"), at + 1),
    make("button", { type: "button", class: "main", data: { name: "live" }, onclick: () => go(null) }, text("games.live")),
  );
}

function go(to) {
  at = to === null || to >= frames.length ? null : Math.max(0, to);
  draw();
}

async function show(state, ply) {
  const now = stateOf(state);
  if (since !== now || !game) {
    const found = await ask(`/api/games/${state.game_id}`);
    if (!found?.steps) return;
    [game, frames, since] = [found, framesOf(found), now];
  }
  const to = frames.findIndex(({ step }) => step.move && step.ply === ply);
  if (to >= 0) go(to);
}

/** Lets the list of moves step through the game. */
export function startStepping(state, drawAgain) {
  draw = drawAgain;
  const list = byId("moves");
  byId("panel").prepend(bar); // beside or below the board, always in view
  list.addEventListener("click", (event) => {
    const ply = event.target.closest("[data-ply]")?.dataset.ply;
    if (ply && state()) show(state(), Number(ply));
  });
  list.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !state()) return;
    event.preventDefault();
    if (at !== null) go(at + by);
    else if (by < 0) show(state(), state().view.moves.length - 1);
  });
}
