"""The overlay for streams in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.formats import format_of_game
from rules.record import GameRecord
from tests.browser.conftest import Kiosk
from tests.browser.table import picture
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
HEADERS = {
    "Event": "City championship", "Site": "?", "Date": "2026.11.21", "Round": "3", "Board": "1",
    "White": "Menchik, Vera", "Black": "Graf, Sonja",
    "WhiteTitle": "WGM", "WhiteElo": "2350", "WhiteFed": "ENG", "BlackFed": "GER",
}  # fmt: skip
LINES = {
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
    "xiangqi": "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
    "draughts-100": "32-28 19-23 28x19 14x23",
    "go": "d4 q16 q4 d16 c6",
}


def desk_of(game: str = "chess", plies: int = 99) -> FakeDesk:
    moves = tuple(LINES[game].split()[:plies])
    form = format_of_game(game)
    record = GameRecord(
        game=game,
        headers=HEADERS if game == "chess" else {},
        moves=moves,
        clocks_ms=tuple(5_400_000 - 61_000 * n for n in range(len(moves))),
        elapsed_ms=(None,) * len(moves),
    )
    desk = FakeDesk()
    desk.pgn = form.write(record, form.styles[0])
    return desk


def opened(page: Page, kiosk: Kiosk, how: str = "") -> None:
    page.open(f"{kiosk.url}overlay/1{how}")
    page.wait("!document.querySelector('#overlay').hidden")


def style(page: Page, css: str, name: str) -> str:
    found: str = page.run(
        "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", css, name
    )
    return found


def test_names_titles_clocks_moves_and_the_board(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(desk_of()))
    assert page.text("#event") == "City championship · 3.1"
    assert page.text("#lower").split("\n") == ["WGM", "Menchik, Vera", "2350", "ENG", "1:21:52"]
    assert page.text("#upper").split("\n") == ["Graf, Sonja", "GER", "1:20:51"]
    assert page.text("#moves").endswith("5. O-O Be7")
    assert page.count("#field use") == 32
    assert page.count("#field rect[data-lamp='last-move']") == 2
    assert page.count("#lower.turn") == 1
    page.resize(1000, 250)
    picture(page, "overlay")


def test_nothing_is_behind_it_and_it_has_the_size_that_is_wanted(
    page: Page, kiosk_of: KioskOf
) -> None:
    kiosk = kiosk_of(desk_of())
    page.resize(1400, 600)
    opened(page, kiosk, "?size=1080&theme=clear")
    assert style(page, "body", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert style(page, "html", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert style(page, "#overlay", "backgroundColor") == "rgba(0, 0, 0, 0)"
    assert abs(float(style(page, "#overlay", "width").removesuffix("px")) - 1080) < 1
    opened(page, kiosk, "?size=528&board=0&moves=0&theme=light")
    assert (page.count("#field[hidden]"), page.count("#moves[hidden]")) == (1, 1)
    assert abs(float(style(page, "#overlay", "width").removesuffix("px")) - 528) < 1
    assert page.run("return document.documentElement.scrollWidth") <= 1400


def test_it_follows_and_is_seen_from_either_side(page: Page, kiosk_of: KioskOf) -> None:
    desk = desk_of(plies=1)
    kiosk = kiosk_of(desk)
    opened(page, kiosk, "?side=black")
    assert page.text("#lower").startswith("Graf")
    e4 = "#field rect[data-lamp='last-move']:last-of-type"
    assert (page.attribute(e4, "x"), page.attribute(e4, "y")) == ("3", "3")
    kiosk.change(lambda: setattr(desk, "pgn", desk_of(plies=2).pgn))
    page.wait("document.querySelector('#moves').textContent.includes('e5')")


@pytest.mark.parametrize("game", ["xiangqi", "draughts-100", "go"])
def test_every_kind_of_game(page: Page, kiosk_of: KioskOf, game: str) -> None:
    opened(page, kiosk_of(desk_of(game)), "?lang=zh")
    assert page.count("#field use") > 0
    shown = page.text("#moves")
    assert ("炮" in shown) == (game == "xiangqi")
    assert "?" not in shown
