"""Why what no law allows may have been lawful all the same: which sensors may be wrong, and which moves were made then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts import misread, past_silent
from controller.core.doubts.as_it_stands import beside_a_jolt
from controller.core.doubts.in_turn_there import answered_in_turn, captured_in_turn
from controller.core.doubts.instead import answered_too_soon
from controller.core.doubts.swept import last_move
from controller.core.doubts.unexplained import made_up_at
from controller.core.doubts.unfelt import is_reply, played_before
from controller.core.inference import in_hand, replies
from controller.core.inference.at_once import came_with, felt_at_once, lies_between, set_down
from controller.core.inference.completing import complete, fault
from controller.core.inference.decisions import (
    DOUBT,
    Ask,
    Complete,
    Irregular,
    firsts,
    odd,
    oddness,
)
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.knocked import lies_beside, lost_alone
from controller.core.inference.plies import Ply
from controller.core.inference.prices import (
    DOUBT_MARGIN,
    GLITCH_MS,
    HASTE_MS,
    OUT_OF_ORDER,
    OVERLAP_MS,
)
from controller.core.inference.stones import (
    beside_a_shift,
    miscoloured,
    played_back,
    second_stone,
)
from controller.core.inference.supposing import (
    MESS_EDGES_MAX,
    STRANGE,
    made_if_wrong,
    moves_if_wrong,
)
from controller.core.inference.turned_over import only_lifted, turned_over
from controller.core.inference.upset import reading_of
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch
    from rules.terms import Point, PointSet


def of_another_man(branch: Branch, found: Irregular, now_ns: int) -> Ask | None:
    """The question whether another man made a move, where the sensor of the one who seems to be on his way may have lost him."""
    if found.bound is None or found.bound.origin is None:
        return None
    lost = 1 << found.bound.origin
    moves = {
        made.ply.move: made
        for made, _ in made_if_wrong(branch, lost, now_ns, rested=False, strange=STRANGE)
    }
    moves.pop(found.bound, None)
    live = point_set((*(edge.point for edge in branch.edges), *found.bound.captured))
    hidden = found.bound.footprint.changes & ~live
    if hidden.bit_count() == 1:  # or one sensor has not told of his other man
        for made, _ in made_if_wrong(branch, hidden, now_ns, rested=False, strange=STRANGE):
            moves.setdefault(made.ply.move, made)
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True) if moves else None


def of_shaken(branch: Branch, found: Complete, now_ns: int) -> Complete | Ask | None:
    """A move that is ordinary but for men who were shaken, and points over which men were held on their way: however many.

    They have no part in it or in what followed. Beside a bad sensor it is a question.
    """
    best = branch.readings(now_ns)[0]
    own = 0
    for ply in best.plies:
        own |= ply.move.footprint.changes
    beside = point_set(
        point
        for point, edges in by_point(branch.edges).items()
        if not (own >> point & 1 or len(edges) % 2)
        if all(
            _passes(branch, best, Pair(*pair)) for pair in zip(edges[::2], edges[1::2], strict=True)
        )
    )
    calm = branch.supposing(0)
    calm.edges = [edge for edge in branch.edges if not beside >> edge.point & 1]
    rest = calm.readings(now_ns)[0]
    ordinary = rest.first == found.ply.move and not (best.irregular or rest.irregular or odd(rest))
    if not (ordinary and branch.judge.game.men_move):
        return None
    if branch.judge.blind:
        return Ask(moves=(found,), reason="capture-or-bump", people=True)
    return replace(found, odd=False)


def _passes(branch: Branch, best: Reading, pair: Pair) -> bool:
    """Whether a man was only jolted, or held over an empty point by a hand that carried him."""
    on, off = pair.first, pair.second
    if not on.placed:
        return pair.ms < branch.judge.timings.bump_ms
    carried = any(p.first_ns <= on.at_ns and off.at_ns <= p.landed_ns for p in best.plies)
    return carried and pair.ms < branch.judge.timings.settle_ms


def of_gone_before(
    branch: Branch, found: Complete, moves: Mapping[str, Complete]
) -> Complete | None:
    """A move beside which all that is strange is a man of the opponent's who was off before it was begun.

    Whether his own player took him off or his sensor has lost him, it is this move (DR-7.4.14).
    """
    wrong = 0 if moves.keys() != {found.ply.move.text} else moves[found.ply.move.text].wrong
    if found.unexplained or found.unseen or wrong.bit_count() != 1:
        return None
    (edge, *more) = (e for e in branch.edges if wrong >> e.point & 1)
    man = branch.position.man_at(edge.point)
    gone = not edge.placed and edge.at_ns < found.ply.first_ns and not more
    his = man is not None and man.side != branch.position.side_to_move
    return replace(found, odd=False) if gone and his else None


def told(
    branch: Branch, found: Complete | Irregular, now_ns: int, *, again: bool
) -> Decision | None:
    """What is plain of a move or an irregularity: a second stone of one side, a stone knocked aside, an answer too soon.

    A stone that lies between two points is on one of them, which it is people know. What was played in turn before a second stone is made; the reply to it is not, before it has been named. A stone at the
    point of the last captured one was played there when play goes on: who had only jolted it would have taken it off.
    """
    if back := played_back(branch):
        if isinstance(found, Complete):
            return replace(back[0], by="reply")
        return Ask(moves=tuple(back), reason="capture-or-bump")
    if lies_between(branch) and (which := of_colours(branch, now_ns)) is not None:
        return which
    if not again and (second := second_stone(branch)) is not None:
        if second is not set_down(branch)[0]:
            return found
        return fault(branch, reading_of(branch.position, branch.edges), now_ns)
    strange = isinstance(found, Irregular) or found.odd or found.unexplained
    if strange and (ply := beside_a_shift(branch) or last_move(branch, found)) is not None:
        return complete(branch, ply, "settled")
    if isinstance(found, Irregular):
        return misread.of_one(branch, found, now_ns)
    ask = of_early_answer(branch, found, now_ns) or captured_in_turn(branch, found)
    return ask or answered_in_turn(branch, found)


def of_early_answer(branch: Branch, found: Complete, now_ns: int) -> Ask | None:
    """The question which move it was that the opponent has begun to answer before this one landed.

    An opponent in haste, who has taken up his man while this one was in the hand and has seen where it was going, answers no
    other where none explains what was seen; of one who is held for long only shortly before he lands. But he does not take a
    man who has hardly stood, nor begin to take another before he has seen where one goes who is held for long.
    """
    early_ms = answered_too_soon(branch, found, now_ns)
    if not early_ms:
        return None
    held_ms = (found.ply.landed_ns - found.ply.first_ns) / MS
    quick = not found.ply.slow and early_ms <= held_ms
    hasty = (early_ms < HASTE_MS or quick) and not branch.judge.blind
    hasty = hasty and not (_taken_early(branch, found) or replies.hardly_stood(branch, found.ply))
    # Haste is strange in any case: it makes no other move likelier.
    usual = oddness(branch.readings(now_ns)[0]) - OUT_OF_ORDER if hasty else STRANGE
    moves = {**moves_if_wrong(branch, now_ns, min(usual, STRANGE)), found.ply.move.text: found}
    if hasty and len(moves) == 1:
        return None
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True)


def _taken_early(branch: Branch, found: Complete) -> bool:
    """Whether another man of the same side was lifted while the man of this move was in the hand, for long."""
    ply = found.ply
    return ply.slow and any(
        ply.first_ns < edge.at_ns < ply.landed_ns
        and not edge.placed
        and _is_his(branch, edge.point)
        and not ply.move.footprint.lifts >> edge.point & 1
        for edge in branch.edges
    )


def of_odd(branch: Branch, found: Complete, now_ns: int) -> Decision | None:
    """What is to be made of a move that hands do not make so, and of which no single sensor makes another."""
    made = of_colours(branch, now_ns) or of_shaken(branch, found, now_ns)
    named = made or in_hand.in_a_line(branch, now_ns) or branch.strange(now_ns)
    if not isinstance(named, Irregular):
        return named
    if beside := tuple(beside_a_jolt(branch, now_ns).values()):
        return Ask(moves=beside, reason=DOUBT, people=True)
    return of_lost_in_vain(branch, now_ns) or only_lifted(branch, named, now_ns)


def of_two(branch: Branch, now_ns: int) -> Ask | None:
    """The question which move was made, where a sensor seems to have made up or lost a man and one more is wrong as well."""
    moves, made_up = dict[str, Complete](), made_up_at(branch)
    for point in points_of(made_up | lost_alone(branch) | _lost_later(branch)):
        wrong = 1 << point
        for text, made in moves_if_wrong(branch.supposing(wrong), now_ns).items():
            # Hands may go wrong with a man who was held for long, but hardly take several men just so, or go on as if not.
            if made_up & wrong or _is_likely(branch, made, wrong, now_ns):
                moves.setdefault(text, replace(made, wrong=made.wrong | wrong))
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True) if moves else None


def of_lost_in_vain(branch: Branch, now_ns: int) -> Ask | None:
    """The question which move was made, where one ended unfelt and a man is off besides whom no move lifts."""
    if not branch.judge.game.men_move:
        return None
    lifted, felt = branch.judge.lookups.of(branch.position).lifted, by_point(branch.edges)
    off = (p for p, edges in felt.items() if len(edges) == 1 and not edges[0].placed)
    moves = dict[str, Complete]()
    for wrong in (1 << point for point in off if not lifted >> point & 1):
        for text, made in moves_if_wrong(branch.supposing(wrong), now_ns).items():
            if made.ply.unseen and _is_likely(branch, made, wrong, now_ns):
                moves.setdefault(text, replace(made, wrong=made.wrong | wrong))
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True) if moves else None


def _is_likely(branch: Branch, made: Complete, wrong: PointSet, now_ns: int) -> bool:
    several = len(made.ply.move.captured) > 1
    return several or _gone_on_without(branch, wrong | made.wrong, now_ns)


def _lost_later(branch: Branch) -> PointSet:
    """Men of the side on move who left only after one had been felt where none stood: he was none of them."""
    came_ns = min((edge.at_ns for edge in branch.edges if edge.placed), default=0)
    lifts = [edge for edge in branch.edges if not edge.placed]
    if not came_ns or any(edge.at_ns < came_ns + OVERLAP_MS * MS for edge in lifts):
        return 0
    alone = (edges for edges in by_point(branch.edges).values() if len(edges) == 1)
    return point_set(e.point for (e,) in alone if not e.placed and _is_his(branch, e.point))


def _is_his(branch: Branch, point: Point) -> bool:
    man = branch.position.man_at(point)
    return man is not None and man.side == branch.position.side_to_move


def _gone_on_without(branch: Branch, wrong: PointSet, now_ns: int) -> bool:
    """Whether both have played on lawfully if the sensors of these points are wrong."""
    best = branch.supposing(wrong).readings(now_ns)[0]
    return len(best.plies) > 1 and not best.irregular and oddness(best) < STRANGE


def of_colours(branch: Branch, now_ns: int) -> Ask | None:
    """The question which stone was played, of some whose colours do not come in turn.

    Perhaps a play before them was not felt, which only people know. One that came after the play is not made up by
    that: a play between may not have been felt. Of two set down in one moment the one that is taken off again was not played.
    """
    came_ns = {edge.point: edge.at_ns for edge in branch.edges}
    came, moves = miscoloured(branch), dict[str, Complete]()
    for point in points_of(came):
        for made, _ in made_if_wrong(branch, 1 << point, now_ns, rested=False, strange=STRANGE):
            wrong = made.wrong if came_ns[point] < made.ply.landed_ns else 0
            moves.setdefault(made.ply.move.text, replace(made, wrong=wrong))
    if not moves:
        return None
    two = len(moves) > 1 and not (
        branch.judge.blind or came & ~felt_at_once(branch.edges, branch.judge)
    )
    reason = "two-moves-fit" if two else DOUBT
    return Ask(moves=tuple(moves.values()), reason=reason, people=not two)


def of_lying(branch: Branch, found: Complete) -> Ask | None:
    """The question about a capture whose victim seems to lie beside his point: it is made when he is off (CH-6.2)."""
    return Ask(moves=(found,), reason=DOUBT) if lies_beside(branch, found) else None


def of_unread(branch: Branch, found: Complete, now_ns: int) -> Ask | None:
    """The question which move was made, where a man who is felt besides may have come from a point that cannot be read.

    Where sensors are known to be bad, he may also have come from one that felt a man again in that very moment: it feels him.
    """
    best, unread = branch.readings(now_ns)[0], branch.judge.silence.unread & ~branch.judge.blind
    at = by_point(branch.edges)
    came = {point: at[point][-1].at_ns for point in best.came}
    others = []
    for move in branch.position.moves():
        if move.origin is None or move.target not in came:
            continue
        landed_ns, own = came[move.target], at.get(move.origin, [])
        both = branch.judge.blind and any(
            e.placed and abs(e.at_ns - landed_ns) < GLITCH_MS * MS for e in own[-1:]
        )
        if both or unread >> move.origin & 1:
            ply = replace(
                Ply.at(move, landed_ns, unseen=not both),
                cursors={move.target: 1, **({move.origin: len(own)} if both else {})},
            )
            others.append(Complete(ply=ply, unseen=move.footprint.empties & unread))
    return Ask(moves=(found, *others), reason=DOUBT, people=True) if others else None


def of_lost(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a play with which a stone was lost in one moment: a hand that sets one down is not so quick."""
    if branch.judge.game.men_move:
        return None
    came = [edge.at_ns for edge in branch.edges if edge.placed]
    lost = point_set(
        edge.point
        for edge in branch.edges
        if not edge.placed
        and branch.position.man_at(edge.point) is not None
        and any(0 <= edge.at_ns - at_ns < GLITCH_MS * MS for at_ns in came)
    )
    made = made_if_wrong(branch, lost, now_ns, rested=False, strange=STRANGE)
    moves = {each.ply.move.text: each for each, _ in made}
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True) if moves else None


