"""The opponent has replied so soon to what no law allows that it was not named before: he has played on over it (DR-7.7).

What was done until his first man was lifted is weighed alone, and what followed from the position that it leaves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete, Irregular
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.knocked import fallen, left_together
from controller.core.refereeing import irregular, judging
from controller.core.settings import MS
from controller.core.tracking.answers import after
from controller.core.tracking.branch import Branch
from rules.naming import ILLEGAL_CAPTURE, ILLEGAL_MOVE
from rules.rulebook import Remedy
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Position
    from rules.terms import PointSet

EDGES_MAX = 48
"""What is seen of an irregular move and some plies; more is a mess."""
PLIES_MAX = 8
"""Plies that both sides play before anybody stops them."""


def deed_alone(session: Session, found: Irregular) -> Irregular | None:
    """What is irregular without the moves that have been played over it (`Irregular.since`); None where none were, beyond doubt."""
    return None if found.pressed or found.since else first_of(session, found.edges)


def first_of(session: Session, edges: Sequence[Edge]) -> Irregular | None:
    """As `deed_alone`, of all that was seen by the time of the naming."""
    unread = session.unknown | session.judge.blind | session.tracker.branch.blinded
    if not session.game.men_move or unread or session.distrusted:
        return None
    position, timings = session.tracker.position, session.settings.timings
    if len(edges) > EDGES_MAX or fallen(position, edges, timings):
        return None
    for before, since in _parted(position, edges):
        alone = _alone(session, before)
        stands = None if alone is None else _if_it_stands(session, alone)
        if alone is None or stands is None:
            continue
        if _is_play(session, stands, since):
            return replace(alone, since=tuple(since))
        if _is_taken_up(session, alone, stands, since):
            return alone
    return None


def _parted(position: Position, edges: Sequence[Edge]) -> Iterator[tuple[list[Edge], list[Edge]]]:
    """What was seen before each lift of a man who is not on move, or of one who has come, and since."""
    came: PointSet = 0
    for n, edge in enumerate(edges):
        man = position.man_at(edge.point)
        his = came >> edge.point & 1 or (man is not None and man.side != position.side_to_move)
        came |= edge.placed << edge.point
        if n > 1 and his and not edge.placed:
            yield list(edges[:n]), list(edges[n:])


def _alone(session: Session, before: list[Edge]) -> Irregular | None:
    """What these edges tell of, had nothing been done since; None where it is not irregular, or a sensor may be wrong."""
    branch, timings = _branch(session, session.tracker.position, before), session.settings.timings
    if before[-1].at_ns - before[0].at_ns > timings.removal_pause_ms * MS:
        return None
    if not _once_each(before, timings.bump_ms) or left_together(before, timings):
        return None  # what else was felt may tell of a sensor (decision 12), or a sleeve took men along
    rested_ns = before[-1].at_ns + timings.ask_ms * MS
    found = branch.decide(rested_ns)
    if not isinstance(found, Irregular) or found.mild:
        return None
    return found if second_thoughts(branch, found, rested_ns) is found else None


def _once_each(edges: Sequence[Edge], bump_ms: int) -> bool:
    """Whether nobody has left or come twice; on one point at most another came, who was no man that was jolted."""
    twice = [each for each in by_point(edges).values() if len(each) > 1]
    return not twice or (
        len(twice) == 1
        and [edge.placed for edge in twice[0]] == [False, True]
        and Pair(*twice[0]).ms >= bump_ms
    )


def _if_it_stands(session: Session, alone: Irregular) -> Position | None:
    """The position that stands if that is let stand, by the opponent or the arbiter; None where nobody may, or it is in doubt."""
    position = session.tracker.position
    named = session.game.named(judging.deed(session, alone), session.rulebook)
    if named is None or named.side != position.side_to_move or named.doubt is not None:
        return None
    illegal = (named.kind == ILLEGAL_MOVE and not named.removed) or named.kind == ILLEGAL_CAPTURE
    if named.remedy is not Remedy.OPPONENT_CHOOSES and not illegal:
        return None
    try:
        return irregular.after_deed(position, named)
    except RulesError:
        return None


def _is_play(session: Session, position: Position, since: list[Edge]) -> bool:
    """Whether a lawful reply was made beyond doubt, and all that came later is play as well."""
    branch, plies, now_ns = _branch(session, position, since), 0, session.now_ns
    for _ in range(PLIES_MAX):
        found = branch.decide(now_ns)
        told = isinstance(found, Complete) and not found.odd  # all else needs a sensor to be wrong
        made = second_thoughts(branch, found, now_ns) if told else None
        if not isinstance(made, Complete) or made.unexplained or made.unseen or made.wrong:
            break
        branch, plies = after(branch, made), plies + 1
    return plies > 0 and not (branch.edges and branch.readings(now_ns)[0].irregular)


def _is_taken_up(
    session: Session, alone: Irregular, position: Position, since: Sequence[Edge]
) -> bool:
    """Whether one man has been lifted since who may reply, and whom the irregular move cannot have captured."""
    if len(since) != 1 or since[0].point in alone.reading.in_air:
        return False
    named = session.game.named(judging.deed(session, alone), session.rulebook)
    if named is None or named.origin is None or named.target is None:
        return False
    game, before = session.game, session.tracker.position
    if game.may_take_more(before, named.origin, named.target, named.removed):
        return False
    return any(move.origin == since[0].point for move in position.moves())


def _branch(session: Session, position: Position, edges: list[Edge]) -> Branch:
    branch = Branch(position, session.judge, strict=session.tracker.strict)
    branch.edges, branch.calm = edges, True
    return branch
