"""The cores that a recording can be fed to, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.referee.referee import TheReferee
from controller.shell.pump import Fed
from controller.shell.shadow import Shadow
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.messages import Json, Message
    from controller.core.settings import Settings


class Suspecting(Protocol):
    """What a core thinks of its sensors."""

    def told(self, at_ns: int) -> list[Json]:
        """Those that it does not believe, as `health` messages name them."""
        ...


class Core(Fed, Protocol):
    """The side of a session that replays and scores need."""

    @property
    def settings(self) -> Settings: ...

    @property
    def health(self) -> Suspecting: ...


def new_board(settings: Settings) -> Board:
    """A board on which a game is to begin, with all its parts."""
    return Board(settings, RecordedBelief(settings), TheReferee())


def recovered_board(
    settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
) -> Board:
    """A board that goes on where the journal of one game ends.

    Args:
        settings: as for a new board, made from the journal's `GameStarted`.
        messages, at_us: of the game, and when each was recorded, where known.

    Raises:
        RulesError: the messages are not those of a game that can be.
    """
    return Board.recover(settings, RecordedBelief(settings), TheReferee(), messages, at_us)


def _old(settings: Settings) -> Core:
    """The core before it, for comparing."""
    from controller.core.session import Session  # noqa: PLC0415 - only where it is asked for

    return Session(settings)


USUAL = "new"
CORES: Mapping[str, Callable[[Settings], Core]] = {
    "old": _old,
    "belief": Shadow,
    "new": new_board,
}
"""Makes a board of one game."""


def core_named(name: str) -> Callable[[Settings], Core]:
    """The core of this name.

    Raises:
        RulesError: there is none.
    """
    if name not in CORES:
        raise RulesError(f"there is no core {quoted(name)}; known: {', '.join(CORES)}")
    return CORES[name]
