// Shows where a box holds more than it shows: a scroll bar that comes only to a finger is seen by nobody.

const BOXES = ["notices", "moves", "log", "panel", "desk"];
const SLACK_PX = 4;

const below = (box) => box.scrollHeight - box.clientHeight - box.scrollTop;

/** What is asked comes first: where it does not fit, what is good to know folds (`tight` in the styles), then the head.
 * Where there is room it is large. */
export function makeRoom() {
  const kiosk = document.getElementById("kiosk");
  const notices = document.getElementById("notices");
  if (!kiosk) return; // a page that scrolls
  const cut = () => notices.scrollHeight > notices.clientHeight || notices.getBoundingClientRect().bottom > innerHeight;
  kiosk.classList.remove("tight", "tighter");
  kiosk.classList.add("large");
  if (!cut()) return;
  kiosk.classList.remove("large");
  for (const step of ["tight", "tighter"]) if (cut()) kiosk.classList.add(step);
}

/** Marks each box that has more below. */
export function startMore() {
  addEventListener("resize", makeRoom);
  for (const id of BOXES) {
    const box = document.getElementById(id);
    const scrolls = () => getComputedStyle(box).overflowY !== "visible";
    const look = () => box.toggleAttribute("data-more", scrolls() && below(box) > SLACK_PX);
    box.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(box);
    new MutationObserver(look).observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open"] });
  }
}
