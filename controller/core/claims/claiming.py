"""Claims that the record decides: repetition, limits of moves, draws by theory.

A claim is looked up in the record at once. What the record does not decide waits: the opponent may concede
it, or the arbiter rules. No claim is withdrawn (CH-10.13). In observer mode the board decides none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claims, ending, offers
from controller.core.clock import timekeeping
from controller.core.messages import Claim, Duty, Ruling
from controller.core.refereeing import touching
from controller.core.stages import Stage
from rules.claim_law import Claimant, Ground, GroundLaw, claim_law
from rules.deed import Named
from rules.entered import entered_move
from rules.rulebook import Outcome, Standing, Termination, Verdict
from rules.terms import LawId, RulesError, Side
from rules.time_control import Bonus, Period, read_time_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.session import Session
    from rules.game import Move, Position

KIND_BROKEN = "announced-move"
"""The irregularity of another move than the one announced with a wrong claim."""
TIME_USED, TIME_GIVEN, FOUL = "time-used", "time-to-opponent", "foul"
"""What a wrong claim costs, as the ruling says it."""
PLAIN: dict[Ground, Termination] = {
    Ground.REPETITION: Termination.THREEFOLD_REPETITION,
    Ground.MOVE_LIMIT: Termination.FIFTY_MOVES,
}
"""How the game ends where the arbiter finds a claim right that the record does not prove."""


def claim(session: Session, side: Side, ground: Ground, text: str | None) -> str | None:
    """This side claims; why not, if it may not. A wrong claim is obeyed: it has its price.

    Args:
        text: the announced move, where the position is about to occur by it.
    """
    law = claim_law(session.rulebook).grounds.get(ground)
    if law is None:
        return f"there is nothing to claim by {session.rulebook.title}"
    if (reason := _why_not(session, side, law)) is not None:
        return reason
    if text is not None and not law.announced:
        return f"no move is announced with this claim ({law.law})"
    try:
        move = None if text is None else entered_move(session.game, session.line.position, text)
    except RulesError as error:
        return str(error)
    text = None if move is None else move.text
    stops = claim_law(session.rulebook).stops_clocks
    claims.say(session, Claim(kind=ground, side=side, law=law.law, move=text))
    if stops:
        timekeeping.stop(session, f"claim:{ground.value}", side)
    if session.settings.mode == "observer":
        return None
    found = _finding(session, side, law, _line(session, move))
    if found is None:
        _wrong(session, side, ground, law, text, by="referee")
    elif _decided(found, law):
        _right(session, side, ground, found, by="referee")
    return None


def _why_not(session: Session, side: Side, law: GroundLaw) -> str | None:
    position = session.line.position
    if session.claims.open is not None:
        return "a claim is open: the arbiter has to rule on it first"
    mover = position.side_to_move
    if offers.has_moved(session, mover) and (side != mover or law.moved is None):
        return f"{mover} has moved, and the move is not settled yet: claim once it is shown"
    if mover != side:
        return f"{mover} is to move; the player on move claims"
    if law.touched is not None and touching.has_touched(session):
        return f"touching a man has ended the right to claim for this move ({law.touched})"
    if law.moved is not None and offers.has_moved(session, side):
        return f"moving has ended the right to claim ({law.moved})"
    return None


def declare(session: Session, ground: Ground, why: str | None) -> str | None:
    """The arbiter declares a draw that the record shows, unasked (DR-12.5); why not, if it does not."""
    if session.claims.open is not None:
        return "a claim is open: rule on it with accept-draw or decline-draw"
    law = claim_law(session.rulebook).grounds.get(ground)
    if law is None:
        return f"there is nothing to claim by {session.rulebook.title}"
    side = session.line.position.side_to_move
    found = _finding(session, side, law, session.line.positions)
    if found is None:
        return "the record does not show it"
    claims.say(session, Claim(kind=ground, side="arbiter", law=found.law, why=why))
    _right(session, side, ground, found, by="arbiter", why=why)
    return None


def concede(session: Session, side: Side) -> str | None:
    """The opponent lets an open claim of a draw hold; why not, if he may not."""
    found = session.claims.open
    if found is None or found.side == side:
        return "there is no claim of the opponent to concede"
    return _rule(session, found, right=True, by=side, why=None)


def rule(session: Session, *, right: bool, why: str | None) -> str | None:
    """The arbiter rules on the open claim; why not, if there is none."""
    found = session.claims.open
    if found is None:
        return "no claim is open"
    return _rule(session, found, right=right, by="arbiter", why=why)


def _rule(session: Session, found: Claim, *, right: bool, by: str, why: str | None) -> str | None:
    ground, side = Ground(found.kind), Side(found.side)
    law = claim_law(session.rulebook).grounds[ground]
    if not right:
        _wrong(session, side, ground, law, found.move, by=by, why=why)
        return None
    move = None if found.move is None else session.line.position.by_text(found.move)
    proved = _finding(session, side, law, _line(session, move))
    if proved is None:  # a person knows more than the record, or the game has gone on since
        proved = Verdict(law=law.law, termination=PLAIN[ground], standing=Standing.CLAIMABLE)
    _right(session, side, ground, proved, by=by, why=why)
    return None


def _line(session: Session, move: Move | None) -> Sequence[Position]:
    """The game so far, with the announced move as if it had been made."""
    positions = session.line.positions
    return positions if move is None else [*positions, positions[-1].play(move)]


def _finding(
    session: Session, side: Side, law: GroundLaw, positions: Sequence[Position]
) -> Verdict | None:
    """What makes a claim right; None where the record shows nothing of the kind."""
    who = Claimant(
        side=side,
        fixed_time=fixed_time(session, side),
        remaining_ms=timekeeping.remaining_ms(session, side),
    )
    for verdict in session.game.claims(positions, session.rulebook, who):
        if verdict.termination in law.terminations and verdict.standing is not Standing.WARNING:
            return verdict
    return None


def _decided(found: Verdict, law: GroundLaw) -> bool:
    return found.standing is not Standing.NEEDS_ARBITER and found.termination not in law.contested


def fixed_time(session: Session, side: Side) -> bool:
    """Whether this side's clock is in a period without increment that ends the game (DR-8.1.3)."""
    faces = timekeeping.faces(session)
    if faces is None or session.settings.time_control is None:
        return False
    stages = read_time_control(session.settings.time_control).stages
    last = stages[-1]
    sudden = isinstance(last, Period) and last.moves is None and last.bonus is Bonus.NONE
    return sudden and faces[side]["period"] >= len(stages)


