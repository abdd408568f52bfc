"""Legal moves of draughts, spoilt in each way that the laws name, in positions by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from rules.deed import Deed, HandStep, Named
from rules.draughts import Draughts
from rules.position import Move
from rules.rulebook import Remedy
from rules.terms import Point, RulesError
from tests.rules.draughts_deeds import (
    Jumps,
    accepted,
    apart,
    at_random,
    deed,
    made,
    stands_after,
)
from tests.rules.draughts_lines import GAMES, scattered
from tests.rules.draughts_spoils import KINDS, TRIES, Board, captured

Hands = tuple[HandStep, ...]
SEEDS = range(12)
ORDERED = 3
"""Men captured from which on there is an order that is neither that of the jumps nor its reverse."""


@cache
def long_captures(game: Draughts) -> list[Board]:
    """Positions in which three men or more can be captured, the same in every run."""
    starts = (game.start(scattered(game, seed)) for seed in range(1000))
    return [
        Board(game, each)
        for each in starts
        if any(len(move.captured) >= ORDERED for move in each.moves())
    ]


@cache
def boards(game: Draughts) -> list[Board]:
    """Positions of a game, the same in every run."""
    return [Board(game, position) for position in at_random(game, SEEDS)]


@pytest.mark.law(
    "DR-7.4.1", "DR-7.4.2", "DR-7.4.4", "DR-7.4.5", "DR-7.4.6", "DR-7.4.7", "DR-7.4.8", "DR-7.4.9",
    "DR-7.4.11", "DR-7.4.12", "DR-7.4.14",
)  # fmt: skip
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", KINDS)
def test_a_spoilt_move_is_named_by_what_it_is(game: Draughts, kind: int) -> None:
    random = Random(kind)
    seen: Counter[bool] = Counter()
    for board in boards(game):
        for spoilt in KINDS[kind](board, random):
            found = game.named(spoilt.deed, game.rulebook)
            number = 0  # all off that another legal capture takes, perhaps in a wrong order
            if found is not None and found.law != "DR-6.11":
                number = int(found.law.removeprefix("DR-7.4."))
            told = (board.position.text, spoilt.deed.steps, spoilt.laws)
            assert number in spoilt.laws, (number, *told)
            seen[number == kind] += 1
            if found is None:
                continue
            assert number != kind or found.side == spoilt.side, told
            assert found.remedy is Remedy.OPPONENT_CHOOSES
            assert set(found.points) == {*spoilt.deed.gone, *spoilt.deed.came}, told
            _stands_if_accepted(spoilt.deed, found)
    assert seen[True] > 20, seen
    assert seen[True] > seen[False] or kind == 5, seen


def _stands_if_accepted(done: Deed, found: Named) -> None:
    """What stands if it is accepted is what stands on the board."""
    if found.origin is None and not found.removed:
        return  # more than one man stands elsewhere: it can only be set right
    try:
        after = accepted(done, found)
    except RulesError as error:
        assert "cannot stand" in str(error)  # noqa: PT017 - no side may be left without men
    else:
        assert after.occupied == stands_after(done)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_was_done_has_a_name_that_fits_the_board(game: Draughts) -> None:
    """Men lifted and set down anywhere, by hands that know no laws."""
    random = Random(99)
    seen: Counter[str] = Counter()
    for board in boards(game):
        men, empty = board.own() + board.enemy(), board.empty()
        for last in (None, *random.sample(board.position.moves(), 1)):
            after = board if last is None else Board(game, board.position.play(last))
            if last is not None:
                men, empty = after.own() + after.enemy(), after.empty()
            gone = random.sample(men, min(random.randrange(4), len(men)))
            came = random.sample(empty, min(random.randrange(3), len(empty)))
            steps = apart([*((p, False) for p in gone), *((p, True) for p in came)])
            before = None if last is None else board.position
            done = deed(after.position, steps, before=before, last=last)
            found = game.named(done, game.rulebook)
            if found is None:
                assert not gone or stands_after(done) in {
                    after.position.play(move).occupied for move in after.position.moves()
                }
                continue
            seen[found.law] += 1
            assert found.law in game.rulebook.irregularities
            assert len(set(found.points)) == len(found.points)
            assert set(found.points) <= {*gone, *came}
            assert found.side in game.sides
            if len(gone) + len(came) < ORDERED:  # with more, a reply may stand on the board too
                _stands_if_accepted(done, found)
    assert len(seen) >= 5


def ways(board: Board) -> Iterator[tuple[Move, Jumps]]:
    """The legal captures with each sequence of jumps that they may be made by."""
    for move in board.position.moves():
        for jumps in board.legal():
            same = (jumps.origin, jumps.landings[-1], set(jumps.victims))
            if same == (move.origin, move.target, set(move.captured)):
                yield move, jumps


def sample(board: Board, random: Random) -> list[tuple[Move, Jumps]]:
    every = list(ways(board))
    return random.sample(every, min(TRIES, len(every)))


@pytest.mark.law("DR-6.4", "DR-6.9", "DR-6.11")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_capture_made_as_it_should_be_has_no_flaw(game: Draughts) -> None:
    random = Random(0)
    seen = 0
    for board in boards(game) + long_captures(game):
        for move, jumps in sample(board, random):
            off = list(jumps.victims)[:: random.choice((1, -1))]
            steps = apart(captured(jumps, off, shown=random.random() < 0.5))
            assert game.flaw(made(board.position, move, steps), game.rulebook) is None
            if move.origin != move.target:
                assert game.named(deed(board.position, steps), game.rulebook) is None
            seen += 1
    assert seen > 50


def too_early(_move: Move, jumps: Jumps, random: Random) -> Hands | None:
    """A victim comes off after the capturer is lifted and before it stands."""
    if len(jumps.victims) < 2:
        return None
    early = random.choice(jumps.victims)
    steps = captured(jumps, list(jumps.victims))
    steps.remove((early, False))
    arrived = len(steps) - len(jumps.victims)
    steps.insert(random.randrange(1, arrived + 1), (early, False))
    return apart(steps)


def released(move: Move, jumps: Jumps, _random: Random) -> Hands | None:
    """The capturer stands for half a second where it lands first."""
    if len(jumps.victims) < 2 or jumps.landings[0] == move.target:
        return None
    return _after_a_pause(captured(jumps, list(jumps.victims)), 2, 500)


def paused(_move: Move, jumps: Jumps, _random: Random) -> Hands | None:
    """More than two seconds pass before the last victim comes off."""
    if len(jumps.victims) < 2:
        return None
    steps = captured(jumps, list(jumps.victims))
    return _after_a_pause(steps, len(steps) - 1, 2001)


def out_of_order(move: Move, jumps: Jumps, random: Random) -> Hands | None:
    """The victims come off in another order than that of any way, or its reverse."""
    off = random.sample(jumps.victims, len(jumps.victims))
    orders = [list(way.captured)[::step] for way in move.ways for step in (1, -1)]
    return None if off in orders else apart(captured(jumps, off))


def _after_a_pause(steps: list[tuple[Point, bool]], at: int, ms: int) -> Hands:
    head, rest = apart(steps[:at]), apart(steps[at:])
    since = head[-1].at_ms + ms
    return (*head, *(HandStep(s.point, s.placed, since + s.at_ms) for s in rest))


FLAWS: dict[str, Callable[[Move, Jumps, Random], Hands | None]] = {
    "DR-7.4.9": released,
    "DR-7.4.10": too_early,
    "DR-7.4.13": paused,
    "DR-6.11": out_of_order,
}


@pytest.mark.law("DR-7.4.9", "DR-7.4.10", "DR-7.4.13", "DR-6.10", "DR-6.11")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("law", FLAWS)
def test_a_capture_made_irregularly_has_its_flaw(game: Draughts, law: str) -> None:
    random = Random(law)
    seen = 0
    for board in long_captures(game):
        for move, jumps in sample(board, random):
            steps = FLAWS[law](move, jumps, random)
            if steps is None:
                continue
            found = game.flaw(made(board.position, move, steps), game.rulebook)
            told = (board.position.text, move.text, steps)
            assert found is not None, told
            assert found.law == law, told
            ends = (found.origin, found.target, found.removed)
            assert ends == (move.origin, move.target, move.captured)
            seen += 1
    assert seen > 15
