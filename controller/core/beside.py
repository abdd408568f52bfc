"""What else may have been done past points that are known to tell nothing, where a move was found.

Each asks a narrow question of the evidence beside the move; `suspicion` makes a question to people of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.decisions import Complete, oddness
from controller.core.evidence import MS, Pair, by_point, point_set
from controller.core.prices import DOUBT_MARGIN, FREE, OVERLAP_MS, UNSEEN_BLIND
from controller.core.readings import Ply
from controller.core.supposing import hidden_steps, invisible

if TYPE_CHECKING:
    from controller.core.branch import Branch
    from rules.game import Move
    from rules.terms import PointSet


def put_back_beside(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """Moves past points known to tell nothing, of men that seem put back.

    Another man may stand there: the one that took him, or the one that took the man who had left.
    """
    blind, t = branch.judge.blind, branch.judge.timings
    if not (blind and branch.judge.game.men_move):
        return []
    felt = by_point((*branch.rested, *branch.edges))
    live, pairs = (
        point_set(felt),
        {
            point: Pair(*edges[:2])
            for point, edges in felt.items()
            if len(edges) > 1 and edges[1].placed and edges[1].at_ns < found.ply.first_ns
        },
    )
    moves = []
    for move in branch.position.moves():
        changed, point = move.footprint.lifts | move.footprint.places, move.target
        if (
            point in pairs
            and move.footprint.exchanges >> point & 1
            and pairs[point].ms >= t.bump_ms
        ):
            used = 0 if changed & ~(blind | 1 << point) else 2
        else:
            point = move.origin
            stood = point in pairs and len(felt[point]) == 2 and pairs[point].ms >= t.release_ms
            used = 1 if stood and _replaced(branch, move, live) else 0
        if used and point is not None and move != found.ply.move:
            at_ns = pairs[point].first.at_ns
            ply = replace(Ply.at(move, at_ns, unseen=True), cursors={point: used})
            moves.append(Complete(ply=ply, wrong=changed & ~live, rested=True))
    return moves


def _replaced(branch: Branch, move: Move, live: PointSet) -> bool:
    """Whether a reply takes the man that has moved and ends where he came from, past points known to tell nothing."""
    if move.captured:
        return False
    hidden = (
        (move.footprint.places | reply.footprint.lifts) & ~live
        for reply in branch.play(branch.position, move).moves()
        if reply.target == move.origin and move.target in reply.captured
    )
    return any(points & branch.judge.blind for points in hidden)


def not_put_back(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of men that seem put back, past sensors that tell nothing."""
    if not (branch.judge.blind and branch.rested):
        return []
    other = branch.supposing(0, rested=True)
    other.margin = DOUBT_MARGIN
    readings = [r for r in other.readings(now_ns) if r.plies and not r.irregular]
    plain = min((r.cost for r in readings if r.first == found.ply.move), default=None)
    if plain is None:
        return []
    moves = {
        r.plies[0].move.text: Complete(ply=r.plies[0], rested=True)
        for r in reversed(readings)
        if r.cost <= plain + DOUBT_MARGIN and r.first != found.ply.move
    }
    return list(moves.values())


def landed_in_reply(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves to which this man's landing may be the reply, if points known to tell nothing hid all the rest.

    A move and its reply take longer than one move.
    """
    if not branch.judge.blind or found.ply.done_ns - found.ply.first_ns < OVERLAP_MS * MS:
        return []
    other = branch.supposing(0)
    other.margin = DOUBT_MARGIN
    moves: dict[str, Complete] = {}
    for reading in other.readings(now_ns):
        if len(reading.plies) < 2 or reading.irregular or reading.first == found.ply.move:
            continue
        hidden = hidden_steps(other, reading, branch.judge.blind)
        if oddness(reading) - UNSEEN_BLIND * hidden <= FREE:
            moves.setdefault(reading.plies[0].move.text, Complete(ply=reading.plies[0]))
    return list(moves.values())


def hidden_before(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves that nobody saw, where one is needed anyhow as the reply: it may as well have been made before."""
    blind, best = branch.judge.blind, branch.readings(now_ns)[0]
    replies_to = best.plies[1:] if best.first == found.ply.move else ()
    if not any(ply.move.footprint.places & blind and ply.unseen for ply in replies_to):
        return []
    return [made for made, _ in invisible(branch, now_ns) if not made.wrong]
