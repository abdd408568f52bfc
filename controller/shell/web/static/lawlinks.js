// Numbers of laws, as the ways to their rows on the pages of laws.

import { make } from "./dom.js";
import { text } from "./texts.js";

const NUMBER = /\b(CH|FIDE|DR|XQ|GO)-\w+(?:\.\w+)*/g;
const GAMES = { CH: "chess", FIDE: "chess", DR: "draughts", XQ: "xiangqi", GO: "go" };

let book = ""; // the rulebook of the game that is shown

/** Numbers from now on are of this rulebook. */
export function lawsOf(rulebook) {
  book = rulebook;
}

/** The address of a law's row, or of the whole page. */
export const lawAddress = (law, rulebook = book) => `/laws/${encodeURIComponent(rulebook)}${law ? `#${encodeURIComponent(law)}` : ""}`;

/** A board's own screen has one window and leads back from there; everybody else keeps what is open. */
const window_ = () => (document.getElementById("kiosk") && location.pathname === "/" ? {} : { target: "_blank", rel: "noopener" });

/** A link to a law's row; "Law FIDE-4.3.1" where no words are given. */
export function lawLink(law, { words = text("law", { law }), rulebook = book } = {}) {
  return make("a", { class: "to-law", href: lawAddress(law, rulebook), data: { law }, ...window_() }, make("span", { class: "law" }, words));
}

/** A link to the page of the game's rulebook. */
export function lawsLink(more = {}) {
  return make("a", { class: "laws", href: book ? lawAddress("") : "/laws", ...window_(), ...more }, text("laws.title"));
}

/** Words as parts: the numbers of laws among them, if they are of this game, are links. */
export function linked(words) {
  const parts = [];
  let from = 0;
  for (const found of words.matchAll(NUMBER)) {
    if (!book.startsWith(GAMES[found[1]])) continue;
    parts.push(words.slice(from, found.index), lawLink(found[0], { words: found[0] }));
    from = found.index + found[0].length;
  }
  return [...parts, words.slice(from)].filter(Boolean);
}

/** What stands below a list: the link that fits what is chosen in it; null for none. */
export function lawOfChoice(label, linkOf) {
  const list = label.querySelector("select");
  const place = make("p", { class: "law-of" });
  const show = () => place.replaceChildren(...[linkOf(list.value, list)].filter(Boolean));
  list.addEventListener("change", show);
  show();
  return place;
}
