// What was seen, and what may have been done: the account that `touchmove explain` gives, as it is now.

import { byId, fill, make } from "./dom.js";
import { manName, sideName, text } from "./texts.js";

const ROWS_MAX = 8;
const DEEDS_MAX = 8;

/** The newest gestures, the newest first. */
export function drawGestures(gestures, nowUs) {
  const rows = gestures.map((each) => [each.seq, each.type, gestureWords(each)]).reverse();
  const key = JSON.stringify([document.documentElement.lang, rows]);
  fill(byId("bench-gestures"), key, rows.length ? rows.map(([seq, type, words]) =>
    make("li", { data: { gesture: type, seq } }, words)) : [make("li", { class: "quiet" }, text("bench.gestures_none"))]);
}

function gestureWords(gesture) {
  const point = gesture.point ?? gesture.points.join(" ");
  const who = gesture.man ? manName(gesture.man) : gesture.side ? sideName(gesture.side) : "";
  return [text(`bench.gesture.${gesture.type}`, { point }), who].filter(Boolean).join(" · ");
}

/** What may have been done, the likeliest first, with how likely that is. */
export function drawBelieved(found) {
  const rows = found.hypotheses.slice(0, ROWS_MAX).map((each) => row(lineWords(each), each.probability, deedWords(each)));
  if (found.unknown >= 0.001) rows.push(row(text("bench.believed.unknown"), found.unknown, []));
  byId("bench-believed").replaceChildren(make("ol", { class: "believed" }, ...rows));
}

function row(words, probability, details) {
  return make("li", { class: probability >= 0.5 ? "likely" : "doubtful" },
    make("span", { class: "what" }, words),
    make("span", { class: "odds" }, `${(100 * probability).toFixed(1)} %`),
    make("small", {}, details.join(" + ")));
}

function lineWords(each) {
  const words = [each.line.join(" ") || text(each.under_way ? "bench.believed.under_way" : "bench.believed.none")];
  if (each.other) words.push(text("bench.believed.instead"));
  return words.join("; ");
}

/** What hands have done by it, with what each deed costs; then what is wrong on the board. */
function deedWords(each) {
  const word = (of) => (document.documentElement.lang.startsWith("zh") ? of.chinese : of.english);
  const at = (of) => `${word(of)}${of.point ? ` (${of.point})` : ""}`;
  return [
    ...each.deeds.slice(-DEEDS_MAX).map((deed) => `${at(deed)} ${deed.cost.toFixed(1)}`),
    ...each.sensors.map(at),
    ...(each.off.length ? [text("bench.believed.off", { points: each.off.join(" ") })] : []),
    ...(each.stray.length ? [text("bench.believed.stray", { points: each.stray.join(" ") })] : []),
  ];
}
