"""Moves as hands make them: in any order, quickly, slowly, in haste."""
