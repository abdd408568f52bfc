"""The board is lifted off the table and put back: every man leaves and comes at his own moment, and then play goes on."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Restore, Touched
from rules.registry import game_by_name
from rules.terms import points_of
from tests.core.policies import NAMED, SETTLED
from tests.core.rig import Rig

STARTS = {
    "chess": "rnbqkb1r/1p1ppppp/p7/8/2p3n1/4PP1N/PPPP3P/RNBQKB1R w KQkq - 0 6",
    "xiangqi": None,
    "draughts-100": None,
    "go": '{"size":9,"black":["c3","g7","d5","c7","f3"],"white":["e5","d6","g3","c4","f7"],"to_move":"black"}',
}
NEXT = {
    "chess": ("f3- 200 g4- 300 g4+", "f3g4"),
    "xiangqi": ("h2- 400 e2+", "h2e2"),
    "draughts-100": ("32- 400 28+", "32-28"),
    "go": ("h2+", "h2"),
}
games = pytest.mark.parametrize("name", STARTS)


def board(name: str) -> Rig:
    game = game_by_name(name)
    game = game.with_options({"size": 9}) if name == "go" else game
    return Rig(STARTS[name], game=game, rulebook=game.rulebook.name).hands("1000")


def change(rig: Rig, men: tuple[int, ...], spread_ms: int, dice: Random, sign: str) -> None:
    """These men leave, or come, each in a scan of his own within so long."""
    at_ms = sorted((dice.randrange(0, spread_ms + 1, 5), point) for point in men)
    last = 0
    for ms, point in at_ms:
        rig.hands(f"{ms - last} {rig.game.points[point]}{sign}")
        last = ms


def lifted(rig: Rig, spread_ms: tuple[int, int], air_ms: int, seed: int) -> Rig:
    """The board is off the table for a while."""
    men, dice = points_of(rig.levels), Random(seed)
    change(rig, men, spread_ms[0], dice, "-")
    rig.wait(air_ms)
    change(rig, men, spread_ms[1], dice, "+")
    return rig


@pytest.mark.law("FIDE-7.4", "CH-8.2", "XQ-5.8", "DR-7.5", "GO-17.scatter")
@games
@pytest.mark.parametrize("next_ms", [200, 500, 1300])
@pytest.mark.parametrize("seed", range(2))
def test_the_next_move_counts_once_all_have_stood(name: str, next_ms: int, seed: int) -> None:
    hands, move = NEXT[name]
    rig = lifted(board(name), (300, 50), 800, seed).hands(f"{next_ms} {hands} 3000")
    assert (rig.moves, rig.odd, rig.questions, rig.stage) == ([move], [], [], "play"), rig.story()


@pytest.mark.law("FIDE-7.4", "CH-8.2", "XQ-5.8", "DR-7.5", "GO-17.scatter")
@games
@pytest.mark.parametrize("next_ms", [200, 1300])
@pytest.mark.parametrize("seed", range(2))
def test_so_it_does_where_the_men_have_been_asked_back(name: str, next_ms: int, seed: int) -> None:
    hands, move = NEXT[name]
    rig = lifted(board(name), (150, 100), NAMED.within_ms, seed)
    rig.hands(f"{next_ms} {hands}").wait(SETTLED.within_ms)
    assert (rig.moves, rig.questions, rig.stage) == ([move], [], "play"), rig.story()
    assert [kind for _, kind in rig.odd] == ["position-scattered" if name == "go" else "displaced"]
    assert rig.of(Restore)[-1].done


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("next_ms", [130, 200, 280])
def test_a_hand_that_puts_men_back_one_by_one_may_still_put_the_last_straight(next_ms: int) -> None:
    """Nobody has touched him: the men have not been right for long enough."""
    rig = board("chess").hands("a1-,b1-,c1-,d1-,e1-,f1- 1100")
    rig.hands("a1+ 200 b1+ 200 c1+ 200 d1+ 200 e1+ 200 f1+")
    rig.hands(f"{next_ms} f1- 250 f1+ 3000")
    assert (rig.moves, rig.of(Touched), rig.stage) == ([], [], "play"), rig.story()


def shuffled(rig: Rig, seed: int) -> list[str]:
    """The points where men stand, in some order."""
    men = [rig.game.points[p] for p in points_of(rig.levels)]
    Random(seed).shuffle(men)
    return men


@pytest.mark.law("XQ-5.6", "XQ-5.8", "FIDE-4.2.1", "FIDE-7.4", "DR-7.5", "GO-17.scatter")
@games
@pytest.mark.parametrize("few", [1, 3])
@pytest.mark.parametrize("lag_ms", [5, 80])
@pytest.mark.parametrize("air_ms", [300, 1800, NAMED.within_ms])
def test_the_last_who_leave_are_not_touched(name: str, few: int, lag_ms: int, air_ms: int) -> None:
    """Most leave in one scan, some a moment later; all stand again in one."""
    rig = board(name)
    men = shuffled(rig, few * lag_ms)
    late, others = men[:few], men[few:]
    rig.hands(f"{','.join(f'{p}-' for p in others)} {lag_ms} {','.join(f'{p}-' for p in late)}")
    rig.hands(f"{air_ms} {','.join(f'{p}+' for p in men)}")
    hands, move = NEXT[name]
    rig.hands(f"1500 {hands} 3000")
    named = ["position-scattered" if name == "go" else "displaced"]
    told = named if air_ms == NAMED.within_ms else []
    assert [kind for _, kind in rig.odd] == told, rig.story()
    assert rig.moves == [move], rig.story()
    touched = [] if name == "go" else hands.replace("-", " ").replace("+", " ").split()
    assert {p for m in rig.of(Touched) for p in m.points} <= set(touched), rig.story()
    assert (rig.session.penalties, rig.questions, rig.stage) == ({}, [], "play")


@pytest.mark.law("XQ-5.6", "FIDE-4.2.1", "DR-7.5", "GO-17.scatter")
@games
@pytest.mark.parametrize("few", [1, 2])
@pytest.mark.parametrize("lead_ms", [5, 80])
@pytest.mark.parametrize("air_ms", [300, 1800])
def test_nor_are_the_first(name: str, few: int, lead_ms: int, air_ms: int) -> None:
    rig = board(name)
    men = shuffled(rig, few * lead_ms)
    first, others = men[:few], men[few:]
    rig.hands(f"{','.join(f'{p}-' for p in first)} {lead_ms} {','.join(f'{p}-' for p in others)}")
    rig.hands(f"{air_ms} {','.join(f'{p}+' for p in men)} 3000")
    assert (rig.of(Touched), rig.session.penalties, rig.moves) == ([], {}, []), rig.story()
    assert (rig.questions, rig.stage) == ([], "play")
    assert {kind for _, kind in rig.odd} <= {"position-scattered", "displaced"}


@games
@pytest.mark.parametrize("spread_ms", [10, 100])
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_touched_however_they_leave(name: str, spread_ms: int, seed: int) -> None:
    rig = lifted(board(name), (spread_ms, 0), 1000, seed).hands("2000")
    assert (rig.moves, rig.odd, rig.of(Touched)) == ([], [], []), rig.story()
    assert (rig.session.penalties, rig.questions, rig.stage) == ({}, [], "play")
