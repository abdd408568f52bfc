"""Captured men that were left on the board, where one of them has moved since: his player has seen him stand (DR-7.4.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.branch import Branch
from controller.core.decisions import DOUBT, Ask, Complete, Irregular, oddness
from controller.core.evidence import MS, by_point, point_set
from controller.core.marks import shows
from controller.core.prices import HELD_MS, MOVED_MS
from controller.core.reading import Reading
from controller.core.supposing import STRANGE
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.debounce import Edge
    from controller.core.decisions import Decision
    from rules.game import Move
    from rules.terms import Point


def replied_by_one(branch: Branch, found: Decision | None, now_ns: int) -> Decision | None:
    """The decision, or the capture as it was left where it seems complete because one of its men was taken up to reply.

    Where all that was seen of the reply is that he stands elsewhere, no clock was pressed, and sensors do not tell whose man
    has come, that is asked about.
    """
    if not (isinstance(found, Complete) and branch.judge.game.captured_last):
        return found
    if not (found.unexplained or found.wrong):
        return found
    left = next(
        (
            left
            for point in found.ply.move.captured
            if (left := _left(branch, found.ply.move, point, now_ns)) is not None
        ),
        None,
    )
    if left is None or branch.judge.tells or found.by == "pressed" or len(by_point(left.since)) > 2:
        return left or found
    return Ask(moves=(found,), reason=DOUBT, people=True)


def may_reply(made: Complete, edges: Sequence[Edge], asked_ns: int, now_ns: int) -> bool:
    """Whether the one man of a capture who has left since it was asked about may be in the hand of his own player, to reply.

    Until another has replied, the clock is pressed, or he is off for longer than anybody holds a man.
    """
    if made.by != "settled" or now_ns - edges[-1].at_ns >= HELD_MS * MS:
        return False
    off = {e.point for e in edges if not e.placed and e.at_ns > asked_ns}
    return len(off & {*made.ply.move.captured}) == 1


def as_felt(branch: Branch, now_ns: int) -> Irregular | None:
    """The capture without the men of it who are felt still, where the opponent has played on; people say that it was made so."""
    move = branch.bound
    return None if move is None else _left(branch, move, None, now_ns)


def _left(branch: Branch, move: Move, point: Point | None, now_ns: int) -> Irregular | None:
    """The capture without this man, where he has replied and nothing else was done.

    Args:
        point: None for the men who have not left, where any other has replied.
    """
    at = by_point(branch.edges)
    removed = {p: at[p][-1].at_ns for p in move.captured if p in at and not at[p][-1].placed}
    landed = [e.at_ns for e in at.get(-1 if move.target is None else move.target, ()) if e.placed]
    over_ns = max([*landed[-1:], *(ns for p, ns in removed.items() if p != point)], default=0)
    if not landed or (point is not None and removed.get(point, 0) <= over_ns):
        return None
    own: list[Edge] = [edge for edge in branch.edges if edge.at_ns <= over_ns]
    gone = [p for p in move.captured if p in removed and p != point]
    try:
        after = branch.position.play_irregular(move.origin, move.target, gone)
    except RulesError:
        return None
    reply = Branch(after, branch.judge, strict=branch.strict)
    reply.edges = [edge for edge in branch.edges if edge.at_ns > over_ns]
    if not _has_replied(reply, now_ns, point):
        return None
    pending = point_set(p for p in move.captured if p not in gone)
    return Irregular(
        reading=Reading(plies=(), cost=0.0, under_way=move, pending=pending),
        touches=(),
        pressed=False,
        edges=tuple(own),
        bound=move,
        since=tuple(reply.edges),
    )


def _has_replied(reply: Branch, now_ns: int, point: Point | None) -> bool:
    """Whether all that was seen since is a lawful move of the man of this point; of any man, whatever was played on it.

    It may also be an unlawful one of his, where he stands now beside his point, or colours tell that it is he.
    """
    best = reply.readings(now_ns)[0]
    if best.first is None and point is not None:
        return _has_stepped(reply, best, point)
    if best.first is None or point is None:
        return best.first is not None and not best.plies[0].unseen
    return best.first.origin == point and not best.irregular and oddness(best) < STRANGE


def _has_stepped(reply: Branch, best: Reading, point: Point) -> bool:
    """Whether he alone was lifted, and one man alone was set down since, who may be he."""
    if len(reply.edges) != 2 or len(best.came) != 1 or set(best.in_air) != {point}:
        return False
    lift, landing = reply.edges
    held_ms = (landing.at_ns - lift.at_ns) / MS
    if lift.point != point or not MOVED_MS <= held_ms < HELD_MS:
        return False
    near = reply.judge.game.neighbours(point) >> landing.point & 1
    return bool(near) or shows(landing.mark, reply.position.side_to_move)
