"""What a ply threatens by the Chinese association's rules (2020), as far as it can be proved.

The association names each ply a check, a threat of mate, a chase (it threatens to win material) or an
allowed ply. Threats are proved by search: of mate, by checks in unbroken order; of material, by the
captures and recaptures on one point. Whatever needs more than that (threats that mix checks and
captures, joint attacks, "cannot leave its line") is not proved either way and is left to the arbiter.
The articles named here are 24 to 26 of the rules, after descriptions of them by others; the text
itself could not be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rules.terms import Point
from rules.xiangqi.chase import captures, crossed, exchange, stopped_by_check
from rules.xiangqi.cycles import Ply
from rules.xiangqi.findings import man_name
from rules.xiangqi.moves import NAMES, attackers, in_check, legal, play

_WORTH = {"R": 8, "C": 4, "N": 4, "A": 2, "B": 2, "K": 100}
"""A chariot equals two of horse and cannon; advisors and elephants are equal (26.5, 26.6)."""
SOLDIER_LOW = 1
SOLDIER_HIGH = 8
"""A soldier's worth floats: where it decides whether an exchange wins, nothing is proved."""

MATE_MOVES = 2
"""How many checks in a row a mate that is found may take. A third finds little, and would take seconds
on a small computer; where checks go on beyond these, nothing is proved."""


class Nature(StrEnum):
    """What a ply does."""

    CHECK = "check"
    MATE_THREAT = "mate-threat"
    CHASE = "chase"
    ALLOWED = "allowed"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """What a ply does, and the words for it."""

    nature: Nature
    words: str


def threat(ply: Ply) -> Threat:
    """What a ply of a cycle threatens (articles 24.9 to 24.17 and 26)."""
    if ply.checks:
        return Threat(nature=Nature.CHECK, words="gives check")
    if ply.evading and ply.after[ply.target] in "Kk":
        words = "moves the general out of check, which is allowed whatever it attacks"
        return Threat(nature=Nature.ALLOWED, words=words)
    mate = threatens_mate(ply.after, red=ply.red)
    if mate:
        return Threat(nature=Nature.MATE_THREAT, words="threatens mate")
    found = _material(ply)
    if found.nature is Nature.CHASE:
        return found
    if mate is None:
        return Threat(nature=Nature.UNPROVED, words="may threaten mate; the search ended before")
    if found.nature is Nature.ALLOWED and (_new_checks(ply) or _new_forks(ply)):
        words = "makes checks possible, or stronger, which may win something"
        return Threat(nature=Nature.UNPROVED, words=words)
    return found


@lru_cache(maxsize=256)  # the plies of a cycle come again with every repetition
def threatens_mate(board: str, *, red: bool) -> bool | None:
    """Whether a side would mate by checks in unbroken order if it could move again.

    Returns:
        None where the search ended before it was sure.
    """
    return _mates(board, red=red, moves=MATE_MOVES)


def _mates(board: str, *, red: bool, moves: int) -> bool | None:
    unsure = False
    for origin, target in legal(board, red):
        after = play(board, origin, target)
        if not in_check(after, not red):
            continue
        if not moves:
            return None
        answer = _mated(after, red=red, moves=moves - 1)
        if answer:
            return True
        unsure |= answer is None
    return None if unsure else False


def _mated(board: str, *, red: bool, moves: int) -> bool | None:
    """Whether every answer to a check leads to mate by so many further checks."""
    unsure = False
    for origin, target in legal(board, not red):
        answer = _mates(play(board, origin, target), red=red, moves=moves)
        if answer is False:
            return False
        unsure |= answer is None
    return None if unsure else True


def _new_checks(ply: Ply) -> bool:
    """Whether the side could now give a check that it could not give before the ply."""
    after = _checks(ply.after, ply.named_after, red=ply.red)
    return not after <= _checks(ply.before, ply.named_before, red=ply.red)


