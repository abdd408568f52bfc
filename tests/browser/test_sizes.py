"""The pages on every screen: nothing sticks out, nothing is too small to read or to press.

One page is loaded for each scene; then the window takes every size, in both languages, and the page is
measured. With TOUCHMOVE_PICTURES=docs/images the tests also make pictures for the README and docs/operating.md.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell.web.security import Tokens
from tests.browser.benches import bench
from tests.browser.games import GAMES, counting, mated, recorded, whose_stone
from tests.browser.scenes import SCENES
from tests.browser.table import picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
ALL = Tokens(open_roles=frozenset({"white", "black", "red", "operator", "arbiter"}))
SHOWN: dict[str, Callable[[], FakeDesk]] = {
    **GAMES,
    "counting": counting,
    "recorded-go": partial(recorded, "go", 90),
    "mated": mated,
    "whose-stone": whose_stone,
    **{
        name: SCENES[name] for name in ("asking", "claimable", "restoring", "promoting", "offering")
    },
}
SIZES = [
    *((320, 640), (390, 844), (768, 1024), (1080, 1920), (2160, 3840)),
    *((640, 360), (800, 480), (1280, 800), (1920, 1080), (3840, 2160)),
]  # fmt: skip
PICTURED = {
    "draughts-100": ("kiosk-wall", (1920, 1080), True),
    "go": ("kiosk-standing", (768, 1024), False),
    "recorded-go": ("kiosk-go", (800, 480), False),
    "mated": ("kiosk-xiangqi", (800, 480), False),
}
IN_ENGLISH = {"recorded-go", "mated"}
"""The README's."""
TEXT_PX = 12
FINGER_PX = 44
"""The side of what a finger presses (WCAG 2.5.5). The points of a board are as large as the board lets them be."""

MEASURE = """
const [textPx, fingerPx, inside, scrolls] = arguments;
const root = document.documentElement, found = [];
const says = (element) => `${element.tagName}#${element.id}.${element.className?.baseVal ?? element.className}`
  + ` "${(element.textContent || element.ariaLabel || '').trim().slice(0, 30)}"`;
if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
if (!scrolls && innerWidth > innerHeight && root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} high`);
const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .drawings, .lines');
const scope = inside ? document.querySelector(inside) : document.body;
for (const element of scope.querySelectorAll('*')) {
  if (!shown(element)) continue;
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const size = parseFloat(getComputedStyle(element).fontSize);
  if (own && size < textPx) found.push(`${says(element)} has ${size} px`);
  const after = getComputedStyle(element, '::after');
  if (after.content.includes('"') && parseFloat(after.fontSize) < textPx) found.push(`${says(element)} ::after`);
}
for (const element of scope.querySelectorAll('button, a, select, textarea, summary, input, label.tick')) {
  if (!shown(element) || element.type === 'checkbox') continue;
  const box = element.getBoundingClientRect();
  if (box.width < fingerPx - 0.5 || box.height < fingerPx - 0.5) {
    found.push(`${says(element)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
  }
  if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`${says(element)} sticks out`);
  if (element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1) found.push(`${says(element)} is cut`);
}
return found;
"""
BOARD = """
const { left, top, right, bottom, width, height } = document.getElementById('board').getBoundingClientRect();
const asks = Boolean(document.querySelector('#notices > .notice:not([hidden])'));
return { asks, left, top, right, bottom, width, height, rem: parseFloat(getComputedStyle(document.documentElement).fontSize) };
"""


def opened(page: Page, kiosk: Kiosk) -> None:
    page.resize(800, 480)
    page.dark(on=False)
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.clear(); localStorage.setItem('language', 'en')")
    page.open(kiosk.url)
    page.wait(
        "document.querySelector('#desks button') && document.querySelector('.square[data-key]')"
    )
    page.log()


def complaints(page: Page, inside: str | None = None, scrolls_px: int = 0) -> dict[str, list[str]]:
    """What is wrong, by size and language; Chinese is looked at in the dark.

    Args:
        inside: where what is read and pressed is measured; None for the whole kiosk and its board.
        scrolls_px: on lying screens up to this width the page may be higher than the screen.
    """
    wrong: dict[str, list[str]] = {}
    for language in ("en", "zh"):
        if page.run("return document.documentElement.lang.slice(0, 2)") != language:
            page.run("document.getElementById('language').click()")
        page.dark(on=language == "zh")
        for width, height in SIZES:
            page.resize(width, height)
            found: list[str] = page.run(MEASURE, TEXT_PX, FINGER_PX, inside, width <= scrolls_px)
            if inside is None:
                found += board_complaints(page.run(BOARD), width, height)
            if found:
                wrong[f"{width}×{height} {language}"] = found
    page.dark(on=False)
    return wrong


