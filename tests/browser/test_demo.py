"""The real demo in a real browser: a visitor looks on, takes a man, and breaks a law."""

from __future__ import annotations

import json
import time
import urllib.request
from typing import TYPE_CHECKING, Any

import chess
import pytest

from tests.end_to_end.programs import lines_until, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
WAIT_S = 30.0
LAST = "document.querySelector('#moves .last')?.textContent"
REST_US = 4_000_000
"""The simulated players finish the move that they have begun in less board time."""


class Visitor:
    """A browser at the demo's kiosk."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}api/state", timeout=20) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def until(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        end_s = time.monotonic() + WAIT_S
        state = self.state()
        while not condition(state):
            assert time.monotonic() < end_s, state["view"]
            time.sleep(0.05)
            state = self.state()
        return state

    def stop_the_players(self) -> None:
        """Says so, and waits until their hands have left the board."""
        order = json.dumps({"act": "auto", "on": False}).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.url}api/bench", order, headers)
        with urllib.request.urlopen(request, timeout=20):
            stopped_us = self.state()["at_us"]
        self.until(lambda state: state["at_us"] > stopped_us + REST_US and at_rest(state))

    def drag(self, origin: str, target: str) -> None:
        self.page.drag(f"[data-point={origin}]", f"[data-point={target}]")

    def touch(self, point: str) -> None:
        """Takes a man, holds it until that counts, and sets it back."""
        self.page.press(f"[data-point={point}]")
        self.page.wait(f"document.querySelector('[data-point={point}].touched')")
        self.drag(point, point)
        self.until(lambda state: point in state["view"]["standing"])


def at_rest(state: dict[str, Any]) -> bool:
    view = state["view"]
    stands = state["bench"]["men"] == view["men"] and set(view["standing"]) == set(view["men"])
    return bool(stands and view["stage"] == "play" and not view["touched"])


def quiet_moves(board: chess.Board) -> list[chess.Move]:
    """Moves that are made by taking one man and setting it down, one for each man."""
    found = {
        move.from_square: move
        for move in board.legal_moves
        if not (board.is_capture(move) or board.is_castling(move) or move.promotion)
    }
    return list(found.values())


@pytest.fixture
def visitor(page: Page, tmp_path: Path) -> Iterator[Visitor]:
    with running("demo", "--speed", 1, "--port", 0, journal=tmp_path) as process:
        url = lines_until(process, r"kiosk +(http://\S+/)")[1]
        page.resize(1280, 800)
        page.dark(on=False)
        page.open(f"{url}static/icon.svg")
        page.run("localStorage.setItem('language', 'en')")
        page.open(url)
        page.wait("document.querySelector('[data-point=e1]')?.dataset.key")
        page.log()
        yield Visitor(page, url)
        assert page.log() == []


def test_a_visitor_looks_on_moves_and_breaks_a_law(visitor: Visitor) -> None:
    page = visitor.page
    page.wait(LAST)
    first = page.run(f"return {LAST}")
    page.wait(f"{LAST} !== arguments[0]", first)
    visitor.stop_the_players()

    board = chess.Board(visitor.state()["view"]["position"])
    move = quiet_moves(board)[0]
    san = board.san(move)
    visitor.drag(chess.square_name(move.from_square), chess.square_name(move.to_square))
    page.wait(f"{LAST} === arguments[0]", san)

    board.push(move)
    first_man, other_man = quiet_moves(board)[:2]
    touched = chess.square_name(first_man.from_square)
    origin, target = (chess.square_name(s) for s in (other_man.from_square, other_man.to_square))
    visitor.touch(touched)
    visitor.drag(origin, target)
    page.wait("document.querySelector('#irregularity[data-law=\"FIDE-4.3.1\"]')")
    page.wait(f"document.querySelector('[data-point={origin}][data-lamp=missing]')")
    page.wait(f"document.querySelector('[data-point={target}][data-lamp=extra]')")

    visitor.drag(target, origin)
    visitor.until(lambda state: state["view"]["restore"] is None)
    page.wait("document.querySelectorAll('[data-lamp=missing], [data-lamp=extra]').length === 0")
    san = board.san(first_man)
    visitor.drag(touched, chess.square_name(first_man.to_square))
    visitor.until(lambda state: state["view"]["moves"][-1]["notation"]["san"] == san)
    page.wait(f"{LAST} === arguments[0]", san)
    assert visitor.state()["view"]["position"] == board_after(board, first_man)


def board_after(board: chess.Board, move: chess.Move) -> str:
    after = board.copy()
    after.push(move)
    return after.fen()
