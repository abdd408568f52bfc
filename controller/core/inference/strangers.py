"""Men of whom a sensor tells though none like them can be in a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point
from controller.core.sensing.marks import fits

if TYPE_CHECKING:
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch


def passes(branch: Branch, reading: Reading) -> bool:
    """Whether such a man is felt just now, who is not in the air and was not taken by these plies: he is being set up, perhaps."""
    positions = [branch.position]
    for ply in reading.plies:
        positions.append(branch.play(positions[-1], ply.move))
    off = [branch.position.man_at(point) for point in reading.in_air]
    for position, ply in zip(positions, reading.plies, strict=False):
        off += [position.man_at(point) for point in ply.move.captured]
    for point, edges in by_point(branch.edges).items():
        mark, man = edges[-1].mark, positions[-1].man_at(point)
        if not edges[-1].placed or mark is None or (man is not None and fits(mark, man)):
            continue
        if not any(each is not None and fits(mark, each) for each in off):
            return True
    return False
