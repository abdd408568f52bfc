"""The bench page: its tools, what it shows of the board's inside, the trace that it saves.

With TOUCHMOVE_PICTURES=docs/images the tests also make the pictures of docs/bench.md.
"""

from __future__ import annotations

import gzip
import json
import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.benches import BenchTable, at, bench
from tests.browser.table import WAIT_S
from tests.end_to_end.programs import finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
SIZES = [(1280, 800), (800, 480), (320, 640)]
PICTURED = {"bench-800-en", "bench-320-zh", "bench-1280-zh"}
DOTS = "document.querySelectorAll('#bench-map .dot{}').length"


@pytest.fixture(scope="module")
def service(window: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BenchTable]:
    """One board for all tests of this file."""
    with bench(window, tmp_path_factory.mktemp("bench"), "chess") as found:
        yield found


@pytest.fixture
def table(service: BenchTable) -> Iterator[BenchTable]:
    """A new game with all men set up, everything mended."""
    service.post("bench", {"act": "mend"})
    service.command("operator", "start")
    service.post("bench", {"act": "set-up"})
    service.settled()
    service.show()
    yield service
    assert service.page.log() == []


def choose(page: Page, name: str) -> None:
    page.click(f"#bench [data-choice={name}]")


def select(page: Page, css: str, value: str) -> None:
    page.run(
        "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
        "list.dispatchEvent(new Event('change'))",
        css,
        value,
    )


def until(condition: Callable[[], object]) -> None:
    end_s = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end_s
        time.sleep(0.05)


def test_a_man_in_the_air_is_seen_in_every_instrument(table: BenchTable) -> None:
    page = table.page
    page.press(at("e2"))
    page.wait("!document.querySelector('[data-dot=e2]').classList.contains('closed')")
    page.wait("document.querySelector('#bench-gestures [data-gesture=touched]')")
    page.wait("document.querySelector('#bench-believed').textContent.includes('taken up (e2)')")
    assert "e2 lifted" in page.text("#bench-gestures")
    assert "a move under way" in page.text("#bench-believed .likely .what")
    page.wait("document.querySelector('#duty').textContent.includes('e2')")
    table.picture("bench-desktop")
    table.drag("e2", "e4")
    table.moved(1, "e4")
    page.wait(
        "document.querySelector('#bench-believed .likely .what').textContent === 'no further move'"
    )
    page.wait("document.querySelector('[data-dot=e4]').classList.contains('closed')")


def test_a_game_of_chess_with_a_promotion(table: BenchTable) -> None:
    page = table.page
    table.command("operator", "start", position="7k/P4K2/8/8/8/8/8/8 w - - 0 1")
    table.post("bench", {"act": "set-up"})
    table.settled()
    page.wait("document.querySelectorAll('#board .man').length === 3")
    table.drag("a7", None)
    table.drag("box:Q", "a8")
    page.wait("document.querySelector('#pending .man-choice')")
    table.picture("bench-chess")
    page.click("#pending .man-choice")
    table.moved(1, "a8=Q+")
    table.drag("h8", "h7", touch=True)
    table.moved(2, "Kh7")
    table.drag("a8", "h1", touch=True)
    table.moved(3, "Qh1#")
    assert table.settled()["result"]["termination"] == "checkmate"
    assert table.played() == ["a7a8q", "h8h7", "a8h1"]


def test_two_fingers_swap_two_men(table: BenchTable) -> None:
    table.page.fingers((at("d1"), at("e1")), (at("e1"), at("d1")))
    until(lambda: table.state()["bench"]["men"].items() >= {"d1": "K", "e1": "Q"}.items())
    for point in ("d1", "e1"):
        table.page.wait(
            "document.querySelector('#bench-gestures').textContent.includes(arguments[0])",
            f"{point} lifted",
        )
    assert table.view()["ply"] == 0
    assert table.page.log() == []
    table.page.renew()


def test_a_man_is_pushed_over_the_board(table: BenchTable) -> None:
    page = table.page
    choose(page, "slide")
    page.sweep(at("e2"), at("e3"), at("e4"))
    table.moved(1, "e4")
    changed = page.run("return fetch('/api/bench').then(answer => answer.json())")["changes"]
    assert changed["e3"] >= 2, "the sensor on his way felt him"
    assert table.settled()["men"]["e4"] == "P"


