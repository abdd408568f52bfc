"""One board and its game: the only way into the core and out of it.

`feed` takes inputs in the order of their times and returns what follows. A frame: `Debounce` makes edges of it,
the `Tracker` explains them, the referee judges, messages and lamps go out. Same inputs, same effects, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from controller.core import commands, recovery, viewing
from controller.core.claims import adjourning, confirming, counting
from controller.core.claims.claims import Claims
from controller.core.clock import timekeeping
from controller.core.clock.timer import new_timer
from controller.core.inference import distrust
from controller.core.inference.chosen import Words
from controller.core.inference.decisions import AtRest, Complete, Faulty, Irregular, Touch
from controller.core.inference.evidence import Judge
from controller.core.inference.line import Line
from controller.core.inference.uncleared import LeftOn
from controller.core.inputs import Command, Effects, Frame, Gap, Input, Press, Refusal, Tick
from controller.core.messages import (
    Duty,
    Envelope,
    Irregularity,
    Message,
    PromotionPending,
    Question,
    Result,
)
from controller.core.refereeing import (
    after_all,
    before_press,
    castling,
    crowning,
    disowning,
    irregular,
    judging,
    pressed_doubt,
    pressed_upon,
    promoting,
    remedies,
    taken_off_late,
    telling,
    touching,
)
from controller.core.refereeing.offered import Offer
from controller.core.restoring import adjusting, guiding, interrupted, put_right, takeback
from controller.core.restoring.flash import Flash
from controller.core.restoring.guide import Guide
from controller.core.sensing.debounce import Edge, debounced
from controller.core.sensing.health import SensorHealth
from controller.core.sensing.marks import Marks, seems_turned
from controller.core.settings import Settings
from controller.core.stages import Event, Stage, after
from controller.core.tracking.tracker import Outcome, Resolved, Tracker
from controller.core.view import View
from rules.deed import Named
from rules.terms import Man, Point, PointSet, Side

TRACKED = (Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE)
"""Stages in which what the hands do is evidence."""
CONCLUSIONS_MAX = 250
"""Conclusions from one input: what may wait behind a question, and then some. Never an endless loop."""


class Session:
    """Follows one game on one board.

    Attributes:
        health: which sensors (by printed labels) cannot be trusted.
        flash: points (printed) that have changed in too many at once to be believed yet.
        distrusted: points (printed) whose levels are not believed.
        stage, line: what the board is waiting for; the game so far.
        touched: men touched by the player on move, before the evidence that the tracker holds.
        landed_ns, made_ns: when the man of the last move was set down, and when all of that move was done.
        timer: the clock; None without a time control.
        pressed_ns: when each side pressed its clock last.
        owed: sides that have moved and not pressed their clock since.
        duty, due: what the touches oblige to now; once a man was set back it outlives the hand, and was published by itself.
        framed, oriented, adjusting: the board has been seen; how it stands is known; lifts bind nobody.
        touched_after: the opponent of the last mover has touched a man since the game ended, or just before a new start.
        deed: what no law allows and was named last, and by which id.
        offer, claimed: an irregularity that the opponent may accept; one that is claimed for him while its men are asked back.
        late: a capture that was replied to while men of it were on the board still.
        vain: a press upon no move (Go), and the ply before it, until it is known whether one was not felt.
        claims: what players have asked for and what is open of it.
        envelope: of an adjourned game.
        uncrowned, crown_said: kings that wait for a crown; where, when and by whom one was confirmed before the move was published.
        fouls, charges: of touching, found and not yet published; and published of late.
        penalties: counted so far, by side and kind.
        ruled: findings about the game so far that have been published: kind, law, side, first ply.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.game = settings.game
        self.rulebook = settings.rulebook
        self.line = Line(self.game, [self.game.start(settings.start)])
        self.judge = Judge(settings)
        self.tracker = Tracker(self.line.position, self.judge, strict=settings.mode == "referee")
        self.tracker.made = self.line.made
        self.debounce = debounced(settings)
        self.orientation: Literal["normal", "turned"] = settings.orientation or "normal"
        self.strengths: Mapping[Point, int] = {}
        self.health, self.flash = SensorHealth(self.game), Flash()
        self.stage = Stage.SETUP
        self.guide: Guide | None = Guide(self.line.position, "start")
        self.standing = self.distrusted = 0
        self.in_air: dict[Point, Man | None] = {}
        self.touched: list[Touch] = []
        self.told: list[Point] = []
        self.duty: Duty | None = None
        self.due: Duty | None = None
        self.question: Question | None = None
        self.irregularity: Irregularity | None = None
        self.breach: Irregularity | None = None
        self.correctable: Point | None = None
        self.unpressed: tuple[Named, PointSet] | None = None
        self.vain: tuple[Named, int] | None = None
        self.deed: tuple[str, Irregular] | None = None
        self.pending: PromotionPending | None = None
        self.promotion: dict[Side, Words] = {}
        self.timer = new_timer(settings)
        self.owed: set[Side] = set()
        self.pressed_ns: dict[Side, int] = {}
        self.adjusting = self.adjust_lifted = self.touched_after = False
        self.framed = self.oriented = False
        self.adjusting_by = ""
        self.result: Result | None = None
        self.claims = Claims()
        self.offer: Offer | None = None
        self.claimed: Offer | None = None
        self.late: taken_off_late.Late | None = None
        self.fouls: list[Named] = []
        self.charges: list[disowning.Charge] = []
        self.uncrowned = self.judge.uncrowned
        self.crown_said: dict[Point, tuple[int, str]] = {}
        self.envelope: Envelope | None = None
        self.penalties: dict[tuple[Side, str], int] = {}
        self.ruled: set[tuple[str, str, str, int]] = set()
        self.now_ns = self._sighted_ns = self.landed_ns = self.made_ns = self.ids = 0
        self._out: list[Message] = []
        self._picture = viewing.Picture()
        self._due: tuple[int | None] | None = None

    @classmethod
    def recover(
        cls, settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
    ) -> Session:
        """A session that goes on where the journal of one game ends.

        Until the physical board stands as recorded, the stage is "restore".

        Args:
            settings: as for a new session, made from the journal's `GameStarted`.
            messages, at_us: of the game, from its `GameStarted` on (none where the array never stood), and when each was recorded, where known.
        """
        session = cls(settings)
        recovery.replay(session, messages, at_us)
        return session

    def feed(self, item: Input) -> Effects:
        """Takes one input. Inputs must come in the order of their times."""
        self.now_ns = max(self.now_ns, item.at_ns)
        self._due = None
        refusal: Refusal | None = None
        item = self.flash.look(self, item)
        match item:
            case Frame():
                self._frame(item)
            case Tick():
                self._edges(self.debounce.tick(item.at_ns))
            case Gap():
                self.debounce.gap((1 << len(self.game.points)) - 1, item.from_ns, item.at_ns)
                self.judge.silence.take_gap(item.from_ns, item.at_ns)
                timekeeping.gap(self, item.from_ns)
                self._sighted_ns = item.at_ns + self.judge.grace_ns
            case Press():
                self.press(item)
            case Command():
                refusal = commands.obey(self, item)
        if refusal is None:
            if self.now_ns >= self._sighted_ns:  # what was done meanwhile is known by then
                self._run()
            timekeeping.watch(self)
        return self._effects(refusal)

    def next_deadline(self) -> int | None:
        """When the session wants a `Tick` (nanoseconds), even if nothing changes; None for never."""
        if self._due is None:
            self._due = (self._deadline(),)
        return self._due[0]

    def _deadline(self) -> int | None:
        due = [self._sighted_ns, self.flash.deadline(self), self.debounce.deadline()]
        due += [distrust.deadline(self), remedies.deadline(self), timekeeping.deadline(self)]
        due += [] if self.guide is None else self.guide.deadlines(self.settings.timings)
        due += [self.tracker.next_deadline(self.now_ns)] if self.stage in TRACKED else []
        return min((at for at in due if at is not None and at > self.now_ns), default=None)

    def view(self) -> View:
        """What viewers see now."""
        return viewing.view(self)

    # What follows is for the modules of the core that share the session's state.

    def say(self, message: Message) -> None:
        """Adds a message to the effects of the present input."""
        self._out.append(message)

    def go(self, event: Event) -> None:
        """Moves on to the next stage."""
        self.stage = after(self.stage, event)

    def next_id(self, prefix: str) -> str:
        """A new id for a question or an irregularity."""
        self.ids += 1
        return f"{prefix}{self.ids}"

    def name(self, point: Point) -> str:
        return self.game.points[point]

    @property
    def unknown(self) -> PointSet:
        """Points that cannot be read now, as points of the game."""
        return self.turn(self.debounce.unknown | self.distrusted)

    @property
    def marks(self) -> Marks:
        """What the sensors say of the men that stand, by points of the game."""
        marks = self.debounce.marks
        if self.orientation == "normal":
            return marks
        return {self.game.turned(point): mark for point, mark in marks.items()}

    def turn(self, points: PointSet) -> PointSet:
        """From printed labels to the game's points (or back)."""
        if self.orientation == "normal" or not points:
            return points
        turned = 0
        for n in range(points.bit_length()):
            if points >> n & 1:
                turned |= 1 << self.game.turned(n)
        return turned

    def commit(self, made: Complete) -> None:
        """A move has been completed."""
        off = before_press.still_off(self, made.wrong)
        judging.commit(self, made)
        distrust.compare(self, made, off)
        before_press.ask_back(self, off)

    def _frame(self, frame: Frame) -> None:
        told = (frame.strengths, frame.marks)
        self.health.frame(frame.at_ns, frame.levels, frame.unknown, *told)
        unknown = frame.unknown | distrust.heed(self)
        self.strengths = frame.strengths
        self.judge.silence.take(self.turn(frame.unknown), frame.at_ns)
        if not self.framed:
            self.framed = True
            self.judge.tells = frame.marks is not None
            self.debounce.reset(frame.levels, unknown, frame.marks)
            self._find_orientation()
            self.standing = self.turn(self.debounce.stable)
            if self.guide is not None and self.stage not in (Stage.ADJOURNED, Stage.ENDED):
                guiding.look(self, at_once=True)
            remedies.first_seen(self)
            return
        edges = self.debounce.frame(frame.at_ns, frame.levels, unknown, frame.marks, frame.wobbling)
        self._edges(edges)
        disowning.watch(self)

    def _find_orientation(self) -> None:
        """How the board stands, by the colours of the men, while the array is being set up, or after a new start."""
        guide = self.guide
        anew = guide is not None and guide.why in ("start", "recovery")
        known = self.settings.orientation is not None or (self.oriented and not anew)
        if known or not self.judge.tells:
            return
        target = self.line.position if guide is None else guide.target
        turned = seems_turned(self.game, target, self.debounce.marks)
        self.orientation, self.oriented = "turned" if turned else "normal", guide is None
        self.standing = self.turn(self.debounce.stable)

    def _edges(self, edges: list[Edge]) -> None:
        self.judge.silence.settle(self.turn(self.debounce.unsettled), steady=self.debounce.steady)
        edges = self.health.shaky(edges)
        if edges and self.orientation == "turned":
            edges = [judging.turned(self.game, edge) for edge in edges]
        for edge in edges:
            if not edge.soft:
                self.standing ^= 1 << edge.point
            telling.tell(self, edge)
        if edges:
            self._find_orientation()
            crowning.seen(self, edges)
            guiding.note(self, edges)
        if self.stage is Stage.COUNT:
            counting.lifted(self, edges)
        elif self.stage in TRACKED:
            blinded = self.turn(self.debounce.take_blinded())
            if edges or blinded:
                self.tracker.take(edges, blinded, self.now_ns)
                promoting.seen(self, edges)
        if self.adjusting:
            adjusting.take(self, edges)

    def press(self, press: Press) -> None:
        """A clock was pressed, by button or by command."""
        if confirming.pressed(self, press.side):
            return
        self.pressed_ns[press.side] = press.at_ns
        timekeeping.pressed(self, press)
        pressed_upon.pressed(self, press.side)
        pressed_doubt.pressed(self, press.side)
        if self.adjusting:
            adjusting.pressed(self, press.side)
        if self.settings.time_control is not None and self.rulebook.illegal_at_press:
            self.tracker.branch.wait_for_press = True
        if self.stage in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
            if not pressed_upon.belated(self, press.side):
                self.tracker.press(press.side, press.at_ns)
            if press.side != self.line.position.side_to_move:
                promoting.pressed_late(self, press.side)

    def _arranged(self) -> None:
        """Looks what has come of putting the men right, once the board has been seen."""
        if self.framed:
            guiding.look(self)
            put_right.watch(self)
            counting.begin_if_over(self)  # what the arbiter has set right may end with two passes
            confirming.watch(self)

    def _run(self) -> None:
        """Draws all conclusions from the evidence that are due now."""
        if self.stage in (Stage.SETUP, Stage.RESTORE):
            self._arranged()
            return
        if self.stage is Stage.ADJOURNED:
            adjourning.look(self)
        if self.adjusting and not adjusting.played_on(self):
            return
        remedies.watch(self)
        for _ in range(CONCLUSIONS_MAX):
            if self.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
                break
            before, outcome = self.tracker.branch, self.tracker.step(self.now_ns)
            if self.stage is Stage.CHOICE:
                over = taken_off_late.finished(self, outcome) or takeback.gone_on(self, outcome)
                if not over and remedies.still_open(self, outcome):
                    break
                continue
            if outcome is None:
                break
            self.conclude(outcome)
            if isinstance(outcome, Irregular) and self.tracker.branch is before:
                break  # no law names it yet: it would only be found again
        distrust.watch(self)
        takeback.watch(self)
        if self.stage is Stage.PLAY and not confirming.shown_before(self):
            touching.live_touches(self)
            castling.released(self)
            promoting.pending(self)
        if self.fouls:
            remedies.charge_fouls(self)

    def conclude(self, outcome: Outcome) -> None:
        """What the tracker has found becomes part of the game."""
        if takeback.recognised(self, outcome) or taken_off_late.finished(self, outcome):
            return
        match outcome:
            case Complete():
                if not (outcome.unexplained and confirming.shown(self)):
                    self.commit(outcome)
            case AtRest():
                touching.excuse(self, outcome.mess)
                touching.rest(self, outcome.touches)
            case Irregular():
                if not interrupted.stand_again(self):
                    judging.irregular(self, outcome)
            case LeftOn():
                irregular.left_on(self, outcome)
            case Faulty():
                distrust.from_nowhere(self, outcome.wrong)
            case Resolved():
                judging.resolved(self, outcome.move)
                after_all.answered(self, outcome.move)
                distrust.believe(self, outcome.wrong)
            case _:
                judging.ask(self, outcome)

    def _effects(self, refusal: Refusal | None) -> Effects:
        messages = tuple(self._out)
        self._out.clear()
        if refusal is not None:
            return Effects(refusal=refusal)
        return Effects(messages=messages, lamps=self._picture.changed(self))
