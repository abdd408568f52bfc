"""One page on many screens at once: the kiosk in a frame of each size, fed with states in place of its event stream.

A state goes to all frames in one step, so that hundreds of them are measured in a minute. The frames load from a real
kiosk and ask it for what the page asks; only `EventSource` is ours.
"""

from __future__ import annotations

import base64
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from controller.shell.web.changes import state
from controller.shell.web.security import Tokens
from tests.browser.conftest import Kiosk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

ALL = Tokens(open_roles=frozenset({"white", "black", "red", "operator", "arbiter"}))
PARENT = b"<!doctype html><html><link rel=icon href=/static/icon.svg><body></body></html>"
CODE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>'
OURS = (("/frames", b"text/html", PARENT), ("/code.svg", b"image/svg+xml", CODE))
"""The page that holds the frames, and the code of a game, which stands where phones reach the board."""
BARS = (b"content-security-policy", b"x-frame-options", b"cross-origin-opener-policy")

CALM = [
    {"name": "prefers-color-scheme", "value": "light"},
    {"name": "prefers-reduced-motion", "value": "reduce"},
]
"""Six pages of lamps that glow would keep the machine from measuring."""

IN_FRAMES = """
if (self !== top) {
  class Told extends EventTarget {
    constructor() { super(); self.told = this; this.readyState = 1; setTimeout(() => this.dispatchEvent(new Event('open'))); }
    close() {}
  }
  Object.assign(Told, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
  self.EventSource = Told;
  self.asked = 0;
  const plain = self.fetch.bind(self);
  self.reallyFetch = async (...given) => {
    self.asked += 1;
    try { return await plain(...given); } finally { setTimeout(() => (self.asked -= 1)); }
  };
  self.fetch = self.reallyFetch;
}
"""

LAY_OUT = """
const [sizes, done] = arguments;
window.screens = [];
let top = 0;
Promise.all(sizes.map(([width, height]) => new Promise((loaded) => {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { position: 'absolute', left: '9999px', top: `${top}px`, width: `${width}px`, height: `${height}px`, border: 0 });
  top += height;
  frame.addEventListener('load', loaded);
  frame.src = '/';
  document.body.append(frame);
  screens.push(frame);
}))).then(() => done(true));
"""

TELL = """
const [told, act, undo, done] = arguments;
const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
const still = async () => { while (screens.some(({ contentWindow: w }) => w.asked)) await new Promise((next) => setTimeout(next, 5)); };
(async () => {
  const opened = screens.some(({ contentWindow: w }) => w.document.querySelector('dialog[open]'));
  for (const { contentWindow: w } of screens) {
    w.fetch = w.reallyFetch;
    if (undo) w.eval(undo);
  }
  if (opened) await new Promise((next) => setTimeout(next, 20)); // what was closed says so
  for (const { contentWindow: w } of screens) {
    w.scrollTo(0, 0);
    w.told.dispatchEvent(new w.MessageEvent('state', { data: told }));
  }
  await still();
  if (act) for (const { contentWindow: w } of screens) w.eval(act);
  await still();
  await drawn();
  done('');
})().catch((error) => done(String(error)));
"""


class _Framed:
    """The application, allowed to be shown in frames; the page that holds them is at /frames."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        for end, kind, body in OURS:
            if path.endswith(end):
                head = [(b"content-type", kind)]
                await send({"type": "http.response.start", "status": 200, "headers": head})
                await send({"type": "http.response.body", "body": body})
                return

        async def unbarred(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [h for h in message["headers"] if h[0].lower() not in BARS]
            await send(message)

        await self._inner(scope, receive, unbarred)


class Screens:
    """The frames.

    Attributes:
        sizes: of each, width and height in CSS pixels.
    """

    def __init__(self, page: Page, desk: FakeDesk, sizes: Sequence[tuple[int, int]]) -> None:
        self.page = page
        self.desk = desk
        self.sizes = sizes

    def tell(self, *, act: str = "", undo: str = "") -> None:
        """Undoes what a visitor has done, shows the desk's state on all screens, and does what a visitor does then."""
        told = msgspec.json.encode(state(self.desk, arbiter=True)).decode()
        wrong = self.page.later(TELL, told, act, undo)
        assert not wrong, f"{act}: {wrong}"

    def measure(self, script: str, *given: object) -> list[list[str]]:
        """What a script says of each screen: the body of a function of its `window` and what is given."""
        found: list[list[str]] = self.page.run(
            f"const measure = (window, document, given) => {{ {script} }};"
            "const [given] = arguments;"
            "return screens.map(({ contentWindow: w }) => measure(w, w.document, given));",
            given,
        )
        return found

    def pictures(self, folder: Path, name: str, language: str) -> None:
        """Each of the screens as it looks."""
        folder.mkdir(parents=True, exist_ok=True)
        top = 0
        for width, height in self.sizes:
            clip = {"x": 9999, "y": top, "width": width, "height": height, "scale": 1}
            shot = {"format": "png", "clip": clip, "captureBeyondViewport": True}
            found = self.page.devtools("Page.captureScreenshot", shot)["data"]
            path = folder / f"{name}~{width}×{height}~{language}.png"
            path.write_bytes(base64.b64decode(found))
            top += height


@contextlib.contextmanager
def screens(
    page: Page, desk: FakeDesk, sizes: Sequence[tuple[int, int]], **kept: str
) -> Iterator[Screens]:
    """The page on screens of these sizes, with what each browser remembers."""
    with Kiosk(desk, ALL, around=_Framed).running() as kiosk:
        page.resize(1280, 800)
        page.devtools("Emulation.setEmulatedMedia", {"features": CALM})
        page.open(f"{kiosk.url}frames")
        page.run("localStorage.clear()")
        for name, value in {"language": "en", **kept}.items():
            page.run("localStorage.setItem(...arguments)", name, value)
        source: dict[str, Any] = {"source": IN_FRAMES}
        ours = page.devtools("Page.addScriptToEvaluateOnNewDocument", source)["identifier"]
        try:
            page.later(LAY_OUT, [list(size) for size in sizes])
            page.wait("screens.every(({ contentWindow: w }) => w.told && !w.asked)")
            yield Screens(page, desk, sizes)
        finally:
            page.devtools("Page.removeScriptToEvaluateOnNewDocument", {"identifier": ours})
            page.run("for (const each of screens ?? []) each.remove()")
            page.dark(on=False)
