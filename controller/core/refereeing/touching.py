"""Touches of the player on move: remembered, published, and what they oblige to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.claims import claiming, offers
from controller.core.inference import in_hand
from controller.core.inference.decisions import Touch, likely, merged, odd, surely_his
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.knocked import began_ns
from controller.core.inference.out_of_turn import put_back
from controller.core.inference.unread import over_unread_ns
from controller.core.messages import Duty, Obligation, Touched
from controller.core.refereeing import castling, disowning, referee, whose_hand
from controller.core.sensing.debounce import absences
from controller.core.settings import MS
from rules.deed import Doubt, Named
from rules.terms import point_set
from rules.touch import obligation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inference.decisions import Complete
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.terms import Point, PointSet, Side


def rest(session: Session, touches: tuple[Touch, ...]) -> None:
    """The men stand as before: those that were touched stay touched."""
    not_his(session)
    if not touches:
        return
    session.touched = list(weighed(session, merged(session.touched, touches)))
    tell_touches(session, tuple(session.touched))
    owe(session)


def owe(session: Session) -> None:
    """Says what the touches oblige to, when that binds and has not been said."""
    position = session.line.position
    if session.due is not None and castling.binds(session, session.due):
        return  # it goes before what the touches oblige to
    found = claiming.bound(session) or _duty(session, tuple(session.touched))
    if found is None or found == session.due or session.settings.mode == "observer":
        return
    session.due = found
    say_duty(session, found, position.side_to_move, met=False if frees(found) else None)


def excuse(session: Session, edges: Sequence[Edge]) -> None:
    """Men were knocked over: who left just before them, one soon after the other, was not touched either, and binds nobody. Nor has a sensor lost them."""
    session.health.adjusted(session.turn(point_set(edge.point for edge in edges)))
    began = began_ns(edges, session.settings.timings)
    _keep(session, [t for t in session.touched if began is None or t.at_ns < began])


def forgive(session: Session, points: PointSet) -> None:
    """Who was lifted at these points was not touched by the player on move."""
    _keep(session, [t for t in session.touched if not points >> t.point & 1])


def not_his(session: Session) -> None:
    """What the opponent has lifted out of turn and put back was not touched by the player on move."""
    if not session.touched:
        return
    branch = session.tracker.branch
    theirs = put_back(branch, [*branch.rested, *branch.edges])
    _keep(session, [t for t in session.touched if (t.point, t.at_ns) not in theirs])


def unbind(session: Session) -> None:
    """What was touched in plies that were taken back by agreement binds nobody."""
    session.touched, session.told, session.promotion = [], [], {}
    session.due = session.duty = session.pending = None


def untouched_since(session: Session, from_ns: int) -> None:
    """Who was lifted from this time on was not touched with the intent to move him."""
    kept = [t for t in session.touched if t.at_ns < from_ns]
    if len(kept) < len(session.touched):
        disown(session, kept)


def _keep(session: Session, kept: list[Touch]) -> None:
    """Only these touches count; what the others obliged to binds nobody."""
    if len(kept) == len(session.touched):
        return
    _release(session, kept)
    excused = {t.point for t in session.touched if t not in kept}
    session.fouls = [foul for foul in session.fouls if not excused.intersection(foul.points)]
    session.touched = kept
    _say_touched(session, tuple(kept))


def disown(session: Session, kept: list[Touch]) -> None:
    """Only these touches were made by a hand; what the others obliged to binds no more."""
    binds = claiming.bound(session) or _duty(session, tuple(kept))
    if binds != session.due:
        _release(session, kept)
    told = len([t for t in kept if t.point in session.told]) < len(session.told)
    session.touched = kept
    if told:
        _say_touched(session, tuple(kept))
    if kept:
        owe(session)


def _release(session: Session, kept: list[Touch]) -> None:
    """What touches obliged to is released; that no legal move can do it stands while any of them do, and is not said again."""
    settle(session, session.line.position.side_to_move, met=False)
    if session.due is not None and not (kept and frees(session.due)):
        session.due = None


def frees(found: Duty) -> bool:
    """Whether no legal move can do what the touches ask for, so that the player may play any (CH-7.3)."""
    return not found.must_move and not found.must_capture


def settle(session: Session, side: Side, *, met: bool) -> None:
    """A move of the side has been made: what the touches obliged to is met, or binds no more."""
    found = session.due
    if found is not None and not frees(found):
        say_duty(session, found, side, met=met)


def live_touches(session: Session) -> None:
    """Publishes touches while the move is still under way."""
    branch = session.tracker.branch
    not_his(session)
    if session.tracker.asking or not branch.edges or not _may_be_fresh(session):
        return
    alive = likely(branch.readings(session.now_ns))
    best = alive[0]
    if best.plies or (session.game.men_move and odd(best)):
        return
    lifted_ns = max((edge.at_ns for edge in branch.edges if not edge.placed), default=0)
    if session.now_ns - lifted_ns < session.settings.timings.together_ms * MS:
        return  # men that leave together are knocked, and others may follow
    fresh = list(branch.touches(session.now_ns))
    done_ns = min((r.plies[0].done_ns for r in alive if r.plies), default=session.now_ns)
    done_ns = min(done_ns, over_unread_ns(branch) or done_ns)
    fresh = [
        t
        for t in fresh
        if t.at_ns <= done_ns
        and not (
            _may_be_a_reply(session, t, best.in_air)
            or whose_hand.may_answer(session, t, best.in_air)
        )
    ]  # what follows a move that may have been made may be the opponent's
    touched = merged(session.touched, surely_his(fresh, branch.position, branch.edges))
    men = [branch.position.man_at(touch.point) for touch in touched]
    if any(man is not None and man.side == branch.position.side_to_move for man in men):
        tell_touches(session, weighed(session, touched))
    # An opponent's man alone: it may be his own doing.


def _may_be_fresh(session: Session) -> bool:
    """Whether something was lifted, or a man touched before, of which nothing has been published."""
    lifted = [edge.point for edge in session.tracker.branch.edges if not edge.placed]
    return not {*lifted, *(t.point for t in session.touched)} <= {*session.told}


def _may_be_a_reply(session: Session, touch: Touch, in_air: Mapping[Point, int]) -> bool:
    """Whether a man is in the air that is a foul to touch, and the opponent may have touched him.

    A sensor may not have felt where a man of the side on move was set down; the opponent has lifted one to answer, or what
    that one captures. Or the man in the hand may have recaptured in the exchange that was counted with the ply before.
    """
    position, point = session.line.position, touch.point
    side, spare = position.side_to_move, session.tracker.branch.spare
    if point not in in_air or position.man_at(point) is None:
        return False
    if spare and any(
        m.origin in in_air and m.origin != point and m.target in spare for m in position.moves()
    ):
        return bool(session.game.touch_fouls(position, [point], session.rulebook))
    earlier = sorted((ns, p) for p, ns in in_air.items() if ns < touch.at_ns)
    men = [man.side for _, p in (*earlier, (touch.at_ns, point)) if (man := position.man_at(p))]
    turned = [n for n, whose in enumerate(men) if whose != side and side in men[:n]]
    return bool(turned) and bool(session.game.touch_fouls(position, [point], session.rulebook))


def weighed(
    session: Session, touched: tuple[Touch, ...], *, taken: Sequence[Point] = ()
) -> tuple[Touch, ...]:
    """Says of the touches that are new whether another may have touched the man than the player on move.

    One of the opponent's men, that is his own and stands, he may have touched himself: he had moved and not pressed his
    clock since, and no man of the player on move had been touched. One of the player's own that was lifted before such a
    press the opponent may have lifted, whose hand was still there. Then nothing tells whose hand it was.

    Args:
        taken: men that the player on move has captured, so that it was his hand.
    """
    position, together_ms = session.line.position, session.settings.timings.together_ms
    if not session.line.ply:
        return touched
    side = position.side_to_move
    men = {t.point: position.man_at(t.point) for t in touched}
    his = {point for point, man in men.items() if man is None or man.side == side}
    his_ns = min((t.at_ns for t in touched if t.point in his), default=None)
    told = {t.point: t.at_ns for t in session.touched if t.point in session.told}

    def doubtful(touch: Touch) -> bool:
        early = unpressed(session, touch.at_ns)
        if touch.point in his:
            return early
        stands = session.standing >> touch.point & 1
        if touch.point in taken or not (early or (stands and not presses(session))):
            return False
        return his_ns is None or touch.at_ns < his_ns - together_ms * MS

    return tuple(
        t if told.get(t.point) == t.at_ns else replace(t, doubtful=doubtful(t)) for t in touched
    )


def presses(session: Session) -> bool:
    """Whether the clock tells when the opponent's turn was over: he has pressed it, or has to."""
    return session.timer is not None or _handed_ns(session) is not None


