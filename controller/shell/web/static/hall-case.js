// One board, opened: as it is now, and the rulings that fit it.

import { arbiterDesk } from "./arbiter.js";
import { drawBoard, flip, startBoard } from "./board.js";
import { drawClaims } from "./claims.js";
import { drawCount, startCounting } from "./counting.js";
import { startClocks } from "./clock.js";
import { byId, fill, make } from "./dom.js";
import { button, order, row } from "./forms.js";
import { deskNow, lastMove, stageWords } from "./hall-grid.js";
import { addEvent, beginLog, drawLog, forgetLog, picture } from "./hall-replay.js";
import { irregular } from "./hall-words.js";
import { lawLink, lawsOf } from "./lawlinks.js";
import { aimAt, ask, headers, here, say, showing } from "./orders.js";
import { claimable, drawLegend, drawRestore, drawResult, moveLabel } from "./panel.js";
import { drawPlayers } from "./players.js";
import { drawAdjourned } from "./sealing.js";
import { firstText, sideName, text } from "./texts.js";
import { loadVisitor, whoMay } from "./visitor.js";

const RULERS = ["arbiter", "operator"];
const SHEET_MS = 60_000; // the window has read it long before
const NOBODY = { player: [], arbiter: [], operator: [] };

let opened = null; // {board, game_id, rulebook, byStage}: the board that is looked at
let current = null; // {state, table, key}

export const openedBoard = () => opened?.board ?? null;

/** Makes the opened board's parts work; `closed` is called when it is put away. */
export function startCase(closed) {
  startBoard();
  startClocks();
  startCounting();
  byId("flip").addEventListener("click", flip);
  byId("case-close").addEventListener("click", () => closeCase(closed));
  byId("case").addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeCase(closed);
  });
  byId("case").addEventListener("input", () => byId("case").querySelectorAll(".said").forEach((each) => each.remove()));
}

/** Opens a board; `kind` is the alert that led here. */
export async function openCase(table, byStage, key, kind) {
  const fresh = opened?.board !== table.board;
  opened = { board: table.board, byStage };
  aimAt(`/api/tables/${encodeURIComponent(table.board)}`);
  if (fresh) {
    forgetLog();
    byId("rulings").dataset.key = "";
  }
  byId("case").hidden = false;
  byId("hall").classList.add("opened");
  drawCase(table, key);
  byId("case").scrollTop = 0;
  byId("case-title").focus();
  if (!fresh) return prepare(table, kind);
  const { board } = table;
  const [log] = await Promise.all([ask(`/api/tables/${encodeURIComponent(board)}/log`), learn(table)]);
  if (openedBoard() !== board) return;
  if (log) beginLog(log);
  drawCase(current.table, key);
  prepare(table, kind);
}

/** What happened while the link was lost joins the log. */
export async function refreshLog() {
  const board = openedBoard();
  const log = board && (await ask(here("log")));
  if (!log || openedBoard() !== board) return;
  beginLog(log);
  drawCase(current.table, current.key);
}

function closeCase(closed) {
  const board = openedBoard();
  opened = null;
  forgetLog();
  byId("case").hidden = true;
  byId("hall").classList.remove("opened");
  closed(board);
}

/** What may be given in the game that is played here; another game may have another rulebook. */
async function learn(table) {
  opened.rulings = rulingsOf(table);
  await loadVisitor();
}

const rulingsOf = ({ game_id: game, position }) => `${game} ${position.rulebook}`;

/** What the kiosk's parts know of a board, made from what the desk knows of it. */
function stateOf(table) {
  const { position, game, game_options: options, players, headers, men, lamps, clock, time_control: control } = table;
  const nowUs = Math.round(deskNow() * 1000);
  const view = {
    ...position, game, game_options: options, players, headers, men, lamps, time_control: control,
    standing: Object.keys(men), unknown: [], claims: { results: {}, ...position.claims }, penalties: position.penalties ?? [],
    charges: position.charges ?? [], losses_due: position.losses_due ?? [],
    clock: clock && { ...clock, mode: "", at_us: clock.right_at_ms === null ? nowUs : clock.right_at_ms * 1000 },
  };
  return { at_us: nowUs, seq: table.seq, game_id: table.game_id, board: table.board, view, allowed: opened.byStage[position.stage] ?? NOBODY };
}

