// What people and the referee have said in this game, in words, for both players to see.

import { timeText } from "./clock.js";
import { byId, fill, make } from "./dom.js";
import { firstText, sideName, text } from "./texts.js";
import { irregularityText, penaltyName, visitor } from "./visitor.js";

export const TOLD = ["claim", "ruling", "penalty", "irregularity", "correction", "result", "clock"];
const TOLD_MAX = 60;
const SILENT = new Set(["claim:dead-stones"]); // said once a tap: the count shows it
const WITHDRAWN = new Set(["sensor", "taken-off", "pressed"]); // irregularities that were none

let told = [];

/** Begins with what the board has told before this page was opened. */
export function beginLog() {
  told = visitor().told;
}

/** Takes one more message. */
export function noteEvent(message) {
  if (told.some((each) => each.seq === message.seq && each.epoch === message.epoch)) return;
  told = [...told, message].slice(-TOLD_MAX);
}

/** Draws the list, the newest last and in view. */
export function drawLog(state, key) {
  const lines = told.filter((each) => each.game_id === state.game_id).map((each) => [each, wordsOf(each)]).filter(([, words]) => words);
  const list = byId("log");
  const before = list.dataset.key;
  fill(list, JSON.stringify([key, lines.map(([each]) => each.seq)]), lines.length ? lines.map(([each, words]) =>
    make("li", { data: { type: each.type } }, make("span", { class: "at" }, timeOf(each)), words)) : null);
  if (list.dataset.key !== before) list.scrollTop = list.scrollHeight;
}

function timeOf({ wall }) {
  return wall ? new Date(wall).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : "";
}

/** A message in words; empty where there is nothing to say. */
export function wordsOf(message) {
  switch (message.type) {
    case "claim": return claimed(message);
    case "ruling": return ruled(message);
    case "penalty": return punished(message);
    case "irregularity": return irregular(message);
    case "correction": return corrected(message);
    case "result": return ended(message);
    default: return clocked(message);
  }
}

function claimed({ kind, side, by, move, result, choice }) {
  if (SILENT.has(`claim:${kind}`)) return "";
  const values = { side: sideName(side), move, result, choice };
  const words = firstText([`log.claim.${kind}.${by ?? "word"}`, `log.claim.${kind}`, "log.claim.other"], values);
  return move ? `${words} ${text("claim.with", { move })}` : words;
}

function ruled({ kind, side, found, penalty, move, evidence, plies, why }) {
  const values = { side: sideName(side), move: move ?? "", times: evidence.join(", "), plies: plies.join("–"), why: why ?? "" };
  const [what] = kind.split(":");
  if (what === "needs-arbiter") return firstText([`log.ruling.${kind}`, "log.ruling.needs-arbiter"], values);
  const cost = penalty ? ` ${firstText([`log.cost.${penalty}`, "log.cost.other"])}` : "";
  const how = kind === "sealed-move" && !move ? "lost" : WITHDRAWN.has(why) ? why : (found ?? "stands");
  return firstText([`log.ruling.${what}.${how}`, `log.ruling.${what}`, `log.ruling.${how}`], values) + cost;
}

function punished({ side, kind, count, gives_ms: gives, takes_ms: takes, withdrawn, why }) {
  const name = withdrawn ? "log.penalty_withdrawn" : "log.penalty";
  const more = gives || takes ? ` ${timeText(gives || takes)}` : count > 1 ? ` (${count})` : "";
  return text(name, { side: sideName(side), kind: penaltyName(kind) + more }) + (why ? ` (${why})` : "");
}

function irregular({ kind, side, observed }) {
  const values = { side: sideName(side), move: [observed.from, observed.to].filter(Boolean).join("–") };
  return irregularityText(kind, "what", values);
}

function corrected({ from_ply: from, to_ply: to, cause, by }) {
  if (cause === "set-position") return text("log.position_set");
  return text(from === to ? "log.ply_retracted" : "log.plies_retracted", { from, to, side: sideName(by) });
}

function ended({ result, termination }) {
  return text("log.result", { result, why: firstText([`termination.${termination}`, termination]) });
}

/** Of the clock's messages only what people have done, or a claim or a penalty costs. */
function clocked({ why, by, running, sides }) {
  if (!why || !by) return "";
  const [what] = why.split(":");
  if (what === "pause") return text("log.paused", { side: sideName(by) });
  if (running && (what === "resume" || what === "start")) return text("log.resumed");
  const costs = what === "penalty" || (what === "claim" && !running);
  if (by in sides || (by === "referee" && !costs) || (what === "claim" && running)) return "";
  const times = Object.entries(sides).map(([side, face]) => `${sideName(side)} ${timeText(face.remaining_ms)}`).join(", ");
  return text("log.clock_set", { times });
}
