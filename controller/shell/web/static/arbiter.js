// What an arbiter does at the kiosk: results, penalties, the clock, the record, the position.

import { clockLaws } from "./clocklaws.js";
import { make } from "./dom.js";
import { entered, field, filled, folded, order, row, select } from "./forms.js";
import { lawLink, lawOfChoice, lawsLink } from "./lawlinks.js";
import { say } from "./orders.js";
import { resuming } from "./sealing.js";
import { penaltyName, may, visitor } from "./visitor.js";
import { sideName, text } from "./texts.js";

const ARBITER = "arbiter";
const MINUTE_MS = 60_000;

/** The arbiter's desk: what may be done at this stage. */
export function arbiterDesk(desk) {
  const able = (name) => may(desk.state, ARBITER, name);
  const parts = [
    ...(able("open-sealed") ? resuming(desk) : []),
    able("result") ? result(desk) : null,
    able("penalty") ? penalty(desk) : null,
    able("set-clock") && desk.state.view.clock ? clock(desk) : null,
    able("set-clock") ? clockLaws(desk) : null,
    able("correct") ? record(desk) : null,
    able("set-position") ? position(desk) : null,
    able("void") ? voiding(desk) : null,
  ].filter(Boolean);
  return [...(parts.length ? parts : [make("p", {}, text("desk.nothing"))]), row(lawsLink())];
}

const why = () => field(text("arbiter.why"), "why", { maxlength: 200 });

/** A button whose arguments are what is entered round it. */
function act({ close }, name, label, args) {
  return order(ARBITER, name, label, (near) => {
    const given = entered(near);
    const found = args(given, near);
    return found && filled({ ...found, why: given.why });
  }, close);
}

function result(desk) {
  const { results, both_lose: bothLose } = visitor();
  const options = results.map(({ result: said, winner }) =>
    [said, `${said} ${winner ? text("result.wins", { side: sideName(winner) }) : text("result.draw")}`]);
  return folded(text("arbiter.result"), "result",
    select(text("arbiter.result"), "result", [...options, [bothLose, `${bothLose} ${text("arbiter.both_lose")}`]]), why(),
    row(act(desk, "result", text("action.decide"), (given) => ({ result: given.result }))));
}

function sides({ state }) {
  return Object.keys(state.view.players).map((side) => [side, sideName(side)]);
}

function penalty(desk) {
  const { penalties } = visitor();
  const names = penalties.map(({ kind, law }) => [kind, `${penaltyName(kind)} · ${law}`]);
  const amount = field(text("arbiter.amount"), "amount", { inputmode: "decimal", size: 5 });
  const found = (kind) => penalties.find((each) => each.kind === kind);
  const kinds = select(text("arbiter.kind"), "kind", names);
  return folded(text("arbiter.penalty"), "penalty",
    select(text("arbiter.side"), "side", sides(desk)), kinds, lawOfChoice(kinds, (kind) => found(kind) && lawLink(found(kind).law)), amount,
    why(), field(text("arbiter.withdraw"), "withdraw", { type: "checkbox" }),
    row(act(desk, "penalty", text("action.penalise"), ({ side, kind, amount: n, withdraw }) => ({
      side, kind,
      withdraw: withdraw || undefined,
      ms: found(kind)?.effect === "time" ? Math.round(Number(n) * MINUTE_MS) : undefined,
      points: found(kind)?.effect === "points" ? Number(n) : undefined,
    }))));
}

/** Milliseconds of "h:mm:ss" or "m:ss"; null if it is neither. */
function readTime(words) {
  if (!/^(\d{1,3}:)?\d{1,3}:\d\d$/.test(words)) return null;
  return 1000 * words.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

function clock(desk) {
  const fields = sides(desk).map(([side, name]) => field(name, side, { placeholder: "h:mm:ss", inputmode: "numeric", size: 8 }));
  return folded(text("arbiter.clock"), "clock", ...fields, why(),
    row(act(desk, "set-clock", text("action.set_clock"), (given, near) => {
      const wanted = sides(desk).map(([side]) => [side, given[side]]).filter(([, words]) => words);
      const times = wanted.map(([side, words]) => [side, readTime(words)]);
      if (times.length && times.every(([, ms]) => ms !== null)) return { times: Object.fromEntries(times) };
      say(text("arbiter.time_form"), near);
      return null;
    })),
    // What was seen on another clock, and what follows from it by word (CH-12.8, CH-11.9).
    row(act(desk, "set-clock", text("action.both_flags"), () => ({ flag: "both" })),
      ...[...sides(desk), ["both", text("arbiter.both")]].map(([side, name]) =>
        act(desk, "set-clock", text("action.next_period", { side: name }), () => ({ next_period: side })))));
}

const ply = (name, label) => field(label, name, { inputmode: "numeric", size: 4 });

function record(desk) {
  return folded(text("arbiter.record"), "record", why(),
    ply("to_ply", text("arbiter.to_ply", { ply: desk.state.view.ply })),
    row(act(desk, "correct", text("action.retract"), (given) => ({ to_ply: given.to_ply && Number(given.to_ply) }))),
    ply("ply", text("arbiter.ply")), field(text("arbiter.move"), "move", { maxlength: 60 }),
    row(act(desk, "correct", text("action.correct"), (given) => ({ ply: Number(given.ply), move: given.move }))));
}

/** Positions are written as records of the game write them; in Go as an object. */
function position(desk) {
  const { position: now } = desk.state.view;
  const area = make("textarea", { name: "position", rows: 2, spellcheck: "false", autocomplete: "off" });
  area.value = typeof now === "string" ? now : JSON.stringify(now);
  return folded(text("arbiter.position"), "position",
    make("label", { class: "field" }, make("span", {}, text("arbiter.position_text")), area), why(),
    row(act(desk, "set-position", text("action.set_position"), (given, near) => {
      if (!given.position.startsWith("{")) return { position: given.position };
      try {
        return { position: JSON.parse(given.position) };
      } catch {
        say(text("arbiter.position_form"), near);
        return null;
      }
    })));
}

function voiding(desk) {
  return folded(text("arbiter.void"), "void", why(),
    field(text("arbiter.again"), "again", { type: "checkbox" }),
    row(act(desk, "void", text("action.void"), (given) => ({ again: given.again || undefined }))));
}
