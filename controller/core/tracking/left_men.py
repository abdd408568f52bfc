"""Captured men that were left on the board, where one of them has moved since: his player has seen him stand (DR-7.4.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete, Irregular, oddness
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.prices import HELD_MS, MOVED_MS
from controller.core.inference.reading import Reading
from controller.core.inference.supposing import STRANGE
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import shows
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from rules.terms import RulesError, point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.sensing.debounce import Edge
    from rules.game import Move, Position
    from rules.terms import Point


PLAYED_ON = 2
"""Lawful plies that tell that men were left on whom nothing else has shown to stand."""


def replied_by_one(branch: Branch, found: Decision | None, now_ns: int) -> Decision | None:
    """The decision, or the capture as it was left where it seems complete because one of its men was taken up to reply.

    Where all that was seen of the reply is that he stands elsewhere, no clock was pressed, and sensors do not tell whose man
    has come, or no law lets him go there, that is asked about.
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
    if left is None:
        return found
    told = branch.judge.tells and not _is_unlawful(branch, found.ply.move, left, now_ns)
    if told or found.by == "pressed" or len(by_point(left.since)) > 2:
        return left
    return Ask(moves=(found,), reason=DOUBT, people=True)


def may_stand(branch: Branch, made: Complete, asked_ns: int, now_ns: int) -> bool:
    """Whether a man of this capture who has left since it was asked about may have stood until then, as he had been left on.

    He may be in the hand of his own player, to reply, until another has replied, the clock is pressed, or he is off for longer than
    anybody holds a man. Or his captor has gone on, and has captured him only now, unless all is lawful otherwise.
    """
    move, since = made.ply.move, [edge for edge in branch.edges if edge.at_ns > asked_ns]
    off = point_set(edge.point for edge in since if not edge.placed)
    late = off & point_set(move.captured)
    if made.by == "settled":
        held = now_ns - branch.edges[-1].at_ns < HELD_MS * MS
        return held and late.bit_count() == 1
    gone_on = move.target is not None and bool(off >> move.target & 1)
    return made.by == "reply" and bool(late) and gone_on and _lawful_plies(branch, now_ns) is None


def stood_until(branch: Branch, found: Decision | None, now_ns: int) -> Decision | None:
    """The decision, or the capture as it was left where all that was played from the reply on is lawful only so.

    Nothing is decided for a while where men came off only once the captor had gone on, and what else was done is not lawful.
    """
    if not branch.judge.game.captured_last or not isinstance(found, Complete | Irregular):
        return found
    if isinstance(found, Irregular):
        if found.since or found.pressed or branch.upset:
            return found
        moves = [move for move in branch.position.moves() if move.captured]
        left = (as_played(branch, move, (), now_ns, plies=1) for move in moves)
        return next((each for each in left if each is not None), found)
    move = found.ply.move
    went = _gone_on_ns(branch, move)
    late = [e.at_ns for e in branch.edges if not e.placed and e.point in move.captured]
    if found.by == "pressed" or not went or not late or max(late) < max(went):
        return found
    if _lawful_plies(branch, now_ns) is not None:
        return found
    quiet_ms = (now_ns - branch.edges[-1].at_ns) / MS
    over = quiet_ms >= branch.judge.timings.irregular_ms
    return as_played(branch, move, (), now_ns) or (found if over else None)


def _gone_on_ns(branch: Branch, move: Move) -> list[int]:
    """When the captor left the square on which he had landed; not where he stands there again at once, set better or jolted.

    Nor where his way leads over that square before: he may have been felt there as he passed.
    """
    rest_ms = branch.judge.timings.settle_ms
    felt = [edge for edge in branch.edges if edge.point == move.target]
    passes = [n for n, edge in enumerate(felt) if edge.placed][: move.path[1:].count(move.target)]
    came = passes[-1] if passes else len(felt)
    return [
        lift.at_ns
        for lift, back in absences(felt[came + 1 :])
        if back is None or Pair(lift, back).ms >= rest_ms
    ]


