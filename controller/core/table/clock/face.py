"""One side of a chess clock: what it has, and in which period it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Face:
    """What one side has.

    Attributes:
        stage: the stage of the control that it is in, from 0.
        period: the period that it is in, from 1; repeated periods count each time.
        made: moves counted in this period; less than nothing where moves counted before
            were taken back.
        left_ns: until the flag falls or the next period begins.
        delay_ns: how long the clock still waits in this move before it runs (`d`).
        used_ns: by the move in hand.
        spent_ns: in the whole game.
        reading: byo-yomi has begun.
        byo_yomi: periods of byo-yomi left, the present one included.
        fresh: what is saved is not carried on, as the period began when a fixed time was used up.
        skipped: moves to come whose time was added before they were taken back.
        fell_ns: when the flag fell.
    """

    stage: int = 0
    period: int = 1
    made: int = 0
    left_ns: int = 0
    delay_ns: int = 0
    used_ns: int = 0
    spent_ns: int = 0
    reading: bool = False
    byo_yomi: int = 0
    fresh: bool = False
    skipped: int = 0
    fell_ns: int | None = None
