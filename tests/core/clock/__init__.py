"""The clock of a game, and what its presses complete."""
