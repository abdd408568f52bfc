// All boards of the hall, small and live.

import { LAST_MS, leftMs, timeText } from "./clock.js";
import { byId, make } from "./dom.js";
import { drawMini, gameOf, makeMini } from "./hall-mini.js";
import { alertName } from "./hall-words.js";
import { firstText, sideName, text } from "./texts.js";

const TICK_MS = 200;

const cards = new Map(); // board -> its card and the parts of it that change
let aheadMs = -Infinity; // of the desk's time before this page's; the quickest message tells best

/** Takes the desk's time that came with a message. */
export function hearTime(ms) {
  aheadMs = Math.max(aheadMs, ms - performance.now());
}

export const deskNow = () => performance.now() + aheadMs;

/** The time of a desk that was started anew is another time. */
export function forgetTime() {
  aheadMs = -Infinity;
}

/** Lets the clocks count down. */
export function startGrid() {
  setInterval(() => cards.forEach(tick), TICK_MS);
}

/** Draws one board; `opened` is called with its id when somebody wants to see it. */
export function drawTable(table, key, opened) {
  let card = cards.get(table.board);
  if (!card) cards.set(table.board, (card = makeCard(table, opened)));
  const { position, game, game_options: options } = table;
  card.table = table;
  card.element.dataset.ply = position.ply ?? "";
  if (game && card.mini?.game !== gameOf(game, options)) {
    card.mini = makeMini(game, options);
    card.picture.replaceChildren(card.mini.svg);
  }
  if (card.mini) drawMini(card.mini, table.men, table.lamps);
  drawSides(card, table);
  drawWords(card, table, key);
  tick(card);
}

/** Shows only some boards: "all", "asking", "playing". */
export function showOnly(which) {
  for (const { element, table } of cards.values()) {
    const playing = table.position.stage && !["setup", "ended"].includes(table.position.stage);
    element.hidden = (which === "asking" && !table.alerts.length) || (which === "playing" && !playing);
  }
}

function makeCard(table, opened) {
  const part = (name) => make("span", { class: name });
  const card = {
    sides: [part("mini-player"), part("mini-player")], picture: part("mini-field"), foot: part("mini-foot"),
    number: part("mini-number"), table,
  };
  card.button = make("button", { type: "button", class: "mini-open", onclick: () => opened(table.board) });
  card.element = make("li", { data: { board: table.board } }, card.button,
    make("div", { class: "mini-table" }, card.number, card.sides[1], card.picture, card.sides[0], card.foot));
  byId("tables").append(card.element);
  return card;
}

/** Who began sits below. */
function drawSides(card, { players, position, clock }) {
  const going = position.stage && position.stage !== "ended" && position.stage !== "setup";
  Object.entries(players).forEach(([side, name], n) => {
    const row = card.sides[n];
    const turn = Boolean(going && side === position.side_to_move);
    const words = name || text("player.unnamed", { side: sideName(side) });
    const mark = `${side} ${words} ${turn} ${Boolean(clock)} ${clock?.sides[side]?.fell ?? ""}`;
    if (row.dataset.key === mark) return;
    row.dataset.key = mark;
    row.dataset.side = side;
    row.className = `mini-player ${side}${turn ? " turn" : ""}`;
    row.replaceChildren(make("span", { class: "disc" }), make("span", { class: "name" }, words),
      clock ? make("span", { class: "mini-time" }) : "");
  });
}

function drawWords(card, table, key) {
  const { board, number, position, alerts, players } = table;
  const stage = position.stage ? text(`stage.${position.stage}`, { side: sideName(position.side_to_move) }) : text("stage.waiting");
  const move = lastMove(position);
  const result = position.result?.result;
  const mark = JSON.stringify([key, stage, move, result, alerts.map((each) => each.kind), players]);
  if (card.foot.dataset.key === mark) return;
  card.foot.dataset.key = mark;
  card.element.dataset.alert = alerts[0]?.kind ?? "";
  card.element.dataset.away = alerts.some((each) => each.kind === "offline");
  card.number.replaceChildren(String(number), ...alerts.map(({ kind }) =>
    make("span", { class: "chip", data: { kind } }, alertName(kind))));
  const words = result ? result.replace("1/2-1/2", "½–½") : position.stage === "play" ? "" : stage;
  card.foot.replaceChildren(make("b", {}, move), words);
  const names = Object.values(players).filter(Boolean).join(" – ") || board;
  card.button.setAttribute("aria-label", [text("hall.board", { number }), names, result ?? stage, move && text("hall.last", { move }),
    ...alerts.map(({ kind }) => alertName(kind))].filter(Boolean).join(", "));
}

/** The last move with its number, as players of the game write it. */
export function lastMove({ last_move: last }) {
  if (!last) return "";
  const chinese = document.documentElement.lang.startsWith("zh") && last.notation?.chinese;
  const words = chinese || (Object.values(last.notation ?? {})[0] ?? last.move);
  const dots = last.ply % 2 ? "." : "…";
  return `${Math.ceil(last.ply / 2)}${dots} ${words}`;
}

function tick({ table, sides }) {
  const { clock, time_control: control } = table;
  if (!clock) return;
  const passedMs = clock.right_at_ms === null ? 0 : Math.max(0, deskNow() - clock.right_at_ms);
  for (const row of sides) {
    const { side } = row.dataset;
    const time = row.querySelector(".mini-time");
    if (!time || !clock.sides[side]) continue;
    const left = leftMs(clock, side, passedMs, control?.startsWith("~"));
    const words = timeText(left);
    const how = `mini-time${clock.running === side ? " running" : ""}${clock.sides[side].fell ? " fell" : left <= LAST_MS ? " last" : ""}`;
    if (time.textContent !== words) time.textContent = words;
    if (time.className !== how) time.className = how;
  }
}

/** The words of a stage for screen readers and the opened board. */
export const stageWords = ({ stage, side_to_move: side }) =>
  (stage ? firstText([`stage.${stage}`, "stage.waiting"], { side: sideName(side) }) : text("stage.waiting"));
