"""Every page there is: of a board, of a hub, and the set-up page step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.webdriver import Page

LOOKS = [(language, dark) for language in ("en", "zh") for dark in (False, True)]
WATCH = """
window.drawnAt = null;
const look = () => {
  if (!document.querySelector(THERE)) return;
  watch.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => (window.drawnAt ??= performance.now())));
};
const watch = new MutationObserver(look);
watch.observe(document, { childList: true, subtree: true, attributes: true });
"""
LOADED = """
const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
return [window.drawnAt, all.reduce((sum, each) => sum + each.transferSize, 0), [...new Set(all.map(({ name }) => new URL(name).host))]];
"""


@dataclass(frozen=True, slots=True)
class Face:
    """A page.

    Attributes:
        path: its address, without what the host is.
        there: what is on it once it is drawn, as a CSS selector.
    """

    path: str
    there: str

    def open(self, page: Page, url: str, language: str = "en", *, dark: bool = False) -> None:
        """Opens it anew in a language and colours, and waits until it is drawn."""
        page.dark(on=dark)
        page.open(f"{url}static/icon.svg")
        page.run("localStorage.setItem('language', arguments[0])", language)
        page.open(url + self.path)
        page.wait("document.querySelector(arguments[0])", self.there)


BOARD = Face("", ".square[data-key]")
OF_A_BOARD = (
    BOARD,
    Face("bench", "#bench:not(.stale) #bench-map .dot"),
    Face("arbiter", "#tables button"),
    Face("sensors", "#cells .cell"),
    Face("games", "[data-ready] #entries a"),
    Face("games/GAME", "[data-ready] #board [data-man]"),
    Face("games/GAME/sheet", "table"),
    Face("sheet", "table"),
    Face("round", "[data-ready] #round-boards li"),
    Face("overlay/1", "#overlay:not([hidden]) svg"),
    Face("overlay/1?theme=light&lang=zh", "#overlay:not([hidden]) svg"),
    Face("laws", "#books a"),
    Face("laws/chess-fide-2023", ".article"),
)
OF_A_HUB = (
    Face("", "[data-ready] #round-boards li"),
    Face("arbiter", "#tables button"),
    Face("laws", "#books a"),
    Face("overlay/1", "#overlay:not([hidden]) svg"),
)


@dataclass(frozen=True, slots=True)
class Load:
    """What a page took from navigation on.

    Attributes:
        drawn_ms: until what was waited for was on the screen.
        bytes: that came over the network, heads of the answers included.
        hosts: from which anything came.
    """

    drawn_ms: float
    bytes: int
    hosts: list[str]


def loads(page: Page, url: str, face: Face, *, times: int, slower: int = 1) -> list[Load]:
    """Loads a page some times as one who has never seen it, with its processor so many times slower."""
    script = WATCH.replace("THERE", repr(face.there))
    added = page.devtools("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.devtools("Network.enable", {})
    page.devtools("Network.setCacheDisabled", {"cacheDisabled": True})
    page.devtools("Emulation.setCPUThrottlingRate", {"rate": slower})
    found = []
    try:
        for _ in range(times):
            page.open(url + face.path)
            page.wait("window.drawnAt !== null")
            page.wait("document.readyState === 'complete'")
            found.append(Load(*page.run(LOADED)))
    finally:
        page.devtools("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.devtools("Network.setCacheDisabled", {"cacheDisabled": False})
        page.devtools("Page.removeScriptToEvaluateOnNewDocument", added)
    return found
