"""The visitor's hand and the simulated players on the kiosk, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Kiosk
from tests.browser.scenes import bench, mid_game
from tests.browser.test_web_kiosk import look, men
from tests.shell.fake_desk import FakeBench

if TYPE_CHECKING:
    from tests.browser.test_web_kiosk import KioskOf
    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

pytestmark = pytest.mark.needs("chromium", "chromedriver")


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


def a_bench(page: Page, kiosk_of: KioskOf, path: str = "") -> tuple[FakeDesk, FakeBench, Kiosk]:
    desk = bench()
    assert desk.bench is not None
    kiosk = kiosk_of(desk)
    look(page, kiosk, path=path)
    return desk, desk.bench, kiosk


def settled(page: Page, orders: int) -> None:
    """Waits until so many orders to the simulated board were answered and drawn."""
    page.wait(
        "performance.getEntriesByType('resource').filter(e => e.name.endsWith('/api/bench')"
        " && e.responseEnd).length === arguments[0] && !document.querySelector('.taken')",
        orders,
    )


@pytest.mark.parametrize(
    ("start", "end", "log"),
    [
        ("g1", "f3", [("lift", "g1"), ("place", "f3")]),
        ("g1", "g1", [("lift", "g1"), ("place", "g1")]),
        ("d7", "e4", [("lift", "d7"), ("place", "e4")]),
        ("e5", None, [("lift", "e5"), ("put away",)]),
    ],
)
def test_a_visitor_moves_a_man(
    page: Page, kiosk_of: KioskOf, start: str, end: str | None, log: list[tuple[str, ...]]
) -> None:
    desk, board, _ = a_bench(page, kiosk_of)
    page.drag(f"[data-point={start}]", f"[data-point={end}]" if end else (1270, 790))
    settled(page, 2)
    assert board.log == log
    assert men(page) == board.standing
    assert not board.playing
    assert desk.now.ply == 2


def test_the_man_in_the_hand_follows_it(page: Page, kiosk_of: KioskOf) -> None:
    a_bench(page, kiosk_of)
    page.press("[data-point=g1]")
    page.wait("!document.getElementById('hand').hidden")
    assert page.run("return document.querySelector('#hand use').getAttribute('href')") == "#chess-N"
    page.drag("[data-point=g1]", "[data-point=f3]")


def test_the_simulated_players_go_on_when_asked(page: Page, kiosk_of: KioskOf) -> None:
    _, board, _ = a_bench(page, kiosk_of)
    assert page.text("#play-on") == ""
    page.drag("[data-point=g1]", "[data-point=f3]")
    settled(page, 2)
    page.click("#play-on")
    settled(page, 3)
    assert board.playing
    assert page.text("#play-on") == ""


def test_men_come_from_the_box(page: Page, kiosk_of: KioskOf) -> None:
    _, board, _ = a_bench(page, kiosk_of, path="bench")
    page.wait("document.querySelector('#bench h2')")  # what comes beside it moves the box
    page.drag(".box-man[data-letter=Q]", "[data-point=e3]")
    settled(page, 1)
    assert board.standing["e3"] == "Q"
    page.drag(".box-man[data-letter=Q]", "[data-point=e3]")
    page.wait("!document.getElementById('toast').hidden")
    assert page.text("#toast") == "Not done: e3 is occupied"


def test_the_keyboard_moves_men(page: Page, kiosk_of: KioskOf) -> None:
    _, board, _ = a_bench(page, kiosk_of)
    up, enter, escape, delete = "\ue013", "\ue007", "\ue00c", "\ue017"
    page.keys("[data-point=d1]", up + enter)
    page.keys("[data-point=d3]", enter)
    page.keys("[data-point=c2]", enter + escape)
    page.keys("[data-point=b2]", enter + delete)
    settled(page, 6)
    assert board.log == [
        ("lift", "d2"),
        ("place", "d3"),
        ("lift", "c2"),
        ("place", "c2"),
        ("lift", "b2"),
        ("put away",),
    ]


def test_no_hand_without_a_simulated_board(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    look(page, kiosk_of(desk))
    page.drag("[data-point=e2]", "[data-point=d3]")
    assert page.text("#box") == ""
    assert men(page) == desk.now.men
