"""Reads the records that wait for the public. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.formats import detect
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.record import GameRecord


def format_in(text: str) -> str | None:
    """The name of a record's format; None where it is a record of no game that we know."""
    try:
        return detect(text).name
    except RulesError:
        return None


@lru_cache(maxsize=2048)
def records_in(text: str) -> Sequence[GameRecord]:
    """A record that we wrote; none where there is nothing yet.

    Nor where it cannot be read: what is wrong with one board's record is not to keep the others from the public.
    """
    try:
        return tuple(detect(text).read(text)) if text else ()
    except RulesError:
        return ()
