"""How a game of draughts ends by itself: no men, no move, and the draws, as the profiles say.

A clause of a profile counts plies backwards from the newest position for as long as its conditions
hold. Nothing is stored, so taking moves back restores every count, and a man's move stops no count but
those that forbid it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from rules.draughts.board import Board
from rules.draughts.position import DraughtsPosition
from rules.draughts.profiles import PROFILES, Clause, Counted, DrawProfile, Road
from rules.draughts.theory import win_at_hand
from rules.draughts.variants import Placement
from rules.game import Game
from rules.position import Position
from rules.rulebook import Ending, Outcome, Rulebook, Standing, Termination, Verdict
from rules.terms import LawId, PointSet, RulesError, Side

WARN_PLIES = 2
"""A count is announced when no more than one move of each side is missing."""
WIN = LawId("DR-12.2")
REPETITION = LawId("DR-12.3.1")

_WHOSE = {Counted.EACH: "of each side", Counted.STRONGER: "of the stronger side"}


def profile_of(rulebook: Rulebook) -> DrawProfile:
    """The draws of a rulebook.

    Raises:
        RulesError: it is no rulebook of draughts.
    """
    if rulebook.name not in PROFILES:
        raise RulesError(
            f"{rulebook.name} is no rulebook of draughts; known: {', '.join(PROFILES)}"
        )
    return PROFILES[rulebook.name]


def ending(positions: Sequence[Position], rulebook: Rulebook, game: Game) -> Ending | None:
    """Whether the game has ended by itself; a win goes before a draw (DR-12.2, DR-12.5)."""
    position = _draughts(positions[-1])
    mover = position.side_to_move
    waiting = game.other(mover)
    if not position.men_of(waiting):  # only after men were removed against the rules
        return _won(mover, Termination.NO_MEN, game)
    if not position.moves():
        bare = not position.men_of(mover)
        return _won(waiting, Termination.NO_MEN if bare else Termination.BLOCKED, game)
    for verdict in verdicts(positions, rulebook, game):
        if verdict.standing is Standing.DECIDED:
            result = game.result_text(Outcome.DRAW)
            return Ending(
                winner=None, result=result, termination=verdict.termination, law=verdict.law
            )
    return None


def ending_laws(rulebook: Rulebook) -> Mapping[Termination, LawId]:
    """The laws by which a game ends by itself, by how; see `profile_of`."""
    found = {Termination.NO_MEN: WIN, Termination.BLOCKED: WIN}
    draws = {each.termination: each.law for each in profile_of(rulebook).clauses}
    draws[Termination.THREEFOLD_REPETITION] = REPETITION
    return {**found, **{how: draws[how] for how in draws if how in rulebook.automatic_draws}}


def _won(winner: Side, why: Termination, game: Game) -> Ending:
    outcome = Outcome.FIRST_WINS if winner == game.sides[0] else Outcome.SECOND_WINS
    return Ending(winner=winner, result=game.result_text(outcome), termination=why, law=WIN)


def verdicts(positions: Sequence[Position], rulebook: Rulebook, game: Game) -> tuple[Verdict, ...]:
    """Every draw that has been reached, and every count that is two plies or less short of one.

    What the rulebook does not draw by itself is claimable when it has been reached.

    Args:
        positions: the game from its start, one position a ply.

    Raises:
        RulesError: the rulebook is none of draughts.
    """
    profile = profile_of(rulebook)
    line = [_draughts(position) for position in positions]
    found = [_repeated(line, profile)]
    found += [_judged(line, clause, game) for clause in profile.clauses]
    return tuple(
        replace(verdict, standing=Standing.CLAIMABLE)
        if verdict.standing is Standing.DECIDED
        and verdict.termination not in rulebook.automatic_draws
        else verdict
        for verdict in found
        if verdict is not None
    )


def _draughts(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition), "a position of another game"
    return position


def _repeated(line: Sequence[DraughtsPosition], profile: DrawProfile) -> Verdict | None:
    """What the repetition of the newest position leads to."""
    now = line[-1]
    plies = [ply for ply, position in enumerate(line) if position == now]
    if len(plies) < profile.repetitions - 1:
        return None
    where = ", ".join("at the start" if ply == 0 else f"after ply {ply}" for ply in plies)
    return Verdict(
        law=REPETITION,
        termination=Termination.THREEFOLD_REPETITION,
        standing=Standing.DECIDED if len(plies) >= profile.repetitions else Standing.WARNING,
        plies=(plies[0] + 1, plies[-1]),
        evidence=(
            f"the same position with {now.side_to_move} to move: {where}",
            f"{profile.repetitions} times draw",
        ),
    )


def _judged(line: Sequence[DraughtsPosition], clause: Clause, game: Game) -> Verdict | None:
    """What a clause finds; None while the draw is more than `WARN_PLIES` away."""
    begin = _begin(line, clause)
    last = len(line) - 1
    if begin is None or begin == last:
        return None
    made = dict.fromkeys(game.sides, 0)
    for position in line[begin:-1]:
        made[position.side_to_move] += 1
    missing = max(
        _plies_until(clause.moves - made[side], first=line[-1].side_to_move == side)
        for side in _counted(line[-1], clause, game)
    )
    if missing > WARN_PLIES:
        return None
    evidence = [
        f"{clause.text}: from ply {begin + 1} to ply {last}",
        f"moves made since: {', '.join(f'{side} {made[side]}' for side in game.sides)}",
        f"{clause.moves} moves {_WHOSE[clause.counted]} draw",
    ]
    standing = Standing.WARNING if missing else Standing.DECIDED
    if not missing and clause.unless_winning and win_at_hand(line[-1], game):
        standing = Standing.NEEDS_ARBITER
        evidence.append("the next capture of the last man cannot be prevented: an obvious win?")
    return Verdict(
        law=clause.law,
        termination=clause.termination,
        standing=standing,
        plies=(begin + 1, last),
        evidence=tuple(evidence),
    )


def _plies_until(moves: int, *, first: bool) -> int:
    """In how many plies a side has made so many more moves; `first` when it is to move."""
    return max(0, 2 * moves - 1 if first else 2 * moves)


def _counted(position: DraughtsPosition, clause: Clause, game: Game) -> tuple[Side, ...]:
    """The sides whose moves a clause counts."""
    if clause.counted is Counted.STRONGER:
        stronger = _stronger(position, clause, game)
        if stronger is not None:
            return (stronger,)
    return game.sides


def _stronger(position: DraughtsPosition, clause: Clause, game: Game) -> Side | None:
    """The stronger side of the clause's forces; None where they are equal or not on the board."""
    first, second = (position.count(side) for side in game.sides)
    if first == second:
        return None
    if (first, second) in clause.forces:
        return game.sides[0]
    return game.sides[1] if (second, first) in clause.forces else None


