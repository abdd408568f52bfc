// What the bench page has beside the kiosk's: made once, filled by the others.

import { make } from "./dom.js";
import { text } from "./texts.js";

const STEPS = 6;

/** The section with everything that a bench has beside a board. */
export function startInside() {
  const inside = make("section", { id: "bench", class: "stale" },
    make("header", { id: "bench-head" },
      make("h2", { data: { text: "bench.title" } }, text("bench.title")),
      make("a", { href: "/", data: { text: "bench.to_kiosk" } }, text("bench.to_kiosk"))),
    make("p", { id: "bench-none", hidden: "" }),
    make("div", { id: "bench-tools", class: "card" }),
    make("section", { class: "card" }, part("bench.believed", make("div", { id: "bench-believed" }))),
    make("section", { id: "bench-seen", class: "card beside" },
      part("bench.levels", make("div", { id: "bench-map", role: "img" }), make("p", { id: "bench-map-told", class: "quiet" })),
      part("bench.gestures", make("ol", { id: "bench-gestures", tabindex: "0", "aria-label": text("bench.gestures") }))),
    make("div", { id: "bench-wrong", class: "card" }),
    make("section", { id: "bench-trace", class: "card" },
      make("button", { id: "bench-save", type: "button", data: { text: "bench.trace" } }, text("bench.trace")),
      make("p", { id: "bench-trace-why", class: "quiet" })),
    guide());
  return inside;
}

function part(title, ...children) {
  return make("div", {}, make("h3", { data: { text: title } }, text(title)), ...children);
}

function guide() {
  const steps = Array.from({ length: STEPS }, (_, n) => `bench.guide.${n + 1}`);
  return make("section", { id: "bench-guide", class: "card" },
    make("h3", { data: { text: "bench.guide" } }, text("bench.guide")),
    make("ol", {}, ...steps.map((key) => make("li", { data: { text: key } }, text(key)))));
}
