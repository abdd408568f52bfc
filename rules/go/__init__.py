"""The laws of Go: positions, moves, scoring, records and rulebooks."""

from typing import TYPE_CHECKING

from rules import on_demand

if TYPE_CHECKING:
    from rules.go.board import handicap_points
    from rules.go.game import GO, Go
    from rules.go.position import GoPosition, Superko

__all__ = ["GO", "Go", "GoPosition", "Superko", "handicap_points"]

__getattr__ = on_demand(
    __name__,
    {
        "handicap_points": "rules.go.board",
        "GO": "rules.go.game",
        "Go": "rules.go.game",
        "GoPosition": "rules.go.position",
        "Superko": "rules.go.position",
    },
)
