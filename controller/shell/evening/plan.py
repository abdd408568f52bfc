"""What happens on one evening, all of it decided before it begins.

A plan is drawn from a seed (`drawing`), played (`playing`), and cut down where it fails (`shrinking`).
All times in it are moments of one virtual clock, so what is left out leaves the rest as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from drivers.sim.hands import TimedAct, end_ns

if TYPE_CHECKING:
    from rules.game import Game

_US = 1000


class Mess(StrEnum):
    """What hands do beside moving. The laws may have a word for some of it; none of it is a move."""

    ADJUST = "adjust"
    """Men are set right after it was announced."""
    NUDGE = "nudge"
    """A man is set right without a word, too short for a touch."""
    FINGER = "finger"
    """A man is lifted and put back without a word, which is a touch."""
    KNOCK = "knock"
    """Men are knocked over and set right again."""
    SWEEP = "sweep"
    """A sleeve passes over a row."""
    TAKE_BACK = "take-back"
    """A move or two are taken back; the players agree, or put the men back."""
    LIFTED_BOARD = "lifted-board"
    """The board is lifted and put down again."""
    KINGS = "kings"
    """The game is over: the kings are set in the centre, and then the result is entered."""
    ANALYSIS = "analysis"
    """Men are moved about once the game is over."""


TOUCHING = frozenset({Mess.FINGER, Mess.KNOCK, Mess.TAKE_BACK, Mess.LIFTED_BOARD, Mess.KINGS})
"""What the laws may rightly call irregular."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command given on the kiosk, by somebody in this role."""

    at_ns: int
    role: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One stretch of hands' work: a move, or a mess between moves.

    Attributes:
        move: what is played; "" for a mess.
        mess: what it is if it is no move.
        acts: of the hands, in order, each with its time.
        orders: commands given meanwhile, in order.
        until_ns: when it is over.
    """

    move: str = ""
    mess: Mess | None = None
    acts: tuple[TimedAct, ...] = ()
    orders: tuple[Order, ...] = ()
    until_ns: int

    @property
    def from_ns(self) -> int:
        """When it begins."""
        starts = [entry.at_ns for entry in self.acts] + [order.at_ns for order in self.orders]
        return min(starts, default=self.until_ns)


class Ill(StrEnum):
    """What goes wrong in the electronics."""

    STUCK_ON = "stuck-on"
    STUCK_OFF = "stuck-off"
    CHATTER = "chatter"
    """A contact loses its man again and again for some milliseconds."""
    COUPLED = "coupled"
    """A contact also closes while its neighbour's is."""
    NAK = "nak"
    """No chip of the bus acknowledges."""
    ABSENT = "absent"
    """A chip is away, and comes back reset."""
    BROWN_OUT = "brown-out"
    """A chip loses its settings."""
    WRONG_DATA = "wrong-data"
    """One read gives wrong bits."""
    GAP = "gap"
    """No scans are made."""
    CUT_BEFORE = "cut-before"
    """The program dies before what it has just found is in the journal."""
    CUT_AFTER = "cut-after"
    """The program dies when it is in the journal and nobody has been told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something that goes wrong in the electronics.

    Attributes:
        target: the point, or the chip counted from 0.
        other: the point that a coupled contact follows.
        for_ns: how long; 0 for what happens once or stays.
    """

    ill: Ill
    at_ns: int
    for_ns: int = 0
    target: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One evening.

    Attributes:
        game: what is played; it knows its options.
        mix: name of the mix it was drawn from.
        seed: what it was drawn from, and what magnets and contacts err by.
        start: position at which it begins; None for the array.
        turns: what hands do, in order.
        troubles: of the electronics, in the order of their times.
    """

    game: Game
    mix: str
    seed: int
    start: str | None
    turns: tuple[Turn, ...]
    troubles: tuple[Trouble, ...] = ()

    @property
    def line(self) -> tuple[str, ...]:
        """The moves: what the board should find."""
        return tuple(turn.move for turn in self.turns if turn.move)

    @property
    def turns_of_moves(self) -> list[int]:
        """The number of each ply's turn."""
        return [n for n, turn in enumerate(self.turns) if turn.move]

    @property
    def until_ns(self) -> int:
        """When the last turn is over."""
        return max((turn.until_ns for turn in self.turns), default=0)


def turn_end_ns(acts: tuple[TimedAct, ...], orders: tuple[Order, ...], start_ns: int) -> int:
    """When the acts and orders of a turn are over."""
    return max([end_ns(acts, start_ns), *(order.at_ns for order in orders)])


def as_json(plan: Plan) -> dict[str, Any]:
    """The plan for people to read: points by name, times in microseconds."""
    names = plan.game.points
    return {
        "game": plan.game.name,
        "game_options": dict(plan.game.options),
        "mix": plan.mix,
        "seed": plan.seed,
        "start": plan.start,
        "troubles": [_trouble(trouble, names) for trouble in plan.troubles],
        "turns": [_turn(turn, names) for turn in plan.turns],
    }


def _trouble(trouble: Trouble, names: tuple[str, ...]) -> dict[str, Any]:
    body: dict[str, Any] = {"us": trouble.at_ns // _US, "ill": trouble.ill.value}
    if trouble.for_ns:
        body["for_us"] = trouble.for_ns // _US
    if trouble.ill in OF_POINTS:
        body["point"] = names[trouble.target]
    elif trouble.ill in OF_CHIPS:
        body["chip"] = trouble.target
    if trouble.ill is Ill.COUPLED:
        body["with"] = names[trouble.other]
    return body


OF_POINTS = frozenset({Ill.STUCK_ON, Ill.STUCK_OFF, Ill.CHATTER, Ill.COUPLED})
"""Troubles of one sensor; the others concern a chip, a bus or the program."""
OF_CHIPS = frozenset({Ill.ABSENT, Ill.BROWN_OUT, Ill.WRONG_DATA, Ill.NAK})


def _turn(turn: Turn, names: tuple[str, ...]) -> dict[str, Any]:
    body: dict[str, Any] = {"move": turn.move} if turn.move else {"mess": turn.mess}
    body["us"] = turn.from_ns // _US
    if turn.acts:
        body["acts"] = [_act(entry, names) for entry in turn.acts]
    if turn.orders:
        body["orders"] = [
            {"us": o.at_ns // _US, "role": o.role, "command": o.name, "args": dict(o.args)}
            for o in turn.orders
        ]
    return body


def _act(entry: TimedAct, names: tuple[str, ...]) -> dict[str, Any]:
    act = entry.act
    where = [names[p] for p in act.path] if act.path else names[act.point]
    body: dict[str, Any] = {"us": entry.at_ns // _US, act.act.value: where}
    if entry.until_ns > entry.at_ns:
        body["for_us"] = (entry.until_ns - entry.at_ns) // _US
    if act.label:
        body["man"] = act.label
    if entry.slip:
        body["slip"] = True
    return body
