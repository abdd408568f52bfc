// Draws the board: men, lamps, touches, and how the real board differs from the record.

import { byId, drawMan, make, setMen } from "./dom.js";
import { areaOf } from "./area.js";
import { drawLines, geometry } from "./geometry.js";
import { drawLast } from "./lastmove.js";
import { manName, text } from "./texts.js";

// What stands in a lit square's corner, so that colour is never the only sign. (Ends and flags stand in the panel too.)
const SYMBOLS = {
  end: "",
  flag: "",
  "last-move": "",
  "may-go": "○",
  "must-move": "!",
  "must-capture": "×",
  promotion: "=",
  crowning: "=",
  remove: "↑",
  dead: "×",
  missing: "+",
  extra: "−",
  question: "?",
};

const EDGES = { go: [0.8, 0, 0.8], xiangqi: [0.5, 0.5, 1] }; // in squares: at the left, above, below

const squares = new Map();
let plan = null; // the geometry of the board that is drawn
let drawn = ""; // the game it was made for
let fromSecond = false;
let focused = "";

export const lampSymbol = (kind) => SYMBOLS[kind] ?? "";
export const squareOf = (point) => squares.get(point);

/** Makes the cells of a game's board, once for each game and size. */
function makeBoard(game, options) {
  const wanted = JSON.stringify([game, options.size, document.documentElement.lang]);
  if (wanted === drawn) return;
  drawn = wanted;
  plan = geometry(game, options);
  setMen(plan.men);
  squares.clear();
  for (const [point, [column, row]] of plan.points) {
    const square = make("div", { role: "gridcell", tabindex: "-1", data: { point } });
    square.classList.add("square", plan.lines ? "crossing" : (column + row) % 2 ? "light" : "dark");
    squares.set(point, square);
  }
  focused = plan.nameAt(Math.floor(plan.columns / 2), 0) ?? squares.keys().next().value;
  const board = byId("board");
  board.dataset.men = plan.men;
  document.documentElement.style.setProperty("--columns", plan.columns);
  document.documentElement.style.setProperty("--rows", plan.rows);
  const [beside, above, below] = EDGES[plan.men] ?? [0, 0, 0];
  document.documentElement.style.setProperty("--ratio", (plan.columns + beside) / (plan.rows + above + below));
  arrange();
}

/** Lets the keyboard move about the board. */
export function startBoard() {
  const board = byId("board");
  board.addEventListener("keydown", moveFocus);
  board.addEventListener("focusin", (event) => focusOn(event.target.dataset.point));
}

/** Shows the board from the other side. */
export function flip() {
  fromSecond = !fromSecond;
  if (plan) arrange();
}

function arrange() {
  const { columns, rows } = plan;
  const lines = [];
  for (let down = 0; down < rows; down++) {
    const row = fromSecond ? down : rows - 1 - down;
    const cells = [];
    for (let across = 0; across < columns; across++) {
      cells.push(cell(fromSecond ? columns - 1 - across : across, row, across === 0, down === rows - 1));
    }
    lines.push(make("div", { role: "row", class: "row" }, ...cells));
  }
  byId("board").replaceChildren(...(plan.lines ? [drawLines(plan), ...edges()] : []), ...lines);
  focusOn(focused);
}

/** The names of files and ranks beside a board of lines, where no man covers them. */
function edges() {
  const ranks = Array.from({ length: plan.rows }, (_, down) => (fromSecond ? down : plan.rows - 1 - down) + plan.first);
  const files = fromSecond ? [...plan.files].reverse() : plan.files;
  const names = (kind, all) => make("div", { class: kind, "aria-hidden": "true" }, ...all.map((each) => make("span", {}, String(each))));
  if (plan.men === "go") return [names("ranks", ranks), names("files", files.map((each) => each.toUpperCase()))]; // as in the record
  return [names("ranks", ranks), names("files", files), ...counts()];
}

const CHINESE = "一二三四五六七八九";

/** The files of xiangqi as each player counts them, from the right; Red's in Chinese numerals where the record has them. */
function counts() {
  const chinese = document.documentElement.lang.startsWith("zh");
  const near = Array.from({ length: plan.columns }, (_, n) => plan.columns - n);
  const shown = (all, second) => all.map((n) => (chinese && !second ? CHINESE[n - 1] : String(n)));
  const row = (kind, all) => make("div", { class: `counts ${kind}`, "aria-hidden": "true" }, ...all.map((each) => make("span", {}, each)));
  return [row("far", shown([...near].reverse(), !fromSecond)), row("near", shown(near, fromSecond))];
}