def _begin(line: Sequence[DraughtsPosition], clause: Clause) -> int | None:
    """The ply after which the count began; None when the newest position is none of the clause."""
    if not _stands(line[-1], clause):
        return None
    begin = len(line) - 1
    while (
        begin
        and _stands(line[begin - 1], clause)
        and _continues(line[begin - 1].placement, line[begin].placement, clause)
    ):
        begin -= 1
    return begin


def _stands(position: DraughtsPosition, clause: Clause) -> bool:
    """Whether a position meets the clause's conditions about who stands where."""
    here = position.placement
    white, black = ((mine & ~here.kings, mine & here.kings) for mine in (here.white, here.black))
    if clause.pieces is not None:
        least, greatest = clause.pieces
        pieces = (here.white | here.black).bit_count()
        return least <= pieces <= greatest and bool(white[1]) and bool(black[1])
    if not clause.forces:
        return True
    forces = [(men.bit_count(), kings.bit_count()) for men, kings in (white, black)]
    if (forces[0], forces[1]) in clause.forces:
        strong, lone = here.white, here.black
    elif (forces[1], forces[0]) in clause.forces:
        strong, lone = here.black, here.white
    else:
        return False
    if clause.road is None:
        return True
    road = _main_road(position.variant.board)
    if clause.road is Road.WEAKER_HOLDS:
        return bool(lone & road)
    return bool(strong & here.kings & road) and not lone & road


@cache
def _main_road(board: Board) -> PointSet:
    """The long diagonal from White's lower left corner."""
    points = range(board.all.bit_length())
    return sum(1 << p for p in points if board.place(p)[0] == board.place(p)[1])


def _continues(before: Placement, after: Placement, clause: Clause) -> bool:
    """Whether the ply between two positions leaves the clause's count running."""
    if clause.kings_only:
        # Men stand where they stood and nothing has gone: a king has moved.
        same_men = all(
            old & ~before.kings == new & ~after.kings
            for old, new in ((before.white, after.white), (before.black, after.black))
        )
        return same_men and _balance(before) == _balance(after)
    return not clause.same_balance or _balance(before) == _balance(after)


def _balance(placement: Placement) -> tuple[int, ...]:
    """How many men and kings each side has."""
    white, black, kings, _ = placement
    return tuple(
        part.bit_count() for part in (white & ~kings, white & kings, black & ~kings, black & kings)
    )
