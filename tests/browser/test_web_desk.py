"""Clocks, desks, the count and the log of the kiosk page, before a board of plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from controller.core.view import Adjourned, AreaCount, OpenClaims
from controller.shell.web.security import Tokens
from tests.browser.scenes import clock_of, mid_game, offering, resting, timed
from tests.browser.table import picture
from tests.browser.test_web_kiosk import look, wait_for_command
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Kiosk
    from tests.browser.webdriver import Page

    KioskOf = Callable[..., Kiosk]

pytestmark = pytest.mark.needs("chromium", "chromedriver")
ALL = Tokens(open_roles=frozenset({"white", "black", "operator", "arbiter"}))
NOBODY = Tokens()
TIME = "document.querySelector('.player.{side} .time').textContent"


@pytest.fixture(autouse=True)
def window(page: Page) -> None:
    page.resize(1280, 800)
    page.dark(on=False)


def with_clock(**changes: Any) -> FakeDesk:  # noqa: ANN401
    return FakeDesk(view_of(["e4", "e5"], clock=clock_of(**changes), time_control="5:00"))


def times(page: Page) -> dict[str, str]:
    return {side: page.run(f"return {TIME.format(side=side)}") for side in ("white", "black")}


def test_the_running_clock_counts_down_by_itself(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(with_clock()))
    assert times(page)["black"] == "1:06", "65.3 s, rounded up"
    page.wait(f"{TIME.format(side='white')} <= '1:23:44'")
    assert times(page)["black"] == "1:06"
    assert page.count(".face.running") == 1
    assert page.attribute(".player.white [role=timer]", "role") == "timer"


def test_a_viewer_who_comes_late_sees_the_time_that_it_is(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(with_clock(at_us=1_000_000 - 3_600_000_000)))
    assert times(page)["white"].startswith("23:4"), "an hour has gone since"


def test_a_delay_is_waited_for_before_the_clock_runs(page: Page, kiosk_of: KioskOf) -> None:
    sides = {
        "white": {"remaining_ms": 60_000, "period": 1, "moves_to_go": None, "delay_ms": 600_000}
    }
    sides["black"] = {**sides["white"], "delay_ms": None}
    look(page, kiosk_of(with_clock(sides=sides, at_us=1_000_000 - 300_000_000)))
    assert times(page)["white"] == "1:00"


def test_in_an_hourglass_what_one_loses_the_other_gains(page: Page, kiosk_of: KioskOf) -> None:
    face = {"remaining_ms": 60_000, "period": 1, "moves_to_go": None}
    desk = with_clock(sides={"white": face, "black": face}, at_us=1_000_000 - 30_000_000)
    desk.now = msgspec.structs.replace(desk.now, time_control="~1:00")
    look(page, kiosk_of(desk))
    assert times(page)["white"] in ("0:30", "0:29")
    assert times(page)["black"] in ("1:30", "1:31", "1:32")


def test_a_clock_that_stands_says_why(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(with_clock(running=None, stopped="pause:fire alarm")))
    assert times(page)["white"] == "1:23:46"
    assert page.text("#standing b") == "Both clocks stand. (fire alarm)"
    page.click("#standing [data-command=resume]")


def test_faces_tell_periods_flags_and_penalties(page: Page, kiosk_of: KioskOf) -> None:
    desk = timed()
    kiosk = kiosk_of(desk)
    look(page, kiosk)
    assert page.text(".player.white small") == "18 moves to go"
    assert page.text(".player.black small") == "period 2 · illegal move: 1"
    picture(page, "kiosk")
    sides = {
        "white": {"remaining_ms": 0, "period": 1, "moves_to_go": None, "fell": True},
        "black": {"remaining_ms": 30_000, "period": 2, "moves_to_go": None, "byo_yomi_left": 3},
    }
    fallen = msgspec.structs.replace(desk.now, penalties=[], clock=clock_of(None, sides=sides))
    kiosk.change(lambda: setattr(desk, "now", fallen))
    page.wait("document.querySelector('.face.fell')")
    assert page.text(".player.white small") == "flag fallen"
    assert page.text(".player.black small") == "byo-yomi: 3"
    assert times(page)["white"] == "0:00"


def test_the_running_clock_can_be_pressed(page: Page, kiosk_of: KioskOf) -> None:
    desk = timed()
    look(page, kiosk_of(desk))
    assert page.count("#players button") == 1
    page.click("#players button")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("white", "press-clock")
    assert "expect_seq" not in sent[2], "the move may be told while the hand goes to the clock"


def test_the_clocks_can_be_stopped(page: Page, kiosk_of: KioskOf) -> None:
    desk = timed()
    look(page, kiosk_of(desk))
    page.click("#standing [data-command=pause]")
    assert wait_for_command(page, desk)[:2] == ("operator", "pause")


def test_who_holds_no_role_sees_everything_and_can_say_nothing(
    page: Page, kiosk_of: KioskOf
) -> None:
    kiosk = kiosk_of(offering(), NOBODY)
    page.open(kiosk.url)
    page.wait("document.querySelector('#claims .choices')")
    page.wait("document.querySelector('#log li')")
    assert page.count("#desks button, #players button, #standing button, #claims button") == 0


def desk_of(page: Page, role: str) -> None:
    page.wait(f"document.querySelector('#desks [data-desk={role}]')")
    page.click(f"#desks [data-desk={role}]")
    page.wait("document.getElementById('desk').open")


def test_a_refusal_stands_below_the_button_until_something_is_entered(
    page: Page, kiosk_of: KioskOf
) -> None:
    desk = timed()
    desk.answer = False
    look(page, kiosk_of(desk))
    desk_of(page, "white")
    page.keys("#desk [name=move]", "Nf3")
    page.click("#desk [data-command=claim-repetition]")
    page.wait("document.querySelector('#desk .choices + .said')")
    assert page.text("#desk .said") == "Not done: not your turn"
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("white", "claim-repetition")
    assert sent[2]["args"] == {"move": "Nf3"}
    page.keys("#desk [name=move]", "?")
    assert page.count("#desk .said") == 0
    page.log()


def test_escape_leaves_a_desk_and_what_was_typed(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(timed()))
    desk_of(page, "white")
    page.click("#desk [data-step=seal]")
    assert page.attribute("#desk [name=move]", "type") == "password"
    page.keys("#desk [name=move]", "Nf3\ue00c")
    page.wait("!document.getElementById('desk').open")
    page.wait("document.querySelector('#desk-body').children.length === 0")
    desk_of(page, "white")
    assert page.count("#desk [data-command=offer-draw]") == 1


def test_the_side_that_is_not_on_move_may_not_seal_or_adjust(page: Page, kiosk_of: KioskOf) -> None:
    look(page, kiosk_of(timed()))
    desk_of(page, "black")
    assert page.count("#desk [data-command=offer-draw]") == 1
    assert page.count("#desk [data-step=seal], #desk [data-command=adjust]") == 0


Order = tuple[str, dict[str, str], str, dict[str, object]]
BARE = "8/8/8/4k3/8/8/8/4K3 w - - 0 1"
ORDERS: list[Order] = [
    ("result", {"result": "0-1", "why": "agreed"}, "result", {"result": "0-1", "why": "agreed"}),
    (
        "penalty",
        {"side": "black", "kind": "time-off", "amount": "2.5"},
        "penalty",
        {"side": "black", "kind": "time-off", "ms": 150_000},
    ),
    ("clock", {"white": "1:05:00"}, "set-clock", {"times": {"white": 3_900_000}}),
    ("record", {"to_ply": "4", "why": "wrong"}, "correct", {"to_ply": 4, "why": "wrong"}),
    ("position", {"position": BARE}, "set-position", {"position": BARE}),
    ("void", {"why": "fire"}, "void", {"why": "fire"}),
]


@pytest.mark.parametrize("wanted", ORDERS, ids=[order[0] for order in ORDERS])
def test_an_arbiter_gives_his_orders(page: Page, kiosk_of: KioskOf, wanted: Order) -> None:
    part, entered, name, args = wanted
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "arbiter")
    page.click(f"#desk [data-part={part}] summary")
    for field, value in entered.items():
        page.run(
            f"document.querySelector('#desk [data-part={part}] [name={field}]').value = arguments[0]",
            value,
        )
    page.click(f"#desk [data-part={part}] [data-command={name}]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("arbiter", name)
    assert sent[2]["args"] == args


@pytest.mark.parametrize(
    ("name", "chosen", "said"),
    [("time", "", None), ("time", "blitz", "blitz"), ("time_control", "3:00+0:02", "3:00+0:02")],
)
def test_a_game_is_started_with_the_time_that_is_chosen(
    page: Page, kiosk_of: KioskOf, name: str, chosen: str, said: str | None
) -> None:
    """No clock is said too: where nothing is, the board's own time control holds."""
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "new")
    page.run(f"document.querySelector('#desk [name={name}]').value = arguments[0]", chosen)
    page.click("#desk [data-command=start]")
    sent = wait_for_command(page, desk)
    assert sent[1] == "start"
    args = sent[2]["args"]
    assert isinstance(args, dict)
    assert args["time_control"] == said


