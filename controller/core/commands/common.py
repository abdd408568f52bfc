"""What all commands share: who gives them, and how their arguments are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.session import Session

ARBITER = "arbiter"
OPERATOR = "operator"
PLAYER = "player"
"""Stands for the roles of the two sides."""

Handler = Callable[["Session", Command], Refusal | None]


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


Rows = Mapping[str, Row]

EVER = frozenset(Stage)
PLAYED = frozenset({Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE})
"""Moves are being made."""
GOING_ON = EVER - {Stage.SETUP, Stage.ENDED}
"""The game has begun and not ended."""


def side_of(session: Session, command: Command) -> Side | None:
    """The player who gives the command; None for everybody else."""
    return Side(command.role) if command.role in session.game.sides else None


def text_of(command: Command, key: str) -> str | None:
    """An argument that is text, or None."""
    value = command.args.get(key)
    return value if isinstance(value, str) else None
