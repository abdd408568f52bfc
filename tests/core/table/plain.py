"""A belief and a referee without doubts, for tests of what stands around them.

Sensors are believed, hands do one thing after the other: what stands is the only legal move that leads to it, or
none. A board with these follows clean play, names what is no legal move, and has pieces put back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from controller.core.board import Board
from controller.core.messages import (
    Answered,
    Clock,
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
from controller.core.state import AskBack, CrownSaid, Landed, Pressed, PutRight, UnderWay
from controller.core.table import penalties, record
from controller.core.table.claims import claiming, offers
from controller.core.table.claims.claims import Kind
from controller.core.table.clock import timekeeping
from controller.core.table.clock.timer import faces_at, message
from rules.deed import Deed, HandStep, Named
from rules.terms import RulesError, Side, point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.core.inputs import Effects, Input
    from controller.core.messages import Message
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings
    from controller.core.slices import Line
    from controller.core.state import State, Step, Steps
    from rules import game as rules
    from rules.game import Position
    from rules.terms import PointSet

HOLD_MS = 300


@dataclass(frozen=True)
class Made:
    move: rules.Move
    by: str
    landed_ns: int
    done_ns: int
    edges: tuple[Edge, ...]
    said: bool


@dataclass(frozen=True)
class Unlawful:
    edges: tuple[Edge, ...]
    pressed: bool


@dataclass(frozen=True)
class Touch:
    points: tuple[int, ...]


@dataclass
class PlainBelief:
    """What stands is what was done."""

    settings: Settings
    position: Position
    edges: list[Edge] = field(default_factory=list)
    presses: list[int] = field(default_factory=list)
    said: dict[Side, str] = field(default_factory=dict)
    adjusting: bool = False
    named: bool = False

    def edge(self, edge: Edge) -> None:
        if not edge.soft:
            self.edges.append(edge)
            self.named = False

    def press(self, side: Side, at_ns: int) -> None:
        if side == self.position.side_to_move:
            self.presses.append(at_ns)

    def blind(self, points: PointSet, now_ns: int) -> None:
        pass

    def tick(self, now_ns: int) -> None:
        pass

    def note(self, step: Step, line: Line, now_ns: int) -> None:
        match step:
            case Move() | Correction() | AskBack() | PutRight():
                stays = isinstance(step, Move) and self._told is not None
                self.edges = self.edges[self._told :] if stays else []
                self._told = None
                self.position = line.position
                self.named = False
                self.presses = []
            case _ if getattr(step, "kind", None) == Kind.PROMOTION:
                self.said[Side(step.side)] = step.choice or ""  # type: ignore[union-attr]
            case _ if getattr(step, "kind", None) == Kind.ADJUSTED:
                self.adjusting, self.edges = False, []
            case _ if getattr(step, "kind", None) in (Kind.ADJUSTING, Kind.ADJUST_CONSENT):
                self.adjusting = True
            case _:
                pass

    _told: int | None = None

    def decide(self, now_ns: int) -> object | None:
        if self.presses and not self.edges and not self.adjusting and self.presses[0] + self.settings.grace_ns <= now_ns:
            self.presses = []
            return Unlawful((), pressed=True)
        if not self.edges or self.adjusting or self.named:
            return None
        rest_ms = (now_ns - self.edges[-1].at_ns) / MS
        times = self.settings.timings
        pressed = bool(self.presses)
        for upto in range(1, len(self.edges) + 1):
            found = self._made(self.edges[:upto])
            if found is None:
                continue
            later = self.edges[upto:]
            settled = not later and rest_ms >= times.settle_ms
            if pressed or settled or (later and self._made(later, found) is not None):
                by = "pressed" if pressed else "settled" if settled else "reply"
                return self._tell(found, upto, by)
        if self._standing(self.edges) == self.position.occupied:
            if rest_ms < times.settle_ms:
                return None
            lifted = tuple(dict.fromkeys(e.point for e in self.edges if not e.placed))
            self.edges = []
            return Touch(lifted)
        if pressed or (rest_ms >= times.irregular_ms and self._standing_elsewhere()):
            self.named = True
            return Unlawful(tuple(self.edges), pressed)
        return None

    def _tell(self, move: rules.Move, upto: int, by: str) -> Made:
        self._told = upto
        edges = tuple(self.edges[:upto])
        landed = next((e for e in reversed(edges) if e.point == move.target and e.placed), edges[-1])
        return Made(move, by, landed.at_ns, edges[-1].at_ns, edges, move.side in self.said)

    def _standing_elsewhere(self) -> bool:
        standing = self._standing(self.edges)
        return bool(standing & ~self.position.occupied) or not self.settings.game.men_move

    def _standing(self, edges: Sequence[Edge]) -> PointSet:
        standing = self.position.occupied
        for edge in edges:
            standing = standing | 1 << edge.point if edge.placed else standing & ~(1 << edge.point)
        return standing

    def _made(self, edges: Sequence[Edge], before: rules.Move | None = None) -> rules.Move | None:
        position = self.position if before is None else self.position.play(before)
        standing = position.occupied
        for edge in edges:
            standing = standing | 1 << edge.point if edge.placed else standing & ~(1 << edge.point)
        lifted = point_set(e.point for e in edges if not e.placed)
        if standing == position.occupied and not lifted:
            return None
        choice = self.said.get(position.side_to_move)
        found = [
            move
            for move in position.moves()
            if move.footprint.steps
            and position.play(move).occupied == standing
            and not move.footprint.lifts & ~lifted
        ]
        found.sort(key=lambda move: (move.choice != choice, "qrbnW".find(move.choice or "q")))
        return found[0] if found else None

    def next_deadline(self, now_ns: int) -> int | None:
        if not self.edges:
            return self.presses[0] + self.settings.grace_ns if self.presses else None
        times = self.settings.timings
        due = [self.edges[-1].at_ns + ms * MS for ms in (times.settle_ms, times.irregular_ms)]
        return min((at for at in due if at > now_ns), default=None)

    def under_way(self, now_ns: int) -> UnderWay | None:
        for upto in range(1, len(self.edges) + 1):
            move = self._made(self.edges[:upto])
            if move is not None:
                landed = next(e for e in reversed(self.edges[:upto]) if e.placed).at_ns
                done = self.edges[upto - 1].at_ns
                return UnderWay(move=move, landed_ns=landed, done_ns=done)
        return self._capturing()

    def _capturing(self) -> UnderWay | None:
        """A move whose piece stands and whose captured ones are still to be taken off."""
        placed = [e for e in self.edges if e.placed]
        for move in self.position.moves() if placed else ():
            left = point_set(move.captured) & self._standing(self.edges)
            if move.target == placed[-1].point and left and not _elsewhere(self, move):
                return UnderWay(move=move, landed_ns=placed[-1].at_ns, left=left)
        return None

    def busy(self, now_ns: int) -> bool:
        bump_ns = self.settings.timings.bump_ms * MS
        lifts = [e for e in self.edges if not e.placed]
        for lift in lifts:
            back = next((e for e in self.edges if e.placed and e.point == lift.point), None)
            if back is None or back.at_ns - lift.at_ns >= bump_ns:
                return True
        return len(self.edges) != 2 * len(lifts)

    def at_rest(self, now_ns: int) -> bool:
        return self._standing(self.edges) == self.position.occupied

    def may_become(self, side: Side, letter: str, now_ns: int) -> bool:
        move = self.under_way(now_ns)
        after = [] if move is None else list(self.position.play(move.move).moves())
        moves = [*([] if move is None else [move.move]), *after]
        return any(m.side == side and m.choice == letter for m in moves)


def _elsewhere(belief: PlainBelief, move: rules.Move) -> bool:
    changed = belief.position.occupied ^ belief._standing(belief.edges)
    return bool(changed & ~move.footprint.changes)


class PlainReferee:
    """Plays what is made, names what is not, and has pieces put back."""

    def __init__(self) -> None:
        self._right_ns: int | None = None
        self._late = False

    def note(self, state: State, step: Step) -> None:
        duty, remedy = state.duty, state.remedy
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
                remedy.irregularity = remedy.breach = None
                for name in (*step.captured, *step.path[:1]):
                    duty.uncrowned.pop(state.game.game.index[name], None)
            case CrowningPending():
                duty.uncrowned[state.game.game.index[step.point]] = step.choices[0]
            case Placed():
                duty.uncrowned.pop(state.game.game.index[step.point], None)
                duty.crown_said.pop(state.game.game.index[step.point], None)
            case CrownSaid():
                duty.crown_said[step.point] = (state.now_ns, step.by)
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
                duty.uncrowned.clear()
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
                yield from offers.touched(state, state.game.to_move)
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
        ended = state.game.game.ending(state.game.positions, state.game.rulebook)
        if ended is not None:
            from controller.core.table import ending

            yield from ending.by_law(state, ended)

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
        return "not here"
        yield

    def demand(self, state: State, found: Irregularity, by: str) -> Steps[str | None]:
        return "not here"
        yield

    def stand_right(self, state: State, by: str) -> Steps[str | None]:
        yield from self._stands(state)
        return None

    def owe(self, state: State) -> Steps[None]:
        del state
        return
        yield

    def pressed(self, state: State, side: Side) -> Steps[bool]:
        return not self._late
        yield

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
            spots = [[Spot(point=state.game.game.points[p]) for p in points_of(of)] for of in remedy.shown]
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
        return bool(state.duty.touched) or state.belief.busy(state.now_ns) or state.duty.touched_after


def plain_board(settings: Settings) -> Board:
    """A board with these."""
    start = settings.game.start(settings.start)
    return Board(settings, PlainBelief(settings, start), PlainReferee())


class Clocked:
    """A clock's slice with the reading that tests of the old core know."""

    def __init__(self, state: State, timer: Timer) -> None:
        self.state, self.timer = state, timer

    def faces(self, at_ns: int) -> Json:
        return faces_at(self.timer, at_ns)

    def message(self, at_ns: int) -> Clock:
        at = replace(self.state, now_ns=self.timer.origin_ns + at_ns)
        return message(at, self.timer)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a test asks for
        return getattr(self.timer, name)


