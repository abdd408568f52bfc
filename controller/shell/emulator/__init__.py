"""The game shown to programs that know electronic boards on a serial line, as such a board would show it."""
