"""A short game of each kind on the bench (chess in test_bench), by mouse and by fingers, and the page's record of it.

With TOUCHMOVE_PICTURES=docs/images the tests also make the pictures of docs/bench.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.benches import at, bench

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
KIOSK, PHONE = (800, 480), (320, 640)


def test_international_draughts_with_a_long_capture_and_a_crowning(
    page: Page, tmp_path: Path
) -> None:
    with bench(page, tmp_path, "draughts-100", "W:W32:B28,19,10,36") as table:
        table.show(size=KIOSK)
        table.drag("32", "5", touch=True)
        for captured in ("28", "19", "10"):
            table.drag(captured, None, touch=True)
        page.wait(f"document.querySelector('{at('5')}[data-lamp=crowning]')")
        table.picture("bench-draughts")
        table.drag("box:w", "5", touch=True)
        table.moved(1, "32x5")
        assert table.settled()["men"] == {"5": "W", "36": "b"}
        table.drag("36", "41")
        table.moved(2, "36-41")
        table.drag("5", "46")
        table.drag("41", None)
        table.moved(3, "5x46")
        assert table.settled()["result"]["result"] == "2-0"
        assert table.played() == ["32x5", "36-41", "5x46"]
        assert page.log() == []


def test_russian_draughts_crowned_in_the_middle_of_a_capture(page: Page, tmp_path: Path) -> None:
    with bench(page, tmp_path, "draughts-russian", "W:Wh4:Be7,g5,h6") as table:
        table.show(size=PHONE, dark=True)
        table.drag("h4", "d8", touch=True)
        table.drag("g5", None, touch=True)
        table.drag("e7", None, touch=True)
        table.drag("box:w", "d8", touch=True)
        table.moved(1, "h4:d8")
        table.settled()
        table.picture("bench-phone")
        table.drag("h6", "g5")
        table.moved(2, "h6-g5")
        table.drag("d8", "h4")
        table.drag("g5", None)
        table.moved(3, "d8:h4")
        assert table.settled()["result"]["winner"] == "white"
        assert table.played() == ["h4:d8", "h6-g5", "d8:h4"]
        assert page.log() == []


def test_brazilian_draughts_with_a_stack_lifted_as_one(page: Page, tmp_path: Path) -> None:
    with bench(page, tmp_path, "draughts-brazilian", "W:Wb4:Bh4,c5,c7") as table:
        table.show(size=KIOSK, language="zh", dark=True)
        table.drag("b4", "b8")
        table.drag("c5", None)
        table.drag("c7", None)
        table.drag("box:w", "b8")
        table.moved(1, "b4xb8")
        table.settled()
        table.drag("h4", "g3", touch=True)
        table.moved(2, "h4-g3")
        table.drag("b8", "h2", touch=True)
        table.drag("g3", None, touch=True)
        table.moved(3, "b8xh2")
        assert table.settled()["men"] == {"h2": "W"}
        table.picture("bench-brazilian")
        assert table.played() == ["b4xb8", "h4-g3", "b8xh2"]
        assert page.log() == []


def test_xiangqi_in_chinese_notation(page: Page, tmp_path: Path) -> None:
    with bench(page, tmp_path, "xiangqi") as table:
        table.show(language="zh", dark=True)
        for ply, (origin, target, words) in enumerate(
            [
                ("h2", "e2", "炮二平五"),
                ("h9", "g7", "马８进７"),
                ("e2", "e6", "炮五进四"),
                ("g7", "e6", "马７进５"),
            ],
            1,
        ):
            table.drag(origin, target, touch=ply % 2 == 0)
            table.moved(ply, words)
        table.picture("bench-xiangqi")
        assert table.played() == ["h2e2", "h9g7", "e2e6", "g7e6"]
        assert page.log() == []


def test_go_with_a_capture_and_a_count(page: Page, tmp_path: Path) -> None:
    black, white = ["b1", "c2", "c3", "c4", "b5", "a5"], ["a1", "b2", "h8"]
    start = {"size": 9, "black": black, "white": white, "to_move": "black"}
    with bench(page, tmp_path, "go", start, ["size = 9"], time_control=None) as table:
        table.show()
        page.finger(at("a2"), at("a2"))
        table.drag("a1", None, touch=True)
        table.moved(1, "A2")
        page.click(at("h2"))
        table.moved(2, "H2")
        for ply in (3, 4):
            page.wait("!document.getElementById('pass').hidden")
            table.caught_up()
            page.click("#pass")
            page.wait("document.querySelectorAll('#moves [data-ply]').length === arguments[0]", ply)
        page.wait("document.querySelector('#board.counting')")
        for number, dead in enumerate(["h8", "h2", "b2"], 1):
            table.caught_up()
            page.finger(at(dead), at(dead))
            page.wait(
                "document.querySelectorAll('[data-lamp=dead]').length === arguments[0]", number
            )
        table.picture("bench-go")
        for side in ("black", "white"):
            table.agree(side)
        view = table.until(lambda view: view["result"])
        assert view["result"]["winner"] == "black"
        assert table.played() == ["a2", "h2", "pass", "pass"]
        # A page that was behind the board is refused, and agrees once more (`agree`).
        assert [line for line in page.log() if "agree-score" not in line] == []
