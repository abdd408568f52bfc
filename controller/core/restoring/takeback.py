"""Moves taken back on the board: the men stand as one or two plies ago.

No law of these games knows it but as an irregularity; players who agree do it all the same. It is never
a move: the board names it and asks for the men to be put back. If the opponent or the arbiter accepts it
instead, the plies are retracted and nobody is bound by what was touched in them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference import distrust
from controller.core.inference.decisions import DOUBT, Ask, AtRest, Complete, Faulty, Irregular
from controller.core.inference.evidence import Pair, by_point
from controller.core.messages import Correction
from controller.core.refereeing import crowning, judging, remedies, touching
from controller.core.refereeing.offered import TAKEN_BACK
from controller.core.restoring import gave_way, guiding, undoing
from controller.core.restoring.gone_home import in_reply, no_move, since_all_stood
from controller.core.restoring.plies_ago import (
    PLIES_MAX,
    captured_missing,
    felt_since,
    many_back,
    plies_back,
    plies_to_agree_on,
    undone_and_played,
)
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import contradictions, fits
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.tracking.branch import Branch
from controller.core.tracking.moved_again import is_play
from rules.deed import Doubt
from rules.go.position import GoPosition
from rules.naming import name_taken_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.tracker import Outcome
    from rules.deed import Named
    from rules.terms import Point, Side

AGREED = "take-back"
"""Why plies are retracted that were taken back by agreement."""
DEAD_LEFT = "dead-stones-left"


def recognised(session: Session, outcome: Outcome | None) -> bool:
    """Whether the tracker has found a take-back, or none as yet; then it is published, and the men are asked back."""
    if session.stage is not Stage.PLAY or session.line.last is None:
        return False
    slowly = isinstance(outcome, Ask | Faulty | None) and undoing.exchanged_first(session)
    if slowly or (isinstance(outcome, AtRest) and gave_way.taken_up_again(session)):
        remedies.apply(session, _named(session))
        return True
    if isinstance(outcome, Irregular) and not outcome.pressed and many_back(session):
        remedies.apply(session, _named(session))
        return True
    if isinstance(outcome, Irregular | Faulty):
        rest = undoing.since(session)
        if rest is not None or undoing.begun(session):
            _undone(session, rest)
            return True
    if not _taken_back(session, outcome):
        return False
    rest = since_all_stood(session, outcome) if isinstance(outcome, Complete) else None
    _name(session, _named(session), rest)
    return True


def _name(session: Session, named: Named, rest: list[Edge] | None) -> None:
    """Moves taken back are named; where the opponent may let that stand, what was done since counts.

    Args:
        rest: what was seen since, perhaps another move and the reply to it, which accepts; None where that is not known.
    """
    replied = bool(rest) and named.kind == TAKEN_BACK and session.line.ply > 0
    if replied:
        again = Branch(session.line.positions[-2], session.judge, strict=session.tracker.strict)
        again.edges, again.calm = list(rest or ()), True
        replied = is_play(again, session.now_ns)
    remedies.apply(session, named, replied=replied)
    if session.stage is Stage.CHOICE and rest is not None:
        session.tracker.branch.edges = rest


def _taken_back(session: Session, outcome: Outcome | None) -> bool:
    """Whether what the tracker has found is that moves were taken back, in whatever order."""
    match outcome:
        case Complete():
            settled = outcome.by == "settled"
            return no_move(session, outcome) or (settled and _ko_undone(session, outcome.edges))
        case Irregular(pressed=False):
            return (
                plies_back(session) == PLIES_MAX
                or _ko_undone(session)
                or _play_undone(session)
                or _captured_is_back(session)
            )
        case Faulty():
            return plies_back(session) == PLIES_MAX and _soon(session)
        case Ask() if many_back(session) and _all_touched(session):
            return True
        case Ask() if in_reply(session, outcome):
            return False
        case Ask() if outcome.reason == DOUBT and not session.tracker.once_more:
            back = plies_back(session)
            return bool(
                (back and not (_another_came(session) or (back == 1 and _captor_stays(session))))
                or captured_missing(session)
                or undone_and_played(session)
                or _last_is_back(session)
            )
        case _:
            return False


def _soon(session: Session) -> bool:
    """Whether the last man came just after a move had been published that he is set back for, and not before it was made."""
    branch, soon_ns = session.tracker.branch, 2 * session.settings.timings.settle_ms * MS
    last = max((edge.at_ns for edge in (*branch.edges, *branch.beside)), default=None)
    return last is not None and 0 < last - session.landed_ns < soon_ns


def _undone(session: Session, rest: list[Edge] | None) -> None:
    """The last move is undone by its player: nothing of that binds his opponent.

    Args:
        rest: what he has begun since, which may count; None while the men are not all back.
    """
    last = session.line.last
    assert last is not None
    touching.forgive(session, last.footprint.changes)
    _name(session, name_taken_back(last, 1, session.rulebook), rest)


def watch(session: Session) -> None:
    """Moves may be taken back of which the tracker makes nothing yet; and while men are to be put back, more of them."""
    if session.stage is not Stage.RESTORE:
        recognised(session, None)
        return
    edges, found = session.tracker.branch.edges, session.irregularity
    back = max(plies_back(session), many_back(session))
    if found is None or back < PLIES_MAX or session.line.last is None:
        return  # a turn that was lost is no move that could be taken back
    if found.law == session.rulebook.completion.scattered:
        return  # men who were knocked over may stand so while they are put right
    if edges and session.now_ns - edges[-1].at_ns < session.settings.timings.irregular_ms * MS:
        return
    if found.kind == DEAD_LEFT and not _touched_since(session, back):
        return  # of these captured stones nobody has put one back
    named = _named(session)
    if found.kind != named.kind:
        session.irregularity = judging.say_irregularity(session, named, named.remedy.value, None)


def _touched_since(session: Session, back: int) -> bool:
    """Whether anything has been felt, since what is to be put right was named, at a point that the last plies changed."""
    moves = [move for move in session.line.moves[-back:] if move is not None]
    edges = session.tracker.branch.edges
    return any(move.footprint.changes >> e.point & 1 for move in moves for e in edges)


def gone_on(session: Session, outcome: Outcome | None) -> bool:
    """Whether an irregularity that is open to be accepted was the beginning of a take-back: that is published instead.

    The captured man who has come back is no sensor's fault then.
    """
    back = plies_back(session)
    if not isinstance(outcome, Faulty | Irregular) or not back:
        return False
    if back < PLIES_MAX and not _he_was_missed(session):
        return False
    remedies.close(session, Event.STANDS)
    session.tracker.reset(session.line.position)
    remedies.apply(session, _named(session))
    return True


def _he_was_missed(session: Session) -> bool:
    """Whether what is offered is that the man of the last move is gone from where he went."""
    last, offer = session.line.last, session.offer
    if last is None or last.target is None or offer is None:
        return False
    return offer.found.observed.removed == [session.name(last.target)]


def _all_touched(session: Session) -> bool:
    """Whether every man who has moved in the plies that seem to be undone was lifted again: no silent sensor explains that."""
    moves = session.line.moves[-many_back(session) :]
    lifted = {edge.point for edge in felt_since(session) if not edge.placed}
    return all(move is not None and move.target in lifted for move in moves)


def agree(session: Session, side: Side | None) -> str | None:
    """The plies that have been taken back on the board are retracted.

    Args:
        side: who accepts it; None for the arbiter.

    Returns:
        Why not; then nothing has changed.
    """
    line, back = session.line, plies_to_agree_on(session)
    if session.stage is not Stage.RESTORE or session.irregularity is None or not back:
        return "the men do not stand as a move or two ago"
    if side is not None and str(side) == session.irregularity.side:
        return "the opponent accepts it, or the arbiter"
    ply, changed = line.ply, 0
    for _ in range(back):
        crowning.retracted(session, line.last)
        changed |= line.last.footprint.changes if line.last is not None else 0
        line.pop()
    by = "arbiter" if side is None else str(side)
    session.say(
        Correction(
            from_ply=ply - back + 1, to_ply=ply, why=AGREED, by=by, position=line.position.value
        )
    )
    guiding.say_restore(session, done=True)
    since = _since_they_stood(session)
    session.guide = session.irregularity = session.breach = session.correctable = None
    touching.unbind(session)
    session.owed.clear()
    session.in_air.clear()
    session.go(Event.ACCEPTED)
    session.tracker.reset(line.position)
    distrust.absolve(session, changed)
    if since is None:
        judging.missing_as_evidence(session, line.position)
    else:
        session.tracker.take(since, 0, session.now_ns)
    return None


def _since_they_stood(session: Session) -> list[Edge] | None:
    """What has been felt since all stood as the record has them now; None where they were not seen to."""
    guide, standing = session.guide, session.standing
    seen = [] if guide is None or session.unknown else [*guide.before, *guide.since]
    edges = [edge for edge in seen if not edge.soft]
    for n, edge in reversed(list(enumerate(edges, 1))):
        if standing == session.line.position.occupied:
            return edges[n:]
        standing ^= 1 << edge.point
    return edges if standing == session.line.position.occupied and edges else None


def _ko_undone(session: Session, seen: Sequence[Edge] = ()) -> bool:
    """Whether the last stone was taken up before the one that it had captured was there again (Go).

    Who retakes a ko, or takes that stone with others, sets his own down first, or does both at once. Else nothing tells the
    two apart, and no turn is lost by what was perhaps agreed.
    """
    last = session.line.last
    if last is None or last.mover is not None or plies_back(session) != 1:
        return False
    if contradictions(session.line.positions[-2], session.marks):
        return False
    edges, timings = [*seen, *session.tracker.branch.edges], session.settings.timings
    lifted = [edge.at_ns for edge in edges if edge.point == last.target and not edge.placed]
    came = [
        on.at_ns
        for point, felt in by_point(edges).items()
        if point in last.captured
        for on, off in absences(felt)  # of what only passes no stone is there again
        if off is None or Pair(on, off).ms >= timings.slide_point_ms
    ]
    apart_ns = timings.together_ms * MS
    return bool(lifted and came) and lifted[-1] + apart_ns <= min(came)


def _play_undone(session: Session) -> bool:
    """Whether the stones of the last capture have been set back and its own taken up, in either order (Go).

    Nobody has dragged his own to the point of a captured one, nor retaken it, which no lawful or forbidden play can do here.
    """
    last, position = session.line.last, session.line.position
    if last is None or last.target is None or not isinstance(position, GoPosition):
        return False
    if not last.captured or plies_back(session) != 1:
        return False
    if contradictions(session.line.positions[-2], session.marks):
        return False
    if any(not position.force(point).occupied >> last.target & 1 for point in last.captured):
        return False
    edges = session.tracker.branch.edges
    lifted = [edge.at_ns for edge in edges if edge.point == last.target and not edge.placed]
    came = [edge.at_ns for edge in edges if edge.point in last.captured and edge.placed]
    if not lifted or session.judge.tells:
        return bool(lifted)
    together_ns = session.settings.timings.together_ms * MS
    return not any(abs(at_ns - lifted[-1]) <= together_ns for at_ns in came)


def _captured_is_back(session: Session) -> bool:
    """Whether all stands as before the last capture, whose man came from a point that tells nothing."""
    last = session.line.last
    if last is None or last.origin is None or not last.captured or plies_back(session) != 1:
        return False
    return bool(session.judge.blind >> last.origin & 1)


def _last_is_back(session: Session) -> bool:
    """Whether the man that has just moved stands on his old point, and none on his new one: he was lifted from there before anybody was set down."""
    last = session.line.last
    if last is None or last.origin is None or last.target is None:
        return False
    if not session.standing >> last.origin & 1 or session.standing >> last.target & 1:
        return False
    if session.judge.blind & (1 << last.origin | 1 << last.target):
        return False  # nothing tells where he stands
    if last.mover is not None and not fits(session.marks.get(last.origin), last.mover):
        return False
    if _begun_before(session, session.tracker.branch.edges, last.target):
        return False
    return not (_another_came(session) or _moved_on(session))


def _captor_stays(session: Session) -> bool:
    """Whether the captor of the last move was not felt to leave the point on which his victim would stand again."""
    last, branch = session.line.last, session.tracker.branch
    assert last is not None
    if not session.game.men_move or last.target not in last.captured:
        return False
    if (session.unknown | session.judge.blind | branch.blinded) >> last.target & 1:
        return False
    edges = (*branch.rested, *branch.edges)
    return not any(edge.point == last.target and not edge.placed for edge in edges)


def _moved_on(session: Session) -> bool:
    """Whether one more man stands where none did: whoever has taken back has also moved, or nobody has taken back."""
    last, position = session.line.last, session.line.position
    assert last is not None
    ended = (edges[-1] for edges in by_point(session.tracker.branch.edges).values())
    came = {e.point for e in ended if e.placed and position.man_at(e.point) is None}
    return bool(came - {last.origin})


def _another_came(session: Session) -> bool:
    """Whether another man may have been set down where the last one moved came from.

    One was, before that one was lifted; or another of that side was lifted in between, and is still off.
    """
    last, together_ns = session.line.last, session.settings.timings.together_ms * MS
    assert last is not None
    edges, position = session.tracker.branch.edges, session.line.position
    lifted = [e.at_ns for e in edges if e.point == last.target and not e.placed]
    came = [e.at_ns for e in edges if e.point == last.origin and e.placed]
    if not (lifted and came):
        return False
    men = ((position.man_at(point), found[-1]) for point, found in by_point(edges).items())
    between = any(
        man is not None and man.side == last.side and not edge.placed
        for man, edge in men
        if edge.point != last.target and lifted[0] < edge.at_ns < came[0]
    )
    return between or lifted[0] > came[0] + together_ns


def _begun_before(session: Session, edges: Sequence[Edge], target: Point) -> bool:
    """Whether a man of the side on move was lifted, and is still off, before the last one moved was touched.

    Of one seen late it is not known when he was.
    """
    side = session.line.position.side_to_move
    lifted = [e.at_ns for e in edges if e.point == target and not e.placed]
    for point, found in by_point(edges).items():
        man = session.line.position.man_at(point)
        own = man is not None and man.side == side
        last = found[-1]
        since_ns = last.unread_ns if last.blind else last.at_ns
        if own and len(found) % 2 and lifted and since_ns < lifted[0]:
            return True
    return False


def _named(session: Session) -> Named:
    line = session.line
    plies = plies_back(session) or many_back(session) or captured_missing(session)
    plies = plies or undoing.exchanged_first(session) or 1
    last = line.moves[-1]
    assert last is not None
    named = name_taken_back(last, plies, session.rulebook)
    return replace(named, doubt=Doubt.WHOSE_HAND) if plies == 1 and _retaken(session) else named


def _retaken(session: Session) -> bool:
    """Whether the opponent may have taken it in turn, perhaps a ko (GO-20.ko): that leaves the same as when it is taken back."""
    last, position = session.line.last, session.line.position
    if last is None or not isinstance(position, GoPosition) or len(last.captured) != 1:
        return False
    return not position.force(last.captured[0]).occupied >> (last.target or 0) & 1
