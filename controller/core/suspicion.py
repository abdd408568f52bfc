"""Second thoughts about what was found: a sensor may be wrong that nobody suspects yet.

What a sensor fails to show may be a whole move. Where all that was seen fits a legal move of which one
point alone kept silent, the board asks instead of calling it irregular; it never guesses.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.decisions import Ask, Complete, Faulty, Irregular, odd, oddness
from controller.core.evidence import MS, Pair, by_point, point_set, points_of
from controller.core.lookup import silent_points
from controller.core.prices import DOUBT_MARGIN, FAR_BUMP, GLITCH_MS, ODD, UNSEEN_BLIND
from controller.core.readings import Ply
from controller.core.stones import felt_at_once, ghost, hardly_felt, miscoloured

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.core.branch import Branch
    from controller.core.debounce import Edge
    from controller.core.decisions import Decision
    from rules.terms import PointSet

SILENT_MAX = 32
"""Points that may each have kept silent: all where a queen can go. More of them are no question that anybody could answer."""
IDLE_MS = 1000
"""A sensor that changes so far from everything else changes by itself, as a rule."""
EXCHANGE_MS = 250
"""A hand that takes a man off and sets another down is hardly done in less."""
MESS_EDGES_MAX = 16
"""Edges of an upset board that may still be a few plies behind one silent sensor; to look for them takes time."""
STRANGE = 3.0
"""What else may be strange, as a price, where a sensor is held to be wrong: no more than a bump or two. A hand that
did what no law allows is no broken sensor."""
DOUBT = "sensor-silent"
"""The reason of such a question."""


def once_more(branch: Branch, found: Irregular, now_ns: int, *, times: int) -> Decision | None:
    """Second thoughts where men have been set right, and just the same is irregular again.

    Then men that were not seen to be taken off have been taken off, or whatever else one sensor hides. Where no
    sensor explains it alone, and it is so time and again, only people know.

    Args:
        times: how often it has been set right.
    """
    moves: dict[str, Complete] = {}
    for made, _ in _made(branch, found.reading.pending, now_ns, rested=False, strange=ODD):
        moves.setdefault(made.ply.move.text, made)
    if moves:
        return Ask(moves=tuple(moves.values()), reason=DOUBT)
    decision = second_thoughts(branch, found, now_ns, again=True)
    if isinstance(decision, Irregular) and times > 1 and not found.pressed:
        return _anything(branch) or decision
    return decision


def _anything(branch: Branch) -> Ask | None:
    """The question which move has been made, of all that change a point at which something was seen."""
    live = point_set(edge.point for edge in branch.edges)
    at_ns = min((edge.at_ns for edge in branch.edges), default=0) - 1
    moves = []
    for move in branch.position.moves():
        changed = move.footprint.lifts | move.footprint.places
        if changed & live and move.text not in branch.asked:
            ply = Ply(
                move=move, first_ns=at_ns, landed_ns=at_ns, done_ns=at_ns, cursors={}, unseen=True
            )
            made = Complete(ply=ply, by="confirmed", touches=(), unseen=changed, wrong=changed)
            moves.append(made)
    if not 0 < len(moves) <= SILENT_MAX:
        return None
    return Ask(moves=tuple(moves), reason=DOUBT, people=True)


def second_thoughts(
    branch: Branch, found: Decision | None, now_ns: int, *, again: bool = False
) -> Decision | None:
    """What is to be made of a decision, seen that one sensor may keep silent or say what is not.

    A move that is ordinary in all that was seen stands. Where something is odd, or is not seen, or no law
    allows it, other moves that would explain everything are in question.

    Args:
        again: men have been set right, and just the same is irregular once more. Then also the rest of a move that
            seems to be under way may have been done, and many men may have moved behind one silent sensor.
    """
    match found:
        case None:
            return _left_on(branch, now_ns)
        case Complete():
            return _of_move(branch, found, now_ns)
        case Ask():
            return _of_question(branch, found, now_ns)
        case Irregular(pressed=False):
            return _of_irregularity(branch, found, now_ns, again=again)
        case _:
            return found


def _of_irregularity(
    branch: Branch, found: Irregular, now_ns: int, *, again: bool
) -> Decision | None:
    if wrong := ghost(branch):
        return Faulty(wrong=wrong)
    if ask := _of_colours(branch, now_ns):
        return ask
    mess = branch.upset and (len(branch.edges) > MESS_EDGES_MAX or not branch.judge.game.men_move)
    if (found.bound or mess) and not again:
        return _taken_unfelt(branch, found.reading.pending, now_ns) or found
    moves = _moves(branch, now_ns, ODD if again else STRANGE)
    nothing = _nothing(branch, now_ns)
    if moves:
        return _ask(branch, moves, nothing)
    named = None if found.mild else found
    return Faulty(wrong=nothing) if nothing else named


def _left_on(branch: Branch, now_ns: int) -> Ask | None:
    """The same question where nothing more is done for long: a last move has no reply."""
    if branch.bound is None or branch.bound.text in branch.asked or not branch.edges:
        return None
    if now_ns - branch.edges[-1].at_ns < branch.judge.timings.ask_ms * MS:
        return None
    return _taken_unfelt(branch, branch.readings(now_ns)[0].pending, now_ns)


def _taken_unfelt(branch: Branch, pending: PointSet, now_ns: int) -> Ask | None:
    """The question about a move under way that the opponent has answered as if it were done.

    Its last men may have been taken off sensors that still feel one.
    """
    if branch.bound is None or not branch.judge.game.men_move:
        return None  # of stones the law says what is to be done with those left on (GO-18)
    for made, _ in _made(branch, pending, now_ns, rested=False, strange=STRANGE):
        if made.ply.move == branch.bound:
            return Ask(moves=(made,), reason=DOUBT)
    return None


def _of_move(branch: Branch, found: Complete, now_ns: int) -> Decision | None:
    hardly = found.ply.move.footprint.places if hardly_felt(branch, found) else 0
    others = [] if hardly else _felt_with(branch, found, now_ns)
    if hardly or others:
        return Ask(moves=(found, *others), reason=DOUBT, wrong=hardly)
    if not (found.odd or found.unexplained or found.unseen):
        return _taken_instead(branch, found, now_ns) or _not_put_back(branch, found, now_ns)
    text = found.ply.move.text
    nothing = _may_be_nothing(branch, found, now_ns)
    waits = now_ns - branch.edges[-1].at_ns < branch.judge.timings.ask_ms * MS
    if nothing and waits and not (found.odd or found.unexplained):
        return None
    # That a point could not be read just then is reason enough why nothing was seen there.
    # That men were exchanged in one short moment would be a chance.
    hidden = 0 if branch.judge.unread_ms >= EXCHANGE_MS else found.ply.move.footprint.exchanges
    unread = branch.blinded & ~hidden
    readable = found.odd or found.unexplained or found.unseen & ~unread
    moves = _moves(branch, now_ns) if readable else {}
    if found.odd:
        if moves:
            return _ask(branch, moves, 0)
        return _of_colours(branch, now_ns) or branch.strange(now_ns)
    if nothing:
        moves.pop(text, None)
        return _ask(branch, {text: found, **moves}, _nothing(branch, now_ns))
    if found.unseen and not found.unexplained:
        moves |= _rivals(branch, found, now_ns)
    moves.pop(text, None)
    if found.unseen & ~branch.blinded and _too_many(branch):
        return Ask(moves=(found,), reason=DOUBT)
    return _ask(branch, {text: found, **moves}, 0) if moves else found


def _of_colours(branch: Branch, now_ns: int) -> Ask | None:
    """The question which stone was played, of some whose colours do not come in turn.

    Perhaps a play before them was not felt, which only people know. One that came after the play is not made up by
    that: a play between may not have been felt.
    """
    came_ns = {edge.point: edge.at_ns for edge in branch.edges}
    moves: dict[str, Complete] = {}
    for point in points_of(miscoloured(branch)):
        for made, _ in _made(branch, 1 << point, now_ns, rested=False, strange=STRANGE):
            wrong = made.wrong if came_ns[point] < made.ply.landed_ns else 0
            moves.setdefault(made.ply.move.text, replace(made, wrong=wrong))
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True) if moves else None


def _felt_with(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays on other points where a stone was felt in the very moment of this one: any of them may be the only one."""
    places = found.ply.move.footprint.places
    together = felt_at_once(branch.edges)
    taken = found.ply.move.captured
    if branch.judge.game.men_move or taken or found.ply.late or not places & together:
        return []  # one that was seen late came at another time
    return [
        made
        for made, _ in _made(branch, places, now_ns, rested=False, strange=STRANGE)
        if made.ply.move.footprint.places & together
        and abs(made.ply.landed_ns - found.ply.landed_ns) < GLITCH_MS * MS
    ]


