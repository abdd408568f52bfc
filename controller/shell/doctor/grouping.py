"""Findings that are one fault seen at many points: a chip, a row or a column, told once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.shell.doctor.findings import Finding

MANY = 4
"""So many points of one chip or line are not broken each by itself."""
TOGETHER = frozenset({"stuck-on", "stuck-off"})
_POINT = re.compile(r"(\S+) \((.*)\)")
_LINES = re.compile(r"(.* chip 0x[0-9a-f]{2})(?= pin)|(row \d+ \([^)]*\))|(column \d+ \([^)]*\))")
_REMEDY = "Look at what they share: its supply, its wire, its joints; then at each of them."


def grouped(findings: Iterable[Finding]) -> list[Finding]:
    """The same findings; many of one kind at one chip, row or column become one, in the place of the first."""
    found = list(findings)
    while True:
        groups: dict[tuple[str, str], list[int]] = {}
        for number, finding in enumerate(found):
            for line in _lines(finding):
                groups.setdefault((finding.kind, line), []).append(number)
        (_, line), members = max(
            groups.items(), key=lambda item: len(item[1]), default=(("", ""), [])
        )
        if len(members) < MANY:
            return found
        names = [match[1] for n in members if (match := _POINT.fullmatch(found[n].where))]
        one = replace(
            found[members[0]],
            where=line,
            text=f"{found[members[0]].text} So it is at {len(names)} points: {' '.join(names)}.",
            remedy=_REMEDY,
        )
        found = [
            one if number == members[0] else finding
            for number, finding in enumerate(found)
            if number == members[0] or number not in members
        ]


def _lines(finding: Finding) -> list[str]:
    """What the point of a finding shares with others."""
    match = _POINT.fullmatch(finding.where)
    if finding.kind not in TOGETHER or match is None:
        return []
    return [each[0] for each in _LINES.finditer(match[2])]
