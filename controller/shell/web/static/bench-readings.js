// What was seen, and what it may have been: the accounts that `touchmove explain` gives, as they are now.

import { byId, fill, make } from "./dom.js";
import { manName, sideName, text } from "./texts.js";

const EDGES_MAX = 8;
const DEAD_MAX = 2;
const ALIVE_MAX = 6;

/** The newest gestures, the newest first. */
export function drawGestures(gestures, nowUs) {
  const rows = gestures.map((each) => [each.seq, each.type, gestureWords(each)]).reverse();
  const key = JSON.stringify([document.documentElement.lang, rows]);
  fill(byId("bench-gestures"), key, rows.length ? rows.map(([seq, type, words]) =>
    make("li", { data: { gesture: type, seq } }, words)) : [make("li", { class: "quiet" }, text("bench.gestures_none"))]);
}

function gestureWords(gesture) {
  const point = gesture.point ?? gesture.points.join(" ");
  const who = gesture.man ? manName(gesture.man) : gesture.side ? sideName(gesture.side) : "";
  return [text(`bench.gesture.${gesture.type}`, { point }), who].filter(Boolean).join(" · ");
}

/** Every branch as it stands: evidence, readings, and what is waited for. */
export function drawReadings(readings) {
  const parts = readings.branches.flatMap((branch) => branchParts(branch, readings));
  if (!parts.length) parts.push(make("p", { class: "quiet" }, lastWords(readings.last) ?? text("bench.readings_none")));
  byId("bench-readings").replaceChildren(...parts);
}

function lastWords(last) {
  if (!last?.decision) return null;
  return text(`bench.decided.${last.decision}`, { move: last.readings[0]?.moves[0] ?? "" });
}

function branchParts(branch, { branches, at_us: nowUs, margin }) {
  if (!branch.edges.length) return [];
  const title = branch.answer ? text("bench.answer", { move: branch.answer }) : branches.length > 1 ? text("bench.answer_none") : "";
  const alive = branch.readings.filter((reading) => reading.alive).slice(0, ALIVE_MAX);
  const dead = branch.readings.filter((reading) => !reading.alive).slice(0, DEAD_MAX);
  return [
    title ? make("h4", {}, title) : null,
    make("p", { class: "edges" }, ...branch.edges.slice(-EDGES_MAX).map((edge) => edgeWords(edge, nowUs))),
    make("ol", { class: "readings" }, ...[...alive, ...dead].map((reading) => readingRow(reading, margin))),
    make("p", { class: "now" }, nowWords(branch, alive)),
  ].filter(Boolean);
}

function edgeWords(edge, nowUs) {
  const words = `${edge.point}${edge.act === "placed" ? "↓" : "↑"} −${seconds(nowUs - edge.at_us)}`;
  return make("span", { class: edge.act }, words);
}

const seconds = (us) => `${(Math.max(0, us) / 1e6).toFixed(1)} s`;

function readingRow(reading, margin) {
  const items = summed(reading.items).map(([name, cost, where]) =>
    `${text(`bench.price.${name.toLowerCase()}`)}${where ? ` (${where})` : ""} ${cost.toFixed(1)}`);
  const row = make("li", { class: reading.alive ? "alive" : "dead" },
    make("span", { class: "what" }, readingWords(reading)),
    make("span", { class: "cost" }, reading.cost.toFixed(1)),
    make("small", {}, items.join(" + ")));
  if (!reading.alive) row.title = text("bench.reading.dearer", { margin });
  return row;
}

/** Items of one name and place together. */
function summed(items) {
  const sums = new Map();
  for (const { name, cost, point } of items) {
    const key = `${name} ${point ?? ""}`;
    sums.set(key, [name, (sums.get(key)?.[1] ?? 0) + cost, point]);
  }
  return [...sums.values()];
}

function readingWords(reading) {
  const words = [reading.moves.join(" ") || text("bench.reading.none")];
  if (reading.under_way) words.push(text("bench.reading.under_way", { move: reading.under_way }));
  if (reading.unexplained.length) words.push(text("bench.reading.unexplained", { points: reading.unexplained.join(" ") }));
  else if (reading.in_air.length) words.push(text("bench.reading.in_air", { points: reading.in_air.join(" ") }));
  return words.join("; ");
}

function nowWords(branch, alive) {
  const firsts = [...new Set(alive.map((reading) => reading.moves[0] ?? ""))];
  const state = firsts.length > 1 ? "several" : alive[0]?.unexplained.length ? "irregular" : firsts[0] ? "one" : "none";
  const named = firsts.map((move) => move || text("bench.reading.none"));
  const words = text(`bench.now.${state}`, { move: named[0], moves: named.join(", ") });
  return branch.waits_ms === null ? words : `${words} ${text("bench.now.waits", { ms: Math.round(branch.waits_ms) })}`;
}
