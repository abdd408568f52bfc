// Says each move for those who do not see the board.

import { byId } from "./dom.js";
import { firstText, sideName, text } from "./texts.js";

let said = null; // the game and the number of plies that were told last

/** Tells the last move when there is a new one; what was played before the page was opened stands in the list. */
export function speak({ game_id: game, view }) {
  const { moves } = view;
  const before = said;
  said = { game, ply: moves.length };
  if (!before || before.game !== game || moves.length <= before.ply) return;
  const line = moves.at(-1);
  byId("spoken").textContent = text("spoken.move", { side: sideName(line.side), move: inWords(view.game, line) });
}

/** A move in words: a reader spells "Nxf3+" letter by letter. Chinese notation is words already. */
function inWords(game, { notation, move }) {
  const chinese = document.documentElement.lang.startsWith("zh") && notation.chinese;
  if (chinese) return chinese;
  const written = Object.values(notation)[0] ?? move;
  if (game === "chess") return chessInWords(written);
  return game.startsWith("draughts") ? written.replaceAll("x", ` ${text("spoken.takes")} `).replaceAll("-", " ") : written;
}

function chessInWords(san) {
  if (/^O-O/.test(san)) return text(san.startsWith("O-O-O") ? "spoken.long" : "spoken.short") + ending(san);
  const [, man, place, takes, target, choice] = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/.exec(san) ?? [];
  if (!target) return san;
  const words = [piece(man || "P"), place, takes ? text("spoken.takes") : "", target,
    choice ? text("spoken.becomes", { piece: piece(choice) }) : ""];
  return words.filter(Boolean).join(" ") + ending(san);
}

const piece = (letter) => firstText([`piece.${letter.toLowerCase()}`]);
const ending = (san) => (san.endsWith("#") ? `, ${text("spoken.mate")}` : san.endsWith("+") ? `, ${text("spoken.check")}` : "");
