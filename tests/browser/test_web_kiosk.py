"""The kiosk page in a real browser, before a board of plain values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Outlet, Status
from tests.browser.conftest import Kiosk
from tests.browser.games import whose_stone
from tests.browser.scenes import (
    SCENES,
    asking,
    asking_afterwards,
    claimable,
    mid_game,
    promoting,
    restoring,
    touched,
)
from tests.shell.fake_desk import view_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.webdriver import Page
    from tests.shell.fake_desk import FakeDesk

    KioskOf = Callable[[FakeDesk], Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")


def look(page: Page, kiosk: Kiosk, *, language: str = "en", path: str = "") -> None:
    """Opens the kiosk in a language and waits for the board."""
    page.open(kiosk.url + "static/icon.svg")
    page.run("localStorage.setItem('language', arguments[0])", language)
    page.open(kiosk.url + path)
    page.wait("document.querySelector('[data-point=e1]')?.dataset.key")
    page.wait("document.querySelector('#desks button')")  # it knows its roles
    page.log()


def men(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.run(
        "return Object.fromEntries([...document.querySelectorAll('.square')]"
        ".filter(s => s.dataset.man).map(s => [s.dataset.point, s.dataset.man]))"
    )
    return found


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


@pytest.mark.parametrize("name", SCENES)
def test_the_board_shows_men_and_lamps(page: Page, kiosk_of: KioskOf, name: str) -> None:
    desk = SCENES[name]()
    look(page, kiosk_of(desk))
    assert page.count(".square[data-point]") == 64
    assert men(page) == desk.now.men
    lamps = page.run(
        "return Object.fromEntries([...document.querySelectorAll('.square')]"
        ".filter(s => s.dataset.lamp).map(s => [s.dataset.point, s.dataset.lamp]))"
    )
    assert lamps == desk.now.lamps
    assert page.log() == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", SCENES)
def test_no_text_is_missing(page: Page, kiosk_of: KioskOf, name: str, language: str) -> None:
    look(page, kiosk_of(SCENES[name]()), language=language)
    words = page.run(
        "return [document.body.innerText, ...[...document.querySelectorAll('[aria-label]')]"
        ".map(e => e.getAttribute('aria-label'))].join('\\n')"
    )
    assert not re.search(
        r"undefined|null|\[object|\{|\}|[a-z]+\.[a-z]+\.|\b[a-z]+\.[a-z_-]{3,}\b", words
    )
    empty = page.run(
        "return [...document.querySelectorAll('button, h1, h2')].filter(e => e.offsetParent"
        " && !e.textContent.trim() && !e.ariaLabel).length"
    )
    assert empty == 0
    if language == "zh":
        assert page.run("return document.documentElement.lang") == "zh-Hans"
        assert re.search(r"[\u4e00-\u9fff]", page.text("#stage"))


SIZES = [(800, 480), (1920, 1080), (320, 640)]
"""The smallest, the widest and the narrowest; test_sizes.py looks closer, at more of them, at some scenes."""


@pytest.mark.parametrize("name", SCENES)
def test_the_page_fits_every_screen(page: Page, kiosk_of: KioskOf, name: str) -> None:
    kiosk = kiosk_of(SCENES[name]())
    look(page, kiosk)
    for width, height in SIZES:
        page.resize(width, height)
        for language in ("en", "zh"):
            if page.run("return document.documentElement.lang.slice(0, 2)") != language:
                page.click("#language")
            wide, high, board = page.run(
                "const board = document.getElementById('board').getBoundingClientRect();"
                "const page = document.documentElement;"
                "const asks = document.querySelector('#kiosk.asks');"
                "return [page.scrollWidth, page.scrollHeight, [board.width, board.height, Boolean(asks)]]"
            )
            where = (width, height, language)
            assert wide <= width, where
            assert abs(board[0] - board[1]) < 1, where
            if width > height:
                assert high <= height, where
                assert board[1] > (0.5 if board[2] else 0.93) * height, where
            else:
                assert board[0] > (
                    0.22 * height if board[2] else 0.9 * min(width, 0.62 * height)
                ), where


def test_everything_to_do_can_be_seen_on_the_small_kiosk(page: Page, kiosk_of: KioskOf) -> None:
    page.resize(800, 480)
    for scene in (asking, claimable, promoting, restoring):
        look(page, kiosk_of(scene()))
        hidden = page.run(
            "const box = document.getElementById('notices').getBoundingClientRect();"
            "return [...document.querySelectorAll('.notice button, #restore li')].filter(e =>"
            " e.getBoundingClientRect().bottom > box.bottom + 1).map(e => e.textContent)"
        )
        assert hidden == []


def test_flip_shows_the_board_from_the_other_side(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(mid_game()))
    first = "return document.querySelector('.square').dataset.point"
    assert page.run(first) == "a8"
    page.click("#flip")
    assert page.run(first) == "h1"
    assert men(page) == mid_game().now.men


def test_the_language_is_remembered(page: Page, kiosk_of: KioskOf) -> None:
    kiosk = kiosk_of(mid_game())
    look(page, kiosk)
    assert page.text("#stage") == "White to move"
    page.click("#language")
    assert page.text("#stage") == "轮到白方走棋"
    page.open(kiosk.url)
    page.wait("document.getElementById('stage').textContent === '轮到白方走棋'")


def test_moves_follow_the_game(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    kiosk = kiosk_of(desk)
    look(page, kiosk)
    assert page.text("#moves li:first-child") == "1.\ne4\ne5"
    assert page.text("#moves .last") == "f6"
    kiosk.change(lambda: setattr(desk, "now", view_of(["d4"])))
    page.wait("document.querySelector('#moves .last').textContent === 'd4'")
    assert men(page) == desk.now.men
    assert page.text("#stage") == "Black to move"


@pytest.mark.parametrize(
    ("scene", "hint"),
    [
        (asking, "Choose here, or go on playing: the next move may answer it."),
        (asking_afterwards, "The game is over; the answer completes its record."),
        (whose_stone, "Only an answer settles it; playing on does not."),
    ],
)
def test_a_question_says_whether_play_answers_it(
    page: Page, kiosk_of: KioskOf, scene: Callable[[], FakeDesk], hint: str
) -> None:
    look(page, kiosk_of(scene()))
    assert page.text("#question .do") == hint


def test_an_answer_is_sent_for_the_player(page: Page, kiosk_of: KioskOf) -> None:
    desk = asking()
    look(page, kiosk_of(desk))
    assert page.attribute("#question", "data-id") == "q1"
    page.click("#question [data-move=e1g1]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("white", "answer")
    assert sent[2]["args"] == {"id": "q1", "move": "e1g1"}
    assert sent[2]["game_id"] == "g1"
    assert sent[2]["expect_seq"] == 0


def wait_for_command(page: Page, desk: FakeDesk) -> tuple[str, str, dict[str, object], str]:
    """The command that the page has sent: the page knows when it was answered."""
    page.wait(
        "performance.getEntriesByType('resource').some(e => e.name.includes('/api/commands/')"
        " && e.responseEnd)"
    )
    (sent,) = desk.commands
    return sent


def test_a_promotion_is_chosen(page: Page, kiosk_of: KioskOf) -> None:
    desk = promoting()
    look(page, kiosk_of(desk))
    assert page.count("#pending button") == 4
    page.click("#pending [data-choice=n]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("white", "promote")
    assert sent[2]["args"] == {"to": "n"}


def test_an_irregularity_names_its_law_and_what_to_do(page: Page, kiosk_of: KioskOf) -> None:
    desk = restoring()
    look(page, kiosk_of(desk))
    assert page.attribute("#irregularity", "data-law") == "FIDE-7.5.1"
    assert "not legal" in page.text("#irregularity")
    assert page.attribute("#irregularity", "role") == "alert"
    assert page.text("#restore").splitlines() == [
        "−",
        "Take a piece off h4",
        "+",
        "Put white bishop on c4",
        "+",
        "Put white pawn on h2",
        "The pieces stand right",
    ]
    assert page.count("#restore [data-step=stands-right]") == 1
    assert page.count(".square.ghost") == 2
    assert page.count(".square.extra .cross") == 1
    assert page.count("#irregularity button") == 0


@pytest.mark.parametrize("command", ["accept-irregularity", "demand-correction"])
def test_a_breach_is_the_opponents_to_claim(page: Page, kiosk_of: KioskOf, command: str) -> None:
    desk = claimable()
    look(page, kiosk_of(desk))
    assert page.attribute("#irregularity", "data-law") == "FIDE-4.3.1"
    assert page.text("#moves .last") == "Bd2 ⚠"
    page.click(f"#irregularity [data-command={command}]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("black", command)
    assert sent[2]["args"] == {"id": "i1"}


def test_a_refused_command_is_explained(page: Page, kiosk_of: KioskOf) -> None:
    desk = asking()
    desk.answer = False
    look(page, kiosk_of(desk))
    page.click("#question button")
    page.wait("document.querySelector('#question .said')")
    assert page.text("#question .said") == "Not done: not your turn"
    assert page.attribute("#question .said", "role") == "alert"


def test_a_touch_shows_what_it_obliges_to(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(touched()))
    assert page.text("#duty") == "White must move the knight on b1 Law FIDE-4.3.1"
    assert page.count(".square.touched[data-point=b1]") == 1


def test_an_observer_shows_players_nothing_of_it(page: Page, kiosk_of: KioskOf) -> None:
    for scene in (touched, asking, restoring):
        desk = scene()
        desk.now = msgspec.structs.replace(desk.now, mode="observer")
        look(page, kiosk_of(desk))
        assert [page.text(css) for css in ("#duty", "#question", "#irregularity")] == [""] * 3


def test_trouble_says_what_to_do(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    desk.condition = Status(
        state="degraded", cause="chip 0x21 does not answer", next_step="check the cable of bank 2"
    )
    desk.body_health = msgspec.structs.replace(
        desk.body_health,
        broadcast=[Outlet(name="mqtt", state="lost", why="no answer")],
        suspects=[{"point": "e4", "symptom": "stuck"}],
    )
    look(page, kiosk_of(desk))
    assert page.text("#trouble").splitlines() == [
        "Needs attention",
        "chip 0x21 does not answer",
        "check the cable of bank 2",
    ]
    assert page.text("#status [data-part=mqtt]") == "!\nMQTT: connection lost"
    assert page.attribute("#status [data-part=mqtt]", "title") == "no answer"
    assert page.text("#status [data-part=sensors]") == "!\nSensors: check e4"


@pytest.mark.parametrize(
    ("cause", "step", "told"),
    [
        ("mcp23017 0x21: no-answer", "Check it.", ("没有应答", "请检查该芯片的接线、供电和地址。")),
        (
            "less than 20 MB are free on the disk of /var/lib/touchmove",
            "Make room now: delete or move files. Without room no move can be recorded, and play stops.",
            ("/var/lib/touchmove 所在磁盘剩余不足 20 MB", "请立即清理"),
        ),
    ],
)
def test_trouble_is_told_in_chinese(
    page: Page, kiosk_of: KioskOf, cause: str, step: str, told: tuple[str, str]
) -> None:
    desk = mid_game()
    desk.condition = Status(state="degraded", cause=cause, next_step=step)
    look(page, kiosk_of(desk), language="zh")
    _, what, then = page.text("#trouble").splitlines()
    assert told[0] in what
    assert told[1] in then


def test_a_lost_link_is_told(page: Page) -> None:
    with Kiosk(mid_game()).running() as kiosk:
        look(page, kiosk)
        assert page.text("#status [data-part=link]") == "✓\nLive"
    page.wait("document.querySelector('#status [data-part=link].bad')")
    assert "Connection lost" in page.text("#status")
    page.log()
