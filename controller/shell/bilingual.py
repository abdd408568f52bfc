"""Words in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The same in both languages."""

    english: str
    chinese: str

    def __add__(self, other: Words) -> Words:
        return Words(self.english + other.english, self.chinese + other.chinese)


ROLES: Mapping[str, Words] = {
    "white": Words("white", "白方"),
    "black": Words("black", "黑方"),
    "red": Words("red", "红方"),
    "arbiter": Words("arbiter", "裁判"),
    "operator": Words("operator", "工作人员"),
}
"""Who gives commands."""


def joined(parts: Sequence[Words], english: str = "; ", chinese: str = "；") -> Words:
    """Several words in a row."""
    return Words(
        english.join(each.english for each in parts), chinese.join(each.chinese for each in parts)
    )