def _handed_ns(session: Session) -> int | None:
    """When the opponent pressed his clock upon the move before; None while he has not."""
    other = session.game.other(session.line.position.side_to_move)
    pressed_ns = session.pressed_ns.get(other, -1)
    return pressed_ns if pressed_ns >= session.landed_ns else None


def unpressed(session: Session, at_ns: int) -> bool:
    """Whether the opponent, by his clock, had not pressed it by then upon the move before: his hand may have been there.

    After a new start of the program nobody knows.
    """
    handed_ns = _handed_ns(session)
    if handed_ns is not None:
        return at_ns < handed_ns
    owes = session.game.other(session.line.position.side_to_move) in session.owed
    return owes and session.timer is not None


def breach(session: Session, made: Complete) -> Named | None:
    """Whether a legal move went against the law of touched men, and whether that is beyond doubt.

    Nobody has broken it who does what he was bound to if it was he who had touched a man whom he certainly touched later.
    """
    position, touched = session.line.position, session.touched
    together_ms = session.settings.timings.together_ms

    def found(touches: Sequence[Touch]) -> Named | None:
        earlier = [t for t in touches if t.at_ns < made.ply.first_ns]
        return referee.breach(
            position,
            made.ply.move,
            referee.touches(position, touches, together_ms),
            referee.touches(position, earlier, together_ms),
            session.rulebook,
        )

    finding = found(touched)
    early = [replace(t, at_ns=t.first_ns or t.at_ns) for t in touched]
    if finding is None or (early != touched and found(early) is None):
        return None
    if found([t for t in touched if not t.doubtful]) is None:
        his = [t for t in touched if not (t.doubtful and _is_other_side(session, t.point))]
        if session.timer is not None and found(his) is None:
            return None  # as long as his clock ran he has put his own men straight
        return replace(finding, doubt=Doubt.WHOSE_HAND)
    lost = found([t for t in touched if not disowning.never_back(session, made, t)]) is None
    return replace(finding, doubt=Doubt.LOST_MAN) if lost else finding


