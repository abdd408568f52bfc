"""What else may have been played where a stone was found (Go): another one came with it, or was lost just before.

Each asks a narrow question of the evidence beside the play; `suspicion` makes a question to people of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.unfelt import answered, played_before, unseen
from controller.core.inference.at_once import felt_at_once
from controller.core.inference.decisions import DOUBT, Ask, Complete
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import IDLE_MS, REPLIED_MAX, STONES_MS, SWEEP_MIN, TOUCHED_MS
from controller.core.inference.resting import set_back, taken_back_before
from controller.core.inference.stones import lay_there
from controller.core.inference.supposing import STRANGE, made_if_wrong, this_if_wrong
from controller.core.inference.turns import OUT_OF_TURN
from controller.core.inference.uncleared import seems_a_reply
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import may_stand, tone_of
from controller.core.settings import MS
from rules.go.position import GoPosition
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inference.decisions import Irregular
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point, PointSet


def just_before_two(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays (Go) at two points where stones were felt at once: one is made up, and so may this be that came just before."""
    two, soon_ns = _two_at_once(branch, found), branch.judge.timings.settle_ms * MS
    own = found.ply.move.footprint.places
    return [
        made
        for move in branch.position.moves()
        if move.footprint.places & two
        for made in this_if_wrong(branch, move, (own | two) & ~move.footprint.places, now_ns)
        if made.ply.landed_ns - found.ply.landed_ns < soon_ns
    ]


def or_unread(branch: Branch, found: Ask, now_ns: int) -> Ask:
    """The question whose stone it was (Go) upon which the other side has pressed, also about plays that could not be read before it."""
    judge, landed_ns, at = branch.judge, found.moves[0].ply.landed_ns, by_point(branch.edges)
    unread = (branch.blinded | judge.silence.unread) & ~judge.blind
    if found.reason != OUT_OF_TURN or not unread or unread.bit_count() > REPLIED_MAX:
        return found
    others = []
    for move in branch.position.moves():
        own = at.get(move.target or 0, [])
        if move.target is None or not unread >> move.target & 1 or move.text in branch.asked:
            continue
        if not own and judge.silence.unread >> move.target & 1 and answered(branch, move, now_ns):
            others.append(Complete(ply=unseen(branch, move), unseen=move.footprint.places))
        elif len(own) == 1 and own[0].blind and own[0].unread_ns < landed_ns:
            ply = replace(Ply.at(move, own[0].at_ns), cursors={move.target: 1})
            others.append(Complete(ply=ply))
    return replace(found, moves=(*found.moves, *others))


