"""The cores that a recording can be fed to, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.referee.referee import TheReferee
from controller.core.session import Session
from controller.shell.pump import Fed
from controller.shell.shadow import Shadow
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from controller.core.messages import Json
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


def whole(settings: Settings) -> Board:
    """The new core with all its parts."""
    return Board(settings, RecordedBelief(settings), TheReferee())


USUAL = "old"
CORES: Mapping[str, Callable[[Settings], Core]] = {"old": Session, "belief": Shadow, "new": whole}
"""Makes a session of one game. The service makes its own."""


def core_named(name: str) -> Callable[[Settings], Core]:
    """The core of this name.

    Raises:
        RulesError: there is none.
    """
    if name not in CORES:
        raise RulesError(f"there is no core {quoted(name)}; known: {', '.join(CORES)}")
    return CORES[name]
