"""A referee without doubts: it follows clean play, names what is no legal move, and has pieces put back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import (
    Answered,
    Correction,
    CrowningPending,
    Irregularity,
    Move,
    Placed,
    Restore,
    Result,
    Ruling,
    Spot,
    Touched,
)
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, CrownSaid, Landed, Pressed, PutRight
from controller.core.table import penalties, record
from controller.core.table.clock import timekeeping
from rules.deed import Deed, HandStep
from rules.terms import RulesError, Side, points_of

if TYPE_CHECKING:
    from controller.core.state import State, Step, Steps
    from rules import game as rules

from tests.core.table.plain_belief import Made, Touch, Unlawful

HOLD_MS = 300
"""So long the pieces stand right before play goes on."""


class PlainReferee:
    """Plays what is made, names what is not, and has pieces put back."""

    def __init__(self) -> None:
        self._right_ns: int | None = None
        self._late = False

    def note(self, state: State, step: Step) -> None:
        self._note_remedy(state, step)
        duty = state.duty
        match step:
            case Touched():
                duty.touched = [state.game.game.index[name] for name in step.points]
            case Pressed():
                self._late = step.side in duty.owed
                duty.pressed_ns[step.side] = step.at_ns
                duty.owed.discard(step.side)
            case Move():
                duty.touched = []
                duty.owed.add(Side(step.side))
                for name in (*step.captured, *step.path[:1]):
                    duty.uncrowned.pop(state.game.game.index[name], None)
            case CrowningPending():
                duty.uncrowned[state.game.game.index[step.point]] = step.choices[0]
            case Placed():
                duty.uncrowned.pop(state.game.game.index[step.point], None)
                duty.crown_said.pop(state.game.game.index[step.point], None)
            case CrownSaid():
                duty.crown_said[step.point] = (state.now_ns, step.by)
            case Correction() if step.cause != "players":
                duty.uncrowned.clear()
            case _:
                pass

    def _note_remedy(self, state: State, step: Step) -> None:
        remedy = state.remedy
        match step:
            case Move():
                remedy.irregularity = remedy.breach = None
            case Irregularity() if step.remedy == "restore":
                remedy.irregularity = step
            case Ruling() if (
                remedy.irregularity is not None and remedy.irregularity.kind == step.kind
            ):
                remedy.irregularity = None
            case AskBack():
                remedy.target = step.position or state.game.position
                remedy.why, remedy.shown, self._right_ns = step.why, None, None
            case PutRight() | Result():
                remedy.target = remedy.why = remedy.shown = None
                remedy.irregularity = None
            case Correction() if step.cause != "players":
                remedy.irregularity = remedy.breach = None
            case _:
                pass

    def conclude(self, state: State, decision: object) -> Steps[None]:
        match decision:
            case Made():
                yield Landed(landed_ns=decision.landed_ns, made_ns=decision.done_ns)
                assumed = [f"promotion:{decision.move.choice}"] if decision.move.choice else []
                yield from record.play(
                    state, decision.move, decision.by, assumed=[] if decision.said else assumed
                )
            case Touch():
                own = [p for p in decision.points if state.game.position.man_at(p) is not None]
                touched = [*state.duty.touched, *(p for p in own if p not in state.duty.touched)]
                names = state.game.game.points
                yield Touched(
                    points=[names[p] for p in touched],
                    side=state.game.to_move,
                    obligation=None,
                )
            case Unlawful():
                yield from self._unlawful(state, decision)

    def _unlawful(self, state: State, found: Unlawful) -> Steps[None]:
        line, standing = state.game, state.sensing.standing
        occupied = line.position.occupied
        gone, came = occupied & ~standing, standing & ~occupied
        first_ns = found.edges[0].at_ns if found.edges else 0
        deed = Deed(
            position=line.position,
            before=line.positions[-2] if line.ply else None,
            last=line.last,
            gone=points_of(gone),
            came=points_of(came),
            steps=tuple(
                HandStep(e.point, e.placed, (e.at_ns - first_ns) // MS) for e in found.edges
            ),
            in_air=points_of(gone),
            pressed=found.pressed,
            timed=state.settings.time_control is not None,
        )
        named = line.game.named(deed, line.rulebook)
        if named is None:
            return
        yield record.irregularity(state, named, "restore" if named.restore else "none", None)
        if state.settings.mode == "referee" and named.penalty:
            yield from penalties.count(state, named.side, named.penalty, named.law)
        if named.kind == "press-without-move":
            yield from timekeeping.pressed_in_vain(state, named.side)
        if named.restore and state.stage is Stage.PLAY:
            yield AskBack(event=Event.IRREGULAR, why="irregularity")

    def as_it_stands(self, state: State) -> Steps[None]:
        found = state.belief.under_way(state.now_ns)
        if found is None or found.done_ns is None or state.stage is not Stage.PLAY:
            return
        landed = found.landed_ns or found.done_ns
        yield Landed(landed_ns=landed, made_ns=found.done_ns)
        yield from record.play(state, found.move, "settled")

    def completes(self, state: State, side: Side) -> Steps[bool]:
        found = state.belief.under_way(state.now_ns)
        if found is None or found.done_ns is None or side == state.game.to_move:
            return False
        yield Landed(landed_ns=found.landed_ns or found.done_ns, made_ns=found.done_ns)
        yield from record.play(state, found.move, "reply")
        return True

    def answered(self, state: State, move: rules.Move | None) -> Steps[None]:
        if move is not None:
            yield from record.play(state, move, "confirmed")

    def let_stand(self, state: State, found: Irregularity, by: str) -> Steps[str | None]:
        try:
            record.if_stands(state.game, found)
        except RulesError as error:
            return f"it cannot stand: {error}"
        yield from ()
        return "not here"

    def demand(self, state: State, found: Irregularity, by: str) -> Steps[str | None]:
        yield from ()
        return "not here"

    def stand_right(self, state: State, by: str) -> Steps[str | None]:
        yield from self._stands(state)
        return None

    def owe(self, state: State) -> Steps[None]:
        del state
        yield from ()

    def pressed(self, state: State, side: Side) -> Steps[bool]:
        yield from ()
        return not self._late

    def watch(self, state: State) -> Steps[None]:
        remedy, sensing = state.remedy, state.sensing
        if remedy.target is None or state.stage is Stage.ENDED:
            return
        known = ~sensing.unknown
        missing = remedy.target.occupied & ~sensing.standing & known
        extra = sensing.standing & ~remedy.target.occupied & known
        if not (missing or extra):
            self._right_ns = state.now_ns if self._right_ns is None else self._right_ns
            at_once = remedy.shown is None and remedy.why in ("start", "recovery")
            if at_once or state.now_ns - self._right_ns >= HOLD_MS * MS:
                yield from self._stands(state)
            return
        self._right_ns = None
        if (missing, extra) != remedy.shown:
            remedy.shown = missing, extra
            spots = [
                [Spot(point=state.game.game.points[p]) for p in points_of(of)]
                for of in remedy.shown
            ]
            yield Restore(missing=spots[0], extra=spots[1], done=False, why=remedy.why or "")

    def _stands(self, state: State) -> Steps[None]:
        self._right_ns = None
        remedy = state.remedy
        if remedy.why != "start" or remedy.shown is not None:
            yield Restore(missing=[], extra=[], done=True, why=remedy.why or "")
        event = None if state.stage is Stage.ADJOURNED else Event.STANDS
        yield PutRight(event=event)
        if state.game.question is not None:
            yield Answered(id=state.game.question.id, move=None, by="evidence")

    def deadline(self, state: State) -> int | None:
        return None if self._right_ns is None else self._right_ns + HOLD_MS * MS

    def has_touched(self, state: State, *, early: bool = False) -> bool:
        return (
            bool(state.duty.touched) or state.belief.busy(state.now_ns) or state.duty.touched_after
        )
