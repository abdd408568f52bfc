"""The belief of one board: evidence goes in, decisions come out. Pure: time is an argument.

edge, press, words, time  ->  beam of hypotheses  ->  the one rule  ->  Decision
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.core.belief import health
from controller.core.belief.beam import Beam, ended_by, explained, gated
from controller.core.belief.costs import Costs, costs, ln
from controller.core.belief.deciding import Deciding
from controller.core.belief.decision import Decision, Made
from controller.core.belief.deeds import many, sensors, stones, unseen, words
from controller.core.belief.deeds.completing import unfinished
from controller.core.belief.line import Node
from controller.core.belief.setting import Intent, setting_of
from controller.core.belief.world import Hypothesis, Symptom
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS, NEVER_NS, Timings
from rules.game import Game
from rules.position import Move, Position
from rules.terms import Point, PointSet, Side, points_of


class Belief:
    """What is believed of one game on one board.

    Attributes:
        told: the last ply that was told.
        setting: the game, the table, and what the sensors show.
    """

    def __init__(
        self,
        game: Game,
        start: Position,
        timings: Timings,
        *,
        at_ns: int = NEVER_NS,
        stable: PointSet | None = None,
        table: Costs | None = None,
        priors: Mapping[Point, int] | None = None,
    ) -> None:
        """Begins a game.

        Args:
            at_ns: when the position of the start came about; by default long before.
            stable: points that read occupied; by default those of the start.
            priors: what `remember` returned at the end of an earlier game.
        """
        self.timings = timings
        self.setting = setting_of(game, table or costs(), start.occupied)
        self.root = Node.start(game, start)
        self.beam = Beam(self.setting, self.root, at_ns)
        self.beam.hypotheses[0].faults = health.recalled(priors or {}, {})
        self.deciding = Deciding(self.root, timings)
        self._rest_ns = at_ns
        self._grace_ns = self.setting.costs.grace_ms * MS
        self._presses: list[tuple[int, Side]] = []
        self._said_for: dict[Side, int] = {}
        self._supposed = self._searched = False
        self._symptoms: dict[Point, Symptom | None] = {}
        self._looked: tuple[object, ...] = ()
        self._before: tuple[int, list[Hypothesis]] | None = None
        if stable is not None:
            self.catch_up(stable, at_ns)

    @property
    def told(self) -> Node:
        return self.deciding.told

    # Evidence.

    def edge(self, edge: Edge) -> None:
        """A sensor has changed."""
        bit = 1 << edge.point
        beam = (
            self._with_hidden(edge.at_ns, edge.point) if not edge.placed and not edge.soft else None
        )
        if not edge.soft:
            self.setting.stable = (
                self.setting.stable | bit if edge.placed else self.setting.stable & ~bit
            )
            self.setting.changed(edge)
        self._see(edge)
        unknown = self.setting.costs.unknown_edge + ln(self.setting.points)
        if beam is not None:  # no edge speaks for anything by more than the unknown pays for it
            self.beam.hypotheses = gated(beam, self.setting.costs.margin + unknown)
        self._rest_ns = max(self._rest_ns, edge.seen_ns)
        self._supposed = self._searched = False
        self._spread(self.beam.explain(edge), edge.seen_ns, unknown)

    def blind(self, points: PointSet, now_ns: int) -> None:
        """These points cannot be read from now on, and no others."""
        back = self.setting.blind & ~points
        self.setting.see(points, now_ns)
        if back:
            self._spread(
                [n for h in self.beam.hypotheses for n in self._read(h, back, now_ns)], now_ns
            )
            if self._before is not None and self._looked != (seen := self._searchable()):
                self._looked = seen
                self._search(now_ns)

    def flash(self, points: PointSet, at_ns: int) -> None:
        """More points changed in one moment than hands change; they are not believed yet."""
        found = [many.flashed(hyp, points, at_ns, self.setting) for hyp in self.beam.hypotheses]
        self._spread(found, at_ns, self.setting.costs.mess)

    def catch_up(self, shown: PointSet, now_ns: int) -> None:
        """Takes what stands now, though nobody saw how it came about."""
        odd = points_of((self.setting.stable ^ shown) & ~self.setting.blind)
        self.setting.unread = (1 << self.setting.points) - 1
        for point in odd:
            placed = bool(shown >> point & 1)
            self.edge(Edge(at_ns=now_ns, seen_ns=now_ns, point=point, placed=placed, blind=True))
        self._search(now_ns)

    def press(self, side: Side, at_ns: int) -> None:
        """A clock was pressed."""
        self._presses.append((at_ns, side))

    def promote(self, side: Side, letter: str, now_ns: int) -> None:
        """A player has named the new piece."""
        hyp = self.beam.hypotheses[0]
        answered = hyp.busy or hyp.node.side != side
        self._named(side, letter.lower(), hyp.node.depth + answered)
        words.named(self.beam.hypotheses, side, letter.lower(), self.setting)
        self._spread(self.beam.hypotheses, now_ns)

    def _named(self, side: Side, letter: str, depth: int) -> None:
        """Somebody has said what new piece a side takes in the ply of this depth."""
        self.setting.said[side], self._said_for[side] = letter, depth

    def answered_choice(self, before: Move | None, depth: int) -> None:
        """Forgets the new piece that was named for a ply: another ply has followed it."""
        if before is not None and before.choice and self._said_for.get(before.side, 0) <= depth:
            self.setting.said.pop(before.side, None)

    def answer(self, chosen: Node | None, now_ns: int) -> None:
        """People have answered a question: this ply was played, or none of those asked about."""
        asked = self.deciding.answered(chosen)
        words.answered(self.beam.hypotheses, self.told, asked, chosen, self.setting)
        self._told_so(chosen, now_ns)

    def _told_so(self, chosen: Node | None, now_ns: int) -> None:
        """Weighs anew after a word of people; one for a ply counts against the unknown."""
        unknown = self.setting.costs.denied if chosen is not None else 0
        self._spread(self.beam.hypotheses, now_ns, unknown)

    def reset(self, node: Node, now_ns: int) -> None:
        """Believes that all is as this line says; forgets what was felt before."""
        sensors.contradicted(self._begin(node, now_ns), now_ns, self.setting)
        self._symptoms = health.symptoms(self.beam, now_ns)

    # What hands are said to be doing.

    def adjust(self, side: Side | None) -> None:
        """A side has said that it adjusts pieces; None: no longer. The next ply ends it too."""
        self._intend(Intent.ADJUSTING, on=side is not None)

    def waiting(self, *, on: bool) -> None:
        """Play has not begun, or is stopped; or goes on."""
        self._intend(Intent.WAITING, on=on)

    def over(self, *, on: bool) -> None:
        """The game has a result; or has none."""
        self._intend(Intent.OVER, on=on)

    def target(self, node: Node | None, now_ns: int) -> None:
        """The pieces are to be put as this line has them, then play goes on; None: no longer."""
        self._intend(Intent.RIGHTING, on=node is not None)
        if node is not None:
            self._begin(node, now_ns).lie(self.setting.stable, self.setting.blind, now_ns)

    def _intend(self, intent: Intent, *, on: bool) -> None:
        if on:
            self.setting.intents.add(intent)
        else:
            self.setting.intents.discard(intent)

    def tick(self, now_ns: int) -> None:
        """Nothing else has happened until now."""
        while self._presses and self._presses[0][0] + self._grace_ns <= now_ns:
            at_ns, side = self._presses.pop(0)
            self._press(at_ns, side, now_ns)
        if now_ns - self._rest_ns < self.setting.costs.quiet_ms * MS:
            return
        stuck_ns = self.setting.costs.stuck_ms * MS
        aged = [sensors.outworn(h, now_ns, self.setting, stuck_ns) for h in self.beam.hypotheses]
        if any(a is not b for a, b in zip(aged, self.beam.hypotheses, strict=True)):
            self._spread(aged, now_ns)
        if not self._supposed and now_ns - self._rest_ns >= self.timings.settle_ms * MS:
            self._supposed = True
            self._spread(self._with_hidden(now_ns), now_ns)
        astray_ns = self.timings.irregular_ms * MS
        if not self._searched and now_ns - self._rest_ns >= astray_ns and self._astray():
            self._search(now_ns)

    def decide(self, now_ns: int) -> Decision | None:
        """The next thing to tell; to be called again until there is none."""
        found = self.deciding.decide(self.beam, now_ns, self._rest_ns)
        if isinstance(found, Made):
            self._forget(found)
            if not self.setting.blind:
                self._before = None  # what is done unseen from now on follows what is told
            self._intend(Intent.ADJUSTING, on=False)
            self._intend(Intent.RIGHTING, on=False)
        return found

    def next_deadline(self, now_ns: int) -> int | None:
        """When to be asked again, though nothing changes."""
        times = self.timings
        waits = (
            *self.setting.costs.looks_ms,
            self.setting.costs.lying_ms,
            self.setting.costs.coupled_ms,
            self.setting.costs.jarred_ms,
            times.settle_ms,
            times.irregular_ms,
            times.ask_ms,
        )
        due = [self._rest_ns + ms * MS for ms in waits]
        due += [at_ns + self._grace_ns for at_ns, _ in self._presses]
        for hyp in self.beam.hypotheses[:3]:
            due.append(max(hyp.landed_ns, hyp.last_ns) + times.settle_ms * MS)
        return min((at for at in due if at > now_ns), default=None)

    def suspects(self, now_ns: int) -> tuple[tuple[Point, int], ...]:
        """The points whose sensors are blamed, each with the probability in thousandths."""
        return health.suspects(self.beam, now_ns)

    def symptoms(self, now_ns: int) -> dict[Point, Symptom | None]:
        """The points whose sensors were more likely bad than good when all was last at rest.

        With each, how it was wrong then; None where it was right at that moment.
        """
        if now_ns - self._rest_ns >= self.timings.settle_ms * MS:
            self._symptoms = health.symptoms(self.beam, now_ns)
        return self._symptoms

    def recall(self, points: Iterable[Point]) -> None:
        """The sensors of these points were bad before this program was started."""
        known = list(points)
        for hyp in self.beam.hypotheses:
            for point in known:
                if point not in hyp.faults:
                    self.setting.blame(hyp, point)

    def trust(self, points: Iterable[Point]) -> None:
        """The sensors of these points are believed again, whatever they did before."""
        good = frozenset(points)
        for hyp in self.beam.hypotheses:
            hyp.faults = {point: fault for point, fault in hyp.faults.items() if point not in good}
        self._symptoms = {p: found for p, found in self._symptoms.items() if p not in good}

    def remember(self) -> dict[Point, int]:
        """How often each sensor was contradicted, as `priors` for later games or a restart."""
        return health.remembered(self.beam)

    # Inside.

    def _begin(self, node: Node, now_ns: int) -> Hypothesis:
        """Takes this line for sure and forgets what was felt before, but for bad sensors."""
        priors, jars = self.remember(), self.beam.hypotheses[0].jars
        self.beam = Beam(self.setting, node, now_ns)
        sure = self.beam.hypotheses[0]
        sure.faults, sure.jars = health.recalled(priors, self.setting.changes), jars
        self.root, self._before = node, None
        self.deciding = Deciding(node, self.timings)
        return sure

    def _see(self, edge: Edge) -> None:
        """Keeps what was believed before points were read again, until a change is seen live."""
        if not edge.blind:
            self.setting.unread, self._before = self.setting.blind, None
        elif self._before is None:
            self._before = self.beam.paid, self.beam.hypotheses
            self._looked = ()

    def _read(self, hyp: Hypothesis, points: PointSet, now_ns: int) -> list[Hypothesis]:
        """What a hypothesis becomes by these points: sensors are wrong, or it was done unseen."""
        odd = (hyp.levels() ^ self.setting.stable) & points & ~self.setting.blind
        found = [sensors.read_again(hyp, odd, now_ns, self.setting)]
        many = odd.bit_count() > self.setting.costs.unseen_steps
        if not odd or odd & ~self.setting.unread or many:
            return found
        ways = [hyp]
        for point in points_of(odd):
            placed = bool(self.setting.stable >> point & 1)
            edge = Edge(at_ns=now_ns, seen_ns=now_ns, point=point, placed=placed, blind=True)
            ways = [new for way in ways for new in explained(way, edge, self.setting)]
        return [*found, *ways]

    def _searchable(self) -> tuple[object, ...]:
        """What the result of a search for plies depends on."""
        return self.setting.stable, self.setting.blind, self.told

    def _search(self, now_ns: int) -> None:
        """Adds hypotheses of whole plies that nobody saw."""
        self._searched = True
        found = [
            new for base in self._bases()
            for unread in unseen.unseen_plies(base, now_ns, self.setting)
            for new in self._read(unread, -1, now_ns)
        ]  # fmt: skip
        self._spread([*self.beam.hypotheses, *found], now_ns)

    def _bases(self) -> list[Hypothesis]:
        """The hypotheses from which play may have gone on while nobody saw it."""
        if self._before is None:
            base = next((h for h in self.beam.hypotheses if h.node is self.told), None)
            return [] if base is None else [_calm(base)]
        paid, before = self._before
        bases = []
        for hyp in before:
            if not hyp.busy and hyp.node.line_after(self.root) is not None:
                base = _calm(hyp)
                base.cost = hyp.cost + paid - self.beam.paid
                bases.append(base)
        return bases

    def _spread(self, found: Iterable[Hypothesis], now_ns: int, unknown: int = 0) -> None:
        self.beam.spread(found, now_ns, self.told, unknown)

    def _with_hidden(self, now_ns: int, only: Point | None = None) -> list[Hypothesis]:
        """The beam, and the hypotheses that some step was not seen.

        Args:
            only: a point that is being emptied: a ply that goes on by that hides no step.
        """
        found = list(self.beam.hypotheses)
        for hyp in self.beam.hypotheses:
            if only is None:
                if not (hyp.busy or unseen.silent(hyp) or self.setting.unread):
                    continue
            elif _goes_on(hyp, only):
                continue
            found += unseen.unseen_step(hyp, now_ns, self.setting)
            if not self.setting.stones:  # there a play is made when its stone stands
                found += unfinished(hyp, self.setting)
        return found

    def _press(self, at_ns: int, side: Side, now_ns: int) -> None:
        found = self._with_hidden(now_ns)
        owed = [hyp for hyp in found if hyp.node.book.side == side]
        found += [new for hyp in owed for new in stones.pressed_upon(hyp, at_ns, self.setting)]
        ended = [new for hyp in found for new in ended_by(hyp, self.setting)]
        words.pressed([*found, *ended], side, at_ns, self.setting)
        self._spread([*found, *ended], now_ns, self.setting.costs.unknown_press)

    def _astray(self) -> bool:
        """Whether the likeliest hypotheses all leave the board as no legal move leaves it."""
        return all(
            hyp.lying
            or (
                hyp.busy
                and hyp.node.book.made(hyp.key) is None
                and not hyp.node.book.live(hyp.play).count
            )
            for hyp in self.beam.hypotheses[:5]
        )

    def _forget(self, told: Made) -> None:
        """Forgets plies that no hypothesis doubts, and words about an earlier ply."""
        common = self.told
        for hyp in self.beam.hypotheses:
            common = common.common(hyp.node)
        if common is not self.root and common.parent is not None:
            self.root = common.parent
        oldest = self.root
        for _ in range(self.setting.costs.plies_back):
            oldest = oldest.parent or oldest
        oldest.forget()
        if told.node.parent is not None:
            self.answered_choice(told.node.parent.move, told.node.parent.depth)


def _goes_on(hyp: Hypothesis, point: Point) -> bool:
    """Whether the piece that leaves a point goes on with the ply under way."""
    book = hyp.node.book
    return point in hyp.diff or bool(
        book.live(hyp.play).lifts >> point & 1 and book.mine >> point & 1
    )


def _calm(hyp: Hypothesis) -> Hypothesis:
    """A new hypothesis of the same line, with all pieces standing as in its position."""
    new = Hypothesis(hyp.node, at_ns=hyp.landed_ns)
    new.last_ns = hyp.last_ns
    new.recall(hyp)
    return new
