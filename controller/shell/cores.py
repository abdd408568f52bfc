"""Makes boards with all their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.referee.referee import TheReferee
from controller.shell.pump import Fed

if TYPE_CHECKING:
    from collections.abc import Sequence

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
