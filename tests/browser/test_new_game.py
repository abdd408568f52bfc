"""A game is begun with a finger, on the smallest screens, while the demo's hands are still playing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.test_demo import Visitor
from tests.end_to_end.programs import lines_until, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.webdriver import Page

pytestmark = [pytest.mark.needs("chromium", "chromedriver"), pytest.mark.slow]
SMALL = [(320, 640), (800, 480)]
START = "#desk [data-command=start]"
IN_VIEW = (
    "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
    "return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth"
)


def tap(page: Page, css: str) -> None:
    """A finger goes to what can be seen, by scrolling where it must."""
    page.wait("document.querySelector(arguments[0])", css)
    page.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", css)
    page.finger(css, css)


@pytest.mark.parametrize("game", ["chess", "draughts-100", "go"])
def test_a_tapped_new_game_is_the_visitors_at_once(page: Page, tmp_path: Path, game: str) -> None:
    with running("demo", "--game", game, "--port", 0, journal=tmp_path) as process:
        url = lines_until(process, r"kiosk +(http://\S+/)")[1]
        visitor = Visitor(page, url)
        page.resize(*SMALL[0])
        page.dark(on=False)
        page.log()
        page.open(url)
        visitor.until(lambda state: state["view"]["ply"] > 1)
        for width, height in SMALL:
            page.resize(width, height)
            before = visitor.state()["game_id"]
            tap(page, "#desks [data-desk=new]")
            assert page.run(IN_VIEW, START), (width, height)
            if game == "go":
                page.run("document.querySelector('#desk [name=handicap]').value = '2'")
            page.finger(START, START)
            state = visitor.until(lambda state, old=before: state["game_id"] != old)  # type: ignore[misc]
            assert state["bench"]["auto"] is False
            men = state["bench"]["men"]
            page.wait("!document.querySelector('#desk[open]')")
            later = visitor.until(
                lambda state: state["view"]["stage"] == "play" and not state["view"]["touched"]
            )
            assert (later["view"]["ply"], later["bench"]["men"]) == (0, men)
            assert len(men) == (2 if game == "go" else len(later["view"]["men"]))
        assert page.log() == []
        page.renew()
