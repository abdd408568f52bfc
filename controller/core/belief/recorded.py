"""The belief of a board with a record: it hears every message and is asked what goes on."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.belief.begun import begun, to_come
from controller.core.belief.book import Token
from controller.core.belief.costs import costs
from controller.core.belief.decision import Decision
from controller.core.belief.deeds import stones, words
from controller.core.belief.deeds.completing import standing
from controller.core.belief.deeds.sensors import contradicted
from controller.core.belief.line import Kind, Node
from controller.core.belief.posterior import ASTRAY, fallen
from controller.core.belief.setting import Intent
from controller.core.belief.tracker import Belief
from controller.core.belief.world import NOWHERE, Held, Hypothesis, Stand
from controller.core.messages import (
    TRUSTED,
    Answered,
    Claim,
    Correction,
    Irregularity,
    Move,
    Result,
    Ruling,
)
from controller.core.settings import MS, Settings
from controller.core.slices import Line
from controller.core.stages import Event
from controller.core.state import AskBack, HandsOff, PutRight, Recovered, Seen, Step, UnderWay
from rules.position import Position
from rules.terms import Point, PointSet, Side, point_set

IRREGULAR = (Event.IRREGULAR, Event.DEMANDED)
"""Why pieces are put back that hands have just placed where they stand."""

CONFIRMED = "confirmed"
"""What completes a move of which people have said that it was made."""


class RecordedBelief(Belief):
    """The belief that follows the record of a game (`state.Belief`)."""

    def __init__(self, settings: Settings) -> None:
        start = settings.game.start(settings.start)
        super().__init__(settings.game, start, settings.timings)
        self._standing: PointSet | None = None
        self._hands_off_ns = -1
        self._odd: PointSet = 0

    # What is asked of it.

    def weighed(self, now_ns: int) -> Sequence[tuple[float, Hypothesis]]:
        """The hypotheses with their probabilities, the likeliest first."""
        return self.beam.weighed(now_ns)

    def decide(self, now_ns: int) -> Decision | None:
        """See `Belief.decide`. After hands off, all that stands counts as rested long enough."""
        off = self.deciding.hands_off = self._hands_off_ns == now_ns
        return super().decide(now_ns + self.timings.ask_ms * MS if off else now_ns)

    def under_way(self, now_ns: int) -> UnderWay | None:
        """The ply that is being made by the likeliest hypothesis."""
        hyp = self.weighed(now_ns)[0][1]
        line = hyp.node.line_after(self.told)
        move = line[0].move if line else None
        if move is None and hyp.left and not hyp.busy:
            move = self.told.move
        if move is not None:
            done_ns = None if hyp.left else hyp.landed_ns
            return UnderWay(move=move, landed_ns=hyp.landed_ns, done_ns=done_ns, left=hyp.left)
        if line is None or not hyp.busy:
            return None
        made = hyp.node.book.made(hyp.key)
        if made is not None and not standing(hyp, made):
            return UnderWay(move=made.move, landed_ns=hyp.last_ns, done_ns=hyp.last_ns)
        move = begun(hyp)
        if move is None or move.target is None:
            live = hyp.node.book.live(hyp.play).changes
            return UnderWay(move=live[0].move) if live else None
        return UnderWay(
            move=move,
            landed_ns=hyp.diff[move.target].since_ns,
            left=point_set(to_come(hyp, move)),
            partner=move.partner,
        )

    def busy(self, now_ns: int) -> bool:
        """Something has been done since the last ply that is told."""
        hyp = self.weighed(now_ns)[0][1]
        return hyp.node is not self.told or _touched(hyp)

    def gone_on(self, now_ns: int) -> bool:
        """Something has been done since a ply that is made and not told."""
        hyp = self.weighed(now_ns)[0][1]
        return hyp.node is not self.told and _touched(hyp)

    def at_rest(self, now_ns: int) -> bool:
        """Whether every piece stands where the record has it.

        Captured stones that hands have left for long do not count (Go).
        """
        hyp = self.weighed(now_ns)[0][1]
        lying_ns = self.setting.costs.lying_ms * MS
        left = hyp.left and not (self.setting.stones and now_ns - hyp.last_ns >= lying_ns)
        return not (hyp.busy or left) and hyp.node is self.told

    def may_become(self, side: Side, letter: str, now_ns: int) -> bool:
        """A pawn of this side may have become this."""
        lines = (hyp.node.line_after(self.told) or () for _, hyp in self.weighed(now_ns))
        moves = (node.move for line in lines for node in line)
        return any(m is not None and m.side == side and m.choice == letter for m in moves)

    # What it hears.

    def note(self, step: Step, line: Line, now_ns: int) -> None:
        """A step has been folded into the other slices; `line` is the record after it."""
        match step:
            case Seen():
                self._look(step.standing, now_ns)
            case HandsOff():
                self._hands_off_ns = now_ns
            case Correction(why="promotion") if self.told.parent is not None:
                self.deciding.told = self.told.parent  # the same ply, with another new piece
            case Move() | Correction():
                self._record(step, line, now_ns)
            case Irregularity():
                index = self.setting.game.index
                self._odd = point_set(index[name] for name in step.points)
            case PutRight() if step.word:
                self._stand(line, line.position, now_ns)
            case PutRight() | Event.STANDS:
                self._righted(line, now_ns)
            case AskBack():
                self._put_back(step, line, now_ns)
            case Event.OFFERED:
                self.deciding.offered = None if line.offered is None else line.offered.text
            case _:
                self._hear(step, line, now_ns)

    def _record(self, step: Move | Correction, line: Line, now_ns: int) -> None:
        """Follows a change of the record."""
        before = self.told
        self.over(on=line.result is not None)
        self._follow(line, now_ns)
        self.answered_choice(line.moves[-2] if line.ply > 1 else None, line.ply - 1)
        said = isinstance(step, Move) and step.completed_by == CONFIRMED
        if said and self.told.parent is before:  # else nobody has felt it
            words.answered(self.beam.hypotheses, before, (), self.told, self.setting)
            self._told_so(self.told, now_ns)
            if (move := self.told.move) is not None and move.choice:
                self._named(move.side, move.choice, self.told.depth)

    def _hear(self, step: Step, line: Line, now_ns: int) -> None:
        match step:
            case Recovered():  # the pieces stand as the record ends, until they are seen
                self._begin(self.told, now_ns)
            case Answered() if step.by != "evidence":
                asked = self.deciding.asked or ()
                chosen = (n for n in asked if n.move is not None and n.move.text == step.move)
                self.answer(next(chosen, None), now_ns)
            case Answered():
                self.deciding.asked = None
            case Claim(kind="adjusting"):
                self.adjust(self.told.book.side)
            case Claim(kind="adjusted"):
                self.adjust(None)
                for hyp in self.beam.hypotheses:
                    words.adjusted(hyp)
            case Result():
                self.over(on=True)
            case Ruling():
                self._ruled(step, line, now_ns)
            case Claim(kind="promotion"):
                side = next(side for side in self.setting.game.sides if side == step.side)
                self.promote(side, step.choice or "q", now_ns)
            case _:
                pass

    def _ruled(self, step: Ruling, line: Line, now_ns: int) -> None:
        """Takes a person's word on the sensors, or on a turn that was held to be lost."""
        if step.kind == TRUSTED:
            index = self.setting.game.index
            self.trust(index[name] for name in step.evidence)
        elif step.found == "wrong" and step.irregularity is not None:
            self._turn_kept(line, now_ns)

    def _follow(self, line: Line, now_ns: int) -> None:
        """Follows the record to its new position."""
        position = line.position
        if self.told.position.text == position.text:
            return
        node = self._next(position)
        if node is None:
            self._go_on(line, position, now_ns)
            return
        self.deciding.told, self.deciding.asked = node, None
        if node.kind in ASTRAY:  # people have said so: nothing before it is in doubt any more
            hyps = self.beam.hypotheses
            self.beam.hypotheses = [h for h in hyps if h.node.line_after(node) is not None]
            self.root = node
        if node.kind is Kind.TAKEN_BACK:
            node.forget()

    def _next(self, position: Position) -> Node | None:
        """The ply after which this stands, by the likeliest hypothesis that has one."""
        lines = (hyp.node.line_after(self.told) for hyp in self.beam.hypotheses)
        nexts = (line[0] for line in lines if line and not line[0].hole)
        return next((node for node in nexts if node.position.text == position.text), None)

    def _look(self, standing: PointSet, now_ns: int) -> None:
        """Takes what the sensors show; at the first look nobody knows how it came about."""
        first, self._standing = self._standing is None, standing
        if first:
            self.setting.stable, self._rest_ns = standing, now_ns
            for hyp in self.beam.hypotheses:
                hyp.last_ns = now_ns  # no ply has landed yet
            if standing != self.told.position.occupied:
                self.target(self.told, now_ns)

    def _put_back(self, step: AskBack, line: Line, now_ns: int) -> None:
        """The pieces are to be put as the record has them.

        After an irregularity the piece may also be moved on to where the law lets it go. A ply that
        was retracted may not be taken for made again.
        """
        wanted = step.position or line.position
        if step.event in IRREGULAR and wanted.text == self.told.position.text:
            self._intend(Intent.RIGHTING, on=True)
            self._let_go()
            best = self.beam.hypotheses[0]
            if fallen(best):
                return  # it knows what is to be put right, and keeps what was played before
            kept = played_from(self.told, (best.node.line_after(self.told) or [])[1:])
            twins = [
                Hypothesis(node, cost=best.cost, at_ns=now_ns)
                for node in dict.fromkeys((self.told, kept))
            ]
            for twin in twins:
                twin.recall(best)
                twin.lie(self.setting.stable, self.setting.blind, now_ns)
                others = self._others(twin, best) & ~twin.lying
                twin.off, twin.stray = twin.off | others, twin.stray | others
            twins += stones.played_beside(twins[0], self._came(), self.setting)
            self._spread([*self.beam.hypotheses, *twins], now_ns)
        else:
            self.target(self._node_of(line, wanted), now_ns)

    def _others(self, wanted: Hypothesis, standing: Hypothesis) -> PointSet:
        """Points where another piece stands than is wanted; a crown makes no difference."""
        owner = self.setting.owner

        def same(one: Token, other: Token) -> bool:
            return one.lower() == other.lower() and owner[one] == owner[other]

        pairs = ((p, token, standing.at(p)) for p, token in enumerate(wanted.node.book.tokens))
        return point_set(p for p, one, two in pairs if one and two and not same(one, two))

    def _came(self) -> list[Point]:
        """Points where stones came since the last ply, in order.

        Without those of the irregularity, and of what people deny.
        """
        hyp = self.beam.hypotheses[0]
        logs = [log for depth, log in hyp.logs if depth >= self.told.depth]
        deeds = [deed for log in (*logs, hyp.log) for deed in log if deed.point != NOWHERE]
        came = {deed.point: deed.at_ns for deed in deeds}
        denied = {node.landed for node in self.deciding.refused}
        points = (p for p in came if not self._odd >> p & 1 and p not in denied)
        return sorted(points, key=lambda p: came[p])

    def _let_go(self) -> None:
        """Drops hypotheses that go on with the last ply: by the law its piece was released."""
        hyps = self.beam.hypotheses
        self.beam.hypotheses = [h for h in hyps if h.node.line_after(self.told) is not None] or hyps

    def _righted(self, line: Line, now_ns: int) -> None:
        """The pieces stand right. What was touched meanwhile binds nobody."""
        self._intend(Intent.RIGHTING, on=False)
        self.deciding.named = self.deciding.asked = None
        self.deciding.refused = frozenset()  # what was not played then may be played now
        lawful = [h for h in self.beam.hypotheses if self._lawful(h) and not h.lying]
        about_to = self.told.parent  # a ply that is being told is not in the record yet
        recorded = [node.position.text for node in (self.told, about_to) if node is not None]
        if line.position.text not in recorded or not lawful:
            self._go_on(line, line.position, now_ns)
        else:
            self.beam.hypotheses = lawful
        for hyp in self.beam.hypotheses:
            hyp.log, hyp.touched = (), 0
        self.beam.unknown = self.setting.costs.unknown_most

    def _known(self, position: Position) -> bool:
        """Whether a position is that after the last told ply, or the one before it."""
        last = (self.told, self.told.parent)
        return any(node is not None and node.position.text == position.text for node in last)

    def _lawful(self, hyp: Hypothesis) -> bool:
        """Whether a hypothesis has nothing against the law since the last told ply."""
        line = hyp.node.line_after(self.told)
        if not line or line[0].turn_lost:
            return line is not None
        return not (line[0].kind in (*ASTRAY, Kind.OVER) or line[0].hole)

    def _node_of(self, line: Line, position: Position) -> Node:
        """The line that leads to a position: that of the record, where the position is its last."""
        if self.told.position.text == position.text:
            return self.told
        node = line_of(line)
        same = node.position.text == position.text
        return node if same else Node.start(self.setting.game, position, line.ply)

    def _turn_kept(self, line: Line, now_ns: int) -> None:
        """People say that something has cost nothing: no turn was lost by it either (Go)."""
        hyps, told = self.beam.hypotheses, self.told
        kept = [h for h in hyps if not any(n.turn_lost for n in h.node.line_after(told) or ())]
        if kept:
            self.beam.hypotheses = kept
        else:
            self._go_on(line, line.position, now_ns)

    def _stand(self, line: Line, position: Position, now_ns: int) -> Hypothesis:
        """Believes from now on that all stands as in the record; sensors that differ are wrong."""
        self._intend(Intent.RIGHTING, on=False)
        if self._standing is not None:
            self.setting.stable = self._standing
        self.reset(self._node_of(line, position), now_ns)
        return self.beam.hypotheses[0]

    def _go_on(self, line: Line, position: Position, now_ns: int) -> None:
        """Believes this record from now on, with the pieces where they were believed to stand."""
        before = self.beam.hypotheses[0]
        hyp = self._stand(line, position, now_ns)
        hyp.recall(before)
        if before.lying:
            return
        hyp.felt = {}
        for point, token in enumerate(hyp.node.book.tokens):
            there = before.at(point)
            if there != token:
                left = before.diff[point] if before.left >> point & 1 else None
                hyp.stand(point, left or Stand(there, now_ns, -1))
            if token and not there:  # it lies beside the board, or stands elsewhere
                hyp.air = (*hyp.air, Held(token, point, now_ns))
        for stand in hyp.diff.values():
            same = next((held for held in hyp.air if held.token == stand.token), None)
            hyp.air = tuple(held for held in hyp.air if held is not same)
        contradicted(hyp, now_ns, self.setting)


def played_from(node: Node, plies: Sequence[Node]) -> Node:
    """The line from a node with moves that were played upon another, as far as they are legal."""
    for ply in plies:
        move = None if ply.move is None else node.position.by_text(ply.move.text)
        if ply.move is None or move is None or move.captured != ply.move.captured:
            return node
        node = node.child(move)
    return node


def line_of(line: Line) -> Node:
    """The last plies of a record."""
    first = max(0, line.ply - costs().plies_back)
    node = Node.start(line.game, line.positions[first], first)
    for move, position in zip(line.moves[first:], line.positions[first + 1 :], strict=True):
        node = node.beyond(position, Kind.AGAINST) if move is None else node.child(move)
    return node


def _touched(hyp: Hypothesis) -> bool:
    """Whether hands, not presses or sensors, did something since the hypothesis's last ply."""
    return any(deed.placed is not None and not hyp.taken(deed.origin) for deed in hyp.log)