def between_two(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a stone that two points feel at once (Go) has had no time yet to be set right on one."""
    two = _two_at_once(branch, found)
    came = [edge.at_ns for edge in branch.edges if two >> edge.point & 1]
    return bool(came) and now_ns - max(came) < branch.judge.timings.settle_ms * MS


def _two_at_once(branch: Branch, found: Complete) -> PointSet:
    """Points that felt stones in one moment, as if in reply to this one (Go), and feel them still."""
    if branch.judge.game.men_move or found.by != "reply":
        return 0
    stay = point_set(p for p, edges in by_point(branch.edges).items() if len(edges) == 1)
    two = felt_at_once(branch.edges, branch.judge) & stay
    return 0 if two & found.ply.move.footprint.places or not two & (two - 1) else two


def lost_before(branch: Branch, found: Complete) -> list[Complete]:
    """Plays (Go) of a stone that its sensor may have lost: no hand carried it to where this one is felt.

    It was felt long enough to be let go, and this one came in the instant after; or so long after that it was another.
    Where its own colour or the press upon it tells whose this one is, it is no reply.
    """
    return [] if _told_whose(branch, found) else _lost_before(branch, found)


def past_lost(branch: Branch, found: Complete) -> Complete:
    """The play (Go) with the sensors that have lost what it took: off before its own side had played last, and for long.

    Nobody had captured it then; what is played on its point next may not be felt.
    """
    if branch.judge.game.men_move:
        return found
    at, long_ns = by_point(branch.edges), branch.judge.timings.release_ms * MS
    lost = point_set(
        point
        for point in found.ply.move.captured
        for edge in at.get(point, ())[-1:]
        if not edge.placed and not edge.blind
        if edge.at_ns < min(branch.since_ns, found.ply.landed_ns - long_ns)
    )
    return replace(found, wrong=found.wrong | lost) if lost else found


def followed_in_vain(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a stone has come since (Go) where no law allows the reply, and has not come to rest: it is not told yet which was played."""
    if branch.judge.game.men_move or found.by != "settled":
        return False
    after = branch.play(branch.position, found.ply.move)
    return any(
        edges[-1].placed
        and found.ply.landed_ns < edges[-1].at_ns
        and branch.judge.hovering(edges[-1], now_ns) is not None
        and not after.occupied >> point & 1
        and not any(move.footprint.places >> point & 1 for move in after.moves())
        for point, edges in by_point(branch.edges).items()
    )


def or_the_second(branch: Branch, found: Complete, now_ns: int) -> Ask | None:
    """The question which of two stones was played (Go), where the second is lawful by itself and no law allows it as the reply.

    The first may be made up by its sensor. Where its colour or the press upon it tells whose it is, the second is a breach.
    """
    if branch.judge.game.men_move or branch.judge.tells or found.by == "pressed":
        return None
    own, came = found.ply.move.footprint.places, branch.readings(now_ns)[0].came
    move = branch.position.by_text(branch.judge.game.points[came[0]]) if len(came) == 1 else None
    others = [] if move is None else this_if_wrong(branch, move, own, now_ns)
    return Ask(moves=(found, *others), reason=DOUBT) if others else None


def awaits_press(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether the press upon a play (Go) will tell whose it is, where a stone felt before it may have been lost."""
    if not branch.judge.pressed or found.by != "settled":
        return False
    soon = now_ns - found.ply.landed_ns < branch.judge.timings.ask_ms * MS
    return soon and not _told_whose(branch, found) and bool(_lost_before(branch, found))


def may_have_dropped(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether this stone (Go) may be a captured one that has just slipped from the hand of whoever took it off.

    He has not pressed his clock yet. Once he has, or play has gone on, it is the reply; so it is once it has lain for longer
    than one takes to pick it up, counted from the last captured stone that has been taken off. That is as long as anything waits
    for a press where clocks are pressed; or where it came to a point of theirs, or others that were captured still stand, and it came
    right after one was off: he is not done.
    """
    if branch.judge.game.men_move or found.by != "settled":
        return False
    uncleared, landed_ns, t = branch.uncleared, found.ply.landed_ns, branch.judge.timings
    off_ns = _off_before(branch, landed_ns)
    after_ms = (landed_ns - off_ns) / MS
    handed = max(branch.handed_ns, uncleared.handed_ns) >= off_ns
    if handed or after_ms >= IDLE_MS:
        return False
    emptied = found.ply.move.footprint.places & uncleared.taken & ~uncleared.points
    standing = uncleared.points & ~uncleared.forgotten
    last = not any(edge.placed and edge.at_ns > landed_ns for edge in branch.edges)
    long = (emptied and (standing or last)) or (standing and after_ms < t.settle_ms)
    last_ns = max(landed_ns, *uncleared.off_ns.values(), 0)
    return now_ns - last_ns < (t.ask_ms if long or branch.judge.pressed else t.irregular_ms) * MS


def _off_before(branch: Branch, at_ns: int) -> int:
    """When the last captured stone (Go) was taken off that was so by then, at that time or before; 0 where none was."""
    done_ns = branch.done_ns if branch.done_ns > branch.since_ns else 0
    off = (done_ns, *branch.uncleared.off_ns.values())
    return max((ns for ns in off if ns <= at_ns), default=0)


def _dropped(branch: Branch, stone: Pair) -> bool:
    """Whether a hand that was taking off captured stones (Go) has dropped this one: it has picked it up, and taken off more.

    Or it came back at once to where one had just been taken off, sooner than another hand is there.
    """
    uncleared, came_ns, left_ns = branch.uncleared, stone.first.at_ns, stone.second.at_ns
    after_ms = (came_ns - _off_before(branch, came_ns)) / MS
    if uncleared.taken >> stone.first.point & 1 and after_ms < branch.judge.timings.release_ms:
        return True
    return after_ms < IDLE_MS and any(ns > left_ns for ns in uncleared.off_ns.values())


def _told_whose(branch: Branch, found: Complete) -> bool:
    """Whether this stone is told to be of the side on move: by its colour, or as that side has pressed upon it, the last."""
    ply = found.ply
    own = [e for e in branch.edges if e.placed and e.point == ply.move.target]
    if own and own[-1].mark is not None and own[-1].mark.tone is tone_of(ply.move.side):
        return True
    stays = (p for p in points_of(branch.position.occupied) if p not in ply.move.captured)
    stones = point_set(stays)
    later = any(
        e.placed and e.at_ns > ply.landed_ns and not stones >> e.point & 1 for e in branch.edges
    )
    return found.by == "pressed" and not later


def _lost_before(branch: Branch, found: Complete) -> list[Complete]:
    game, t, target = branch.judge.game, branch.judge.timings, found.ply.move.target
    if game.men_move or target is None:
        return []
    near = game.neighbours(target)
    lost: dict[Point, Edge] = {}
    felt = by_point((*branch.rested, *branch.edges))
    for point, edges in felt.items():
        stood = branch.position.man_at(point) is None and len(edges) == 2 and point != target
        # Else it was the play before, set down between the two; or the reply is on its way.
        first_ns = branch.since_ns + STONES_MS * MS  # sooner it was felt there as it was set down
        stood = stood and first_ns < edges[0].at_ns < found.ply.landed_ns
        moved_ms = (found.ply.landed_ns - edges[-1].at_ns) / MS
        beside = bool(near >> point & 1)  # a stone set right beside where it came
        soon_ms = 0 if beside else t.bump_ms
        if not stood or (beside and moved_ms < 0) or _covered(branch, felt, point):
            continue
        if _dropped(branch, Pair(*edges)):
            continue
        # A hand that had not let go of it may have carried it, or set it right, or a lid have been there.
        if Pair(*edges).ms < t.release_ms:
            carried_ms = IDLE_MS
        else:
            right = beside or _covered(branch, felt, point, at_least=2)
            carried_ms = t.release_ms if right else 0
        if soon_ms <= moved_ms < carried_ms:
            continue
        long_ms = t.release_ms if 0 <= moved_ms < IDLE_MS else t.bump_ms
        if Pair(*edges).ms >= long_ms and not lay_there(branch, felt, (edges[0], edges[1])):
            lost[point] = edges[0]
    return [
        Complete(
            ply=Ply.at(move, lost[move.target].at_ns, unseen=True),
            unseen=1 << move.target,
            wrong=1 << move.target,
        )
        for move in branch.position.moves()
        if move.target in lost and may_stand(lost[move.target], move)
    ]


def at_the_last_captured(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """The play (Go) at the only captured stone that still stands, all others having been taken off, with this one in reply to it.

    A sensor that goes on feeling that stone tells neither that it is off nor of what is played there.
    """
    move = _there(branch, found)
    if move is None or not answered(branch, move, now_ns):
        return []
    own = move.footprint.places
    return [Complete(ply=unseen(branch, move), unseen=own, wrong=own)]


def may_go_on(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether that stone has only been forgotten for a moment, perhaps; or more are being set back with this one (Go)."""
    t = branch.judge.timings
    back = taken_back_before(branch) or (found.by == "settled" and set_back(branch, found.ply))
    if back and now_ns - branch.edges[-1].at_ns < t.irregular_ms * MS:
        return True
    replied = found.by == "reply" or _there(branch, found) is None
    return not replied and now_ns - found.ply.landed_ns < t.irregular_ms * MS


def _there(branch: Branch, found: Complete) -> Move | None:
    left, lifted = branch.uncleared.only_one, branch.uncleared.lifted.values()
    if not left or found.by == "pressed" or branch.judge.tells:
        return None
    off_ns = max([branch.done_ns, *(edge.at_ns for edge in lifted)])
    if found.ply.landed_ns - off_ns < IDLE_MS * MS:
        return None  # two plies take longer
    (point,) = points_of(left)
    move = branch.position.by_text(branch.judge.game.points[point])
    return None if move is None or move.text in branch.asked else move


def lid_on(branch: Branch, ask: Ask) -> bool:
    """Whether all points in question (Go) have felt something in one moment: a lid, perhaps, which will be gone."""
    if branch.judge.game.men_move:
        return False
    together = felt_at_once(branch.edges, branch.judge)
    return not any(made.ply.move.footprint.fills & ~together for made in ask.moves)


def taken_and_back(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays (Go) that may not have been felt, where this one is the reply if it takes what was off since, and is felt again.

    A hand has taken those stones off, or its player has put his own right; sensors may go on feeling them.
    """
    move, at, ms = found.ply.move, by_point(branch.edges), TOUCHED_MS
    passed = [each for each in branch.position.moves() if each.target is None]
    if branch.judge.tells or found.by != "settled" or move.target is None or not passed:
        return []
    reply = branch.play(branch.position, passed[0]).by_text(branch.judge.game.points[move.target])
    taken = () if reply is None else reply.captured
    off = all(
        any(
            back is not None and lift.at_ns > found.ply.landed_ns and Pair(lift, back).ms >= ms
            for lift, back in absences(at.get(point, ()))
        )
        for point in taken
    )
    alone = at.keys() == {move.target, *taken}  # else play has gone on
    return played_before(branch, now_ns) if taken and off and alone else []


def taken_by_this(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """The play (Go) that this one captures in reply, of a stone that stood beside it for long, and was off only once this had come.

    One stone may have been felt at both points; but so are two, of which the second takes the first.
    """
    move, at = found.ply.move, by_point(branch.edges)
    if branch.judge.game.men_move or branch.judge.tells or move.target is None or move.captured:
        return []
    came_ns = max((e.at_ns for e in at.get(move.target, ()) if e.placed), default=0)
    stood = [
        (point, edges)
        for point, edges in at.items()
        if len(edges) == 2 and edges[0].placed and edges[0].at_ns < came_ns < edges[1].at_ns
        if Pair(*edges).ms >= branch.judge.timings.release_ms
    ]
    found_before = []
    for point, edges in stood:
        play = branch.position.by_text(branch.judge.game.points[point])
        if play is None:
            continue
        after = branch.play(branch.position, play)
        reply = after.by_text(branch.judge.game.points[move.target])
        if reply is not None and point in reply.captured:
            ply = replace(Ply.at(play, edges[0].at_ns), cursors={point: 1})
            found_before.append(Complete(ply=ply))
    return found_before


def if_made_up(branch: Branch, found: Complete, now_ns: int) -> list[Complete] | None:
    """What was played otherwise where no stone that this play takes (Go) has been taken off, nor jolted by who would.

    Its own sensor may have made it up, see `seems_a_reply`. So it may where the one stone's sensor is known to be wrong, and tells
    nothing of it. None where nothing speaks for that.
    """
    ply, taken, own = found.ply, found.ply.move.captured, found.ply.move.footprint.places
    at = by_point(branch.edges)
    if branch.judge.game.men_move or any(point in at for point in taken):
        return None
    silent = len(taken) == 1 and branch.judge.blind >> taken[0] & 1
    if not (seems_a_reply(branch, ply) or silent):
        return None
    if found.by == "pressed" or branch.judge.tells:
        return None
    return [made for made, _ in made_if_wrong(branch, own, now_ns, rested=False, strange=STRANGE)]


def _covered(
    branch: Branch,
    felt: Mapping[Point, Sequence[Edge]],
    point: Point,
    at_least: int = SWEEP_MIN,
) -> bool:
    """Whether stones that are gone again were felt here and at more empty points together: a sleeve lay there."""
    stood = Pair(*felt[point][:2])
    spans = [
        Pair(*edges)
        for p, edges in felt.items()
        if len(edges) == 2 and branch.position.man_at(p) is None
    ]
    together = [
        span
        for span in spans
        if span.first.at_ns < stood.second.at_ns and stood.first.at_ns < span.second.at_ns
    ]
    return len(together) >= at_least


def with_forbidden_play(branch: Branch, found: Irregular) -> Irregular:
    """Stones that are off, with the stone that was released where it takes just these (GO-19, GO-20.ko) and is off again too.

    That stone alone tells nothing: it may never have been let go, a sleeve have lain there.
    """
    reading, position, gone = found.reading, branch.position, point_set(found.reading.in_air)
    if branch.upset or reading.plies or reading.came or not isinstance(position, GoPosition):
        return found
    for point, felt in by_point(found.edges).items() if gone else ():
        stood = len(felt) == 2 and Pair(felt[0], felt[1]).ms >= branch.judge.timings.release_ms
        if not stood or (position.occupied | branch.judge.blind) >> point & 1:
            continue
        if position.forbidden(point) is None:
            continue
        if felt[0].mark is not None and felt[0].mark.tone is not tone_of(position.side_to_move):
            continue
        if gone == position.occupied & ~position.force(point).occupied:
            play = replace(reading, unexplained=gone | 1 << point, came=(point,))
            return replace(found, reading=play)
    return found
