"""The laws of xiangqi."""
