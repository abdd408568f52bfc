// The page of games: all of this board's, and one of them to step through.

import { drawBoard, flip } from "./board.js";
import { timeText } from "./clock.js";
import { byId, fill, loadMen, make } from "./dom.js";
import { ask } from "./orders.js";
import { framesOf, numberOf, onSwipe, stepText, viewOf } from "./stepper.js";
import { firstText, loadTexts, opening, otherLanguage, setLanguage, sideName, text } from "./texts.js";

const TYPED_MS = 300;

let entries = [];
let before = null; // where the list goes on
let asked = 0; // the newest question; answers to older ones are late
let game = null;
let frames = [];
let at = 0;

const named = ({ players, sides }) => sides.map((side) => players[side] || sideName(side)).join(" – ");
const score = ({ result }) => (result ?? text("games.open")).replace("1/2-1/2", "½–½").replace("-", "–");

function aboutOf({ id, game: name, plies, headers, termination }) {
  const { Event: event, Round: round, Date: date } = headers;
  const why = termination && firstText([`termination.${termination}`, termination]);
  const words = [opening(text(`game.${name}`)), event, round && text("round", { round }), date, movesOf(name, plies), why, id];
  return words.filter(Boolean).join(" · ");
}

/** How long a game was, as its players count. */
function movesOf(name, plies) {
  return name === "go" ? text("games.stones", { n: plies }) : text("games.moves", { n: Math.ceil(plies / 2) });
}

async function list(more = false) {
  const mine = ++asked;
  const query = new URLSearchParams({ q: byId("search").value, ...(more && before ? { before } : {}) });
  const found = await ask(`/api/games?${query}`);
  if (mine !== asked) return;
  byId("found").hidden = false;
  if (!found) {
    byId("found").textContent = text("games.unreachable");
    return;
  }
  entries = more ? [...entries, ...found.games] : found.games;
  before = found.before;
  drawList();
}

function drawList() {
  byId("found").textContent = entries.length ? text("games.found", { n: entries.length }) : text(before ? "games.none_yet" : "games.none");
  byId("more").hidden = !before;
  byId("entries").replaceChildren(...entries.map((each) => make("li", {},
    make("a", { href: `/games/${each.id}`, data: { id: each.id }, "aria-current": String(game?.id === each.id), onclick: open },
      make("span", { class: "score" }, score(each)), make("strong", {}, named(each)), make("span", { class: "more" }, aboutOf(each))))));
}

function open(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", event.currentTarget.getAttribute("href"));
  show();
}

/** Shows what the address names: one game, or the list alone. */
async function show() {
  const id = location.pathname.split("/")[2] ?? "";
  const found = id ? await ask(`/api/games/${encodeURIComponent(id)}`) : null;
  const known = found !== null && !found.error;
  if (id && !known) {
    byId("found").hidden = false;
    byId("found").textContent = text("games.missing", { id });
  }
  game = known ? found : null;
  frames = game ? framesOf(game) : [];
  at = Math.max(0, frames.length - 1);
  byId("games").classList.toggle("open", game !== null);
  byId("one-game").hidden = !game;
  for (const link of document.querySelectorAll("#entries a")) link.setAttribute("aria-current", String(link.dataset.id === game?.id));
  if (!game) return;
  drawGame();
  byId("one-game").focus({ preventScroll: true });
}

function drawGame() {
  byId("names").textContent = `${named(game)}  ${score(game)}`;
  byId("about").textContent = aboutOf(game);
  document.title = `${named(game)} · Touchmove`;
  byId("plies").replaceChildren(...frames.map((frame, n) => make("li", {}, plyOf(frame.step, n))));
  const of = (path, name, more = {}) => make("a", { class: "button", href: `/games/${game.id}/${path}`, ...more }, name);
  const form = game.suffix;
  byId("files").replaceChildren(of(`record.${form}`, form.toUpperCase(), { download: "" }), of("sheet", text("games.sheet")), of("sheet.pdf", "PDF"));
  drawCode(byId("code"), game.id);
  drawStep();
}

function plyOf(step, n) {
  const time = step.elapsed_ms ?? null;
  const number = step.move ? make("span", { class: "number" }, numberOf(step, game.sides)) : null;
  const sign = step.move && (!step.legal || step.breach) ? " ⚠" : "";
  return make("button", { type: "button", data: { n }, onclick: () => go(n) }, number, make("span", { class: "ply" }, stepText(step) + sign),
    time === null ? null : make("span", { class: "time" }, timeText(time)));
}

/** A code for phones with the address beside it; where no phone reaches the board there is none. */
function drawCode(figure, id) {
  const picture = make("img", { src: `/games/${id}/code.svg`, alt: text("games.code"), width: 132, height: 132 });
  picture.addEventListener("error", () => figure.replaceChildren());
  figure.replaceChildren(picture, make("figcaption", {}, text("games.code_hint")));
}

function go(n) {
  if (!frames.length) return;
  at = Math.min(frames.length - 1, Math.max(0, n));
  drawStep();
}

function drawStep() {
  const { step } = frames[at];
  drawBoard(viewOf(game, frames[at]), null);
  const left = step.clock_ms ?? null;
  const words = [step.move ? numberOf(step, game.sides) : "", stepText(step), left === null ? "" : timeText(left)];
  byId("step-now").textContent = words.filter(Boolean).join(" ");
  for (const button of document.querySelectorAll("#plies button")) {
    const here = Number(button.dataset.n) === at;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here) inSight(button);
  }
  byId("step-first").disabled = byId("step-back").disabled = at === 0;
  byId("step-last").disabled = byId("step-on").disabled = at === frames.length - 1;
}

/** Scrolls the list alone, never the page. */
function inSight(button) {
  const list = byId("plies");
  list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function key(event) {
  if (!game || event.target.matches("input") || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
}

async function start() {
  await Promise.all([loadTexts(), loadMen()]);
  let timer = 0;
  byId("search").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(list, TYPED_MS);
  });
  byId("search").placeholder = text("games.search");
  byId("more").addEventListener("click", () => list(true));
  byId("step-first").addEventListener("click", () => go(0));
  byId("step-back").addEventListener("click", () => go(at - 1));
  byId("step-on").addEventListener("click", () => go(at + 1));
  byId("step-last").addEventListener("click", () => go(frames.length - 1));
  byId("flip").addEventListener("click", flip);
  onSwipe(byId("field"), (by) => go(at + by));
  addEventListener("keydown", key);
  addEventListener("popstate", show);
  byId("back").addEventListener("click", open);
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    byId("search").placeholder = text("games.search");
    drawList();
    if (game) drawGame();
  });
  await Promise.all([list(), show()]);
  document.body.dataset.ready = "yes";
}

start();
