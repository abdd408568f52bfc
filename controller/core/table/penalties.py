"""Penalties that are counted, those that wait for a word, and what the counts lead to.

What may have been an accident, or a sensor's fault, costs nothing before the opponent or the
arbiter says that it was none: until then it is a charge (`Irregularity.charge`).
"""

from __future__ import annotations

from controller.core.messages import (
    Irregularity,
    Message,
    Move,
    Observed,
    Penalty,
    Result,
    Ruling,
)
from controller.core.slices import Penalties
from controller.core.stages import Stage
from controller.core.state import AskBack, State, Step, Steps
from controller.core.table import ending, record
from controller.core.table.clock import timekeeping
from controller.core.table.clock.flags import ASKED
from controller.core.view import Charge, LossDue, PenaltyCount
from rules.arbiter_law import Sanction, counted, loss_is_due, sanction, sanctions, time_given_ms
from rules.rulebook import LOSS, TURN, Ends, Outcome, PenaltyLaw, Remedy, Termination
from rules.terms import LawId, Side
from rules.time_control import read_time_control

REFEREE = "referee"
"""Who counts what the board has found."""
ARBITER = "arbiter"
CHARGES_MAX = 16
"""Charges that are kept open; more than a few mean a bad sensor, and the oldest are let go."""


def note(penalties: Penalties, step: Step) -> None:
    """Reduces a step: the count is that of the message."""
    match step:
        case Irregularity() if step.charge is not None:
            penalties.charges[step.id] = step
            while len(penalties.charges) > CHARGES_MAX:
                del penalties.charges[next(iter(penalties.charges))]
        case Penalty():
            penalties.counts[Side(step.side), step.kind] = step.count
            penalties.charges.pop(step.irregularity or "", None)
        case Result():
            penalties.charges.clear()
        case Message():
            for name in [each.id for each in penalties.charges.values() if _settles(step, each)]:
                del penalties.charges[name]
        case _:
            pass


def _settles(step: Message, charge: Irregularity) -> bool:
    """Whether a message closes a charge: ruled upon, let stand, or answered by the next move."""
    match step:
        case Ruling() if step.irregularity is not None:
            return step.irregularity == charge.id
        case Ruling(found="wrong", law=None):
            return (step.kind, step.side) == (charge.kind, charge.side)
        case Move() if charge.remedy == Remedy.TURN_LOST:
            return True  # whoever says what was played knows whose turn it was
        case Move():
            replied = step.side != charge.side and not step.imposed
            return step.accepted == charge.id or (replied and charge.claimable_until is not None)
        case _:
            return False


def uphold(state: State, charge: Irregularity, by: str, why: str | None) -> Steps[None]:
    """Somebody who may says that it was no accident: it costs what it costs.

    The pieces are put back as they would be without it.
    """
    assert charge.charge is not None
    side, law = Side(charge.side), charge.law
    if charge.charge == LOSS:
        row = state.game.rulebook.irregularities.get(LawId(law))
        kind = Termination.PENALTIES if row is None else row.loses_by or Termination.PENALTIES
        yield Ruling(
            kind=charge.kind, side=side, found="right", by=by, why=why, irregularity=charge.id
        )
        yield from ending.lose(state, side, kind, law, by=by, why=why)
        return
    if charge.charge == TURN:
        yield Ruling(
            kind=charge.kind, side=side, found="right", by=by, why=why, irregularity=charge.id
        )
    else:
        yield from count(state, side, charge.charge, law, by=by, why=why, charge=charge.id)
    if charge.remedy == Remedy.TURN_LOST and state.stage is not Stage.ENDED:
        yield from turn_lost(state, side)


def turn_lost(state: State, side: Side) -> Steps[None]:
    """The other side is to move; what was played against the law is still put right."""
    asked_back = state.stage is Stage.RESTORE
    yield from record.impose_pass(state, side)
    if asked_back:
        yield AskBack(event=None, why="irregularity")


