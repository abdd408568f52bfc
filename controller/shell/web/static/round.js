// The page of a round for the public: every board as far as it may be seen, and the table of the event.

import { timeText } from "./clock.js";
import { byId, loadMen, make } from "./dom.js";
import { drawMini, gameOf, makeMini } from "./hall-mini.js";
import { table } from "./hall-standings.js";
import { loadTexts, otherLanguage, setLanguage, sideName, text } from "./texts.js";

const LOOK_MS = 5_000;

const cards = new Map(); // by the board's number
let seen = null;

function cardOf(board) {
  const known = cards.get(board.board);
  if (known?.mini.game === gameOf(board.game, board.options)) return known;
  const card = { mini: makeMini(board.game, board.options), element: make("li", {}), words: make("div", { class: "words" }) };
  card.element.append(card.mini.svg, card.words);
  cards.set(board.board, card);
  return card;
}

function drawBoards(boards) {
  byId("round-boards").replaceChildren(...boards.map((board) => {
    const card = cardOf(board);
    drawMini(card.mini, board.men, Object.fromEntries(board.last.map((point) => [point, "last-move"])));
    card.words.replaceChildren(...wordsOf(board));
    return card.element;
  }));
}

function wordsOf(board) {
  const { board: number, players, result, moves, event, round, form } = board;
  const last = moves.at(-1);
  const where = [text("round.board", { n: number }), event, round && text("round", { round })].filter(Boolean).join(" · ");
  return [
    make("p", { class: "where" }, where),
    ...players.map(({ side, name, title, rating, clock_ms: clock }) => make("p", { class: "who" },
      make("strong", {}, [title, name ?? sideName(side)].filter(Boolean).join(" ")),
      make("span", {}, [rating, clock === null ? "" : timeText(clock)].filter(Boolean).join(" · ")))),
    make("p", { class: "how" }, result ? shown(result) : last ? `${numberOf(board, last)} ${written(last)}` : text("round.waiting")),
    make("p", { class: "links" }, make("a", { href: `/overlay/${number}` }, text("round.follow", { n: number })),
      make("a", { href: `/game-${number}.${form}`, download: "" }, text("round.record", { n: number, form: form.toUpperCase() }))),
  ];
}

const shown = (result) => result.replace("1/2-1/2", "½–½").replace("-", "–");
/** "12." or "12…"; in Go every move has a number of its own. */
function numberOf({ game, players }, { ply, side }) {
  if (game === "go") return `${ply}.`;
  const first = side === players[0].side;
  return `${Math.ceil((ply + (first ? 1 : 0)) / 2)}${first ? "." : "…"}`;
}

function written({ notation }) {
  return (document.documentElement.lang.startsWith("zh") && notation.chinese) || Object.values(notation)[0];
}

function draw() {
  if (!seen) return;
  const { boards, standings } = seen;
  byId("round-said").textContent = boards.length ? "" : text("round.none");
  drawBoards(boards);
  byId("round-table").hidden = !standings;
  byId("round-table").replaceChildren(...(standings ? [make("h2", {}, text("standings.title")), table(standings)] : []));
}

async function look() {
  try {
    const answer = await fetch("/round.json");
    if (!answer.ok) throw new Error(String(answer.status));
    const found = await answer.json();
    if (JSON.stringify(found) !== JSON.stringify(seen)) {
      seen = found;
      draw();
    } else if (byId("round-said").textContent === text("games.unreachable")) draw();
  } catch {
    byId("round-said").textContent = text("games.unreachable");
  }
  document.body.dataset.ready = "yes";
  setTimeout(look, LOOK_MS);
}

async function start() {
  await Promise.all([loadTexts(), loadMen()]);
  byId("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    draw();
  });
  look();
}

start();
