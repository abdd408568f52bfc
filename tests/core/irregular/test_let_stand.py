"""The arbiter lets an illegal move stand over which play has gone on: what was done since counts, in its order."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.game import Game
from rules.registry import game_by_name
from tests.core.clocks import running
from tests.core.rig import CHESS, Rig
from tests.core.sensed import SensedRig

XIANGQI = game_by_name("xiangqi")

Case = tuple[Game, str, str, str, str, str, list[str]]
"""Game, rulebook, start; the illegal move, the capture of its man in reply, a quiet move; what the record is then."""
CASES: list[Case] = [
    (CHESS, "chess-fide-2023", "r2qkbnr/pp1bpp1p/3p2p1/2p5/2P2P2/6PP/PP1PP3/RNBQK1NR b KQkq - 0 7",
     "d6- 400 f3=p", "f3- 365 e2- 325 f3=P", "h7- 400 h6=p", ["d6f3", "e2f3", "h7h6"]),
    (CHESS, "chess-classic", "rnb3n1/ppkp1N1p/4p3/2p5/4P3/2b5/PP1PBPPP/RNBQK2R w KQ - 0 9",
     "g2- 400 d5=P", "e6- 400 d5- 300 d5=p", "e2- 700 d3=B", ["g2d5", "e6d5", "e2d3"]),
    (XIANGQI, "xiangqi-cxa", "3k5/9/9/9/2r6/4N4/9/2C6/9/4K4 w - - 0 1",
     "e4- 400 e5=N", "c5- 400 e5- 300 e5=r", "e0- 400 f0=K", ["e4e5", "c5e5", "e0f0"]),
]  # fmt: skip
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case[1])


def act(rig: Rig, line: str) -> None:
    """Hands do this on a board that cannot tell men apart, or on one that can."""
    if not isinstance(rig, SensedRig):
        line = " ".join(each.split("=")[0] + "+" * ("=" in each) for each in line.split())
    rig.hands(line)


def board(case: Case, sensor: Sensor, control: str | None = None) -> Rig:
    game, book, start = case[:3]
    if sensor is Sensor.PRESENCE:
        return Rig(start, game=game, rulebook=book, time_control=control)
    return SensedRig(sensor, start, game=game, rulebook=book, time_control=control)


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@cases
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD])
@pytest.mark.parametrize("soon_ms", [400, 600, 900, 1300])
@pytest.mark.parametrize("ms", [1600, 5000])
@pytest.mark.parametrize("further", [False, True])
def test_the_capture_of_its_man_in_reply_counts(
    case: Case, sensor: Sensor, soon_ms: int, ms: int, *, further: bool
) -> None:
    illegal, reply, quiet, line = case[3:]
    rig = board(case, sensor)
    act(rig, f"1000 {illegal} {soon_ms} {reply} {ms} " + f"{quiet} 2000" * further)
    (found,) = rig.of(Irregularity)
    assert (rig.stage, found.observed.removed) == ("restore", [])
    assert rig.command("arbiter", "accept-irregularity", id=found.id)
    rig.wait(2000)
    if not further:
        act(rig, f"{quiet} 2000")
    assert (rig.line, rig.of(Irregularity), rig.of(Question)) == (line, [found], []), rig.story()
    assert rig.stage == "play"


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@cases
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("ms", [200, 1500])
def test_with_clocks_too(case: Case, sensor: Sensor, ms: int) -> None:
    illegal, reply, quiet, line = case[3:]
    rig = board(case, sensor, "90:00")
    mover = rig.session.line.position.side_to_move
    other = rig.game.other(mover)
    act(rig, f"1000 {illegal} 200")
    rig.press(mover)
    act(rig, f"{ms} {reply} 300")
    rig.press(other)
    rig.wait(5000)
    (found,) = rig.of(Irregularity)
    assert rig.command("arbiter", "accept-irregularity", id=found.id)
    rig.wait(1500)
    act(rig, f"{quiet} 300")
    rig.press(mover)
    rig.wait(1500)
    assert (rig.line, rig.of(Irregularity), rig.of(Question)) == (line, [found], []), rig.story()
    assert running(rig) == other