def _taken_instead(branch: Branch, found: Complete, now_ns: int) -> Ask | None:
    """The question whether a man was captured that seems put back, and a sensor closed by itself where the move ends.

    To go elsewhere with the man in the hand would be against the law besides.
    """
    move = found.ply.move
    captures = [m for m in branch.position.moves() if m.captured and m.origin == move.origin]
    his = point_set(point for m in captures for point in m.captured) & ~move.footprint.lifts
    if move.target is None or not any(
        his >> point & 1 and len(edges) > 1 and _left(branch, edges)
        for point, edges in by_point(branch.edges).items()
    ):
        return None
    wrong = 1 << move.target
    moves = {
        made.ply.move.text: made
        for made, _ in _made(branch, wrong, now_ns, rested=False, strange=STRANGE)
    }
    moves.pop(move.text, None)
    return Ask(moves=(found, *moves.values()), reason=DOUBT) if moves else None


def _left(branch: Branch, edges: Sequence[Edge]) -> bool:
    """Whether the opponent's man at the point of these edges may have been exchanged, and not only jolted.

    Far from all else that was done a jolt has no cause: then it is enough that whoever stands there is lifted next.
    """
    pair = Pair(*edges[:2])
    if pair.ms >= branch.judge.timings.bump_ms:
        return True
    man = branch.position.man_at(pair.first.point)
    price = branch.judge.dip(pair, branch.edges, own=False, man=man)
    return len(edges) > 2 and price >= FAR_BUMP