function cell(column, row, isLeft, isLowest) {
  const point = plan.nameAt(column, row);
  const square = squares.get(point) ?? make("div", { class: "square light", "aria-hidden": "true" });
  delete square.dataset.file;
  delete square.dataset.rank;
  if (plan.lines) return square; // they stand at the board's edges
  if (!plan.files) {
    if (point) square.dataset.rank = point; // numbered squares
    return square;
  }
  if (isLowest) square.dataset.file = plan.files[column];
  if (isLeft) square.dataset.rank = row + plan.first;
  return square;
}

function focusOn(point) {
  if (!point || !squares.has(point)) return;
  if (squares.has(focused)) squares.get(focused).tabIndex = -1;
  focused = point;
  squares.get(point).tabIndex = 0;
}

function moveFocus(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const sign = fromSecond ? -1 : 1;
  const [column, row] = plan.points.get(focused);
  let best = null;
  // The nearest point that way; aside counts double, so that diagonal boards work too.
  for (const [point, [toColumn, toRow]] of plan.points) {
    const across = sign * (toColumn - column);
    const up = sign * (toRow - row);
    const along = across * step[0] + up * step[1];
    if (along <= 0) continue;
    const far = along + 2 * Math.abs(across * step[1] - up * step[0]);
    if (best === null || far < best.far) best = { point, far };
  }
  if (best) squares.get(best.point).focus();
}

/** What the squares show for one state of the board. */
export function drawBoard(view, bench) {
  makeBoard(view.game, view.game_options);
  const standing = new Set(view.standing);
  const unknown = new Set(view.unknown);
  const missing = spots(view.restore?.missing);
  const extra = spots(view.restore?.extra);
  const men = bench ? bench.men : view.men;
  const touched = new Set(view.touched);
  const areas = areaOf(view);
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
      area: areas.get(point) ?? "",
    };
    drawSquare(point, square, man, lamp, notes, missing.get(point) ?? null);
  }
}

/** How the last move went, on the board that is drawn. */
export const drawLastMove = (state) => drawLast(state, squareOf, placeOf, plan);

/** The middle of a point as it is drawn, in squares from the left and from above. */
function placeOf(point) {
  if (!plan.points.has(point)) return null;
  const [column, row] = plan.points.get(point);
  return [(fromSecond ? plan.columns - 1 - column : column) + 0.5, (fromSecond ? row : plan.rows - 1 - row) + 0.5];
}

function spots(list) {
  return new Map((list ?? []).map((spot) => [spot.point, spot.man]));
}

function drawSquare(point, square, man, lamp, notes, absent) {
  const ghost = notes.missing && (man === null || man === absent);
  const shown = ghost ? absent : man;
  const key = JSON.stringify([document.documentElement.lang, man, lamp, notes, absent]);
  if (square.dataset.key === key) return;
  square.setAttribute("aria-label", label(point, man, lamp, notes));
  square.dataset.key = key;
  square.dataset.man = man ?? "";
  square.dataset.lamp = lamp ?? "";
  for (const name of ["touched", "unknown", "lifted", "extra"]) square.classList.toggle(name, notes[name]);
  square.classList.toggle("ghost", ghost);
  square.dataset.area = notes.area;
  const parts = [];
  if (shown) parts.push(drawMan(shown));
  if (notes.blob) parts.push(make("span", { class: "blob" }));
  if (notes.extra) parts.push(make("span", { class: "cross" }));
  if (lampSymbol(lamp)) parts.push(make("span", { class: "badge", "aria-hidden": "true" }, lampSymbol(lamp)));
  if (notes.unknown) parts.push(make("span", { class: "badge blind", "aria-hidden": "true" }, "~"));
  square.replaceChildren(...parts);
}

function label(point, man, lamp, notes) {
  const words = [point, man ? manName(man) : text("board.empty")];
  if (lamp) words.push(text(`lamp.${lamp}`));
  if (notes.touched) words.push(text("square.touched"));
  if (notes.unknown) words.push(text("square.unknown"));
  if (notes.area) words.push(text(notes.area === "b" ? "area.black" : "area.white"));
  return words.join(", ");
}
