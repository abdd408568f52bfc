"""Claims that the record decides: repetition, limits of moves, draws by theory.

A claim is looked up in the record at once. What the record does not decide waits: the opponent may
concede it, or the arbiter rules. No claim is withdrawn (CH-10.13). In observer mode the board
decides none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.core.messages import Claim, Duty, Ruling
from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import ending
from controller.core.table.claims import offers
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from rules.claim_law import Claimant, Ground, GroundLaw, claim_law
from rules.deed import Named
from rules.entered import entered_move
from rules.position import Move, Position
from rules.rulebook import Outcome, Standing, Termination, Verdict
from rules.terms import LawId, RulesError, Side
from rules.time_control import Bonus, Period, read_time_control

KIND_BROKEN = "announced-move"
"""The irregularity of another move than the one announced with a wrong claim."""
TIME_USED, TIME_GIVEN, FOUL = "time-used", "time-to-opponent", "foul"
"""What a wrong claim costs, as the ruling says it."""
PLAIN: dict[Ground, Termination] = {
    Ground.REPETITION: Termination.THREEFOLD_REPETITION,
    Ground.MOVE_LIMIT: Termination.FIFTY_MOVES,
}
"""How the game ends where the arbiter finds a claim right that the record does not prove."""
OPEN = "a claim is open: the arbiter has to rule on it first"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finder:
    """Who finds a claim right or wrong, and why."""

    by: str
    why: str | None = None


REFEREE = Finder(by="referee")


def claim(state: State, side: Side, ground: Ground, text: str | None) -> Steps[str | None]:
    """This side claims; why not, if it may not. A wrong claim is obeyed: it has its price.

    Args:
        text: the announced move, where the position is about to occur by it.
    """
    law = claim_law(state.game.rulebook).grounds.get(ground)
    if law is None:
        return f"there is nothing to claim by {state.game.rulebook.title}"
    if (reason := _why_not(state, side, law)) is not None:
        return reason
    if text is not None and not law.announced:
        return f"no move is announced with this claim ({law.law})"
    try:
        move = None if text is None else entered_move(state.game.game, state.game.position, text)
    except RulesError as error:
        return str(error)
    said = Claim(kind=ground, side=side, law=law.law, move=None if move is None else move.text)
    yield said
    if claim_law(state.game.rulebook).stops_clocks:
        yield from timekeeping.stop(state, f"claim:{ground.value}", side)
    if state.settings.mode == "observer":
        return None
    found = _finding(state, side, law, _line(state, move))
    if found is None:
        yield from _wrong(state, said, law, REFEREE)
    elif found.standing is not Standing.NEEDS_ARBITER and found.termination not in law.contested:
        yield from _right(state, side, ground, found, REFEREE)
    return None


def _why_not(state: State, side: Side, law: GroundLaw) -> str | None:
    mover = state.game.to_move
    has_moved = offers.has_moved(state, mover)
    bars = (
        (state.claims.open is not None, OPEN),
        (
            has_moved and (side != mover or law.moved is None),
            f"{mover} has moved, and the move is not settled yet: claim once it is shown",
        ),
        (mover != side, f"{mover} is to move; the player on move claims"),
        (
            law.touched is not None and state.referee.has_touched(state),
            f"touching a man has ended the right to claim for this move ({law.touched})",
        ),
        (
            law.moved is not None and has_moved,
            f"moving has ended the right to claim ({law.moved})",
        ),
    )
    return next((reason for barred, reason in bars if barred), None)


def declare(state: State, ground: Ground, why: str | None) -> Steps[str | None]:
    """The arbiter declares a draw that the record shows, unasked (DR-12.5).

    Why not, if it does not.
    """
    if state.claims.open is not None:
        return "a claim is open: rule on it with accept-draw or decline-draw"
    law = claim_law(state.game.rulebook).grounds.get(ground)
    if law is None:
        return f"there is nothing to claim by {state.game.rulebook.title}"
    side = state.game.to_move
    found = _finding(state, side, law, state.game.positions)
    if found is None:
        return "the record does not show it"
    yield Claim(kind=ground, side="arbiter", law=found.law, why=why)
    yield from _right(state, side, ground, found, Finder(by="arbiter", why=why))
    return None


def concede(state: State, side: Side) -> Steps[str | None]:
    """The opponent lets an open claim of a draw hold; returns why not, where that is refused."""
    found = state.claims.open
    if found is None or found.side == side:
        return "there is no claim of the opponent to concede"
    yield from _rule(state, found, Finder(by=side), right=True)
    return None


def rule(state: State, *, right: bool, why: str | None) -> Steps[str | None]:
    """The arbiter rules on the open claim; why not, if there is none."""
    found = state.claims.open
    if found is None:
        return "no claim is open"
    yield from _rule(state, found, Finder(by="arbiter", why=why), right=right)
    return None


def _rule(state: State, found: Claim, by: Finder, *, right: bool) -> Steps[None]:
    ground, side = Ground(found.kind), Side(found.side)
    law = claim_law(state.game.rulebook).grounds[ground]
    if not right:
        yield from _wrong(state, found, law, by)
        return
    move = None if found.move is None else state.game.position.by_text(found.move)
    proved = _finding(state, side, law, _line(state, move))
    if proved is None:  # a person knows more than the record, or the game has gone on since
        proved = Verdict(law=law.law, termination=PLAIN[ground], standing=Standing.CLAIMABLE)
    yield from _right(state, side, ground, proved, by)


def _line(state: State, move: Move | None) -> Sequence[Position]:
    """The game so far, with the announced move as if it had been made."""
    positions = state.game.positions
    return positions if move is None else [*positions, positions[-1].play(move)]


def _finding(
    state: State, side: Side, law: GroundLaw, positions: Sequence[Position]
) -> Verdict | None:
    """What makes a claim right; None where the record shows nothing of the kind."""
    who = Claimant(
        side=side,
        fixed_time=fixed_time(state, side),
        remaining_ms=timers.remaining_ms(state, side),
    )
    for verdict in state.game.game.claims(positions, state.game.rulebook, who):
        if verdict.termination in law.terminations and verdict.standing is not Standing.WARNING:
            return verdict
    return None


def fixed_time(state: State, side: Side) -> bool:
    """Whether this side's clock is in a period without increment that ends the game (DR-8.1.3)."""
    faces = timers.faces(state)
    if faces is None or state.settings.time_control is None:
        return False
    stages = read_time_control(state.settings.time_control).stages
    last = stages[-1]
    sudden = isinstance(last, Period) and last.moves is None and last.bonus is Bonus.NONE
    return sudden and faces[side]["period"] >= len(stages)


