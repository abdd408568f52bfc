"""Chases of the world federation's rules (World Xiangqi Rules 2018, chapter on repetition; XQ-4.1).

A ply chases an enemy man when by it a chariot, cannon, horse, advisor or elephant could newly take
that man for nothing, and the opponent's answer has to end this. So these do not chase:

- generals and soldiers; and nobody chases a general, nor a soldier on its own side of the river;
- a man that attacks an equal which could take it as well: that offers an exchange;
- an attack on a protected man, which another could avenge, save by a horse or cannon on a chariot;
- an attack that stood before, or that the opponent leaves standing.

A protector that may not avenge because its general would stand in check is a false one and does not
count. Cutting off the last protector of a man that was attacked before is a chase as well, but weaker
than an attack made anew: in mutual chases the diagrams decide against the new attack (39 to 41, 61).

Texts and programs differ on some cases, so there are two readings, and a verdict on which they differ
is left to the arbiter. Only in the wide one these chase: an advisor or elephant that attacks a
protected man worth more; an attack whose capture itself makes the protector a false one; a ply that
pins the last protector where it does not cut it off; a ply out of check, by which an attack that the
check had stopped is there again; a new attack that the opponent does not answer; and a check by which
a man is newly attacked besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.terms import Point
from rules.xiangqi.cycles import Cycle, Ply
from rules.xiangqi.moves import attackers, in_check, play, targets

_WORTH: Mapping[str, int] = {"A": 1, "B": 1, "P": 1, "N": 2, "C": 2, "R": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chased:
    """A man that a ply chases.

    Attributes:
        man: its name in the cycle.
        point: where it stands after the ply.
        attacker: the point of the man that could take it.
        anew: the attack is new, not only the loss of a protector.
    """

    man: Point
    point: Point
    attacker: Point
    anew: bool


def chased(cycle: Cycle, ply: Ply, *, wide: bool) -> tuple[Chased, ...]:
    """The men that a ply of a cycle chases, each once, by a new attack where there is one.

    Args:
        wide: the wide reading of the rules.
    """
    if ply.checks and not wide:
        return ()
    reply = cycle.reply(ply)
    before = {
        (ply.named_before[o], ply.named_before[t])
        for o, t in attacks(ply.before, red=ply.red, wide=wide)
    }
    could = {
        (ply.named_before[o], ply.named_before[t]) for o, t in captures(ply.before, red=ply.red)
    }
    left = {
        (o, reply.origin if t == reply.target else t)
        for o, t in attacks(reply.after, red=ply.red, wide=wide)
    }
    found: dict[Point, Chased] = {}
    for attacker, victim in attacks(ply.after, red=ply.red, wide=wide):
        pair = (ply.named_after[attacker], ply.named_after[victim])
        if pair in before or ((attacker, victim) in left and not (wide and not ply.checks)):
            continue
        anew = pair not in could
        if not anew and (ply.checks or (not wide and avengers(ply.after, attacker, victim))):
            continue
        if not wide and ply.evading and stopped_by_check(ply, pair):
            continue
        if pair[1] not in found or anew:
            found[pair[1]] = Chased(man=pair[1], point=victim, attacker=attacker, anew=anew)
    return tuple(found[man] for man in sorted(found))


def stopped_by_check(ply: Ply, pair: tuple[Point, Point]) -> bool:
    """Whether only the check kept the attacker from taking the victim before the ply."""
    places = {name: point for point, name in ply.named_before.items()}
    return places[pair[1]] in targets(ply.before, places[pair[0]])


def attacks(board: str, *, red: bool, wide: bool) -> tuple[tuple[Point, Point], ...]:
    """Each man of one side with each enemy man that it could take for nothing, as points."""
    return tuple(
        (attacker, victim)
        for attacker, victim in captures(board, red=red)
        if board[attacker] not in "KkPp"
        and not (board[victim] in "Pp" and not crossed(board, victim))
        and not exchange(board, attacker, victim)
        and not protected(board, attacker, victim, wide=wide)
    )


def captures(board: str, *, red: bool) -> Iterator[tuple[Point, Point]]:
    """Every legal capture of one side (never of a general), as if it were to move."""
    for origin, man in enumerate(board):
        if man == "." or man.isupper() != red:
            continue
        for target in targets(board, origin):
            if board[target] not in ".Kk" and not in_check(play(board, origin, target), red):
                yield origin, target


def crossed(board: str, point: Point) -> bool:
    """Whether the soldier on this point has crossed the river."""
    return (point // 9 >= 5) == (board[point] == "P")


def exchange(board: str, attacker: Point, victim: Point) -> bool:
    """Whether the victim is an equal that could as well take the attacker."""
    if board[attacker].upper() != board[victim].upper():
        return False
    if attacker not in targets(board, victim):
        return False
    return not in_check(play(board, victim, attacker), board[victim].isupper())


def protected(board: str, attacker: Point, victim: Point, *, wide: bool) -> bool:
    """Whether another man could avenge the victim of a capture, or the victim is worth too much."""
    taker, taken = board[attacker].upper(), board[victim].upper()
    if _WORTH[taken] > _WORTH[taker] and (wide or (taken == "R" and taker in "NC")):
        return False
    red = board[victim].isupper()
    after = play(board, attacker, victim)
    for avenger in avengers(board, attacker, victim):
        if not in_check(play(after, avenger, victim), red):
            return True
        if not wide and not in_check(play(board, avenger, victim), red):
            return True  # false only because of the capture itself
    return False


def avengers(board: str, attacker: Point, victim: Point) -> tuple[Point, ...]:
    """The men that reach the victim's point after its capture, false protectors among them."""
    return attackers(play(board, attacker, victim), victim, board[victim].isupper())
