// Sends orders to the board and tells the visitor, next to what he has pressed, when one was not obeyed.

import { byId, make } from "./dom.js";
import { linked } from "./lawlinks.js";
import { makeRoom } from "./more.js";
import { toldText, sideName, text } from "./texts.js";

const TTL_MS = 10_000;
const TOAST_MS = 6_000;
// A press is right whatever was told meanwhile; most of all the move that it is for.
const AT_ANY_STATE = new Set(["press-clock"]);

let toastTimer = 0;
let shown = null; // the state that the page shows: what a command is about

// A screen that needs a token is opened once with it in the address: /#token=...
let token = new URLSearchParams(location.hash.slice(1)).get("token");
if (token) history.replaceState(null, "", location.pathname);

let root = "/api"; // the addresses of the board that orders are for

/** Orders and questions from now on are for the board at these addresses. */
export function aimAt(path) {
  root = path;
}

/** An address of that board. */
export const here = (path) => `${root}/${path}`;

export const tokenHeld = () => token;

/** Orders from now on are proved by this token. */
export function holdToken(word) {
  token = word;
}

/** Commands from now on are about this state. */
export function showing(state) {
  shown = state;
}

export function headers() {
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Asks the board for something; null if it did not answer. `refused` is told the status of a refusal, 0 for silence. */
export async function ask(path, refused = () => {}) {
  refused(0);
  try {
    const answer = await fetch(path, { headers: headers() });
    if (!answer.ok) refused(answer.status);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Asks the board for a file; null if there is none. */
export async function askFile(path) {
  try {
    const answer = await fetch(path, { headers: headers() });
    if (!answer.ok) return null;
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "";
    return { name, blob: await answer.blob() };
  } catch {
    return null;
  }
}

/** Posts an order; gives the answer when it was obeyed, else null. `near` is what the visitor has pressed. */
export async function order(path, body, role, near = null) {
  const type = { "content-type": "application/json" };
  let answer;
  let found;
  unsay(near);
  try {
    answer = await fetch(path, { method: "POST", headers: { ...type, ...headers() }, body: JSON.stringify(body) });
    found = await answer.json();
  } catch {
    say(text("reply.lost"), near);
    return null;
  }
  if (answer.ok) return found;
  if (answer.status === 401 || answer.status === 403) say(text("reply.token", { role: who(role), how: howGot(role) }), near);
  else say(refusedBecause(String(found.reason ?? found.error ?? answer.status), role), near);
  return null;
}

const who = (role) => (role === "arbiter" || role === "operator" ? text(`role.${role}`) : sideName(role));
const howGot = (role) => text(role === "arbiter" ? "reply.how.arbiter" : "reply.how.other");

/** The roles that may give a command at this stage. */
function whoElse(name) {
  const roles = Object.keys(shown?.allowed ?? {}).filter((role) => shown.allowed[role].includes(name));
  return roles.map((role) => text(`role.${role}`)).join(", ") || text("reply.nobody_now");
}

/** A page shows what is past when the board changes just before a button is pressed. */
function refusedBecause(reason, role) {
  const barred = / may not give the command (\S+)$/.exec(reason);
  if (barred) return text("reply.roles", { role: sideName(role), who: whoElse(barred[1]) });
  return reason.startsWith("expect_seq") ? text("reply.changed") : text("reply.refused", { text: toldText(reason) });
}

/** Sends a command about the state that the page shows. */
export function command(role, name, args, near = null) {
  const id = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");
  const body = { id, game_id: shown.game_id, ttl_ms: TTL_MS, args };
  if (!AT_ANY_STATE.has(name)) body.expect_seq = shown.seq;
  return order(here(`commands/${role}/${name}`), body, role, near);
}

function rowOf(near) {
  return near?.closest(".choices, form") ?? near;
}

/** Tells something below the row of what was pressed; where that is gone, at the foot of the page. */
export function say(words, near) {
  if (!near?.isConnected) return toast(words);
  const said = make("p", { class: "said", role: "alert" }, ...linked(words));
  rowOf(near).after(said);
  makeRoom();
  said.scrollIntoView({ block: "nearest" });
}

function unsay(near) {
  const next = rowOf(near)?.nextElementSibling;
  if (next?.classList.contains("said")) next.remove();
}

function toast(words) {
  const element = byId("toast");
  element.replaceChildren(...linked(words));
  element.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (element.hidden = true), TOAST_MS);
}
