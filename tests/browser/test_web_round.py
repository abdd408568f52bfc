"""The page of the round for the public, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.formats import format_of_game
from rules.record import GameRecord
from tests.browser.hall import HallDesk, board_of, note
from tests.browser.test_access import checked

if TYPE_CHECKING:
    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

pytestmark = pytest.mark.needs("chromium", "chromedriver")
SIZES = [(320, 640), (800, 480), (1280, 800), (3840, 2160)]
PLAYED = {
    "chess": ("e2e4", "e7e5", "g1f3"),
    "xiangqi": ("h2e2", "h9g7"),
    "draughts-100": ("32-28", "19-23"),
    "go": ("q16", "d4"),
}


def public(number: int, game: str) -> FakeDesk:
    desk = board_of(number, game)
    form = format_of_game(game)
    first, second = ("Black", "White") if game == "go" else ("White", "Black")
    first = "Red" if game == "xiangqi" else first
    record = GameRecord(
        game=game,
        headers={
            "Event": "Club evening",
            "Round": f"2.{number}",
            first: "Gaprindashvili, Nona" if number % 2 else "谢军",
            second: "Menchik, Vera",
        },
        moves=PLAYED[game],
        clocks_ms=(5_400_000,) * len(PLAYED[game]),
        elapsed_ms=(None,) * len(PLAYED[game]),
    )
    desk.pgn = form.write(record, form.styles[0])
    return desk


@pytest.mark.needs("axe-core")
def test_everybody_sees_the_round_and_it_goes_on(page: Page) -> None:
    desks = [public(n, game) for n, game in enumerate(PLAYED, 1)]
    with HallDesk(desks).running() as hub:
        page.resize(1280, 800)
        page.open(hub.url)
        page.wait("document.body.dataset.ready === 'yes'")
        assert page.count("#round-boards li") == len(PLAYED)
        assert "Nf3" in page.text("#round-boards li")
        assert page.count("#round-table tbody tr") == 0
        for size in SIZES:
            page.resize(*size)
            assert page.run("return document.documentElement.scrollWidth <= innerWidth"), size
            if folder := os.environ.get("TOUCHMOVE_LOOK"):
                page.screenshot(Path(folder) / f"round-{size[0]}.png")
        page.resize(1280, 800)
        assert checked(page) == {}
        text = desks[0].pgn

        def end(desk: FakeDesk) -> None:
            desk.pgn = text.replace("*", "1-0")
            note(desk, "result", result="1-0", termination="resignation", law=None, winner="white")

        hub.change(1, end)
        page.wait("document.querySelector('#round-boards .how').textContent === '1–0'")