def of_plays(branch: Branch, found: Sequence[Complete], now_ns: int) -> Ask | Irregular | None:
    """The question which play was not felt, where what was seen is lawful as the reply to one.

    On a board with room for more plays than anybody could be asked about, the stones are asked back.

    Args:
        found: the move that it may have been instead, with something against the law besides.
    """
    if not is_reply(branch, now_ns):
        return None
    if plays := played_before(branch, now_ns):
        return Ask(moves=(*found, *plays), reason=DOUBT, people=True)
    return branch.strange(now_ns) if found else None


def of_pressed(branch: Branch, found: Irregular, now_ns: int) -> Decision:
    """What is to be made of a press upon what no law allows: a lawful move whose man one sensor has not lost, perhaps.

    Or one beside which a sensor makes a man up. That he was not felt where he is, or that men were left on the board, is
    for the players: they see it; unless they have gone on. Where sensors tell whose man they feel, one may still show the
    victim: then it is asked where the man has gone, as it is where sensors cannot tell.
    """
    if branch.upset or len(branch.edges) > MESS_EDGES_MAX:
        return found
    if ask := in_hand.or_another_hand(branch, found):
        return ask
    made_up = came_with(branch.edges, point_set(found.reading.came)) | turned_over(branch)
    gone_on = _gone_on(branch)
    done_ns = max((edge.at_ns for edge in (*branch.rested, *found.edges)), default=0)
    all_moves = moves_if_wrong(branch, now_ns, pressed=True)
    captured = any(made.wrong & made.ply.move.footprint.exchanges for made in all_moves.values())
    moves = {
        text: made
        for text, made in all_moves.items()
        if gone_on
        or captured
        or _taken_off(branch, made)
        or (
            made.wrong == made.wrong & (_left(made) | made_up)
            and not made.ply.unseen
            and made.ply.done_ns <= done_ns  # else it was made only after the press
        )
        or past_silent.explains(branch, made.wrong, now_ns)
    }
    return Ask(moves=tuple(moves.values()), reason=DOUBT) if moves else found


