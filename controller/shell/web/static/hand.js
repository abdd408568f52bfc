// A visitor's hand on the simulated board: mouse, finger or keyboard.

import { squareOf } from "./board.js";
import { byId, drawMan, fill, make, menDrawn } from "./dom.js";
import { order } from "./orders.js";

const BOX = { chess: "KQRBNPkqrbnp", draughts: "wWbB", xiangqi: "KABNRCPkabnrcp", go: "bw" };
const OFF_BOARD = null;

let held = null; // {letter, from: point or "box"}
let afterwards = Promise.resolve();
let redraw = () => {};
let turn = () => ""; // the letter of the stone that is to be played (Go)

/**
 * Lets the hand take men. Calls `changed` with what then stands on the simulated board; `stone` says
 * which stone a touch of an empty point sets down, where men come from a bowl.
 */
export function startHand(changed, stone) {
  redraw = changed;
  turn = stone;
  const board = byId("board");
  board.classList.add("bench");
  board.addEventListener("pointerdown", (event) => take(event, event.target.closest(".square")));
  board.addEventListener("keydown", useKey);
  byId("play-on").addEventListener("click", () => send({ act: "auto", on: true }));
  addEventListener("pointermove", follow);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", () => held && putBack());
}

/** The men beside the board, of the game that is played. */
export function fillBox() {
  fill(byId("box-men"), menDrawn(), [...BOX[menDrawn()]].map((letter) => {
    const man = make("span", { class: "box-man", data: { letter } }, drawMan(letter));
    man.addEventListener("pointerdown", (event) => hold(event, letter, "box"));
    return man;
  }));
}

/** Orders go out one after the other: a man is set down only after it was lifted. */
function send(body) {
  afterwards = afterwards.then(async () => {
    const state = await order("/api/bench", body, "operator");
    if (state) redraw(state);
  });
  return afterwards;
}

/** While the score is agreed, a touch of a stone marks it (`counting`). */
const counting = () => byId("board").classList.contains("counting");

function take(event, square) {
  if (counting()) return;
  const letter = square?.dataset.man;
  if (event.button !== 0 || held) return;
  if (!letter && square?.dataset.point && turn()) {
    event.preventDefault();
    send({ act: "add", point: square.dataset.point, letter: turn() });
    return;
  }
  if (!letter) return;
  hold(event, letter, square.dataset.point);
  send({ act: "lift", point: square.dataset.point });
}

function hold(event, letter, from) {
  if (held) return;
  event.preventDefault();
  held = { letter, from };
  const hand = byId("hand");
  hand.replaceChildren(drawMan(letter));
  const side = document.querySelector("#board .square").getBoundingClientRect().width;
  hand.style.setProperty("--side", `${side}px`);
  hand.hidden = false;
  squareOf(from)?.classList.add("taken");
  follow(event);
}

function follow(event) {
  if (!held) return;
  const hand = byId("hand");
  hand.style.setProperty("--x", `${event.clientX}px`);
  hand.style.setProperty("--y", `${event.clientY}px`);
}

function drop(event) {
  if (!held) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  setDown(under?.closest(".square")?.dataset.point ?? OFF_BOARD);
}

function putBack() {
  setDown(held.from === "box" ? OFF_BOARD : held.from);
}

function setDown(point) {
  const { letter, from } = held;
  held = null;
  byId("hand").hidden = true;
  let sent = afterwards;
  if (from === "box") {
    if (point !== OFF_BOARD) sent = send({ act: "add", point, letter });
  } else if (point === OFF_BOARD) {
    sent = send({ act: "remove", point: from });
  } else {
    sent = send({ act: "place", point });
  }
  sent.then(() => squareOf(from)?.classList.remove("taken"));
}

function useKey(event) {
  const square = event.target.closest(".square");
  if (!square || counting()) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (held) setDown(square.dataset.point);
    else if (square.dataset.man || turn()) {
      const { left, top, width } = square.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + width / 2, preventDefault() {} };
      take({ ...at, button: 0 }, square);
    }
  } else if (held && event.key === "Escape") {
    putBack();
  } else if (held && event.key === "Delete") {
    setDown(OFF_BOARD);
  }
}
