"""The field of a piece's magnet at the sensor below: a dipole that stands upright.

The upright part of a dipole's field is m (2 h^2 - r^2) / (h^2 + r^2)^(5/2), for a magnet `h` above the sensor and `r` beside
it (any textbook of electrodynamics, e.g. Jackson, section 5.6). Lengths here count in the depth of the sensor below a
standing piece, and fields in what a piece gives that stands in the middle of its point.
"""

from __future__ import annotations

REACH = 1.41
"""Beside a sensor the field is nothing here (r = sqrt(2) h), and below 2 % of a piece beyond: it is left out there."""
CEILING = 1.6
"""So much above the board a magnet gives 6 % of a standing piece's field: it is left out above."""
CROWN = 0.7
"""What a second piece on top adds. Two discs that stick together act as one thick magnet; the trace format counts 850 for
two where one gives 500."""


def strength(across: float, above: float) -> float:
    """The field of a magnet.

    Args:
        across: how far beside the sensor, in depths.
        above: how far the piece is lifted above the board, in depths.

    Returns:
        1 for a piece that stands in the middle of its point.
    """
    high = (1.0 + above) * (1.0 + above)
    wide = across * across
    return float((high - wide / 2) / (high + wide) ** 2.5)