def turn_waits(state: State) -> Irregularity | None:
    """What waits for a word that decides whose turn it is (GO-19, GO-20.ko); None for nothing.

    Till then nothing that is played can be told: sensors do not tell whose stone it is.
    """
    charges = state.penalties.charges.values()
    return next((each for each in charges if each.remedy == Remedy.TURN_LOST), None)


def turn_given_up(state: State, side: Side) -> Steps[None]:
    """A press while it is in doubt whether a turn is lost: whoever has nothing on the board passes.

    A press upon what is to be taken off shows besides whose it was. The opponent's press is a word:
    whoever presses upon a stone holds it to be their turn.
    """
    waits = turn_waits(state)
    if waits is None:
        return
    if waits.side != side:
        played = state.sensing.standing != state.game.position.occupied
        if played and state.stage is not Stage.RESTORE:
            yield from uphold(state, waits, side, None)
    elif state.stage is Stage.RESTORE and state.sensing.rest_ns <= state.duty.named_ns:
        yield from uphold(state, waits, side, None)
    else:
        yield from turn_lost(state, side)


def drop(charge: Irregularity, by: str, why: str | None) -> Ruling:
    """Somebody who may says that it was an accident: it costs nothing."""
    return Ruling(
        kind=charge.kind, side=charge.side, found="wrong", by=by, why=why, irregularity=charge.id
    )


def count(
    state: State,
    side: Side,
    kind: str,
    law: str,
    *,
    by: str = REFEREE,
    why: str | None = None,
    charge: str | None = None,
) -> Steps[None]:
    """Counts one penalty more against a side, and does what its rulebook makes of the count.

    A game that has ended stays as it ended.

    Args:
        kind: what is counted ("warning", "foul", "illegal-move").
        law: the law that is named where the rulebook has none for the count.
        charge: the id of the irregularity that has waited for this.
    """
    found = counted(state.game.rulebook, kind)
    number = state.penalties.counts.get((side, kind), 0) + 1
    open_still = state.stage is not Stage.ENDED
    due = found is not None and loss_is_due(found, number)
    lost = found is not None and due and _ends(found, by)
    gives_ms = 0
    if found is not None and open_still and not due:
        text = state.settings.time_control
        gives_ms = time_given_ms(found, None if text is None else read_time_control(text))
    named = law if found is None else found.law
    yield Penalty(
        side=side,
        kind=kind,
        law=named,
        count=number,
        by=by,
        why=why,
        gives_ms=gives_ms,
        irregularity=charge,
        loss_due=due and open_still and not lost,
    )
    if due and open_still and not lost:
        yield Ruling(
            kind=f"{ASKED}:{LOSS}",
            side=side,
            law=named,
            penalty=LOSS,
            evidence=[f"{number} × {kind}"],
        )
    if gives_ms:
        other = state.game.game.other(side)
        yield from timekeeping.add_time(state, other, gives_ms, why=f"penalty:{kind}", by=by)
    if found is not None and lost and open_still:
        yield from _lost(state, side, found, by, why)


def _ends(law: PenaltyLaw, by: str) -> bool:
    """Whether a count that has reached its limit ends the game.

    Else the arbiter has to give the loss.
    """
    return law.ends is Ends.COUNT or (law.ends is Ends.ARBITER and by == ARBITER)


def withdraw(
    state: State, side: Side, kind: str, law: str, *, by: str = REFEREE, why: str | None = None
) -> Steps[None]:
    """Takes back one of what is counted; a result that it has brought about stands until corrected.

    Args:
        law: see `count`.
    """
    found = counted(state.game.rulebook, kind)
    number = state.penalties.counts.get((side, kind), 0) - 1
    named = law if found is None else found.law
    yield Penalty(
        side=side, kind=kind, law=named, count=number, by=by, why=why, withdrawn=True
    )  # fmt: skip


