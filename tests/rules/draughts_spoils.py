"""Ways of spoiling a legal move of draughts, one for each irregularity that the board shows.

Each says which laws the board allows for: the one that it stands for, and where hands may have done
something else that looks the same, the other of the pair that `rules.draughts.irregular` tells of. What
men may do is found square by square in `tests.rules.draughts_lines`, not by the program's own search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from rules.deed import Deed
from rules.draughts import Draughts
from rules.draughts.position import DraughtsPosition
from rules.draughts.stopping import with_move
from rules.terms import Point, Side, points_of
from tests.rules.draughts_deeds import Jumps, apart, deed, every_jumps, legal_jumps, plain

TRIES = 3
"""Spoilings of one kind in one position."""


class Board(NamedTuple):
    """A position with all that men may do in it."""

    game: Draughts
    position: DraughtsPosition

    @property
    def side(self) -> Side:
        return self.position.side_to_move

    @property
    def other(self) -> Side:
        return self.game.other(self.side)

    def own(self) -> list[Point]:
        return list(points_of(self.position.men_of(self.side)))

    def enemy(self) -> list[Point]:
        return list(points_of(self.position.men_of(self.other)))

    def empty(self) -> list[Point]:
        return [p for p in range(len(self.game.points)) if not self.position.occupied >> p & 1]

    def legal(self) -> list[Jumps]:
        return legal_jumps(self.game, self.position)

    def jumps(self) -> list[Jumps]:
        """Every sequence of jumps, whole or not, lawful or not."""
        return every_jumps(self.game, self.position)

    def steps(self) -> set[tuple[Point, Point]]:
        """Every step, whether or not something is to be captured."""
        return plain(self.game, self.position)

    def ends(self, origin: Point) -> set[Point]:
        """Where a man may come to by steps or jumps."""
        return {t for o, t in self.steps() if o == origin} | {
            j.landings[-1] for j in self.jumps() if j.origin == origin
        }

    def turned_over(self) -> Board:
        """The same with the other side on move."""
        return Board(self.game, with_move(self.position, self.other))


class Spoilt(NamedTuple):
    """A spoilt move, the numbers of DR-7.4 that it may be named by, and whose it is."""

    deed: Deed
    laws: set[int]
    side: Side


def captured(jumps: Jumps, removed: list[Point], *, shown: bool = True) -> list[tuple[Point, bool]]:
    """The hands' steps of a capture, with these men removed at its end."""
    steps = [(jumps.origin, False)]
    for landing in jumps.landings[:-1] if shown else ():
        steps += [(landing, True), (landing, False)]
    return [*steps, (jumps.landings[-1], True), *((victim, False) for victim in removed)]


def alike(board: Board, jumps: Jumps, removed: set[Point], *, shown: bool = True) -> set[int]:
    """What else the board may be taken for: other jumps from and to the same squares."""
    found = set()
    legal = [j for j in board.legal() if j.origin == jumps.origin]
    for other in board.jumps():
        if (other.origin, other.landings[-1]) != (jumps.origin, jumps.landings[-1]):
            continue
        victims = set(other.victims)
        whole = any(
            set(j.victims) == victims and j.landings[-1] == other.landings[-1] for j in legal
        )
        begun = any(_begins(j, other) for j in legal)
        if removed == victims:
            found.add(0 if whole else 9 if begun else 8)
        elif removed < victims:
            found.add(11 if whole else 9 if begun else 8)
        elif begun:
            found |= {9, 12}
    if not removed and not shown and (jumps.origin, jumps.landings[-1]) in board.steps():
        found.add(6)
    return found


def _begins(whole: Jumps, part: Jumps) -> bool:
    done = len(part.victims)
    return (
        done < len(whole.victims)
        and set(whole.victims[:done]) == set(part.victims)
        and whole.landings[done - 1] == part.landings[-1]
    )


