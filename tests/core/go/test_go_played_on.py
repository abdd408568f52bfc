"""Both sides play on over what is irregular, and only then it is put right (Go): what they have played is followed."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import SensedRig

START = position("e5 e6", "a2 b1 g7 g8")


class Case(NamedTuple):
    """What is done against the law, how it is put right, and what has been played by then."""

    law: str
    deed: str
    right: str
    moves: list[str]


CASES = [
    Case("GO-19", "a1+", "a1-", ["pass"]),
    Case("GO-18.alive", "c7+ 3000 e5-", "e5+", ["c7"]),
    Case("GO-17.shift", "c7+ 1300 e5- 500 f5+", "f5- 600 e5+", ["c7"]),
]


@pytest.mark.law("GO-17.shift", "GO-18.alive", "GO-19")
@pytest.mark.parametrize("book", ["go-china", "go-china-club"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.law)
@pytest.mark.parametrize("plays", [["d3"], ["d4", "d3", "h2"]], ids=len)
@pytest.mark.parametrize("ms", [300, 1500])
def test_it_is_followed(book: str, case: Case, plays: list[str], ms: int) -> None:
    rig = Rig(START, game=NINE, rulebook=book).hands(f"1000 {case.deed} {NAMED.within_ms}")
    rig.hands(f"{''.join(f'{play}+ {ms} ' for play in plays)} {case.right} 2000 j9+")
    rig.wait(2 * NAMED.within_ms)  # what was played over it is told once all stands right
    rig.say_turn_lost(within_ms=NAMED.within_ms)
    assert [found.law for found in rig.of(Irregularity)] == [case.law]
    truth = [*case.moves, *plays, "j9"]
    assert rig.line == truth[: len(rig.line)], rig.story()
    assert rig.line == truth or (rig.stage == "restore" and len(plays) > 1), rig.story()


@pytest.mark.law("GO-17.shift")
def test_stones_that_have_come_together_are_no_plays() -> None:
    hands = f"1000 c7+ 1300 e5- 500 f5+ {NAMED.within_ms} d3+,d4+ 1500 f5- 600 e5+ 2000"
    rig = Rig(START, game=NINE, rulebook="go-china").hands(hands)
    assert (rig.line, rig.stage) == (["c7"], "restore")


DISPLACED = ("GO-17.scatter", "GO-17.shift")
"""What a stone that has left its point may be called as well, where no colour tells of another."""
SOON = [
    Case("GO-19", "a1+b", "a1-", ["pass"]),
    Case("GO-17.release", "c7+b 1300 c7- 400 c6+b", "c6- 400 c7+b", ["c7"]),
    Case("GO-18.alive", "c7+b 3000 e5-", "e5+b", ["c7"]),
    Case("GO-17.shift", "c7+b 1300 e5- 500 f5+b", "f5- 600 e5+b", ["c7"]),
    Case("GO-17.shift", "c7+b 1300 g7- 500 h7+w", "h7- 600 g7+w", ["c7"]),
]


def coloured(sensor: Sensor, line: str) -> Rig:
    """A board on which stones are set down with their colours, as in "e5+b"."""
    rig = SensedRig(sensor, START, game=NINE, rulebook="go-china")
    for token in line.split():
        if token.isdigit():
            rig.wait(int(token))
        else:
            stone = {"-": None, "b": BLACK_STONE, "w": WHITE_STONE}[token[-1]]
            rig.set(NINE.index[token.rstrip("bw")[:-1]], stone)
    return rig


@pytest.mark.law("GO-17.shift", "GO-17.release", "GO-18.alive", "GO-19")
@pytest.mark.parametrize("case", SOON, ids=lambda case: f"{case.law} {case.deed[-3:]}")
@pytest.mark.parametrize("plays", [["d3"], ["d4", "d3", "h2"]], ids=len)
@pytest.mark.parametrize("ms", [300, 1100])
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_it_is_followed_though_the_first_came_before_anybody_was_told(
    case: Case, plays: list[str], ms: int, sensor: Sensor
) -> None:
    """Or it is asked about: no ply is told that was not made, and nobody is named for anything else."""
    first, *others, last = (f"{p}+{'wb'[n % 2]}" for n, p in enumerate([*plays, "j9"]))
    between = "".join(f"{play} 500 " for play in others)
    within_ms = NAMED.within_ms
    line = f"1000 {case.deed} {ms} {first} {within_ms} {between} {case.right} 2000 {last}"
    rig = coloured(sensor, f"{line} {2 * within_ms}")
    rig.say_turn_lost(within_ms=within_ms)
    assert {found.law for found in rig.of(Irregularity)} <= {case.law, *DISPLACED}
    truth = [*case.moves, *plays, "j9"]
    stood = ["c6", *truth[1:]] if case.law == "GO-17.release" else truth  # played upon, it stands
    assert rig.line in (truth[: len(rig.line)], stood[: len(rig.line)]), rig.story()
    assert rig.line == truth or rig.stage in ("restore", "question"), rig.story()


@pytest.mark.law("GO-17.shift", "GO-19")
@pytest.mark.parametrize(("first", "then"), [("c7+w", "c7+b"), ("a1+b", "a1+w")])
@pytest.mark.parametrize("exchanged", ["", "c7- 150", "c7- 280", "c7- 900"])
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_stone_of_the_other_colour_in_its_place_is_another(
    first: str, then: str, exchanged: str, sensor: Sensor
) -> None:
    """A stone of the wrong colour is exchanged; or on a forbidden point the opponent plays, to whom the turn has gone."""
    off = exchanged.replace("c7", first[:2])
    rig = coloured(sensor, f"1000 {first} {NAMED.within_ms} {off} {then} {NAMED.within_ms}")
    assert len(rig.of(Irregularity)) <= 1
    moves = ["c7"] if first == "c7+w" else ["pass", "a1"]
    assert rig.line == moves[: len(rig.line)], rig.story()
    assert (rig.line, rig.stage) == (moves, "play") or rig.stage == "restore", rig.story()


@pytest.mark.law("GO-17.two", "GO-17.shift")
@pytest.mark.parametrize("gap_ms", [200, 740, 1500])
@pytest.mark.parametrize("wrong_ms", [80, 800, 1500])
@pytest.mark.parametrize("off_ms", [0, 60, 440])
def test_a_stone_of_the_wrong_colour_that_is_exchanged_is_played(
    gap_ms: int, wrong_ms: int, off_ms: int
) -> None:
    """White sets down a dark stone and exchanges it; only one that stood for long is named by then."""
    off = f"h2- {off_ms}" if off_ms else ""
    rig = coloured(Sensor.POLARITY, f"1000 c3+b {gap_ms} h2+b {wrong_ms} {off} h2+w 3000 f6+b 2000")
    assert (rig.line, rig.stage) == (["c3", "h2", "f6"], "play"), rig.story()
    assert {found.law for found in rig.of(Irregularity)} <= {"GO-17.two"}
    assert wrong_ms > 1200 or not rig.of(Irregularity)
