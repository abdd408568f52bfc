"""The core on boards of draughts: what is irregular, and what becomes of it."""
