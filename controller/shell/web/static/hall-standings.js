// The table of the event at the desk, as the hub counts it: of players, and of teams where there are any.

import { byId, make } from "./dom.js";
import { headers } from "./orders.js";
import { text } from "./texts.js";

const HALVES = { 0: "", 0.5: "½" };
let teams = false;

/** Lets the button open and close the table. */
export function startStandings() {
  byId("to-standings").addEventListener("click", () => {
    const panel = byId("event-table");
    panel.hidden = !panel.hidden;
    byId("to-standings").setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) drawStandings();
  });
}

/** Draws the table anew, where it is open. */
export async function drawStandings() {
  const panel = byId("event-table");
  if (panel.hidden) return;
  const answer = await fetch(`/api/tables/standings${teams ? "?teams=1" : ""}`, { headers: headers(), cache: "no-store" });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    panel.replaceChildren(make("p", { class: "said", role: "alert" }, found.error ?? text("standings.none")));
    return;
  }
  panel.replaceChildren(...[
    found.has_teams ? choice() : null,
    table(found),
    ...found.notes.map((note) => make("p", { class: "do" }, note)),
  ].filter(Boolean));
}

function choice() {
  return make("button", {
    type: "button",
    onclick: () => {
      teams = !teams;
      drawStandings();
    },
  }, text(teams ? "standings.players" : "standings.teams"));
}

/** The table of players, or of teams where they are given. */
export function table({ tie_breaks: order, players, teams: lines = players }) {
  const heads = ["place", players ? "player" : "team", "points", players ? "games" : "matches"];
  return make("table", {},
    make("caption", { class: "unseen" }, text("standings.title")),
    make("thead", {}, make("tr", {}, ...heads.map((each) => head(`standings.${each}`)), ...order.map((each) => head(`standings.by.${each}`)))),
    make("tbody", {}, ...lines.map((line) => make("tr", {},
      cell(line.place), make("th", { scope: "row" }, line.name), cell(shown(line.points)), cell(line.games),
      ...order.map((each) => cell(line.values[each].map(shown).join(" ")))))));
}

const head = (name) => make("th", { scope: "col" }, text(name));
const cell = (words) => make("td", {}, String(words));

/** Points as tables show them: 2½. */
function shown(points) {
  const whole = Math.floor(points);
  const half = HALVES[points - whole];
  if (half === undefined) return points.toFixed(2);
  return `${whole || !half ? whole : ""}${half}`;
}