def _of_question(branch: Branch, found: Ask, now_ns: int) -> Ask:
    """A question about moves past sensors that tell nothing: one sensor more may have kept silent about another."""
    if not any(made.unseen & branch.judge.blind for made in found.moves):
        return found
    moves = {made.ply.move.text: made for made in found.moves}
    for text, made in _moves(branch, now_ns).items():
        moves.setdefault(text, made)
    return (
        Ask(moves=tuple(moves.values()), reason=DOUBT) if len(moves) > len(found.moves) else found
    )


def _not_put_back(branch: Branch, found: Complete, now_ns: int) -> Decision:
    """A move, or a question where men that were put back may have been moved instead, past sensors that tell nothing."""
    if not (branch.judge.blind and branch.rested):
        return found
    other = branch.supposing(0, rested=True)
    readings = [r for r in other.readings(now_ns) if r.plies and not r.irregular]
    plain = min((r.cost for r in readings if r.first == found.ply.move), default=None)
    if plain is None:
        return found
    moves = {
        r.plies[0].move.text: Complete(ply=r.plies[0], by="confirmed", touches=(), rested=True)
        for r in reversed(readings)
        if r.cost <= plain + DOUBT_MARGIN and r.first != found.ply.move
    }
    return Ask(moves=(found, *moves.values()), reason=DOUBT) if moves else found


