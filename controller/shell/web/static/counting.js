// The end of a game of Go: dead groups are marked on the board, and the count is agreed.

import { byId, fill, make } from "./dom.js";
import { order, row } from "./forms.js";
import { geometry } from "./geometry.js";
import { command } from "./orders.js";
import { sideName, text } from "./texts.js";
import { may, whoMay } from "./visitor.js";

let current = null; // the newest state

/** Lets taps, and Enter on a point, mark what is dead while the score is being agreed. */
export function startCounting() {
  const board = byId("board");
  board.addEventListener("click", (event) => mark(event.target.closest(".square")?.dataset.point));
  board.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") mark(event.target.dataset.point);
  });
}

/** Draws the count so far and who agrees to it. */
export function drawCount(state, key) {
  const { count, players } = state.view;
  current = state;
  byId("board").classList.toggle("counting", Boolean(count));
  if (!count) return fill(byId("count"), "", null);
  const words = document.documentElement.lang.startsWith("zh") ? count.chinese : count.english;
  const open = [...Object.keys(players), "arbiter"].filter((who) => !count.agreed.includes(who) && may(state, who, "agree-score"));
  const buttons = (who) => row(make("b", {}, `${sideName(who)}:`),
    order(who, "agree-score", text("action.agree"), { result: count.result }),
    who in players ? order(who, "agree-score", text("action.dispute"), { agreed: false }) : null);
  fill(byId("count"), JSON.stringify([key, count]), [
    make("h2", {}, text("claim.count", { black: count.black, white: count.white, words })),
    make("p", { class: "do" }, text("claim.mark")),
    ...count.agreed.map((who) => make("p", {}, text("claim.agreed", { side: sideName(who) }))),
    ...open.map(buttons),
  ]);
}

/** Marks the group at a point, or takes its mark back; an empty point is left open as shared. */
function mark(point) {
  const { count, men, players, side_to_move: first } = current?.view ?? {};
  if (!count || !point) return;
  const who = whoMay(current, [first, ...Object.keys(players), "arbiter"], "mark-dead");
  if (!who) return;
  const toggled = (list, points) =>
    list.includes(point) ? list.filter((each) => !points.has(each)) : [...list, ...points];
  const args = men[point]
    ? { points: toggled(count.dead, groupOf(point)), shared: count.shared }
    : { points: count.dead, shared: toggled(count.shared, new Set([point])) };
  command(who, "mark-dead", args, byId("count").firstElementChild);
}

/** The stones of one colour that hang together with the one at a point. */
function groupOf(point) {
  const { game, game_options: options, men } = current.view;
  const { points, nameAt } = geometry(game, options);
  const group = new Set([point]);
  for (const each of group) {
    const [column, along] = points.get(each);
    for (const [across, up] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const next = nameAt(column + across, along + up);
      if (next && men[next] === men[point]) group.add(next);
    }
  }
  return group;
}
