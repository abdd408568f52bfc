"""Hands at a board of Go, for tests of what the laws call it."""

from __future__ import annotations

import pytest

from rules.deed import Deed, HandStep, Named
from rules.go.laws import CHINA, CHINA_CLUB
from rules.go.position import GoPosition
from rules.position import Move
from rules.registry import game_by_name
from rules.rulebook import Rulebook
from rules.terms import Point

BOOKS = pytest.mark.parametrize("book", [CHINA, CHINA_CLUB], ids=lambda book: book.name)
SLOWLY_MS = 500
"""Between two stones, one hand."""


class Hands:
    """Stones set down and lifted, one after another, and the deed that they make."""

    def __init__(
        self, position: GoPosition, before: GoPosition | None = None, last: Move | None = None
    ) -> None:
        self.position = position
        self.before = before
        self.last = last
        self.steps: list[HandStep] = []
        self.now_ms = 0

    def lift(self, *points: Point, pause_ms: int = SLOWLY_MS) -> Hands:
        for point in points:
            self._step(point, pause_ms, placed=False)
        return self

    def place(self, *points: Point) -> Hands:
        for point in points:
            self._step(point, SLOWLY_MS, placed=True)
        return self

    def deed(self, under_way: Move | None = None, *, pressed: bool = False) -> Deed:
        """What then stands, as the board would say it."""
        standing = {step.point: step.placed for step in self.steps}
        gone = [p for p, stands in standing.items() if self._stone(p) and not stands]
        came = [p for p, stands in standing.items() if not self._stone(p) and stands]
        if under_way is not None:
            gone = [p for p in gone if p not in under_way.captured]
            came = [p for p in came if p != under_way.target]
        return Deed(
            position=self.position,
            before=self.before,
            last=self.last,
            gone=tuple(sorted(gone)),
            came=tuple(came),
            steps=tuple(self.steps),
            under_way=under_way,
            in_air=tuple(sorted(gone)),
            pressed=pressed,
        )

    def _stone(self, point: Point) -> bool:
        return self.position.piece_at(point) is not None

    def _step(self, point: Point, pause_ms: int, *, placed: bool) -> None:
        self.steps.append(HandStep(point, placed, self.now_ms))
        self.now_ms += pause_ms


def at(position: GoPosition, *names: str) -> list[Point]:
    return [position.board.index[name] for name in names]


def move(position: GoPosition, text: str) -> Move:
    found = position.by_text(text)
    assert found is not None
    return found


def name(deed: Deed, book: Rulebook) -> Named:
    found = game_by_name("go").named(deed, book)
    assert found is not None
    assert found.law in book.irregularities
    row = book.irregularities[found.law]
    if found.kind == row.kind:  # else only a press, of which no rulebook has a word
        assert (found.remedy, found.penalty) == (row.remedy, row.penalty)
    return found


def shown(found: Named, position: GoPosition) -> tuple[str, str, str, str]:
    """Law, side, points in the order of the board, and the target."""
    board = position.board
    points = " ".join(board.names[p] for p in sorted(found.points))
    target = "" if found.target is None else board.names[found.target]
    return found.law, found.side, points, target
