"""The game's clock: presses, flags, and why it stands."""
