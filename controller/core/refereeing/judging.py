"""What the session makes of the tracker's findings: moves, touches, questions, irregularities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.claims import claiming, claims, confirming, counting, ending, findings, offers
from controller.core.clock import timekeeping
from controller.core.inference import gestures, turns
from controller.core.inference.decisions import Ask, Complete, Irregular, Touch, merged, surely_his
from controller.core.inference.knocked import fallen, left_together
from controller.core.inference.plies import Ply
from controller.core.messages import (
    Answered,
    Claim,
    Correction,
    Irregularity,
    Move,
    Question,
)
from controller.core.refereeing import (
    before_press,
    castling,
    crowning,
    disowning,
    left_and_played,
    lost_men,
    playing_on,
    pressed_doubt,
    promoting,
    referee,
    remedies,
    replied_over,
    touching,
    whose_hand,
)
from controller.core.restoring import guiding, meanwhile
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.view import MoveLine
from rules import game as rules
from rules.deed import Deed, Made, Named
from rules.game import Game
from rules.naming import name_upset
from rules.terms import PointSet, Side, points_of

if TYPE_CHECKING:
    from controller.core.session import Session


def commit(session: Session, made: Complete) -> None:
    """A legal move has been completed: publishes it, with the breach of touch law if there is one."""
    position = session.line.position
    move = made.ply.move
    whose_hand.answered(session, made)
    touched = touching.weighed(session, merged(session.touched, made.touches), taken=move.captured)
    session.touched = list(touched)
    touching.tell_touches(session, touched)
    disowning.made(session, made)
    finding = claiming.broken(session, move)
    # Else nobody knows what was touched, or in which order.
    seen = not (made.wrong or made.behind or (made.ply.unseen and not made.ply.cursors))
    if finding is None and seen:
        due = claiming.bound(session) is not None  # what was announced goes before what was touched
        touch = None if due else castling.broken(session, move) or touching.breach(session, made)
        finding = touch or _flaw(session, made)
    session.breach = None
    claimed = finding is not None and finding.doubt is None and _claimed_at_once(session, made)
    if finding is not None:
        remedy, until = ("restore", None) if claimed else remedies.claimable(session, finding)
        session.breach = say_irregularity(session, finding, remedy, until)
    session.landed_ns, session.made_ns = made.ply.landed_ns, made.ply.done_ns
    record(session, made, touched)
    crowning.after_move(session, move, made.edges)
    if not claimed:
        touching.settle(session, position.side_to_move, met=finding is None)
    next_ply(session, made.ply.landed_ns)
    if claimed:
        take_back(session, "referee")
    else:
        end_if_over(session)
    if made.by == "pressed":
        promoting.pressed(session, move.side)
        pressed_doubt.pressed(session, move.side)


def record(session: Session, made: Complete, touched: tuple[Touch, ...] = ()) -> None:
    """Publishes a completed move as the hands have shown it, and with what had to be assumed of it."""
    move = made.ply.move
    chosen = made.ply.sensed or made.ply.said or promoting.said(session, move)
    assumed = [f"promotion:{move.choice}"] if move.choice and not chosen else []
    publish_move(session, _as_shown(session, made), made.by, touched, assumed)


def _as_shown(session: Session, made: Complete) -> rules.Move:
    """The move with the path that the hands took."""
    move = made.ply.move
    touched = [e.point for e in made.edges if e.placed]
    removed = [e.point for e in made.edges if not e.placed and e.point in move.captured]
    return session.game.as_shown(move, touched, removed)


def _flaw(session: Session, made: Complete) -> Named | None:
    """What was irregular in how the hands made a legal move; nothing where not all of it could be seen as it was done."""
    if any(edge.blind for edge in made.edges):
        return None
    timings = session.settings.timings
    made_so = Made(
        position=session.line.position,
        move=made.ply.move,
        before=session.line.positions[-2] if session.line.ply else None,
        last=session.line.last,
        steps=referee.hand_steps(referee.by_hands(made.edges, made.ply.move), timings),
        uncrowned=crowning.moved_without(session, made.ply.move, made.edges),
        removal_pause_ms=timings.removal_pause_ms,
        release_ms=timings.release_ms,
        together_ms=timings.together_ms,
    )
    return session.game.flaw(made_so, session.rulebook)


def _claimed_at_once(session: Session, made: Complete) -> bool:
    """The referee claims a breach for the opponent, unless he has touched a man (FIDE-4.8)."""
    settings = session.settings
    return settings.claims == "automatic" and settings.mode == "referee" and made.by != "reply"


def publish_move(
    session: Session,
    move: rules.Move,
    by: str,
    touched: tuple[Touch, ...],
    assumed: list[str],
) -> None:
    """Adds a legal move to the game and says so."""
    line = session.line
    position = line.position
    after = session.tracker.position_after(position, move)
    names = session.game.points
    notation = dict(session.game.notation(position, move))
    message = Move(
        ply=line.ply + 1,
        side=move.side,
        move=move.text,
        notation=notation,
        captured=[names[p] for p in move.captured],
        path=[names[p] for p in move.path],
        position=after.value,
        completed_by=by,  # type: ignore[arg-type]
        assumed=assumed,
        clocks=timekeeping.moved(session, move.side, by),
        breach=session.breach.id if session.breach is not None else None,
    )
    line.push(move, after, line_of(session, message), touched)
    session.say(message)
    line.answered, line.confirmed = by == "reply", by == "confirmed"
    if by == "pressed":
        session.owed.discard(move.side)
    else:
        session.owed.add(move.side)


def retract(session: Session, found: Irregularity, by: str) -> None:
    """The last move has not been made; what was touched in it is remembered."""
    ply = session.line.ply
    crowning.retracted(session, session.line.last)
    session.touched = list(session.line.pop())
    session.breach = None  # nobody can claim a move that has not been made
    position = session.line.position
    session.say(Correction(from_ply=ply, to_ply=ply, why=found.law, by=by, position=position.value))


def take_back(session: Session, by: str) -> None:
    """The last move breached a touch law and is claimed: it is retracted, the touches stand."""
    found = session.breach
    assert found is not None
    opponent = session.line.position.side_to_move
    session.say(Claim(kind=found.kind, side=opponent, found="right"))
    retract(session, found, by)
    session.irregularity = found
    session.told = [t.point for t in session.touched]
    session.result = None  # a mate in breach of the touch law does not end the game
    session.go(Event.CORRECTED)
    touching.owe(session)
    guiding.start(session, "correction")
    remedies.punish_claimed(session, found)


def irregular(session: Session, found: Irregular) -> None:
    """No legal move explains the board: names the law and asks to restore."""
    if (from_ns := gestures.set_aside(session)) is not None:
        ending.take_as_it_stands(session)
        touching.untouched_since(session, from_ns)  # kings that show a result are not to be moved
    over = session.stage is not Stage.PLAY or confirming.shown(session)
    if over or left_and_played.instead(session, found):
        return
    side = session.line.position.side_to_move
    by_ns = session.pressed_ns.get(side, 0) + session.judge.grace_ns
    lifts_only = not any(edge.placed and edge.at_ns <= by_ns for edge in found.edges)
    if found.pressed and side in session.owed:
        session.owed.discard(side)
        soon = session.now_ns - session.landed_ns < turns.LATE_PRESS_MS * MS
        if soon or lifts_only:
            return  # a late press, or one that had been forgotten: the opponent has replied before it
        found = replace(found, pressed=not _by_the_opponent(session, found))
    elif found.pressed and lifts_only and timekeeping.pressed_idly(session, side):
        return  # his clock stood already: no turn has ended, and his man may be in his hand
    whole = found
    found = replied_over.deed_alone(session, found) or meanwhile.alone(session, found)
    done = deed(session, found)
    branch = session.tracker.branch
    fell = session.game.men_move and fallen(branch.position, found.edges, session.settings.timings)
    upset = found is whole and (branch.upset or bool(fell))
    finding = (name_upset if upset else session.game.named)(done, session.rulebook)
    if finding is None and _is_left(session, found):
        finding = name_upset(done, session.rulebook)
    if finding is None:
        pressed_doubt.unnamed(session, found, done)
        return
    if (lost := lost_men.alone(session, found, finding)) is not None:
        found, finding = lost, name_upset(deed(session, lost), session.rulebook)
        touching.forgive(session, lost.reading.unexplained)
    finding = before_press.by_the_mover(session, found, finding)
    if finding.side == session.line.position.side_to_move:  # else the touches were the opponent's
        taken = referee.taken_against_the_law(found, finding)
        his = (*surely_his(found.touches, session.line.position, found.edges), *taken)
        touches = merged(session.touched, his)
        fouls, men = list(session.fouls), [touch.point for touch in taken]
        session.touched = list(touching.weighed(session, touches, taken=men))
        touching.forgive(session, referee.lifted_in_reply(session.touched, found, finding))
        touching.tell_touches(session, tuple(session.touched))
        if (
            session.distrusted or finding.kind == "displaced"
        ):  # whom a mess shows to be touched is no foul
            session.fouls = fouls
    if upset or (finding.kind == "displaced" and not done.came and len(finding.removed) > 1):
        touching.excuse(session, found.edges)  # nobody holds several men and sets none down
    fell = left_together(found.edges, session.settings.timings)
    touching.forgive(session, fell if finding.kind == "displaced" else 0)
    finding = pressed_doubt.weighed(session, found, finding)
    if finding is None:
        return
    remedies.apply(session, finding, replied=bool(found.since))
    session.deed = (f"i{session.ids}", found)
    playing_on.already(session, found)
    timekeeping.irregular(session, finding.kind, finding.side)


def _by_the_opponent(session: Session, found: Irregular) -> bool:
    """Whether only men of the side not on move were lifted: a press for an older move is none upon that."""
    position = session.line.position
    men = [position.man_at(edge.point) for edge in found.edges if not edge.placed]
    moved = session.game.men_move and bool(men)
    return moved and all(man is not None and man.side != position.side_to_move for man in men)


def deed(session: Session, found: Irregular) -> Deed:
    """What no legal move explains, as the laws look at it now."""
    return referee.deed_of(
        session.line.history(),
        found,
        session.game,
        session.settings.timings,
        at_work=turns.still_at_work(session, found),
        amid=turns.amid_a_capture(session, found),
        timed=session.settings.time_control is not None,
    )


def _is_left(session: Session, found: Irregular) -> bool:
    """Whether what hands give no cause for is left so: of a move made of it no law may say anything."""
    quiet_ms = (session.now_ns - found.edges[-1].at_ns) / MS if found.edges else 0.0
    return not (found.pressed or found.mild) and quiet_ms >= session.settings.timings.ask_ms


def commit_confirmed(session: Session, move: rules.Move) -> None:
    """A move that somebody has named, on a board that has yet to be compared with it."""
    commit(session, Complete(ply=Ply.at(move, session.now_ns)))
    if session.guide is not None:
        session.guide.target = session.line.position


def missing_as_evidence(session: Session, position: rules.Position) -> None:
    """Men that are in the air or elsewhere when evidence begins to count: as if moved just now."""
    different = (session.standing ^ position.occupied) & ~session.unknown
    as_evidence(session, different, session.standing, session.now_ns)


def as_evidence(session: Session, points: PointSet, standing: PointSet, at_ns: int) -> None:
    """Points where men came or left unseen, as if all had done so at one moment.

    Args:
        standing: where men stood then.
    """
    edges = [
        Edge(at_ns=at_ns, seen_ns=at_ns, point=point, placed=bool(standing >> point & 1))
        for point in points_of(points)
    ]
    session.tracker.take(edges, 0, session.now_ns)


def ask(session: Session, found: Ask) -> None:
    """The evidence does not decide: asks, unless the kings show a result, which is no move."""
    lately = gestures.to_the_centre(session.tracker.branch)  # else the kings have been set aside
    if session.stage is Stage.PLAY and lately and confirming.shown(session):
        return
    session.question = Question(
        id=session.next_id("q"),
        reason=found.reason,
        candidates=[made.ply.move.text for made in found.moves],
        answers=["answer"] if session.tracker.people_only else ["answer", "play-on"],
    )
    session.say(session.question)
    session.go(Event.ASKED)


def resolved(session: Session, move: rules.Move | None) -> None:
    """Later evidence has answered the open question; None when no move was made after all."""
    assert session.question is not None
    text = None if move is None else move.text
    session.say(Answered(id=session.question.id, move=text, by="evidence"))
    session.question = None
    session.go(Event.ANSWERED)


def say_irregularity(
    session: Session, finding: Named, remedy: str, until: str | None
) -> Irregularity:
    """Publishes a finding."""
    message = Irregularity(
        id=session.next_id("i"),
        law=finding.law,
        kind=finding.kind,
        side=finding.side,
        points=[session.name(p) for p in finding.points],
        observed=referee.observed(finding, session.game),
        remedy=remedy,
        claimable_until=until,
        doubt=finding.doubt,
    )
    session.say(message)
    return message


def turned(game: Game, edge: Edge) -> Edge:
    """The edge on a board that stands the other way round."""
    return replace(edge, point=game.turned(edge.point))


def line_of(session: Session, move: Move) -> MoveLine:
    """A ply of the record as viewers see it."""
    return MoveLine(
        ply=move.ply,
        side=move.side,
        move=move.move,
        notation=move.notation,
        assumed=move.assumed,
        legal=move.legal,
        breach=move.breach,
        clocks=move.clocks,
        at_us=session.now_ns // 1000,
    )


def next_ply(session: Session, made_ns: int | None = None) -> None:
    """Forgets what belonged to the ply that is over, and what it answers: what was said before it was made (by default now)."""
    claims.note_move(session)
    side = Side(session.line.lines[-1].side)
    if made_ns is None or session.claims.said_ns < made_ns:
        offers.moved(session, side)
        confirming.withdraw(session, side, "move")
    session.touched, session.told = [], []
    session.touched_after = False
    session.due = session.duty = None
    session.pending = None
    promoting.next_ply(session)


def end_if_over(session: Session) -> None:
    """Ends the game when its laws say so."""
    found = session.game.ending(session.line.positions, session.rulebook)
    if found is None:
        findings.rule_on_the_game(session)
        counting.begin_if_over(session)
        return
    ending.by_law(session, found)


def ended_by_move(session: Session) -> bool:
    """Whether the last move alone has ended the game."""
    found, result = session.game.ending(session.line.positions, session.rulebook), session.result
    if found is None or result is None or result.by is not None:
        return False
    return (result.result, result.termination) == (found.result, found.termination.value)
