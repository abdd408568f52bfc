// What asks for the arbiter, in words.

import { firstText, sideName, text } from "./texts.js";
import { irregularityText } from "./visitor.js";

/** The name of a kind of alert. */
export const alertName = (kind) => firstText([`hall.kind.${kind}`, "hall.kind.other"]);

/** What an alert of a board says. */
export function alertWords(table, { kind, text: said }) {
  const { position, clock } = table;
  switch (kind) {
    case "irregularity": return irregular(position.irregularity);
    case "flag": return text("hall.flag", { side: sideName(clock?.flag ?? said) });
    case "claim": return claimed(position.claims?.claim) || due(position);
    case "question": return text("hall.asks", { moves: (position.question?.candidates ?? []).join(", ") });
    case "offline": return text("hall.offline", { cause: said });
    case "suspect": return text("status.suspects", { points: said });
    default: return said;
  }
}

/** An irregularity in words. */
export function irregular(found) {
  if (!found) return "";
  const { from, to } = found.observed ?? {};
  const values = { side: sideName(found.side), move: [from, to].filter(Boolean).join("–") };
  return irregularityText(found.kind, "what", values);
}

/** A loss that the arbiter is to give, or may. */
function due({ losses_due: losses = [], charges = [] }) {
  const [loss] = [...losses, ...charges.filter(({ charge }) => charge === "loss")];
  return loss ? text("hall.loss_due", { side: sideName(loss.side), law: loss.law }) : "";
}

function claimed(claim) {
  if (!claim) return "";
  const words = firstText([`claim.${claim.kind}`, "claim.other"], { side: sideName(claim.side) });
  return claim.move ? `${words} ${text("claim.with", { move: claim.move })}` : words;
}