def two_moves(board: Board, random: Random) -> Iterator[Spoilt]:
    """1: the side that has just moved moves again."""
    for move in random.sample(board.position.moves(), min(TRIES, len(board.position.moves()))):
        after = Board(board.game, board.position.play(move))
        again = after.turned_over()
        for second in random.sample(again.position.moves(), min(2, len(again.position.moves()))):
            assert second.origin is not None
            assert second.target is not None
            if second.origin == second.target:
                continue  # it stands where it stood: only victims are gone
            laws = {1}
            if second.captured and len(after.jumps()):
                laws |= {2, 8, 9, 11, 12, 14}  # their own men may have gone there just as well
                if not any(second.target in after.ends(victim) for victim in second.captured):
                    laws = {1}
            if (second.origin, second.target) == (move.target, move.origin):
                laws = {4}
            steps = [(second.origin, False), (second.target, True)]
            steps += [(victim, False) for victim in second.captured]
            done = deed(after.position, apart(steps), before=board.position, last=move)
            yield Spoilt(done, laws, board.side)


def irregular_move(board: Board, random: Random) -> Iterator[Spoilt]:
    """2: a man goes where no man goes."""
    for origin in random.sample(board.own(), min(TRIES, len(board.own()))):
        far = [p for p in board.empty() if p not in board.ends(origin)]
        if far:
            steps = [(origin, False), (random.choice(far), True)]
            yield Spoilt(deed(board.position, apart(steps)), {2}, board.side)


def taken_back(board: Board, random: Random) -> Iterator[Spoilt]:
    """4: the man that has just moved goes back."""
    for move in random.sample(board.position.moves(), min(TRIES, len(board.position.moves()))):
        if move.origin == move.target or move.origin is None or move.target is None:
            continue
        steps = [(move.target, False), (move.origin, True), *((v, True) for v in move.captured)]
        after = board.position.play(move)
        assert isinstance(after, DraughtsPosition)
        yield Spoilt(deed(after, apart(steps), before=board.position, last=move), {4}, board.side)


def enemy_moved(board: Board, random: Random) -> Iterator[Spoilt]:
    """5: a man of the opponent is moved; where men move so, he has moved himself, unless nobody has moved yet."""
    begun = board.position.placement != board.position.variant.array
    for origin in random.sample(board.enemy(), min(TRIES, len(board.enemy()))):
        for target in random.sample(board.empty(), min(TRIES, len(board.empty()))):
            own = not begun or target not in board.turned_over().ends(origin)
            steps = [(origin, False), (target, True)]
            yield Spoilt(
                deed(board.position, apart(steps)),
                {5 if own else 1},
                board.side if own else board.other,
            )


def not_captured(board: Board, random: Random) -> Iterator[Spoilt]:
    """6: a man steps that could capture; where another one could, the one that stepped moved irregularly (2)."""
    able = {jumps.origin for jumps in board.jumps()}
    steps = sorted(board.steps()) if board.legal() else []
    other = [step for step in steps if step[0] not in able]
    its_own = [step for step in steps if step[0] in able]
    for origin, target in [*its_own, *random.sample(other, min(1, len(other)))]:
        acts = apart([(origin, False), (target, True)])
        yield Spoilt(deed(board.position, acts), {6 if origin in able else 2}, board.side)


def lifted(board: Board, random: Random) -> Iterator[Spoilt]:
    """7: men are gone and nothing came."""
    men = board.own() + board.enemy()
    for count in (1, 2, 3):
        gone = random.sample(men, min(count, len(men)))
        yield Spoilt(deed(board.position, apart((p, False) for p in gone)), {7}, board.side)


def wrong_number(board: Board, random: Random) -> Iterator[Spoilt]:
    """8: whole captures that are smaller than due, or end where they could go on and do not."""
    legal = board.legal()
    short = [
        j
        for j in board.jumps()
        if legal
        and j.landings[-1] != j.origin
        and not any(set(w.victims) == set(j.victims) and w.landings[-1] == j.landings[-1]
                    for w in legal if w.origin == j.origin)
        and not any(_begins(w, j) for w in legal if w.origin == j.origin)
    ]  # fmt: skip
    for jumps in random.sample(short, min(TRIES, len(short))):
        victims = list(jumps.victims)
        laws = {8} | (alike(board, jumps, set(victims)) & {0, 9})
        yield Spoilt(deed(board.position, apart(captured(jumps, victims))), laws, board.side)