def _lost(state: State, side: Side, law: PenaltyLaw, by: str, why: str | None) -> Steps[None]:
    """The count loses the game, or draws it where the opponent could not win (FIDE-7.5.5)."""
    decided_by, game = None if by == REFEREE else by, state.game.game
    kind = Termination.PENALTIES
    if law.drawn_if_unwinnable and not game.may_win(state.game.position, game.other(side)):
        yield from ending.decide(
            state, Outcome.DRAW, kind.value, law.law, by=decided_by, why=why
        )  # fmt: skip
        return
    yield from ending.lose(state, side, kind, law.law, by=decided_by, why=why)


def offer(state: State, side: Side, kind: str) -> Steps[None]:
    """Tells the arbiter which penalty is due for what was entered or claimed.

    Nothing is given before the arbiter says so. No effect where nothing is due.
    """
    due = sanctions(state.game.rulebook).get(sanction(state.game.rulebook, kind).offers)
    if due is not None:
        yield Ruling(
            kind=f"{ASKED}:{due.kind}", side=side, law=due.law, penalty=due.kind
        )  # fmt: skip


def announce(state: State, side: Side, found: Sanction) -> Irregularity:
    """A breach that people have seen and entered, with its law (XQ-9.2, DR-7.4.16)."""
    return Irregularity(
        id=state.next_id("i"),
        law=found.law,
        kind=found.kind,
        side=side,
        points=[],
        observed=Observed(),
        remedy="none",
    )


def charges(state: State) -> list[Charge]:
    """What waits for a word, with those who may speak, for viewers."""
    book = state.game.rulebook
    named, found = sanctions(book), []
    for each in state.penalties.charges.values():
        row = book.irregularities.get(LawId(each.law))
        cost = named.get(each.charge or "")
        found.append(
            Charge(
                id=each.id,
                side=each.side,
                law=each.law,
                kind=each.kind,
                charge=each.charge or "",
                english=each.kind if row is None else row.english,
                chinese=each.kind if row is None else row.chinese,
                costs_english=_costs(each, "turn", " and a ", "" if cost is None else cost.english),
                costs_chinese=_costs(each, "停一手", "并", "" if cost is None else cost.chinese),
                who=speakers(state, each),
                until=each.claimable_until,
            )
        )
    return found


def _costs(charge: Irregularity, turn: str, and_: str, words: str) -> str:
    """What a charge costs, in words: the turn, what is counted, or both."""
    counted_ = "" if charge.charge == TURN else words or charge.charge or ""
    both = [turn if charge.remedy == Remedy.TURN_LOST else "", counted_]
    return and_.join(filter(None, both))


def speakers(state: State, charge: Irregularity) -> list[str]:
    """Who may say whether a charge holds: the opponent or the arbiter; of a loss the arbiter."""
    opponent = state.game.game.other(Side(charge.side))
    return [ARBITER] if charge.charge == LOSS else [opponent, ARBITER]


def losses_due(state: State) -> list[LossDue]:
    """The losses that are due by the counts and that the arbiter has to give (XQ-9.2)."""
    if state.stage is Stage.ENDED:
        return []
    found = ((key, counted(state.game.rulebook, key[1])) for key in state.penalties.counts)
    return [
        LossDue(side=side, law=law.law, kind=kind, count=state.penalties.counts[side, kind])
        for (side, kind), law in found
        if law is not None and loss_is_due(law, state.penalties.counts[side, kind])
    ]


def counts(state: State) -> list[PenaltyCount]:
    """What is counted against each side by now, for both players to see."""
    named = sanctions(state.game.rulebook)
    return [
        PenaltyCount(
            side=side,
            kind=kind,
            count=number,
            english=named[kind].english if kind in named else kind,
            chinese=named[kind].chinese if kind in named else kind,
        )
        for (side, kind), number in state.penalties.counts.items()
        if number
    ]
