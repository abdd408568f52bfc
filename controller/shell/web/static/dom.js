// Small helpers to build elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties and children; strings become text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "data") Object.assign(element.dataset, value);
    else if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Brings the drawings of the men into the page, so that they stay when the board's link is lost. */
export async function loadMen() {
  const source = await (await fetch("/static/pieces.svg")).text();
  const drawing = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  drawing.setAttribute("class", "drawings");
  document.body.append(document.importNode(drawing, true));
}

let men = "chess"; // whose drawings are used

/** Chooses the drawings: "chess", "draughts", "xiangqi", "go". */
export function setMen(name) {
  men = name;
}

export const menDrawn = () => men;

/** The drawing of a man by its letter. */
export function drawMan(letter) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("class", "man");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${men}-${letter}`);
  svg.append(use);
  return svg;
}

/** Shows a section with these children, or hides it. Leaves it alone if nothing changed. */
export function fill(element, key, children) {
  element.hidden = children === null;
  const mark = children === null ? "" : key;
  if (element.dataset.key === mark) return;
  element.dataset.key = mark;
  element.replaceChildren(...(children ?? []));
}

export const byId = (id) => document.getElementById(id);

/**
 * Draws something anew without losing the keyboard's place: what had the focus has it again, or what has taken
 * its place; else it rests on what says how things stand. It never goes on to another button by itself: a key
 * that is held would press that too.
 */
export function keepingFocus(draw) {
  const before = document.activeElement;
  const mark = markOf(before);
  const home = before.closest("dialog") ?? before.parentElement?.closest("[id]");
  draw();
  const now = document.activeElement;
  if (before === document.body || (now === before && now.checkVisibility()) || (now !== before && now !== document.body)) return;
  const same = [...(home?.isConnected ? home : document).querySelectorAll(before.tagName)].find((each) => markOf(each) === mark);
  const rest = home?.closest("dialog[open]")?.querySelector("h2") ?? byId("now");
  (same?.checkVisibility() ? same : rest)?.focus({ preventScroll: true });
}

const markOf = ({ id, name, dataset: { key, ...data } }) => JSON.stringify([id, name, data]);
