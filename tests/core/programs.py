"""Seeded programs of inputs: play, mischief, accidents and commands, in whatever stage comes.

The programs look at the session only to be more wicked: they play legal moves, restore the board, and
answer questions often enough to get far. Nobody says what must come of it; programs whose outcome a model knows, with
calm hands and in all six games, are in tests/model.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from controller.core.stages import Stage
from rules.footprint import Act, Step
from rules.position import Move
from rules.terms import points_of
from tests.core import boards
from tests.core.rig import BLACK, BOOKS, CHESS, WHITE, Rig

if TYPE_CHECKING:
    from collections.abc import Callable

STARTS = (
    None,
    None,
    None,
    boards.CASTLING,
    boards.CAPTURE,
    boards.TWO_CAPTURES,
    boards.EN_PASSANT,
    boards.PROMOTION_TAKING,
    boards.MATE,
    boards.CASTLING_SPOILT,
)
ROLES = ("white", "black", "arbiter", "operator")
NAMES = (
    "promote",
    "answer",
    "adjust",
    "accept-irregularity",
    "demand-correction",
    "press-clock",
    "pass",
    "confirm-crowning",
    "pause",
    "resume",
    "resume",
    "set-clock",
    "result",
    "void",
    "penalty",
    "correct",
    "set-position",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "resign",
    "claim-repetition",
    "claim-move-limit",
    "consent-adjust",
    "mark-dead",
    "agree-score",
    "pause",
    "set-clock",
    "seal",
    "open-sealed",
    "amend",
    "no-such-command",
)
CONTROLS = (
    "90:00",
    "1:00+0:02",
    "3/0:40,0:20",
    "0:20,2x0:10",
    "~0:40",
    "0:30,2/0:20*",
    "5:00d0:03",
)
PAUSES_MS = (5, 15, 40, 60, 100, 130, 250, 400, 700, 1100, 2200)
RULINGS = ("amend", "penalty", "correct", "set-position")
RESULT_ODDS = 60
"""One in so many commands `result` is given in earnest; it ends the program's game."""


def board(seed: int) -> Rig:
    """A board for a program, with options by lot."""
    dice = Random(f"board {seed}")
    return Rig(
        dice.choice(STARTS),
        rulebook=dice.choice(BOOKS),
        mode=dice.choice(("referee", "referee", "observer")),
        claims=dice.choice(("players", "automatic")),
        orientation=dice.choice(("normal", "normal", "turned")),
        time_control=dice.choice((None, *CONTROLS)),
    )