/** Draws the board that is opened, if it is this one. */
export function drawCase(table, key) {
  if (opened?.board !== table.board) return;
  const names = Object.values(table.players).filter(Boolean).join(" – ");
  byId("case-title").textContent = [text("hall.board", { number: table.number }), names].filter(Boolean).join(" · ");
  if (!table.game || !table.position.stage) {
    byId("case-stage").textContent = text("stage.waiting");
    return;
  }
  const state = stateOf(table);
  current = { state, table, key };
  if (opened.rulings && opened.rulings !== rulingsOf(table)) learn(table).then(() => drawCase(table, key));
  showing(state);
  lawsOf(state.view.rulebook);
  drawPicture();
  drawPlayers(state, key);
  byId("case-stage").textContent = [lastMove(state.view), stageWords(state.view)].filter(Boolean).join(" · ");
  drawNotices(state, table, key);
  drawLegend(state.view.lamps, key);
  drawRulings(state, key);
  drawLog(key, drawPicture);
  drawPapers(table, key);
}

/** Takes one more message of the board that is opened. */
export function hearEvent(board, message, key) {
  if (board !== openedBoard() || !addEvent(message)) return;
  drawLog(key, drawPicture);
}

/** The board as it is, or as it was at the moment that is looked at in its log. */
function drawPicture() {
  const { state } = current;
  const then = picture();
  byId("case").classList.toggle("past", Boolean(then));
  byId("then").hidden = !then;
  if (!then) return drawBoard(state.view, null);
  byId("then").textContent = `${text("hall.then")} ${then.words}`;
  const known = Object.fromEntries(Object.entries(then.men).filter(([, man]) => man !== "?"));
  drawBoard({
    ...state.view, men: { ...known, ...then.gone }, standing: Object.keys(then.men), touched: then.touched, lamps: then.lamps, restore: null,
  }, null);
}

function drawNotices(state, table, key) {
  const { view } = state;
  drawAway(table, key);
  drawIrregularity(state, key);
  drawQuestion(state, key);
  drawPending(view.pending, state, key);
  drawClaims(state, key);
  drawCount(state, key);
  drawAdjourned(state, key);
  drawRestore(state, Boolean(view.irregularity), key);
  drawResult(view.result, key);
}

/** What is wrong with the board itself. */
function drawAway({ status, health, alerts }, key) {
  const bad = status.state && status.state !== "online";
  const faults = alerts.filter(({ kind }) => kind === "fault" || kind === "suspect");
  const lines = [
    bad ? make("h4", {}, firstText([`status.${status.state}`, "hall.kind.other"])) : null,
    bad && status.cause ? make("p", {}, status.cause) : null,
    bad && status.next_step ? make("p", { class: "do" }, status.next_step) : null,
    ...faults.map(({ kind, text: said }) => make("p", {}, kind === "suspect" ? text("status.suspects", { points: said }) : said)),
  ].filter(Boolean);
  fill(byId("away"), JSON.stringify([key, status, health.faults, alerts]), lines.length ? lines : null);
}

/** A button of whoever at this desk may give the command now. */
function ruled(state, name, label, args) {
  const role = whoMay(state, RULERS, name);
  return role ? order(role, name, label, args) : null;
}

function drawIrregularity(state, key) {
  const { irregularity: found } = state.view;
  const section = byId("irregularity");
  section.dataset.law = found?.law ?? "";
  if (!found) return fill(section, "", null);
  const choices = [
    ruled(state, "accept-irregularity", text("hall.let_stand"), { id: found.id }),
    claimable(found) ? ruled(state, "demand-correction", text("hall.correct_it"), { id: found.id }) : null,
    whoMay(state, ["arbiter"], "penalty") ? button(text("hall.penalise"), () => unfold("penalty", { side: found.side, kind: found.kind })) : null,
  ];
  fill(section, JSON.stringify([key, found, state.seq, choices.map(Boolean)]), [
    make("h4", {}, irregular(found), lawLink(found.law)),
    make("p", { class: "do" }, claimable(found) ? text(`irregularity.until.${found.claimable_until}`)
      : firstText([`irregularity.${found.kind}.do`, "irregularity.other.do"], { side: sideName(found.side) })),
    ...(found.doubt ? [make("p", {}, text(`irregularity.doubt.${found.doubt}`))] : []),
    row(...choices),
  ]);
}

