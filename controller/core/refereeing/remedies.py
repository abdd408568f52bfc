"""What follows from an irregularity: each remedy of the rulebooks, carried out.

The rules name what was done (`Game.named`) and the remedy; here the board acts on it. In observer mode
nothing is decided: the arbiter is told, and the men are asked back, unless the law lets the opponent choose.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference import distrust
from controller.core.inference.decisions import DOUBT, Ask, Complete, Faulty, Irregular
from controller.core.inference.prices import HOLD_MS
from controller.core.messages import Irregularity, Ruling
from controller.core.refereeing import (
    corrected,
    disowning,
    irregular,
    judging,
    penalties,
    playing_on,
    set_straight,
    taken_off_late,
    touching,
)
from controller.core.refereeing.offered import TAKEN_BACK, Offer, offered, was_told
from controller.core.restoring import guiding, withdrawing
from controller.core.restoring.guide import Guide
from controller.core.sensing.marks import contradictions, shows
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from rules.deed import Doubt, Named
from rules.game import Position
from rules.rulebook import Remedy
from rules.terms import LawId, PointSet, RulesError, Side, point_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.tracker import Outcome

UNTIL_REPLY = "opponent-move"
"""The opponent may demand correction until he has moved; playing on accepts (DR-7.7)."""
UNTIL_TOUCH = "opponent-touch"
"""A breach may be claimed until the opponent touches a man (CH-7.4, FIDE-4.8)."""
CHOICE = "accept-or-correct"
"""The remedy of an irregularity that the opponent may let stand."""
CLAIM = "claim-or-accept"
"""The remedy of a breach that stands unless the opponent claims it."""


def apply(session: Session, named: Named, *, replied: bool = False) -> None:
    """Publishes an irregularity on the board and does what the law does about it.

    Args:
        replied: the opponent has surely played on, and more may have been played since.
    """
    if named.side != session.line.position.side_to_move:
        points = (named.origin, *named.removed)
        touching.forgive(session, point_set(p for p in points if p is not None))
    acts = session.settings.mode == "referee"
    chooses = named.remedy is Remedy.OPPONENT_CHOOSES
    after = _if_accepted(session, named) if chooses else None
    if after is not None and (replied or irregular.is_whole(session, after)):
        if acts and session.settings.claims == "automatic":
            message = judging.say_irregularity(session, named, Remedy.RESTORE.value, None)
            _claim(session, named, message, after)
        else:
            message = judging.say_irregularity(session, named, CHOICE, UNTIL_REPLY)
            _offer(session, message, after)
        return
    word = named.remedy.value if acts else Remedy.RESTORE.value
    if named.remedy in (Remedy.OPPONENT_CHOOSES, Remedy.ARBITER, Remedy.SET_RIGHT):
        word = Remedy.RESTORE.value
    message = judging.say_irregularity(session, named, word if named.restore else "none", None)
    if acts:
        punish(session, named)
        if session.stage is Stage.ENDED:
            return
    if acts and named.remedy is Remedy.TURN_LOST and named.doubt is None:
        irregular.lose_turn(session, message)
    if named.restore:
        _ask_to_restore(session, named, message)


def claimable(session: Session, found: Named) -> tuple[str, str]:
    """What the opponent may do about a legal move that went against a law, and until when."""
    if found.remedy is Remedy.OPPONENT_CHOOSES:
        return CHOICE, UNTIL_REPLY
    return CLAIM, UNTIL_TOUCH if session.rulebook.touch.claim_ends is not None else UNTIL_REPLY


def punish_claimed(session: Session, found: Irregularity) -> None:
    """Counts the penalty, if the law has one, of a breach that is in no doubt any more."""
    row = session.rulebook.irregularities.get(LawId(found.law))
    if row is not None and session.settings.mode == "referee":
        side = Side(found.side)
        punish(
            session,
            Named(law=row.law, kind=row.kind, side=side, points=(), penalty=row.penalty),
        )


def set_right_by_hand(session: Session, found: Irregularity | None, guide: Guide) -> None:
    """What a sensor might have lost or made up is as it should be again, and is felt: hands had done it, which counts now.

    A stone that was taken up counts only where it was set down elsewhere meanwhile: the law says no more (GO-17.release).
    """
    if found is None or any(
        session.unknown >> session.game.index[name] & 1 for name in found.points
    ):
        return
    if found.doubt == Doubt.LOST_MAN:
        taken_up = found.law == session.rulebook.completion.released and not session.game.men_move
        counts = bool(guide.elsewhere & ~guide.reply) or not taken_up
        if counts and not disowning.lost_again(session, found):
            punish_claimed(session, found)
    elif found.doubt is not None and found.remedy == Remedy.TURN_LOST:
        irregular.lose_turn(session, found)
        session.tracker.reset(session.line.position)
        punish_claimed(session, found)


def punish(session: Session, named: Named) -> None:
    """Counts the penalty of an irregularity, and ends the game at the count that loses it."""
    if not named.penalty or named.doubt is not None:
        return
    penalties.count(session, named.side, named.penalty, named.law)


def charge_fouls(session: Session) -> None:
    """Publishes the fouls of touching that have been found, and counts them.

    A man that is off his point may have been lost by its sensor; his foul is told once he is felt there again. One for the opponent's
    man waits while the man in the hand may as well stand where nobody feels him (`disowning.may_be_none`). Where his sensor
    may lose him time and again (`disowning.may_be_lost`), or one is known to be wrong, and so another may be, that is named, and
    counts nothing.
    """
    touching.not_his(session)
    felt = session.standing & ~session.unknown
    told = (foul for foul in session.fouls if not point_set(foul.points) & ~felt)
    fouls = [foul for foul in told if not disowning.may_be_none(session, foul)]
    session.fouls = [foul for foul in session.fouls if foul not in fouls]
    for foul in fouls:
        if session.stage is Stage.ENDED:
            return
        lost = foul.doubt is None and (session.distrusted or disowning.may_be_lost(session, foul))
        named = replace(foul, doubt=Doubt.LOST_MAN) if lost else foul
        disowning.charged(session, named, judging.say_irregularity(session, named, "none", None))
        if session.settings.mode == "referee":
            punish(session, named)


def watch(session: Session) -> None:
    """While an offer is open: the men put back correct it. Where they stood otherwise, they are to be read again first."""
    offer = session.offer
    if offer is None:
        return
    others = contradictions(offer.before, session.marks)
    if (session.standing ^ offer.before.occupied | others) & ~session.judge.blind:
        offer.right_ns = None
        return
    if offer.right_ns is None:
        offer.right_ns = session.now_ns
    if session.now_ns - offer.right_ns < HOLD_MS * MS:
        return
    session.say(Ruling(kind=offer.found.kind, side=offer.found.side, found="right"))
    close(session, Event.STANDS)
    session.tracker.reset(offer.before)
    touching.owe(session)


def still_open(session: Session, outcome: Outcome | None) -> bool:
    """Whether an offer is open after the tracker has found this, and waits for more.

    A move of the opponent from the position after the irregularity accepts it (DR-7.7), one of the offender nothing; nor one that
    was made before anybody was told, where the irregularity is in doubt, or sensors are known to be wrong. A silent sensor is not thought of while men
    that stand irregularly may as well have been moved on: they are asked back.
    """
    offer = session.offer
    assert offer is not None
    reply = outcome if isinstance(outcome, Complete) else None
    if (edges := withdrawing.taken_off(session, offer, reply)) is not None:
        _withdraw(session, edges, 0, withdrawing.TAKEN_OFF)
    elif reply is not None and playing_on.beside_lost_man(session, offer, reply):
        return False
    elif reply is not None and (found := withdrawing.lawful(session, offer, reply)) is not None:
        _withdraw(session, *found)
    elif reply is not None and reply.ply.move.side == offer.found.side:
        offer.own.append(reply)
    elif not (_goes_on(session, offer, outcome) or corrected.by_moving_on(session, offer, outcome)):
        return _keeps_open(session, offer, outcome)
    return False


def _goes_on(session: Session, offer: Offer, outcome: Outcome | None) -> bool:
    """Whether the opponent accepts by playing on; his move counts then, or is asked about."""
    match outcome:
        case Complete() if _accepts(session, offer, outcome.edges):
            accept(session, "reply", outcome.edges)
            session.commit(outcome)
            return True
        case Ask() if outcome.reason != DOUBT and all(
            _accepts(session, offer, made.edges) and made.ply.move.side != offer.found.side
            for made in outcome.moves
        ):
            accept(session, "reply")
            judging.ask(session, outcome)
            return True
        case _:
            return False


def _keeps_open(session: Session, offer: Offer, outcome: Outcome | None) -> bool:
    """Whether an offer stays open after what accepts nothing; else it is withdrawn, or the men are asked back."""
    if not isinstance(outcome, Complete | Irregular | Ask | Faulty):
        return True
    if (edges := withdrawing.gone_on(session, offer)) is not None:
        if not edges:
            session.tracker.rebase(offer.after)
            return True
        session.say(Ruling(kind=offer.found.kind, side=offer.found.side, found="right"))
        close(session, Event.STANDS)
        withdrawing.weigh_anew(session, offer, edges)
        return False
    if (edges := withdrawing.in_hand(session, offer)) is not None:
        _withdraw(session, edges, 0, withdrawing.IN_HAND)
        return False
    if (found := withdrawing.lawful(session, offer)) is not None:
        _withdraw(session, *found)
        return False
    if isinstance(outcome, Faulty) or withdrawing.coming_off(session, offer):
        return True
    if isinstance(outcome, Irregular) and _played_on(session, offer, outcome):
        accept(session, "reply", outcome.edges)
        judging.irregular(session, outcome)
        return False
    close(session, Event.IRREGULAR)
    _ask_back(session, offer)
    return False


def _withdraw(
    session: Session, edges: list[Edge], wrong: PointSet, why: str = withdrawing.A_SENSOR
) -> None:
    """Nothing irregular was done: what was seen is weighed anew."""
    offer = session.offer
    assert offer is not None
    found = offer.found
    session.say(Ruling(kind=found.kind, side=found.side, found="wrong", why=why))
    close(session, Event.STANDS)
    session.touched = [touch for touch in session.touched if not wrong >> touch.point & 1]
    withdrawing.weigh_anew(session, offer, edges)


def _accepts(session: Session, offer: Offer, reply: Iterable[Edge]) -> bool:
    """Whether a reply accepts the irregularity.

    None does that a man is gone whom his sensor may have lost, nor any of which something was seen late: more may have been done
    where nothing could be read.
    """
    doubt = offer.found.doubt
    if doubt == Doubt.LOST_MAN or any(edge.blind for edge in offer.edges):
        return False
    plain = doubt is None and offer.plain and not session.distrusted
    return plain or was_told(offer, reply)


def _played_on(session: Session, offer: Offer, found: Irregular) -> bool:
    """Whether the opponent has replied, although with no legal move: one of his men stands elsewhere.

    What stood so before anybody was told is no reply; where two moves in a row were illegal, neither is certain.
    """
    if not (was_told(offer, found.edges) and _accepts(session, offer, found.edges)):
        return False
    if offer.found.kind == TAKEN_BACK or session.tracker.branch.upset:
        return False
    reading, after = found.reading, offer.after
    men = [after.man_at(point) for point in reading.in_air]
    his = all(man is not None and man.side == after.side_to_move for man in men)
    back = any(offer.before.man_at(point) is not None for point in reading.came)
    told = any(shows(edge.mark, after.side_to_move) for edge in found.edges[-1:])
    back = back and not (told or found.pressed)
    return his and len(men) == len(reading.came) == 1 and not back


def deadline(session: Session) -> int | None:
    """When `watch` may find something by time alone."""
    offer = session.offer
    if offer is None or offer.right_ns is None:
        return None
    return offer.right_ns + HOLD_MS * MS


def accept(session: Session, by: str, reply: Sequence[Edge] = ()) -> None:
    """The offered irregularity stands and is part of the game.

    Args:
        reply: what was seen of the reply that has accepted it.
    """
    offer = session.offer
    assert offer is not None
    last, undone = session.line.last, offer.found.kind == TAKEN_BACK
    if undone:
        judging.retract(session, offer.found, by)
        if not offer.own:  # else he has moved again before anybody had agreed
            touching.unbind(session)
    else:
        irregular.push_irregular(session, offer.found, by)
        taken_off_late.accepted(session, offer, reply)
    close(session, Event.ACCEPTED)
    if undone and last is not None:
        distrust.absolve(session, last.footprint.changes)
    for made in offer.own:
        session.commit(made)


def demand(session: Session) -> None:
    """The opponent (or the arbiter) wants the men put back."""
    offer = session.offer
    assert offer is not None
    session.say(Ruling(kind=offer.found.kind, side=offer.found.side, found="right"))
    close(session, Event.DEMANDED)
    _ask_back(session, offer)
    corrected.demanded(session, offer)


def _ask_back(session: Session, offer: Offer) -> None:
    """What was offered does not stand. Its player may set the one man whom he has moved where the law lets him go."""
    found, position = offer.found, session.line.position
    seen, own = found.observed, found.side == position.side_to_move
    own = own and found.kind != TAKEN_BACK and seen.to is not None
    session.irregularity = found
    session.correctable = session.game.index[seen.origin] if own and seen.origin else None
    guiding.start(session, "irregularity", before=session.tracker.branch.edges)


def close(session: Session, event: Event) -> None:
    """The offer is no longer open."""
    session.offer = None
    session.irregularity = None
    session.go(event)


def reopen(session: Session, found: Irregularity) -> None:
    """The offer of a journalled irregularity, after a new start of the program."""
    after = _after(session, found.kind) or irregular.position_if_stands(session, found)
    session.offer = Offer(found, session.line.position, after, session.now_ns)
    session.stage = Stage.CHOICE
    session.go(Event.RECOVERED)
    session.tracker.reset(after)


def first_seen(session: Session) -> None:
    """After a new start: what stands otherwise than an open offer has it was so before anybody could be told again."""
    if session.offer is not None:
        session.offer.at_ns = session.now_ns
        judging.missing_as_evidence(session, session.offer.after)


def _offer(session: Session, message: Irregularity, after: Position) -> None:
    session.offer = offered(session, message, after)
    session.irregularity = message
    session.go(Event.OFFERED)
    session.tracker.reset(after)
    judging.missing_as_evidence(session, after)


def _claim(session: Session, named: Named, message: Irregularity, after: Position) -> None:
    """The referee demands correction for the opponent; until then it is seen what follows, as in `_offer`."""
    session.claimed = offered(session, message, after)
    _ask_to_restore(session, named, message)
    session.tracker.reset(after)
    judging.missing_as_evidence(session, after)


def _if_accepted(session: Session, named: Named) -> Position | None:
    """The position that would stand; None where that cannot be."""
    try:
        return _after(session, named.kind) or irregular.after_deed(session.line.position, named)
    except RulesError:
        return None


def _after(session: Session, kind: str) -> Position | None:
    """A move that was taken back: it has not been made, if that is accepted."""
    taken_back = kind == TAKEN_BACK and session.line.ply > 0
    return session.line.positions[-2] if taken_back else None


def _ask_to_restore(session: Session, named: Named, message: Irregularity) -> None:
    session.irregularity = message
    session.correctable = set_straight.whom(session, named)
    session.unpressed = None if named.penalty else (named, session.standing)
    session.go(Event.IRREGULAR)
    guiding.start(session, "irregularity", before=session.tracker.branch.edges)
