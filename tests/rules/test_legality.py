"""Legal moves and footprints along random lines of every game; `scripts/soak legality` does a million plies of each."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import pytest

from rules.chess import CHESS
from rules.footprint import Footprint
from tests.oracles.lines import Line, differences, lines
from tests.soak.legality import Footprints, compared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.position import Move, Position
    from tests.oracles.client import Oracle

PLIES = 200
NEEDS = {
    "chess": "pyffish",
    "xiangqi": "pyffish",
    "draughts-100": "py-draughts",
    "draughts-russian": "py-draughts",
    "draughts-brazilian": "py-draughts",
    "go": "sgfmill",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.needs(f"oracle:{library}"))
        for name, library in NEEDS.items()
    ],
)
def test_random_plies_agree_with_another_program(name: str) -> None:
    figures = compared(name, 1982, PLIES)
    assert figures["differences"] == figures["unsound"] == 0


class Answering:
    """Another program that says what it was told to say."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = answers

    def ask_all(self, _requests: object) -> list[Any]:
        return self._answers


def true_answer(line: Line) -> dict[str, Any]:
    moves = [[move.text for move in position.moves()] for position in line.positions]
    return {"moves": moves, "men": line.positions[-1].text.split()[0]}


def told(line: Line, answer: dict[str, Any]) -> list[str]:
    return differences(cast("Oracle", Answering([answer])), [line])


def test_a_move_more_or_less_and_another_board_are_differences() -> None:
    line = next(islice(lines("chess", 1), 1))
    answer = true_answer(line)
    assert told(line, answer) == []
    moves = answer["moves"]
    assert told(line, {**answer, "moves": [moves[0][1:], *moves[1:]]})
    assert told(line, {**answer, "moves": [*moves[:-1], [*moves[-1], "a1a1"]]})
    assert told(line, {**answer, "men": "8/8/8/8/8/8/8/8"})
    assert told(line, {**answer, "moves": moves[:-1]})


class Doctored:
    """The array of chess with another list of moves."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._array = CHESS.start()
        self._moves = moves

    def __getattr__(self, name: str) -> object:
        return getattr(self._array, name)

    def moves(self) -> Sequence[Move]:
        return self._moves


def test_a_footprint_that_leads_elsewhere_or_is_not_told_apart_is_unsound() -> None:
    one, other = CHESS.start().moves()[:2]
    wrong = replace(one, footprint=Footprint(one.footprint.steps[:1]))
    alike = replace(other, footprint=one.footprint)
    for moves, unsound in (((one, other), 0), ((wrong, other), 1), ((one, alike), 2)):
        looked = Footprints()
        looked.look(cast("Position", Doctored(moves)))
        assert len(looked.unsound) == unsound