def tell_touches(session: Session, touched: tuple[Touch, ...]) -> None:
    """Publishes the touches that have not been published."""
    points = [t.point for t in touched if session.line.position.man_at(t.point) is not None]
    fresh = [p for p in points if p not in session.told]
    if not fresh:
        return
    position = session.line.position
    doubtful = {t.point for t in touched if t.doubtful}
    unsure = doubtful | _in_answer(session, touched)
    session.fouls += [
        replace(foul, doubt=Doubt.WHOSE_HAND) if unsure.intersection(foul.points) else foul
        for foul in session.game.touch_fouls(position, fresh, session.rulebook)
        if not _his_turn_still(session, foul, doubtful)
    ]
    session.touched = list(touched)  # what has been published stays
    _say_touched(session, touched)
    if any(point not in doubtful for point in fresh):
        offers.touched(session, position.side_to_move)


def _his_turn_still(session: Session, foul: Named, doubtful: set[Point]) -> bool:
    """Whether only the opponent's own men were touched, as long as his clock ran: he has put them straight."""
    own = all(_is_other_side(session, point) for point in foul.points)
    return own and session.timer is not None and doubtful.issuperset(foul.points)


def _is_other_side(session: Session, point: Point) -> bool:
    """Whether a man of the player who is not on move stands there."""
    man = session.line.position.man_at(point)
    return man is not None and man.side != session.line.position.side_to_move


