"""The pages for people who use a keyboard or a screen reader: axe-core, and a whole game by keys alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from controller.core.view import OpenClaims
from controller.shell.web.security import Tokens, hash_token
from tests.browser.benches import bench as running_bench
from tests.browser.games import counting, playing
from tests.browser.scenes import SCENES, mid_game, offering
from tests.oracles.client import ROOT
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.browser.benches import BenchTable
    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
ALL = Tokens(open_roles=frozenset({"white", "black", "red", "operator", "arbiter"}))
TAB, ENTER, SPACE = "\ue004", "\ue007", "\ue00d"
GRAVE = ("serious", "critical")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """
const most = [...document.querySelectorAll('#board .row')].slice(2, -2); // each is like the others
return axe.run({ include: document, exclude: most }, { runOnly: arguments[0], resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => [id, impact,
    nodes.slice(0, 6).map((each) => `${each.target.join(' ')}: ${(each.any[0] ?? each.all[0] ?? each.none[0])?.message}`)]));
"""
FACES: dict[str, Callable[[], FakeDesk]] = {
    **{
        name: SCENES[name]
        for name in SCENES
        if name not in {"mid-game", "touched", "setting-up", "over"}
    },
    "counting": counting,
    "xiangqi": partial(playing, "xiangqi"),
}


def axe_finds(page: Page) -> list[Any]:
    """What axe-core holds against the page as it is now, of some weight."""
    if not page.run("return typeof axe === 'object'"):
        # Not through the page itself, whose policy lets in nothing from elsewhere.
        script = (ROOT / ".browser" / "axe.min.js").read_text()
        page.devtools("Runtime.evaluate", {"expression": script})
    found: list[Any] = page.run(CHECK, RULES)
    return [each for each in found if each[1] in GRAVE]


def opened(page: Page, kiosk: Kiosk, path: str = "", language: str = "en") -> None:
    page.resize(1280, 800)
    page.dark(on=False)
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.clear(); localStorage.setItem('language', arguments[0])", language)
    page.open(kiosk.url + path)


BOTH_WAYS = (("en", False), ("zh", True))
CROSSWISE = (("en", True), ("zh", False))


def checked(page: Page, looks: Sequence[tuple[str, bool]] = BOTH_WAYS) -> dict[str, list[Any]]:
    """What is wrong, by language and whether it is dark."""
    wrong = {}
    for language, dark in looks:
        if page.run("return document.documentElement.lang.slice(0, 2)") != language:
            page.run("document.getElementById('language').click()")
        page.dark(on=dark)
        if found := axe_finds(page):
            wrong[f"{language} {'dark' if dark else 'light'}"] = found
    return wrong


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("name", FACES)
def test_axe_finds_nothing_grave_on_the_kiosk(page: Page, kiosk_of: KioskOf, name: str) -> None:
    opened(page, kiosk_of(FACES[name](), ALL))
    page.wait(
        "document.querySelector('#desks button') && document.querySelector('.square[data-key]')"
    )
    looks = BOTH_WAYS if list(FACES).index(name) % 2 else CROSSWISE
    assert checked(page, looks) == {}


@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("desk", ["white", "arbiter", "new"])
def test_axe_finds_nothing_grave_at_the_desks(page: Page, kiosk_of: KioskOf, desk: str) -> None:
    opened(page, kiosk_of(SCENES["timed"](), ALL))
    page.wait("document.querySelector('#desks button')")
    page.click(f"#desks [data-desk={desk}]")
    page.run("document.querySelectorAll('#desk details').forEach((each) => (each.open = true))")
    assert checked(page) == {}


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_grave_at_the_door_of_the_arbiters_desk(
    page: Page, kiosk_of: KioskOf
) -> None:
    opened(page, kiosk_of(mid_game(), Tokens(hashes={"arbiter": hash_token("x")})), "arbiter")
    page.wait("document.querySelector('#entry:not([hidden])')")
    assert checked(page) == checked(page, CROSSWISE) == {}


def press(page: Page, *keys: str) -> None:
    """Presses keys one after the other, wherever the focus is."""
    actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
    page._post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})


FOCUSED = """
const { activeElement: at } = document, { outlineStyle, outlineWidth } = getComputedStyle(at), box = at.getBoundingClientRect();
return { words: `${at.tagName} ${at.id} ${at.ariaLabel ?? at.textContent.trim().slice(0, 40)}`, named: at !== document.body,
  ringed: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2, matches: at.matches(arguments[0]),
  seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
"""


def tab_to(page: Page, css: str) -> None:
    """Presses Tab until an element, once it is there, has the focus. On the way each stop can be seen."""
    page.wait("document.querySelector(arguments[0])", css)
    for _ in range(60):
        at = page.run(FOCUSED, css)
        if at["matches"]:
            return
        press(page, TAB)
        at = page.run(FOCUSED, css)
        assert not at["named"] or (at["ringed"] and at["seen"]), at
    raise AssertionError(f"Tab never comes to {css}")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", ["", "bench"])
def test_by_keys_to_the_arbiters_desk_and_back(
    page: Page, kiosk_of: KioskOf, path: str, language: str
) -> None:
    """Whoever holds no role finds it too: it asks for the token."""
    desk, board = {"en": ("Arbiter's desk", "Board"), "zh": ("裁判台", "棋盘")}[language]
    tokens = Tokens(hashes={"arbiter": hash_token("x")})
    opened(page, kiosk_of(SCENES["bench"](), tokens), path, language)
    page.wait("document.querySelector('#status [data-part=journal]')")
    if path:
        page.wait("document.querySelector('#bench')")
    page.run("document.getElementById('language').focus()")
    tab_to(page, "#to-arbiter")
    assert page.run("return document.activeElement.textContent") == desk
    press(page, ENTER)
    page.wait("document.querySelector('#entry:not([hidden])')")
    tab_to(page, "#to-kiosk")
    assert page.run("return document.activeElement.textContent") == board
    press(page, ENTER)
    page.wait("location.pathname === '/' && document.querySelector('.square[data-key]')")


def say(page: Page, opener: str, button: str) -> None:
    """Says something at a desk, by keys."""
    tab_to(page, opener)
    press(page, ENTER)
    tab_to(page, button)
    press(page, ENTER)


def move(board: BenchTable, start: str, end: str, keys: str) -> None:
    """Makes a move on the bench: to the man, takes him, goes on, sets him down."""
    page, ply = board.page, board.view()["ply"]
    page.run(f"document.querySelector('[data-point={start}]').focus()")
    press(page, ENTER)
    board.until(lambda view: start not in view["standing"])
    press(page, *keys)
    assert page.run("return document.activeElement.dataset.point") == end
    press(page, ENTER)
    board.until(lambda view: view["ply"] > ply or view["pending"])


@pytest.mark.slow
@pytest.mark.needs("mosquitto")
def test_a_whole_game_by_keys_alone(page: Page, tmp_path: Path) -> None:
    """Started at the form; moves, a promotion, an offer, a resignation, the result confirmed; the focus is never lost."""
    page.resize(1280, 800)
    up, down = "\ue013", "\ue015"
    with running_bench(page, tmp_path, "chess", "7k/P7/8/8/8/8/7p/K7 w - - 0 1") as board:
        page.open(board.url)
        page.wait("document.querySelector('#desks [data-desk=new]')")
        before = board.state()["game_id"]
        move(board, "a7", "a8", up)
        tab_to(page, "#pending [data-choice=q]")
        press(page, ENTER)
        board.until(lambda view: view["ply"] == 1 or view["restore"])
        page.wait("document.getElementById('spoken').textContent")
        spoken = page.run("return document.getElementById('spoken').textContent")
        assert spoken.startswith("White: pawn a8 becomes a queen")
        assert page.run(FOCUSED, "body")["named"], (
            "the button is gone, and the focus has gone elsewhere"
        )

        say(page, "#desks [data-desk=new]", "#desk input[name=white]")
        press(page, *"Rona")
        tab_to(page, "#desk [data-command=start]")
        press(page, ENTER)
        page.wait("!document.getElementById('desk').open")
        assert board.state()["game_id"] != before
        board.post("bench", {"act": "set-up"})
        board.until(lambda view: view["stage"] == "play")
        assert "Rona" in str(board.view()["players"]["white"])
        move(board, "e2", "e4", up + up)
        move(board, "e7", "e5", down + down)

        page.wait("document.querySelectorAll('#moves [data-ply]').length === 2")
        say(page, "#desks [data-desk=white]", "#desk [data-command=offer-draw]")
        tab_to(page, "#claims [data-command=accept-draw]")
        press(page, ENTER)
        board.until(lambda view: view["result"])
        for side in ("white", "black"):
            tab_to(page, f"#claims [data-command=result][data-role={side}]")
            press(page, ENTER)
            board.until(lambda view, side=side: side in view["claims"]["results"])  # type: ignore[misc]
            page.wait(f"!document.querySelector('#claims [data-role={side}]')")
            assert page.run(FOCUSED, "body")["named"]
        assert page.text("#result .score") == "½–½"


def test_a_question_is_answered_by_keys_and_every_button_has_a_name(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = SCENES["asking"]()
    kiosk = kiosk_of(desk, ALL)
    opened(page, kiosk)
    page.wait("document.querySelector('#desks button')")
    unnamed = page.run(
        "return [...document.querySelectorAll('button, a, input, select')].filter(e => e.checkVisibility()"
        " && !(e.ariaLabel || e.textContent || e.labels?.[0]?.textContent || '').trim()).length"
    )
    assert unnamed == 0
    tab_to(page, "#question [data-move=none]")
    press(page, SPACE)
    page.wait("performance.getEntriesByType('resource').some(e => e.name.includes('/commands/'))")
    (sent,) = desk.commands
    assert (sent[1], sent[2]["args"]) == ("answer", {"id": "q1", "move": "none"})


def test_what_has_the_focus_keeps_it_while_the_page_is_drawn_anew(
    page: Page, kiosk_of: KioskOf
) -> None:
    """The buttons are made anew with the state; the focus goes to the one that is the same, and else to the stage."""
    desk = offering()
    kiosk = kiosk_of(desk, ALL)
    opened(page, kiosk)
    page.wait("document.querySelector('#claims [data-command=decline-draw]')")
    tab_to(page, "#claims [data-command=decline-draw]")
    desk.now = msgspec.structs.replace(
        desk.now, claims=OpenClaims(draw="white", adjust="white"), touched=["e7"]
    )
    kiosk.change()
    page.wait("document.querySelector('#claims [data-command=consent-adjust]')")
    assert page.run(FOCUSED, "#claims [data-command=decline-draw]")["matches"]
    desk.now = msgspec.structs.replace(desk.now, claims=OpenClaims())
    kiosk.change()
    page.wait("document.getElementById('claims').hidden")
    assert page.run(FOCUSED, "#now")["matches"]


def test_moves_are_spoken_and_what_is_asked_is_an_alert(page: Page, kiosk_of: KioskOf) -> None:
    desk = FakeDesk(view_of(["e4", "e5"]))
    kiosk = kiosk_of(desk, ALL)
    opened(page, kiosk)
    page.wait("document.querySelector('#moves [data-ply]')")
    spoken = "return document.getElementById('spoken').textContent"
    assert page.run(spoken) == "", "what was played before stands in the list"
    line = [
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Bb5",
        "a6",
        "Bxc6",
        "dxc6",
        "O-O",
        "Qd3",
        "Re1",
        "Qxc2",
        "Qxc2",
        "Bb4",
    ]
    words = {
        3: "White: knight f3",
        7: "White: bishop takes c6",
        8: "Black: pawn d takes c6",
        9: "White: castles short",
    }
    for ply, expected in words.items():
        desk.now = view_of(line[:ply])
        kiosk.change()
        page.wait(f"document.querySelector('#moves [data-ply=\"{ply}\"]')")
        assert page.run(spoken) == expected
    roles = page.run(
        "return ['stage', 'question', 'irregularity', 'pending', 'trouble', 'spoken'].map((id) => {"
        " const e = document.getElementById(id).closest('[role]'); return [id, e.role, e.ariaLive]; })"
    )
    assert {id_: role for id_, role, _ in roles} == {
        "stage": "status",
        "question": "alert",
        "irregularity": "alert",
        "pending": "alert",
        "trouble": "alert",
        "spoken": "status",
    }


def test_dark_or_light_by_the_system_and_by_the_switch(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(mid_game(), ALL)
    opened(page, kiosk)
    page.wait("document.querySelector('#desks button')")
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = page.run(ground)
    page.click("#theme")
    dark = page.run(ground)
    assert light != dark
    assert page.attribute("#theme", "aria-pressed") == "true"
    page.open(kiosk.url)
    page.wait("document.querySelector('#desks button')")
    assert page.run(ground) == dark, "the screen remembers"
    page.click("#theme")
    assert page.run("return localStorage.getItem('theme')") is None, "as the system has it again"
    page.dark(on=True)
    page.wait("document.getElementById('theme').ariaPressed === 'true'")
    assert page.run(ground) == dark
    page.dark(on=False)
