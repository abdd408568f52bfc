// A small board: one drawing a board, in which only what has changed is drawn again.

import { drawLines, geometry } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A drawing of an empty board of a game; `game` names what it was made for. */
export function makeMini(game, options) {
  const plan = geometry(game, options);
  const { columns, rows } = plan;
  const svg = shape("svg", { class: "mini", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
  svg.append(shape("rect", { class: plan.lines ? "wood" : "light", width: columns, height: rows }));
  if (plan.lines) {
    const lines = drawLines(plan);
    for (const [name, value] of [["width", columns], ["height", rows]]) lines.setAttribute(name, value);
    svg.append(lines);
  } else {
    let dark = "";
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) if ((column + row) % 2 === 0) dark += `M${column} ${rows - 1 - row}h1v1h-1z`;
    }
    svg.append(shape("path", { class: "dark", d: dark }));
  }
  const lamps = svg.appendChild(shape("g"));
  const men = svg.appendChild(shape("g"));
  return { svg, plan, game: gameOf(game, options), lamps, men, lit: new Map(), standing: new Map() };
}

export const gameOf = (game, options) => `${game} ${options?.size ?? ""}`;

/** Shows these men and lamps: letters and kinds by point. */
export function drawMini(mini, men, lamps) {
  each(mini.lit, lamps, (point, kind, old) => {
    const lamp = old ?? mini.lamps.appendChild(square(mini.plan, point));
    lamp.dataset.lamp = kind;
    return lamp;
  });
  each(mini.standing, men, (point, letter, old) => {
    const man = old ?? mini.men.appendChild(shape("use", place(mini.plan, point)));
    man.setAttribute("href", `#${mini.plan.men}-${letter}`);
    return man;
  });
}

/** Brings what is shown, by point, to what is wanted; `draw` makes or changes one. */
function each(shown, wanted, draw) {
  for (const [point, { element }] of shown) {
    if (point in wanted) continue;
    element.remove();
    shown.delete(point);
  }
  for (const [point, value] of Object.entries(wanted)) {
    const known = shown.get(point);
    if (known?.value !== value) shown.set(point, { value, element: draw(point, value, known?.element) });
  }
}

function place({ points, rows }, point) {
  const [column, row] = points.get(point) ?? [-9, 0];
  return { x: column, y: rows - 1 - row, width: 1, height: 1 };
}

function square(plan, point) {
  const at = place(plan, point);
  return shape("rect", plan.lines ? { ...at, rx: 0.5 } : at);
}
