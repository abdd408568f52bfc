// Mending the names, ratings and titles of the game on the board; it goes on under its number.

import { entered, field, filled, group, long, order } from "./forms.js";
import { sideName, text } from "./texts.js";

const NAME_MAX = 60;
const SHORT_MAX = 10;
const OF_A_PLAYER = ["Elo", "Title"];
const OF_THE_EVENT = ["Event", "Round", "Date"];

const header = (side, what) => side[0].toUpperCase() + side.slice(1) + what;

/** The form, for a role that may mend them. What is emptied is left out. */
export function mending({ state, role, close }) {
  const { players, headers } = state.view;
  const sides = Object.keys(players);
  const persons = sides.flatMap((side) => [
    field(sideName(side), side, { maxlength: NAME_MAX, value: players[side] ?? "" }),
    ...OF_A_PLAYER.map((what) => field(text(`mend.${what}`, { side: sideName(side) }), header(side, what),
      { maxlength: SHORT_MAX, value: headers[header(side, what)] ?? "" }))]);
  const event = OF_THE_EVENT.map((name) =>
    field(text(`mend.${name}`), name, { maxlength: NAME_MAX, value: headers[name] ?? "" }));
  return [long(null, order(role, "amend", text("action.amend"), (near) => asked(near, state.view, sides), close),
    group(text("new.players"), ...persons), group(text("new.game"), ...event))];
}

/** Only what is other than it was. */
function asked(near, { players, headers }, sides) {
  const given = entered(near);
  const named = sides.filter((side) => given[side] !== (players[side] ?? ""));
  const told = Object.keys(given).filter((name) => !sides.includes(name) && given[name] !== (headers[name] ?? ""));
  return filled({
    players: named.length ? Object.fromEntries(named.map((side) => [side, given[side] || null])) : undefined,
    headers: told.length ? Object.fromEntries(told.map((name) => [name, given[name] || null])) : undefined,
  });
}
