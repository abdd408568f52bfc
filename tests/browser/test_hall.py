"""The arbiter's desk in a browser, over sixty boards.

With TOUCHMOVE_PICTURES=docs/images the tests also make the pictures of docs/hub.md.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Spot, Status
from controller.core.view import OpenClaims, Restoring
from controller.shell.web.security import Tokens
from tests.browser.hall import TOKEN, HallDesk, board_of, note, now, until
from tests.browser.table import picture
from tests.browser.test_access import checked
from tests.browser.test_sizes import complaints
from tests.shell.fake_desk import FakeDesk, irregularity, question, view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")
GAMES = ("chess",) * 4 + ("draughts-100", "go", "xiangqi", "draughts-russian")
BOARDS = "document.querySelectorAll('#tables li').length"
FIRST = "document.querySelector('#alerts li')?.dataset"
SIZES = ((320, 640), (800, 480), (1280, 800), (3840, 2160))


@pytest.fixture(scope="module")
def whole_hall() -> Iterator[HallDesk]:
    desks = [board_of(n, GAMES[n % len(GAMES)]) for n in range(1, 61)]
    with HallDesk(desks).running() as hall:
        yield hall


@pytest.fixture
def hall(page: Page, whole_hall: HallDesk) -> Iterator[HallDesk]:
    """The desk of sixty boards, open in the browser; every board is as it was before."""
    before = [(desk.now, desk.condition, desk.body_health) for desk in whole_hall.desks]
    enter(page, whole_hall)
    yield whole_hall
    for number, (desk, kept) in enumerate(zip(whole_hall.desks, before, strict=True), 1):
        if (desk.now, desk.condition, desk.body_health) != kept:
            whole_hall.change(number, partial(restore, kept=kept))
    assert page.log() == []


def restore(desk: FakeDesk, kept: tuple[object, ...]) -> None:
    desk.now, desk.condition, desk.body_health = kept  # type: ignore[assignment]
    desk.commands.clear()
    desk.answer = True


def enter(page: Page, hall: HallDesk, language: str = "en") -> None:
    """Opens the desk with the arbiter's token, as from a bookmark."""
    page.resize(1280, 800)
    page.dark(on=False)
    page.open(f"{hall.url}static/icon.svg")
    page.run("localStorage.setItem('language', arguments[0])", language)
    page.run("sessionStorage.setItem('token', arguments[0])", TOKEN)
    page.open(f"{hall.url}arbiter")
    page.wait(f"{BOARDS} === {len(hall.desks)}")
    page.log()


def illegal_move(desk: FakeDesk) -> None:
    """White moves the bishop as no bishop goes."""
    observed = {"from": "c4", "to": "c6", "removed": []}
    note(desk, "lifted", point="c4", man="B", side="white", evidence={})
    note(desk, "touched", points=["c4"], side="white", obligation=None, doubtful=[])
    note(desk, "placed", point="c6", man="B", side="white", evidence={})
    body = msgspec.to_builtins(irregularity(observed=observed))
    note(desk, body.pop("type"), **body)
    now(
        desk,
        stage="restore",
        irregularity=irregularity(observed=observed),
        restore=Restoring(
            missing=[Spot(point="c4", man="B")], extra=[Spot(point="c6", man=None)], why="irregularity"
        ),
        lamps={"c4": "missing", "c6": "extra"},
    )  # fmt: skip


def italian(desk: FakeDesk) -> None:
    """1. e4 e5 2. Bc4 Nc6, the last move with its messages."""
    now(
        desk,
        **msgspec.structs.asdict(view_of(["e4", "e5", "Bc4", "Nc6"], players=desk.now.players)),
    )
    note(desk, "lifted", point="b8", man="n", side="black", evidence={})
    note(desk, "placed", point="c6", man="n", side="black", evidence={})
    note(
        desk, "move", ply=4, side="black", move="b8c6", notation={"san": "Nc6"}, captured=[],
        path=["b8", "c6"], position=desk.now.position, completed_by="settled", assumed=[],
        clocks=None, legal=True, breach=None, accepted=None, imposed=False,
    )  # fmt: skip