def stopped(board: Board, random: Random) -> Iterator[Spoilt]:
    """9: a capture is left half-way, with some victims off or none."""
    long = [j for j in board.legal() if len(j.victims) > 1]
    for jumps in random.sample(long, min(TRIES, len(long))):
        done = random.randrange(1, len(jumps.victims))
        part = Jumps(jumps.origin, jumps.victims[:done], jumps.landings[:done])
        if part.landings[-1] == jumps.origin:
            continue
        off = list(jumps.victims[: random.randrange(len(jumps.victims) + 1)])
        laws = {9} | alike(board, part, set(off), shown=done > 1)
        yield Spoilt(deed(board.position, apart(captured(part, off))), laws, board.side)


def too_few(board: Board, random: Random) -> Iterator[Spoilt]:
    """11: some of the captured men are left standing."""
    legal = [j for j in board.legal() if j.landings[-1] != j.origin]
    for jumps in random.sample(legal, min(TRIES, len(legal))):
        off = list(jumps.victims[: random.randrange(len(jumps.victims))])
        laws = {11} | alike(board, jumps, set(off), shown=len(jumps.victims) > 1)
        yield Spoilt(deed(board.position, apart(captured(jumps, off))), laws, board.side)


def unjumped(board: Board, random: Random) -> Iterator[Spoilt]:
    """12: a man is removed that was not jumped."""
    legal = [j for j in board.legal() if j.landings[-1] != j.origin]
    for jumps in random.sample(legal, min(TRIES, len(legal))):
        others = [p for p in board.enemy() if p not in jumps.victims]
        if others:
            off = [*jumps.victims, random.choice(others)]
            laws = {12} | (alike(board, jumps, set(off)) & {0, 8, 9, 11})
            yield Spoilt(deed(board.position, apart(captured(jumps, off))), laws, board.side)
    if not legal and not board.legal():
        for origin, target in random.sample(sorted(board.steps()), min(1, len(board.steps()))):
            man = random.choice(board.enemy()) if board.enemy() else None
            if man is None:
                continue
            taken = any(
                set(j.victims) == {origin} and (j.origin, j.landings[-1]) == (man, target)
                for j in board.turned_over().jumps()
            )
            steps = [(origin, False), (target, True), (man, False)]
            yield Spoilt(
                deed(board.position, apart(steps)),
                {1 if taken else 12},
                board.other if taken else board.side,
            )


def own_removed(board: Board, random: Random) -> Iterator[Spoilt]:
    """14: an own man is removed with the captured ones, or after a step."""
    for move in random.sample(board.position.moves(), min(TRIES, len(board.position.moves()))):
        others = [p for p in board.own() if p not in (move.origin, move.target)]
        if not others or move.origin == move.target or move.origin is None or move.target is None:
            continue
        own = random.choice(others)
        steps = [(move.origin, False), (move.target, True)]
        steps += [(victim, False) for victim in (*move.captured, own)]
        taken = len(move.captured) == 1 and any(
            set(j.victims) == {move.origin, own}
            and (j.origin, j.landings[-1]) == (move.captured[0], move.target)
            for j in board.turned_over().jumps()
        )
        assert not taken or move.captured
        yield Spoilt(deed(board.position, apart(steps)), {14}, board.side)


KINDS: dict[int, Callable[[Board, Random], Iterator[Spoilt]]] = {
    1: two_moves, 2: irregular_move, 4: taken_back, 5: enemy_moved, 6: not_captured, 7: lifted,
    8: wrong_number, 9: stopped, 11: too_few, 12: unjumped, 14: own_removed,
}  # fmt: skip
