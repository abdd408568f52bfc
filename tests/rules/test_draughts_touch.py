"""What touched men oblige to in draughts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100
from rules.draughts.laws import TOUCH
from rules.game import Game
from rules.position import Position
from rules.touch import Touches, obligation
from tests.rules.draughts_shuffles import GAMES, lines

# White: 43 stands behind 38 and 39, and 49 behind 43 and 44; the others can move.
QUIET = "W:W32,33,38,39,43,44,48,49,50:B1,2,3"
# 28 takes 23; nothing else may move.
CAPTURE = "W:W28,38,48:B1,2,23"


def touches(position: Position, order: list[int], *, at_once: bool = False) -> Touches:
    """The points in the order of touching."""
    men = [(p, position.piece_at(p)) for p in order]
    own = [p for p, man in men if man is not None and man.side == position.side_to_move]
    enemy = [p for p, man in men if man is not None and man.side != position.side_to_move]
    return Touches(own=tuple(own), enemy=tuple(enemy), order=tuple(order), at_once=at_once)


def due(fen: str, *names: str, at_once: bool = False) -> tuple[str, set[str], bool]:
    position = DRAUGHTS_100.start(fen)
    order = [DRAUGHTS_100.index[name] for name in names]
    duty = obligation(position, touches(position, order, at_once=at_once), TOUCH)
    assert duty is not None
    return duty.law, {m.text for m in duty.moves}, duty.bound


def moves(fen: str, *origins: str) -> set[str]:
    """All legal moves, or those from some squares."""
    every = DRAUGHTS_100.start(fen).moves()
    starts = {DRAUGHTS_100.index[name] for name in origins}
    return {m.text for m in every if not origins or m.origin in starts}


@pytest.mark.law("DR-5.11", "DR-5.12")
@pytest.mark.parametrize(
    ("fen", "touched", "movers"),
    [
        pytest.param(QUIET, ("32",), ("32",), id="one man, any of its squares"),
        pytest.param(QUIET, ("32", "33"), ("32",), id="the first of two"),
        pytest.param(QUIET, ("49", "33", "32"), ("33",), id="the first that can move"),
        pytest.param(QUIET, ("2", "33"), ("33",), id="after an enemy man"),
        pytest.param(QUIET, ("33", "2"), ("33",), id="before an enemy man"),
        pytest.param(CAPTURE, ("23", "28"), ("28",), id="a captured man and its captor"),
    ],
)
def test_an_own_man_that_can_move_must(
    fen: str, touched: tuple[str, ...], movers: tuple[str, ...]
) -> None:
    expected = moves(fen, *movers)
    assert expected
    assert due(fen, *touched) == ("DR-5.11", expected, len(expected) < len(moves(fen)))


@pytest.mark.law("DR-5.11")
@pytest.mark.parametrize(
    ("fen", "touched"),
    [
        pytest.param(QUIET, ("49",), id="a blocked man"),
        pytest.param(QUIET, ("49", "43"), id="two blocked men"),
        pytest.param(CAPTURE, ("38",), id="a man that cannot capture where one can"),
        pytest.param(QUIET, ("1",), id="an enemy man"),
        pytest.param(CAPTURE, ("1",), id="an enemy man that cannot be captured"),
    ],
)
def test_men_that_cannot_move_and_enemy_men_oblige_to_nothing(
    fen: str, touched: tuple[str, ...]
) -> None:
    assert due(fen, *touched) == ("DR-5.11", moves(fen), False)


@pytest.mark.law("DR-5.11")
def test_an_enemy_man_that_can_be_captured_binds_no_captor() -> None:
    # 28 and 29 both take 23 (29 by 23x18): touching the victim leaves the choice.
    fen = "W:W28,29:B2,23"
    assert len(moves(fen)) == 2
    assert due(fen, "23") == ("DR-5.11", moves(fen), False)


@given(st.sampled_from(GAMES), st.data())
def test_obligations_are_those_of_the_first_man_that_can_move(
    game: Game, data: st.DataObject
) -> None:
    position = data.draw(lines(game))[-1]
    standing = [p for p in range(len(game.points)) if position.occupied >> p & 1]
    order = data.draw(st.lists(st.sampled_from(standing), max_size=5, unique=True))
    touched = touches(position, order, at_once=data.draw(st.booleans()))
    duty = obligation(position, touched, TOUCH)
    if not order:
        assert duty is None
        return
    assert duty is not None
    movable = [p for p in touched.own if any(m.origin == p for m in position.moves())]
    expected = [m for m in position.moves() if not movable or m.origin == movable[0]]
    assert list(duty.moves) == expected
    assert duty.law == "DR-5.11"
    assert duty.bound is (len(expected) < len(position.moves()))
    assert not movable or duty.must_move == (movable[0],)
