"""One sensor is dead or stuck from the start, whichever of those that a game needs: people answer, and the record is right."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.footprint import Act
from rules.registry import game_by_name
from tests.core.sensed import Board

LINES = {
    "chess": "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3",
    "xiangqi": "h2e2 h9g7 h0g2 i9h9 c3c4 c6c5",
    "draughts-100": "32-28 19-23 28x19 14x23 31-27 17-22",
    "draughts-russian": "c3-d4 d6-c5 b2-c3 f6-g5 g3-h4 b6-a5",
    "draughts-brazilian": "c3-d4 d6-c5 b2-c3 f6-g5 g3-h4 b6-a5",
}
PLIES = [
    pytest.param(game, fault, n, id=f"{game}-{fault}-{n}")
    for game, line in LINES.items()
    for fault in ("dead", "stuck")
    for n in range(len(line.split()) - 2)
]
"""A sensor that does not feel the piece that comes in a ply, or goes on feeling the one that leaves."""


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize(("name", "fault", "n"), PLIES)
def test_the_record_is_right_and_nobody_is_accused(
    name: str, fault: str, n: int, sensor: Sensor
) -> None:
    game = game_by_name(name)
    truth = LINES[name].split()
    board = Board(game, sensor).wait(1000)
    position = game.start()
    for ply, text in enumerate(truth):
        move = position.by_text(text)
        assert move is not None
        if ply == n:
            point = move.target if fault == "dead" else move.origin
            assert point is not None
            board.silent.add(point)
        for step in next(move.footprint.orders()):
            point_name = game.points[step.point]
            if step.act is Act.LIFT:
                board.lift(point_name)
            else:
                board.put(point_name, step.man)
            board.wait(300)
        board.wait(1500)
        position = position.play(move)
    board.wait(6000)
    board.settle_questions(truth)
    board.wait(3000)
    board.settle_questions(truth)
    assert board.moves == truth
    assert board.of("Irregularity") == []
