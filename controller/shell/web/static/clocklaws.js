// What the laws of a rulebook let the arbiter do to the times: counted down, shared out, a clock replaced.

import { entered, field, filled, folded, order, row } from "./forms.js";
import { lawLink } from "./lawlinks.js";
import { text } from "./texts.js";
import { visitor } from "./visitor.js";

const ARBITER = "arbiter";
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** The part of the desk; nothing where the rulebook says nothing of it. What is shared out is only proposed. */
export function clockLaws({ state, close }) {
  const { clock: laws } = visitor();
  const clocked = Boolean(state.view.clock);
  const act = (label, law, args) => row(order(ARBITER, "set-clock", text(label), (near) => filled(args(entered(near))), close), lawLink(law));
  const parts = [
    laws.countdown ? field(text("arbiter.seconds"), "seconds", { inputmode: "numeric", size: 4 }) : null,
    laws.countdown ? act("action.count_down", laws.countdown, ({ seconds }) => ({ countdown: Number(seconds) })) : null,
    clocked && laws.off ? field(text("arbiter.off"), "off", { inputmode: "numeric", size: 4 }) : null,
    clocked && laws.off ? act("action.replace", laws.off, ({ off }) => ({ off: { ms: Number(off) * SECOND_MS, over_ms: HOUR_MS } })) : null,
    clocked && laws.shared ? field(text("arbiter.share"), "share", { inputmode: "numeric", size: 4 }) : null,
    clocked && laws.shared ? act("action.share", laws.shared, ({ share }) => ({ share: Number(share) })) : null,
    clocked && laws.equally ? act("action.share_equally", laws.equally, () => ({ share: "equally" })) : null,
  ].filter(Boolean);
  return parts.length ? folded(text("arbiter.clock_laws"), "clock-laws", ...parts) : null;
}
