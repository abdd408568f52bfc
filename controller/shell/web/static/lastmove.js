// The last move on the board: it slides there, and an arrow shows it where that is chosen.

import { byId } from "./dom.js";
import { chosen } from "./screen.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE_MS = 220;
const still = matchMedia("(prefers-reduced-motion: reduce)");

let before = null;

/** From where to where the last move went; null for a stone that was set down, a pass, or none. */
function endsOf({ game, moves = [] }) {
  const move = moves.at(-1)?.move ?? "";
  if (game === "go") return null;
  if (game.startsWith("draughts")) {
    const points = move.split(/[-x:]/);
    return points.length > 1 ? [points[0], points.at(-1)] : null;
  }
  return /^[a-i]\d[a-i]\d/.test(move) ? [move.slice(0, 2), move.slice(2, 4)] : null;
}

/** Draws it for one state; `places` has the middle of each square, in squares from the left and from above. */
export function drawLast(state, squareOf, placeOf, size) {
  const { view } = state;
  const ends = endsOf(view);
  const now = { game: state.game_id, ply: view.moves?.length ?? 0 };
  const fresh = before?.game === now.game && now.ply === before.ply + 1;
  before = now;
  if (ends && fresh && !state.bench && !still.matches) slide(ends, squareOf);
  drawArrow(ends && chosen("arrows") ? ends.map(placeOf) : null, size);
}

function slide([from, to], squareOf) {
  const man = squareOf(to)?.querySelector(".man");
  if (!man || !squareOf(from)) return;
  const [start, end] = [from, to].map((point) => squareOf(point).getBoundingClientRect());
  squareOf(to).classList.add("sliding");
  const moving = man.animate(
    [{ transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)` }, { transform: "none" }],
    { duration: SLIDE_MS, easing: "ease-out" });
  moving.onfinish = moving.oncancel = () => squareOf(to)?.classList.remove("sliding");
}

function drawArrow(places, { columns, rows }) {
  let svg = byId("arrow");
  if (!places?.every(Boolean)) return svg?.remove();
  const [[x1, y1], [x2, y2]] = places;
  const key = [x1, y1, x2, y2, columns, rows].join();
  if (svg?.dataset.key === key && svg.isConnected) return;
  svg?.remove();
  svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ id: "arrow", class: "lines", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", "data-key": key })) {
    svg.setAttribute(name, value);
  }
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const at = (along, across) => `${x2 - along * Math.cos(angle) - across * Math.sin(angle)} ${y2 - along * Math.sin(angle) + across * Math.cos(angle)}`;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${x1} ${y1}L${at(0.42, 0)}M${at(0.42, 0.22)}L${at(0.08, 0)}L${at(0.42, -0.22)}Z`);
  svg.append(path);
  byId("board").append(svg);
}
