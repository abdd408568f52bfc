"""What would follow if the sensor of one point, or of some points, were wrong.

Pure search, without judgement: `suspicion` weighs what is found here, and asks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.at_once import felt_at_once
from controller.core.inference.completing import unseen_points
from controller.core.inference.decisions import Complete, jumbled, oddness
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.knocked import fallen, swept_along
from controller.core.inference.looking import Want, may_be
from controller.core.inference.plies import Ply
from controller.core.inference.prices import GLITCH_MS, IDLE_MS, MARGIN, STONES_MS, UNSEEN_BLIND
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point, PointSet

SILENT_MAX = 64
"""Points that may each have kept silent: all where a queen can go. More of them are no question that anybody could answer."""
MESS_EDGES_MAX = 16
"""Edges of an upset board that may still be a few plies behind one silent sensor; to look for them takes time."""
STRANGE = 3.0
"""What else may be strange, as a price, where a sensor is held to be wrong: no more than a bump or two. A hand that
did what no law allows is no broken sensor."""


def moves_if_wrong(
    branch: Branch,
    now_ns: int,
    strange: float = STRANGE,
    *,
    pressed: bool = False,
    calm: bool = False,
) -> dict[str, Complete]:
    """The moves that would explain everything if the sensor of one point were wrong, by their texts.

    Args:
        strange: see `STRANGE`.
        pressed: the clock tells that a move has been made, though nobody has replied yet.
        calm: what was seen is play, however much has changed.
    """
    if pressed:  # that ends all hovering: what stands has been set down
        now_ns += branch.judge.timings.settle_ms * MS
    found: dict[str, tuple[float, Complete]] = {}
    several: set[str] = set()
    if branch.rested and branch.judge.blind:  # first past sensors that are known to be wrong
        for made, cost in made_if_wrong(branch, 0, now_ns, rested=True, strange=strange):
            found.setdefault(made.ply.move.text, (cost, made))
    for rested in (False, True) if branch.rested else (False,):
        edges = [*branch.rested, *branch.edges] if rested else branch.edges
        silent = silent_points(branch, edges)
        if silent.bit_count() > SILENT_MAX:
            silent = 0
        for point in points_of(silent | _lying(branch, edges, silent)):
            for made, cost in made_if_wrong(
                branch, 1 << point, now_ns, rested=rested, strange=strange, alone=pressed, calm=calm
            ):
                text = made.ply.move.text
                if text in found and abs(cost - found[text][0]) < MARGIN:
                    several.add(text)
                # No sensor more need be wrong where none explains it.
                if text not in found or (cost < found[text][0] and found[text][1].wrong):
                    found[text] = (cost, made)
    for made, cost in (*invisible(branch, now_ns), *_failed_at_last(branch, now_ns, strange)):
        found.setdefault(made.ply.move.text, (cost, made))
    likeliest = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
    moves = {text: made for text, (_, made) in likeliest if text not in branch.asked}
    for text in several & moves.keys():  # which sensor it is besides, what follows may tell
        footprint = moves[text].ply.move.footprint
        own = footprint.changes
        moves[text] = replace(moves[text], wrong=moves[text].wrong & own)
    if branch.judge.game.men_move or any(
        not is_seen(made) or made.wrong & felt_at_once(branch.edges, branch.judge)
        for made in moves.values()
    ):
        return moves
    return {}  # stones that are taken off against the law are no fault of sensors


def replied_past_silent(branch: Branch, now_ns: int) -> dict[str, Complete]:
    """Moves that were seen whole, and were replied to past one silent point; only so everything is explained.

    Which point it was, what follows may tell where it may be several.
    """
    if not branch.judge.game.men_move:
        return {}
    moves: dict[str, Complete] = {}
    for rested in (False, True) if branch.rested else (False,):
        edges = [*branch.rested, *branch.edges] if rested else branch.edges
        silent = silent_in_replies(branch, point_set(edge.point for edge in edges))
        for point in points_of(silent) if silent.bit_count() <= SILENT_MAX else ():
            other = branch.supposing(1 << point, rested=rested)
            other.calm = branch.upset
            points = 1 << point | branch.judge.blind
            if not may_be(other, now_ns, Want(strange=STRANGE, points=points, plies=2)):
                continue
            for reading in other.readings(now_ns):
                hidden = hidden_steps(other, reading, 1 << point | branch.judge.blind)
                odd = oddness(reading, UNSEEN_BLIND * hidden)
                if len(reading.plies) > 1 and not reading.irregular and odd < STRANGE:
                    made = Complete(ply=reading.plies[0], wrong=1 << point, rested=rested)
                    first = moves.setdefault(made.ply.move.text, made)
                    if first.wrong != made.wrong:
                        moves[made.ply.move.text] = replace(first, wrong=0)
    return moves


def silent_in_replies(branch: Branch, live: PointSet) -> PointSet:
    """Points each of which alone keeps a reply from being seen, to a move of which every point has told."""
    replies = (
        reply
        for move in branch.position.moves()
        if not move.footprint.changes & ~live
        for reply in branch.play(branch.position, move).moves()
    )
    silent = 0
    for reply in replies:
        rest = reply.footprint.changes & ~(live | branch.judge.blind)
        silent |= 0 if rest & (rest - 1) else rest
    return silent


def is_seen(made: Complete) -> bool:
    """Whether all of a move was seen, and only something else is a sensor's fault."""
    footprint = made.ply.move.footprint
    faulty = bool(made.wrong) and not made.wrong & footprint.changes
    return faulty and not made.ply.unseen


