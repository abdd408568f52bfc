"""A game's talk at the kiosk of a running board: offers, claims, an adjournment, the result.

With TOUCHMOVE_PICTURES=docs/images the tests also make the pictures of docs/operating.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.table import Table, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
PHONE, KIOSK = (320, 640), (800, 480)


@pytest.fixture
def board(page: Page, tmp_path: Path) -> Iterator[Table]:
    with table(page, tmp_path) as found:
        yield found
        assert page.log() == []


def open_game(board: Table) -> None:
    """1. e4 e5, and both have pressed."""
    for side, origin, target in (("white", "e2", "e4"), ("black", "e7", "e5")):
        board.move(origin, target)
        board.press(side)


def test_a_draw_is_offered_and_declined(board: Table) -> None:
    page = board.page
    board.look(size=KIOSK)
    open_game(board)
    board.move("g1", "f3")
    board.desk("white")
    board.picture("kiosk-desk")
    board.say("offer-draw", "white")
    page.wait("!document.getElementById('desk').open")
    board.told("White offered a draw.")
    assert board.view()["claims"]["draw"] == "white"
    board.press("white")
    board.picture("kiosk-draw")
    board.say("decline-draw", "black", "#claims")
    board.told("Black declined the draw.")
    assert page.text("#claims") == ""
    assert board.view()["result"] is None


def test_a_false_claim_of_repetition_costs_time(board: Table) -> None:
    page = board.page
    board.look(size=KIOSK, language="zh", dark=True)
    open_game(board)
    before = board.view()["clock"]["sides"]["black"]["remaining_ms"]
    board.desk("white")
    page.keys("#desk [name=move]", "Nf3")
    board.say("claim-repetition", "white")
    view = board.until(lambda view: view["claims"]["announced"] == "g1f3")
    assert view["clock"]["sides"]["black"]["remaining_ms"] == before + 120_000
    assert view["clock"]["running"] == "white"
    board.told("白方的要求不成立。")
    page.wait(
        f"document.querySelector('.player.black .time').textContent === '{shown(before + 120_000)}'"
    )
    assert "g1–f3" in page.text("#claims")
    board.picture("kiosk-claim")


def shown(ms: int) -> str:
    seconds = -(-ms // 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def test_a_game_is_adjourned_and_goes_on(board: Table) -> None:
    page = board.page
    board.look(size=PHONE)
    open_game(board)
    board.desk("white")
    page.click("#desk [data-step=seal]")
    page.keys("#desk [name=move]", "Nf3")
    board.say("seal", "white")
    page.wait("document.querySelector('#desk .code')")
    code = page.text("#desk .code")
    board.picture("kiosk-sealed")
    assert len(code.replace("-", "")) == 20
    page.click("#desk [data-step=kept]")
    page.wait("!document.querySelector('#desk .code')")
    whole = page.run("return document.documentElement.outerHTML") + str(board.state())
    assert not any(secret in whole for secret in (code, "Nf3", "g1f3"))
    assert page.text("#stage") == "The game is adjourned"

    board.take("e4")  # the men are put away
    board.look(size=KIOSK)
    board.desk("arbiter")
    board.say("resume", "arbiter")
    board.told("The adjourned game is set up again.")
    page.wait("document.querySelector('#restore [data-point=e4]')")
    board.put("e4")
    board.until(lambda view: view["restore"] is None)  # the men have come to rest
    page.wait("document.getElementById('restore').hidden")
    page.wait("document.querySelector('#desk [name=code]')")
    page.keys("#desk [name=code]", code)
    board.say("open-sealed", "arbiter")
    page.wait("document.querySelector('#desk .said')")
    assert "Black is there" in page.text("#desk .said")
    page.log()  # browsers count the refusal as an error
    page.click("#desk .group:has([name=code]) [name=black]")
    board.picture("kiosk-adjourned")
    board.say("open-sealed", "arbiter")
    board.told("The sealed move was opened: Nf3.")
    board.until(lambda view: view["ply"] == 3)
    board.take("g1")
    board.put("f3")
    view = board.until(lambda view: view["stage"] == "play")
    assert view["clock"]["running"] == "black"
    page.wait("document.querySelector('#moves .last').textContent === 'Nf3'")


def test_a_result_is_confirmed_by_both_and_the_arbiter(board: Table) -> None:
    page = board.page
    board.look(size=PHONE, dark=True)
    open_game(board)
    board.desk("white")
    page.click("#desk [data-step=resign]")
    assert board.view()["result"] is None, "it asks once more"
    board.say("resign", "white")
    page.wait("document.querySelector('#result .score')")
    assert page.text("#result .score") == "0–1"
    for who in ("white", "black"):
        board.say("result", who, "#claims")
        page.wait(f"!document.querySelector('#claims [data-role={who}]')")
    page.run("document.getElementById('panel').scrollIntoView()")
    board.picture("kiosk-result")
    board.say("result", "arbiter", "#claims")
    view = board.until(lambda view: len(view["claims"]["results"]) == 3)
    assert set(view["claims"]["results"].values()) == {"0-1"}
    board.told("The arbiter confirmed 0-1.")
    assert page.count("#claims button") == 0
