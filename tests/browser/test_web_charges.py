"""What waits for a word, losses that are due, times by name, and mended names, on the kiosk page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.view import Charge, LossDue
from tests.browser.scenes import mid_game, timed
from tests.browser.test_web_desk import ALL, desk_of
from tests.browser.test_web_kiosk import look, wait_for_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


def test_the_times_are_those_that_the_chosen_rulebook_names(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(timed(), ALL))
    desk_of(page, "new")
    assert "Rapid · 15:00+0:10 · FIDE-A" in page.text("#desk [name=time]")
    page.run(
        "const book = document.querySelector('#desk [name=rulebook]'); book.value = 'chess-classic';"
        "book.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    assert "An hour to finish" in page.text("#desk [name=time]")
    assert "Rapid" not in page.text("#desk [name=time]")


def test_names_of_the_game_on_the_board_are_mended(page: Page, kiosk_of: KioskOf) -> None:
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "new")
    page.click("#desk [data-step=mend]")
    for name, value in (("white", "Xie, Jun"), ("WhiteElo", "2500")):
        page.run(f"document.querySelector('#desk [name={name}]').value = arguments[0]", value)
    page.click("#desk [data-command=amend]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("operator", "amend")
    assert sent[2]["args"] == {"players": {"white": "Xie, Jun"}, "headers": {"WhiteElo": "2500"}}


CHARGE = Charge(
    id="i3",
    side="black",
    law="GO-17.release",
    kind="stone-moved-after-release",
    charge="warning",
    english="a stone was played elsewhere",
    chinese="落子后又改下他处",
    costs_english="warning",
    costs_chinese="警告",
    who=["white", "arbiter"],
)


@pytest.mark.parametrize("role", ["white", "arbiter"])
@pytest.mark.parametrize("name", ["demand-correction", "accept-irregularity"])
def test_what_may_have_been_an_accident_is_asked(
    page: Page, kiosk_of: KioskOf, role: str, name: str
) -> None:
    desk = mid_game()
    desk.now = msgspec.structs.replace(desk.now, charges=[CHARGE])
    look(page, kiosk_of(desk, ALL))
    assert "a stone was played elsewhere" in page.text("#claims")
    assert page.count("#claims [data-role=black]") == 0
    page.click(f"#claims [data-role={role}][data-command={name}]")
    sent = wait_for_command(page, desk)
    assert (sent[0], sent[1], sent[2]["args"]) == (role, name, {"id": "i3"})


def test_the_arbiter_gives_a_loss_that_is_due(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    due = LossDue(side="black", law="FIDE-12.9", kind="warning", count=3)
    desk.now = msgspec.structs.replace(desk.now, losses_due=[due])
    look(page, kiosk_of(desk, ALL))
    assert "The loss is due (FIDE-12.9)" in page.text("#claims")
    page.click("#claims [data-role=arbiter][data-command=penalty]")
    sent = wait_for_command(page, desk)
    assert (sent[1], sent[2]["args"]) == ("penalty", {"side": "black", "kind": "loss"})