def test_the_token_is_asked_once_and_a_wrong_one_is_said(page: Page, whole_hall: HallDesk) -> None:
    page.open(f"{whole_hall.url}static/icon.svg")
    page.run("localStorage.setItem('language', 'en'); sessionStorage.clear()")
    page.open(f"{whole_hall.url}arbiter")
    page.wait("!document.getElementById('entry').hidden")
    assert page.text("#entry-wrong") == ""
    page.keys("#entry-token", "of another")
    page.click("#entry [type=submit]")
    page.wait("!document.getElementById('entry-wrong').hidden")
    assert "not the arbiter's token" in page.text("#entry-wrong")
    page.keys("#entry-token", TOKEN)
    page.click("#entry [type=submit]")
    page.wait(f"{BOARDS} === 60")
    page.open(f"{whole_hall.url}arbiter")
    page.wait(f"{BOARDS} === 60")
    assert page.run("return document.getElementById('entry').hidden")
    assert page.count("#to-kiosk") == 0, "a hub has no kiosk"
    assert TOKEN not in page.run("return document.documentElement.outerHTML + location.href")
    page.log()


def test_sixty_boards_each_in_the_look_of_its_game(page: Page, hall: HallDesk) -> None:
    assert page.count("#tables .mini") == 60
    for n, desk in enumerate(hall.desks, 1):
        men = page.run(
            "return document.querySelectorAll(`[data-board='${arguments[0]}'] use`).length",
            desk.board,
        )
        assert men == len(desk.now.men), n
    assert (
        page.text("[data-board=table-1] .mini-player:nth-of-type(2) .name") == "Chiburdanidze, Maia"
    )
    assert page.text("#alerts") == "No board asks for you."


def test_every_move_of_every_board_is_seen(page: Page, hall: HallDesk) -> None:
    for ply in (1, 2, 3):
        for number in (1, 2, 3, 8, 9, 10):  # chess
            hall.change(number, partial(now, ply=100 + ply))
    page.wait("document.querySelector('[data-board=table-10]').dataset.ply === '103'")
    assert page.run("return Number(document.getElementById('hall').dataset.newest)") >= 18


def test_the_most_urgent_comes_first(page: Page, hall: HallDesk) -> None:
    def suspect(desk: FakeDesk) -> None:
        points = [{"point": "e4", "symptom": "stuck-on"}]
        desk.body_health = msgspec.structs.replace(desk.body_health, suspects=points)

    def away(desk: FakeDesk) -> None:
        desk.condition = Status(state="offline", cause="the connection was lost")

    claim = OpenClaims(claim={"kind": "repetition", "side": "black"})
    troubles: list[tuple[int, Callable[[FakeDesk], object], str]] = [
        (50, suspect, "suspect"),
        (41, away, "offline"),
        (32, lambda desk: now(desk, stage="question", question=question()), "question"),
        (24, lambda desk: now(desk, claims=claim), "claim"),
        (17, illegal_move, "irregularity"),
    ]
    for number, act, kind in troubles:
        hall.change(number, act)
        page.wait(f"{FIRST}?.kind === arguments[0]", kind)
        assert page.run(f"return {FIRST}.board") == f"table-{number}"
    shown = page.run("return [...document.querySelectorAll('#alerts li')].map(l => l.dataset.kind)")
    assert shown == ["irregularity", "claim", "question", "offline", "suspect"]
    assert page.run("return document.title").startswith("(5)")
    assert "Law FIDE-7.5.1" in page.text("#alerts li")
    assert "Board 17" in page.run("return document.getElementById('newest-alert').textContent")
    picture(page, "desk")
    for size in SIZES:
        page.resize(*size)
        assert page.run("return document.documentElement.scrollWidth") <= size[0]


