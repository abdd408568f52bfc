// A game that is stepped through: what stands on the board after each ply.

import { text } from "./texts.js";

const SWIPE_PX = 40;

/** The boards of a game, the start first: `men` by point, and the step that led there. */
export function framesOf(game) {
  let men = {};
  return game.steps.map((step) => {
    men = { ...men, ...step.men };
    men = Object.fromEntries(Object.entries(men).filter(([, man]) => man));
    return { men, step };
  });
}

/** What the board draws for a frame. */
export function viewOf(game, { men, step }) {
  return {
    game: game.game,
    game_options: game.options,
    men,
    standing: Object.keys(men),
    unknown: [],
    touched: [],
    restore: null,
    lamps: Object.fromEntries((step.marks ?? []).map((point) => [point, "last-move"])),
  };
}

/** A step as players of the game write it; xiangqi in Chinese for Chinese readers. */
export function stepText({ ply, notation, move, set_up: arranged }) {
  if (arranged) return text("games.set_up");
  if (!ply) return text("games.start");
  const chinese = document.documentElement.lang.startsWith("zh") && notation.chinese;
  return chinese || (Object.values(notation)[0] ?? move);
}

/** The number of a ply's move with its dots: "12." or "12…". */
export function numberOf({ ply, side }, sides) {
  const first = side === sides[0];
  return `${Math.ceil((ply + (first ? 1 : 0)) / 2)}${first ? "." : "…"}`;
}

/** Calls `step` with -1 or 1 when a finger is drawn over an element. */
export function onSwipe(element, step) {
  let from = null;
  element.addEventListener("pointerdown", (event) => (from = event.isPrimary ? event.clientX : null));
  element.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const drawn = event.clientX - from;
    from = null;
    if (Math.abs(drawn) >= SWIPE_PX) step(drawn < 0 ? 1 : -1);
  });
  element.addEventListener("pointercancel", () => (from = null));
}
