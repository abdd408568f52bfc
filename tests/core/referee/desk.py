"""A board whose belief is set by hand: a world, and the log of what hands did to bring it about.

`deeds` reads what hands did, as `Rig.hands` does, with one thing more: which piece is set down.

    e2- 300 e4+      a piece is lifted from e2, and set down on e4 300 ms later: the one lifted last
    d5+e4            the piece that stood on e4 is set down on d5
    d4+b             a piece with this letter comes from the bowl, or from the box
    d5*              what stands on d5 is taken away between two scans: nobody has felt it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from controller.core.belief.decision import Doubt, How, Made, Undone, Unlawful
from controller.core.belief.line import Node
from controller.core.belief.world import HandDeed, Held, Hypothesis, Stand
from controller.core.board import Board
from controller.core.inputs import Frame
from controller.core.messages import Correction, Message
from controller.core.referee import worlds
from controller.core.referee.referee import TheReferee
from controller.core.sensing.marks import Mark, tone_of_letter
from controller.core.settings import MS, Settings
from controller.core.state import AskBack, Pressed, Seen, Step, UnderWay
from rules.registry import game_by_name
from rules.terms import Side, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.slices import Line
    from rules.game import Game
    from rules.position import Move, Position


class Given:
    """A belief that believes what it is given."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.told = Node.start(game, position)
        self.hyps: list[tuple[float, Hypothesis]] = [(1.0, Hypothesis(self.told))]
        self.next: list[object] = []

    def weighed(self, now_ns: int) -> Sequence[tuple[float, Hypothesis]]:
        del now_ns
        return self.hyps

    def decide(self, now_ns: int) -> object | None:
        del now_ns
        return self.next.pop(0) if self.next else None

    def note(self, step: Step, line: Line, now_ns: int) -> None:
        """Follows the record."""
        if line.position.text != self.told.position.text:
            move = line.last
            before = len(line.positions) > 1 and line.positions[-2].text == self.told.position.text
            node = (
                self.told.child(move)
                if before and move is not None
                else Node.start(self.game, line.position)
            )
            self.told = node
            stays = isinstance(step, AskBack | Correction)
            there = self.hyps[0][1]
            new = worlds.since(there, node, (), 0) if stays else Hypothesis(node, at_ns=now_ns)
            self.hyps = [(1.0, new)]

    def edge(self, *_: object) -> None: ...
    def press(self, *_: object) -> None: ...
    def blind(self, *_: object) -> None: ...
    def tick(self, now_ns: int) -> None: ...

    def next_deadline(self, now_ns: int) -> None: ...

    def under_way(self, now_ns: int) -> UnderWay | None:
        del now_ns
        return None

    def busy(self, now_ns: int) -> bool:
        del now_ns
        return self.hyps[0][1].busy

    def gone_on(self, now_ns: int) -> bool:
        del now_ns
        return self.hyps[0][1].busy

    def at_rest(self, now_ns: int) -> bool:
        return not self.busy(now_ns)

    def may_become(self, *_: object) -> bool:
        return False