class Program:
    """Random hands at one board."""

    def __init__(self, rig: Rig, seed: int) -> None:
        self.rig = rig
        self.dice = Random(f"program {seed}")
        self._kinds: tuple[tuple[Callable[[], None], int], ...] = (
            (self._move, 10),
            (self._toggle, 3),
            (self._touch, 3),
            (self._press, 2),
            (self._command, 4),
            (self._wait, 4),
            (self._gap, 1),
            (self._blind, 1),
            (self._restore, 3),
        )

    def step(self) -> None:
        """Does one thing."""
        acts, weights = zip(*self._kinds, strict=True)
        self.dice.choices(acts, weights)[0]()

    def _flip(self, *points: int) -> None:
        for point in points:
            self.rig.levels ^= self.rig.session.turn(1 << point)
        self.rig._frame()

    def _pause(self) -> None:
        self.rig.wait(self.dice.choice(PAUSES_MS))

    def _move(self) -> None:
        """A legal move, in an order by lot; sometimes broken off."""
        moves = self.rig.session.line.position.moves()
        if not moves or self.rig.session.stage is Stage.RESTORE:
            self._restore()
            return
        move = self.dice.choices(
            moves, [1 + 4 * len(m.captured) + 4 * bool(m.choice) for m in moves]
        )
        for step in self._order(move[0]):
            standing = bool(self.rig.levels & self.rig.session.turn(1 << step.point))
            if standing is (step.act is Act.LIFT):
                self._flip(step.point)
            self._pause()
            if self.dice.random() < 0.03:
                return
        if self.dice.random() < 0.4:
            self.rig.press(move[0].side)
        self.rig.wait(self.dice.choice((50, 300, 1000, 2500)))

    def _order(self, move: Move) -> list[Step]:
        return list(self.dice.choice(list(move.footprint.orders(lawful=False))))

    def _touch(self) -> None:
        """A man is lifted and set back, or set down elsewhere."""
        standing = points_of(self.rig.session.turn(self.rig.levels))
        if not standing:
            return
        point = self.dice.choice(standing)
        self._flip(point)
        self._pause()
        free = [p for p in range(64) if p not in standing]
        self._flip(point if self.dice.random() < 0.7 else self.dice.choice(free))
        self._pause()

    def _toggle(self) -> None:
        self._flip(*self.dice.sample(range(64), self.dice.choice((1, 1, 2, 4))))
        self._pause()

    def _press(self) -> None:
        self.rig.press(self.dice.choice((WHITE, BLACK)))

    def _wait(self) -> None:
        self.rig.wait(self.dice.randrange(1, 3000))

    def _gap(self) -> None:
        for point in self.dice.sample(range(64), self.dice.choice((0, 1, 2))):
            self.rig.levels ^= 1 << point
        self.rig.gap(self.dice.randrange(10, 900))

    def _blind(self) -> None:
        names = self.dice.sample(CHESS.points, self.dice.choice((1, 2, 16)))
        self.rig.hands(f"{','.join(names)}?{self.dice.randrange(20, 900)}")

    def _restore(self) -> None:
        """The men are put as the record has them."""
        session = self.rig.session
        target = session.state.remedy.target or session.line.position
        if session.stage is not Stage.RESTORE and self.dice.random() < 0.7:
            return
        self._flip(*points_of(session.turn(self.rig.levels) ^ target.occupied))
        self.rig.wait(self.dice.choice((100, 1000)))

    def _command(self) -> None:
        role, name = self.dice.choice(ROLES), self.dice.choice(NAMES)
        args = self._ruling(name) if name in RULINGS else self._args(name)
        if name == "result" and self.dice.randrange(RESULT_ODDS):
            args = {"result": "2-0"}
        if name in ("resign", "accept-draw") and self.dice.randrange(RESULT_ODDS):
            name = "decline-draw"
        self.rig.command(role, name, **args)

    def _ruling(self, name: str) -> dict[str, object]:
        """What the arbiter decides; mostly nothing, or else there would be no game."""
        line, dice = self.rig.session.line, self.dice
        if dice.random() < 0.5:
            return {}
        if name == "penalty":
            kind = dice.choice(("warning", "illegal-move", "time-to-opponent", "time-off"))
            return {"side": dice.choice(("white", "black")), "kind": kind, "ms": 5000}
        if name == "amend":
            return {"players": {"white": dice.choice(("A", "B", None, 7))}}
        if name == "set-position":
            text = dice.choice(line.positions).text
            return {"position": text} if dice.random() < 0.5 else {"orientation": "normal"}
        ply = dice.randrange(max(line.ply - 2, 0), line.ply + 2)
        moves = [move.text for move in line.positions[min(ply, line.ply)].moves()] or ["e2e4"]
        if dice.random() < 0.5:
            return {"to_ply": ply}
        return {"ply": ply + 1, "moves": [dice.choice(moves)]}

    def _args(self, name: str) -> dict[str, object]:
        question = self.rig.session.question
        match name:
            case "promote":
                return {"to": self.dice.choice(("q", "r", "b", "n", "N", "k", "", 7))}
            case "answer":
                known = question.candidates if question is not None else ["e2e4"]
                return {"move": self.dice.choice([*known, *known, "a1a1", "none", None])}
            case "adjust":
                return {"on": self.dice.choice((True, False, "on"))}
            case "set-clock":
                side, ms = self.dice.choice(("white", "black", "both")), self.dice.randrange(90_000)
                clocks: tuple[dict[str, object], ...] = (
                    {"times": {side: ms}},
                    {"late": {side: ms}},
                    {"share": ms % 9},
                    {"flag": side} if not self.dice.randrange(RESULT_ODDS) else {},
                )
                return self.dice.choice(clocks)
            case "result":
                return {"result": self.dice.choice(("1-0", "0-1", "1/2-1/2"))}
            case "claim-repetition" | "claim-move-limit":
                move = self.dice.choice(self.rig.session.line.position.moves() or [None])
                return {"move": move.text} if move is not None and self.dice.random() < 0.5 else {}
            case "accept-irregularity" | "demand-correction":
                return {"id": "i1"} if self.dice.random() < 0.3 else {}
            case _:
                return {}
