// What each side has taken: pieces and their worth in chess, prisoners in Go.

import { drawMan, make } from "./dom.js";
import { manName, text } from "./texts.js";

const ARRAY = { q: 1, r: 2, b: 2, n: 2, p: 8 }; // of one side, without the king
const WORTH = { q: 9, r: 5, b: 3, n: 3, p: 1 };

/** For beside a player's name; null where nothing was taken, or nobody counts it. */
export function takenBy(view, side) {
  if (view.game === "go") return prisoners(view, side);
  return view.game === "chess" && wholeArray(view) ? pieces(view, side) : null;
}

const wholeArray = ({ start }) => typeof start === "string" && start.split(" ")[0].replace(/[^a-z]/gi, "").length === 32;

function counted(view, isWhite) {
  const found = {};
  for (const letter of Object.values(view.men)) {
    if ((letter === letter.toUpperCase()) === isWhite) found[letter.toLowerCase()] = (found[letter.toLowerCase()] ?? 0) + 1;
  }
  return found;
}

/** A pawn that was promoted is not among the captured. */
function pieces(view, side) {
  const isWhite = side === "white";
  const [own, other] = [counted(view, isWhite), counted(view, !isWhite)];
  const promoted = Object.keys(ARRAY).filter((kind) => kind !== "p").reduce((sum, kind) => sum + Math.max(0, (other[kind] ?? 0) - ARRAY[kind]), 0);
  const lost = Object.keys(ARRAY).flatMap((kind) =>
    Array(Math.max(0, ARRAY[kind] - (other[kind] ?? 0) - (kind === "p" ? promoted : 0))).fill(isWhite ? kind : kind.toUpperCase()));
  const worth = (men) => Object.entries(WORTH).reduce((sum, [kind, each]) => sum + each * (men[kind] ?? 0), 0);
  const ahead = worth(own) - worth(other);
  if (!lost.length && ahead <= 0) return null;
  return make("span", { class: "taken", role: "img", "aria-label": text("taken.label", { pieces: lost.map(manName).join(", ") }) },
    ...lost.map(drawMan), ahead > 0 ? make("b", {}, `+${ahead}`) : "");
}

function prisoners(view, side) {
  const [other, letter] = side === "black" ? ["white", "w"] : ["black", "b"];
  const placed = (view.start?.[other]?.length ?? 0) + view.moves.filter((line) => line.side === other && line.move !== "pass").length;
  const count = placed - Object.values(view.men).filter((man) => man === letter).length;
  return count > 0 ? make("span", { class: "taken" }, text("prisoners", { count })) : null;
}
