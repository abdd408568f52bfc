"""The core on boards of Go."""
