"""What hands really did: the truth that the board's messages are judged by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TruePly:
    """One ply as it was made on a simulated or a filmed board.

    All times count in microseconds of the trace, from its first scan.

    Attributes:
        move: the text of the legal move, as `rules.position.Move.text` has it (a promotion with its choice).
        side: who made it, as `Game.sides` names it.
        began_us: when the hand first touched a piece of this move: its first lift, push or stone from the bowl.
        made_us: when the last piece of the move was at rest where it belongs, captured pieces off the board, and the
            hand off. A move told before is told early.
        pressed_us: when its player pressed the clock upon it; None where nobody did.
    """

    move: str
    side: str
    began_us: int
    made_us: int
    pressed_us: int | None = None