def _right(
    session: Session, side: Side, ground: Ground, found: Verdict, *, by: str, why: str | None = None
) -> None:
    claims.say(
        session,
        Ruling(
            kind=ground,
            side=side,
            found="right",
            law=found.law,
            evidence=list(found.evidence),
            plies=list(found.plies),
            by=by,
            why=why,
        ),
    )
    outcome = Outcome.DRAW if found.winner is None else ending.won_by(session, found.winner)
    ending.decide(session, outcome, found.termination.value, found.law)


def _wrong(
    session: Session,
    side: Side,
    ground: Ground,
    law: GroundLaw,
    text: str | None,
    *,
    by: str,
    why: str | None = None,
) -> None:
    """The claim is wrong: its price is paid, and the announced move must be played (CH-10.13)."""
    row = None if law.wrong is None else session.rulebook.irregularities.get(law.wrong)
    penalty = None
    if law.wrong_used_ms:
        penalty = TIME_USED
    elif law.wrong_opponent_ms:
        penalty = TIME_GIVEN
    elif row is not None:
        penalty = FOUL
    claims.say(
        session,
        Ruling(
            kind=ground,
            side=side,
            found="wrong",
            law=law.wrong or law.law,
            penalty=penalty,
            by=by,
            why=why,
            move=text,
        ),
    )
    reason = f"claim:{ground.value}"
    if law.wrong_used_ms:
        timekeeping.charge(session, side, law.wrong_used_ms, why=reason, by=by)
    if law.wrong_opponent_ms:
        other = session.game.other(side)
        timekeeping.add_time(session, other, law.wrong_opponent_ms, why=reason, by=by)
    if row is not None:
        offers.report(session, row.law, side)
    if session.stage is Stage.ENDED:
        return
    if timekeeping.halted(session) == reason:  # else somebody has stopped them, and starts them
        timekeeping.go_on(session, by=by, why=reason)
    if text is not None:
        touching.owe(session)


def bound(session: Session) -> Duty | None:
    """What a move that was announced with a wrong claim obliges to, while it is due."""
    announced = session.claims.announced
    if announced is None or announced.ply != session.line.ply + 1:
        return None
    move = session.line.position.by_text(announced.move)
    if move is None:  # the position is another one by now
        return None
    names = session.game.points
    return Duty(
        law=announced.law,
        must_move=[] if move.origin is None else [names[move.origin]],
        must_capture=[names[point] for point in move.captured],
        alternatives=[move.text],
    )


def broken(session: Session, move: Move) -> Named | None:
    """Whether this move is another than the one that was announced and is due."""
    duty = bound(session)
    if duty is None or move.text in duty.alternatives:
        return None
    return Named(
        law=LawId(duty.law),
        kind=KIND_BROKEN,
        side=move.side,
        points=(),
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )
