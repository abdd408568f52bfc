// Draws the board: men, lamps, touches, and how the real board differs from the record.

import { byId, drawMan, make } from "./dom.js";
import { text } from "./texts.js";

const FILES = "abcdefgh";

// What stands in a lit square's corner, so that colour is never the only sign.
const SYMBOLS = {
  "last-move": "",
  "may-go": "○",
  "must-move": "!",
  "must-capture": "×",
  promotion: "=",
  crowning: "=",
  remove: "↑",
  missing: "+",
  extra: "−",
  question: "?",
};

const squares = new Map();
let fromBlack = false;
let focused = "e1";

export const lampSymbol = (kind) => SYMBOLS[kind] ?? "";
export const squareOf = (point) => squares.get(point);

/** Makes the 64 squares once. */
export function makeBoard() {
  const board = byId("board");
  for (const point of points()) {
    const square = make("div", { role: "gridcell", tabindex: "-1", data: { point } });
    square.classList.add("square", isDark(point) ? "dark" : "light");
    squares.set(point, square);
  }
  arrange();
  board.addEventListener("keydown", moveFocus);
  board.addEventListener("focusin", (event) => focusOn(event.target.dataset.point));
}

function points() {
  const names = [];
  for (let rank = 8; rank >= 1; rank--) for (const file of FILES) names.push(`${file}${rank}`);
  return names;
}

function isDark(point) {
  return (FILES.indexOf(point[0]) + Number(point[1])) % 2 === 1;
}

/** Shows the board from the other side. */
export function flip() {
  fromBlack = !fromBlack;
  arrange();
}

function arrange() {
  const order = fromBlack ? points().reverse() : points();
  byId("board").replaceChildren(
    ...[0, 8, 16, 24, 32, 40, 48, 56].map((start) =>
      make("div", { role: "row", class: "row" }, ...order.slice(start, start + 8).map((p) => squares.get(p))),
    ),
  );
  order.forEach((point, index) => {
    const square = squares.get(point);
    square.toggleAttribute("data-file", index >= 56);
    square.toggleAttribute("data-rank", index % 8 === 0);
    if (index >= 56) square.dataset.file = point[0];
    if (index % 8 === 0) square.dataset.rank = point[1];
  });
  focusOn(focused);
}

function focusOn(point) {
  if (!point || !squares.has(point)) return;
  squares.get(focused).tabIndex = -1;
  focused = point;
  squares.get(point).tabIndex = 0;
}

function moveFocus(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const sign = fromBlack ? -1 : 1;
  const file = FILES.indexOf(focused[0]) + sign * step[0];
  const rank = Number(focused[1]) + sign * step[1];
  squares.get(`${FILES[file]}${rank}`)?.focus();
}

/** What the squares show for one state of the board. */
export function drawBoard(view, bench) {
  const standing = new Set(view.standing);
  const unknown = new Set(view.unknown);
  const missing = spots(view.restore?.missing);
  const extra = spots(view.restore?.extra);
  const men = bench ? bench.men : view.men;
  const touched = new Set(view.touched);
  for (const [point, square] of squares) {
    const man = men[point] ?? null;
    const lamp = view.lamps[point] ?? null;
    const notes = {
      touched: touched.has(point),
      unknown: unknown.has(point),
      lifted: !bench && man !== null && !standing.has(point) && !unknown.has(point) && !missing.has(point),
      blob: !bench && man === null && standing.has(point),
      missing: missing.has(point),
      extra: extra.has(point),
    };
    drawSquare(point, square, man, lamp, notes, missing.get(point) ?? null);
  }
}

function spots(list) {
  return new Map((list ?? []).map((spot) => [spot.point, spot.man]));
}

function drawSquare(point, square, man, lamp, notes, absent) {
  const ghost = notes.missing && (man === null || man === absent);
  const shown = ghost ? absent : man;
  const key = JSON.stringify([man, lamp, notes, absent]);
  square.setAttribute("aria-label", label(point, man, lamp, notes));
  if (square.dataset.key === key) return;
  square.dataset.key = key;
  square.dataset.man = man ?? "";
  square.dataset.lamp = lamp ?? "";
  for (const name of ["touched", "unknown", "lifted", "extra"]) square.classList.toggle(name, notes[name]);
  square.classList.toggle("ghost", ghost);
  const parts = [];
  if (shown) parts.push(drawMan(shown));
  if (notes.blob) parts.push(make("span", { class: "blob" }));
  if (notes.extra) parts.push(make("span", { class: "cross" }));
  if (lampSymbol(lamp)) parts.push(make("span", { class: "badge", "aria-hidden": "true" }, lampSymbol(lamp)));
  if (notes.unknown) parts.push(make("span", { class: "badge blind", "aria-hidden": "true" }, "~"));
  square.replaceChildren(...parts);
}

function label(point, man, lamp, notes) {
  const words = [point, man ? text(`man.${man}`) : text("board.empty")];
  if (lamp) words.push(text(`lamp.${lamp}`));
  if (notes.touched) words.push(text("square.touched"));
  if (notes.unknown) words.push(text("square.unknown"));
  return words.join(", ");
}
