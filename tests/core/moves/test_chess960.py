"""Castling in Chess960 on every kind of sensors, in every order of hands (FIDE Laws, Guidelines II)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Press
from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.chess import CHESS
from rules.footprint import Act
from rules.terms import Side
from tests.core.sensed import Board, by_chance, moves_in, replayed, trace_of
from tests.rules.test_chess960 import ANY, PLACES, castling, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.footprint import Step

KINDS = [Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY]
WHITE = Side("white")


def castled(
    sensor: Sensor, fen: str, steps: Sequence[Step], *, press: bool, pause_ms: int = 300
) -> Board:
    """White castles so, Black answers a7-a6, and both rest."""
    board = Board(ANY, sensor, fen)
    pawn = board.session.line.position.piece_at(ANY.index["a7"])
    assert pawn is not None
    board.wait(1000)
    for step in steps:
        name = ANY.points[step.point]
        if step.act is Act.LIFT:
            board.lift(name)
        else:
            board.put(name, step.man)
        board.wait(pause_ms)
    if press:
        board.feed(Press(at_ns=board.at_ns, side=WHITE))
    board.wait(2500)
    board.lift("a7").wait(300).put("a6", pawn).wait(9000)
    return board


def told(board: Board) -> tuple[list[str], list[str], list[list[str]]]:
    odd = [each.kind for each in board.said if isinstance(each, Irregularity)]
    asked = [list(each.candidates) for each in board.said if isinstance(each, Question)]
    return board.moves, odd, asked


@pytest.mark.law("FIDE-960.3")
@pytest.mark.parametrize(
    ("sensor", "press"), [*((each, False) for each in KINDS), (Sensor.PRESENCE, True)]
)
@pytest.mark.parametrize(("king", "rook"), PLACES)
def test_every_castling_in_every_order(
    king: int, rook: int, sensor: Sensor, *, press: bool
) -> None:
    """It is told, or asked about where men have come to the squares of others; nobody is accused."""
    _, move = castling(king, rook)
    for order in move.footprint.orders():
        moves, odd, asked = told(castled(sensor, place(king, rook), order, press=press))
        where = [f"{each.act.value} {ANY.points[each.point]}" for each in order]
        assert not odd, where
        if moves == [move.text, "a7a6"]:
            continue
        assert sensor is not Sensor.IDENTITY, (where, moves)
        assert move.footprint.exchanges, (where, moves)
        assert not moves, (where, moves)
        assert move.text in asked[-1], (where, moves)


@pytest.mark.law("FIDE-960.3")
@pytest.mark.parametrize("sensor", KINDS)
@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("home", ["a1", "b1"])
def test_a_king_that_stays_may_be_lifted_or_left_alone(
    home: str, sensor: Sensor, *, lifted: bool
) -> None:
    """On c1 the king stays, and the rook goes over it to d1."""
    board = Board(ANY, sensor, place(2, ANY.index[home]))
    king, rook = (board.session.line.position.piece_at(ANY.index[name]) for name in ("c1", home))
    assert king is not None
    assert rook is not None
    board.wait(1000)
    if lifted:
        board.lift("c1").wait(300)
    board.lift(home).wait(300).put("d1", rook).wait(300)
    if lifted:
        board.put("c1", king)
    board.wait(3000)
    moves, odd, _ = told(board)
    assert (moves, odd) == ([f"c1{home}"], [])


@pytest.mark.law("FIDE-960.3")
@pytest.mark.parametrize("sensor", KINDS)
@pytest.mark.parametrize("pause_ms", [150, 900, 2500])
def test_a_king_that_might_have_gone_there_alone(pause_ms: int, sensor: Sensor) -> None:
    """Kf1-g1 is a move; when the rook follows from h1 to f1 it was castling, and is corrected where it was told."""
    _, move = castling(5, 7)
    king_first = next(order for order in move.footprint.orders() if order[1].man.letter == "K")
    moves, odd, _ = told(castled(sensor, place(5, 7), king_first, press=False, pause_ms=pause_ms))
    assert (moves, odd) == (["f1h1", "a7a6"], [])


@pytest.mark.law("FIDE-960.2")
@pytest.mark.parametrize("sensor", KINDS)
@pytest.mark.parametrize("number", [0, 356, 959])
def test_games_from_a_trace(number: int, sensor: Sensor) -> None:
    game = CHESS.with_options({"chess960": number})
    line = by_chance(game, number, 40)
    said = replayed(trace_of(game, line, sensor))
    begun = next(each for each in said if each["type"] == "game-started")
    assert begun["game_options"] == {"chess960": number}
    assert begun["position"] == game.start().text
    assert moves_in(said) == line