@pytest.mark.law("FIDE-960.1")
@pytest.mark.parametrize(
    ("array", "number", "options"),
    [
        ("", "", {"chess960": False}),
        ("draw", "", {"chess960": True}),
        ("number", "356", {"chess960": 356}),
        ("", "0", {"chess960": 0}),
    ],
)
def test_chess960_is_drawn_or_chosen(
    page: Page, kiosk_of: KioskOf, array: str, number: str, options: dict[str, object]
) -> None:
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "new")
    for name, value in (("array", array), ("chess960", number)):
        page.run(f"document.querySelector('#desk [name={name}]').value = arguments[0]", value)
    page.click("#desk [data-command=start]")
    args = wait_for_command(page, desk)[2]["args"]
    assert isinstance(args, dict)
    assert args["game_options"] == options


def test_a_time_that_is_none_is_not_sent(page: Page, kiosk_of: KioskOf) -> None:
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "arbiter")
    page.click("#desk [data-part=clock] summary")
    page.keys("#desk [data-part=clock] [name=white]", "five")
    page.click("#desk [data-command=set-clock]")
    assert page.text("#desk .said") == "Write a time as h:mm:ss or m:ss."
    assert desk.commands == []


def test_an_arbiter_rules_on_an_open_claim(page: Page, kiosk_of: KioskOf) -> None:
    desk = mid_game()
    claim = {"type": "claim", "kind": "move-limit", "side": "white", "move": "Qh5"}
    desk.now = msgspec.structs.replace(desk.now, claims=OpenClaims(claim=claim))
    look(page, kiosk_of(desk, ALL))
    assert "White claims a draw by the number of moves." in page.text("#claims")
    assert page.count("#claims [data-role=black][data-command=accept-draw]") == 1
    page.click("#claims [data-role=arbiter][data-command=decline-draw]")
    assert wait_for_command(page, desk)[:2] == ("arbiter", "decline-draw")


