// An overlay of a stream: the game on one board as the public may see it. It has no words of its own.
//
//   /overlay/7?size=720&side=black&lang=zh&theme=light&board=0&moves=0

import { byId, loadMen, make } from "./dom.js";
import { drawMini, gameOf, makeMini } from "./hall-mini.js";

const LOOK_MS = 1000;
const WIDTH_EM = 36; // of the whole, as in overlay.css
const HEIGHT_EM = 9.6;
const WIDTHS = [160, 3840];

const wanted = new URLSearchParams(location.search);
const off = (name) => ["0", "no", "false"].includes(wanted.get(name));
const source = `${location.pathname.replace(/\/$/, "")}.json`;
let mini = null;
let drawn = "";

function dress() {
  const root = document.documentElement;
  root.dataset.theme = wanted.get("theme") ?? "dark";
  root.lang = wanted.get("lang") === "zh" ? "zh-Hans" : "en";
  const bare = off("board") ? WIDTH_EM - HEIGHT_EM : WIDTH_EM;
  const width = Number(wanted.get("size"));
  const text = width >= WIDTHS[0] && width <= WIDTHS[1] ? width / bare : 20;
  root.style.setProperty("--text", `${text}px`);
  byId("overlay").style.width = `${bare}em`;
  byId("field").hidden = off("board");
  byId("moves").hidden = off("moves");
}

/** "1:29:58", or "9:58" below an hour. */
function clock(ms) {
  if (ms === null) return "";
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

function player(element, who, turn) {
  const part = (name, value) => (value ? make("span", { class: name }, value) : null);
  element.classList.toggle("turn", turn);
  element.replaceChildren(
    ...[
      part("title", who.title),
      make("span", { class: "name" }, who.name ?? ""),
      part("rating", who.rating),
      part("federation", who.federation),
      part("clock", clock(who.clock_ms)),
    ].filter((each) => each !== null),
  );
}

/** One move in the notation of the language: xiangqi has a Chinese one. */
function written({ notation }) {
  const names = Object.keys(notation);
  const chinese = names.find((name) => name === "chinese");
  return notation[wanted.get("lang") === "zh" && chinese ? chinese : names[0]];
}

function moves(told) {
  const words = told.moves.map((move, n) => {
    const number = Math.ceil(move.ply / 2);
    const begins = move.ply % 2 === 1;
    const before = begins ? `${number}. ` : n === 0 ? `${number}… ` : "";
    const last = n === told.moves.length - 1;
    return [before, last ? make("b", {}, written(move)) : written(move), " "];
  });
  byId("moves").replaceChildren(make("bdi", {}, ...words.flat(), told.result ?? ""));
}

function board(told) {
  if (off("board")) return;
  if (!mini || mini.game !== gameOf(told.game, told.options)) {
    mini = makeMini(told.game, told.options);
    byId("field").replaceChildren(mini.svg);
  }
  const turned = wanted.get("side") === told.players[1].side;
  const seen = ([point, value]) => [turned ? opposite(mini.plan, point) : point, value];
  const lit = told.last.map((point) => [point, "last-move"]);
  drawMini(mini, Object.fromEntries(Object.entries(told.men).map(seen)), Object.fromEntries(lit.map(seen)));
}

/** The point that lies where this one does once the board is turned. */
function opposite({ points, columns, rows, nameAt }, point) {
  const [column, row] = points.get(point);
  return nameAt(columns - 1 - column, rows - 1 - row);
}

function show(told) {
  byId("overlay").hidden = told === null;
  if (told === null) return;
  const [first, second] = told.players;
  const turned = wanted.get("side") === second.side;
  for (const [id, who] of [["upper", turned ? first : second], ["lower", turned ? second : first]]) {
    player(byId(id), who, told.result === null && told.to_move === who.side);
  }
  const round = told.round && (told.round.includes(".") ? told.round : `${told.round}.${told.board}`);
  byId("event").textContent = [told.event, round].filter(Boolean).join(" · ");
  moves(told);
  board(told);
}

async function look() {
  try {
    const answer = await fetch(source, { cache: "no-cache" });
    const body = answer.ok ? await answer.text() : drawn;
    if (body !== drawn) {
      drawn = body;
      show(JSON.parse(body));
    }
  } catch {
    // What was seen last stays until the board answers again.
  }
  setTimeout(look, LOOK_MS);
}

dress();
await loadMen();
await look();