def _checks(board: str, named: Mapping[Point, Point], *, red: bool) -> set[tuple[Point, Point]]:
    return {
        (named[origin], target)
        for origin, target in legal(board, red)
        if in_check(play(board, origin, target), not red)
    }


def _new_forks(ply: Ply) -> bool:
    """Whether a check would now win a man whatever the answer, and did not before the ply."""
    after = _forks(ply.after, ply.named_after, red=ply.red)
    return not after <= _forks(ply.before, ply.named_before, red=ply.red)


def _forks(board: str, named: Mapping[Point, Point], *, red: bool) -> set[tuple[Point, Point]]:
    found = set()
    for origin, target in legal(board, red):
        checked = play(board, origin, target)
        if in_check(checked, not red) and all(
            any(max(gains(answered, o, t)) > 0 for o, t in captures(answered, red=red))
            for answered in (play(checked, o, t) for o, t in legal(checked, not red))
        ):
            found.add((named[origin], target))
    return found


def _material(ply: Ply) -> Threat:
    """Whether the ply newly threatens to win a man by captures on one point."""
    before = {
        (ply.named_before[o], ply.named_before[t]): gains(ply.before, o, t)
        for o, t in captures(ply.before, red=ply.red)
    }
    doubtful = False
    for attacker, victim in captures(ply.after, red=ply.red):
        low, high = gains(ply.after, attacker, victim)
        pair = (ply.named_after[attacker], ply.named_after[victim])
        old = before.get(pair, (0, 0))
        if max(low, high) <= 0 or (low <= old[0] and high <= old[1]):
            continue
        if ply.after[victim] in "Pp" and not crossed(ply.after, victim):
            continue
        if exchange(ply.after, attacker, victim):
            continue
        if ply.after[attacker] in "KkPp":
            # Allowed in itself (26.7, 26.8), but not where it works together with others.
            doubtful |= in_check(play(ply.after, attacker, victim), not ply.red)
        elif ply.evading and stopped_by_check(ply, pair):
            doubtful = True  # it may have attacked before and only been stopped
        elif min(low, high) > 0 and not _answered(ply, attacker, victim, min(low, high)):
            man = f"{man_name(ply.after[victim])} on {NAMES[victim]}"
            by = f"{man_name(ply.after[attacker])} on {NAMES[attacker]}"
            return Threat(nature=Nature.CHASE, words=f"chases the {man} with the {by}")
        else:
            doubtful = True
    if doubtful:
        words = "attacks men, but whether it would win one is not proved"
        return Threat(nature=Nature.UNPROVED, words=words)
    return Threat(nature=Nature.ALLOWED, words="threatens nothing new")


def _answered(ply: Ply, attacker: Point, victim: Point, won: int) -> bool:
    """Whether the opponent might mate after the capture, or win elsewhere as much as it lost."""
    taken = play(ply.after, attacker, victim)
    if _mates(taken, red=not ply.red, moves=1) is not False:
        return True
    return any(
        max(gains(taken, o, t)) >= won for o, t in captures(taken, red=not ply.red) if t != victim
    )


def gains(board: str, attacker: Point, victim: Point) -> tuple[int, int]:
    """What a capture wins after the best recaptures on its point, where soldiers count little or much."""
    return (
        _gain(board, attacker, victim, soldier=SOLDIER_LOW),
        _gain(board, attacker, victim, soldier=SOLDIER_HIGH),
    )


def _gain(board: str, attacker: Point, victim: Point, *, soldier: int) -> int:
    taken = board[victim].upper()
    after = play(board, attacker, victim)
    red = board[victim].isupper()
    lost = max(
        (
            _gain(after, avenger, victim, soldier=soldier)
            for avenger in attackers(after, victim, red)
            if not in_check(play(after, avenger, victim), red)
        ),
        default=0,
    )
    return (soldier if taken == "P" else _WORTH[taken]) - max(0, lost)
