"""What a session is told once: the game and how hands and sensors are judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rules.game import Game
from rules.rulebook import Rulebook

MS = 1_000_000
"""Nanoseconds in a millisecond."""
NEVER_NS = -(1 << 62)
"""When something was done that was never done: before any moment that a clock can tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """How long things take, in milliseconds. Keys of the same names are in the configuration.

    Attributes:
        lift_ms: a point must read empty this long before the lift counts (contact bounce).
        place_ms: a point must read occupied this long before the placing counts.
        settle_ms: a made move that rests this long is completed.
        irregular_ms: a board that fits no legal move is called irregular after this long.
        slide_point_ms: without effect; configurations and traces may still give it.
        release_ms: a piece standing this long in the middle of a capture is released.
        removal_pause_ms: a longer time between two captured pieces is a pause.
        bump_ms: a piece off its point for less and back was bumped by accident.
        together_ms: two touches within this count as at once.
        ask_ms: evidence that stays undecided this long becomes a question.
        sweep_ms: how long the board needs to sample all its points, one after the other. Of two
            changes told no farther apart than this, either may have come first.
    """

    lift_ms: int = 15
    place_ms: int = 10
    settle_ms: int = 750
    irregular_ms: int = 1200
    slide_point_ms: int = 100
    release_ms: int = 500
    removal_pause_ms: int = 2000
    bump_ms: int = 120
    together_ms: int = 150
    ask_ms: int = 4000
    sweep_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One game on one board.

    Attributes:
        start: text of the position to start from; None for the game's array.
        orientation: "turned" when the sides sit the other way round than the printed labels say.
            None when sensors that tell pieces apart are to find it out.
        claims: "automatic" when the referee claims every breach of the touch law at once.
        clock: what stops a side's clock: its press, or, on a board without buttons, its completed
            move.
        clock_starts: when the first side's clock starts: once the array stands, or when the arbiter
            says so.
        default_time_ms: the event's own limit for coming late; None for that of the rulebook.
        boot: names the run of the machine through which `at_ns` goes on, new starts of the program
            included. None where nothing is known of it.
        scan_hz: how often the sensors are read in a second.
    """

    game: Game
    rulebook: Rulebook
    start: str | None = None
    mode: Literal["referee", "observer"] = "referee"
    claims: Literal["players", "automatic"] = "players"
    orientation: Literal["normal", "turned"] | None = "normal"
    time_control: str | None = None
    clock: Literal["pressed", "moves"] = "pressed"
    clock_starts: Literal["at-once", "arbiter"] = "at-once"
    default_time_ms: int | None = None
    boot: str | None = None
    players: dict[str, str | None] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    game_options: dict[str, Any] = field(default_factory=dict)
    timings: Timings = field(default_factory=Timings)
    scan_hz: float = 200.0

    @property
    def grace_ns(self) -> int:
        """How long after a change it has been seen beyond doubt.

        The next scan sees it, and one scan after its debounce settles it.
        """
        times = self.timings
        late_ms = max(times.lift_ms, times.place_ms) + times.sweep_ms
        return int(late_ms * 1e6 + 2e9 / self.scan_hz)

    @property
    def exchange_ns(self) -> int:
        """How long another colour or letter must show before it counts: until a third scan."""
        return int(max(self.timings.place_ms * 1e6, 2.5e9 / self.scan_hz))
