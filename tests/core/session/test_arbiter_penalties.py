"""Penalties: given by the arbiter or counted by the board, and what they lead to by each rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import Irregularity, Penalty, Result, Ruling
from controller.core.table.clock import timer
from rules.arbiter_law import Effect, counted, sanctions, time_given_ms
from rules.registry import GAMES, game_by_name
from rules.rulebook import Rulebook
from rules.terms import Side
from tests.core.rig import BLACK, CLASSIC, FIDE, WHITE, Rig
from tests.core.rulings import CLOCK, board, check_recovery, penalise

BOOKS = [(game, book) for game in GAMES.values() for book in game.rulebooks.values()]


@pytest.mark.law("CH-16.5", "FIDE-12.9")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-12.9"), (CLASSIC, "CH-16.5")])
def test_what_the_arbiter_of_chess_may_give(book: str, law: str) -> None:
    rig = board(book, time_control=CLOCK)
    began = left(rig)
    assert penalise(rig, "warning", "white", why="noise")
    assert penalise(rig, "time-to-opponent", "white", ms=120_000)
    assert penalise(rig, "time-off", "white", ms=60_000)
    said = rig.of(Penalty)
    assert [(p.kind, p.law, p.gives_ms, p.takes_ms) for p in said] == [
        ("warning", law, 0, 0),
        ("time-to-opponent", law, 120_000, 0),
        ("time-off", law, 0, 60_000),
    ]
    assert not rig.of(Result)
    assert timer.remaining_ms(rig.board.state, BLACK) == 90 * 60_000 + 30_000 + 120_000
    assert began - left(rig) == pytest.approx(60_000, abs=1000)  # his clock has run on
    check_recovery(rig)
    assert penalise(rig, "loss", "white", why="used a telephone")
    result = rig.of(Result)[-1]
    assert (result.winner, result.termination, result.law, result.by, result.why) == (
        "black", "penalties", law, "arbiter", "used a telephone",
    )  # fmt: skip
    check_recovery(rig)


def left(rig: Rig) -> int:
    """White's remaining time in milliseconds."""
    return timer.remaining_ms(rig.board.state, WHITE) or 0


def test_time_taken_off_may_bring_the_flag_down() -> None:
    rig = board(FIDE, time_control="5:00")
    assert penalise(rig, "time-off", "white", ms=10 * 60_000)
    rig.hands("100")
    result = rig.of(Result)[-1]
    assert (result.winner, result.termination) == ("black", "time-forfeit")
    check_recovery(rig)


@pytest.mark.law("FIDE-12.9")
def test_points_are_recorded_for_the_event() -> None:
    rig = board(FIDE)
    assert penalise(rig, "points-off", "white", points=0.5)
    assert penalise(rig, "points-to-opponent", "white", points=1)
    assert [(p.takes_points, p.gives_points) for p in rig.of(Penalty)] == [(0.5, 0), (0, 1)]
    for points in (None, 0, -1, True, "1", 1000):
        assert not penalise(rig, "points-off", "white", points=points)
        assert "above 0, 100 at most" in rig.refusals[-1]
    # As the journal gives them back: a replay writes the same bytes.
    assert penalise(rig, "loss", "white")
    written = [points for p in rig.of(Penalty) for points in (p.takes_points, p.gives_points)]
    assert {type(points) for points in written} == {float}


@pytest.mark.law("FIDE-12.9", "DR-14")
@pytest.mark.parametrize("book", [FIDE, "draughts-100"])
def test_exclusion_loses_the_game_and_may_come_after_it(book: str) -> None:
    rig = board(book)
    assert penalise(rig, "exclusion", "white")
    result = rig.of(Result)[-1]
    assert result.winner == "black"
    after = board(book)
    assert after.command("arbiter", "result", result=after.game.results["first-wins"])  # type: ignore[index]
    assert penalise(after, "exclusion", "white")
    assert len(after.of(Result)) == 1


@pytest.mark.law("CH-10.17", "DR-14")
@pytest.mark.parametrize(
    ("book", "law", "result"),
    [
        (FIDE, "CH-10.17", "0-0"),
        (CLASSIC, "CH-10.17", "0-0"),
        ("draughts-100", "DR-14", "0-0"),
        ("draughts-russian", "DR-14", "0-0"),
        ("go-china-club", "GO-23", "0-0"),
    ],
)
def test_both_may_lose(book: str, law: str, result: str) -> None:
    rig = board(book)
    assert penalise(rig, "both-lose")
    said = rig.of(Result)[-1]
    assert (said.result, said.law, said.winner) == (result, law, None)


@pytest.mark.law("CH-10.17")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
def test_who_refuses_the_laws_loses(book: str) -> None:
    rig = board(book)
    assert penalise(rig, "refuses-the-laws", "black")
    assert (rig.of(Result)[-1].winner, rig.of(Result)[-1].law) == ("white", "CH-10.17")


@pytest.mark.law("DR-14")
@pytest.mark.parametrize("book", ["draughts-100", "draughts-russian", "draughts-brazilian"])
def test_warnings_and_severe_warnings(book: str) -> None:
    rig = board(book)
    for _ in range(5):
        assert penalise(rig, "warning")
    assert penalise(rig, "severe-warning")
    assert not rig.of(Result)
    assert penalise(rig, "severe-warning", "black")
    assert not rig.of(Result)
    assert penalise(rig, "severe-warning")
    said = rig.of(Result)[-1]
    assert (said.winner, said.termination, said.law) == ("black", "penalties", "DR-14")
    check_recovery(rig)


@pytest.mark.law("CH-11.4", "CH-15.1", "CH-15.2")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
def test_what_people_see_at_a_game_of_chess(book: str) -> None:
    rig = board(book)
    for kind in ("notes-or-analysis", "disturbing"):
        assert penalise(rig, kind, "black")
        assert rig.of(Irregularity)[-1].law == rig.of(Penalty)[-1].law == "CH-15.1"
    assert not rig.of(Result)
    assert penalise(rig, "loss-for-conduct", "black")
    assert (rig.of(Result)[-1].winner, rig.of(Result)[-1].law) == ("white", "CH-15.2")
    other = board(book)
    assert penalise(other, "refuses-recording", "white")
    assert (other.of(Result)[-1].winner, other.of(Result)[-1].law) == ("black", "CH-11.4")


@pytest.mark.law("DR-7.8", "DR-14.4")
def test_the_loss_is_offered_for_who_will_not_correct() -> None:
    rig = board("draughts-100")
    assert penalise(rig, "refuses-correction", "white", why="will not take the man off")
    assert [(i.law, i.kind) for i in rig.of(Irregularity)] == [("DR-7.8", "refuses-correction")]
    (due,) = rig.of(Ruling)
    assert (due.kind, due.side, due.law, due.penalty) == (
        "needs-arbiter:loss-for-refusal", "white", "DR-14.4", "loss-for-refusal",
    )  # fmt: skip
    assert not rig.of(Result)
    assert penalise(rig, "loss-for-refusal", "white")
    said = rig.of(Result)[-1]
    assert (said.winner, said.termination, said.law) == ("black", "penalties", "DR-14.4")
    check_recovery(rig)


@pytest.mark.law("DR-7.8")
def test_who_corrects_in_part_is_warned_severely() -> None:
    rig = board("draughts-100")
    assert penalise(rig, "corrects-in-part", "white")
    assert [(i.law, i.kind) for i in rig.of(Irregularity)] == [("DR-7.8", "corrects-in-part")]
    assert [(p.kind, p.law, p.count) for p in rig.of(Penalty)] == [("severe-warning", "DR-14", 1)]
    assert penalise(rig, "corrects-in-part", "white")
    assert rig.of(Result)[-1].winner == "black"


@pytest.mark.law("DR-7.4.16")
@pytest.mark.parametrize("book", ["draughts-100", "draughts-russian", "draughts-brazilian"])
def test_two_hands_for_a_capture_are_entered(book: str) -> None:
    rig = board(book)
    assert penalise(rig, "two-hands", "black", why="seen by me")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.side) == ("DR-7.4.16", "two-hands", "black")
    (said,) = rig.of(Penalty)
    assert (said.kind, said.by, said.why) == ("two-hands", "arbiter", "seen by me")
    assert rig.stage == "play"


@pytest.mark.law("DR-7.8")
def test_a_correction_is_whole_or_none() -> None:
    """A capture of which both men were taken off and the capturer went astray: all three go back."""
    rig = Rig("W:W37,50:B32,23,5", game=game_by_name("draughts-100"), rulebook="draughts-100")
    rig.hands("1000 50- 300 39+ 6500")
    assert rig.odd[-1][0].startswith("DR-7.4")
    assert rig.command("black", "demand-correction")
    assert rig.stage == "restore"
    rig.hands("39- 6500")
    assert rig.stage == "restore"
    rig.hands("50+ 6500")
    assert rig.stage == "play"


FOULS = {
    "XQ-9.1.1": "disturbing",
    "XQ-9.1.2": "clock-without-leave",
    "XQ-9.1.3": "repeated-draw-offer",
    "XQ-9.1.4": "unfounded-limit-claim",
    "XQ-9.1.5": "touched-own-cannot-move",
    "XQ-9.1.6": "touched-enemy-cannot-be-captured",
    "XQ-9.1.7": "recording-missed",
    "XQ-9.1.8": "minor-conduct",
}


def foul(law: str) -> Any:  # noqa: ANN401 - pytest has no public name for it
    return pytest.param(law, marks=pytest.mark.law(law))


@pytest.mark.law("XQ-9.2", "XQ-7.1")
@pytest.mark.parametrize(
    "law",
    [
        foul("XQ-9.1.1"), foul("XQ-9.1.2"), foul("XQ-9.1.3"), foul("XQ-9.1.4"),
        foul("XQ-9.1.5"), foul("XQ-9.1.6"), foul("XQ-9.1.7"), foul("XQ-9.1.8"),
    ],
)  # fmt: skip
def test_a_foul_is_announced_at_once_and_with_three_the_loss_is_due(law: str) -> None:
    rig = board("xiangqi-cxa")
    assert penalise(rig, FOULS[law], "red")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.side) == (law, FOULS[law], "red")
    (said,) = rig.of(Penalty)
    assert (said.kind, said.law, said.count) == ("foul", "XQ-9.2", 1)
    assert rig.said[-2:] == [found, said]
    assert rig.session.view().penalties[0].kind == "foul"
    assert penalise(rig, "disturbing", "red")
    assert not rig.of(Penalty)[-1].loss_due
    assert penalise(rig, "disturbing", "red")
    assert (rig.of(Penalty)[-1].loss_due, rig.of(Result)) == (True, [])
    (due,) = rig.session.view().losses_due
    assert (due.side, due.law, due.kind, due.count) == ("red", "XQ-9.2", "foul", 3)
    check_recovery(rig)
    assert penalise(rig, "loss", "red")
    result = rig.of(Result)[-1]
    assert (result.winner, result.law, result.by) == ("black", "XQ-8.8", "arbiter")
    assert rig.session.view().losses_due == []


@pytest.mark.law("XQ-7.4")
def test_who_will_not_record_loses() -> None:
    rig = board("xiangqi-cxa")
    assert penalise(rig, "refuses-recording", "black")
    assert (rig.of(Result)[-1].winner, rig.of(Result)[-1].law) == ("red", "XQ-7.4")


@pytest.mark.law("GO-25.warn", "GO-24.warn")
@pytest.mark.parametrize(
    ("book", "law", "costs"), [("go-china", "GO-25.warn", 0), ("go-china-club", "GO-24.warn", 1)]
)
def test_two_warnings_lose_in_go(book: str, law: str, costs: int) -> None:
    rig = board(book)
    assert penalise(rig, "warning", "white")
    assert [(p.law, p.count) for p in rig.of(Penalty)] == [(law, 1)]
    found = counted(rig.session.settings.rulebook, "warning")
    assert found is not None
    assert found.costs == costs
    assert not rig.of(Result)
    assert penalise(rig, "warning", "white")
    assert (rig.of(Result)[-1].winner, rig.of(Result)[-1].law) == ("black", law)


