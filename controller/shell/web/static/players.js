// The players with their clocks and penalties, and why the clocks stand.

import { faceOf, GOING, notesOf, pressable, setClock } from "./clock.js";
import { byId, fill, make } from "./dom.js";
import { order, row } from "./forms.js";
import { firstText, sideName, text } from "./texts.js";
import { takenBy } from "./taken.js";
import { unsaid, whoMay } from "./visitor.js";

const OVER = new Set(["result", "count", "adjourned"]); // the page says these in larger letters
const STOPPERS = ["operator", "arbiter"]; // players call the arbiter at their own desks

/** Draws both rows and the line below them for one state. */
export function drawPlayers(state, key) {
  const { view } = state;
  const { clock, players } = view;
  const sides = Object.keys(players).reverse(); // who began sits below
  const going = view.stage !== "ended" && view.stage !== "setup";
  const rows = sides.map((side) => ({
    side,
    turn: going && side === view.side_to_move && !unsaid(view),
    name: players[side] || text("player.unnamed", { side: sideName(side) }),
    notes: [...(clock ? notesOf(clock.sides[side]) : []), ...penaltiesOf(view, side)],
    presses: pressable(state, side),
    taken: unsaid(view) ? null : takenBy(view, side),
  }));
  // The focus does not go on to the other's face: a key that is held would press that too.
  fill(byId("players"), JSON.stringify([key, rows.map((each) => ({ ...each, taken: each.taken?.ariaLabel + each.taken?.textContent })), clock?.running, clock?.flag]), rows.map((each) => playerOf(clock, each)));
  setClock(state);
  drawStanding(state, key);
}

function playerOf(clock, { side, turn, name, notes, presses, taken }) {
  return make("div", { class: `player ${side}${turn ? " turn" : ""}`, data: { side } },
    make("span", { class: "disc", "aria-hidden": "true" }),
    make("span", { class: "name" }, make("span", { class: "who" }, name), taken, notes.length ? make("small", {}, notes.join(" · ")) : ""),
    turn ? make("span", { class: "mark" }, text("turn")) : null,
    ...(clock ? faceOf(clock, side, presses) : []));
}

function penaltiesOf(view, side) {
  const chinese = document.documentElement.lang.startsWith("zh");
  return view.penalties.filter((each) => each.side === side)
    .map((each) => `${chinese ? each.chinese : each.english}: ${each.count}`);
}

/** Why both clocks stand, and buttons for who may stop them and let them go on. */
function drawStanding(state, key) {
  const { clock, stage } = state.view;
  const [kind, reason] = (clock?.stopped ?? "").split(/:(.*)/s);
  if (!clock || OVER.has(kind)) return fill(byId("standing"), "", null);
  const words = kind ? firstText([`stopped.${kind}`, "stopped.other"]) : "";
  const stops = clock.running ? whoMay(state, STOPPERS, "pause") : undefined;
  const starts = kind && kind !== "restore" && GOING.has(stage) ? whoMay(state, STOPPERS, "resume") : undefined;
  const parts = [
    words ? make("b", {}, kind === "pause" && reason ? `${words} (${reason})` : words) : null,
    stops ? order(stops, "pause", text("action.pause")) : null,
    starts ? order(starts, "resume", text("action.resume")) : null,
  ].filter(Boolean);
  byId("standing").classList.toggle("running", Boolean(stops)); // then it makes way for what is asked
  fill(byId("standing"), JSON.stringify([key, words, reason, stops, starts]), parts.length ? [row(...parts)] : null);
}
