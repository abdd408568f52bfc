"""What looks like a move, but is the man of the last one who has gone home: nobody has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, before, by_point
from controller.core.inference.prices import GLITCH_MS, OVERLAP_MS
from controller.core.restoring.plies_ago import PLIES_MAX, plies_back
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Ask, Complete
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move


def no_move(session: Session, made: Complete) -> bool:
    """Whether the last move, or the last two, were taken back, though what was seen may be read as this one.

    Not where people have said that it was made, or that the last one was.
    """
    if made.by == "confirmed" or _made_all_the_same(session, _seen(session, made)):
        return False
    return (
        _went_back_first(session, made)
        or _in_reverse(session, made)
        or _made_up_where_he_came_from(session, made)
        or _felt_where_he_came_from(session, made)
        or since_all_stood(session, made) is not None
    )


def since_all_stood(session: Session, made: Complete) -> list[Edge] | None:
    """What was seen since all men stood as before the last move, for longer than a jolt lasts; None where they did not.

    Nor where a captor was not felt to leave the point on which his victim would stand again. Nor where nothing is odd about
    this move: then it is what was done. Else no sensor needs to be wrong where the last one was taken back.
    """
    last, known = session.line.last, ~(session.unknown | session.judge.blind)
    if last is None or last.origin is None or last.target is None:
        return None
    unfelt = made.unseen & ~session.judge.blind
    if not (made.unexplained or made.odd or unfelt or made.wrong):
        return None
    edges, before = _seen(session, made), session.line.positions[-2].occupied
    stands, ends_ns = session.line.position.occupied, [e.at_ns for e in edges] + [session.now_ns]
    rest_ns = session.settings.timings.bump_ms * MS
    he, left = False, (~known | session.tracker.branch.blinded) >> last.target & 1
    for n, edge in enumerate(edges):
        stands ^= 1 << edge.point
        left = left or (not edge.placed and edge.point == last.target)
        he = he or (edge.placed and edge.point == last.origin and _is_he(last, edge))
        if he and left and not (stands ^ before) & known and ends_ns[n + 1] - edge.at_ns >= rest_ns:
            return edges[n + 1 :]
    return None


def in_reply(session: Session, asked: Ask) -> bool:
    """Whether the man of the last move may have gone home in reply to one that is asked about: then nobody has taken back."""
    return (
        _to_and_fro(session, asked)
        or _hidden_between(session, asked)
        or _captured_between(session, asked)
        or _is_pressed_upon(session)
        or _made_all_the_same(session, session.tracker.branch.edges)
    )


def _to_and_fro(session: Session, asked: Ask) -> bool:
    """Whether men have rather gone back in their turns, one from a point whose sensor is bad, than been taken back.

    The earlier was back before the later was lifted; or only once a reply to him had been made and had rested.
    """
    line, edges, last = session.line, session.tracker.branch.edges, session.line.last
    if last is None or not session.judge.blind or not session.game.men_move:
        return False
    if plies_back(session) == PLIES_MAX:
        before = line.moves[-2]
        came = [e.at_ns for e in edges if e.placed and before and e.point == before.origin]
        left = [e.at_ns for e in edges if not e.placed and e.point == last.target]
        return bool(came and left) and came[0] < left[0]
    rest_ns = session.settings.timings.settle_ms * MS
    came = [e.at_ns for e in edges if e.placed and e.point == last.origin]
    return any(
        edge.placed and edge.point == made.ply.move.target and came[0] - edge.at_ns >= rest_ns
        for made in asked.moves
        for edge in edges
        if came
    )


def _hidden_between(session: Session, asked: Ask) -> bool:
    """Whether a move all of whose points are known to tell nothing may have been made since the last: then going back replies to it."""
    hidden = (made.ply.move.footprint.changes & ~session.judge.blind for made in asked.moves)
    return session.game.men_move and any(not shown for shown in hidden)


def _captured_between(session: Session, asked: Ask) -> bool:
    """Whether a man was off before the last one went back, whom a move in question captures: then going back may reply to it."""
    last, branch, position = session.line.last, session.tracker.branch, session.line.position
    if not session.game.men_move or last is None:
        return False
    edges = [*branch.rested, *branch.edges]
    left_ns = next((e.at_ns for e in branch.edges if not e.placed and e.point == last.target), 0)
    at, bump_ms = by_point(before(edges, left_ns)), session.settings.timings.bump_ms
    return any(
        not lift.placed and back is not None and Pair(lift, back).ms >= bump_ms
        for made in asked.moves
        for point in points_of(made.ply.move.footprint.exchanges)
        for lift, back in absences(at.get(point, ()))
        if any(
            (move.origin, move.target) == (last.target, last.origin)
            for move in position.play(made.ply.move).moves()
        )
    )


def _is_pressed_upon(session: Session) -> bool:
    """Whether the opponent has pressed his clock upon it: he has moved, then, and the man of the last move has not."""
    left = _left_ns(session, session.tracker.branch.edges)
    pressed_ns = session.pressed_ns.get(session.line.position.side_to_move, 0)
    return session.game.men_move and 0 < left < pressed_ns


def _made_all_the_same(session: Session, edges: Sequence[Edge]) -> bool:
    """Whether people have said that the last move was made when its man had gone home already."""
    line = session.line
    left_ns = _left_ns(session, edges)
    return line.confirmed and 0 < left_ns < line.lines[-1].at_us * 1000


def _left_ns(session: Session, edges: Sequence[Edge]) -> int:
    """When the man of the last move was seen last to leave where he had gone; 0 where he was not."""
    last = session.line.last
    left = (e.at_ns for e in edges if not e.placed and last and e.point == last.target)
    return max(left, default=0)


def _went_back_first(session: Session, made: Complete) -> bool:
    """Whether the man that has just moved stood on his old point again before this move was made, though it was seen late.

    Were this move played, he could only have gone back in reply to it.
    """
    last, move = session.line.last, made.ply.move
    if last is None or last.origin is None or move.footprint.fills >> last.origin & 1:
        return False
    if last.origin == last.target:
        return False  # he stands there anyhow; it was his crown that was seen
    edges = _seen(session, made)
    felt = [edge for edge in edges if edge.point == last.origin]
    # Or he is in the hand, on his way to where he was before; who was only crossing the point is another.
    crossed = len(felt) > 1 and Pair(*felt[-2:]).ms < session.settings.timings.slide_point_ms
    in_hand = bool(felt) and felt[-1] is edges[-1] and not (felt[-1].placed or crossed)
    if not (in_hand or session.standing & ~session.judge.blind & 1 << last.origin):
        return False
    lifted = [edge.at_ns for edge in edges if not edge.placed and edge.point == last.target]
    made_ns = made.ply.after_ns
    if not lifted or any(edge.at_ns >= made_ns and edge.placed for edge in felt):
        return False
    back = next(reversed(before(felt, made_ns)), None)
    if back is None or not back.placed or not _is_he(last, back):
        return False  # one passed there, or another came
    return min(lifted) <= back.at_ns + OVERLAP_MS * MS  # else it is another who stands there


def _made_up_where_he_came_from(session: Session, made: Complete) -> bool:
    """Whether this takes the man who has just moved, and may have left, to be made up by the sensor of his old point."""
    last = session.line.last
    if last is None or last.origin is None or last.target is None:
        return False
    if not session.standing & made.wrong & 1 << last.origin:
        return False
    if last.mover is not None and not fits(session.marks.get(last.origin), last.mover):
        return False  # it tells of another man
    edges = _seen(session, made)
    lifted = any(edge.point == last.target and not edge.placed for edge in edges)
    return lifted or bool(session.judge.blind >> last.target & 1)


def _felt_where_he_came_from(session: Session, made: Complete) -> bool:
    """Whether this takes a man to stand where the one came from who moved last, and was lifted, but too early.

    That point felt one when this man still stood where he was, too far away to be felt at both.
    """
    last, move = session.line.last, made.ply.move
    if last is None or last.origin is None or move.origin is None or move.target != last.origin:
        return False
    if session.judge.blind >> move.origin & 1:
        return False
    near = session.game.neighbours(move.origin) >> last.origin & 1
    over_ns = made.ply.landed_ns + (OVERLAP_MS if near else GLITCH_MS) * MS
    edges = _seen(session, made)
    own = [edge for edge in edges if edge.point == move.origin]
    stood = _stood(own, made.ply.landed_ns, session.settings.timings.bump_ms)
    gone = [e.at_ns for e in edges if e.point == last.target and not e.placed]
    left = any(edge.at_ns > over_ns and not edge.placed for edge in own)
    return stood and left and bool(gone) and gone[0] < made.ply.landed_ns


def _in_reverse(session: Session, made: Complete) -> bool:
    """Whether all stands as two plies ago, and the later man was lifted for the last time before the earlier.

    Moves that lead back there are made by the side on move first.
    """
    line = session.line
    if plies_back(session) < PLIES_MAX or line.last is None or (before := line.moves[-2]) is None:
        return False
    lifted_ns = {edge.point: edge.at_ns for edge in _seen(session, made) if not edge.placed}
    later, earlier = line.last.target, before.target
    if later not in lifted_ns or earlier not in lifted_ns:
        return False
    return lifted_ns[later] < lifted_ns[earlier]


def _is_he(last: Move, back: Edge) -> bool:
    """Whether it may be the man of the last move who came to a point, by what its sensor tells."""
    return last.mover is None or fits(back.mark, last.mover)


def _stood(own: Sequence[Edge], at_ns: int, bump_ms: int) -> bool:
    """Whether a man stood on his point at a time, or was only jolted there just then."""
    earlier = before(own, at_ns)
    if not earlier or earlier[-1].placed:
        return True
    back = own[len(earlier) :][:1]
    return bool(back) and Pair(earlier[-1], back[0]).ms < bump_ms


def _seen(session: Session, made: Complete) -> list[Edge]:
    """All that was seen of a move, and since, in order."""
    return sorted([*made.edges, *session.tracker.branch.edges], key=lambda edge: edge.at_ns)
