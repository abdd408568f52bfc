// Adjourning: a player seals a move and keeps its code; the arbiter has the game set up again and opens it.

import { byId, fill, make } from "./dom.js";
import { button, entered, field, group, order, row } from "./forms.js";
import { sideName, text } from "./texts.js";
import { may } from "./visitor.js";

const ARBITER = "arbiter";
const MOVE_MAX = 60;

/** The form in which the player on move writes the move to be sealed; the screen does not show it. */
export function sealing({ role, go }) {
  const input = field(text("seal.move"), "move", { type: "password", autocomplete: "new-password", maxlength: MOVE_MAX });
  const shown = field(text("seal.show"), "shown", { type: "checkbox" });
  shown.querySelector("input").addEventListener("change", (event) => {
    input.querySelector("input").type = event.target.checked ? "text" : "password";
  });
  return [group(text("seal.title"),
    make("p", { class: "do" }, text("seal.hint")),
    input, shown,
    row(order(role, "seal", text("action.seal_now"), (near) => ({ move: entered(near).move }), (reply) => go("code", { code: reply.note })),
      button(text("action.back"), () => go(""))))];
}

/** The code, once: when it is put away, this page knows it no more. */
export function codeShown({ code, close }) {
  return [group(text("seal.code_title"),
    make("output", { class: "code", "aria-label": text("seal.code_title") }, code),
    make("p", {}, text("seal.code_hint")),
    row(button(text("action.code_kept"), close, { step: "kept" })))];
}

/** The game rests: who has sealed, and what comes next. */
export function drawAdjourned(state, key) {
  const { adjourned: found, players } = state.view;
  const section = byId("adjourned");
  if (!found) return fill(section, "", null);
  const replier = Object.keys(players).find((side) => side !== found.sealed_by);
  const confirming = found.unconfirmed.filter((side) => may(state, side, "seal"));
  fill(section, JSON.stringify([key, found, confirming]), [
    make("h2", {}, text("adjourned.sealed", { side: sideName(found.sealed_by), number: found.move_number })),
    make("p", { class: "do" }, text("adjourned.hint", { side: sideName(replier) })),
    // Both players of draughts confirm the position before the game rests (DR-11).
    found.unconfirmed.length ? make("p", {}, text("adjourned.unconfirmed")) : null,
    ...confirming.map((side) =>
      row(order(side, "seal", text("action.confirm_position", { side: sideName(side) }), { confirms: true }))),
  ].filter(Boolean));
}

/** What the arbiter does with an adjourned game. */
export function resuming({ state }) {
  const { adjourned: found, players } = state.view;
  const sides = Object.keys(players);
  return [settingUp(found, sides), found?.stands ? opening(found, sides) : make("p", { class: "do" }, text("adjourned.men"))];
}

/** Ticks for the sides, and the sides that are ticked. */
function sidesTicked(sides, words) {
  return sides.map((side) => field(text(words, { side: sideName(side) }), side, { type: "checkbox" }));
}

const ticked = (near, sides) => sides.filter((side) => entered(near)[side]);

/** Where players have not confirmed the position, the arbiter may say that it is right. */
const vouching = (found) => (found?.unconfirmed.length ? [field(text("adjourned.vouch"), "confirmed", { type: "checkbox" })] : []);
const vouched = (near) => (entered(near).confirmed ? { confirmed: true } : {});

function settingUp(found, sides) {
  return group(text("adjourned.set_up"), ...sidesTicked(sides, "adjourned.absent"), ...vouching(found),
    row(order(ARBITER, "resume", text("action.set_up"), (near) => ({ absent: ticked(near, sides), ...vouched(near) }))));
}

/** The envelope is opened with its code in the presence of the player who replies. */
function opening(found, sides) {
  const present = (near) => ({ present: ticked(near, sides), ...vouched(near) });
  return group(text("adjourned.open"), ...sidesTicked(sides, "adjourned.present"), ...vouching(found),
    field(text("adjourned.code"), "code", { maxlength: 40 }),
    row(order(ARBITER, "open-sealed", text("action.open_sealed"), (near) => ({ ...present(near), code: entered(near).code })),
      order(ARBITER, "open-sealed", text("action.open_lost"), (near) => ({ ...present(near), lost: true }))));
}
