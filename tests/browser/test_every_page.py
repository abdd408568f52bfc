"""What every page must be: quick on a slow screen, small, alone with its board, and readable for everybody."""

from __future__ import annotations

import contextlib
import statistics
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.benches import bench
from tests.browser.hall import TOKEN, HallDesk
from tests.browser.pages import BOARD, LOOKS, OF_A_BOARD, OF_A_HUB, Face, loads
from tests.browser.test_access import axe_finds, checked
from tests.browser.test_web_round import PLAYED, public
from tests.browser.test_web_setup import TOKEN as OPERATOR
from tests.browser.test_web_setup import Program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
SLOWER = 6
FIRST_BOARD_MS = 2_000
ROOM = 3
"""For a machine that does other work meanwhile; `benchmarks.bench_kiosk` measures, docs/figures.md has it."""
BYTES = 350_000


@contextlib.contextmanager
def board(page: Page, folder: Path) -> Iterator[tuple[str, list[Face]]]:
    """A running board with a game under way, and its pages."""
    with bench(page, folder, "chess") as found:
        page.open(found.url)
        for origin, target in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
            found.move(origin, target)
        game = str(found.state()["game_id"])
        yield (
            found.url,
            [Face(each.path.replace("GAME", game), each.there) for each in OF_A_BOARD],
        )


@contextlib.contextmanager
def hub(page: Page) -> Iterator[str]:
    """A hub with a board of each kind, at which this window is the arbiter's."""
    with HallDesk([public(n, game) for n, game in enumerate(PLAYED, 1)]).running() as found:
        page.open(f"{found.url}static/icon.svg")
        page.run("sessionStorage.setItem('token', arguments[0])", TOKEN)
        yield found.url


def heavy(page: Page, url: str, faces: Sequence[Face]) -> dict[str, object]:
    """Pages that are too large, or ask elsewhere."""
    wrong: dict[str, object] = {}
    host = url.split("/")[2]
    for face in faces:
        (load,) = loads(page, url, face, times=1)
        if load.bytes >= BYTES or load.hosts != [host]:
            wrong[face.path] = load
    return wrong


def test_the_first_board_is_there_in_two_seconds_on_a_slow_screen(
    page: Page, tmp_path: Path
) -> None:
    with board(page, tmp_path) as (url, _):
        page.resize(800, 480)
        found = loads(page, url, BOARD, times=5, slower=SLOWER)
    assert statistics.median(each.drawn_ms for each in found) < ROOM * FIRST_BOARD_MS
    assert min(each.drawn_ms for each in found) > 0


def test_pages_are_small_and_need_no_network_beyond_the_board(page: Page, tmp_path: Path) -> None:
    with board(page, tmp_path) as (url, faces):
        assert heavy(page, url, faces) == {}
    with hub(page) as url:
        assert heavy(page, url, OF_A_HUB) == {}
    with Program(tmp_path / "new.toml").running() as program:
        address = program.url.removesuffix("setup")
        assert heavy(page, address, [Face("setup", "[data-ready]")]) == {}


def grave(page: Page, url: str, faces: Sequence[Face]) -> dict[str, list[Any]]:
    """What axe-core holds against pages, in each language and colours."""
    wrong = {}
    page.resize(1280, 800)
    for face in faces:
        for language, dark in LOOKS:
            face.open(page, url, language, dark=dark)
            if found := axe_finds(page):
                wrong[f"{face.path} {language} {'dark' if dark else 'light'}"] = found
    page.dark(on=False)
    return wrong


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_grave_on_any_page_of_a_board(page: Page, tmp_path: Path) -> None:
    with board(page, tmp_path) as (url, faces):
        assert grave(page, url, faces) == {}


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_grave_on_any_page_of_a_hub(page: Page) -> None:
    with hub(page) as url:
        assert grave(page, url, OF_A_HUB) == {}


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_grave_on_any_step_of_the_set_up(page: Page, tmp_path: Path) -> None:
    wrong: dict[str, Any] = {}

    def look(step: str) -> None:
        if found := checked(page, LOOKS):
            wrong[step] = found

    with Program(tmp_path / "new.toml").running() as program:
        page.resize(1280, 800)
        page.open(program.url)
        page.wait("document.body.dataset.ready === 'yes'")
        look("no token")
        page.open(f"{program.url}static/icon.svg")
        page.open(f"{program.url}#token={OPERATOR}")
        page.wait("document.body.dataset.ready === 'yes'")
        look("choose")
        page.run("document.getElementById('profile').value = 'chess-field'")
        page.click("#choose")
        page.wait("document.querySelectorAll('#cells .cell').length === 64")
        look("sensors")
        page.click("#learn")
        page.wait("document.querySelector('.cell.wanted')")
        look("learn")
        page.click("#learn-stop")
        page.click("#measure-empty")
        page.wait("!document.getElementById('measure-array').disabled")
        page.click("#measure-array")
        page.wait("document.querySelectorAll('#cells .figure').length === 64")
        page.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        look("levels")
        page.run("document.getElementById('id').value = 'table-7'")
        page.click("#network-field [value=yes]")
        page.click("#tokens [value=arbiter]")
        page.click("#save")
        page.wait("!document.getElementById('part-done').hidden")
        look("done")
        page.dark(on=False)
    assert wrong == {}
