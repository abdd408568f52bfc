"""What an examination finds, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.messages import Json
    from drivers.ports import Fault, WorldFault


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """The board plays; somebody should look at it."""
    FAULT = "fault"
    """Something of the board cannot be used until it is put right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the report.

    Attributes:
        part: of the board: "chips", "points", "lamps", ….
        kind: what it is, for programs: "missing-chip".
        where: the point by its name and the chip and pin, or the device.
        text: what is so.
        remedy: what a person can do; "" where nothing needs to be done.
    """

    part: str
    level: Level
    kind: str
    where: str
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" {self.remedy}" if self.remedy else ""
        return f"{self.level.value:<8} {self.where}: {self.text}{remedy}"

    def json(self) -> Json:
        """For `--json`."""
        return {
            "part": self.part,
            "level": self.level.value,
            "kind": self.kind,
            "where": self.where,
            "text": self.text,
            "remedy": self.remedy,
        }


def fine(part: str, where: str, text: str) -> Finding:
    """All is well there."""
    return Finding(part=part, level=Level.OK, kind="ok", where=where, text=text)


def of_fault(part: str, fault: Fault | WorldFault) -> Finding:
    """What a driver says of its hardware."""
    return Finding(
        part=part,
        level=Level.FAULT,
        kind=fault.symptom.value,
        where=fault.where,
        text=f"{fault.symptom.value.replace('-', ' ')}.",
        remedy=fault.remedy,
    )


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among findings; ok where there are none."""
    order = list(Level)
    return max((finding.level for finding in findings), key=order.index, default=Level.OK)


def summary(findings: Iterable[Finding]) -> str:
    """The last line of the report."""
    levels = [finding.level for finding in findings]
    faults, warnings = levels.count(Level.FAULT), levels.count(Level.WARNING)
    if not faults and not warnings:
        return "All is well."
    return f"{_count(faults, 'fault')}, {_count(warnings, 'warning')}."


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
