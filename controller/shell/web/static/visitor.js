// What this screen may do: its roles, the results and penalties of the game's rulebook.

import { ask, here } from "./orders.js";
import { firstText, hasText, text } from "./texts.js";

const NOBODY = { roles: [], results: [], both_lose: "", penalties: [], irregularities: {}, causes: [], clock: {}, rulebooks: [], times: {}, names: [], paired: {}, handicaps: {}, told: [] };
const PLAYER = "player"; // both sides, in the table of commands

let own = NOBODY;

export const visitor = () => own;

/** Asks the board anew: when the link is made, and when another game begins. */
export async function loadVisitor() {
  own = (await ask(here("desk"))) ?? own;
}

export const holds = (role) => own.roles.includes(role);

/** Whether this screen holds the role, and the role may give the command at this stage. */
export function may(state, role, name) {
  const kind = role in state.view.players ? PLAYER : role;
  return holds(role) && state.allowed[kind].includes(name);
}

/** Whether this screen is for players who are not to see that somebody has moved (CH-12.9): it is told no moves. */
export const unsaid = (view) => Boolean(view.unsaid) && !view.moves.length;

/** The first of some roles that may give a command now; undefined if none may. */
export function whoMay(state, roles, name) {
  return roles.find((role) => may(state, role, name));
}

const inOwn = (found) => (document.documentElement.lang.startsWith("zh") ? found.chinese : found.english);

/** What was done against the laws, or what to do then: the page's words, else the rulebook's. `part` is "what" or "do". */
export function irregularityText(kind, part, values) {
  const [key, found] = [`irregularity.${kind}.${part}`, own.irregularities?.[kind]];
  if (part === "do" || !found || hasText(key)) return firstText([key, `irregularity.other.${part}`], values);
  return text("irregularity.named", { ...values, what: inOwn(found) });
}

/** A penalty in the visitor's language. */
export function penaltyName(kind) {
  const found = own.penalties.find((each) => each.kind === kind);
  return found ? inOwn(found) : kind;
}
