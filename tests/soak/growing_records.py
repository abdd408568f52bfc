"""Records that grow: at each message of a game the record kept by the board is that written from all its messages.

Random games of all six kinds: legal moves, clocks and presses that come later, moves taken back and corrected,
results, positions set up, illegal moves that are let stand, turns lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from controller.core.messages import (
    Clock,
    Correction,
    GameStarted,
    Irregularity,
    Move,
    Observed,
    Result,
)
from controller.shell.account import Account
from controller.shell.export import NoSuchGame, record_text
from rules.registry import GAMES
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.core.messages import Json, Message
    from rules.game import Game
    from rules.position import Position

COUNT = 600
PLIES = 40
"""Deeds in a game; each is compared, so that twice as many take four times as long."""


@dataclass
class Told:
    """A game that somebody tells at random.

    Attributes:
        odd: whether anything may happen that is no legal move.
    """

    dice: Random
    game: Game
    odd: bool
    messages: list[Message] = field(default_factory=list)
    line: list[Position] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)

    def begin(self) -> None:
        array, dice = self.game.start(), self.dice
        self.line = [array]
        for _ in range(dice.choice((0, 0, 6))):
            self.line = [self._played(self.line[-1])]
        self.messages.append(
            GameStarted(
                game=self.game.name,
                rulebook=self.game.rulebook.name,
                players={side: dice.choice(("Ann", "", "Wu 吴")) for side in self.game.sides},
                position=self.line[0].value,
                time_control=dice.choice((None, "40/90:00,15:00", "60:00,3x0:30")),
                headers={"Event": "Evening"} if dice.random() < 0.5 else {},
                game_options=dict(self.game.options),
            )
        )

    def deed(self) -> None:
        """Something happens."""
        deeds: list[tuple[int, Callable[[], None]]] = [
            (80, self.move),
            (12, self.press),
            (6, self.take_back),
            (2, self.end),
        ]
        if self.odd:
            deeds += [(2, self.set_up), (3, self.let_stand), (3, self.lose_turn)]
        weights = [weight for weight, _ in deeds]
        self.dice.choices(deeds, weights)[0][1]()

    def move(self, *, imposed: bool = False) -> None:
        position, dice = self.line[-1], self.dice
        moves = position.moves()
        if not moves:
            return
        move = dice.choice(moves)
        self.line.append(position.play(move))
        self._say(move.text, move.side, imposed=imposed)

    def press(self) -> None:
        """A clock is told of, for the last ply or an earlier one, or for none."""
        ply = self.dice.choice((None, len(self.line) - 1, max(1, len(self.line) - 2), 7))
        self.messages.append(Clock(sides=self._sides(), ply=ply))

    def take_back(self) -> None:
        last = len(self.line) - 1
        if last:
            first = self.dice.randint(max(1, last - 12), last)
            del self.line[first:]
            cause = self.dice.choice(("players", "correct"))
            self._correct(first, last, cause)

    def end(self) -> None:
        result = self.dice.choice(list(self.game.results.values()))
        self.messages.append(Result(result=result, termination="agreement", law=None, winner=None))

    def set_up(self) -> None:
        ply = len(self.line) - 1
        self.line[-1] = self.game.start(self._played(self._played(self.line[-1])).text)
        self._correct(ply + 1, ply, "set-position")

    def let_stand(self) -> None:
        """A move that no law allows stands."""
        ply, side = len(self.line), self.line[-1].side_to_move
        found = Irregularity(
            id=f"i{len(self.messages)}",
            law="X-1",
            kind="illegal-move",
            side=side,
            points=[],
            observed=Observed(),
            remedy="choice",
        )
        self.messages.append(found)
        after = self._played(self._played(self._played(self.line[-1])))
        self.line.append(self.game.start(after.text))
        self._say("a1a2", side, legal=False, accepted=found.id)
        assert ply == len(self.line) - 1

    def lose_turn(self) -> None:
        self.messages.append(
            Irregularity(
                id=f"i{len(self.messages)}",
                law="X-2",
                kind="turn",
                side=self.line[-1].side_to_move,
                points=[],
                observed=Observed(),
                remedy="turn-lost",
            )
        )
        self.move(imposed=True)

    def _played(self, position: Position) -> Position:
        moves = position.moves()
        return position.play(self.dice.choice(moves)) if moves else position

    def _correct(self, first: int, last: int, cause: str) -> None:
        body = Correction(
            from_ply=first,
            to_ply=last,
            why="",
            by="arbiter",
            position=self.line[-1].value,
            cause=cause,  # type: ignore[arg-type]
        )
        self.messages.append(body)

    def _say(self, text: str, side: str, **more: object) -> None:
        self.messages.append(
            Move(
                ply=len(self.line) - 1,
                side=side,
                move=text,
                notation={},
                captured=[],
                path=[],
                position=self.line[-1].value,
                completed_by="settled",
                clocks=self._sides() if self.dice.random() < 0.7 else None,
                **more,  # type: ignore[arg-type]
            )
        )

    def _sides(self) -> Json:
        sides: Json = {}
        for side in self.game.sides:
            self.used[side] = self.used.get(side, 0) + self.dice.randrange(9_000)
            face = {"remaining_ms": 900_000 - self.used[side], "period": self.dice.choice((1, 2))}
            if self.dice.random() < 0.9:
                face["used_ms"] = self.used[side]
            if self.dice.random() < 0.5:
                face["byo_yomi_left"] = self.dice.randrange(4)
            sides[side] = face
        return sides


def written(messages: list[Message]) -> str:
    """The record from all messages; empty where there is none."""
    try:
        return record_text(messages)
    except (NoSuchGame, RulesError):
        return ""


def soak(*, seed: int, count: int, plies: int = PLIES) -> dict[str, object]:
    """So many games, each game in turn."""
    compared = 0
    for number in range(seed, seed + count):
        dice = Random(number)
        name = sorted(GAMES)[number % len(GAMES)]
        game = GAMES[name].with_options({"size": 9}) if name == "go" else GAMES[name]
        told = Told(dice, game, odd=dice.random() < 0.4)
        told.begin()
        account, known = Account(lambda told=told: told.messages), 0  # type: ignore[misc]
        known = len(told.messages)
        for _ in range(plies):
            told.deed()
            account.take(told.messages[known:])
            known = len(told.messages)
            if dice.random() < 0.3:
                continue  # not every record is asked for
            whole = written(told.messages)
            assert account.text() == whole, f"seed {number}: {name} after {known} messages"
            compared += bool(whole)
    return {"records": compared}
