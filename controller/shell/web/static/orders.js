// Sends orders to the board and tells the visitor when one was not obeyed.

import { byId } from "./dom.js";
import { sideName, text } from "./texts.js";

const TTL_MS = 10_000;
const TOAST_MS = 6_000;

let toastTimer = 0;

// A screen that needs a token is opened once with it in the address: /#token=...
const token = new URLSearchParams(location.hash.slice(1)).get("token");
if (token) history.replaceState(null, "", location.pathname);

/** Posts an order; gives the answer when it was obeyed, else null. */
export async function order(path, body, role) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  let answer;
  let found;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    found = await answer.json();
  } catch {
    toast(text("reply.lost"));
    return null;
  }
  if (answer.ok) return found;
  if (answer.status === 401 || answer.status === 403) toast(text("reply.token", { role: sideName(role) }));
  else toast(text("reply.refused", { text: found.reason ?? found.error ?? answer.status }));
  return null;
}

/** Sends a command of a player about the state that the page shows. */
export function command(state, role, name, args) {
  const id = [...crypto.getRandomValues(new Uint32Array(3))].map((n) => n.toString(36)).join("");
  const body = { id, game_id: state.game_id, expect_seq: state.seq, ttl_ms: TTL_MS, args };
  return order(`/api/commands/${role}/${name}`, body, role);
}

function toast(words) {
  const element = byId("toast");
  element.textContent = words;
  element.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (element.hidden = true), TOAST_MS);
}
