"""The lines that the game may have taken, and what of them is beyond doubt."""
