"""What all commands share: who gives them, and how their arguments are read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State, Step, Steps
from rules.terms import Side

ARBITER = "arbiter"
OPERATOR = "operator"
PLAYER = "player"
"""Stands for the roles of the two sides."""

Obeying: TypeAlias = Generator[Step, None, Refusal | None]
Handler: TypeAlias = Callable[[State, Command], Obeying]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One command of the table.

    Attributes:
        obey: does it, or says why not; then nothing has changed.
        roles: who may give it.
        stages: when it may be given; in every other stage it is refused.
        less: stages among them in which one role may not give it.
    """

    obey: Handler
    roles: frozenset[str]
    stages: frozenset[Stage]
    less: Mapping[str, frozenset[Stage]] = field(default_factory=dict)

    def stages_of(self, role: str) -> frozenset[Stage]:
        """When a role may give it."""
        if role not in self.roles:
            return frozenset()
        return self.stages - self.less.get(role, frozenset())


Rows: TypeAlias = Mapping[str, Row]

EVER = frozenset(Stage)
PLAYED = frozenset({Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE})
"""Moves are being made."""
GOING_ON = EVER - {Stage.SETUP, Stage.ENDED}
"""The game has begun and not ended."""


def side_of(state: State, command: Command) -> Side | None:
    """The player who gives the command; None for everybody else."""
    return Side(command.role) if command.role in state.game.game.sides else None


def player(state: State, command: Command) -> Side:
    """The player who gives a command that only players may give."""
    side = side_of(state, command)
    assert side is not None
    return side


def text_of(command: Command, key: str) -> str | None:
    """An argument that is text, or None."""
    value = command.args.get(key)
    return value if isinstance(value, str) else None


def why_of(command: Command) -> str | None:
    """The reason that is given; None where none is."""
    return text_of(command, "why") or None


def number_of(command: Command, key: str) -> int | None:
    """An argument that is a whole number, or None."""
    value = command.args.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def answer(reason: str | None) -> Refusal | None:
    """What a handler that says why not comes to."""
    return None if reason is None else Refusal(reason=reason)


def answered(steps: Steps[str | None]) -> Obeying:
    """The same of a handler of the table."""
    return answer((yield from steps))


def touched(state: State) -> bool:
    """Whether a piece is off, or was touched; one that was only jolted was not (FIDE-4.2.2)."""
    return not state.belief.at_rest(state.now_ns) or state.referee.has_touched(state)