def test_a_ruling_by_click_reaches_the_board(page: Page, hall: HallDesk) -> None:
    hall.change(3, italian)
    hall.change(3, illegal_move)
    page.wait("document.querySelector('#alerts li[data-board=table-3] button')")
    page.click("#alerts li[data-board=table-3] button")
    page.wait("document.querySelector('#irregularity button[data-command]')")
    seq = len(hall.desks[2].journal)
    page.click("#irregularity [data-command=accept-irregularity]")
    until(lambda: hall.desks[2].commands)
    role, name, body, _ = hall.desks[2].commands[0]
    assert (role, name, body["args"]) == ("arbiter", "accept-irregularity", {"id": "i1"})
    assert (body["game_id"], body["expect_seq"]) == ("g3", seq)

    page.click(
        "#irregularity .choices button:last-child"
    )  # a penalty, with what is known filled in
    page.wait("document.querySelector('#rulings [data-part=penalty]').open")
    chosen = page.run(
        "return document.querySelector('#rulings [data-part=penalty] [name=kind]').value"
    )
    assert chosen == "illegal-move"
    hall.desks[2].answer = False
    page.click("#rulings [data-command=penalty]")
    page.wait("document.querySelector('#rulings .said')")
    assert "not your turn" in page.text("#rulings .said")
    assert hall.desks[2].commands[1][1] == "penalty"
    assert hall.desks[2].commands[1][2]["args"]["side"] == "white"
    page.log()  # browsers count the refusal as an error


def test_the_moment_of_a_dispute_is_looked_at_again(page: Page, hall: HallDesk) -> None:
    hall.change(11, italian)
    hall.change(11, illegal_move)
    page.wait("document.querySelector('#alerts li[data-board=table-11] button')")
    page.click("#alerts li[data-board=table-11] button")
    page.wait("document.querySelector('#events [data-type=irregularity]')")
    page.wait("document.querySelector('[data-point=c4]')?.dataset.man === 'B'")

    def men() -> dict[str, str]:
        return {
            p: page.attribute(f"#board [data-point={p}]", "data-man") or "" for p in ("c4", "c6")
        }

    assert men() == {"c4": "B", "c6": "n"}, "now: as the record has it"
    page.click("#events [data-type=irregularity] button")
    page.wait("!document.getElementById('then').hidden")
    assert men() == {"c4": "", "c6": "B"}, "as it stood"
    page.click("#replay [data-step=back]")
    page.click("#replay [data-step=back]")
    assert "touched c4" in page.text("#then")
    assert men() == {"c4": "", "c6": "n"}, "the bishop is in the hand"
    picture(page, "desk-moment")
    page.click("#replay [data-step=now]")
    page.wait("document.getElementById('then').hidden")
    assert men() == {"c4": "B", "c6": "n"}
    page.keys("#case-close", "\ue00c")  # Escape
    page.wait("document.getElementById('case').hidden")
    assert page.run("return document.activeElement.closest('li').dataset.board") == "table-11"


def test_what_happens_while_one_looks_on_joins_the_log(page: Page, hall: HallDesk) -> None:
    page.click("[data-board=table-18] button")
    page.wait("document.querySelector('#events li')")
    hall.change(
        18, lambda desk: note(desk, "lifted", point="g1", man="N", side="white", evidence={})
    )
    page.wait("document.querySelector('#events [data-type=lifted]')")
    page.click("#events [data-type=lifted] button")
    page.wait("!document.getElementById('then').hidden")
    assert "white knight lifted from g1" in page.text("#then")


def test_a_lost_line_is_said_and_taken_up_again(page: Page, hall: HallDesk) -> None:
    page.click("[data-board=table-2] button")
    page.wait("document.querySelector('#events li')")
    hall.hang_up()
    page.wait("document.body.classList.contains('unlinked')")
    assert page.text("#hall-link").endswith("Connection lost; trying again")
    hall.change(
        2, lambda desk: note(desk, "lifted", point="a2", man="P", side="white", evidence={})
    )
    hall.change(2, lambda desk: now(desk, ply=77))
    page.wait("!document.body.classList.contains('unlinked')")
    page.wait("document.querySelector('[data-board=table-2]').dataset.ply === '77'")
    page.wait("document.querySelector('#events [data-type=lifted]')")
    hall.change(2, lambda desk: now(desk, ply=78))
    page.wait("document.querySelector('[data-board=table-2]').dataset.ply === '78'")


