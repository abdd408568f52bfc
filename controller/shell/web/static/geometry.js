// Where the points of each game are on its board, and how the board is drawn.

const LETTERS = "abcdefghjklmnopqrstuvwxyz"; // of Go: without i
const FILES = "abcdefghijklmnopqrstuvwxyz";

/**
 * The board of a game: columns and rows of cells, and the cell of each point, counted from the lower
 * left corner as the first side sees it. On boards of lines the points are the crossings.
 */
export function geometry(game, options) {
  if (game === "go") return crossings("go", options.size ?? 19, options.size ?? 19, LETTERS, 1);
  if (game === "xiangqi") return crossings("xiangqi", 9, 10, FILES, 0);
  if (game === "draughts-100") return numbered();
  if (game.startsWith("draughts")) return squares("draughts", (column, row) => (column + row) % 2 === 0);
  return squares("chess", () => true);
}

function squares(men, isPoint) {
  const points = new Map();
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      if (isPoint(column, row)) points.set(`${FILES[column]}${row + 1}`, [column, row]);
    }
  }
  return board({ men, columns: 8, rows: 8, points, lines: false, files: [...FILES.slice(0, 8)], first: 1 });
}

function numbered() {
  const points = new Map();
  for (let n = 1; n <= 50; n++) {
    const down = Math.floor((n - 1) / 5);
    points.set(String(n), [2 * ((n - 1) % 5) + (down % 2 === 0 ? 1 : 0), 9 - down]);
  }
  return board({ men: "draughts", columns: 10, rows: 10, points, lines: false, files: null, first: 0 });
}

function crossings(men, columns, rows, letters, first) {
  const points = new Map();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) points.set(`${letters[column]}${row + first}`, [column, row]);
  }
  return board({ men, columns, rows, points, lines: true, files: [...letters.slice(0, columns)], first });
}

function board(found) {
  const at = new Map([...found.points].map(([name, [column, row]]) => [`${column},${row}`, name]));
  return { ...found, nameAt: (column, row) => at.get(`${column},${row}`) ?? null };
}

/** The star points of a Go board, as cells. */
function stars(size) {
  if (size < 7) return [];
  const edge = size < 13 ? 2 : 3;
  const middle = (size - 1) / 2;
  const along = size < 17 ? [edge, size - 1 - edge] : [edge, middle, size - 1 - edge];
  const found = along.flatMap((column) => along.map((row) => [column, row]));
  return size < 17 && size % 2 ? [...found, [middle, middle]] : found;
}

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Where cannons and soldiers of xiangqi stand first.
const MARKED = [2, 7].flatMap((row) => [1, 7].map((column) => [column, row]))
  .concat([3, 6].flatMap((row) => [0, 2, 4, 6, 8].map((column) => [column, row])));
const [NEAR, FAR] = [0.08, 0.22];

/** Four small corners round a point, two at the board's edge. */
function cornersOf(column, row, columns) {
  const sides = [-1, 1].filter((side) => column + side >= 0 && column + side < columns);
  return sides.flatMap((across) => [-1, 1].map((up) => {
    const at = (x, y) => `${column + 0.5 + across * x} ${row + 0.5 + up * y}`;
    return `M${at(NEAR, FAR)}L${at(NEAR, NEAR)}L${at(FAR, NEAR)}`;
  })).join("");
}

/** The lines of a board whose points are crossings: one unit a cell, the first cell's middle at ½, ½. */
export function drawLines({ men, columns, rows }) {
  const svg = shape("svg", { class: "lines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
  const line = (x1, y1, x2, y2) =>
    svg.append(shape("line", { x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 }));
  for (let row = 0; row < rows; row++) line(0, row, columns - 1, row);
  for (let column = 0; column < columns; column++) {
    const edge = column === 0 || column === columns - 1;
    if (men === "go" || edge) line(column, 0, column, rows - 1);
    else for (const top of [0, 5]) line(column, top, column, top + 4); // the river lies between
  }
  if (men === "xiangqi") {
    for (const [x, words] of [[2, "楚河"], [columns - 2.65, "漢界"]]) {
      const river = shape("text", { x: x + 0.17, y: rows / 2 });
      river.textContent = words;
      svg.append(river);
    }
    for (const [column, row] of MARKED) svg.append(shape("path", { d: cornersOf(column, row, columns) }));
    for (const top of [0, 7]) {
      line(3, top, 5, top + 2);
      line(5, top, 3, top + 2);
    }
  } else {
    for (const [column, row] of stars(columns)) svg.append(shape("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.11 }));
  }
  return svg;
}
