"""Commands in comments ("[%clk 1:29:58]") and the times in them."""

from __future__ import annotations

import re

COMMAND = re.compile(r"\[%([A-Za-z]++)\s++([^\[\]]*+)\]")
"""A command: its name, then its value with white space around it."""
_TIME = re.compile(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,3})?)")


def read_time(text: str) -> int | None:
    """Milliseconds of a time written as h:mm:ss or h:mm:ss.fff; None where it is written otherwise."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    minutes = int(match[1]) * 60 + int(match[2])
    return minutes * 60_000 + round(float(match[3]) * 1000)


def write_time(ms: int) -> str:
    """A time as h:mm:ss, with a fraction where there is one."""
    seconds, fraction = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    tail = f".{fraction:03}".rstrip("0") if fraction else ""
    return f"{hour}:{minute:02}:{second:02}{tail}"