def _taken_off(branch: Branch, made: Complete) -> bool:
    """Whether just those whom this move takes are off: stones (Go) may as well have been taken before it was made."""
    off = point_set(point for point, edges in by_point(branch.edges).items() if len(edges) % 2)
    taken = point_set(made.ply.move.captured)
    return off == taken != 0


def _gone_on(branch: Branch) -> bool:
    """Whether men of both sides were lifted, more of this one than one move takes: moves and replies, perhaps."""
    lifted = {edge.point for edge in branch.edges if not edge.placed}
    sides = [man.side for p in lifted if (man := branch.position.man_at(p)) is not None]
    own = sides.count(branch.position.side_to_move)
    return 1 < own < len(sides)


def _left(made: Complete) -> PointSet:
    """Where the men of this move came from."""
    move = made.ply.move
    return point_set(p for p in (move.origin, move.partner) if p is not None)


def rivals(branch: Branch, found: Complete, now_ns: int) -> dict[str, Complete]:
    """Other moves that are not much dearer than one of which a step was not seen."""
    readings = [r for r in branch.readings(now_ns) if r.plies and not r.irregular]
    limit = min((r.cost for r in readings), default=0.0) + DOUBT_MARGIN
    near = firsts(r for r in readings if r.cost <= limit)
    return {move.text: Complete(ply=ply) for move, ply in near.items() if move != found.ply.move}