def test_in_chinese_and_at_night(page: Page, hall: HallDesk) -> None:
    enter(page, hall, "zh")
    page.dark(on=True)
    hall.change(6, lambda desk: now(desk, stage="question", question=question()))
    page.wait(f"{FIRST}?.board === 'table-6'")
    page.click("#alerts button")
    page.wait("document.querySelector('#question button')")
    words = page.text("#hall")
    for english in ("Board", "Question", "to move", "Rulings", "Record"):
        assert english not in words
    picture(page, "desk-zh")


def test_one_board_has_the_same_desk(page: Page, kiosk_of: Callable[..., Kiosk]) -> None:
    desk = board_of(1)
    italian(desk)
    illegal_move(desk)
    kiosk = kiosk_of(desk, Tokens(open_roles=frozenset({"arbiter"})))
    page.resize(1280, 800)
    page.open(f"{kiosk.url}static/icon.svg")
    page.run("localStorage.setItem('language', 'en'); sessionStorage.clear()")
    page.open(f"{kiosk.url}arbiter")
    page.wait("document.querySelector('#events [data-type=irregularity]')")
    assert page.attribute("#papers a", "href") == "/sheet"
    kiosk.change(lambda: now(desk, stage="play", irregularity=None, restore=None))
    page.wait("document.getElementById('irregularity').hidden")
    page.click("#standing [data-command=pause]")
    until(lambda: desk.commands)
    assert desk.commands[0][:2] == ("arbiter", "pause")


@pytest.fixture(scope="module")
def small_hall() -> Iterator[HallDesk]:
    """Four boards: enough for what is measured on each element of the page."""
    desks = [board_of(n, game) for n, game in enumerate(("chess", "xiangqi", "go", "chess"), 1)]
    with HallDesk(desks).running() as hall:
        hall.change(1, italian)
        hall.change(1, illegal_move)
        hall.change(4, lambda desk: now(desk, stage="question", question=question()))
        yield hall


def look_closely(page: Page, hall: HallDesk) -> None:
    """The board with the irregularity, all its forms unfolded, at a moment of its log."""
    enter(page, hall)
    page.wait("document.querySelector('#alerts li[data-board=table-1] button')")
    page.click("#alerts li[data-board=table-1] button")
    page.wait("document.querySelector('#events [data-type=irregularity]')")
    page.wait("document.querySelector('#rulings details')")
    page.run("document.querySelectorAll('#rulings details').forEach((each) => (each.open = true))")
    page.click("#events [data-type=irregularity] button")


@pytest.mark.needs("axe-core")
def test_axe_finds_nothing_grave(page: Page, small_hall: HallDesk) -> None:
    look_closely(page, small_hall)  # on this screen the other boards stand beside it
    assert checked(page) == {}


def test_everything_fits_and_can_be_read_and_pressed(page: Page, small_hall: HallDesk) -> None:
    enter(page, small_hall)
    assert complaints(page, "body") == {}
    look_closely(page, small_hall)
    assert complaints(page, "body") == {}


RECORD = """\
[Event "Club"]
[Round "1.{n}"]
[White "{white}"]
[Black "{black}"]
[WhiteTeam "Rooks"]
[BlackTeam "Knights"]
[Result "{result}"]

1. e4 e5 {result}
"""


@pytest.mark.law("DR-19")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_table_of_the_event(page: Page, language: str) -> None:
    desks = [board_of(1), board_of(2)]
    games = (("Ann", "Bob", "1-0"), ("谢军", "Dee", "1/2-1/2"))
    for n, (desk, (white, black, result)) in enumerate(zip(desks, games, strict=True), 1):
        desk.pgn = RECORD.format(n=n, white=white, black=black, result=result)
    with HallDesk(desks).running() as hall:
        enter(page, hall, language)
        page.click("#to-standings")
        page.wait("document.querySelectorAll('#event-table tbody tr').length === 4")
        names = page.run(
            "return [...document.querySelectorAll('#event-table tbody th')].map((each) => each.textContent)"
        )
        assert names == ["Ann", "Dee", "谢军", "Bob"]
        assert "½" in page.text("#event-table")
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
        page.click("#event-table button")
        page.wait("document.querySelectorAll('#event-table tbody tr').length === 2")
        assert ("Board points" if language == "en" else "局分") in page.text("#event-table")
        page.click("#to-standings")
        assert page.run("return document.querySelector('#event-table').hidden")
        assert page.log() == []
