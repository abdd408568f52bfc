"""What a viewer chooses for one screen, what each game's board shows, and how harm is kept from unseen taps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from controller.core.messages import Health
from controller.core.view import OpenClaims, Pending
from controller.shell.desk import Acquaintances
from controller.shell.web.security import Tokens
from tests.browser.conftest import Kiosk
from tests.browser.games import GAMES, counting, game_view, recorded
from tests.browser.scenes import SCENES
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
ALL = Tokens(open_roles=frozenset({"white", "black", "red", "operator", "arbiter"}))
PLAYERS = Tokens(open_roles=frozenset({"white", "black"}))


def opened(page: Page, kiosk: Kiosk, *, language: str = "en", path: str = "", **kept: str) -> None:
    page.resize(800, 480)
    page.dark(on=False)
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.clear()")
    for name, value in {"language": language, **kept}.items():
        page.run("localStorage.setItem(...arguments)", name, value)
    page.open(kiosk.url + path)
    page.wait("document.querySelector('.square[data-key]')")


def sent(page: Page, desk: FakeDesk) -> tuple[str, str, Any]:
    page.wait("performance.getEntriesByType('resource').some(e => e.name.includes('/commands/'))")
    role, name, body, _ = desk.commands[-1]
    return role, name, body["args"]


def test_ignoring_sensors_names_them_and_asks_once_more(page: Page, kiosk_of: KioskOf) -> None:
    desk = SCENES["restoring"]()
    opened(page, kiosk_of(desk, ALL))
    page.wait("document.querySelector('#restore [data-step=stands-right]')")
    page.click("#restore [data-step=stands-right]")
    assert "c4, h2, h4" in page.text("#restore .sure")
    assert desk.commands == []
    page.click("#restore [data-step=back]")
    page.click("#restore [data-step=stands-right]")
    page.click("#restore [data-command=resume]")
    assert sent(page, desk) == ("operator", "resume", {})


def _ignoring() -> FakeDesk:
    desk = SCENES["mid-game"]()
    suspects = [{"point": "c4", "symptom": "stuck-off", "lasting": True}]
    desk.body_health = msgspec.structs.replace(desk.body_health, suspects=suspects)
    assert isinstance(desk.body_health, Health)
    return desk


def test_ignored_sensors_stay_named_and_can_be_believed_again(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = _ignoring()
    opened(page, kiosk_of(desk, ALL))
    page.wait("document.querySelector('#ignored [data-command=trust]')")
    assert "c4" in page.text("#ignored")
    page.click("#ignored [data-command=trust]")
    assert sent(page, desk) == ("operator", "trust", {"points": ["c4"]})


def test_who_may_not_have_them_believed_still_sees_them(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(_ignoring(), PLAYERS))
    page.wait("document.querySelector('#ignored span')")
    assert page.count("#ignored button") == 0


def test_a_refusal_says_which_role_is_missing_and_how_it_is_got(page: Page) -> None:
    """The screen held the role until the board was started again with other roles."""
    desk = SCENES["offering"]()
    with Kiosk(desk, ALL).running() as kiosk:
        opened(page, kiosk)
        page.wait("document.querySelector('#claims [data-command=accept-draw]')")
        page.run(
            'window.fetch = () => Promise.resolve(new Response(\'{"error": "x"}\', { status: 401 }))'
        )
        page.click("#claims [data-command=accept-draw]")
        page.wait("document.querySelector('#claims .said')")
        assert "Only Black may do this" in page.text("#claims .said")
        assert "token" in page.text("#claims .said")
        page.run(
            "window.fetch = () => Promise.resolve(new Response("
            '\'{"accepted": false, "reason": "black may not give the command void"}\', { status: 409 }))'
        )
        page.click("#claims [data-command=accept-draw]")
        page.wait("document.querySelector('#claims .said').textContent.includes('Who may')")
        assert "the arbiter" in page.text("#claims .said")


def test_no_tick_stays_when_the_link_is_lost(page: Page) -> None:
    with Kiosk(SCENES["mid-game"](), ALL).running() as kiosk:
        opened(page, kiosk)
        page.wait("document.querySelector('#status [data-part=mqtt].ok')")
        assert page.text("#status [data-part=mqtt]") == "MQTT"
    page.wait("document.querySelector('#status [data-part=link].bad')")
    assert page.count("#status .ok") == 0


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        ("promoting", "White chooses the new piece"),
        ("offering", "Black answers the draw offer"),
        ("timed", "White to move"),
    ],
)
def test_the_status_says_what_is_waited_for(
    page: Page, kiosk_of: KioskOf, scene: str, says: str
) -> None:
    opened(page, kiosk_of(SCENES[scene](), ALL))
    page.wait("document.getElementById('stage').textContent !== 'Waiting for the board'")
    assert page.run("return document.getElementById('stage').textContent") == says


def test_an_adjusting_request_is_waited_for_too(page: Page, kiosk_of: KioskOf) -> None:
    desk = SCENES["mid-game"]()
    desk.now = msgspec.structs.replace(desk.now, claims=OpenClaims(adjust="white"))
    opened(page, kiosk_of(desk, ALL))
    assert "Black answers" in page.run("return document.getElementById('stage').textContent")


WORDS = {"chess": "pieces", "draughts-100": "men", "xiangqi": "pieces", "go": "stones"}


@pytest.mark.parametrize("game", WORDS)
def test_what_stands_on_the_board_is_called_as_in_its_game(
    page: Page, kiosk_of: KioskOf, game: str
) -> None:
    desk = FakeDesk(game_view(game, stage="restore"))
    opened(page, kiosk_of(desk, ALL))
    page.wait("document.getElementById('stage').textContent.includes('Set')")
    assert (
        page.run("return document.getElementById('stage').textContent")
        == f"Set the {WORDS[game]} right"
    )


def test_the_bench_never_says_that_a_board_is_real_which_it_may_not_look_into(
    page: Page, kiosk_of: KioskOf
) -> None:
    opened(page, kiosk_of(SCENES["bench"](), PLAYERS), path="bench")
    page.wait("document.querySelector('#bench-none:not([hidden])')")
    assert "may not look" in page.text("#bench-none")


def test_xiangqi_has_its_river_its_marks_and_its_counted_files(
    page: Page, kiosk_of: KioskOf
) -> None:
    opened(page, kiosk_of(GAMES["xiangqi"](), ALL), language="zh")
    river = "return [...document.querySelectorAll('.lines text')].map(e => e.textContent).join(' ')"
    assert page.run(river) == "楚河 漢界"
    assert page.count(".lines path") == 14
    files = (
        "return [...document.querySelectorAll('.counts.%s span')].map(e => e.textContent).join('')"
    )
    assert page.run(files % "near") == "九八七六五四三二一"
    assert page.run(files % "far") == "123456789"
    page.click("#flip")
    assert page.run(files % "near") == "987654321"
    assert page.run(files % "far") == "一二三四五六七八九"


def test_go_shows_prisoners_letters_of_the_record_and_whose_the_points_are(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = counting()
    men = {f"{file}{rank}": "b" for file in "cdef" for rank in (3, 4, 5, 6)}
    men = {p: m for p, m in men.items() if p not in ("d4", "e5")} | {"d5": "w"}
    assert desk.now.count is not None
    count = msgspec.structs.replace(desk.now.count, dead=["d5"])
    desk.now = msgspec.structs.replace(desk.now, men=men, count=count, lamps={"d5": "dead"})
    opened(page, kiosk_of(desk, ALL))
    area = (
        "return [...document.querySelectorAll('[data-area=b]')].map(e => e.dataset.point).includes"
    )
    assert page.run(f"{area}('d4')")
    assert page.run(f"{area}('d5')"), "a dead stone's point is the other's"
    assert "prisoners" in page.text("#players")
    names = "return [...document.querySelectorAll('.files span')].map(e => e.textContent).join('')"
    assert page.run(names) == "ABCDEFGHJKLMNOPQRST"


def test_the_result_of_go_has_its_komi(page: Page, kiosk_of: KioskOf) -> None:
    result = {"result": "B+3.5", "termination": "score", "law": "GO-9", "winner": "black"}
    opened(page, kiosk_of(recorded("go", 60, stage="ended", result=result), ALL))
    page.wait("document.querySelector('#result p')")
    assert "komi" in page.text("#result")


def test_chess_shows_what_was_captured_and_who_is_ahead(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(SCENES["mid-game"](), ALL))
    page.wait("document.querySelector('.player.black .taken')")
    label = page.attribute(".player.black .taken", "aria-label") or ""
    assert "white knight" in label
    assert page.text(".player.black .taken b") == "+1"


def test_an_arrow_shows_the_last_move_where_it_is_chosen(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(SCENES["mid-game"](), ALL))
    assert page.count("#arrow") == 0
    page.click("#more")
    page.click("#screen input[name=arrows]")
    page.wait("document.querySelector('#arrow path')")
    page.open(page.run("return location.href"))
    page.wait("document.querySelector('#arrow path')")


def test_sounds_are_a_choice(page: Page, kiosk_of: KioskOf) -> None:
    desk = SCENES["mid-game"]()
    kiosk = kiosk_of(desk, ALL)
    opened(page, kiosk)
    page.run(
        "window.heard = 0; const old = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { window.heard++; return old.call(this); };"
    )
    before = desk.now
    kiosk.change(lambda: setattr(desk, "now", msgspec.structs.replace(before, moves=[])))
    page.wait("!document.querySelector('#moves [data-ply]')")
    kiosk.change(lambda: setattr(desk, "now", before))
    page.wait("document.querySelector('#moves [data-ply]')")
    assert page.run("return window.heard") == 0
    page.run("localStorage.setItem('sound', 'on')")
    kiosk.change(lambda: setattr(desk, "now", msgspec.structs.replace(before, moves=[])))
    page.wait("!document.querySelector('#moves [data-ply]')")
    kiosk.change(lambda: setattr(desk, "now", before))
    page.wait("window.heard > 0")


def test_one_tap_makes_the_clocks_fill_the_screen_and_one_takes_them_back(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = SCENES["timed"]()
    kiosk = kiosk_of(desk, ALL)
    opened(page, kiosk)
    page.click("#big-clocks")
    size = "return parseFloat(getComputedStyle(document.querySelector('.face')).fontSize)"
    high = "return document.getElementById('players').getBoundingClientRect().height"
    assert page.run(high) == 480
    assert page.run(size) > 150
    page.click("#small-clocks")
    assert page.run(high) < 240
    page.click("#big-clocks")
    asked = msgspec.structs.replace(desk.now, claims=OpenClaims(draw="white"))
    kiosk.change(lambda: setattr(desk, "now", asked))
    page.wait("!document.body.classList.contains('big')")


def test_the_keyboard_on_the_screen_writes_into_the_field(page: Page, kiosk_of: KioskOf) -> None:
    opened(page, kiosk_of(SCENES["timed"](), ALL), keyboard="on")
    page.wait("document.querySelector('[data-desk=new]')")
    page.click("[data-desk=new]")
    field = "#desk .long input[name=white]"
    page.run("const e = document.querySelector(arguments[0]); e.value = ''; e.focus()", field)
    page.wait("document.querySelector('#keys:not([hidden])')")
    press = "[...document.querySelectorAll('#keys button')].find(e => e.textContent === arguments[0]).click()"
    for key in ("⇧", "L", "i", "␣", "x", "⌫", "ÄÉ–", "ü"):
        page.run(press, key)
    assert page.run("return document.querySelector(arguments[0]).value", field) == "Li ü"
    assert page.run("return document.activeElement.name") == "white"
    page.run(press, "✕")
    assert page.run("return document.getElementById('keys').hidden")


def test_a_configured_board_begins_in_its_language_and_theme_and_a_viewer_may_differ(
    page: Page,
) -> None:
    looks = {"language": "zh", "theme": "dark"}
    with Kiosk(SCENES["timed"](), ALL, looks=looks).running() as kiosk:
        page.resize(800, 480)
        page.dark(on=False)
        page.open(kiosk.url + "static/icon.svg")
        page.run("localStorage.clear()")
        page.open(kiosk.url)
        page.wait("document.documentElement.lang === 'zh-Hans'")
        ground = "return getComputedStyle(document.body).backgroundColor"
        assert page.run(ground) == "rgb(21, 25, 23)"
        page.click("#language")
        page.click("#theme")
        light = page.run(ground)
        page.open(kiosk.url)
        page.wait("document.documentElement.lang === 'en'")
        assert page.run(ground) == light != "rgb(21, 25, 23)"


def test_a_game_is_started_with_few_presses(page: Page, kiosk_of: KioskOf) -> None:
    desk = GAMES["go"]()
    desk.known = Acquaintances(
        names=("Rona", "Li Xiaoming"), paired={"black": "Ke Jie", "white": "Rona"}
    )
    opened(page, kiosk_of(desk, ALL))
    page.wait("document.querySelector('[data-desk=new]')")
    page.click("[data-desk=new]")
    start = (
        "const b = document.querySelector('#desk [data-command=start]').getBoundingClientRect();"
    )
    for size in ((320, 640), (1280, 800), (1080, 1920), (800, 480)):
        page.resize(*size)
        assert page.run(f"{start} return b.bottom <= innerHeight && b.top > 0"), size
    names = "return [...document.querySelectorAll('#known-names option')].map(e => e.value)"
    assert page.run(names) == ["Ke Jie", "Rona", "Li Xiaoming"]
    page.click("#desk [data-step=paired]")
    page.run("document.querySelector('#desk select[name=handicap]').value = '2'")
    page.click("#desk [data-command=start]")
    role, name, args = sent(page, desk)
    assert (role, name) == ("operator", "start")
    assert args["players"] == {"black": "Ke Jie", "white": "Rona"}
    assert args["game_options"]["handicap"] == ["d4", "q16"]
    assert args["clock_starts"] == "at-once"


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_crown_is_shown_as_a_king(page: Page, kiosk_of: KioskOf, side: str) -> None:
    pending = Pending(kind="crowning", point="b8", side=side, choices=[side[0].upper()])
    opened(page, kiosk_of(FakeDesk(game_view("draughts-russian", pending=pending)), ALL))
    page.wait("document.querySelector('#pending use')")
    assert page.attribute("#pending use", "href") == f"#draughts-{side[0].upper()}"


def test_the_page_is_small(page: Page, kiosk_of: KioskOf) -> None:
    """All that a kiosk loads, unpacked."""
    opened(page, kiosk_of(SCENES["timed"](), ALL))
    size = "return performance.getEntries().reduce((sum, e) => sum + (e.decodedBodySize || 0), 0)"
    assert 100_000 < page.run(size) < 350_000