def board_complaints(board: dict[str, Any], width: int, height: int) -> list[str]:
    """The board is as large as the screen lets it be beside or above what must be read."""
    found = []
    if board["left"] < 0 or board["right"] > width or board["top"] < 0:
        found.append(f"the board sticks out: {board}")
    ratio = board["width"] / board["height"]
    if width > height:
        most = min(height * ratio, width - 20 * board["rem"])
        least = 0.5 if board["asks"] else 0.92
        if board["bottom"] > height or board["width"] < least * most:
            found.append(f"the board is {board['width']:.0f} wide of {most:.0f}")
    elif max(board["width"], board["height"]) < min(
        0.9 * width, 0.22 * height if board["asks"] else 0.55 * height
    ):
        found.append(f"the board is {board['width']:.0f} wide of {width}")
    if board["rem"] < 0.014 * min(width, height):
        found.append(f"on this screen {board['rem']} px are too small to read from afar")
    return found


@pytest.mark.parametrize("name", SHOWN)
def test_everything_fits_and_can_be_read_and_pressed(
    page: Page, kiosk_of: KioskOf, name: str
) -> None:
    opened(page, kiosk_of(SHOWN[name](), ALL))
    assert complaints(page) == {}
    assert page.log() == []
    if name in PICTURED:
        called, size, dark = PICTURED[name]
        if name in IN_ENGLISH:
            page.click("#language")
        page.resize(*size)
        page.dark(on=dark)
        picture(page, called)


@pytest.mark.parametrize("desk", ["white", "arbiter", "new"])
def test_the_desks_fit_too(page: Page, kiosk_of: KioskOf, desk: str) -> None:
    opened(page, kiosk_of(SCENES["timed"](), ALL))
    page.click(f"#desks [data-desk={desk}]")
    page.run("document.querySelectorAll('#desk details').forEach((each) => (each.open = true))")
    assert complaints(page, "#desk") == {}
    page.run("document.getElementById('language').click()")
    page.resize(1280, 800)
    picture(page, f"kiosk-desk-{desk}")


def test_the_sensors_page_fits(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(SCENES["mid-game"](), ALL)
    page.open(f"{kiosk.url}sensors")
    page.wait("document.querySelector('#language').textContent")
    assert complaints(page, "#sensors-head") == {}


@pytest.mark.slow
def test_the_bench_fits(page: Page, tmp_path: Path) -> None:
    """Where it has one column beside the board, that scrolls with the page."""
    with bench(page, tmp_path, "chess") as table:
        table.show()
        assert complaints(page, "body", scrolls_px=1180) == {}
        assert page.log() == []


def test_the_desk_of_a_single_board_and_its_door_fit(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(SCENES["timed"](), ALL))
    page.click("#to-arbiter")
    page.wait("document.querySelector('#rulings details')")
    page.run("document.querySelectorAll('#rulings details').forEach((each) => (each.open = true))")
    assert complaints(page, "body") == {}
    page.resize(800, 480)
    wide = page.run("return document.getElementById('case').getBoundingClientRect().width")
    assert wide == 800, "no room is kept for other boards"
    page.open(kiosk_of(SCENES["timed"]()).url + "arbiter")
    page.wait("document.querySelector('#entry:not([hidden])')")
    assert complaints(page, "body") == {}
    page.log()


def test_the_names_of_files_and_ranks_stand_beside_the_lines(page: Page, kiosk_of: KioskOf) -> None:
    """From either side, each name is level with its points."""
    opened(page, kiosk_of(GAMES["xiangqi"](), ALL))
    for _ in range(2):
        apart = page.run(
            "const middle = (e) => { const b = e.getBoundingClientRect();"
            " return [(b.left + b.right) / 2, (b.top + b.bottom) / 2]; };"
            "const off = [];"
            "for (const each of document.querySelectorAll('.files span'))"
            " off.push(middle(each)[0] - middle(document.querySelector(`[data-point=${each.textContent}4]`))[0]);"
            "for (const each of document.querySelectorAll('.ranks span'))"
            " off.push(middle(each)[1] - middle(document.querySelector(`[data-point=e${each.textContent}]`))[1]);"
            "return off.map(Math.abs);"
        )
        assert len(apart) == 19
        assert max(apart) < 1
        page.click("#flip")
