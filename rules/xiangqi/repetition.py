"""Repetition and the natural-move limit of xiangqi as verdicts, by two sets of laws (XQ-4.1).

`xiangqi-wxf` follows the World Xiangqi Rules of 2018 (`rules.xiangqi.federation`), `xiangqi-cxa` the
Chinese association's rules of 2020 (`rules.xiangqi.association`). The second occurrence of a position
is a warning, the third decides. What the laws leave to a judgement that cannot be computed is given to
the arbiter, with a sentence for each ply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.game import Game
from rules.position import Position
from rules.rulebook import Ending, Outcome, Rulebook, Standing, Termination, Verdict
from rules.terms import LawId
from rules.xiangqi import association, federation
from rules.xiangqi.cycles import newest_cycle
from rules.xiangqi.position import XiangqiPosition

LAW = LawId("XQ-4.1")
CXA = "xiangqi-cxa"
"""The name of the association's rulebook; any other is judged by the world federation's rules."""

NATURAL_PLIES = 120
"""The natural-move limit: 60 moves of each side without a capture."""
NATURAL_WARNING_PLIES = 100
"""From here on the limit is announced, ten moves of each side before it."""
NATURAL_CHECKS = 10
"""No more checks than these count for one side in that time (association)."""


def verdicts(positions: Sequence[Position], rulebook: Rulebook, game: Game) -> tuple[Verdict, ...]:
    """What the laws find about the game so far: a repetition, the natural-move limit.

    Args:
        positions: the game from its start, one position a ply.
        rulebook: by its name it chooses between the two sets of laws; a termination in its
            `automatic_draws` is decided without a claim.
        game: xiangqi, for its sides.
    """
    line = [_xiangqi(position) for position in positions]
    found = (_repetition(line, rulebook, game), _natural_limit(line, rulebook))
    return tuple(verdict for verdict in found if verdict is not None)


def ending(positions: Sequence[Position], rulebook: Rulebook, game: Game) -> Ending | None:
    """Whether repetition or the natural-move limit has ended the game.

    Args:
        positions: the game from its start, one position a ply.
    """
    for verdict in verdicts(positions, rulebook, game):
        if verdict.standing is Standing.DECIDED:
            outcome = Outcome.DRAW
            if verdict.winner is not None:
                first = verdict.winner == game.sides[0]
                outcome = Outcome.FIRST_WINS if first else Outcome.SECOND_WINS
            return Ending(
                winner=verdict.winner,
                result=game.result_text(outcome),
                termination=verdict.termination,
                law=verdict.law,
            )
    return None


def ending_laws(rulebook: Rulebook) -> Mapping[Termination, LawId]:
    """The laws by which `ending` ends a game, by how: who repeats what is forbidden loses without a claim."""
    forbidden = {
        Termination.PERPETUAL_CHECK,
        Termination.PERPETUAL_CHASE,
        Termination.PERPETUAL_THREAT,
    }
    drawn = {Termination.REPETITION, Termination.NATURAL_LIMIT} & rulebook.automatic_draws
    return dict.fromkeys(sorted(forbidden | drawn), LAW)


def _repetition(line: Sequence[XiangqiPosition], rulebook: Rulebook, game: Game) -> Verdict | None:
    cycle = newest_cycle(line)
    if cycle is None:
        return None
    judge = association.judge if rulebook.name == CXA else federation.judge
    finding = judge(cycle)
    if cycle.occurrences < 3:
        standing = Standing.WARNING
    elif not finding.sure:
        standing = Standing.NEEDS_ARBITER
    elif finding.offender is None and Termination.REPETITION not in rulebook.automatic_draws:
        standing = Standing.CLAIMABLE
    else:
        standing = Standing.DECIDED
    return Verdict(
        law=LAW,
        termination=finding.termination,
        standing=standing,
        winner=None if finding.offender is None else game.other(finding.offender),
        offender=finding.offender,
        plies=(cycle.plies[0].number, cycle.plies[-1].number),
        evidence=finding.reasons,
    )


def _natural_limit(line: Sequence[XiangqiPosition], rulebook: Rulebook) -> Verdict | None:
    """The limit of 60 moves of each side without a capture.

    The association lets a player claim it. What the world federation's text of 2018 says could not be
    read (older Asian texts have 50 moves), so there it is the arbiter's, unless the rulebook makes it
    automatic.
    """
    newest = line[-1]
    quiet = newest.quiet_plies
    if quiet < NATURAL_WARNING_PLIES:
        return None
    last = len(line) - 1
    excess = _excess_checks(line[-quiet:]) if quiet >= NATURAL_PLIES else 0
    evidence = [f"{quiet} plies without a capture; the limit is {NATURAL_PLIES}"]
    if quiet < NATURAL_PLIES:
        standing = Standing.WARNING
    elif quiet - excess < NATURAL_PLIES:
        standing = Standing.NEEDS_ARBITER
        evidence.append(
            f"{excess} of them are checks beyond the {NATURAL_CHECKS} that count for a side"
        )
    elif Termination.NATURAL_LIMIT in rulebook.automatic_draws:
        standing = Standing.DECIDED
    else:
        standing = Standing.CLAIMABLE if rulebook.name == CXA else Standing.NEEDS_ARBITER
    return Verdict(
        law=LAW,
        termination=Termination.NATURAL_LIMIT,
        standing=standing,
        plies=(max(last - quiet, 0) + 1, last),
        evidence=tuple(evidence),
    )


def _excess_checks(line: Sequence[XiangqiPosition]) -> int:
    """How many checks of either side go beyond those that count."""
    excess = 0
    for red in (True, False):
        given = sum(position.in_check for position in line if position.red_to_move != red)
        excess += max(0, given - NATURAL_CHECKS)
    return excess


def _xiangqi(position: Position) -> XiangqiPosition:
    assert isinstance(position, XiangqiPosition), "a position of another game"
    return position
