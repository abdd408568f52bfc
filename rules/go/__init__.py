"""The laws of Go: positions, moves, scoring, records and rulebooks."""

from rules.go.board import handicap_points
from rules.go.game import GO, Go
from rules.go.position import GoPosition, Superko

__all__ = ["GO", "Go", "GoPosition", "Superko", "handicap_points"]
