"""What has been said of pawns: which of the words of a player is meant for which of his promotions.

A word is said before the pawn lands or after, until the opponent touches a man; what is said later is for the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from controller.core.sensing.marks import DEFAULT_CHOICE
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.inference.plies import Ply
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point, PointSet, Side

Words = tuple[tuple[str, int], ...]
"""Letters of new men, and when they were said, in the order of time."""

WORDS_MAX = 4
CHOICES = "qrbn"
"""What a pawn may become."""
NEVER_NS = 1 << 62
ASSUMED = ""
"""Stands for a letter where a queen is assumed, since nothing more is waited for."""


class Heard:
    """The words of both sides beside what was felt since a position.

    Attributes:
        unread: points of a board that tells letters, to which nobody has been felt to come.
    """

    unread: PointSet = 0

    def __init__(
        self, wanted: Mapping[Side, Words], before: Position, edges: Sequence[Edge], bump_ms: int
    ) -> None:
        self._wanted, self._before, self._edges, self._bump_ms = wanted, before, edges, bump_ms

    def choices(self, move: Move, plies: Sequence[Ply], used: Mapping[Point, int]) -> set[str]:
        """What the pawn becomes by what was said; a queen where nothing was, or anything where a letter should have been read."""
        letter = self.letter(move, plies, used)
        if letter is None and self.unread >> (move.target or 0) & 1:
            return set(CHOICES)
        return {letter or DEFAULT_CHOICE}

    def letter(self, move: Move, plies: Sequence[Ply], used: Mapping[Point, int]) -> str | None:
        """What the pawn that makes this move after these is to become; None where nothing was said of it.

        Args:
            used: how many edges of the points belong to the moves before.
        """
        words = self._wanted.get(move.side, ()) if move.choice else ()
        if not words:
            return None
        here = [e for e in self._edges if e.point == move.target][used.get(move.target or 0, 0) :]
        landed_ns = next((e.at_ns for e in here if e.placed), NEVER_NS)
        since_ns = max(
            (self._over_ns(p.move, p.landed_ns) for p in plies if p.move.side == move.side),
            default=0,
        )
        return due(words, since_ns, self.touched_ns(move, landed_ns))

    def touched_ns(self, move: Move, landed_ns: int) -> int:
        """When the opponent first took up a man of his own after this move had landed; a jolt is no touch."""
        found = [NEVER_NS]
        for n, edge in enumerate(self._edges):
            man = self._before.man_at(edge.point)
            if edge.placed or edge.at_ns <= landed_ns or man is None or man.side == move.side:
                continue
            if edge.point in move.captured:
                continue  # what leaves there is the pawn
            later = (e.at_ns for e in self._edges[n + 1 :] if e.point == edge.point)
            if next(later, NEVER_NS) - edge.at_ns >= self._bump_ms * MS:
                found.append(edge.at_ns)
        return min(found)

    def kept(self, move: Move, landed_ns: int) -> dict[Side, Words]:
        """What has been said by either side of promotions still to come once this move is made."""
        over_ns = self._over_ns(move, landed_ns)
        kept = {
            side: tuple(word for word in words if side != move.side or word[1] >= over_ns)
            for side, words in self._wanted.items()
        }
        return {side: words for side, words in kept.items() if words}

    def _over_ns(self, move: Move, landed_ns: int) -> int:
        """From when on its player speaks of the next."""
        return (self.touched_ns(move, landed_ns) if move.choice else landed_ns) + 1


def heard(branch: Branch) -> Heard:
    """The words beside what this branch has felt."""
    around = [*branch.edges, *branch.beside]
    words = Heard(branch.wanted, branch.position, around, branch.judge.timings.bump_ms)
    if any(edge.mark is not None and edge.mark.letter is not None for edge in around):
        words.unread = branch.judge.blind & ~point_set(edge.point for edge in around if edge.placed)
    return words


def still_wanted(branch: Branch, ply: Ply) -> dict[Side, Words]:
    """What has been said in this branch of promotions still to come once this ply is made."""
    return heard(branch).kept(ply.move, ply.landed_ns)


def still_said(wanted: Mapping[Side, Words]) -> dict[Side, Words]:
    """The words that hold when the men have been put right: not that a queen was assumed."""
    kept = {side: tuple(w for w in words if w[0] != ASSUMED) for side, words in wanted.items()}
    return {side: words for side, words in kept.items() if words}


def said(words: Words, letter: str, said_ns: int) -> Words:
    """The words with one more; one that is known already counts once."""
    known = {*words, (letter, said_ns)}
    return tuple(sorted(known, key=lambda word: word[1])[-WORDS_MAX:])


def due(words: Words, since_ns: int, until_ns: int) -> str | None:
    """The last word that was said in this time; None where there was none."""
    return next((letter for letter, ns in reversed(words) if since_ns <= ns <= until_ns), None)