class Stand:
    """A board with the face that tests of the old core know."""

    def __init__(self, settings: Settings, board: Board | None = None) -> None:
        self.board = plain_board(settings) if board is None else board

    @classmethod
    def recover(
        cls, settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
    ) -> Stand:
        start = settings.game.start(settings.start)
        belief, referee = PlainBelief(settings, start), PlainReferee()
        return cls(settings, Board.recover(settings, belief, referee, messages, at_us))

    def feed(self, item: Input) -> Effects:
        return self.board.feed(item)

    def next_deadline(self) -> int | None:
        return self.board.next_deadline()

    def view(self) -> View:
        return self.board.view()

    def turn(self, points: PointSet) -> PointSet:
        from controller.core.frames import turned

        normal = self.board.state.sensing.orientation == "normal"
        return points if normal else turned(self.board.state.game.game, points)

    @property
    def line(self) -> Line:
        return self.board.state.game

    @property
    def penalties(self) -> dict[tuple[Side, str], int]:
        return self.board.state.penalties.counts

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a test asks for
        state = self.board.state
        for part in (state, state.game, state.sensing, state.remedy, state.duty):
            if name in getattr(type(part), "__slots__", ()):
                return getattr(part, name)
        if name == "timer":
            return state.clock and Clocked(state, state.clock)
        if name == "guide":
            return None if state.remedy.target is None else state.remedy
        if name == "tracker":
            return state.belief
        if name == "health":
            return self.board.health
        if name == "judge":
            return None
        if name == "promotion":
            return state.claims.promotion
        raise AttributeError(name)