class Desk:
    """A game at a board.

    Attributes:
        said: every message so far.
        colours: the sensors tell them.
    """

    def __init__(
        self,
        game: str,
        start: str | None = None,
        book: str | None = None,
        **options: Any,  # noqa: ANN401 - as Settings takes them
    ) -> None:
        found = game_by_name(game)
        if size := options.pop("size", None):
            found = found.with_options({"size": size})
        rulebook = found.rulebooks[book] if book else found.rulebook
        self.settings = Settings(game=found, rulebook=rulebook, start=start, **options)
        position = found.start(start)
        self.game, self.belief = found, Given(found, position)
        self.board = Board(self.settings, cast("Any", self.belief), TheReferee())
        self.state = self.board.state
        self.said: list[Message] = []
        self.colours = False
        self.said += self.board.feed(Frame(at_ns=0, levels=position.occupied)).messages
        self.state.now_ns = 1000 * MS

    # Hands.

    def deeds(self, text: str, *, node: Node | None = None) -> Hypothesis:
        """What hands do from now on, and the world that comes of it."""
        at_ns = self.state.now_ns
        hyp = Hypothesis(node or self.belief.told, at_ns=at_ns)
        for token in text.split():
            if token.isdigit():
                at_ns += int(token) * MS
            else:
                self._act(hyp, token, at_ns)
        self.state.now_ns = at_ns
        self._show(hyp)
        self.belief.hyps = [(1.0, hyp)]
        return hyp

    def _act(self, hyp: Hypothesis, token: str, at_ns: int) -> None:
        name, sign, what = token.partition(token[_sign_at(token)])
        point = self.game.index[name]
        if sign == "*":
            hyp.stand(point, Stand("", at_ns, -1))
            return
        if sign == "-":
            there = hyp.diff.get(point)
            held = Held(hyp.at(point), point if there is None else there.origin, at_ns)
            hyp.stand(point, Stand("", at_ns, -1))
            hyp.air = (*hyp.air, held)
        else:
            held = _taken(hyp, what, self.game, at_ns)
            hyp.air = tuple(each for each in hyp.air if each is not held)
            hyp.stand(point, Stand(held.token, at_ns, held.origin))
        hyp.last_ns = at_ns
        hyp.pay(
            HandDeed(
                name="hand", point=point, at_ns=at_ns, cost=0, placed=sign == "+",
                token=held.token, origin=held.origin,
            )
        )  # fmt: skip

    def _show(self, hyp: Hypothesis) -> None:
        """The sensors show this world now."""
        standing, marks = hyp.occupied(), {}
        for point in points_of(standing) if self.colours else ():
            marks[point] = Mark(tone=tone_of_letter(hyp.at(point), self.game))
        self.take(
            Seen(
                standing=standing, unknown=0, marks=marks, strengths={},
                orientation="normal", oriented=True,
            )
        )  # fmt: skip

    def wait(self, ms: int) -> None:
        """Time passes, and nothing is done."""
        self.state.now_ns += ms * MS
        self.watch()

    def take(self, step: Step) -> None:
        """A step is folded."""
        self.board._reduce(step)

    def run(self, steps: Any) -> Any:  # noqa: ANN401 - what a handler returns
        """A handler is run."""
        found = self.board._run(steps)
        self.said += self.board._out
        self.board._out.clear()
        return found

    def watch(self) -> None:
        """What follows from the state."""
        self.run(self.state.referee.watch(self.state))

    # Decisions.

    def plays(self, text: str, hands: str | None = None, how: How = How.SETTLED) -> None:
        """A legal move is made; without hands as a hand makes a plain one."""
        move = self.state.game.position.by_text(text)
        assert move is not None, text
        before = self.belief.told
        hyp = self.deeds(plain(self.game, move) if hands is None else hands)
        log = hyp.log
        done = Hypothesis(before.child(move), at_ns=self.state.now_ns)
        done.logs = ((before.depth, log),)
        self.belief.hyps = [(1.0, done)]
        self.conclude(Made(node=done.node, hypothesis=done, log=log, how=how, odds=1000))

    def does(self, hands: str, *, pressed: bool = False) -> None:
        """Hands do what no legal move does, and leave it so."""
        hyp = self.deeds(hands)
        if pressed:
            self.take(Pressed(side=self.state.game.to_move, at_ns=self.state.now_ns))
        self.state.now_ns += self.settings.timings.irregular_ms * MS
        self.conclude(Unlawful(hypothesis=hyp, pressed=pressed))

    def asks(self, *moves: str) -> None:
        """The evidence leaves a doubt."""
        found = [self.state.game.position.by_text(text) for text in moves]
        nodes = tuple(self.belief.told.child(move) for move in found if move is not None)
        self.conclude(Doubt(candidates=nodes, odds=tuple(500 for _ in nodes)))

    def denies(self, plies: int) -> None:
        """The last plies were not played."""
        node = self.belief.told
        for _ in range(plies):
            assert node.parent is not None
            node = node.parent
        self.belief.told = node
        self.conclude(Undone(to=node, plies=plies))

    def conclude(self, decision: object) -> None:
        """The belief has decided this."""
        self.run(self.state.referee.conclude(self.state, decision))
        self.watch()

    def command(self, name: str, by: str) -> str | None:
        """Somebody says what is to become of an irregularity; why he may not."""
        remedy = self.state.remedy
        found = remedy.irregularity or remedy.breach
        assert found is not None
        do = self.state.referee.let_stand if name == "accept" else self.state.referee.demand
        reason = cast("str | None", self.run(do(self.state, found, by)))
        self.watch()
        return reason

    def of(self, kind: type[Any]) -> list[Any]:
        """The messages of one type."""
        return [message for message in self.said if isinstance(message, kind)]

    @property
    def other(self) -> Side:
        """The side that is not on move."""
        return self.game.other(self.state.game.to_move)


def plain(game: Game, move: Move) -> str:
    """What a hand does that makes a move: the piece first, what it captures last."""
    names = game.points
    if move.origin is None or move.target is None:
        assert move.target is not None
        token = "b" if move.side == game.sides[0] else "w"
        taken = "".join(f" 200 {names[point]}-" for point in move.captured)
        return f"{names[move.target]}+{token}{taken}"
    first = [point for point in move.captured if point == move.target]
    last = [point for point in move.captured if point != move.target]
    text = "".join(f"{names[point]}- 300 " for point in first)
    text += f"{names[move.origin]}- 300 {names[move.target]}+{names[move.origin]}"
    if move.partner is not None:
        fills = move.footprint.fills & ~(1 << move.target)
        there = names[fills.bit_length() - 1]
        text += f" 300 {names[move.partner]}- 300 {there}+{names[move.partner]}"
    return text + "".join(f" 300 {names[point]}-" for point in last)


def _sign_at(token: str) -> int:
    return next(n for n, letter in enumerate(token) if letter in "+-*")


def _taken(hyp: Hypothesis, what: str, game: Game, at_ns: int) -> Held:
    if not what:
        return hyp.air[-1]
    if what in game.index:
        return next(held for held in hyp.air if held.origin == game.index[what])
    return Held(what, -1, at_ns)
