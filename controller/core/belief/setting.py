"""What prices all deeds: the game, the table, and what every hypothesis has in common."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from controller.core.belief.book import EMPTY, Token
from controller.core.belief.costs import MILLI, Cost, Costs, ln
from controller.core.belief.world import Aim, HandDeed, Held, Hypothesis
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Mark, Tone, tone_of_letter
from controller.core.settings import MS
from rules.game import Game
from rules.terms import Point, PointSet, Side, points_of


class Intent(StrEnum):
    """What hands are said to be doing instead of playing. A ply may be made all the same."""

    ADJUSTING = "adjusting"
    """A player has said that it adjusts pieces."""
    RIGHTING = "righting"
    """The pieces are put as a position has them."""
    WAITING = "waiting"
    """Play has not begun, or is stopped."""
    OVER = "over"
    """The game has a result."""


@dataclass(slots=True)
class Setting:
    """One game on one board.

    Attributes:
        owner: whose each token is.
        said: the new piece that each side has named, if it has.
        blind: points that cannot be read now.
        blind_ns: since when each of them cannot be read.
        unread: `blind`, and the points that could not be read at some time since the last change
            that was seen as it happened.
        stable: points that read occupied.
        intents: what hands are said to be doing.
        marks: what the sensors that tell pieces apart show of each.
        changes, all_changes: how often each sensor has changed, and all of them together.
    """

    game: Game
    costs: Costs
    owner: dict[Token, Side]
    said: dict[Side, str] = field(default_factory=dict)
    blind: PointSet = 0
    blind_ns: dict[Point, int] = field(default_factory=dict)
    unread: PointSet = 0
    stable: PointSet = 0
    intents: set[Intent] = field(default_factory=set)
    marks: dict[Point, Mark] = field(default_factory=dict)
    changes: Counter[Point] = field(default_factory=Counter)
    all_changes: int = 0

    def see(self, blind: PointSet, now_ns: int) -> None:
        """These points cannot be read from now on, and no others."""
        self.blind = blind
        self.blind_ns = {p: self.blind_ns.get(p, now_ns) for p in points_of(blind)}
        self.unread |= blind

    def seen_until(self, points: Iterable[Point], now_ns: int) -> int:
        """Until when it was seen that nothing changed at these points."""
        return min((self.blind_ns.get(point, now_ns) for point in points), default=now_ns)

    @property
    def stones(self) -> bool:
        """Whether pieces come from a bowl and stay where they are set down (Go)."""
        return not self.game.pieces_move

    @property
    def points(self) -> int:
        return len(self.game.points)

    def mine(self, hyp: Hypothesis, token: Token) -> bool:
        """Whether a piece is of the side on move."""
        return self.owner[token] == hyp.node.book.side

    def in_hand(self, hyp: Hypothesis) -> list[Held]:
        """Pieces off the board with which the ply may go on.

        Stones of the position are not among them (Go), nor pieces that this ply has captured.
        """
        mine = [held for held in hyp.air if self.mine(hyp, held.token)]
        if self.stones:
            return [held for held in mine if held.origin < 0]
        return [held for held in mine if held.left >= 0 or not hyp.at(held.origin)]

    def started(self, hyp: Hypothesis, edge: Edge) -> Cost:
        """The cost that a ply begins with this edge, so soon after the ply before."""
        if hyp.busy:
            return 0
        cost = self._amid(hyp, edge)
        if hyp.aim in (Aim.BACK, Aim.KINGS) and hyp.lying:  # nobody plays on half-way there
            cost += self.costs.abandoned
        if hyp.aim is Aim.ARRAY:  # the next game begins when all stand
            cost *= hyp.lying.bit_count()
        for intent in self.intents:
            cost += self.costs.against(intent)
        if edge.blind:
            return cost + self.costs.unread_ply
        if hyp.mess is not None:
            cost += self.costs.at_once(edge.at_ns - hyp.mess.last_ns)
        removed = (done.at_ns for done in hyp.log if self.stones and self._removes(hyp, done))
        done_ns = max(removed, default=hyp.landed_ns)
        return cost + self.costs.reply(edge.at_ns - done_ns)

    def _amid(self, hyp: Hypothesis, edge: Edge) -> Cost:
        """The cost that a ply begins while not all stands as it should.

        Players who have played on over that do so again: then it costs nothing.
        """
        if hyp.lying:
            return 0 if self._let_lie(hyp, edge) else self.costs.amid
        if not (hyp.left & ~hyp.forgotten if self.stones else hyp.left):
            return 0
        if self.stones and any(self._removes(hyp, done) for done in hyp.log):
            return self.costs.amid_removal(edge.at_ns - hyp.last_ns)
        return self.costs.amid

    def _let_lie(self, hyp: Hypothesis, edge: Edge) -> bool:
        """Whether play has gone on over pieces that lie wrong, and nobody will put them right."""
        mess = hyp.mess
        if mess is None or mess.last_ns >= hyp.landed_ns:
            return False
        return not self.stones or edge.at_ns - mess.last_ns >= self.costs.lying_ms * MS

    def _removes(self, hyp: Hypothesis, done: HandDeed) -> bool:
        return done.placed is False and hyp.taken(done.origin)

    def lingered(self, hyp: Hypothesis, edge: Edge) -> Cost:
        """The cost that a ply that seemed made goes on after so long a rest."""
        made = hyp.busy and hyp.node.book.made(hyp.key) is not None
        return self.costs.rest(edge.at_ns - hyp.last_ns) if made else 0

    def opened(self, hyp: Hypothesis, about: Collection[Intent]) -> Cost:
        """The cost that an event begins: a piece leaves or comes by no deed of a player.

        Args:
            about: intents under which hands do just that on purpose.
        """
        if not self.intents.isdisjoint(about):
            return self.costs.set_right
        return self.costs.set_wrong if hyp.aim is Aim.ARRAY else self.costs.mess

    def narrowed(self, hyp: Hypothesis, new: Hypothesis) -> Cost | None:
        """The cost of the choice that a deed makes among the possible moves.

        None where it leaves none of them.
        """
        book = hyp.node.book
        after = book.live(new.play).count
        if not after:
            return None
        before = book.live(hyp.play).count
        return max(0, ln(before or book.count) - ln(after))

    def under_way(self, hyp: Hypothesis) -> bool:
        """Whether a move is begun and not finished: a legal one, or what a player takes for one."""
        book = hyp.node.book
        if book.live(hyp.play).count or self.stones:
            return bool(book.live(hyp.play).count)
        mistakes = hyp.node.mistakes
        return bool(mistakes.live(hyp.play).count) and mistakes.made(hyp.key) is None

    def mistaken(self, hyp: Hypothesis, new: Hypothesis) -> Cost | None:
        """The cost of a deed as part of what a player wrongly takes for a move.

        None where it is part of no such move.
        """
        if self.stones:
            return None
        mistakes = hyp.node.mistakes
        after, before = mistakes.live(new.play), mistakes.live(hyp.play)
        if not after.count:
            return None
        cost = max(0, ln(before.count or mistakes.count) - ln(after.count))
        side, lawful = hyp.node.book.side, bool(hyp.node.book.live(hyp.play).count)
        if side not in after.sides and (lawful or side in before.sides):
            cost += self.costs.out_of_turn
        return cost + (self.costs.mistaken if lawful else 0)

    def fault(self, hyp: Hypothesis, cost: Cost, point: Point) -> Cost:
        """The cost of one more fault of a sensor.

        It is far less once the sensor was contradicted, and rises each time it is right after that.
        """
        known = hyp.faults.get(point)
        if known is None:
            return cost
        again = max(self.costs.again_least, self.costs.again - known.times * MILLI)
        # Neither the end of the last fault nor this one is a change that was right.
        right = max(0, self.changes[point] - known.changes - 2)
        return min(cost, again + right * self.costs.again_right)

    def changed(self, edge: Edge) -> None:
        """Keeps the mark of a sensor, and counts its change where that was seen as it happened."""
        self.marks.pop(edge.point, None)
        if edge.placed and edge.mark is not None:
            self.marks[edge.point] = edge.mark
        if not edge.blind:
            self.changes[edge.point] += 1
            self.all_changes += 1

    def jarred(self, hyp: Hypothesis) -> Cost:
        """The cost that a hand jars this one of the sensors beside it.

        Boards differ, so this is learned from what has happened on this one.
        """
        usual, weight = self.costs.jarred, self.costs.jarred_edges
        changes = math.log1p(self.all_changes / weight)
        before = math.log1p(hyp.jars / (weight * math.exp(-usual / MILLI)))
        return usual + round((changes - before) * MILLI) + ln(self.costs.beside)

    def blame(self, hyp: Hypothesis, point: Point) -> None:
        """Notes in a fresh copy of a hypothesis that the sensor of a point is contradicted."""
        hyp.blame(point, self.changes[point])

    def stuck(self, hyp: Hypothesis, point: Point) -> Cost:
        """The cost that a sensor is stuck on a piece that has left.

        What was paid already for its being late is taken off.
        """
        felt = hyp.felt.get(point)
        paid = felt.paid if felt is not None else 0
        return max(0, self.fault(hyp, self.costs.stuck, point) - paid)

    def mark(self, hyp: Hypothesis, point: Point, mark: Mark, token: Token) -> tuple[str, Cost]:
        """The name and the cost of the deed that a sensor gives this mark for a piece.

        "" and 0 where the mark is right.
        """
        same_side = mark.tone is tone_of_letter(token, self.game)
        if same_side and mark.letter in (None, token):
            return "", 0
        if same_side and mark.letter in becomes(token, self.game):
            return "other_piece", self.costs.other_piece
        return "wrong_mark", self.fault(hyp, self.costs.wrong_mark, point)


def setting_of(game: Game, costs: Costs, stable: PointSet = 0) -> Setting:
    """A game before anything has happened."""
    light = next(side for side in game.sides if side != "black")
    dark = game.other(light)
    owner = {
        token: light if tone_of_letter(token, game) is Tone.LIGHT else dark for token in game.men
    }
    return Setting(game, costs, owner, stable=stable)


BECOMES: Mapping[str, Mapping[Token, str]] = {
    "PNBRQKpnbrqk": {"P": "QRBN", "p": "qrbn"},
    "wbWB": {"w": "W", "W": "w", "b": "B", "B": "b"},
}
"""What may stand in place of a piece that the law makes another, by the letters of a game.

The new piece of a promotion may stand there already; a king may not have been crowned yet.
"""


def becomes(token: Token, game: Game) -> tuple[str, ...]:
    """The letters of the pieces that may stand for this one."""
    return tuple(BECOMES.get(game.men, {}).get(token, ""))


def deed(
    name: str,
    edge: Edge,
    cost: Cost,
    *,
    token: Token = EMPTY,
    origin: Point = -1,
    hand: bool = True,
) -> HandDeed:
    """What explains an edge."""
    return HandDeed(
        name=name,
        point=edge.point,
        at_ns=edge.at_ns,
        cost=cost,
        placed=edge.placed if hand else None,
        token=token,
        origin=origin,
        touch=edge.soft,
    )
