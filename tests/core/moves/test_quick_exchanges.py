"""Men exchanged so quickly as a jolt lasts: where a sensor tells another man than before, it was no jolt."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.sensed import TELLING, Board

CASES = [
    ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4", "d5"),
    ("xiangqi", "3k4r/9/9/9/9/9/9/9/9/4K3R w - - 0 1", "i0", "i9"),
]


@pytest.mark.law("FIDE-4.3.3", "XQ-5.3")
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("jolt_ms", "ms"), [*((0, ms) for ms in range(5, 125, 5)), (48, 160)])
def test_are_captures(
    case: tuple[str, str, str, str], jolt_ms: int, ms: int, sensor: Sensor
) -> None:
    """Also where the man who is taken has been jolted before."""
    name, start, origin, target = case
    board = Board(game_by_name(name), sensor, start)
    own = board.session.line.position.piece_at(board.game.index[origin])
    assert own is not None
    taken = board.session.line.position.piece_at(board.game.index[target])
    assert taken is not None
    board.wait(1000).lift(origin).wait(400)
    if jolt_ms:
        board.lift(target).wait(jolt_ms).put(target, taken).wait(350)
    board.lift(target).wait(ms).put(target, own).wait(3000)
    assert board.moves == [origin + target]
    assert (board.of("Question"), board.of("Irregularity")) == ([], [])
