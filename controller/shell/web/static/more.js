// Shows where a box holds more than it shows: a scroll bar that comes only to a finger is seen by nobody.

const BOXES = "#notices, #moves, #log, #panel, #desk, #desk .scroll, #desk-body > section";
const SLACK_PX = 4;
const HANGS_PX = 7; // what a finger meets reaches below the foot
const CLASSES = ["largest", "large", "snug", "tight", "tighter", "small"];
// What is asked is as large as there is room for. Where it does not fit, what is good to know folds, then the moves and
// the head; then the board makes way.
const WAYS = ["largest", "large", "", "snug", "snug tight", "snug tight tighter", "small large", "small", "small snug", "small snug tight", "small snug tight tighter"];

const below = (box) => box.scrollHeight - box.clientHeight - box.scrollTop;
const scrolls = (box) => getComputedStyle(box).overflowY !== "visible";

/** Marks each box that has more below. */
function mark() {
  const page = document.documentElement;
  page.toggleAttribute("data-more", page.scrollHeight - innerHeight - scrollY > SLACK_PX);
  for (const box of document.querySelectorAll(BOXES)) box.toggleAttribute("data-more", below(box) > SLACK_PX && scrolls(box));
}

/** Finds the first of the ways (classes of the styles) in which all that is asked is seen. */
export function makeRoom() {
  const kiosk = document.getElementById("kiosk");
  // The board keeps its place under a hand that holds a piece. Without a kiosk it is a page that scrolls.
  if (kiosk && !document.querySelector(":is(#hand, #hand-2):not([hidden])")) fold(kiosk);
  mark();
}

function fold(kiosk) {
  const [notices, panel] = ["notices", "panel"].map((id) => document.getElementById(id));
  const over = (box, by) => box.scrollHeight > box.clientHeight + by;
  // Sizes of what is enlarged are rounded.
  const cut = (way) => over(notices, way.includes("large") ? 0 : 1) || (innerWidth > innerHeight && !scrolls(panel) && over(panel, HANGS_PX)) || notices.getBoundingClientRect().bottom + scrollY > innerHeight + 1;
  for (const way of WAYS) {
    kiosk.classList.remove(...CLASSES);
    if (way) kiosk.classList.add(...way.split(" "));
    if (!cut(way)) return;
  }
}

/** Looks again at what may have changed without the board's telling: sizes, scrolling, what is unfolded or typed. */
export function startMore() {
  addEventListener("resize", makeRoom);
  for (const event of ["scroll", "toggle", "focusin"]) addEventListener(event, mark, { capture: true, passive: true });
  const desk = document.getElementById("desk");
  if (desk) new ResizeObserver(mark).observe(desk);
  for (const id of ["moves", "log"]) if (document.getElementById(id)) new ResizeObserver(mark).observe(document.getElementById(id));
}
