"""A capture on a board that tells men apart, where the target's sensor goes on showing the victim, for ever or for too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Press
from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.sensed import TELLING, Board

if TYPE_CHECKING:
    from controller.core.sensing.marks import Sensor
    from rules.position import Move

CASES = [
    ("chess", "r2qk2r/1pp2pp1/p1nb1n1p/3p2N1/3PP1b1/2N5/PPPB1PPP/R2QKB1R w KQkq - 0 1", move)
    for move in ("d1g4", "c3d5", "g5f7", "f1a6", "e4d5")
] + [
    ("xiangqi", "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1", "d4d7"),
    ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "b2b9"),
]  # fmt: skip


def captured(
    sensor: Sensor, case: tuple[str, str, str], *, stuck: bool, pressed: bool
) -> tuple[Board, Move]:
    """The board just after the man has been set down at the target, which shows the victim still."""
    name, start, text = case
    board = Board(game_by_name(name), sensor, start=start)
    position = board.session.line.position
    move = position.by_text(text)
    assert move is not None
    assert move.origin is not None
    assert move.target is not None
    if stuck:
        board.silent = {move.target}
    board.wait(1000).lift(board.game.points[move.origin]).wait(700)
    if pressed:
        board.wait(100).feed(Press(at_ns=board.at_ns, side=move.side))
    return board, move


def candidates(board: Board) -> list[set[str]]:
    return [set(question.candidates) for question in board.of("Question")]


@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("replied", [False, True])
def test_a_target_that_sticks_at_the_victims_colour(
    sensor: Sensor, case: tuple[str, str, str], *, pressed: bool, replied: bool
) -> None:
    board, move = captured(sensor, case, stuck=True, pressed=pressed)
    if replied:
        after = board.session.line.position.play(move)
        reply = next(m for m in after.moves() if not (m.captured or m.choice or m.partner))
        man = after.piece_at(reply.origin) if reply.origin is not None else None
        assert man is not None
        assert reply.origin is not None
        assert reply.target is not None
        names = board.game.points
        board.wait(1500).make_reply(names[reply.origin], names[reply.target], man)
    board.wait(25_000)
    assert board.of("Irregularity") == []
    assert board.moves[:1] in ([], [move.text])
    assert board.moves or move.text in candidates(board)[-1]


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("late_ms", [350, 2000])
def test_a_man_who_is_felt_where_he_has_captured_only_after_the_press(
    sensor: Sensor, case: tuple[str, str, str], late_ms: int
) -> None:
    board, move = captured(sensor, case, stuck=False, pressed=True)
    man = board.session.line.position.piece_at(move.origin) if move.origin is not None else None
    assert man is not None
    assert move.target is not None
    board.wait(late_ms).put(board.game.points[move.target], man)
    assert_fair(board, [move.text])
