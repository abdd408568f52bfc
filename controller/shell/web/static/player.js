// What a player may say to the board: offers, claims, resigning, the result, sealing a move.

import { make } from "./dom.js";
import { button, entered, field, filled, group, order, row } from "./forms.js";
import { codeShown, sealing } from "./sealing.js";
import { sideName, text } from "./texts.js";
import { may, visitor } from "./visitor.js";

const SEALED_IN = ["chess", "draughts", "go"]; // the laws of xiangqi know no sealed move

/** The desk of one side, at its present step. */
export function playerDesk(desk) {
  if (desk.code) return codeShown(desk);
  if (desk.step === "seal") return sealing(desk);
  if (desk.step === "resign") return resigning(desk);
  const parts = [drawing(desk), claiming(desk), adjusting(desk), stopping(desk), result(desk), leaving(desk)].filter(Boolean);
  return parts.length ? parts : [make("p", {}, text("desk.nothing"))];
}

const able = ({ state, role }, name) => may(state, role, name);

function drawing(desk) {
  const { state, role, close } = desk;
  if (state.view.game === "go" || !able(desk, "offer-draw")) return null;
  return group(text("desk.draw"), row(order(role, "offer-draw", text("action.draw_offer"), {}, close)));
}

/** Claims from the record; in chess the move that would bring it about may be announced. */
function claiming(desk) {
  const { state, role, close } = desk;
  if (state.view.game === "go" || !able(desk, "claim-repetition")) return null;
  const args = (near) => filled({ move: entered(near).move });
  return group(text("desk.claims"),
    state.view.game === "chess" ? field(text("desk.claim_move"), "move", { maxlength: 60 }) : null,
    row(order(role, "claim-repetition", text("action.claim_repetition"), args, close),
      order(role, "claim-move-limit", text("action.claim_move_limit"), args, close)),
    make("p", { class: "do" }, text("desk.claim_warning")));
}

function adjusting(desk) {
  const { state, role, close } = desk;
  const { view } = state;
  if (view.game === "go" || view.side_to_move !== role || !able(desk, "adjust")) return null;
  return group(text("desk.adjust"), row(view.adjusting
    ? order(role, "adjust", text("action.adjust_end"), { on: false }, close)
    : order(role, "adjust", text("action.adjust"), { on: true }, close)));
}

/** In xiangqi no player may stop the clocks, and asking for it costs. */
function stopping(desk) {
  const { state, role, close } = desk;
  if (state.view.game === "xiangqi" || !state.view.clock?.running || !able(desk, "pause")) return null;
  return group(text("clock.label"), row(order(role, "pause", text("action.call_arbiter"), {}, close)));
}

function result(desk) {
  const { role, close } = desk;
  if (!able(desk, "result")) return null;
  const buttons = visitor().results.map(({ result: said, winner }) => {
    const words = winner ? text("result.wins", { side: sideName(winner) }) : text("result.draw");
    return order(role, "result", `${said} ${words}`, { result: said }, close);
  });
  return group(text("desk.result"), row(...buttons), make("p", { class: "do" }, text("desk.result_hint")));
}

/** What ends the game, or its session, asks once more. */
function leaving(desk) {
  const { state, role, go } = desk;
  const seals = able(desk, "seal") && state.view.stage === "play" && onMove(state.view, role) && SEALED_IN.some((game) => state.view.game.startsWith(game));
  const resigns = able(desk, "resign");
  if (!seals && !resigns) return null;
  return group(text("desk.leave"), row(
    seals ? button(text("action.seal"), () => go("seal"), { step: "seal" }) : null,
    resigns ? button(text("action.resign"), () => go("resign"), { step: "resign" }) : null));
}

/** Whether it is a side's turn; who has not pressed the clock may seal the move made on the board (CH-13.1.1). */
function onMove({ side_to_move: toMove, clock, game }, side) {
  return toMove === side || (game === "chess" && clock?.mode === "pressed" && clock.running === side);
}

function resigning({ role, go, close }) {
  return [group(text("desk.resign"),
    make("p", {}, text("desk.resign_sure", { side: sideName(role) })),
    row(order(role, "resign", text("action.resign_yes"), {}, close), button(text("action.back"), () => go(""))))];
}
