"""What the network faces (MQTT, kiosk, feeds) may ask of the running board.

The service implements `Desk`; the faces know nothing else of it, so each can be tested with a desk
made of plain values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from controller.journal.entry import Entry, GameSpan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Health, Json, Status
    from controller.core.view import View

__all__ = ["Acquaintances", "BenchHand", "Desk", "Entry", "GameSpan", "Reply", "news_of"]


def news_of(health: Health) -> tuple[object, ...]:
    """What of a health is news at once; its figures only wander."""
    ways = [(each.name, each.state, each.why) for each in health.broadcast]
    return health.suspects, health.bus, health.broker, health.disk, health.faults, ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What became of a command. Sent to `reply/<role>` and as the answer to the HTTP request."""

    id: str
    accepted: bool
    reason: str | None = None
    seq: int = 0
    """The newest journal sequence number after the command."""
    note: str | None = None
    """For this one person and no disk: the code of a move that was sealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintances:
    """Who may be about to play here.

    Attributes:
        names: of those who have played here, the newest first.
        paired: the players by side of this board's next game of the pairing file; empty where there is none.
    """

    names: tuple[str, ...] = ()
    paired: Mapping[str, str] = field(default_factory=dict)


class BenchHand(Protocol):
    """A visitor's two hands (1 and 2) on the simulated board. Points are names ("e2")."""

    def lift(self, point: str, hand: int = 1) -> None:
        """Takes the man (or the whole stack) at a point into a hand.

        Raises:
            ValueError: no man there, or the hand is full.
        """
        ...

    def place(self, point: str, hand: int = 1, *, on_top: bool = False) -> None:
        """Sets the man in a hand down. If another man stands there, that one is taken off first.

        Args:
            on_top: leave the other man where he is, and set this one on him.

        Raises:
            ValueError: the hand is empty.
        """
        ...

    def put_away(self, hand: int = 1) -> None:
        """Puts the man in a hand into the box.

        Raises:
            ValueError: the hand is empty.
        """
        ...

    def remove(self, point: str) -> None:
        """Takes a man off the board (into the box).

        Raises:
            ValueError: no man there.
        """
        ...

    def add(self, point: str, letter: str, *, on_top: bool = False) -> None:
        """Sets down a man from the box.

        Raises:
            ValueError: the point is occupied, and he is not to be set on top.
        """
        ...

    def slide(self, path: Sequence[str], leg_ms: int) -> None:
        """Pushes the man at the first point over the others without lifting him, `leg_ms` for each leg.

        Another man who stands at the end is taken off first.

        Raises:
            ValueError: no man there, or the path stands still.
        """
        ...

    def knock(self, point: str) -> None:
        """Knocks a man over: he lies where his sensor does not feel him.

        Raises:
            ValueError: no man stands there.
        """
        ...

    def set_right(self, point: str) -> None:
        """Stands a man up again who was knocked over.

        Raises:
            ValueError: none lies there, or another man stands there.
        """
        ...

    def men(self) -> dict[str, str]:
        """What really stands on the simulated board."""
        ...

    def in_hand(self, hand: int = 1) -> str | None:
        """Letter of the man in a hand."""
        ...

    def state(self) -> Json:
        """For the page: {"men": {...}, "in_hand": letter | null, "auto": bool}, and perhaps more.

        `auto` is true while the simulated players play on by themselves; `in_hands` is what each hand
        holds, `lying` who was knocked over.
        """
        ...

    def auto(self, on: bool) -> None:  # noqa: FBT001 - a switch on the page
        """Lets the simulated players play on by themselves, or stops them."""
        ...


class Desk(Protocol):
    """The running board, seen from the network. All methods are called in the event loop."""

    @property
    def board(self) -> str: ...

    @property
    def epoch(self) -> str: ...

    @property
    def game_id(self) -> str | None: ...

    @property
    def bench(self) -> BenchHand | None:
        """The simulated board, where there is one."""
        ...

    def view(self) -> View: ...

    def at_us(self) -> int:
        """The board's monotonic time in microseconds now."""
        ...

    def newest_seq(self) -> int:
        """Sequence number of the newest journalled message; 0 for none."""
        ...

    def entries(self, after_seq: int, limit: int) -> Sequence[Entry]:
        """Journalled messages with a greater sequence number, in order, at most `limit`."""
        ...

    def game_entries(self, game_id: str) -> Sequence[Entry]:
        """All journalled messages of one game."""
        ...

    def health(self) -> Health: ...

    def status(self) -> Status: ...

    def acquaintances(self) -> Acquaintances:
        """Who may be about to play: for whoever starts a game."""
        ...

    def games(self) -> Sequence[GameSpan]:
        """The games of the journal and where each stands in it, the oldest first."""
        ...

    def record(self, game_id: str | None = None) -> str:
        """The game so far in its own format (PGN, PDN, SGF); "" where it cannot be written.

        Args:
            game_id: a game of the journal; None for the one on the board.
        """
        ...

    async def wait_change(self, version: int) -> int:
        """Waits until the state's version is greater, and returns the version then."""
        ...

    async def command(
        self, role: str, name: str, body: Json, source: Literal["mqtt", "http"]
    ) -> Reply:
        """Obeys or refuses a command whose sender holds the role. Never raises for bad input."""
        ...

    def refuse_retained(self, role: str, name: str) -> None:
        """Notes in the health that a retained command came in and was not obeyed."""
        ...