def _right(state: State, side: Side, ground: Ground, found: Verdict, by: Finder) -> Steps[None]:
    yield Ruling(
        kind=ground,
        side=side,
        found="right",
        law=found.law,
        evidence=list(found.evidence),
        plies=list(found.plies),
        by=by.by,
        why=by.why,
    )
    outcome = Outcome.DRAW if found.winner is None else ending.won_by(state, found.winner)
    yield from ending.decide(state, outcome, found.termination.value, found.law)


def _wrong(state: State, said: Claim, law: GroundLaw, by: Finder) -> Steps[None]:
    """The claim is wrong: its price is paid, and the announced move must be played (CH-10.13)."""
    side = Side(said.side)
    row = None if law.wrong is None else state.game.rulebook.irregularities.get(law.wrong)
    prices = (
        (law.wrong_used_ms, TIME_USED), (law.wrong_opponent_ms, TIME_GIVEN), (row, FOUL)
    )  # fmt: skip
    yield Ruling(
        kind=said.kind,
        side=side,
        found="wrong",
        law=law.wrong or law.law,
        penalty=next((name for due, name in prices if due), None),
        by=by.by,
        why=by.why,
        move=said.move,
    )
    reason = f"claim:{Ground(said.kind).value}"
    if law.wrong_used_ms:
        yield from flags.charge(state, side, law.wrong_used_ms, why=reason, by=by.by)
    if law.wrong_opponent_ms:
        other = state.game.game.other(side)
        yield from timekeeping.add_time(
            state, other, law.wrong_opponent_ms, why=reason, by=by.by
        )  # fmt: skip
    if row is not None:
        yield from offers.report(state, row.law, side)
    if state.stage is Stage.ENDED:
        return
    if timers.halted(state) == reason:  # else somebody has stopped them, and starts them
        yield from timekeeping.go_on(state, by=by.by, why=reason)
    if said.move is not None:
        yield from state.referee.owe(state)


def bound(state: State) -> Duty | None:
    """What a move that was announced with a wrong claim obliges to, while it is due."""
    announced = state.claims.announced
    if announced is None or announced.ply != state.game.ply + 1:
        return None
    move = state.game.position.by_text(announced.move)
    if move is None:  # the position is another one by now
        return None
    names = state.game.game.points
    return Duty(
        law=announced.law,
        must_move=[] if move.origin is None else [names[move.origin]],
        must_capture=[names[point] for point in move.captured],
        alternatives=[move.text],
    )


def broken(state: State, move: Move) -> Named | None:
    """Whether this move is another than the one that was announced and is due."""
    duty = bound(state)
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
