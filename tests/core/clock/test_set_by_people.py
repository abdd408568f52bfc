"""Times that people set: in proportion, equally, counted down by seconds (GO-22.4, GO-22.8, GO-22.9)."""

from __future__ import annotations

import pytest

from controller.core.messages import Clock, Result, Ruling
from controller.core.table.clock import timer
from rules.registry import game_by_name
from tests.core.rig import BLACK, FIDE, WHITE, Rig, recovered

NINE = game_by_name("go", {"size": 9})
CLUB, CHINA = "go-china-club", "go-china"
HOUR_MS = 3_600_000


def club(control: str | None = "60:00", book: str = CLUB) -> Rig:
    return Rig(game=NINE, rulebook=book, time_control=control).hands("1000")


def played() -> Rig:
    """Black has used ten minutes, White two."""
    rig = club()
    rig.hands("600000 e5+ 500 b! 120000 c3+ 500 w! 1000")
    assert rig.line == ["e5", "c3"]
    return rig


@pytest.mark.law("GO-22.8")
def test_a_clock_that_is_off_too_much_is_replaced_and_the_times_are_proposed() -> None:
    rig = played()
    before = timer.faces(rig.board.state)
    assert before is not None
    off = {"ms": HOUR_MS // 30, "over_ms": HOUR_MS}  # two minutes ahead in an hour
    assert rig.command("arbiter", "set-clock", off=off)
    (said,) = rig.of(Ruling)
    assert (said.kind, said.law, said.by) == ("times-proposed", "GO-22.8", "arbiter")
    assert [text.split()[0] for text in said.evidence] == ["black", "white"]
    used = {side: before[side]["used_ms"] * 30 // 31 for side in before}
    gains = [before[side]["used_ms"] - used[side] for side in before]
    assert 18_000 < gains[0] < 21_000
    assert rig.said[-1] == said, "nothing is set"


@pytest.mark.law("GO-22.8")
@pytest.mark.parametrize(
    ("off", "reason"),
    [
        ({"ms": 119_999, "over_ms": HOUR_MS}, "the clock stays (GO-22.8)"),
        ({"ms": 120_000}, '"off" is'),
        ({"ms": HOUR_MS, "over_ms": HOUR_MS}, "longer than"),
        (7, '"off" is'),
    ],
)
def test_a_clock_that_is_hardly_off_stays(off: object, reason: str) -> None:
    rig = played()
    assert not rig.command("arbiter", "set-clock", off=off)
    assert reason in rig.refusals[-1]


@pytest.mark.law("GO-22.9")
def test_times_that_nobody_knows_are_shared_equally() -> None:
    rig = played()
    assert rig.command("arbiter", "set-clock", share="equally")
    (said,) = rig.of(Ruling)
    assert (said.kind, said.law) == ("times-proposed", "GO-22.9")
    black, white = (text.split()[1] for text in said.evidence)
    assert black[:4] == white[:4] == "0:53"
    other = club(book=CHINA)
    assert not other.command("arbiter", "set-clock", share="equally")


@pytest.mark.law("GO-22.4")
@pytest.mark.parametrize("control", [None, "60:00"])
def test_seconds_are_counted_down_late_in_a_game(control: str | None) -> None:
    rig = club(control).hands("e5+ 2000")
    assert rig.command("arbiter", "set-clock", countdown=30)
    said = rig.of(Clock)[-1]
    assert (said.why, said.by, said.running) == ("countdown", "arbiter", "white")
    assert said.sides["white"]["remaining_ms"] == 30_000
    rig.hands("20000 c3+ 500 w! 500")
    assert rig.line == ["e5", "c3"]
    assert rig.of(Result) == []
    again = recovered(rig.settings, rig.said)
    assert again.state.clock is not None
    assert again.state.clock.clock.control == rig.board.state.clock.clock.control  # type: ignore[union-attr]
    rig.hands("31000")
    (result,) = rig.of(Result)
    assert (result.winner, result.termination, result.law) == ("white", "time-forfeit", "GO-22.4")


@pytest.mark.law("GO-22.4")
def test_no_other_rulebook_counts_seconds() -> None:
    for rig in (club(book=CHINA), Rig(rulebook=FIDE, time_control="5:00").hands("1000")):
        assert not rig.command("arbiter", "set-clock", countdown=30)
    for seconds in (0, 601, "30", None):
        assert not club().command("arbiter", "set-clock", countdown=seconds)


def test_the_operator_sets_times_and_nothing_else() -> None:
    rig = Rig(rulebook=FIDE, time_control="5:00").hands("1000")
    assert rig.command("operator", "set-clock", times={"white": 200_000})
    assert timer.remaining_ms(rig.board.state, WHITE) == pytest.approx(200_000, abs=200)
    assert timer.remaining_ms(rig.board.state, BLACK) == 300_000
    assert not rig.command("operator", "set-clock", flag="white")
    assert "arbiter" in rig.refusals[-1]