def felt_besides(found: Complete, same: Complete | None) -> Complete:
    """The move, with the sensor wrong beside it that alone explains the rest, as it is where that is another move that is asked about."""
    seen = same is not None and is_seen(same)
    return replace(found, wrong=found.wrong | same.wrong) if same and seen else found


def invisible(branch: Branch, now_ns: int) -> Iterator[tuple[Complete, float]]:
    """Moves of which nothing was seen, where they would explain what was seen since.

    All they change cannot be read, or all but one point, which has kept silent.
    """
    if not branch.edges:
        return
    blind = branch.judge.blind | branch.doubted
    live = point_set(edge.point for edge in branch.edges)
    at_ns = branch.edges[0].at_ns - 1
    for move in branch.position.moves():
        changed = move.footprint.changes
        silent = changed & ~blind
        if not changed & blind or silent & (silent - 1) or silent & live:
            continue
        ply = Ply.at(move, at_ns, unseen=True)
        after = branch.supposing(silent).fork(ply)
        for reading in after.readings(now_ns):
            hidden = hidden_steps(after, reading, branch.judge.blind)
            if reading.irregular or oddness(reading, UNSEEN_BLIND * hidden) >= STRANGE:
                continue
            yield Complete(ply=ply, unseen=changed, wrong=silent), reading.cost
            break


def _failed_at_last(
    branch: Branch, now_ns: int, strange: float
) -> Iterator[tuple[Complete, float]]:
    """The first moves of the readings that remain if the last that one sensor told is not true, and all before was."""
    for edges in by_point(branch.edges).values() if branch.judge.game.men_move else ():
        last = edges[-1]
        if len(edges) < 2:
            continue
        other = branch.supposing(0)
        other.edges.remove(last)
        other.calm = branch.upset
        if not may_be(other, now_ns, Want(strange=strange, points=branch.judge.blind)):
            continue
        for reading in other.readings(now_ns):
            hidden = hidden_steps(other, reading, branch.judge.blind)
            strangely = oddness(reading, UNSEEN_BLIND * hidden) >= strange
            if reading.plies and not (reading.irregular or strangely):
                yield Complete(ply=reading.plies[0]), reading.cost


def hidden_wholly(branch: Branch) -> list[Complete]:
    """Moves all of whose points are known to tell nothing, that may have been made before anything else was felt."""
    at_ns = branch.edges[0].at_ns - 1
    return [
        Complete(ply=Ply.at(move, at_ns, unseen=True), unseen=move.footprint.changes)
        for move in branch.position.moves()
        if not move.footprint.changes & ~branch.judge.blind and move.text not in branch.asked
    ]


def replied_instead(branch: Branch, moves: Mapping[str, Complete]) -> bool:
    """Whether a man of the opponent is gone whom a sensor may have lost: he may have answered a move that was not felt."""
    wrong = (point for made in moves.values() for point in points_of(made.wrong))
    men = (branch.position.man_at(point) for point in wrong)
    return any(man is not None and man.side != branch.position.side_to_move for man in men)


