// The desk's link to the boards: the token, the stream of news, coming back after it was lost.

import { headers, holdToken, tokenHeld } from "./orders.js";

const RETRY_MS = 2_000;
const SILENT_MS = 40_000; // the desk says at least every 15 seconds that it is there
const KEPT = "token";

/** Takes the token that this window was given before; it goes with the window. */
export function takeToken() {
  try {
    if (!tokenHeld()) holdToken(sessionStorage.getItem(KEPT));
    else sessionStorage.setItem(KEPT, tokenHeld());
  } catch {
    // A browser without storage asks again after each reload.
  }
}

/** Keeps the token that was typed; null forgets it. */
export function keepToken(word) {
  holdToken(word);
  try {
    if (word) sessionStorage.setItem(KEPT, word);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Follows the boards for ever. Calls `all` with the whole hall, `news` with each piece of news and its number,
 * `link` when the link is made or lost; `refused` with the status where the token is not taken, and then goes
 * on when that has answered.
 */
export async function follow({ all, news, link, refused }) {
  for (;;) {
    try {
      const answer = await fetch("/api/tables", { headers: headers(), cache: "no-store" });
      if (answer.status === 401 || answer.status === 403) {
        link(false);
        await refused(answer.status);
        continue;
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const hall = await answer.json();
      all(hall);
      link(true);
      await stream(hall.newest, news);
    } catch {
      // The desk is away or the line was cut; either way it is tried again.
    }
    link(false);
    await wait(RETRY_MS);
  }
}

/** Reads news until the stream ends: because the line was lost, or because this page fell too far behind. */
async function stream(after, news) {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const answer = await fetch(`/api/tables/events?after=${after}`, { headers: headers(), signal: silence.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(() => silence.abort(), SILENT_MS);
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) tell(part, news);
    }
  } finally {
    clearTimeout(watch);
  }
}

function tell(part, news) {
  const lines = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
  if (lines.event === "stale") throw new Error("stale");
  if (lines.data) news(Number(lines.id), lines.event, JSON.parse(lines.data));
}