function drawQuestion(state, key) {
  const { question } = state.view;
  if (!question) return fill(byId("question"), "", null);
  const role = whoMay(state, RULERS, "answer");
  fill(byId("question"), JSON.stringify([key, question, role]), [
    make("h4", {}, text("question.title")),
    make("p", {}, firstText([`question.${question.reason}`, "question.other"])),
    row(...(role ? question.candidates.map((move) => {
      const choice = order(role, "answer", "", { id: question.id, move });
      choice.replaceChildren(...moveLabel(state.view, move));
      return choice;
    }) : [])),
  ]);
}

/** A promotion is the player's own; that a second man was put on, the arbiter may say too. */
function drawPending(pending, state, key) {
  if (!pending) return fill(byId("pending"), "", null);
  const { kind, side, point } = pending;
  const crown = kind === "crowning" ? ruled(state, "confirm-crowning", text("hall.crowned"), { point }) : null;
  fill(byId("pending"), JSON.stringify([key, pending, Boolean(crown)]), [
    make("h4", {}, text(`${kind}.title`, { side: sideName(side), point })), row(crown)]);
}

/** All that an arbiter may do at this stage; what is typed stays as long as the same may be done. */
function drawRulings(state, key) {
  const { stage, side_to_move: toMove, adjourned, clock } = state.view;
  const mark = JSON.stringify([key, opened.rulings, state.game_id, stage, toMove, adjourned, Boolean(clock?.running)]);
  const open = [...byId("rulings").querySelectorAll("details[open]")].map((each) => each.dataset.part);
  if (byId("rulings").dataset.key !== mark && byId("rulings").contains(document.activeElement) && document.activeElement.value) return;
  fill(byId("rulings"), mark, arbiterDesk({ state, close: () => {} }));
  for (const part of open) byId("rulings").querySelector(`[data-part=${part}]`)?.setAttribute("open", "");
}

/** Opens one of the rulings with what is known already. */
function unfold(part, values = {}) {
  const details = byId("rulings").querySelector(`[data-part=${part}]`);
  if (!details) return;
  details.open = true;
  for (const [name, value] of Object.entries(values)) {
    const field = details.querySelector(`[name=${name}]`);
    if (field && [...(field.options ?? [])].some((each) => each.value === value)) {
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }
  }
  details.scrollIntoView({ block: "nearest" });
  details.querySelector("select, input, textarea")?.focus();
}

const FITTING = { flag: "result", fault: "", suspect: "", offline: "" };

/** Brings what fits an alert into sight. */
function prepare(table, kind) {
  if (!kind) return;
  const part = FITTING[kind];
  if (part) return unfold(part);
  const section = byId(kind in FITTING ? "away" : kind === "claim" ? "claims" : kind);
  section?.scrollIntoView({ block: "nearest" });
  section?.querySelector("button")?.focus();
}

/** The game as it is written down, to be read or kept. */
function drawPapers(table, key) {
  const { board, number, sheet } = table;
  fill(byId("papers"), JSON.stringify([key, board, sheet]), [row(
    sheet ? make("a", { href: sheet, target: "_blank", rel: "noopener" }, text("hall.sheet")) : button(text("hall.sheet"), printSheet, { paper: "sheet" }),
    button(text("hall.record"), showRecord, { number, paper: "record" }))]);
}

async function showRecord() {
  const found = await ask(here("record"));
  byId("papers").querySelector("pre")?.remove();
  byId("papers").append(make("pre", { tabindex: "0", "aria-label": text("hall.record") }, found?.text || text("moves.none")));
}

/** Opens the score sheet in a window of its own; the token goes in a header, so a plain link would not do. */
async function printSheet(event) {
  const near = event.currentTarget;
  const answer = await fetch(here("sheet"), { headers: headers() }).catch(() => null);
  if (!answer?.ok) return say(text(answer ? "hall.no_sheet" : "reply.lost"), near);
  const address = URL.createObjectURL(await answer.blob());
  window.open(address, "_blank", "noopener");
  setTimeout(() => URL.revokeObjectURL(address), SHEET_MS);
}
