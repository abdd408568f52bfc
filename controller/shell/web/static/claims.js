// What players have asked for and what is open of it: offers, claims, the count of Go, confirmations.

import { byId, fill, make } from "./dom.js";
import { command } from "./orders.js";
import { sideName, text } from "./texts.js";

/** Draws the section for one state; `key` changes with everything that is not in the state. */
export function drawClaims(state, key) {
  const { view } = state;
  const { claims, count } = view;
  const lines = [...asked(state, claims), ...results(state, claims), ...counted(state, count)];
  fill(byId("claims"), JSON.stringify([key, claims, count, view.stage, state.seq]), lines.length ? lines : null);
}

function asked(state, claims) {
  const other = (side) => Object.keys(state.view.players).find((name) => name !== side) ?? side;
  const lines = [];
  if (claims.draw) {
    lines.push(line(text("claim.draw", { side: sideName(claims.draw) }), [
      button(state, other(claims.draw), "accept-draw", text("action.draw_accept")),
      button(state, other(claims.draw), "decline-draw", text("action.draw_decline")),
    ]));
  }
  if (claims.adjust) {
    lines.push(line(text("claim.adjust", { side: sideName(claims.adjust) }), [
      button(state, other(claims.adjust), "consent-adjust", text("action.consent")),
    ]));
  }
  if (claims.claim) {
    lines.push(line(text(`claim.${claims.claim.kind}`, { side: sideName(claims.claim.side) })));
    lines.push(line(text("claim.waits")));
  }
  if (claims.announced) lines.push(line(text("claim.announced", { move: claims.announced })));
  return lines;
}

function results(state, claims) {
  const lines = [];
  const ended = state.view.result?.result ?? claims.proposed;
  if (claims.proposed) lines.push(line(text("claim.proposed", { result: claims.proposed })));
  for (const [who, result] of Object.entries(claims.results)) {
    const kind = result === ended ? "confirmed" : "disputed";
    lines.push(line(text(`claim.${kind}`, { side: sideName(who), result })));
  }
  const open = ended ? Object.keys(state.view.players).filter((side) => !(side in claims.results)) : [];
  if (open.length) {
    lines.push(line("", open.map((side) =>
      button(state, side, "result", text("action.confirm", { side: sideName(side), result: ended }), { result: ended }))));
  }
  return lines;
}

function counted(state, count) {
  if (!count) return [];
  const chinese = document.documentElement.lang.startsWith("zh");
  const words = chinese ? count.chinese : count.english;
  const sides = Object.keys(state.view.players);
  return [
    line(text("claim.count", { black: count.black, white: count.white, words })),
    ...count.agreed.map((who) => line(text("claim.agreed", { side: sideName(who) }))),
    line("", sides.filter((side) => !count.agreed.includes(side)).flatMap((side) => [
      button(state, side, "agree-score", text("action.agree", { side: sideName(side) }), { result: count.result }),
      button(state, side, "agree-score", text("action.dispute", { side: sideName(side) }), { agreed: false }),
    ])),
  ];
}

function line(words, buttons = []) {
  return make("div", { class: "choices" }, words ? make("b", {}, words) : null, ...buttons);
}

function button(state, role, name, label, args = {}) {
  return make("button", { type: "button", data: { command: name, role }, onclick: () => command(state, role, name, args) }, label);
}
