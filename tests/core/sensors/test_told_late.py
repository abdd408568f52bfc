"""A point feels a man at once, and tells late whose he is: nobody is accused for what it told first."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.boards import CLOCK
from tests.core.fair import accused
from tests.core.policies import ASKED
from tests.core.rig import BLACK
from tests.core.sensed import SensedRig

STONES = '{"size":9,"black":["c3","g4"],"white":["e5","d6"],"to_move":"black"}'
GAMES = {
    "chess": (None, "e2- 300 e4=p", "e4=P", "e7- 300 e5=p", ["e2e4", "e7e5"]),
    "xiangqi": (None, "h2- 300 e2=c", "e2=C", "h9- 300 g7=n", ["h2e2", "h9g7"]),
    "draughts-100": (None, "32- 300 28=b", "28=w", "19- 300 23=b", ["32-28", "19-23"]),
    "go": (STONES, "b2=w", "b2=b", "h8=w", ["b2", "h8"]),
}


def board(name: str, sensor: Sensor = Sensor.POLARITY) -> SensedRig:
    game = game_by_name(name, {"size": 9} if name == "go" else None)
    start, clock = GAMES[name][0], CLOCK
    rig = SensedRig(sensor, start, game=game, rulebook=game.rulebook.name, time_control=clock)
    rig.hands("1000")
    return rig


def press(rig: SensedRig, side: Side, ms: int) -> None:
    rig.wait(ms)
    rig.press(side)


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.5", "GO-17.shift")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
@pytest.mark.parametrize("press_ms", [60, 150])
@pytest.mark.parametrize("late_ms", [250, 400, 900])
@pytest.mark.parametrize("reply_ms", [1000, 3000])
def test_a_colour_that_comes_right_after_the_press(
    name: str, sensor: Sensor, press_ms: int, late_ms: int, reply_ms: int
) -> None:
    _, hands, told, reply, moves = GAMES[name]
    rig = board(name, sensor)
    first, second = rig.game.sides
    rig.hands(hands)
    press(rig, first, press_ms)
    rig.hands(f"{late_ms - press_ms} {told} {max(reply_ms - late_ms, 150)} {reply}")
    press(rig, second, 300)
    rig.hands("3000")
    assert (rig.moves, rig.odd, rig.questions) == (moves, [], []), rig.story()


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("press_ms", [60, 500])
def test_a_man_of_the_other_colour_accuses_nobody(press_ms: int) -> None:
    rig = board("chess")
    rig.hands("e2- 300 e4=p")
    press(rig, rig.game.other(BLACK), press_ms)
    rig.wait(ASKED.within_ms)
    assert accused(rig) == []
    assert rig.moves in ([], ["e2e4"])
