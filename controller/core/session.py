"""One board and its games: the only way into the core and out of it."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.inputs import Effects, Input
from controller.core.messages import Message
from controller.core.settings import Settings
from controller.core.view import View


class Session:
    """Follows one board: `feed` inputs in the order of their times, carry out the effects.

    Same inputs, same effects, byte for byte.
    """

    def __init__(self, settings: Settings) -> None:
        raise NotImplementedError

    @classmethod
    def recover(cls, settings: Settings, messages: Sequence[Message]) -> Session:
        """A session that goes on where the journal of one game ends.

        Until the physical board stands as recorded, the stage is "restore". Gives the same view as
        the session that wrote the messages.

        Args:
            settings: as for a new session; the game, rulebook and start are taken from the journal.
            messages: the messages of the game, from its `GameStarted` on.
        """
        raise NotImplementedError

    def begin(self, at_ns: int) -> Effects:
        """Starts the game: publishes `GameStarted`. Call once, first (not after `recover`)."""
        raise NotImplementedError

    def feed(self, item: Input) -> Effects:
        """Takes one input. Inputs must come in the order of their times."""
        raise NotImplementedError

    def next_deadline(self) -> int | None:
        """When the session wants a `Tick` (nanoseconds), even if nothing changes; None for never."""
        raise NotImplementedError

    def view(self) -> View:
        """What viewers see now."""
        raise NotImplementedError
