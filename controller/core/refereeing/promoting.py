"""What a pawn becomes: the choice that is due, and a pawn left standing where it should have been exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claims
from controller.core.inference import chosen
from controller.core.messages import Claim, Correction, PromotionPending
from controller.core.refereeing import judging, remedies, touching
from controller.core.restoring import guiding
from controller.core.sensing.marks import sensed_choice
from controller.core.stages import Event, Stage
from rules.deed import Named

if TYPE_CHECKING:
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move, Position
    from rules.terms import Side


def pending(session: Session) -> None:
    """Says that a pawn stands on the last rank and its new man is to be chosen."""
    branch = session.tracker.branch
    if session.tracker.asking or not branch.edges or session.pending is not None:
        return
    best = branch.readings(session.now_ns)[0]
    move = best.first
    if move is None or not move.choice or move.target is None:
        return
    choices = choices_of(session.line.position, move)
    session.pending = PromotionPending(
        point=session.name(move.target), side=move.side, choices=choices
    )
    session.say(session.pending)


def choices_of(position: Position, move: Move) -> list[str]:
    """What a pawn that makes this move may become, the queen first."""
    found = [
        m.choice for m in position.moves() if (m.origin, m.target) == (move.origin, move.target)
    ]
    return sorted(found, key="qrbn".find)


def speak(session: Session, side: Side, letter: str) -> None:
    """The side has said what a pawn of its own that is under way, or to come, is to become."""
    claims.say(session, Claim(kind=claims.Kind.PROMOTION, side=side, choice=letter))
    session.tracker.want(side, letter, session.now_ns)


def said(session: Session, move: Move) -> bool:
    """Whether its player has said that the pawn becomes this."""
    return any(letter == move.choice for letter, _ in session.promotion.get(move.side, ()))


def next_ply(session: Session) -> None:
    """Forgets what was said of the move that is over, and keeps what was said of moves to come."""
    last, branch = session.line.last, session.tracker.branch
    if last is not None and (words := session.promotion.get(last.side)):
        bump_ms = session.settings.timings.bump_ms
        heard = chosen.Heard({last.side: words}, branch.position, branch.edges, bump_ms)
        kept = heard.kept(last, session.landed_ns)
        session.promotion = {s: w for s, w in session.promotion.items() if s != last.side} | kept
    side = session.line.position.side_to_move
    for letter, said_ns in session.promotion.get(side, ()):  # before the opponent's move was done
        session.tracker.want(side, letter, said_ns)


def assumed(session: Session, side: Side) -> bool:
    """Whether the last move was this side's, and what its pawn became was assumed."""
    last = session.line.last
    return last is not None and last.side == side and bool(session.line.lines[-1].assumed)


def choose_again(session: Session, side: Side, letter: str) -> str | None:
    """The choice is said after the move was made with an assumed queen, or another; why not, where it stands.

    It may be said until the opponent touches a man. A result that rests on what was assumed goes with it: the game goes
    on, unless what was chosen ends it as well.
    """
    last = session.line.last
    if last is None or not last.choice or last.side != side:
        return f"no pawn of yours can become {letter!r} now"
    if touching.has_touched(session, early=True) or session.touched_after:
        return "the opponent has touched a man: the choice stands"
    mark = None if last.target is None else session.marks.get(last.target)
    told = mark.letter.lower() if mark is not None and mark.letter is not None else None
    due = assumed(session, side)
    if not due and told == last.choice:
        return "the new man stands: the choice is final"
    if not (due or session.stage is not Stage.ENDED) or not may_choose_again(session):
        return "the game has ended"
    before = session.line.positions[-2]
    again = before.by_text(last.text[: -len(last.choice)] + letter)
    if again is None:
        return f"a pawn cannot become {letter!r}"
    if again != last:
        _choose(session, again, by=side)
    return None


def may_choose_again(session: Session) -> bool:
    """Whether the game goes on, or has been ended by the last move alone, and nothing been touched or decided since."""
    if session.result is None:
        return True
    return not session.touched_after and judging.ended_by_move(session)


def _choose(session: Session, again: Move, *, by: Side) -> None:
    """The last move was this one."""
    ply = session.line.ply
    touched = session.line.pop()
    position = session.line.position.value
    session.say(Correction(from_ply=ply, to_ply=ply, why="promotion", by=by, position=position))
    if session.stage is Stage.ENDED:
        session.result = None
        session.go(Event.CORRECTED)
    judging.publish_move(session, again, "confirmed", touched, [])
    session.tracker.rebase(session.line.position)
    judging.end_if_over(session)
    if session.stage is Stage.RESTORE:
        session.in_air.clear()
        guiding.start(session, "correction")


def seen(session: Session, edges: list[Edge]) -> None:
    """The new man comes after the move was made by word: who touches the square counts, and not the word (FIDE-4.4.4)."""
    last = session.line.last
    if last is None or not last.choice or last.mover is None or session.stage is not Stage.PLAY:
        return
    there = [edge for edge in session.tracker.branch.edges if edge.point == last.target]
    if len(there) < 2 or there[-1] not in edges:
        return
    pawn, came = there[-2].mark, sensed_choice(last, there)
    makes_way = not there[-2].placed and pawn is not None and pawn.letter == last.mover.letter
    if makes_way and came not in ("", last.choice):
        choose_again(session, last.side, came)


def assume(session: Session) -> None:
    """What a pawn that still stands on the last rank becomes when nothing more is waited for."""
    branch = session.tracker.branch
    side = branch.position.side_to_move
    if side not in branch.wanted:
        session.tracker.want(side, chosen.ASSUMED, session.now_ns)


def touched_after(session: Session, edge: Edge) -> None:
    """A man was lifted when the game was over: the opponent's, perhaps, and then a choice stands."""
    man = session.line.position.man_at(edge.point)
    if man is not None and man.side == session.line.position.side_to_move:
        session.touched_after = True


def pressed_late(session: Session, side: Side) -> None:
    """The side has pressed its clock after its last move was published."""
    if side in session.owed:
        session.owed.discard(side)
        pressed(session, side)


def pressed(session: Session, side: Side) -> None:
    """The side has pressed its clock upon its last move: a pawn that it left is no lawful promotion (FIDE-7.5.2).

    Only sensors that tell letters see it, and a choice that was said is one. The pawn is a queen.
    """
    law, move = session.rulebook.completion.pawn_left, session.line.last
    if law is None or move is None or move.side != side or session.stage is not Stage.PLAY:
        return
    mark = None if move.target is None else session.marks.get(move.target)
    pawn = None if move.mover is None else move.mover.letter
    if not session.line.lines[-1].assumed or mark is None or mark.letter != pawn:
        return
    assert move.target is not None
    left = Named(
        law=law,
        kind="pawn-left",
        side=side,
        points=(move.target,),
        origin=move.origin,
        target=move.target,
    )
    remedies.apply(session, session.game.completed(left))