def _say_touched(session: Session, touched: tuple[Touch, ...]) -> None:
    """Publishes all touches that count by now, and what they oblige to."""
    side = session.line.position.side_to_move
    known = [t for t in touched if session.line.position.man_at(t.point) is not None]
    session.told = [t.point for t in known]
    session.duty = None if session.settings.mode == "observer" else _duty(session, touched)
    session.say(
        Touched(
            points=[session.name(t.point) for t in known],
            side=side,
            obligation=session.duty,
            doubtful=[session.name(t.point) for t in known if t.doubtful],
        )
    )


def _in_answer(session: Session, touched: Sequence[Touch]) -> set[Point]:
    """The men touched from when the opponent may have begun to answer a move that was not felt.

    A man of the side on move had been lifted, and stands nowhere that anybody feels; then one of the opponent's was, who is
    off still, or whom that man's capture in the hand leaves as he was.
    """
    position, side = session.line.position, session.line.position.side_to_move
    men = sorted(  # of two at once either may have been the first
        (touch.at_ns, man.side != side, touch.point)
        for touch in touched
        if (man := position.man_at(touch.point)) is not None
    )
    own_off = exchanged = False
    for n, (_, enemy, point) in enumerate(men):
        off = not session.standing >> point & 1
        if enemy and (exchanged or (own_off and off)):
            return {p for _, _, p in men[n:]}
        if off and not enemy:
            own_off = True
            exchanged = exchanged or bool(in_hand.captures(session.tracker.branch, point))
    return set()


def has_touched(session: Session, *, early: bool = False) -> bool:
    """Whether the player on move has touched a man since the last move, beyond doubt; one who is back at once was only bumped.

    Who was lifted before the press counts once he has been moved; `early`: also where the board took that for the reply.
    """
    position, branch = session.line.position, session.tracker.branch
    bump_ms, side = session.settings.timings.bump_ms, position.side_to_move
    early = offers.has_moved(session, side) or (early and session.line.answered)
    if any(not t.doubtful or _is_other_side(session, t.point) for t in session.touched):
        return True
    return any(
        lift.at_ns >= branch.done_ns
        and (early or not unpressed(session, lift.at_ns))
        and (back is None or Pair(lift, back).ms >= bump_ms)
        for point, edges in by_point(branch.edges).items()
        if (man := position.man_at(point)) is not None and man.side == side
        for lift, back in absences(edges)
    )


def only_bumped(session: Session) -> bool:
    """Whether all that was felt since the last move is men who were back at once."""
    position, branch = session.line.position, session.tracker.branch
    bump_ms = session.settings.timings.bump_ms
    return all(
        position.man_at(point) is not None
        and all(back and Pair(lift, back).ms < bump_ms for lift, back in absences(edges))
        for point, edges in by_point(branch.edges).items()
    )


def _duty(session: Session, touched: tuple[Touch, ...]) -> Duty | None:
    position = session.line.position
    touches = referee.touches(position, touched, session.settings.timings.together_ms)
    found = obligation(position, touches, session.rulebook.touch)
    return None if found is None else referee.duty(session.game, found)


def say_duty(session: Session, found: Duty, side: str, *, met: bool | None) -> None:
    """Publishes an obligation: due (None), met, or binding no more (False)."""
    session.say(
        Obligation(
            side=side,
            law=found.law,
            must_move=found.must_move,
            must_capture=found.must_capture,
            alternatives=found.alternatives,
            met=met is True,
            released=met is False,
        )
    )
