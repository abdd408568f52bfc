"""Moves that broken sensors showed change for change: judged from levels and laws, strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Frame
from controller.shell.evening.appearances import Appearance
from rules.go.game import game_of
from rules.registry import game_by_name
from tests.core.go.test_go_tracking import SINGLE

if TYPE_CHECKING:
    from rules.game import Game

CHESS = game_by_name("chess")
NINE = game_of({"size": 9})
MS = 1_000_000


def shown(
    script: str,
    unread: str = "",
    game: Game = CHESS,
    start: str | None = None,
    rest_ms: int = 10,
) -> Appearance:
    """What changes like `e2- 300 e4+` look like, milliseconds between them, and a rest; some points never read."""
    position = game.start(start)
    seen = Appearance(game, position)
    unknown = sum(1 << game.index[name] for name in unread.split())
    levels, at_ns = position.occupied, 0
    seen.take(Frame(at_ns=0, levels=levels, unknown=unknown))
    for word in script.split():
        if word.isdigit():
            at_ns += int(word) * MS
            continue
        levels ^= 1 << game.index[word[:2]]
        seen.take(Frame(at_ns=at_ns, levels=levels, unknown=0))
    if script:
        seen.take(Frame(at_ns=at_ns + rest_ms * MS, levels=levels, unknown=0))
    return seen


@pytest.mark.parametrize(
    "script",
    [
        "100 e2- 300 e4+",
        "100 e2- 300 e3+ 60 e3- 60 e4+",
        "100 e2- 5 e2+ 5 e2- 300 e4+",
        "100 e2- 300 e4+ 500 d7-",
        "100 e2- 300 e4+ 500 d7- 300 d5+",
        "100 d2- 900 d2+ 500 e2- 300 e4+",
    ],
)
def test_just_the_move_and_perhaps_a_reply(script: str) -> None:
    assert shown(script).is_just("e2e4")


@pytest.mark.parametrize(
    "script",
    [
        "",
        "100 e4+",
        "100 e4+ 300 e2-",
        "100 e2- 300 e4+ 300 h5+",
        "100 e2- 300 e3+ 300 e3- 60 e4+",
        "100 d2- 300 e2- 300 e4+",
        "100 d2- 900 d2+ 500 c2- 900 c2+ 500 e2- 300 e4+",
        "100 d3+ 900 d3- 500 e2- 300 e4+",
        "100 e2- 300 d2- 300 e4+ 300 d2+",
        "100 e2- 300 e4+ 300 d2- 300 d4+",
    ],
)
def test_anything_else_is_not_just_the_move(script: str) -> None:
    assert not shown(script).is_just("e2e4")


@pytest.mark.parametrize(
    ("script", "just"),
    [
        ("100 e2- 200 d2- 60 d2+ 300 e4+", True),
        ("100 e2- 300 f2- 20 e4+ 60 f2+", True),
        ("100 e2- 200 d2- 60 d2+ 900 e4+", True),
        ("100 e2- 200 d2- 60 d2+ 300 e4+ 500 d7- 300 d5+", True),
        ("100 e2- 200 d2- 60 d2+ 1000 e4+", False),
        ("100 e2- 200 d2- 110 d2+ 300 e4+", False),
        ("100 e2- 200 c2- 60 c2+ 300 e4+", False),
        ("100 e2- 200 d2- 60 d2+ 200 f2- 60 f2+ 200 e4+", False),
        ("100 e2- 200 d2- 60 d2+ 200 d2- 60 d2+ 200 e4+", False),
        ("100 e2- 300 e4+ 10 f2- 60 f2+", False),
        ("100 d2- 20 e2- 40 d2+ 300 e4+", False),
    ],
)
def test_one_man_jolted_beside_the_man_in_the_hand(script: str, *, just: bool) -> None:
    assert shown(script).is_just("e2e4") is just


@pytest.mark.parametrize(
    ("unread_ms", "lifted_ms", "just"),
    [(60, 400, True), (240, 400, True), (260, 400, False), (60, 90, False), (60, 120, False)],
)
def test_nobody_was_at_work_while_nothing_could_be_read(
    unread_ms: int, lifted_ms: int, *, just: bool
) -> None:
    """The points are unread from 100 ms on, and e2 leaves before, while they are or later."""
    e2, e4 = (1 << CHESS.index[name] for name in ("e2", "e4"))
    start = CHESS.start(None)
    seen, men = Appearance(CHESS, start), start.occupied
    times = sorted({0, 100, lifted_ms, 100 + unread_ms, 800, 900})
    for at_ms in times:
        levels = men & ~(e2 if at_ms >= lifted_ms else 0) | (e4 if at_ms >= 800 else 0)
        unknown = men | e4 if 100 <= at_ms < 100 + unread_ms else 0
        seen.take(Frame(at_ns=at_ms * MS, levels=levels & ~unknown, unknown=unknown))
    assert seen.is_just("e2e4") is just


@pytest.mark.parametrize(("rest_ms", "just"), [(5, True), (10, False)])
def test_what_has_not_passed_the_debounce_nobody_knows_of(rest_ms: int, *, just: bool) -> None:
    assert shown("100 e2- 300 e4+ 745 h5+", rest_ms=rest_ms).is_just("e2e4") is just


def test_time_passes_over_scans_that_show_nothing_new() -> None:
    seen = shown("100 e2- 300 e4+ 745 h5+", rest_ms=0)
    seen.reach(1155 * MS)
    assert not seen.is_just("e2e4")


def test_what_could_not_be_read_is_not_just_the_move() -> None:
    assert not shown("100 e2- 300 e4+", unread="e4").is_just("e2e4")


def test_what_was_rightly_published_is_used_up() -> None:
    seen = shown("100 e2- 300 e4+ 500 d7- 300 d5+")
    seen.published("e2e4")
    assert seen.is_just("d7d5")
    assert not seen.is_just("d7d6")


def test_a_step_that_was_never_shown_leaves_a_doubt_until_play_goes_on_around_it() -> None:
    seen = shown("100 e2- 500 d7- 300 d5+ 500 g1- 300 f3+")
    seen.published("e2e4")
    assert not seen.is_just("d7d5")
    seen.published("d7d5")
    assert seen.is_just("g1f3")


def test_a_retracted_move_leaves_nothing_behind() -> None:
    seen = shown("100 e2- 300 e4+")
    seen.published("e2e4")
    seen.retracted(1)
    assert not seen.is_just("e2e4")


@pytest.mark.parametrize(
    "script",
    ["100 e5+", "100 e5+ 300 g7+ 900 c7+", "100 e5+ 300 c3- 60 c3+", "100 e5+ 5 e5- 5 e5+"],
)
def test_stones_that_came_one_by_one(script: str) -> None:
    assert shown(script, game=NINE, start=SINGLE).is_just("e5")


@pytest.mark.parametrize(
    "script", ["", "100 e5+ 10 g7+", "100 g7+ 300 e5+", "100 e5+ 300 c3-", "100 c3- 300 e5+"]
)
def test_stones_that_leave_a_doubt(script: str) -> None:
    assert not shown(script, game=NINE, start=SINGLE).is_just("e5")


@pytest.mark.parametrize("unread", ["e5", "g7"])
def test_one_stone_is_a_play_whenever_it_was_seen(unread: str) -> None:
    assert shown("100 e5+", unread=unread, game=NINE).is_just("e5")


def dips(point: str, times: int) -> str:
    """A contact that loses its stone again and again."""
    return f" 200 {point}- 40 {point}+" * times + f" 200 {point}-"


@pytest.mark.parametrize("script", [f"{dips('c3', 5)} 10 e5+", f"100 e5+ {dips('c3', 5)}"])
def test_a_stone_on_a_contact_that_chatters_leaves_no_doubt_about_another(script: str) -> None:
    assert shown(script, game=NINE, start=SINGLE).is_just("e5")


@pytest.mark.parametrize("script", [f"{dips('c3', 4)} 50 e5+", f"100 e5+ 200 {dips('e5', 5)}"])
def test_a_stone_that_was_lost_now_and_then_or_that_chatters_itself_leaves_one(script: str) -> None:
    assert not shown(script, game=NINE, start=SINGLE).is_just("e5")


@pytest.mark.parametrize(("ms", "just"), [(10, True), (50, False)])
def test_a_stone_lost_once_more_may_be_so_for_an_instant(ms: int, *, just: bool) -> None:
    script = f"100 c3- 30 c3+ 300 e5+ 700 c3- {ms} h8+"
    assert shown(script, game=NINE, start=SINGLE).is_just("e5") is just


def test_what_chattered_when_it_changed_last_tells_of_no_hand() -> None:
    script = f"{dips('c3', 5)} 6000 e5+"
    assert shown(script, game=NINE, start=SINGLE).is_just("e5")


def test_a_reply_before_all_captured_stones_are_off() -> None:
    seen = shown("100 d3+ 300 h8+ 300 c3-", game=NINE, start=SINGLE)
    assert not seen.is_nothing()
    seen.published("d3")
    assert seen.is_just("h8")
    seen.published("h8")
    assert seen.is_nothing()


def test_a_captured_stone_taken_off_after_its_play_was_published_is_no_part_of_the_next() -> None:
    position = NINE.start(SINGLE)
    seen, levels = Appearance(NINE, position), position.occupied
    seen.take(Frame(at_ns=0, levels=levels, unknown=0))
    for n, point in enumerate(("d3", "c3", "h8"), 1):
        levels ^= 1 << NINE.index[point]
        seen.take(Frame(at_ns=n * 1000 * MS, levels=levels, unknown=0))
        if point == "d3":
            seen.published("d3")
    seen.take(Frame(at_ns=3010 * MS, levels=levels, unknown=0))
    assert seen.is_just("h8")
    assert not seen.is_just("h7")


@pytest.mark.law("GO-18.dead")
def test_a_captured_stone_that_is_felt_on_says_nothing_about_the_next() -> None:
    seen = shown("100 d3+ 900 h8+", game=NINE, start=SINGLE)
    seen.published("d3")
    assert seen.is_just("h8")


@pytest.mark.parametrize(
    ("script", "nothing"),
    [
        ("", True),
        ("100 e2-", True),
        ("100 e2- 300 e4+", False),
        ("100 e7-", False),
        ("100 e4+", False),
        ("100 e7- 900 e7+", True),
        ("100 e2- 200 e7- 900 e7+", True),
        ("100 e4+ 900 e4-", False),
    ],
)
def test_a_man_who_may_still_be_in_the_hand(script: str, nothing: bool) -> None:  # noqa: FBT001
    assert shown(script).is_nothing() is nothing


def test_a_flash_before_a_move_leaves_nothing_behind() -> None:
    """A chip that loses its supply for a moment shows all its points, that of the next play among them."""
    seen = shown("100 e5+ c3+ 20 e5- c3- 500 e5+ 800 h8+", game=NINE)
    seen.published("e5")
    assert seen.is_just("h8")


@pytest.mark.parametrize("late", ["e5", "a3"])
def test_what_was_felt_while_another_stone_could_not_be_read_may_have_come_after_it(
    late: str,
) -> None:
    """a3 and e5 are played while one of them cannot be read; people say that it was e5 first."""
    a3, e5 = (1 << NINE.index[name] for name in ("a3", "e5"))
    unread = 1 << NINE.index[late]
    seen = Appearance(NINE, NINE.start(None))
    for at_ms, levels, unknown in [(0, 0, 0), (100, 0, unread), (200, (a3 | e5) & ~unread, unread)]:
        seen.take(Frame(at_ns=at_ms * MS, levels=levels, unknown=unknown))
    for at_ms in (800, 900):
        seen.take(Frame(at_ns=at_ms * MS, levels=a3 | e5, unknown=0))
    assert not (seen.is_just("a3"))
    assert not (seen.is_just("e5"))
    seen.published("e5")
    assert seen.is_just("a3")


@pytest.mark.parametrize(("unread_ms", "just"), [(5, True), (60, False)])
def test_in_an_instant_in_which_nothing_could_be_read_hands_do_nothing(
    unread_ms: int, *, just: bool
) -> None:
    e2, e4 = (1 << CHESS.index[name] for name in ("e2", "e4"))
    start = CHESS.start(None)
    seen, men = Appearance(CHESS, start), start.occupied
    for at_ms, levels, unknown in [(0, men, 0), (100, men ^ e2, 0), (200, men ^ e2, e4)]:
        seen.take(Frame(at_ns=at_ms * MS, levels=levels, unknown=unknown))
    for at_ms, levels in [(200 + unread_ms, men ^ e2), (500, men ^ e2 ^ e4)]:
        seen.take(Frame(at_ns=at_ms * MS, levels=levels, unknown=0))
    assert seen.is_just("e2e4") is just


@pytest.mark.parametrize(("unread_from_ms", "just"), [(150, True), (50, False)])
def test_a_stone_read_late_came_after_what_was_felt_before_its_point_went_silent(
    unread_from_ms: int, *, just: bool
) -> None:
    a3, e5 = (1 << NINE.index[name] for name in ("a3", "e5"))
    seen = Appearance(NINE, NINE.start(None))
    frames = [(0, 0, 0), (100, e5, 0), (unread_from_ms, 0 if unread_from_ms < 100 else e5, a3)]
    for at_ms, levels, unknown in sorted(frames):
        seen.take(
            Frame(
                at_ns=at_ms * MS,
                levels=levels,
                unknown=unknown or (a3 if at_ms > unread_from_ms else 0),
            )
        )
    for at_ms in (400, 500):
        seen.take(Frame(at_ns=at_ms * MS, levels=a3 | e5, unknown=0))
    assert seen.is_just("e5") is just


@pytest.mark.parametrize(("dips_seen", "nothing"), [(5, True), (2, False)])
def test_a_contact_that_chatters_hides_no_man_in_the_hand(dips_seen: int, *, nothing: bool) -> None:
    script = " ".join(["300 b1- 60 b1+"] * dips_seen)
    assert shown(f"{script} 300 b1- 300 e2-").is_nothing() is nothing


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize(
    ("script", "just"),
    [
        ("100 f1+ 268 f1- 238 a5+", True),
        ("100 f1+ 520 f1- 238 a5+", False),
        ("100 f1+ 268 f1- 1100 a5+", False),
    ],
    ids=["held", "let-go", "not-carried"],
)
def test_a_stone_not_let_go_may_be_set_down_elsewhere(script: str, *, just: bool) -> None:
    assert shown(script, game=NINE).is_just("a5") is just


@pytest.mark.parametrize(
    ("felt", "script", "just"),
    [
        ("", "f4+", True),
        ("", "f4+ 400 d5- 300 d4+", True),
        ("", "f4+ 400 h2- 300 h3+", False),
        ("", "f5+", False),
        ("", "", False),
        ("f3+", "f4+", False),
        ("f3+", "f3- 300 f4+", True),
    ],
)
def test_a_man_who_is_not_felt_is_not_seen_to_leave(felt: str, script: str, *, just: bool) -> None:
    seen = shown(f"100 f2- 300 {felt} 500 d7- 300 d5+ 500 {script}")
    seen.published("f2f3")
    seen.published("d7d5")
    assert seen.is_just("f3f4") is just


def test_a_man_jolted_by_the_move_before_is_back_and_no_part_of_what_follows() -> None:
    """d2 is off for 60 ms as e4 is set down; then nothing but a man touched is shown."""
    seen = shown("100 e2- 300 e4+ 0 d2- 60 d2+ 900 d7- 600 d7+")
    seen.published("e2e4")
    assert seen.is_nothing()
