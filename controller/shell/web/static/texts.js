// Every visible word comes from one of two files, one for each language.

import { menDrawn } from "./dom.js";

const LANGUAGES = ["en", "zh"];
const HOLE = /\{(\w+)\}/g;
const tables = {};
let told = []; // what the board says in English: [pattern, {language: words}]
let language = "en";

/** Loads both languages and chooses one: the visitor's last choice, else the browser's. */
export async function loadTexts() {
  const read = async (name) => (await fetch(`/static/${name}.json`)).json();
  const [refusals, troubles, ...words] = await Promise.all([read("refusals"), read("troubles"), ...LANGUAGES.map((name) => read(`texts.${name}`))]);
  LANGUAGES.forEach((name, n) => (tables[name] = words[n]));
  told = Object.entries({ ...refusals, ...troubles }).map(([reason, words]) => [patternOf(reason), words]);
  const wanted = remembered() ?? document.documentElement.dataset.language ?? navigator.language.slice(0, 2);
  setLanguage(LANGUAGES.includes(wanted) ? wanted : "en", false);
}

export function otherLanguage() {
  return LANGUAGES.find((name) => name !== language);
}

/** Changes the language and every fixed text of the page. */
export function setLanguage(name, chosen = true) {
  language = name;
  document.documentElement.lang = name === "zh" ? "zh-Hans" : name;
  try {
    if (chosen) localStorage.setItem("language", name);
  } catch {
    // A browser without storage forgets the choice; nothing else is lost.
  }
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-text-label]")) {
    const label = text(element.dataset.textLabel);
    element.setAttribute("aria-label", label);
    if (element.tagName === "BUTTON") element.title = label;
  }
}

function remembered() {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
}

/** A text in the visitor's language; names in braces are replaced by values. */
export function text(key, values = {}) {
  const found = ofGame(tables[language][key] ?? tables.en[key] ?? key);
  return found.replace(HOLE, (whole, name) => values[name] ?? whole);
}

// What a thing that stands on the board is called in English. The tables say man, as in draughts.
const CALLED = { chess: ["piece", "pieces"], xiangqi: ["piece", "pieces"], go: ["stone", "stones"] };
const GENERIC = /(?<!\{)\b([Mm])(an|en)\b(?!\})/g; // not the name of a value

/** English words in those of the game that is drawn: a piece in chess, a stone in Go. */
function ofGame(words) {
  const called = CALLED[menDrawn()];
  if (language !== "en" || !called) return words;
  return words.replace(GENERIC, (_, first, rest) => {
    const word = called[rest === "an" ? 0 : 1];
    return first === "M" ? word[0].toUpperCase() + word.slice(1) : word;
  });
}

export const hasText = (key) => key in tables[language];

/** The text of the first key that exists; the last one always should. */
export function firstText(keys, values = {}) {
  return text(keys.find((key) => key in tables[language]) ?? keys.at(-1), values);
}

/** What matches a sentence: its words, with anything where they have a name in braces. */
function patternOf(reason) {
  const plain = reason.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(HOLE, "(?<$1>.+?)")}$`);
}

/** A refusal or a trouble in the visitor's language. The board tells them in English, for programs too. */
export function toldText(reason) {
  for (const [pattern, words] of told) {
    const found = pattern.exec(reason);
    if (!found) continue;
    return words[language]?.replace(HOLE, (whole, name) => nameIn(found.groups[name])) ?? ofGame(reason);
  }
  return ofGame(reason);
}

const nameIn = (word) => tables[language][`side.${word}`] ?? word;

/** "white knight", in the words of the game that is drawn. */
export function manName(letter) {
  return firstText([`man.${menDrawn()}.${letter}`, `man.${letter}`]);
}

/** A move given by its two squares, as people read it: "e2e4" is "e2–e4". */
export const spelled = (move) => move.replace(/^([a-i]\d)([a-i]\d)([a-z]?)$/, (_, from, to, choice) => `${from}–${to}${choice && ` =${choice.toUpperCase()}`}`);

/** The name of a point as the board has it: letters of Go are capitals. */
export const pointText = (point) => (menDrawn() === "go" ? point.toUpperCase() : point);

/** A result as people write it. */
export const scoreText = (result) => result.replace("1/2-1/2", "½–½").replace(/(\d)-(\d)/, "$1–$2");

/** "White" or "Black". */
export function sideName(side) {
  return text(`side.${side}`);
}

/** Words at the beginning of a line. */
export const opening = (words) => words.charAt(0).toUpperCase() + words.slice(1);
