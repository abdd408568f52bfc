"""The core on boards of xiangqi."""
