"""How time controls are written: `40/90:00+0:30,15:00`."""

from __future__ import annotations

import re

_TIME = r"(?:\d{1,3}:)?[0-5]?\d{1,2}:[0-5]\d"
_PERIOD = rf"(?:(?:[1-9]\d{{0,2}}/)?{_TIME}(?:[+db]{_TIME})?\*?|[1-9]\d?x{_TIME}|~{_TIME})"

PATTERN = rf"{_PERIOD}(?:,{_PERIOD})*"
"""Matches a whole time control.

Periods stand between commas, each `[moves/]time`, with `+` increment, `d` delay or `b` (Bronstein)
time behind it, and `*` if the period repeats; `NxT` is byo-yomi, `~T` an hourglass. Times are `m:ss`
or `h:mm:ss`.
"""

MEANING = 'a time control such as "40/90:00+0:30,15:00" or "5:00+0:03" (times as m:ss or h:mm:ss)'


def is_time_control(text: str) -> bool:
    """Whether the text is a time control."""
    return re.fullmatch(PATTERN, text) is not None
