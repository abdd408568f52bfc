"""The whole new core for tests: board, belief and referee, with the face that `Rig` needs of a session.

The belief is told of steps here, as `state.Belief.note` says, until it takes them itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.core.belief import tracker
from controller.core.belief.costs import costs, share
from controller.core.belief.deciding import How, Made, Unlawful
from controller.core.belief.waiting import left
from controller.core.belief.world import Felt, Held, Hypothesis, Kind, Node, Stand, Symptom
from controller.core.board import Board
from controller.core.frames import turned
from controller.core.messages import Answered, Claim, Correction, GameStarted, Irregularity, Move
from controller.core.referee import naming
from controller.core.referee.referee import TheReferee
from controller.core.settings import MS
from controller.core.stages import Event
from controller.core.state import AskBack, HandsOff, PutRight, Seen, Step, UnderWay
from controller.core.table import record
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.belief.deciding import Decision
    from controller.core.inputs import Effects, Input
    from controller.core.settings import Settings
    from controller.core.slices import Line
    from controller.core.stages import Stage
    from controller.core.view import View
    from rules.game import Position
    from rules.terms import PointSet, Side


class Followed(tracker.Belief):
    """A belief that hears of steps and answers the questions of the referee."""

    def __init__(self, settings: Settings) -> None:
        start = settings.game.start(settings.start)
        super().__init__(settings.game, start, settings.timings)
        self._settings = settings
        self._standing: PointSet = start.occupied
        self._off_ns = -1
        self._line: Line
        self._found: Irregularity | None = None
        self._illegal: Node | None = None

    def weighed(self, now_ns: int) -> Sequence[tuple[float, Hypothesis]]:
        self.beam.weigh(now_ns)
        low = self.beam.hypotheses[0].pending
        masses = [share(hyp.pending, low) for hyp in self.beam.hypotheses]
        total = sum(masses) + share(max(self.beam.unknown, low), low)
        return [(m / total, h) for m, h in zip(masses, self.beam.hypotheses, strict=True)]

    def decide(self, now_ns: int) -> Decision | None:
        until_ns = now_ns + self.timings.ask_ms * MS if self._off_ns == now_ns else now_ns
        told = self.told
        found = super().decide(until_ns)
        if isinstance(found, Made) and found.node is self._illegal and found.how is not How.REPLY:
            self.deciding.told, found = told, None  # nobody has accepted it yet
        return found or self._unlawful(now_ns)

    def _unlawful(self, now_ns: int) -> Unlawful | None:
        """Whether no lawful line explains what stands, beyond doubt; the likeliest of the others is named."""
        named, rested_ns = self.deciding.named, now_ns - self._rest_ns
        pressed = self._pressed == (self.told, self.told.book.side)
        if named is self.told or (rested_ns < self.timings.irregular_ms * MS and not pressed):
            return None
        astray = 0.0
        for mass, hyp in self.weighed(now_ns):
            other = hyp.node.line_after(self.told) is None  # what was told had been let go
            mess = (hyp.lying or other) and rested_ns >= self.timings.irregular_ms * MS
            astray += mass if mess else mass * left(hyp, now_ns, self.setting, self.timings)
        found = [h for _, h in self.weighed(now_ns) if h.node is self.told]
        busy = (h for h in found if h.busy and not h.lying)
        best = next(busy, next((h for h in found if h.lying), None))
        if best is None or (1 - astray) * costs().loss_accused > 1:
            return None
        self.deciding.named = self.told
        return Unlawful(hypothesis=best, pressed=pressed)

    def under_way(self, now_ns: int) -> UnderWay | None:
        hyp = self.weighed(now_ns)[0][1]
        line = hyp.node.line_after(self.told)
        if line and line[0].move is not None:
            return UnderWay(move=line[0].move, landed_ns=hyp.landed_ns, done_ns=hyp.landed_ns)
        if line is None or not hyp.busy:
            return None
        move = naming.under_way(hyp)
        if move is None:
            live = hyp.node.book.live(hyp.play).changes
            return UnderWay(move=live[0].move) if live else None
        assert move.target is not None
        left = sum(1 << p for p in naming._left(hyp, move))
        return UnderWay(
            move=move,
            landed_ns=hyp.diff[move.target].since_ns,
            left=left,
            partner=move.partner,
        )

    def busy(self, now_ns: int) -> bool:
        hyp = self.weighed(now_ns)[0][1]
        return bool(hyp.log or hyp.node is not self.told)

    def at_rest(self, now_ns: int) -> bool:
        hyp = self.weighed(now_ns)[0][1]
        return not hyp.busy and hyp.node is self.told

    def may_become(self, side: Side, letter: str, now_ns: int) -> bool:
        moves = (h.node.move for _, h in self.weighed(now_ns))
        return any(m is not None and m.side == side and m.choice == letter for m in moves)

    def note(self, step: Step, line: Line, now_ns: int) -> None:
        self._line = line
        match step:
            case Seen():
                self._standing = step.standing
            case HandsOff():
                self._off_ns = now_ns
            case Move() | Correction():
                self._follow(line.position, now_ns)
            case GameStarted():
                self._start(line.position, now_ns, right=True)
            case AskBack():
                if (step.position or line.position).text != self.told.position.text:
                    self._start(step.position or line.position, now_ns)
            case PutRight():
                self._start(line.position, now_ns, right=True)
            case Answered() if step.by != "evidence":
                asked = self.deciding.asked or ()
                chosen = [n for n in asked if n.move is not None and n.move.text == step.move]
                self.answer(chosen[0] if chosen else None, now_ns)
            case _:
                self._hear(step, now_ns)

    def _hear(self, step: Step, now_ns: int) -> None:
        match step:
            case Claim(kind="promotion"):
                side = next(s for s in self.setting.game.sides if s == step.side)
                self.promote(side, step.choice or "q", now_ns)
            case Answered():
                self.deciding.asked = None
            case Irregularity(remedy="accept-or-correct"):
                self._found = step
            case Event.OFFERED:
                self._offered(now_ns)
            case Event.STANDS:
                self._start(self._line.position, now_ns)
            case _:
                pass

    def _offered(self, now_ns: int) -> None:
        """What was named may be accepted: then it is a ply, though no legal one."""
        found, line, told = self._found, self._line, self.told
        assert found is not None
        back = found.kind == "move-taken-back"
        after = line.positions[-2] if back else record.if_stands(line, found)
        node = Node(self.setting.game, told, None, Kind.PLY, told.depth + 1)
        node.__dict__["position"] = after
        self._illegal = node
        twins = []
        for hyp in self.beam.hypotheses:
            if hyp.node is told and hyp.busy and not hyp.lying:
                new = hyp.copy()
                new.node, new.air = node, ()
                new.diff = {
                    p: s
                    for p in range(len(node.book.tokens))
                    if (t := hyp.at(p)) != node.book.tokens[p]
                    and (s := hyp.diff.get(p, Stand(t, hyp.last_ns, p)))
                }
                new.logs, new.log, new.touched = (*hyp.logs, (told.depth, hyp.log)), (), 0
                new.landed_ns = hyp.last_ns
                new.altered()
                twins.append(new)
        self._spread([*self.beam.hypotheses, *twins], now_ns)

    def _follow(self, position: Position, now_ns: int) -> None:
        """The record is at this position now."""
        if self.told.position.text == position.text:
            return
        for hyp in self.beam.hypotheses:
            line = hyp.node.line_after(self.told)
            if line and line[0].position.text == position.text:
                self.deciding.told, self.deciding.asked = line[0], None
                return
        self._start(position, now_ns)

    def _start(self, position: Position, now_ns: int, *, right: bool = False) -> None:
        """From now on this is the record; what stands is as it was believed, or all right."""
        node, before = (
            Node.start(self.setting.game, position, self.told.depth),
            self.beam.hypotheses[0],
        )
        if self.told.position.text == position.text:
            node = self.told
        self.reset(node, now_ns)
        self.setting.stable = self._standing
        hyp = self.beam.hypotheses[0]
        hyp.faults = before.faults
        if not right and not before.lying:
            for point, token in enumerate(node.book.tokens):
                there = before.at(point)
                if there != token:
                    hyp.stand(point, Stand(there, now_ns, -1))
                if token and not there:  # it lies beside the board, or stands elsewhere
                    hyp.air = (*hyp.air, Held(token, point, now_ns))
            for stand in hyp.diff.values():
                same = next((h for h in hyp.air if h.token == stand.token), None)
                hyp.air = tuple(held for held in hyp.air if held is not same)
        for point in points_of((hyp.occupied() ^ self._standing) & ~self.setting.blind):
            symptom = Symptom.SILENT if hyp.occupied() >> point & 1 else Symptom.GHOST
            hyp.feel(point, Felt(symptom, now_ns))
            hyp.blame(point)


_WHERE = {
    "standing": "sensing.standing", "unknown": "sensing.unknown", "marks": "sensing.marks",
    "orientation": "sensing.orientation", "question": "game.question", "result": "game.result",
    "breach": "remedy.breach", "irregularity": "remedy.irregularity", "timer": "clock",
    "claims": "claims", "penalties": "penalties.counts", "due": "duty.due", "told": "duty.touched",
    "touched": "duty.touched", "uncrowned": "duty.uncrowned", "now_ns": "now_ns", "ids": "game.ids",
    "guide": "remedy.target", "envelope": "game.envelope", "ruled": "game.ruled",
    "touched_after": "duty.touched_after", "pressed_ns": "duty.pressed_ns",
    "adjusting": "claims.adjusting", "promotion": "claims.promotion",
}  # fmt: skip
"""Where the new state has what tests ask the old session for."""


class Followers:
    """A session of the new core."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.board = Board(settings, Followed(settings), TheReferee())
        self.game, self.rulebook = settings.game, settings.rulebook

    def feed(self, item: Input) -> Effects:
        return self.board.feed(item)

    def next_deadline(self) -> int | None:
        return self.board.next_deadline()

    def view(self) -> View:
        return self.board.view()

    @property
    def line(self) -> Line:
        return self.board.state.game

    @property
    def stage(self) -> Stage:
        return self.board.state.stage

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the old session had
        path = _WHERE.get(name)
        if path is None:
            raise AttributeError(name)
        found: Any = self.board.state
        for part in path.split("."):
            found = getattr(found, part)
        return found

    def turn(self, points: PointSet) -> PointSet:
        if self.board.state.sensing.orientation == "normal":
            return points
        return turned(self.game, points)
