"""The kiosk where a law forbids to tell players who has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.browser.scenes import mid_game
from tests.browser.test_web_kiosk import look

if TYPE_CHECKING:
    from tests.browser.test_web_kiosk import KioskOf
    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")


@pytest.mark.law("CH-12.9")
def test_players_are_not_shown_who_has_moved_or_how_often(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    look(page, kiosk_of(desk))
    assert page.run("return document.querySelector('#moves').offsetParent !== null")
    assert page.count("#players .turn") == 1
    quiet = mid_game()
    quiet.now = msgspec.structs.replace(quiet.now, unsaid="CH-12.9")
    look(page, kiosk_of(quiet))
    assert page.text("#stage") == "The game is on"
    assert not page.run("return document.querySelector('#moves').offsetParent !== null")
    assert page.count("#players .turn") == 0
    assert page.count("#moves .ply") == 0