def lawful_lines(branch: Branch, unread: PointSet, now_ns: int) -> Iterator[Reading]:
    """Lines that make all that was seen lawful, seen what may be done at points that cannot be read: first a whole move, perhaps."""
    other = branch.supposing(unread)
    other.calm = branch.upset and len(branch.edges) <= MESS_EDGES_MAX
    if not ((best := other.readings(now_ns)[0]).irregular or jumbled(best)):
        yield best
    at_ns = min((edge.at_ns for edge in other.edges), default=now_ns) - 1
    for move in other.position.moves():
        ply = Ply.at(move, at_ns, unseen=True)
        line = None if move.footprint.changes & ~unread else other.fork(ply)
        if line and line.edges and not (best := line.readings(now_ns)[0]).irregular:
            yield replace(best, plies=(ply, *best.plies))


def made_if_wrong(
    branch: Branch,
    wrong: PointSet,
    now_ns: int,
    *,
    rested: bool,
    strange: float,
    alone: bool = False,
    calm: bool = False,
) -> Iterator[tuple[Complete, float]]:
    """The first moves of the readings that remain if the sensors of these points are wrong.

    Args:
        alone: a man who is felt nowhere may have been set down though nobody has replied yet.
    """
    other = branch.supposing(wrong, rested=rested)
    other.calm = calm or branch.upset or (branch.calm and not branch.judge.game.men_move)
    if not (wrong or rested) or not other.edges:
        return
    hides = wrong and not any(wrong >> edge.point & 1 for edge in branch.edges)
    points, first = wrong | branch.judge.blind, wrong if hides else 0
    if not may_be(other, now_ns, Want(strange=strange, points=points, first=first)):
        return
    for reading in other.readings(now_ns):
        unseen = hidden_steps(other, reading, wrong | branch.judge.blind)
        if not reading.plies or reading.irregular:
            continue
        if jumbled(reading):
            unseen = 0  # nor for a reply that begins before its move
        if oddness(reading, UNSEEN_BLIND * unseen) >= strange:
            continue  # a broken sensor is no excuse for what is strange besides
        ply = reading.plies[0]
        footprint = ply.move.footprint
        of_use = not (rested and branch.edges) or ply.first_ns < branch.edges[0].at_ns
        changed = footprint.changes
        if ply.move.target is not None and wrong >> ply.move.target & 1:
            # Somebody has taken the move for made.
            of_use &= alone or len(reading.plies) > 1 or reading.under_way is not None
        if of_use and (not hides or wrong & changed):
            yield Complete(ply=ply, wrong=wrong, rested=rested), reading.cost


def this_if_wrong(branch: Branch, move: Move, wrong: PointSet, now_ns: int) -> list[Complete]:
    """This move, as it was made if the sensors of these points were wrong; nobody need have replied yet."""
    found = made_if_wrong(branch, wrong, now_ns, rested=False, strange=STRANGE, alone=True)
    return [made for made, _ in found if made.ply.move == move]


def hidden_steps(branch: Branch, reading: Reading, points: PointSet) -> int:
    """How many steps of the reading's plies were not seen at these points."""
    return sum((unseen_points(branch, ply) & points).bit_count() for ply in reading.plies)


