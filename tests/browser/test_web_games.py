"""The page of games in a real browser, and the kiosk's own way back through a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import read_message
from controller.core.showing import men_of
from controller.shell.export import moves_of
from rules.registry import game_by_name
from tests.browser.scenes import SCENES
from tests.browser.test_access import checked, press
from tests.shell.played_desk import PlayedDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"
STANDING = (
    "return Object.fromEntries([...document.querySelectorAll('#board [data-man]')]"
    ".filter((each) => each.dataset.man).map((each) => [each.dataset.point, each.dataset.man]))"
)
SIZES = [(320, 640), (800, 480), (1024, 600), (1280, 800), (1080, 1920), (3840, 2160)]
CUT = """
const seen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 0;
return [...document.querySelectorAll('#steps button, #step-now, #names, #entries a, #search, #files a')].filter(seen)
  .filter((each) => each.getBoundingClientRect().right > innerWidth || each.getBoundingClientRect().left < 0
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.id || each.textContent);
"""


def opened(page: Page, url: str) -> None:
    page.open(url)
    page.wait("document.body.dataset.ready === 'yes'")


def boards(desk: PlayedDesk, game_id: str) -> list[dict[str, str]]:
    """What stood after each ply."""
    messages = [read_message(entry.body) for entry in desk.played[game_id]]
    game = game_by_name("chess")
    return [men_of(game, game.start(str(move.position))) for move in moves_of(messages)]


def test_a_game_is_stepped_through_by_keys_buttons_and_fingers(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = PlayedDesk()
    stood = boards(desk, "g1")
    page.resize(1280, 800)
    opened(page, kiosk_of(desk).url + "games")
    page.click("#entries [data-id=g1]")
    page.wait("document.querySelectorAll('#plies button').length")
    assert page.run(STANDING) == stood[-1]
    press(page, LEFT)
    assert page.run(STANDING) == stood[-2]
    press(page, HOME, RIGHT)
    assert page.run(STANDING) == stood[0]
    page.click("#step-on")
    assert page.run(STANDING) == stood[1]
    page.click("#plies button[data-n='1']")
    assert page.run(STANDING) == stood[0]
    page.finger("[data-point=g4]", "[data-point=c4]")
    assert page.run(STANDING) == stood[1]
    press(page, END)
    assert page.run(STANDING) == stood[-1]
    assert page.run("return location.pathname") == "/games/g1"


def test_words_find_games(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(PlayedDesk()).url + "games")
    assert page.count("#entries li") == 6
    page.keys("#search", "xiangqi")
    page.wait("document.querySelectorAll('#entries li').length === 1")
    page.keys("#search", " nobody")
    page.wait("document.querySelectorAll('#entries li').length === 0")
    assert page.text("#found") == "No such game"


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("path", ["games", "games/g1", "games/g5", "games/g6"])
def test_the_page_fits_every_screen_and_axe_finds_nothing_grave(
    page: Page, kiosk_of: KioskOf, path: str
) -> None:
    opened(page, kiosk_of(PlayedDesk()).url + path)
    cut = {}
    for size in SIZES:
        page.resize(*size)
        for _ in range(2):
            page.run("document.getElementById('language').click()")
            wide = page.run("return document.documentElement.scrollWidth > innerWidth")
            if found := page.run(CUT) or wide:
                cut[size] = found
    assert cut == {}
    page.resize(1280, 800)
    assert checked(page) == {}


def test_the_kiosk_goes_back_through_its_game_and_is_live_again_at_a_tap(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = SCENES["mid-game"]()
    played = PlayedDesk()
    for entry in played.played["g1"]:
        desk.note(entry.type, **{k: v for k, v in entry.body.items() if k not in DESKS})
    live, stood = desk.now.men, boards(played, "g1")
    page.resize(1280, 800)
    kiosk = kiosk_of(desk)
    page.open(kiosk.url)
    page.wait("document.querySelector('#moves [data-ply]')")
    page.click("#moves [data-ply='2']")
    page.wait("!document.getElementById('stepping').hidden")
    assert page.run(STANDING) == stood[1]
    page.click("#stepping [data-name='◀']")
    assert page.run(STANDING) == stood[0]
    page.click("#stepping [data-name=live]")
    assert page.run(STANDING) == live
    page.click("#moves [data-ply='1']")
    page.wait("!document.getElementById('stepping').hidden")
    kiosk.change(lambda: setattr(desk, "now", SCENES["asking"]().now))
    page.wait("document.getElementById('stepping').hidden")


DESKS = ("v", "type", "board", "seq")
"""What a desk adds to a message itself."""
