"""How people play: one row of rates and speeds for each kind of player.

Sources: Fitts (1954) for how long a hand takes over a distance; Flash and Hogan (1985) for its course; 200 to 250 ms for a simple
reaction (Woodworth and Schlosberg 1954), which players who know what comes undercut; testers' reports of real boards for
exchanges in one grip (35 to 60 ms without a piece on the square, or none) and for pieces carried low over three points in 15 ms
each. Rates are judged, not counted: no recordings of real players were at hand. They are meant to be denser than life.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Weights = dict[str, float]
"""Ways of doing one thing, each with its share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One kind of player. What is no unit is a rate: so often, of 1, where it can be done at all.

    Attributes:
        pace: times a hand's usual duration.
        think_ms: the median from the opponent's move to the own; `spread` is the deviation of its logarithm.
        ahead: the reply begins before the opponent has finished, by up to `ahead_ms`.
        lift_mm: how high pieces are carried over the board.
        carried: by hand over the board; low over the points; slid along it; pushed with a finger in two or three goes.
        captures: how a piece and its victim change places.
        castlings: which order; `promotions`: which of pawn and new piece goes first.
        hover: the piece is held close above its point before it is set down, for 0.1 to 0.8 s.
        hesitate: it touches another point on its way that it could move to, for less than half a second.
        put_back: it is set down where it came from, and taken up again.
        off: how far from the middle a piece is set down, in pitches (deviation).
        centred: a piece that stands badly is set right before the hand leaves it.
        nudge: a neighbour is pushed by a millimetre or two.
        swept: a capture of several men is made in one go, not step by step.
        late: captured men are taken off late, within the pause that the laws allow.
        slid_in: a stone is set down beside its point and slid into place.
        handful: captured stones or men are taken several at once.
        tidy: a stone is set right between two moves.
        press_ms: from the move to the clock.
        forget: the clock is not pressed.
    """

    pace: float
    think_ms: float
    spread: float = 0.6
    ahead: float = 0.0
    ahead_ms: float = 0.0
    lift_mm: tuple[float, float] = (35.0, 70.0)
    carried: Weights = field(default_factory=lambda: {"high": 1.0})
    captures: Weights = field(default_factory=dict)
    castlings: Weights = field(default_factory=lambda: {"king first": 1.0})
    promotions: Weights = field(default_factory=dict)
    hover: float = 0.0
    hesitate: float = 0.0
    put_back: float = 0.0
    off: float = 0.04
    centred: float = 0.5
    nudge: float = 0.0
    swept: float = 0.2
    late: float = 0.1
    slid_in: float = 0.2
    handful: float = 0.5
    tidy: float = 0.0
    press_ms: tuple[float, float] = (250.0, 900.0)
    forget: float = 0.01


_CALM = Style(
    pace=1.5,
    think_ms=5000.0,
    captures={"victim first": 6, "captor first": 3, "exchange": 1},
    castlings={"king first": 9, "both lifted": 1},
    promotions={"pawn off": 6, "pawn on": 3, "new first": 1},
    hover=0.03,
    off=0.035,
    nudge=0.01,
)
"""An elderly club player with time: one thing after the other."""
_CLUB = replace(
    _CALM,
    pace=1.1,
    think_ms=2500.0,
    ahead=0.02,
    ahead_ms=60.0,
    carried={"high": 7, "low": 2, "slide": 1},
    captures={"victim first": 4, "captor first": 3, "exchange": 3, "aside": 0.3, "two hands": 0.5},
    castlings={"king first": 8, "both lifted": 1, "two hands": 1},
    promotions={"pawn off": 5, "pawn on": 4, "new first": 2, "slow": 1},
    hover=0.06,
    hesitate=0.01,
    put_back=0.005,
    off=0.05,
    nudge=0.03,
    swept=0.3,
    late=0.15,
    slid_in=0.3,
    tidy=0.02,
    forget=0.02,
)
"""Somebody in a league match."""
_QUICK = replace(
    _CLUB,
    pace=0.7,
    think_ms=700.0,
    ahead=0.06,
    ahead_ms=120.0,
    lift_mm=(18.0, 45.0),
    carried={"high": 5, "low": 4, "slide": 1},
    captures={"victim first": 2, "captor first": 2, "exchange": 6, "aside": 0.5, "two hands": 1},
    off=0.06,
    nudge=0.04,
    swept=0.5,
    press_ms=(150.0, 500.0),
)
"""Rapid: most captures are exchanges in one grip."""
_BLITZ = replace(
    _QUICK,
    pace=0.42,
    think_ms=260.0,
    spread=0.5,
    ahead=0.15,
    ahead_ms=180.0,
    lift_mm=(12.0, 35.0),
    carried={"high": 4, "low": 5, "slide": 2},
    captures={"captor first": 1, "exchange": 8, "aside": 1, "two hands": 1.5},
    castlings={"king first": 5, "both lifted": 1, "two hands": 3},
    hover=0.02,
    hesitate=0.005,
    off=0.07,
    centred=0.3,
    nudge=0.06,
    swept=0.7,
    late=0.25,
    press_ms=(90.0, 280.0),
    forget=0.03,
)
"""Five minutes a game: a whole move in a fifth of a second."""
STYLES: Mapping[str, Style] = {
    "calm": _CALM,
    "club": _CLUB,
    "quick": _QUICK,
    "blitz": _BLITZ,
    "sliding": replace(
        _CLUB,
        pace=0.9,
        think_ms=1600.0,
        lift_mm=(6.0, 16.0),
        carried={"low": 3, "slide": 5, "push": 2},
        captures={"victim first": 2, "exchange": 4, "aside": 2},
        slid_in=0.7,
        nudge=0.05,
    ),
    "two-handed": replace(
        _CLUB,
        pace=0.8,
        think_ms=1500.0,
        captures={"two hands": 8, "exchange": 1, "victim first": 1},
        castlings={"two hands": 8, "both lifted": 1, "king first": 1},
        promotions={"pawn off": 2, "pawn on": 3, "new first": 4},
        handful=0.8,
    ),
    "clumsy": replace(
        _CLUB,
        pace=1.3,
        think_ms=2200.0,
        hover=0.15,
        hesitate=0.04,
        put_back=0.03,
        off=0.1,
        centred=0.9,
        nudge=0.15,
        late=0.3,
        slid_in=0.5,
        tidy=0.08,
        promotions={"pawn off": 2, "pawn on": 2, "new first": 1, "slow": 3},
        captures={"victim first": 3, "captor first": 2, "exchange": 3, "aside": 2},
    ),
}
"""`sliding`: never lifts where it can slide. `two-handed`: the left hand takes what the right hand captures. `clumsy`: sets
down badly, sets right, shakes and hesitates."""
MIXED = "mixed"
"""Each player has a style drawn by chance."""