def as_played(
    branch: Branch,
    move: Move | None,
    taken: Sequence[Branch],
    now_ns: int,
    *,
    plies: int = PLAYED_ON,
) -> Irregular | None:
    """A capture without the men who stood when the opponent replied, where all that was played from then on is lawful only so.

    Args:
        taken: branches in which they have been captured.
        plies: so many at least must have been played.
    """
    edges = branch.edges
    landed = [e.at_ns for e in edges if e.placed and move is not None and e.point == move.target]
    if move is None or not landed:
        return None
    if any(_lawful_plies(each, now_ns) is not None for each in taken):
        return None
    for reply in edges:
        if reply.at_ns <= landed[0] or not _is_taken_up(branch.position, reply):
            continue
        own, since = _parted(edges, reply.at_ns)
        gone = [p for p in move.captured if any(e.point == p and not e.placed for e in own)]
        changed = {point for point, felt in by_point(own).items() if len(felt) % 2}
        if changed != {move.origin, move.target, *gone} or len(gone) == len(move.captured):
            continue
        try:
            after = branch.position.play_irregular(move.origin, move.target, gone)
        except RulesError:
            continue
        line = Branch(after, branch.judge, strict=branch.strict)
        line.edges, line.calm = since, True
        if (_lawful_plies(line, now_ns) or 0) >= plies:
            branch.upset, branch.calm = False, True
            return _as_it_stood(move, gone, own, since)
    return None


def _parted(edges: Sequence[Edge], at_ns: int) -> tuple[list[Edge], list[Edge]]:
    """What was seen before this, and from then on."""
    return [e for e in edges if e.at_ns < at_ns], [e for e in edges if e.at_ns >= at_ns]


def _is_taken_up(position: Position, edge: Edge) -> bool:
    """Whether a man of the side not on move leaves his point."""
    man = None if edge.placed else position.man_at(edge.point)
    return man is not None and man.side != position.side_to_move


def _lawful_plies(branch: Branch, now_ns: int) -> int | None:
    """How many plies all that was seen is, each ordinary; None where there is more to it."""
    line, plies = branch.copied(), 0
    edges, line.edges = line.edges, []
    for n, edge in enumerate(edges, 1):  # as it came: of many plies at once no reading tells
        line.edges = [*line.edges, edge]
        until_ns = edges[n].at_ns if n < len(edges) else now_ns
        # What could not be read only later hides nothing of what had been done by then.
        line.blinded = branch.blinded if branch.blinded_ns <= until_ns else 0
        while isinstance(made := line.decide(until_ns), Complete):
            if made.odd or made.unexplained or made.unseen or made.ply.unseen:
                return None
            line, plies = line.fork(made.ply), plies + 1
    return None if line.edges else plies


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
    return _as_it_stood(move, gone, own, reply.edges)


def _is_unlawful(branch: Branch, move: Move, left: Irregular, now_ns: int) -> bool:
    """Whether the man who was left on stands far off, where no law lets him go: two players have erred, or one sensor has."""
    gone = [p for p in move.captured if not left.reading.pending >> p & 1]
    after = branch.position.play_irregular(move.origin, move.target, gone)
    reply = Branch(after, branch.judge, strict=branch.strict)
    reply.edges = list(left.since)
    lift, landing = left.since[0], left.since[-1]
    near = reply.judge.game.neighbours(lift.point) >> landing.point & 1
    return not near and reply.readings(now_ns)[0].first is None


def _as_it_stood(
    move: Move, gone: Sequence[Point], own: Sequence[Edge], since: Sequence[Edge]
) -> Irregular:
    pending = point_set(p for p in move.captured if p not in gone)
    return Irregular(
        reading=Reading(plies=(), cost=0.0, under_way=move, pending=pending),
        touches=(),
        pressed=False,
        edges=tuple(own),
        bound=move,
        since=tuple(since),
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
