// What players have asked for and what is open of it: offers, claims, results to be confirmed.

import { byId, fill, make } from "./dom.js";
import { order, row } from "./forms.js";
import { linked } from "./lawlinks.js";
import { firstText, scoreText, sideName, spelled, text } from "./texts.js";
import { holds, may, penaltyName } from "./visitor.js";

const ARBITER = "arbiter";

/** Draws the section for one state; `key` changes with everything that is not in the state. */
export function drawClaims(state, key) {
  const { view } = state;
  const lines = [...asked(state, view.claims), ...charged(state), ...results(state, view.claims)];
  const mark = JSON.stringify([key, view.claims, view.charges, view.losses_due, view.stage, view.result?.result, holds(ARBITER)]);
  fill(byId("claims"), mark, lines.length ? lines : null);
}

/** A button for a role that this screen holds; null where it does not, or not now. */
function offered(state, role, name, label, args = {}) {
  return may(state, role, name) ? order(role, name, label, args) : null;
}

function line(words, ...buttons) {
  return row(words ? make("b", {}, ...linked(words)) : null, ...buttons);
}

function asked(state, claims) {
  const other = (side) => Object.keys(state.view.players).find((name) => name !== side) ?? side;
  const lines = [];
  if (claims.draw) {
    lines.push(line(text("claim.draw", { side: sideName(claims.draw) }),
      offered(state, other(claims.draw), "accept-draw", text("action.draw_accept")),
      offered(state, other(claims.draw), "decline-draw", text("action.draw_decline"))));
  }
  if (claims.adjust) {
    lines.push(line(text("claim.adjust", { side: sideName(claims.adjust) }),
      offered(state, other(claims.adjust), "consent-adjust", text("action.consent"))));
  }
  if (claims.claim) {
    const { kind, side, move } = claims.claim;
    const words = [firstText([`claim.${kind}`, "claim.other"], { side: sideName(side) }), move ? text("claim.with", { move: spelled(move) }) : ""];
    lines.push(line(words.join(" ").trim()));
    lines.push(line(text("claim.waits"),
      offered(state, other(side), "accept-draw", text("action.concede", { side: sideName(other(side)) })),
      offered(state, ARBITER, "accept-draw", text("action.rule_right")),
      offered(state, ARBITER, "decline-draw", text("action.rule_wrong"))));
  }
  if (claims.announced) lines.push(line(text("claim.announced", { move: spelled(claims.announced) })));
  return lines;
}

/** What may have been an accident costs nothing before the opponent or the arbiter says that it was none. */
function charged(state) {
  const { charges, losses_due: due } = state.view;
  const chinese = document.documentElement.lang.startsWith("zh");
  const lines = charges.flatMap((each) => {
    const side = sideName(each.side);
    const costs = chinese ? each.costs_chinese : each.costs_english;
    const values = { side, costs, law: each.law, what: chinese ? each.chinese : each.english };
    const choices = each.who.map((who) => [
      offered(state, who, "demand-correction", text("action.charge"), { id: each.id }),
      offered(state, who, "accept-irregularity", text("action.no_charge"), { id: each.id }),
    ].filter(Boolean)).map((buttons, n) => buttons.length && line(text("claim.who", { who: sideName(each.who[n]) }), ...buttons)).filter(Boolean);
    return [line(text("claim.charge", values)), line(text(each.charge === "loss" ? "claim.charge_loss" : "claim.charge_waits", values)), ...choices];
  });
  return [...lines, ...due.map(({ side, law, kind, count }) =>
    line(text("claim.loss_due", { side: sideName(side), law, count, kind: penaltyName(kind) }),
      offered(state, ARBITER, "penalty", text("action.give_loss"), { side, kind: "loss" })))];
}

/** The button names who confirms; the line before it says what. */
function confirms(state, who, result) {
  const button = offered(state, who, "result", sideName(who), { result });
  button?.setAttribute("aria-label", text("action.confirm", { side: sideName(who), result: scoreText(result) }));
  return button;
}

function results(state, claims) {
  const { view } = state;
  const said = view.result?.result ?? claims.proposed;
  if (!said || said === "*") return [];
  const lines = claims.proposed ? [line(text("claim.proposed", { result: scoreText(said) }))] : [];
  for (const [who, result] of Object.entries(claims.results)) {
    const kind = result === said ? "confirmed" : "disputed";
    lines.push(line(text(`claim.${kind}`, { side: sideName(who), result: scoreText(result) })));
  }
  const confirming = [...Object.keys(view.players), ...(view.result ? [ARBITER] : [])]
    .filter((who) => claims.results[who] !== said)
    .map((who) => confirms(state, who, said))
    .filter(Boolean);
  if (confirming.length) lines.push(line(text("claim.confirm", { result: scoreText(said) }), ...confirming));
  return lines;
}
