// Short sounds, where this screen has them on: a move, a capture, a question, little time left.

import { chosen } from "./screen.js";

// [hertz, seconds] one after the other.
const TUNES = {
  move: [[440, 0.07]],
  capture: [[440, 0.06], [330, 0.09]],
  question: [[660, 0.12], [880, 0.16]],
  low: [[880, 0.1], [880, 0.1], [880, 0.1]],
};
const LOUD = 0.15;
const PAUSE_S = 0.04;

let context = null;
let before = null;

/** Plays one of the tunes. A browser that wants to be touched first stays silent until then. */
export function sound(name) {
  if (!chosen("sound")) return;
  context ??= new AudioContext();
  context.resume();
  let at = context.currentTime;
  for (const [hertz, seconds] of TUNES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + PAUSE_S;
  }
}

/** What is new in a state is heard. */
export function hear({ game_id: game, view }) {
  const now = { game, ply: view.moves.length, men: Object.keys(view.men).length, asked: view.question?.id ?? view.pending?.point ?? "" };
  const last = before;
  before = now;
  if (!last || last.game !== now.game) return;
  if (now.asked && now.asked !== last.asked) sound("question");
  else if (now.ply > last.ply) sound(now.men < last.men ? "capture" : "move");
}
