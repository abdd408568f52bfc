"""One completed move of a reading, and what its man may yet do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.inference.prices import GLITCH_MS, HASTE_MS, IDLE_MS, MOVED_MS
from controller.core.settings import MS
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.inference.evidence import Pair
    from controller.core.inference.match import Match
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings
    from rules.game import Move, Position
    from rules.terms import Point, PointSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One completed move of a reading.

    Attributes:
        cursors: edges used up at every point when it is over.
        unseen: the capture was not seen, only that nothing else fits.
        sensed: the sensor told what a pawn became.
        said: its player did.
        after_ns: see `Match`.
        left: captured stones (Go) that still stand, see `Uncleared`.
    """

    move: Move
    first_ns: int
    landed_ns: int
    done_ns: int
    cursors: Mapping[Point, int]
    unseen: bool
    after_ns: int
    sensed: bool = False
    said: bool = False
    left: PointSet = 0

    @property
    def slow(self) -> bool:
        """Its man was in the hand for so long that nobody could see where he was going; or was felt there by itself."""
        return self.landed_ns - self.first_ns >= IDLE_MS * MS

    @property
    def late(self) -> bool:
        """That the mover is set down was seen only when the point could be read again."""
        return self.after_ns < self.landed_ns

    def amid_removal(self, at_ns: int, timings: Timings) -> bool:
        """Whether only some of the men that it has captured were off at this time: no hand takes up another man between them."""
        some = len(self.move.captured) > 1 and self.first_ns < at_ns
        return some and at_ns < self.done_ns - timings.sweep_ms * MS

    @classmethod
    def at(cls, move: Move, at_ns: int, *, unseen: bool = False) -> Ply:
        """A move of which no evidence is used up, as if all of it were done at one moment."""
        return cls(
            move=move,
            first_ns=at_ns,
            landed_ns=at_ns,
            done_ns=at_ns,
            after_ns=at_ns,
            cursors={},
            unseen=unseen,
        )

    @classmethod
    def of(cls, move: Move, match: Match, *, sensed: str, said: bool = False) -> Ply:
        """A move as the edges contain it.

        Args:
            sensed: what the sensor told that a pawn became; "" for nothing.
            said: its player has said it.
        """
        return cls(
            move=move,
            first_ns=match.first_ns,
            landed_ns=match.landed_ns,
            done_ns=match.done_ns,
            after_ns=match.after_ns,
            cursors=match.cursors,
            sensed=bool(sensed),
            said=said,
            unseen=match.unseen,
            left=match.pending,
        )


def in_haste(
    before: Position, ply: Ply, point: Point, at_ns: int, came: Sequence[Edge], *, near: bool
) -> bool:
    """Whether the opponent had taken up the man of this point just before the ply landed, to answer it.

    Not if it may be he who landed there, as the answer to another move of the same man, and there was time for it.

    Args:
        before: the position in which the ply was made.
        at_ns: when he was taken up.
        came: what was felt of him who landed; the sensor may tell whose man he is.
        near: the landing is next to this point: he may have been pushed there in no time.
    """
    move, told = ply.move, any(edge.mark is not None for edge in came)
    early_ns = ply.landed_ns - at_ns
    if move.origin is None or early_ns >= HASTE_MS * MS:
        return False
    if told or (early_ns < MOVED_MS * MS and not (near and ply.slow)):
        return True
    try:
        gone = [before.play_irregular(None, None, (move.origin,))]
    except (
        RulesError
    ):  # there is none without a king: he has gone somewhere else, or both are set in the centre
        men = [before.man_at(point), before.man_at(move.origin)]
        if len({man.letter.lower() for man in men if man is not None}) < len(men):
            return False
        own = (m for m in before.moves() if m.origin == move.origin and m.target != move.target)
        gone = [before.play(m) for m in own]
    return all((m.origin, m.target) != (point, move.target) for p in gone for m in p.moves())


def set_better(pair: Pair, moved: Point | None, since_ns: int, timings: Timings) -> bool:
    """Whether a man was only set down better, at once.

    Args:
        pair: he was off his point for a while, and stands there again.
        moved: where the man of the move before was set down at `since_ns`.
    """
    if pair.first.point != moved or pair.soft or pair.ms < timings.bump_ms:
        return False
    soon_ns = timings.release_ms * MS
    return pair.first.at_ns - since_ns < soon_ns and pair.second.at_ns - pair.first.at_ns < soon_ns


def made_way(pair: Pair, ply: Ply) -> bool:
    """Whether the man who was set down last made way for the king, or the new man, that he has become."""
    target, footprint = ply.move.target, ply.move.footprint
    changes = target is not None and bool(footprint.resting >> target & 1)
    return changes and pair.first.point == target and pair.first.at_ns > ply.landed_ns


def trembled(pair: Pair, ply: Ply, timings: Timings) -> bool:
    """Whether the man who was set down last was jolted by the very hand that lets him go."""
    since_ns = pair.first.at_ns - ply.landed_ns
    jolted = not pair.soft and GLITCH_MS <= pair.ms < timings.bump_ms
    here = pair.first.point == ply.move.target and 0 <= since_ns < timings.release_ms * MS
    return jolted and here


def off_again_ns(edges: Sequence[Edge], ply: Ply) -> int | None:
    """When the new point of this ply next lost its man; he who is touched there, or crowned, does not leave."""
    left = (e for e in edges if not (e.placed or e.soft) and e.at_ns > ply.landed_ns)
    return next((edge.at_ns for edge in left if edge.point == ply.move.target), None)


def before_ms(edges: Sequence[Edge], ply: Ply) -> float | None:
    """For how long the man of this ply was felt on his new point before he had left his own; None where not both were seen."""
    origin = ply.move.origin
    own = [edge for edge in edges if edge.point == origin]
    used = own[: ply.cursors.get(origin, 0)] if origin is not None else []
    if ply.unseen or not used or used[-1].placed or used[-1].blind:
        return None
    return (used[-1].at_ns - ply.landed_ns) / MS
