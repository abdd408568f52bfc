"""One game as records keep it, whatever the game and the file format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """One game as records keep it.

    Attributes:
        game: the game's name ("draughts-100").
        headers: every header but those that are fields here, in the order of the record.
        options: the game's options (Go: size, komi, handicap).
        start: the position that the game began with, as `Position.text`; None for the array.
        moves: as `Move.text`.
        clocks_ms: time left to the mover after each move, in milliseconds; None where not recorded.
        elapsed_ms: time taken for each move, likewise.
        set_ups: by number of plies made, the position that then stood although the moves do not lead
            to it (an illegal move that was let stand, moves that a board did not recognise).
        forced: by number of plies made, the plays that led to what is set up there, made one after the
            other though the laws forbid each; only where the record names them (Go: KO in SGF).
        overtime: by number of plies made, the moves or periods that the mover then had left in overtime,
            where the record says it.
        notes: by number of plies made, a comment.
        result: as the game's records write it.
        problems: what a lenient reader could not follow; empty for a whole record.
        warnings: what people should know about how it was read; nothing was left out for it. Records that
            differ in nothing else are equal.
    """

    game: str = "chess"
    headers: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    start: str | None = None
    moves: tuple[str, ...] = ()
    clocks_ms: tuple[int | None, ...] = ()
    elapsed_ms: tuple[int | None, ...] = ()
    set_ups: Mapping[int, str] = field(default_factory=dict)
    forced: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    overtime: Mapping[int, int] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    result: str = "*"
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not len(self.moves) == len(self.clocks_ms) == len(self.elapsed_ms):
            raise ValueError("a record needs one clock time and one elapsed time (or None) a move")
        if not all(0 < ply <= len(self.moves) for ply in self.overtime):
            raise ValueError("what is left in overtime belongs to a move")
        if not self.forced.keys() <= self.set_ups.keys():
            raise ValueError("where plays were forced, the record needs the position after them")