def test_a_man_falls_and_is_set_right(table: BenchTable) -> None:
    page = table.page
    choose(page, "knock")
    page.finger(at("g1"), at("g1"))
    page.wait("document.querySelector('[data-point=g1].lying .fallen')")
    page.wait("!document.querySelector('[data-dot=g1]').classList.contains('closed')")
    table.picture("bench-fallen")
    page.click(at("g1"))
    page.wait("!document.querySelector('.lying')")
    assert table.settled()["ply"] == 0


def test_sensors_and_electronics_break_and_are_sound_again(table: BenchTable) -> None:
    page = table.page
    choose(page, "break")
    select(page, "#bench-tools select", "stuck-off")
    page.click(at("b1"))
    page.wait("document.querySelector('[data-dot=b1].broken:not(.closed)')")
    page.click("[data-fault=absent]")
    page.wait(f"{DOTS.format('.unknown')} === 14")
    page.wait("document.querySelector('#bench-wrong .bad')")
    table.picture("bench-broken")
    # Found and pressed at once: it is drawn anew when what is wrong changes.
    page.run("document.getElementById('bench-mend').click()")
    page.wait(f"{DOTS.format('.broken')} === 0")
    page.wait(f"{DOTS.format('.unknown')} === 0")
    page.wait(f"{DOTS.format('.closed')} === 32")
    gaps = "Number(/Gaps: (\\d+)/.exec(document.querySelector('#bench-map-told').textContent)[1])"
    before = page.run(f"return {gaps}")
    page.click("[data-fault=gap]")
    page.wait(f"{gaps} > arguments[0]", before)
    choose(page, "rough")
    page.wait("document.querySelector('[data-choice=rough][aria-checked=true]')")
    choose(page, "normal")
    page.wait("document.querySelector('[data-choice=normal][aria-checked=true]')")
    assert page.count("#bench-wrong .bad") == 0


def test_the_saved_trace_gives_the_same_messages(table: BenchTable, tmp_path: Path) -> None:
    page = table.page
    where = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.devtools("Page.setDownloadBehavior", where)
    for ply, (origin, target, words) in enumerate([("e2", "e4", "e4"), ("e7", "e5", "e5")], 1):
        table.drag(origin, target)
        table.moved(ply, words)
    page.click("#bench-save")
    until(lambda: list(tmp_path.glob("*.jsonl.gz")))
    file = next(tmp_path.glob("bench-1-g*.jsonl.gz"))
    assert json.loads(gzip.decompress(file.read_bytes()).splitlines()[0])["game"] == "chess"
    told = [json.loads(line) for line in finished("replay", file).stdout.splitlines()]
    assert [each["move"] for each in told if each["type"] == "move"] == table.played()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_everything_has_room_and_words(
    service: BenchTable, language: str, size: tuple[int, int]
) -> None:
    page = service.page
    service.show(language=language, size=size, dark=language == "zh")
    if (name := f"bench-{size[0]}-{language}") in PICTURED:
        service.picture(name)
    assert service.wide() <= 0
    words = page.run("return document.body.innerText")
    assert not [each for each in words.split() if each.startswith("bench.")]
    low = page.run(
        "return [...document.querySelectorAll('#bench button')].filter(b => b.offsetHeight < 28)"
        ".map(b => b.textContent)"
    )
    assert low == []
    covered = page.run(
        "const box = document.getElementById('board').getBoundingClientRect();"
        "return !document.elementFromPoint(box.x + box.width / 2, box.y + 9).closest('#board')"
    )
    assert not covered
    page.run("window.scrollTo(0, 600)")
    assert page.run("return document.getElementById('board').getBoundingClientRect().top") >= -1
    assert page.log() == []


def test_the_keyboard_does_it_all(table: BenchTable) -> None:
    page = table.page
    right, up, enter = "\ue014", "\ue013", "\ue007"
    page.keys("#bench [data-choice=hand]", right)
    page.wait("document.querySelector('[data-choice=slide][aria-checked=true]')")
    page.keys(at("e2"), enter)
    page.keys(at("e2"), up + up + enter)
    table.moved(1, "e4")
    page.keys(".box-man[data-letter=q]", enter)
    page.wait("document.activeElement.matches('#board .square')")
    page.keys(at("e5"), enter)
    until(lambda: table.state()["bench"]["men"].get("e5") == "q")
