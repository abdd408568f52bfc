// Starting a game: who plays, by which rulebook, with how much time.

import { make } from "./dom.js";
import { button, entered, field, filled, group, long, order, row, select } from "./forms.js";
import { lawLink, lawOfChoice } from "./lawlinks.js";
import { sideName, text } from "./texts.js";
import { may, visitor } from "./visitor.js";

const BEFORE_OR_AFTER = new Set(["setup", "ended"]); // stages in which nobody's game is broken off
const NAME_MAX = 60;
const ARRAYS = 960; // of Chess960, numbered from 0
const CONTROL_MAX = 200;

/** Whether starting a game would leave one that is not over. */
export const breaksOff = ({ view }) => !BEFORE_OR_AFTER.has(view.stage) && (view.ply > 0 || Boolean(view.unsaid)); // which does not tell

/** The form, for a role that may start games. What is left empty is not said. */
export function newGame({ state, role, go, close }) {
  const { view } = state;
  const sides = Object.keys(view.players);
  const time = select(text("new.time"), "time", times(view, view.rulebook));
  const parts = [
    group(text("new.players"), ...sides.flatMap((side) =>
      [field(sideName(side), side, { maxlength: NAME_MAX, value: view.players[side] ?? "", list: KNOWN }), takenFrom(side)]), knownNames(),
      row(asPaired(sides), button(text("action.exchange"), (event) => exchange(event.currentTarget, sides)),
        may(state, role, "amend") ? button(text("mend.open"), () => go("mend"), { step: "mend" }) : null)),
    group(text("new.game"),
      chosenBook(view),
      time, lawOfChoice(time, (name, list) => lawOfTime(view, name, list)),
      field(text("new.clock_starts", { side: sideName(sides[1]) }), "pressed_first", { type: "checkbox", ...(view.game === "chess" ? { checked: "" } : {}) }),
      handicap(view),
      field(text("new.other_time"), "time_control", { maxlength: CONTROL_MAX, placeholder: "40/90:00+0:30,15:00" }),
      view.game === "go" ? field(text("new.komi"), "komi", { inputmode: "decimal", size: 5, value: view.game_options.komi ?? "" }) : null,
      ...(view.game === "chess" ? arrays(view) : []),
      field(text("new.event"), "Event", { maxlength: NAME_MAX, value: view.headers.Event ?? "" }),
      field(text("new.round"), "Round", { maxlength: 10, value: view.headers.Round ?? "" })),
  ];
  return [long(breaksOff(state) ? make("p", { class: "said" }, text("new.breaks_off")) : null,
    order(role, "start", text("action.start"), (near) => asked(near, view, sides), close), ...parts)];
}

const KNOWN = "known-names";

const whoPlays = () => [...new Set([...Object.values(visitor().paired), ...visitor().names])];

/** Who has played here; a field offers them as it is typed into. */
const knownNames = () => make("datalist", { id: KNOWN }, ...whoPlays().map((value) => make("option", { value })));

/** The same names for a finger, without typing; null where nobody is known. */
function takenFrom(side) {
  const names = whoPlays();
  if (!names.length) return null;
  const label = select(text("new.known", { side: sideName(side) }), `known-${side}`, [["", "…"], ...names.map((name) => [name, name])]);
  label.addEventListener("change", ({ target }) => {
    target.closest(".group").querySelector(`input[name="${side}"]`).value = target.value;
    target.value = "";
  });
  return label;
}

/** The next game of the pairing file, by one press. */
function asPaired(sides) {
  const { paired } = visitor();
  if (!sides.every((side) => paired[side])) return null;
  return button(text("action.as_paired", { players: sides.map((side) => paired[side]).join(" – ") }), (event) => {
    for (const side of sides) event.target.closest(".group").querySelector(`input[name="${side}"]`).value = paired[side];
  }, { step: "paired" });
}