def test_an_adjourned_game_says_who_has_sealed(page: Page, kiosk_of: KioskOf) -> None:
    desk = resting()
    look(page, kiosk_of(desk, ALL))
    assert page.text("#adjourned h2") == "White has sealed move 7."
    desk_of(page, "arbiter")
    assert page.count("#desk [name=code]") == 0, "the men do not stand yet"
    page.click("#desk [name=black]")
    page.click("#desk [data-command=resume]")
    sent = wait_for_command(page, desk)
    assert sent[2]["args"] == {"absent": ["black"]}


@pytest.mark.law("DR-11")
def test_both_players_are_asked_to_confirm_the_position(page: Page, kiosk_of: KioskOf) -> None:
    desk = resting()
    found = Adjourned(sealed_by="white", move_number=7, stands=True, unconfirmed=["white", "black"])
    desk.now = msgspec.structs.replace(desk.now, adjourned=found)
    look(page, kiosk_of(desk, ALL))
    assert "both players confirm the position" in page.text("#adjourned")
    page.click("#adjourned [data-role=black][data-command=seal]")
    role, name, body, _ = wait_for_command(page, desk)
    assert (role, name, body["args"]) == ("black", "seal", {"confirms": True})


@pytest.mark.law("CH-12.8", "CH-11.9")
@pytest.mark.parametrize(
    ("number", "args"),
    [(1, {"flag": "both"}), (3, {"next_period": "black"}), (4, {"next_period": "both"})],
)
def test_the_arbiter_says_what_was_seen_on_another_clock(
    page: Page, kiosk_of: KioskOf, number: int, args: dict[str, str]
) -> None:
    desk = timed()
    look(page, kiosk_of(desk, ALL))
    desk_of(page, "arbiter")
    page.click("#desk [data-part=clock] summary")
    page.run(
        "document.querySelectorAll('#desk [data-command=set-clock]')[arguments[0]].click()", number
    )
    assert wait_for_command(page, desk)[2]["args"] == args


