"""The hardware: sensors, lamps and keys by channel. Knows nothing of games."""
