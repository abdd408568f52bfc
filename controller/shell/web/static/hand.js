// A visitor's hands on the simulated board: mouse, fingers or keyboard. Two fingers are two hands.

import { squareOf } from "./board.js";
import { byId, drawMan, fill, make, menDrawn } from "./dom.js";
import { order } from "./orders.js";
import { manName } from "./texts.js";

const BOX = { chess: "KQRBNPkqrbnp", draughts: "wWbB", xiangqi: "KABNRCPkabnrcp", go: "bw" };
const OFF_BOARD = null;
const KEYS = "keys"; // the keyboard's pointer
const PATH_MAX = 40;
const LEG_MS = { least: 40, most: 400 };

const held = new Map(); // pointer: {letter, from: point or "box", hand: 1 or 2, sliding, path, since}
let hands = [1];
let tool = "hand"; // "hand", "slide", "stack", "knock", "break"
let breakAt = () => {}; // what the tool "break" does to a point, and where the pointer was let go
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
  addEventListener("pointercancel", (event) => held.has(event.pointerId) && putBack(event.pointerId));
}

/** Gives the visitor a second hand, as on the bench page. */
export function useBothHands() {
  if (hands.length > 1) return;
  hands = [1, 2];
  document.body.append(make("div", { id: "hand-2", "aria-hidden": "true", hidden: "" }));
}

/** What the hands do from now on; `breaks(from, to)` is called by the tool "break". */
export function chooseTool(name, breaks = () => {}) {
  tool = name;
  breakAt = breaks;
}

/** The men beside the board, of the game that is played. */
export function fillBox() {
  fill(byId("box-men"), [document.documentElement.lang, menDrawn()].join(), [...BOX[menDrawn()]].map((letter) => {
    const named = { role: "button", tabindex: "0", "aria-label": manName(letter) };
    const man = make("span", { class: "box-man", data: { letter }, ...named }, drawMan(letter));
    man.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && hold(event, letter, "box")) event.preventDefault();
    });
    man.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      hold(keyAt(man), letter, "box");
      document.querySelector("#board .square[tabindex='0']")?.focus();
    });
    return man;
  }));
}

/** Orders go out one after the other: a man is set down only after it was lifted. */
export function send(body, near = null) {
  afterwards = afterwards.then(async () => {
    const state = await order("/api/bench", body, "operator", near);
    if (state) redraw(state);
  });
  return afterwards;
}

/** While the score is agreed, a touch of a stone marks it (`counting`). */
const counting = () => byId("board").classList.contains("counting");

function take(event, square) {
  const point = square?.dataset.point;
  if (!point || event.button !== 0 || counting()) return;
  const letter = square.dataset.man;
  const sliding = tool === "slide" || event.shiftKey === true;
  if (tool === "break") {
    hold(event, letter, point, { breaking: true });
  } else if (square.classList.contains("lying")) {
    send({ act: "set-right", point });
  } else if (tool === "knock" && letter) {
    send({ act: "knock", point });
  } else if (letter) {
    if (hold(event, letter, point, { sliding }) && !sliding) send({ act: "lift", point, ...ofHand(event.pointerId) });
  } else if (turn() && !sliding && tool !== "knock") {
    send({ act: "add", point, letter: turn() });
  } else {
    return;
  }
  event.preventDefault();
}

/** The hand's part of an order; the first goes without saying. */
function ofHand(pointer) {
  const { hand } = held.get(pointer);
  return hand === 1 ? {} : { hand };
}

const shownHand = (hand) => byId(hand === 1 ? "hand" : "hand-2");

/** Whether a free hand has taken hold. */
function hold(event, letter, from, how = {}) {
  const busy = [...held.values()].map((each) => each.hand);
  const hand = hands.find((each) => !busy.includes(each));
  if (hand === undefined || held.has(event.pointerId)) return false;
  held.set(event.pointerId, { letter, from, hand, path: [from], since: performance.now(), ...how });
  const shown = shownHand(hand);
  shown.replaceChildren(...(letter && !how.breaking ? [drawMan(letter.at(-1))] : []));
  const side = document.querySelector("#board .square").getBoundingClientRect().width;
  shown.style.setProperty("--side", `${side}px`);
  shown.classList.toggle("sliding", Boolean(how.sliding));
  shown.hidden = false;
  if (!how.breaking) squareOf(from)?.classList.add("taken");
  follow(event);
  return true;
}

const pointUnder = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .square")?.dataset.point ?? OFF_BOARD;

function follow(event) {
  const man = held.get(event.pointerId);
  if (!man) return;
  const shown = shownHand(man.hand);
  shown.style.setProperty("--x", `${event.clientX}px`);
  shown.style.setProperty("--y", `${event.clientY}px`);
  if (!man.sliding || event.pointerId === KEYS) return;
  const point = pointUnder(event);
  if (point !== OFF_BOARD && point !== man.path.at(-1) && man.path.length < PATH_MAX) man.path.push(point);
}

function drop(event) {
  if (!held.has(event.pointerId)) return;
  follow(event);
  setDown(event.pointerId, pointUnder(event));
}

function putBack(pointer) {
  const { from } = held.get(pointer);
  setDown(pointer, from === "box" ? OFF_BOARD : from);
}

function setDown(pointer, point) {
  const man = held.get(pointer);
  const { from } = man;
  const body = man.breaking || man.sliding ? null : orderOf(pointer, man, point);
  held.delete(pointer);
  shownHand(man.hand).hidden = true;
  if (man.breaking) return void breakAt(from, point);
  const path = pointer === KEYS && point !== from && point !== OFF_BOARD ? [from, point] : man.path;
  let sent = afterwards;
  if (body) sent = send(body);
  else if (man.sliding && path.length > 1) sent = send({ act: "slide", path, leg_ms: legMs(man, path) });
  sent.then(() => squareOf(from)?.classList.remove("taken"));
}

function legMs({ since }, path) {
  const ms = Math.round((performance.now() - since) / (path.length - 1));
  return Math.min(LEG_MS.most, Math.max(LEG_MS.least, ms));
}

function orderOf(pointer, { letter, from }, point) {
  if (point === OFF_BOARD) return from === "box" ? null : { act: "put-away", ...ofHand(pointer) };
  const onTop = point !== from && stacks(letter, point) ? { on_top: true } : {};
  if (from === "box") return { act: "add", point, letter, ...onTop };
  return { act: "place", point, ...onTop, ...ofHand(pointer) };
}

/** Whether a man set down here goes on top of the one who stands there: to crown him, or because the tool says so. */
function stacks(letter, point) {
  const under = squareOf(point)?.dataset.man ?? "";
  if (!under) return false;
  return tool === "stack" || (menDrawn() === "draughts" && under[0].toLowerCase() === letter[0].toLowerCase());
}

/** What a pointer's event would be, for the keyboard. */
function keyAt(element, more = {}) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const where = { clientX: left + width / 2, clientY: top + height / 2 };
  return { ...where, button: 0, pointerId: KEYS, preventDefault() {}, ...more };
}

function useKey(event) {
  const square = event.target.closest(".square");
  if (!square || counting()) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (held.has(KEYS)) setDown(KEYS, square.dataset.point);
    else take(keyAt(square, { shiftKey: event.shiftKey }), square);
  } else if (held.has(KEYS) && event.key === "Escape") {
    putBack(KEYS);
  } else if (held.has(KEYS) && event.key === "Delete") {
    setDown(KEYS, OFF_BOARD);
  } else if (event.key === "Delete" && square.dataset.man) {
    send({ act: "remove", point: square.dataset.point });
  }
}