MEN = {"a1": "b", "b1": "b", "a2": "w", "b2": "w", "e5": "b", "j9": "w"}


def counting(**changes: Any) -> FakeDesk:  # noqa: ANN401
    """Play is over on a small board of Go."""
    plain = {"dead": [], "shared": [], "agreed": [], "black": 43.0, "white": 38.0}
    words = {"result": "B+1.5", "english": "Black wins by 3/4 zi", "chinese": "黑胜四分之三子"}
    count = msgspec.convert({**plain, **words, **changes}, AreaCount)
    view = msgspec.structs.replace(
        view_of(),
        game="go",
        rulebook="go-china",
        game_options={"size": 9},
        players={"black": "Go Seigen", "white": "Kitani"},
        stage="count",
        position={"size": 9},
        side_to_move="black",
        men=MEN,
        standing=sorted(MEN),
        count=count,
        lamps=dict.fromkeys(count.dead, "dead"),
    )
    return FakeDesk(view)


def see_count(page: Page, kiosk: Kiosk) -> None:
    page.open(kiosk.url)
    page.wait("document.querySelector('#desks button')")
    page.wait("!document.getElementById('count').hidden")


@pytest.mark.parametrize(
    ("dead", "tapped", "args"),
    [
        ([], "b1", {"points": ["b1", "a1"], "shared": []}),
        (["a1", "b1"], "b1", {"points": [], "shared": []}),
        (["a1", "b1"], "j9", {"points": ["a1", "b1", "j9"], "shared": []}),
        (["j9"], "d4", {"points": ["j9"], "shared": ["d4"]}),
    ],
)
def test_a_tap_marks_a_group(
    page: Page, kiosk_of: KioskOf, dead: list[str], tapped: str, args: dict[str, object]
) -> None:
    desk = counting(dead=dead)
    see_count(page, kiosk_of(desk))
    assert page.count("[data-lamp=dead]") == len(dead)
    page.click(f"[data-point={tapped}]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("black", "mark-dead")
    assert sent[2]["args"] == args


def test_the_count_is_agreed_or_disputed(page: Page, kiosk_of: KioskOf) -> None:
    desk = counting(agreed=["black"])
    see_count(page, kiosk_of(desk))
    assert page.text("#count h2").startswith("Black 43, White 38.")
    assert page.count("#count [data-role=black]") == 0
    page.click("#count [data-role=white][data-command=agree-score]")
    sent = wait_for_command(page, desk)
    assert sent[:2] == ("white", "agree-score")
    assert sent[2]["args"] == {"result": "B+1.5"}


def test_the_log_tells_what_was_said_before_and_since(page: Page, kiosk_of: KioskOf) -> None:
    desk = offering()
    kiosk = kiosk_of(desk)
    look(page, kiosk)
    page.wait("document.querySelectorAll('#log li').length === 1")
    kiosk.change(
        lambda: desk.note("claim", game_id="g1", kind="draw-declined", side="black", by="move")
    )
    page.wait("document.querySelectorAll('#log li').length === 2")
    assert page.text("#log li:last-child") == "Black declined the draw by moving."
    page.click("#language")
    assert page.text("#log li:last-child") == "黑方走棋，即拒绝和棋。"
    kiosk.change(lambda: setattr(desk, "game_id", "g2"))
    page.wait("document.getElementById('log').hidden")
