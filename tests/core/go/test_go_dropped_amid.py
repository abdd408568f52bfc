"""A captured stone that slips from the hand (Go) while others of that capture still stand: nobody has replied yet."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from controller.core.messages import Penalty, Question
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.sensed import SensedRig

ROWS = {9: "abcde", 13: "abcdefg", 19: "ab"}
"""White's stones on the first line, by the size of the board: the play beside the last takes them all."""
BOTH = [Sensor.PRESENCE, Sensor.POLARITY]
BOOKS = ["go-china", "go-china-club"]


class Case(NamedTuple):
    """A capture at which a stone is dropped.

    Attributes:
        off: how many stones are off by then.
        lifted_ms, gap_ms, lies_ms: when the first is taken off; how long the dropped one is in the hand, and lies there.
        at: where it falls: its own point, that of the first stone, or elsewhere.
    """

    size: int
    off: int
    lifted_ms: int = 900
    gap_ms: int = 250
    lies_ms: int = 1200
    at: str = "own"

    @property
    def row(self) -> list[str]:
        return [f"{column}1" for column in ROWS[self.size]]

    @property
    def play(self) -> str:
        return f"{chr(ord(ROWS[self.size][-1]) + 1)}1"

    @property
    def dropped(self) -> str:
        return {"own": self.row[self.off - 1], "first": self.row[0]}.get(self.at, "g7")


def hands(case: Case, sensor: Sensor, book: str, line: str, *, clock: bool) -> SensedRig:
    """Hands that set down the play, then do what the line says; stones named in capitals are Black's, presses are left out without a clock."""
    game = game_by_name("go", {"size": case.size})
    black = [point[0] + "2" for point in case.row] + ["a9", "c7"]
    white = [*case.row, "j9", "d6"]
    start = {"size": case.size, "black": black, "white": white, "to_move": "black"}
    time_control = "60:00" if clock else None
    rig = SensedRig(sensor, json.dumps(start), game=game, rulebook=book, time_control=time_control)
    for token in f"1000 {case.play.upper()}+ {line}".split():
        if token[-1] in "+-":
            stone = BLACK_STONE if token[0].isupper() else WHITE_STONE
            rig.set(game.index[token[:-1].lower()], stone if token[-1] == "+" else None)
        elif clock or "!" not in token:
            rig.hands(token)
    return rig


def taken_off(stones: list[str]) -> str:
    return " 300 ".join(f"{point}-" for point in stones)


def until_it_drops(case: Case) -> str:
    off = taken_off(case.row[: case.off])
    return f"{case.lifted_ms} {off} {case.gap_ms} {case.dropped}+"


CASES = [
    *(Case(9, 1, lies_ms=ms) for ms in (300, 1200, 2500)),
    *(Case(9, 3, lifted_ms=300, at=at) for at in ("own", "first")),
    *(Case(13, off, gap_ms=130) for off in (1, 6)),
    *(Case(13, 2, at="elsewhere", gap_ms=ms, lies_ms=1600) for ms in (130, 500)),
    *(Case(19, 1, lifted_ms=ms, lies_ms=1600) for ms in (400, 5000)),
]


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize(("book", "clock"), [(BOOKS[0], True), (BOOKS[1], False)], ids=str)
@pytest.mark.parametrize("sensor", BOTH)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_no_reply_and_the_game_goes_on(
    case: Case, sensor: Sensor, book: str, *, clock: bool
) -> None:
    rest = taken_off(case.row[case.off :])
    line = f"{until_it_drops(case)} {case.lies_ms} {case.dropped}- 300 {rest} 400 b!"
    line += " 1500 f5+ 400 w! 1500 F6+ 400 b! 1500"
    rig = hands(case, sensor, book, line, clock=clock)
    assert (rig.moves, rig.odd, rig.of(Question), rig.of(Penalty)) == (
        [case.play, "f5", "f6"],
        [],
        [],
        [],
    ), rig.story()


@pytest.mark.parametrize("clock", [True, False], ids=["clock", "no-clock"])
@pytest.mark.parametrize("sensor", BOTH)
def test_it_waits_while_others_are_taken_off(sensor: Sensor, *, clock: bool) -> None:
    """It is picked up long after it fell, and one of the others is dropped as well."""
    line = "900 a1- 250 a1+ 1000 b1- 900 c1- 900 a1- 400 d1- 250 d1+ 900 e1- 900 d1- 400 b!"
    line += " 1500 f5+ 400 w! 1500 F6+ 400 b! 1500"
    rig = hands(Case(9, 1), sensor, BOOKS[0], line, clock=clock)
    assert (rig.moves, rig.odd, rig.of(Question)) == (["f1", "f5", "f6"], [], []), rig.story()


@pytest.mark.parametrize("sensor", BOTH)
@pytest.mark.parametrize("case", [Case(9, 2), Case(9, 3), Case(13, 2)], ids=str)
def test_a_reply_there_counts_once_play_has_gone_on_or_the_clock_is_pressed(
    case: Case, sensor: Sensor
) -> None:
    """Nobody has taken it off: the other stones were forgotten, or taken off beside it."""
    line, reply = until_it_drops(case), [case.play, case.dropped]
    rig = hands(case, sensor, BOOKS[0], f"{line} 2500", clock=False)
    assert rig.moves == [case.play]
    for more, clock in (("", False), ("900 b!", True), ("900 w!", True)):
        rig = hands(case, sensor, BOOKS[0], f"{line} {more} {ASKED.within_ms}", clock=clock)
        asked = rig.stage == "restore" or rig.questions == [[case.dropped]]
        assert rig.moves == reply or (asked and rig.moves == [case.play]), rig.story()
    line += f" 400 {taken_off(case.row[case.off :])} 900 H7+ 400 b! {ASKED.within_ms}"
    rig = hands(case, sensor, BOOKS[0], line, clock=True)
    assert (rig.moves[:2], rig.odd) == (reply, []), rig.story()


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("sensor", BOTH)
def test_a_reply_elsewhere_while_others_stand_is_told_as_soon_as_ever(sensor: Sensor) -> None:
    line = "800 a1- 300 b1- 900 g7+ 2500"
    rig = hands(Case(9, 1), sensor, BOOKS[0], line, clock=False)
    assert (rig.moves, rig.odd) == (["f1", "g7"], [("GO-18.dead", "dead-stones-left")])


@pytest.mark.parametrize("lies_ms", [200, 900])
@pytest.mark.parametrize("gap_ms", [130, 450])
@pytest.mark.parametrize("case", [Case(9, 5), Case(19, 2, lifted_ms=300)], ids=str)
def test_the_last_one_that_falls_back_at_once_and_is_picked_up_is_asked_about_by_nobody(
    case: Case, gap_ms: int, lies_ms: int
) -> None:
    """No colours, no presses: that White's first was played there and lost by its sensor is thought of only where another hand could be there."""
    case = case._replace(gap_ms=gap_ms)
    line = f"{until_it_drops(case)} {lies_ms} {case.dropped}- 2500 f5+ 1500 F6+ 1500"
    rig = hands(case, Sensor.PRESENCE, BOOKS[1], line, clock=False)
    assert (rig.moves, rig.of(Question)) == ([case.play, "f5", "f6"], []), rig.story()
