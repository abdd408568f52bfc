"""Commands in comments ("[%clk 1:29:58]") and the times in them."""

from __future__ import annotations

import re

COMMAND = re.compile(r"\[%([A-Za-z]++)\s++([^\[\]]*+)\]")
"""A command: its name, then its value with white space around it."""
_TIME = re.compile(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,3})?)")
_SHORT = re.compile(r"([0-9]{1,2}):([0-5][0-9])")
_HOURS = 9
"""The most hours that a clock shows; a greater first number of two is minutes."""


def read_time(text: str) -> int | None:
    """Milliseconds of a time written as h:mm:ss or h:mm:ss.fff; None where it is written otherwise."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    minutes = int(match[1]) * 60 + int(match[2])
    return minutes * 60_000 + round(float(match[3]) * 1000)


def read_short_time(text: str) -> tuple[int, str] | None:
    """Milliseconds of a time of two numbers, and what these were taken for; None where it is none.

    "1:30" is hours and minutes, as broadcasts of slow games write clocks; "59:58" can only be minutes and
    seconds.
    """
    match = _SHORT.fullmatch(text)
    if match is None:
        return None
    first, second = int(match[1]), int(match[2])
    if first > _HOURS:
        return (first * 60 + second) * 1000, "minutes and seconds"
    return (first * 60 + second) * 60_000, "hours and minutes"


def write_time(ms: int) -> str:
    """A time as h:mm:ss, with a fraction where there is one."""
    seconds, fraction = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    tail = f".{fraction:03}".rstrip("0") if fraction else ""
    return f"{hour}:{minute:02}:{second:02}{tail}"
