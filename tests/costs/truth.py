"""The line that was really played, beside lines that are believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.belief.line import Node
    from controller.shell.judging import TrueEvening
    from controller.shell.truth import TruePly

LATE_US = 1_000_000
"""So long after a ply was made, hypotheses in which it is not yet made give way to those in which it is."""


class Truth:
    """How far a line of plies goes along what was played."""

    def __init__(self, evening: TrueEvening, root: Node) -> None:
        self.plies: Sequence[TruePly] = evening.truth
        self.deeds = evening.deeds
        self._reached: dict[Node, int] = {root: 0}

    def reached(self, node: Node) -> int:
        """How many true plies a line has made; -1 where it has left them."""
        found = self._reached.get(node)
        if found is None:
            before = -1 if node.parent is None else self.reached(node.parent)
            found = self._reached[node] = self._next(node, before)
        return found

    def _next(self, node: Node, before: int) -> int:
        if before < 0 or node.move is None:
            return -1
        true = before < len(self.plies) and self.plies[before].move == node.move.text
        return before + 1 if true else -1

    def due(self, now_us: int) -> int:
        """How many plies must have been made by now; 0 while something else was being done."""
        if any(deed.from_us <= now_us <= deed.until_us for deed in self.deeds):
            return 0
        return sum(ply.made_us + LATE_US < now_us for ply in self.plies)

    def line(self, root: Node, plies: int) -> Node:
        """The true line with so many plies."""
        node = root
        for true in self.plies[:plies]:
            node = self.after(node, true)
        return node

    def after(self, node: Node, true: TruePly) -> Node:
        """The line with this ply more."""
        move = node.position.by_text(true.move)
        assert move is not None, true.move
        found = node.child(move)
        self.reached(found)
        return found
