// A small map of the board: what each sensor reads at this moment, as the first side sees the board.

import { byId, make } from "./dom.js";
import { geometry } from "./geometry.js";
import { text } from "./texts.js";

const dots = new Map();
let drawn = "";
let before = null; // how often each sensor had changed

function makeMap(game, options) {
  const wanted = JSON.stringify([game, options.size]);
  if (wanted === drawn) return;
  drawn = wanted;
  before = null;
  const plan = geometry(game, options);
  dots.clear();
  const rows = [];
  for (let row = plan.rows - 1; row >= 0; row--) {
    const line = make("div", { class: "dots" });
    for (let column = 0; column < plan.columns; column++) {
      const point = plan.nameAt(column, row);
      const dot = make("i", point ? { class: "dot", data: { dot: point }, title: point } : { class: "no-dot" });
      if (point) dots.set(point, dot);
      line.append(dot);
    }
    rows.push(line);
  }
  byId("bench-map").style.setProperty("--across", plan.columns);
  byId("bench-map").replaceChildren(...rows);
}

/** Draws what the sensors read. A sensor that has changed since the last look shows it. */
export function drawMap(found) {
  if (!found.closed) return;
  makeMap(found.game, found.options);
  const closed = new Set(found.closed);
  const unknown = new Set(found.unknown);
  const broken = new Set([...Object.keys(found.stuck), ...found.coupled.flat(), ...found.chatter]);
  for (const [point, dot] of dots) {
    dot.classList.toggle("closed", closed.has(point));
    dot.classList.toggle("unknown", unknown.has(point));
    dot.classList.toggle("broken", broken.has(point));
    dot.classList.toggle("changed", before !== null && (found.changes[point] ?? 0) !== (before[point] ?? 0));
  }
  before = found.changes;
  const words = text("bench.levels_told", { closed: closed.size, unknown: unknown.size, gaps: found.gaps });
  if (byId("bench-map-told").textContent !== words) byId("bench-map-told").textContent = words;
  byId("bench-map").setAttribute("aria-label", `${text("bench.levels")}: ${words}`);
}
