"""Touches, over random positions of all games: which pieces were touched, and what that obliges to."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import chess
import pytest

from controller.core.belief.world import HandDeed
from controller.core.messages import Obligation, Touched
from controller.core.referee.touches import Reach, Touch, by_law, touched, weighed
from controller.core.settings import MS
from controller.core.state import Pressed
from rules.registry import GAMES
from rules.terms import points_of
from tests.core.referee.desk import Desk

if TYPE_CHECKING:
    from rules.game import Game
    from rules.position import Position
    from rules.terms import Point

BUMP_MS, TOGETHER_MS = 120, 150
SEEDS = range(12)
every_game = pytest.mark.parametrize("name", GAMES)


def somewhere(game: Game, dice: Random) -> Position:
    """A position of a random game."""
    position = game.start()
    for _ in range(dice.randrange(40)):
        moves = [move for move in position.moves() if move.text != "pass"]
        if not moves:
            break
        position = position.play(dice.choice(moves))
    return position


def off(point: Point, from_ms: int, to_ms: int | None = None) -> list[HandDeed]:
    """A piece that is off its point for a while, or from then on."""
    found = [HandDeed("hand", point, from_ms * MS, 0, placed=False, token="x", origin=point)]
    if to_ms is not None:
        found.append(HandDeed("hand", point, to_ms * MS, 0, placed=True, token="x", origin=point))
    return found


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_that_were_off_for_long_enough_were_touched(name: str, seed: int) -> None:
    dice = Random(seed)
    position = somewhere(GAMES[name], dice)
    points = points_of(position.occupied)
    if not points:
        return
    log: list[HandDeed] = []
    expected: list[int] = []
    at_ms = 0
    for point in (dice.choice(points) for _ in range(6)):
        for_ms = dice.choice((20, 60, 119, 120, 400, 2000))
        log += off(point, at_ms, at_ms + for_ms)
        if for_ms >= BUMP_MS and point not in expected:
            expected.append(point)
        at_ms += for_ms + dice.choice((10, 300))
    # A sensor that blinks in between is no hand.
    log.append(HandDeed("silent", dice.choice(points), at_ms * MS, 0, placed=None))
    found = touched(log, position, bump_ms=BUMP_MS, now_ns=at_ms * MS)
    assert [touch.point for touch in found] == expected
    assert [touch.at_ns for touch in found] == sorted(touch.at_ns for touch in found)


@every_game
@pytest.mark.parametrize("after_ms", [0, 119, 120, 5000])
def test_a_piece_in_the_hand_is_touched_once_it_was_not_only_jolted(
    name: str, after_ms: int
) -> None:
    position = somewhere(GAMES[name], Random(3))
    point = points_of(position.occupied)[0]
    found = touched(off(point, 0), position, bump_ms=BUMP_MS, now_ns=after_ms * MS)
    assert [touch.point for touch in found] == [point] * (after_ms >= BUMP_MS)


def test_who_moves_a_piece_of_the_other_side_and_takes_it_back_was_its_own_player() -> None:
    position = GAMES["chess"].start()
    index = GAMES["chess"].index
    e7, e5 = index["e7"], index["e5"]
    log = off(e7, 0)
    log.append(HandDeed("hand", e5, 300 * MS, 0, placed=True, token="p", origin=e7))
    log.append(HandDeed("hand", e5, 900 * MS, 0, placed=False, token="p", origin=e7))
    log.append(HandDeed("hand", e7, 1200 * MS, 0, placed=True, token="p", origin=e7))
    assert not touched(log, position, bump_ms=BUMP_MS, now_ns=9000 * MS)


@pytest.mark.law("XQ-5.6", "FIDE-4.2.2", "DR-7.5")
@every_game
@pytest.mark.parametrize("spread_ms", [0, 40, 75])
def test_pieces_that_leave_together_were_knocked(name: str, spread_ms: int) -> None:
    position = somewhere(GAMES[name], Random(5))
    names, points = GAMES[name].points, points_of(position.occupied)[:3]
    if len(points) < 3:
        return
    desk = Desk(name, position.text)
    desk.deeds(f" {spread_ms} ".join(f"{names[p]}-" for p in points) + " 900 " + " ".join(
        f"{names[p]}+{names[p]}" for p in points
    ))  # fmt: skip
    desk.wait(1000)
    assert not desk.of(Touched)
    assert not desk.of(Obligation)


@pytest.mark.law("FIDE-4.3.1", "FIDE-4.3.2", "CH-7.3", "XQ-5.1", "XQ-5.2", "DR-5.11")
@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_what_they_oblige_to(name: str, seed: int) -> None:
    """The first piece of a side that can do something; where none can the player is free."""
    dice = Random(seed)
    game = GAMES[name]
    position = somewhere(game, dice)
    for own in (True, False):
        men = [(p, position.piece_at(p)) for p in points_of(position.occupied)]
        mine = [p for p, m in men if m is not None and (m.side == position.side_to_move) is own]
        if not mine or not position.moves():
            continue
        chosen = dice.sample(mine, min(3, len(mine)))
        desk = Desk(name, position.text)
        desk.deeds(" ".join(f"{game.points[p]}- 400 {game.points[p]}+ 400" for p in chosen))
        desk.watch()
        (said,) = desk.of(Touched)
        assert said.points == [game.points[p] for p in chosen]
        expected = _bound(position, chosen, own=own)
        if not game.pieces_move:
            assert said.obligation is None
            continue
        if name.startswith("draughts") and not own:
            expected = []  # the opponent's pieces oblige to nothing
        assert said.obligation is not None
        alternatives = said.obligation.alternatives
        assert alternatives == (expected or [move.text for move in position.moves()])
        (due,) = desk.of(Obligation)
        assert due.released is not bool(expected) or len(expected) == len(position.moves())
        if name == "chess":
            assert set(alternatives) == _by_python_chess(position.text, chosen, own=own)


def _bound(position: Position, chosen: list[Point], *, own: bool) -> list[str]:
    for point in chosen:
        found = [
            move.text
            for move in position.moves()
            if (move.origin == point if own else point in move.captured)
        ]
        if found:
            return found
    return []


def _by_python_chess(fen: str, chosen: list[Point], *, own: bool) -> set[str]:
    """The same by another reading of the rules."""
    board = chess.Board(fen)
    for point in chosen:
        found = set()
        for move in board.legal_moves:
            victim = move.to_square
            if board.is_en_passant(move):
                victim = chess.square(
                    chess.square_file(move.to_square), chess.square_rank(move.from_square)
                )
            if (move.from_square if own else victim) == point:
                found.add(move.uci())
        if found:
            return found
    return {move.uci() for move in board.legal_moves}


@pytest.mark.law("FIDE-4.3.3", "XQ-5.5")
@pytest.mark.parametrize("apart_ms", [0, 149, 150, 151, 600])
def test_two_touches_are_at_once_within_a_moment(apart_ms: int) -> None:
    position = GAMES["chess"].start()
    index = GAMES["chess"].index
    touches = [Touch(index["e2"], 0), Touch(index["e7"], apart_ms * MS)]
    found = by_law(position, touches, TOGETHER_MS)
    assert found.at_once is (apart_ms <= TOGETHER_MS)
    assert found.own == (index["e2"],)
    assert found.enemy == (index["e7"],)


@pytest.mark.parametrize("own", [True, False], ids=["own", "enemy"])
@pytest.mark.parametrize("pressed_ms", [None, 500])
@pytest.mark.parametrize("at_ms", [400, 600])
def test_whose_hand_it_was(at_ms: int, pressed_ms: int | None, *, own: bool) -> None:
    """Before the press for the move before, the hand of its player may have been there."""
    position, index = GAMES["chess"].start(), GAMES["chess"].index
    point = index["e2" if own else "e7"]
    reach = Reach(
        from_ns=0 if pressed_ms is None else pressed_ms * MS,
        presses=pressed_ms is not None,
        standing=position.occupied,
    )
    (found,) = weighed([Touch(point, at_ms * MS)], position, reach, TOGETHER_MS)
    early = pressed_ms is not None and at_ms < pressed_ms
    assert found.doubtful is (early or (pressed_ms is None and not own))


def test_a_doubtful_touch_of_an_own_piece_obliges_to_nothing() -> None:
    desk = Desk("chess", time_control="90:00")
    desk.plays("e2e4")
    desk.deeds("d7- 400 d7+")
    desk.watch()
    (said,) = desk.of(Touched)[-1:]
    assert (said.points, said.doubtful) == (["d7"], ["d7"])
    assert said.obligation is None
    assert not desk.of(Obligation)


def test_a_press_tells_whose_hand_it_was() -> None:
    desk = Desk("chess", time_control="90:00")
    desk.plays("e2e4")
    desk.take(Pressed(side=desk.other, at_ns=desk.state.now_ns + MS))
    desk.wait(200)
    desk.deeds("d7- 400 d7+")
    desk.wait(1000)
    (said,) = desk.of(Touched)[-1:]
    assert (said.points, said.doubtful) == (["d7"], [])
    assert [due.must_move for due in desk.of(Obligation)] == [["d7"]]