def _may_be_nothing(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether all that was seen of a move may as well be one sensor more that fails.

    A man came from a point that cannot be read. Only a whole reply tells that he did.
    """
    alone = bool(found.unseen) and len(found.edges) == 1 and found.edges[0].placed
    return alone and (found.unexplained or len(branch.readings(now_ns)[0].plies) < 2)


def _too_many(branch: Branch) -> bool:
    """Whether so many points may have kept silent that not all the moves are known that may have been made."""
    return silent_points(branch.position, branch.edges).bit_count() > SILENT_MAX


def _ask(branch: Branch, moves: Mapping[str, Complete], nothing: PointSet) -> Ask | Complete:
    """The question which move was made; the move itself if it is the only one and all of it was seen."""
    made = next(iter(moves.values()))
    if len(moves) == 1 and _is_seen(made) and not nothing:
        other = branch.supposing(made.wrong, rested=made.rested)
        return replace(other.complete(made.ply, "settled"), wrong=made.wrong, rested=made.rested)
    return Ask(moves=tuple(moves.values()), reason=DOUBT, wrong=nothing)


def _rivals(branch: Branch, found: Complete, now_ns: int) -> dict[str, Complete]:
    """Other moves that are not much dearer than one of which a step was not seen."""
    readings = [r for r in branch.readings(now_ns) if r.plies and not (r.irregular or odd(r))]
    limit = min((r.cost for r in readings), default=0.0) + DOUBT_MARGIN
    return {
        r.plies[0].move.text: Complete(ply=r.plies[0], by="confirmed", touches=())
        for r in reversed(readings)
        if r.cost <= limit and r.first != found.ply.move
    }


def _moves(branch: Branch, now_ns: int, strange: float = STRANGE) -> dict[str, Complete]:
    """The moves that would explain everything if the sensor of one point were wrong, by their texts.

    Args:
        strange: see `STRANGE`.
    """
    found: dict[str, tuple[float, Complete]] = {}
    if branch.rested and branch.judge.blind:  # first past sensors that are known to be wrong
        for made, cost in _made(branch, 0, now_ns, rested=True, strange=strange):
            found.setdefault(made.ply.move.text, (cost, made))
    for rested in (False, True) if branch.rested and not found else (False,):
        edges = [*branch.rested, *branch.edges] if rested else branch.edges
        silent = silent_points(branch.position, edges)
        if silent.bit_count() > SILENT_MAX:
            silent = 0
        for point in points_of(silent | _lying(branch, edges, silent)):
            for made, cost in _made(branch, 1 << point, now_ns, rested=rested, strange=strange):
                text = made.ply.move.text
                if text not in found or cost < found[text][0]:
                    found[text] = (cost, made)
    for made, cost in _invisible(branch, now_ns):
        found.setdefault(made.ply.move.text, (cost, made))
    likeliest = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
    moves = {text: made for text, (_, made) in likeliest if text not in branch.asked}
    if branch.judge.game.men_move or any(
        not _is_seen(made) or made.wrong & felt_at_once(branch.edges) for made in moves.values()
    ):
        return moves
    return {}  # stones that are taken off against the law are no fault of sensors


def _is_seen(made: Complete) -> bool:
    """Whether all of a move was seen, and only something else is a sensor's fault."""
    footprint = made.ply.move.footprint
    return bool(made.wrong) and not made.wrong & (footprint.lifts | footprint.places)


def _invisible(branch: Branch, now_ns: int) -> Iterator[tuple[Complete, float]]:
    """Moves of which nothing was seen, where they would explain what was seen since.

    All they change cannot be read, or all but one point, which has kept silent.
    """
    blind = branch.judge.blind | branch.doubted
    live = point_set(edge.point for edge in branch.edges)
    at_ns = branch.edges[0].at_ns - 1
    for move in branch.position.moves():
        changed = move.footprint.lifts | move.footprint.places
        silent = changed & ~blind
        if not changed & blind or silent & (silent - 1) or silent & live:
            continue
        ply = Ply(
            move=move, first_ns=at_ns, landed_ns=at_ns, done_ns=at_ns, cursors={}, unseen=True
        )
        best = branch.supposing(silent).fork(ply).readings(now_ns)[0]
        if not (best.irregular or oddness(best) >= STRANGE):
            made = Complete(ply=ply, by="confirmed", touches=(), unseen=changed, wrong=silent)
            yield made, best.cost


def _made(
    branch: Branch, wrong: PointSet, now_ns: int, *, rested: bool, strange: float
) -> Iterator[tuple[Complete, float]]:
    """The first moves of the readings that remain if the sensors of these points are wrong."""
    other = branch.supposing(wrong, rested=rested)
    other.calm = branch.upset
    if not (wrong or rested) or not other.edges:
        return
    for reading in other.readings(now_ns):
        unseen = sum(
            (other.unseen(p) & (wrong | branch.judge.blind)).bit_count() for p in reading.plies
        )
        if not reading.plies or reading.irregular:
            continue
        if any(b.first_ns < a.first_ns for a, b in pairwise(reading.plies)):
            unseen = 0  # nor for a reply that begins before its move
        if oddness(reading) - UNSEEN_BLIND * unseen >= strange:
            continue  # a broken sensor is no excuse for what is strange besides
        ply = reading.plies[0]
        footprint = ply.move.footprint
        of_use = not rested or ply.first_ns < branch.edges[0].at_ns
        changed = footprint.lifts | footprint.places
        silent = not any(wrong >> edge.point & 1 for edge in branch.edges)
        if ply.move.target is not None and wrong >> ply.move.target & 1:
            of_use = of_use and len(reading.plies) > 1  # somebody has taken the move for made
        if of_use and (not silent or not wrong or wrong & changed):
            yield (
                Complete(ply=ply, by="confirmed", touches=(), wrong=wrong, rested=rested),
                reading.cost,
            )


def _nothing(branch: Branch, now_ns: int) -> PointSet:
    """The point whose sensor alone is wrong if no move has been made; 0 where there is none.

    A man came from nowhere, once, while none was in the air and no hand at work. One that went may have been taken off,
    and every stone comes from nowhere.
    """
    if not branch.judge.game.men_move:
        return 0
    for point, edges in by_point(branch.edges).items():
        (edge, *more) = edges
        idle = all(
            abs(other.at_ns - edge.at_ns) >= IDLE_MS * MS
            for other in branch.edges
            if other is not edge
        )
        if more or not idle or not edge.placed or edge.mark is not None:
            continue
        other = branch.supposing(1 << point)
        if not other.edges:
            return 1 << point
        best = other.readings(now_ns)[0]
        if not (best.plies or best.in_air or best.irregular or oddness(best) >= STRANGE):
            return 1 << point
    return 0


def _lying(branch: Branch, edges: Sequence[Edge], silent: PointSet) -> PointSet:
    """Points that may have told what is not; a sensor that knows the man does not make one up.

    A stone that comes or goes by itself looks just as one that is played or taken. Only where a silent sensor might
    have hidden who took a stone, that stone may not have been taken at all.
    """
    if not branch.judge.game.men_move:
        taken = [edge for edge in edges if not edge.placed] if silent else []
        return point_set(edge.point for edge in taken if edge.mark is None) | felt_at_once(edges)
    return point_set(edge.point for edge in edges if edge.mark is None)