@pytest.mark.law("GO-17.shift", "GO-17.scatter")
@pytest.mark.parametrize("book", ["go-china", "go-china-club"])
@pytest.mark.parametrize(
    ("kind", "law"),
    [("shifted-on-purpose", "GO-17.shift"), ("scattered-on-purpose", "GO-17.scatter")],
)
def test_what_is_done_on_purpose_loses(book: str, kind: str, law: str) -> None:
    rig = board(book)
    assert penalise(rig, kind, "black")
    assert (rig.of(Result)[-1].winner, rig.of(Result)[-1].law) == ("white", law)


def test_a_penalty_is_withdrawn() -> None:
    rig = board("go-china")
    assert not penalise(rig, "warning", "black", withdraw=True)
    assert penalise(rig, "warning", "black")
    assert penalise(rig, "warning", "black", withdraw=True, why="it was a draught of air")
    assert [(p.count, p.withdrawn) for p in rig.of(Penalty)] == [(1, False), (0, True)]
    check_recovery(rig)
    assert penalise(rig, "warning", "black")
    assert not rig.of(Result)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({"kind": "warning"}, '"side" is white or black'),
        ({"side": "red", "kind": "warning"}, '"side"'),
        ({"side": "white"}, "has no penalty"),
        ({"side": "white", "kind": "foul"}, "known: both-lose"),
        ({"side": "white", "kind": "time-off"}, '"ms"'),
        ({"side": "white", "kind": "time-off", "ms": 0}, '"ms"'),
        ({"side": "white", "kind": "time-off", "ms": True}, '"ms"'),
        ({"side": "white", "kind": "time-off", "ms": 60_000}, "no clock"),
    ],
)
def test_a_penalty_that_cannot_be(args: dict[str, Any], reason: str) -> None:
    rig = board(FIDE)
    count = len(rig.said)
    assert not rig.command("arbiter", "penalty", **args)
    assert reason in rig.refusals[-1]
    assert len(rig.said) == count


def test_after_the_game_no_penalty_changes_its_result() -> None:
    rig = board(FIDE, time_control=CLOCK)
    assert rig.command("arbiter", "result", result="1-0")
    assert not penalise(rig, "loss", "white")
    assert not penalise(rig, "time-off", "white", ms=1000)
    for _ in range(2):
        assert penalise(rig, "illegal-move", "white")
    assert [p.gives_ms for p in rig.of(Penalty)] == [0, 0]
    assert len(rig.of(Result)) == 1


@pytest.mark.parametrize(("game", "book"), BOOKS, ids=lambda each: each.name)
def test_every_penalty_of_every_rulebook(game: Any, book: Rulebook) -> None:  # noqa: ANN401
    """What each leads to is what its effect says, and people can read what it is."""
    for kind, found in sanctions(book).items():
        rig = board(book.name, time_control=CLOCK)
        assert found.english
        assert found.chinese
        assert penalise(rig, kind, ms=1000, points=1), rig.refusals
        said = rig.of(Penalty)[-1]
        ends = found.effect in (Effect.LOSS, Effect.BOTH_LOSE, Effect.EXCLUSION)
        assert bool(rig.of(Result)) is ends
        assert said.kind == (found.counted or kind)
        assert said.side == game.sides[0]
        check_recovery(rig)


def test_time_is_given_by_the_count_alone() -> None:
    law = counted(board(FIDE).session.settings.rulebook, "illegal-move")
    assert law is not None
    assert time_given_ms(law, None) == 0
    assert counted(board(FIDE).session.settings.rulebook, "foul") is None


def test_players_see_what_is_counted_against_them() -> None:
    rig = board("draughts-100")
    penalise(rig, "warning", "black", why="talking")
    (shown,) = rig.session.view().penalties
    assert (shown.side, shown.kind, shown.count) == (Side("black"), "warning", 1)
    assert (shown.english, shown.chinese) == ("warning", "警告")
    penalise(rig, "warning", "black", withdraw=True)
    assert rig.session.view().penalties == []
