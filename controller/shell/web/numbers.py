"""Numbers in addresses: bounded, or there is no such address."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor

DIGITS_MAX = 16
"""More than any board will count to; Python refuses to look at a number of thousands of digits."""
NUMBER = "{number:int}"
"""A number in a route."""


class _Bounded(Convertor[int]):
    """What `:int` stands for in every route: a number that is longer is no address."""

    regex = f"[0-9]{{1,{DIGITS_MAX}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("int", _Bounded())


def sequence_number(text: str) -> int | None:
    """A sequence number that a client has named; None for what is none."""
    if text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX:
        return int(text)
    return None