/** How many stones Black has on the board already. */
function handicap({ game, game_options: { handicap: now } }) {
  const counts = Object.keys(visitor().handicaps);
  if (game !== "go" || !counts.length) return null;
  const listed = [["", text("new.even")], ...counts.map((count) => [count, count])];
  const label = select(text("new.handicap"), "handicap", listed);
  const held = String(now?.length ?? "");
  if (counts.includes(held)) label.querySelector("select").value = held;
  return label;
}

/** The choice of the rulebook; each names time controls of its own. */
function chosenBook(view) {
  const label = select(text("new.rulebook"), "rulebook", books(view));
  label.addEventListener("change", ({ target }) => {
    const listed = target.closest(".group").querySelector('select[name="time"]');
    listed.replaceChildren(...times(view, target.value).map(([value, words]) => make("option", { value }, words)));
    listed.dispatchEvent(new Event("change"));
  });
  return label;
}

/** With which array a game of chess begins: the usual one, one that is drawn, or one by its number (Chess960). */
function arrays({ game_options: { chess960 } }) {
  const listed = [["", text("new.array_usual")], ["draw", text("new.array_drawn")], ["number", text("new.array_number")]];
  const chosen = chess960 === undefined ? listed : [listed[1], listed[2], listed[0]];
  return [
    select(text("new.array"), "array", chosen),
    field(text("new.number"), "chess960", { type: "number", min: 0, max: ARRAYS - 1, inputmode: "numeric", placeholder: "518" }),
  ];
}

/** The options that are asked for. A number that is given is meant, whatever is chosen beside it. */
function options(game, given) {
  if (game === "go") return filled({ komi: given.komi && Number(given.komi.replace(",", ".")), handicap: given.handicap === undefined ? undefined : (visitor().handicaps[given.handicap] ?? []) });
  if (game !== "chess") return undefined;
  if (given.chess960 !== "") return { chess960: Number(given.chess960) };
  return { chess960: given.array !== "" };
}

/** The rulebooks of the board's game, the present one first. */
function books({ rulebook }) {
  const others = visitor().rulebooks.filter((name) => name !== rulebook);
  return [rulebook, ...others].map((name) => [name, bookName(name)]);
}

const bookName = (name) => {
  const words = text(`book.${name}`);
  return words === `book.${name}` ? name : words;
};

/** The board's own time first, those that the rulebook names, and none. */
function times({ time_control: now }, book) {
  const named = (visitor().times[book] ?? []).map((each) =>
    [each.name, `${text(`time.${each.name}`)} · ${each.text} · ${each.law}`, each.text]);
  const own = named.find(([, , control]) => control === now) ?? [now, now, now];
  const none = ["", text("new.no_clock"), null];
  const others = named.filter((each) => each !== own);
  const listed = now ? [own, ...others, none] : [none, ...others];
  return listed.map(([value, words]) => [value, words]);
}

/** The law that names a time control, in the rulebook that is chosen beside it. */
function lawOfTime(view, name, list) {
  const rulebook = list.closest(".group")?.querySelector('select[name="rulebook"]').value ?? view.rulebook;
  const found = (visitor().times[rulebook] ?? []).find((each) => each.name === name);
  return found ? lawLink(found.law, { rulebook }) : null;
}

function exchange(near, sides) {
  const [one, other] = sides.map((side) => near.closest(".group").querySelector(`input[name="${side}"]`));
  [one.value, other.value] = [other.value, one.value];
}

/** The arguments of `start`. Where nobody is named, the pairing file may name them. */
function asked(near, { game }, sides) {
  const given = entered(near);
  const players = filled(Object.fromEntries(sides.map((side) => [side, given[side]])));
  const { Event, Round } = given;
  return filled({
    players: Object.keys(players).length ? players : undefined,
    headers: filled({ Event, Round }),
    rulebook: given.rulebook,
    time_control: given.time_control || given.time || null, // no clock is said: else the board's own would hold
    clock_starts: given.pressed_first ? "arbiter" : "at-once",
    game_options: options(game, given),
  });
}
