"""Draws the plan of an evening: the same game, mix, seed and length always give the same plan."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from controller.shell.evening.field import kings_in_the_centre
from controller.shell.evening.messes import MessDrawer
from controller.shell.evening.mixes import MIXES, Mix
from controller.shell.evening.plan import Ill, Mess, Order, Plan, Trouble, Turn, turn_end_ns
from controller.shell.moving import motions
from drivers.sim.hands import Act, HandAct, Hands, TimedAct
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.hands import Span
    from rules.game import Game
    from rules.position import Move, Position

_MS = 1_000_000
_BEGIN_NS = 1500 * _MS
CALM_NS = 3000 * _MS
"""After this long every move has settled, and what is said on the kiosk is understood."""
_CAPTURE_WEIGHT = 6
_PASS_WEIGHT = 0.02


def line_by_chance(game: Game, dice: Random, plies: int) -> tuple[list[Position], list[Move]]:
    """A legal line rich in captures, promotions and castling, as far as the game goes: nobody passes upon a pass (Go)."""
    positions: list[Position] = [game.start()]
    line: list[Move] = []
    while len(line) < plies and game.ending(positions, game.rulebook) is None:
        passed = bool(line) and line[-1].target is None
        moves = [m for m in positions[-1].moves() if not (passed and m.target is None)]
        if not moves:
            break
        move = dice.choices(moves, [_weight(move) for move in moves])[0]
        line.append(move)
        positions.append(positions[-1].play(move))
    return positions, line


def _weight(move: Move) -> float:
    if move.target is None:
        return _PASS_WEIGHT
    rare = len(move.captured) + bool(move.choice) + (move.partner is not None)
    return 1 + _CAPTURE_WEIGHT * rare


def line_of(game: Game, texts: Sequence[str]) -> tuple[list[Position], list[Move]]:
    """The line of a recorded game.

    Raises:
        RulesError: a move is not legal where it stands.
    """
    positions: list[Position] = [game.start()]
    line: list[Move] = []
    for text in texts:
        move = positions[-1].by_text(text)
        if move is None:
            raise RulesError(f"{quoted(text)} is not a legal move in {positions[-1].text}")
        line.append(move)
        positions.append(positions[-1].play(move))
    return positions, line


def draw(
    game: Game, mix: str, seed: int, plies: int, recorded: Sequence[str] | None = None
) -> Plan:
    """The plan of one evening.

    Args:
        mix: one of `MIXES`.
        plies: the game is left open after so many.
        recorded: the moves that are played; drawn where left out.

    Raises:
        RulesError: one of the recorded moves is not legal where it stands.
    """
    dice = Random(f"{game.name} {mix} {seed}")  # noqa: S311 - a simulation
    drawer = _Drawer(game, MIXES[mix], dice, seed)
    if recorded is None:
        line = line_by_chance(game, dice, plies)
    else:
        line = line_of(game, recorded[:plies])
    turns = drawer.turns(*line)
    troubles = drawer.troubles(turns[-1].until_ns if turns else _BEGIN_NS)
    return Plan(
        game=game, mix=mix, seed=seed, start=None, turns=tuple(turns), troubles=tuple(troubles)
    )


class _Drawer:
    """One evening's dice and clock."""

    def __init__(self, game: Game, mix: Mix, dice: Random, seed: int) -> None:
        self.game = game
        self.mix = mix
        self.dice = dice
        self.hands = Hands(seed, mix.tempo)
        self.messes = MessDrawer(game, mix, dice)
        self.now_ns = _BEGIN_NS

    def turns(self, positions: list[Position], line: list[Move]) -> list[Turn]:
        found: list[Turn] = []
        made = list(zip(positions, line, strict=False))
        for n, (position, move) in enumerate(made):
            mess = self.messes.draw(position, self.now_ns, made[:n][-2:])
            if mess is not None:
                found.append(mess)
                self.now_ns = mess.until_ns
            found.append(self._turn(position, move))
            self.now_ns = found[-1].until_ns
        return found + (self._kings(positions) or self._afterwards(positions))

    def _turn(self, position: Position, move: Move) -> Turn:
        if move.target is None:
            order = Order(at_ns=self.now_ns + CALM_NS, role=move.side, name="pass")
            return Turn(move=move.text, orders=(order,), until_ns=order.at_ns + 500 * _MS)
        acts = self._paused(motions(self.game, position, move, self.dice))
        timed = self.hands.plan(acts, 0)
        shift_ns = self.now_ns + self._reply_ns() - timed[0].at_ns
        timed = tuple(
            replace(t, at_ns=t.at_ns + shift_ns, until_ns=t.until_ns + shift_ns) for t in timed
        )
        standing = {p for p in range(len(self.game.points)) if position.occupied >> p & 1}
        timed = self._rested(timed, standing)
        timed = self.hands.clumsy(timed, self.messes.near.__getitem__, standing)
        orders = self._promotion(move, timed)
        return Turn(
            move=move.text,
            acts=timed,
            orders=orders,
            until_ns=turn_end_ns(timed, orders, self.now_ns),
        )

    def _reply_ns(self) -> int:
        quick = self.dice.random() < self.mix.quick_chance
        return self._span_ns(self.mix.quick_ms if quick else self.mix.reply_ms)

    def _paused(self, acts: list[HandAct]) -> list[HandAct]:
        """Now and then a man is held in the air while his player thinks."""
        if self.dice.random() >= self.mix.pause_chance or acts[-1].act is not Act.PLACE:
            return acts
        pause = HandAct(act=Act.PAUSE, ms=self.dice.uniform(*self.mix.pause_ms))
        return [*acts[:-1], pause, replace(acts[-1], quick=False)]

    def _rested(self, timed: tuple[TimedAct, ...], standing: set[int]) -> tuple[TimedAct, ...]:
        """Now and then the man touches another point on his way, with the hand still on him."""
        if self.dice.random() >= self.mix.rest_chance or timed[-1].act.act is not Act.PLACE:
            return timed
        ours = {t.act.point for t in timed}
        free = [
            p for p in self.messes.near[timed[-1].act.point] if p not in standing and p not in ours
        ]
        if not free:
            return timed
        over, rest_ns = self.dice.choice(free), self._span_ns(self.mix.rest_ms)
        down_ns = timed[-1].at_ns
        up_ns = down_ns + rest_ns
        last_ns = up_ns + self._span_ns(self.mix.tempo.between_ms)
        down, up = (
            TimedAct(act=HandAct(act=act, point=over), at_ns=at_ns, until_ns=at_ns, slip=True)
            for act, at_ns in ((Act.PLACE, down_ns), (Act.LIFT, up_ns))
        )
        return (*timed[:-1], down, up, replace(timed[-1], at_ns=last_ns, until_ns=last_ns))

    def _promotion(self, move: Move, timed: tuple[TimedAct, ...]) -> tuple[Order, ...]:
        """What a pawn becomes, if it is no queen, is said just before or just after."""
        if move.choice in ("", "q"):
            return ()
        first_ns, last_ns = timed[0].at_ns, max(t.until_ns for t in timed)
        before = self.dice.random() < 0.5
        at_ns = max(self.now_ns, first_ns - 50 * _MS) if before else last_ns + 20 * _MS
        return (Order(at_ns=at_ns, role=move.side, name="promote", args={"to": move.choice}),)

    def _kings(self, positions: list[Position]) -> list[Turn]:
        """The players set the kings in the centre, and the draw is entered."""
        over = self.game.ending(positions, self.game.rulebook) is not None
        if self.game.name != "chess" or over or not self.mix.kings_chance:
            return []
        if self.dice.random() >= self.mix.kings_chance:
            return []
        at_ns = self.now_ns + CALM_NS
        acts = kings_in_the_centre(self.game, positions[-1], self.dice, at_ns)
        if not acts:
            return []
        at_ns = acts[-1].until_ns + 2 * CALM_NS
        args = {"result": self.game.result_text(Outcome.DRAW), "termination": "agreement"}
        order = Order(at_ns=at_ns, role="arbiter", name="result", args=args)
        self.now_ns = at_ns + CALM_NS
        return [Turn(mess=Mess.KINGS, acts=acts, orders=(order,), until_ns=self.now_ns)]

    def _afterwards(self, positions: list[Position]) -> list[Turn]:
        """The players agree on a draw and look at the game once more."""
        if self.dice.random() >= self.mix.analysis_chance:
            return []
        at_ns = self.now_ns + 2 * CALM_NS
        orders: tuple[Order, ...] = ()
        if self.game.ending(positions, self.game.rulebook) is None:
            result = self.game.result_text(Outcome.DRAW)
            args = {"result": result, "termination": "agreement"}
            orders = (Order(at_ns=at_ns, role="arbiter", name="result", args=args),)
        acts = self.messes.analysis(positions[-1], at_ns + CALM_NS)
        until_ns = turn_end_ns(acts, orders, at_ns) + CALM_NS
        return [Turn(mess=Mess.ANALYSIS, acts=acts, orders=orders, until_ns=until_ns)]

    def troubles(self, until_ns: int) -> list[Trouble]:
        """What breaks on an evening of this length."""
        mix, dice = self.mix, self.dice
        found = [self._sensor(until_ns) for _ in range(dice.randint(*mix.sensors))]
        for ill, most, span_ms in (
            (Ill.GAP, mix.gaps, (70, 500)),
            (Ill.BROWN_OUT, mix.brown_outs, (0, 0)),
            (Ill.ABSENT, mix.absences, (50, 2000)),
            (Ill.NAK, mix.naks, (5, 150)),
            (Ill.WRONG_DATA, mix.wrong_reads, (0, 0)),
        ):
            for _ in range(dice.randint(0, most)):
                at_ns, for_ns = self._moment_ns(until_ns), self._span_ns(span_ms)
                found.append(Trouble(ill=ill, at_ns=at_ns, for_ns=for_ns, target=self._chip()))
        for _ in range(dice.randint(0, mix.cuts)):
            ill = dice.choice([Ill.CUT_BEFORE, Ill.CUT_AFTER])
            found.append(Trouble(ill=ill, at_ns=self._moment_ns(until_ns)))
        return sorted(found, key=lambda trouble: trouble.at_ns)

    def _sensor(self, until_ns: int) -> Trouble:
        dice = self.dice
        ill = dice.choice([Ill.STUCK_ON, Ill.STUCK_OFF, Ill.CHATTER, Ill.COUPLED])
        point = dice.randrange(len(self.game.points))
        at_ns = self._moment_ns(until_ns)
        return Trouble(
            ill=ill, at_ns=at_ns, target=point, other=dice.choice(self.messes.near[point])
        )

    def _chip(self) -> int:
        return self.dice.randrange(-(-len(self.game.points) // 14))

    def _moment_ns(self, until_ns: int) -> int:
        return self.dice.randint(_BEGIN_NS, max(until_ns, _BEGIN_NS))

    def _span_ns(self, span_ms: Span) -> int:
        return int(self.dice.uniform(*span_ms) * _MS)
