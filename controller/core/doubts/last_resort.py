"""Where nothing that was found can be right: only people know, and are asked about every move that may have been made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import DOUBT, Ask, Complete, Irregular, firsts
from controller.core.inference.evidence import before
from controller.core.inference.plies import Ply
from controller.core.inference.prices import HELD_MS, ODD, REPLIED_MAX
from controller.core.inference.resting import played_back
from controller.core.inference.supposing import made_if_wrong, moves_if_wrong
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.tracking.branch import Branch
    from rules.game import Move


def once_more(
    branch: Branch, found: Irregular, now_ns: int, *, times: int, denied: Collection[str]
) -> Decision | None:
    """Second thoughts where men have been set right, and just the same is irregular again.

    Then men that were not seen to be taken off have been taken off, or whatever else one sensor hides. Where no
    sensor explains it alone, and it is so time and again, only people know. So do they where the clock was pressed upon it
    again: nobody makes at once the move that has just been called illegal.

    Args:
        times: how often it has been set right.
        denied: moves of which people have said that they were not made.
    """
    moves: dict[str, Complete] = {}
    for made, _ in made_if_wrong(branch, found.reading.pending, now_ns, rested=False, strange=ODD):
        moves.setdefault(made.ply.move.text, made)
    if moves:
        return Ask(moves=tuple(moves.values()), reason=DOUBT)
    decision = second_thoughts(branch, found, now_ns, again=True)
    again = bool(found.reading.unexplained) if found.pressed else times > 1
    if isinstance(decision, Irregular) and again:
        branch.asked.update(denied if found.pressed else ())
        return _anything(branch, now_ns) or decision
    return decision


def _anything(branch: Branch, now_ns: int) -> Ask | None:
    """The question which move has been made, of all that change a point at which something was seen.

    Where there is none, of all to which that is a lawful reply.
    """
    live = point_set(edge.point for edge in (*branch.edges, *branch.rested))
    seen, replied = [], []
    found = firsts(branch.readings(now_ns))
    for made in _unfelt(branch, branch.position.moves()):
        move = made.ply.move
        if move in found:  # and something else besides, no matter what
            seen.append(Complete(ply=found[move]))
        elif move.footprint.changes & live:
            seen.append(made)
        elif (best := branch.fork(made.ply).readings(now_ns)[0]).plies and not best.irregular:
            replied.append(made)
    moves = seen or replied
    if not 0 < len(moves) <= REPLIED_MAX:
        return None
    return Ask(moves=tuple(moves), reason=DOUBT, people=True)


def _unfelt(branch: Branch, moves: Sequence[Move]) -> list[Complete]:
    """These moves as if nothing of them had been felt, but for those that people have said were not made."""
    at_ns = min((edge.at_ns for edge in branch.edges), default=0) - 1
    return [
        Complete(
            ply=Ply.at(move, at_ns, unseen=True),
            unseen=move.footprint.changes,
            wrong=move.footprint.changes,
        )
        for move in moves
        if move.text not in branch.asked
    ]


def off_for_long(branch: Branch, found: Decision | None, now_ns: int) -> Decision | None:
    """What is to be made of men who are off for longer than anybody holds one, where nothing that was found explains it.

    Or who stood elsewhere for long, though all stands as it did: several plies may look so past sensors that are wrong.
    """
    nothing = found is None or (isinstance(found, Irregular) and found.mild)
    if not (nothing and branch.edges and branch.judge.game.men_move) or branch.upset:
        return found
    best = branch.readings(now_ns)[0]
    soon = now_ns - branch.edges[-1].at_ns < HELD_MS * MS
    if soon or best.plies or best.irregular or not (best.in_air or played_back(branch)):
        return found
    ask = _anything(branch, now_ns)
    if ask is None:
        return found
    moves = tuple(replace(made, more=True) for made in ask.moves)  # nobody knows what has followed
    return replace(ask, moves=moves, held=True)


def widened(
    branch: Branch, found: Decision | None, denied: Collection[str], now_ns: int
) -> Decision | None:
    """What is to be made of a decision for which only moves are left that people have said were not made.

    Args:
        denied: those moves.
    """
    match found:
        case Ask():
            texts = {made.ply.move.text for made in found.moves}
        case Complete() if found.odd or found.unexplained or found.unseen or found.wrong:
            texts = {found.ply.move.text}
        case _:
            return found
    if not texts <= set(denied):
        return found
    branch.asked.update(denied)
    return _anything(branch, now_ns) or found


def asked_each(
    branch: Branch, found: Decision | None, unsure_ns: int, now_ns: int
) -> Decision | None:
    """What is to be made of a move that was begun before an answer was given, in a line that is in doubt: people know.

    Args:
        unsure_ns: when the answer was given; 0 where all is well.
    """
    begun = bool(branch.edges) and branch.edges[0].at_ns < unsure_ns
    stones = not branch.judge.game.men_move
    if isinstance(found, Irregular) and begun:
        live = point_set(edge.point for edge in branch.edges)
        seen = _unfelt(branch, [m for m in branch.position.moves() if m.footprint.changes & live])
        few = 0 < len(seen) <= REPLIED_MAX
        return Ask(moves=tuple(seen), reason=DOUBT, people=True) if few else found
    if isinstance(found, Ask) and begun:
        # Of stones also what seems to be played may be right, and more besides.
        first = firsts(branch.readings(now_ns)).values() if stones else ()
        answers = (*found.moves, *(Complete(ply=ply) for ply in first))
        return replace(found, moves=answers, people=True)
    if not isinstance(found, Complete) or found.ply.first_ns >= unsure_ns:
        return found
    moves = {found.ply.move.text: found if stones else _as_soon_as_done(branch, found)}
    for text, made in moves_if_wrong(branch, now_ns).items():
        moves.setdefault(text, made)
    own = found.ply.move.footprint.places if stones else 0  # a sensor may have made it up
    for made, _ in made_if_wrong(branch, own, now_ns, rested=False, strange=ODD):
        moves.setdefault(made.ply.move.text, made)
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True)


def _as_soon_as_done(branch: Branch, found: Complete) -> Complete:
    """This move with no more used up for it than was done when all of it had been seen first.

    Behind it so much has been played that where its men came and went others may have done so since.
    """
    for edge in branch.edges:
        if not found.ply.landed_ns <= edge.at_ns < found.ply.done_ns:
            continue
        first = branch.supposing(0)
        first.edges, first.calm = before(branch.edges, edge.at_ns + 1), True
        best = first.readings(edge.seen_ns)[0]
        if best.first == found.ply.move and not (best.irregular or best.plies[0].unseen):
            return replace(found, ply=best.plies[0])
    return found


def undone_perhaps(branch: Branch, found: Decision | None, last: Move | None) -> Decision | None:
    """What is to be made of a capture that looks just like the man being put back who has moved last.

    It is one of which only the victim and the landing were seen; where its own man came from tells nothing.

    Args:
        last: the move before it, if evidence has told of it.
    """
    if not isinstance(found, Complete) or found.by == "pressed":
        return found
    if last is None or last.origin is None or last.target is None:
        return found
    move, blind = found.ply.move, branch.judge.blind
    unseen = move.origin is not None and bool(blind >> move.origin & 1)
    same = move.target == last.origin and last.target in move.captured
    at_ns = {edge.point: edge.at_ns for edge in found.edges}
    if not (unseen and same and {*at_ns} == {last.origin, last.target}):
        return found
    if at_ns[last.origin] < at_ns[last.target]:
        return found  # he stood on his new point still
    return Ask(moves=(found,), reason="capture-or-bump", people=True)
