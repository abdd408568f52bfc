"""What a session is told once: the game and how hands and sensors are judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rules.game import Game
from rules.rulebook import Rulebook

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """How long things take, in milliseconds. Keys of the same names are in the configuration.

    Attributes:
        lift_ms: a point must read empty this long before the lift counts (contact bounce).
        place_ms: a point must read occupied this long before the placing counts.
        settle_ms: a made move that rests this long is completed.
        irregular_ms: a board that fits no legal move is called irregular after this long.
        slide_point_ms: without effect; configurations and traces may still give it.
        release_ms: a man standing this long in the middle of a capture is released.
        removal_pause_ms: a longer pause between captured men is a pause.
        bump_ms: a man off its point for less and back was bumped by accident.
        together_ms: two touches within this count as at once.
        ask_ms: evidence that stays undecided this long becomes a question.
        sweep_ms: the board samples its points one after the other, and what has changed is told within this: of
            two changes that are told no farther apart, either may have come first.
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
        orientation: "turned" when the sides sit the other way round than the printed labels say; None
            when sensors that tell men apart are to find it out.
        claims: "automatic" when the referee claims every breach of the touch law at once.
        clock: who stops a side's clock: its press, or its completed move on a board without buttons.
        clock_starts: when the first side's clock starts: as the men stand, or when the arbiter says so.
        default_time_ms: the event's own limit for coming late; None for that of the rulebook.
        boot: names the stretch in which `at_ns` runs on, through new starts of the program; None where
            nothing is known of it.
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
        """After this time what has changed has been seen: by the next scan, and beyond doubt by one after its debounce."""
        times = self.timings
        late_ms = max(times.lift_ms, times.place_ms) + times.sweep_ms
        return int(late_ms * 1e6 + 2e9 / self.scan_hz)

    @property
    def exchange_ns(self) -> int:
        """A man shows another colour or letter for so long before it counts: beyond any doubt in a third scan."""
        return int(max(self.timings.place_ms * 1e6, 2.5e9 / self.scan_hz))
