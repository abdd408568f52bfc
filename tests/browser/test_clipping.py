"""Nothing that must be seen is cut off: every moment of every game, in both languages, on six sizes of screen.

One page is loaded once. The desk then takes every moment, and the window every size; each box is measured by
itself, against the screen and against all that could cut it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.shell.web.security import Tokens
from tests.browser.moments import moments
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")
ALL = Tokens(open_roles=frozenset({"white", "black", "red", "operator", "arbiter"}))
SIZES = [(320, 640), (800, 480), (1024, 600), (1280, 800), (1080, 1920), (3840, 2160)]
DIGITS_LEAST_PX = 64
"""Nine millimetres on seven inches with 480 lines."""
MOMENTS = moments()

MEASURE = """
const [least] = arguments, found = [];
const wanted = Math.max(least, innerHeight / 10);
const seen = (element) => {
  const box = element.getBoundingClientRect();
  const inside = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (getComputedStyle(each).overflowY === 'visible' || each === document.documentElement || each === document.body) continue;
    const cut = each.getBoundingClientRect();
    inside.top = Math.max(inside.top, cut.top); inside.bottom = Math.min(inside.bottom, cut.bottom);
    inside.left = Math.max(inside.left, cut.left); inside.right = Math.min(inside.right, cut.right);
  }
  const out = [inside.left - box.left, inside.top - box.top, box.right - inside.right, box.bottom - inside.bottom];
  return Math.max(...out) <= 1 ? '' : `by ${Math.max(...out.map(Math.round))}`;
};
const boxes = [...document.querySelectorAll('#notices > .notice:not([hidden])')];
if (!boxes.length) found.push('nothing is shown');
for (const box of boxes) {
  const cut = seen(box);
  if (cut) found.push(`#${box.id} is cut ${cut}`);
  for (const part of box.querySelectorAll('h2, p, li, button, .law')) {
    const out = seen(part);
    if (out && !cut && !part.closest('.unseen')) found.push(`#${box.id} ${part.tagName} "${part.textContent.slice(0, 30)}" is cut ${out}`);
    if (part.tagName === 'BUTTON' && part.scrollWidth > part.clientWidth + 1) found.push(`"${part.textContent}" does not fit`);
  }
}
for (const face of document.querySelectorAll('#players .face')) {
  const size = parseFloat(getComputedStyle(face).fontSize), cut = seen(face);
  if (size < wanted - .5) found.push(`a clock has ${size} px of ${wanted}`);
  if (cut) found.push(`a clock is cut ${cut}`);
  if (face.scrollWidth > face.clientWidth + 1) found.push(`${face.textContent} is ${face.scrollWidth} wide of ${face.clientWidth}`);
}
for (const element of document.querySelectorAll('#desks button')) {
  const cut = seen(element);
  if (cut && innerWidth > innerHeight) found.push(`${element.textContent} is cut ${cut}`);
}
if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
const board = document.getElementById('board'), cut = seen(board);
if (cut) found.push(`the board is cut ${cut}`);
if (Math.min(board.offsetWidth, board.offsetHeight) < .22 * innerHeight) found.push(`the board is ${board.offsetWidth} wide`);
return found;
"""


def test_what_is_asked_is_wholly_in_view(page: Page, kiosk_of: Callable[..., Kiosk]) -> None:
    desk = FakeDesk()
    for number in range(8):
        desk.note(
            "claim",
            game_id="g1",
            kind="draw-offer",
            side="white",
            wall=f"2026-03-14T17:0{number}:02Z",
        )
    kiosk = kiosk_of(desk, ALL)
    page.resize(800, 480)
    page.dark(on=False)
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.clear(); localStorage.setItem('language', 'en')")
    page.open(kiosk.url)
    page.wait("document.querySelector('#desks button')")
    wrong: dict[str, list[str]] = {}
    for name, view in MOMENTS.items():
        desk.note("claim", game_id="g1", kind="adjust", side="white", wall=None)
        desk.now = view
        kiosk.change()
        page.wait(
            "Number(document.getElementById('kiosk').dataset.seq) >= arguments[0]"
            " && document.querySelector('#notices > .notice:not([hidden])')",
            desk.newest_seq(),
        )
        for _ in range(2):
            page.run("document.getElementById('language').click()")
            language = page.run("return document.documentElement.lang")
            for width, height in SIZES:
                page.resize(width, height)
                if found := page.run(MEASURE, DIGITS_LEAST_PX):
                    wrong[f"{name} {width}×{height} {language}"] = found
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())