def nothing_if_wrong(branch: Branch, now_ns: int, *, at_work: bool = False) -> PointSet:
    """The point whose sensor alone is wrong if no move has been made; 0 where there is none.

    A man came from nowhere, once, while none was in the air and no hand at work, or before all else and far from those who
    were lifted then. One that went may have been taken off, and every stone comes from nowhere.

    Args:
        at_work: hands may have been at work.
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
        first = edge is branch.edges[0] and not _near_lifts(branch, edge.point)
        if more or not (idle or first or at_work) or not edge.placed:
            continue
        other = branch.supposing(1 << point)
        if not other.edges:
            return 1 << point
        best = other.readings(now_ns)[0]
        held = any(at_ns < edge.at_ns for at_ns in best.in_air.values())
        if not (best.plies or held or best.irregular or oddness(best) >= STRANGE):
            return 1 << point
    return 0


def _near_lifts(branch: Branch, point: Point) -> bool:
    """Whether a man may have been dragged to this point, and been felt there before he had left his own."""
    near = branch.judge.game.neighbours(point)
    return any(near >> edge.point & 1 for edge in branch.edges if not edge.placed)


def may_be_capturing(branch: Branch, landed: PointSet, now_ns: int) -> bool:
    """Whether the man who came from nowhere may have captured, and there has been little time yet to take his victims off."""
    fills = (move.footprint.fills for move in branch.position.moves() if move.captured)
    soon = now_ns - branch.edges[-1].at_ns < branch.judge.timings.ask_ms * MS
    return soon and any(landed == footprint & landed for footprint in fills)


def stood_together(branch: Branch, places: PointSet) -> PointSet:
    """These points, with others that were empty, where men were felt in one moment and stood too long to be passing.

    What was seen late may have come at any time before.
    """
    rest_ms = branch.judge.timings.settle_ms
    came = {
        point: edges[0].at_ns
        for point, edges in by_point(branch.edges).items()
        if edges[0].placed
        and not edges[0].blind
        and (len(edges) == 1 or Pair(*edges[:2]).ms >= rest_ms)
    }
    mine = [at_ns for point, at_ns in came.items() if places >> point & 1]
    near = [p for p, at in came.items() if any(abs(at - own) < GLITCH_MS * MS for own in mine)]
    return point_set(near) if len(near) > 1 else 0


def alone(branch: Branch, made: Complete) -> Complete:
    """Of stones that came in one moment only one was played, and none before the first: at the other points sensors are wrong.

    Two that could not be felt before may both have been, which is asked about once it is known which was first.
    """
    if branch.judge.game.men_move or made.unseen:
        return made
    places = made.ply.move.footprint.places
    stays = [edges[-1] for edges in by_point(branch.edges).values() if edges[-1].placed]
    came = [e for e in stays if abs(e.at_ns - made.ply.landed_ns) < STONES_MS * MS]
    here = (e for e in branch.edges if places >> e.point & 1)
    late = any(e.blind for e in here)  # it may have come long before
    together = 0 if late else point_set(e.point for e in came)
    before_ns = made.ply.after_ns - STONES_MS * MS
    earlier = point_set(e.point for e in stays if e.at_ns < before_ns and not e.blind)
    return replace(made, wrong=made.wrong | (together | earlier) & ~places)


def sparing(branch: Branch, made: Complete, now_ns: int) -> Complete:
    """The move without a sensor that is wrong, where hands may have done all the rest.

    But those that hid a step stay, and those that lost a man long before the move.
    """
    footprint, before_ns = made.ply.move.footprint, made.ply.first_ns - IDLE_MS * MS
    early = point_set(e.point for e in branch.edges if not e.placed and e.at_ns < before_ns)
    hidden = made.wrong & (footprint.changes | early)
    if hidden == made.wrong or made.rested or not branch.judge.game.men_move:
        return made
    rest = branch.supposing(hidden).fork(made.ply).readings(now_ns)[0]
    return made if rest.irregular or oddness(rest) >= STRANGE else replace(made, wrong=hidden)


def _lying(branch: Branch, edges: Sequence[Edge], silent: PointSet) -> PointSet:
    """Points that may have told what is not. A sensor that fails makes up a man's colour or letter as easily as the man.

    Men that left together with two others were knocked over, and no sensor is to blame.
    A stone that comes or goes by itself looks just as one that is played or taken. Only where a silent sensor might
    have hidden who took a stone, that stone may not have been taken at all.
    """
    if not branch.judge.game.men_move:
        taken = [edge for edge in edges if not edge.placed] if silent else []
        at_once = felt_at_once(edges, branch.judge)
        return point_set(edge.point for edge in taken if edge.mark is None) | at_once
    told = point_set(edge.point for edge in edges) & ~swept_along(branch.position, edges)
    return told & ~fallen(branch.position, edges, branch.judge.timings)


def silent_points(branch: Branch, edges: Sequence[Edge]) -> PointSet:
    """Points without evidence that alone keep a legal move from being seen.

    That a captured stone was not seen to be taken off keeps nobody from seeing the play.
    """
    live = point_set(edge.point for edge in edges) | point_set(branch.spare)
    found = 0
    for move in branch.position.moves():
        needed = move.footprint.changes
        rest = needed & ~live & ~branch.judge.blind
        played = move.mover is not None or rest == move.footprint.places
        if needed & live and played and not rest & (rest - 1):
            found |= rest
    return found
