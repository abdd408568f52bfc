// The clocks alone, as large as the screen lets them be: one tap there, one back.

import { byId } from "./dom.js";

const show = (on) => {
  document.body.classList.toggle("big", on);
  byId("small-clocks").hidden = !on;
  (on ? byId("small-clocks") : byId("big-clocks")).focus({ preventScroll: true });
};

/** A face that this screen may press presses the clock; any other face, and the button, makes the clocks large. */
export function startBigClocks() {
  byId("big-clocks").addEventListener("click", () => show(true));
  byId("small-clocks").addEventListener("click", () => show(false));
  byId("players").addEventListener("click", (event) => {
    const face = event.target.closest(".face");
    if (face && face.tagName !== "BUTTON") show(!document.body.classList.contains("big"));
  });
  addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.contains("big") && show(false));
}

/** Where there is no clock, or something is asked, the board is shown. */
export function drawBigClocks(clock, asks) {
  byId("big-clocks").hidden = !clock;
  if ((!clock || asks) && document.body.classList.contains("big")) show(false);
}
