// The dialog in which a player, or the arbiter, says things to the board.

import { arbiterDesk } from "./arbiter.js";
import { byId, fill, keepingFocus, make } from "./dom.js";
import { mending } from "./mending.js";
import { breaksOff, newGame } from "./newgame.js";
import { playerDesk } from "./player.js";
import { sideName, text } from "./texts.js";
import { holds } from "./visitor.js";

const ARBITER = "arbiter";
const STARTERS = ["operator", ARBITER]; // who may start games, as that table has it which is not the game's own
const NEW = "new"; // the desk at which they do
const MEND = "mend"; // and where they mend the names of the game on the board

let open = null; // {role, step, ...}: whose desk, and what is being done there
let current = null; // {state, key}

/** Closing the dialog by Escape forgets what was begun; a code that is shown must be put away by its button. */
export function startDesk() {
  const dialog = byId("desk");
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (!open?.code) close();
  });
  dialog.addEventListener("close", () => {
    fill(byId("desk-body"), "", []); // nothing typed stays in the page
    if (document.activeElement === document.body) byId("now").focus({ preventScroll: true });
  });
  // A refusal was about what had been entered before.
  dialog.addEventListener("input", () => dialog.querySelectorAll(".said").forEach((each) => each.remove()));
  byId("desk-close").addEventListener("click", close);
}

/** Draws the buttons that open a desk, and the desk that is open. */
export function drawDesk(state, key) {
  current = { state, key };
  const { players } = state.view;
  const roles = [...Object.keys(players), ARBITER].filter(holds);
  const starter = STARTERS.find(holds);
  const buttons = () => [...roles.map((role) => opener(role, role)), ...(starter ? [opener(starter, NEW)] : [])];
  fill(byId("desks"), JSON.stringify([key, roles, starter]), roles.length || starter ? buttons() : null);
  if (open) show();
}

function opener(role, name) {
  const step = name === NEW ? NEW : "";
  return make("button", { type: "button", class: name, data: { desk: name }, "aria-haspopup": "dialog", onclick: () => openDesk(role, step) },
    ...(step ? [text("desk.new")] : role === ARBITER ? [text("desk.arbiter")]
      : [make("span", { class: "disc", "aria-hidden": "true" }), text("desk.open", { side: sideName(role) })]));
}

/** Opens a role's desk at one of its steps, also when it was closed while the board answered. */
function openDesk(role, step = "", more = {}) {
  open = { role, step, ...more };
  show();
  if (!byId("desk").open) byId("desk").showModal();
}

function close() {
  open = null;
  byId("desk").close();
}

/** Draws the open desk; what is typed stays as long as the same may be done. */
function show() {
  const { state, key } = current;
  const { role } = open;
  const { stage, side_to_move: toMove, adjusting, adjourned, clock } = state.view;
  const starts = open.step === NEW;
  const about = starts ? [breaksOff(state)] : [stage, toMove, adjusting, adjourned, Boolean(clock?.running)];
  const mark = JSON.stringify([key, role, open.step, state.game_id, ...about]);
  byId("desk-title").textContent = starts ? text("new.title") : open.step === MEND ? text("mend.title") : text("desk.title", { side: sideName(role) });
  byId("desk-close").hidden = Boolean(open.code);
  const desk = { state, role, step: open.step, code: open.code, go: (step, more) => openDesk(role, step, more), close };
  const parts = starts ? newGame(desk) : open.step === MEND ? mending(desk) : role === ARBITER ? arbiterDesk(desk) : playerDesk(desk);
  keepingFocus(() => fill(byId("desk-body"), open.code ? "code" : mark, parts));
}
