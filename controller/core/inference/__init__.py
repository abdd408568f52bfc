"""What the edges since the last completed move may mean: moves held against them, and readings with their costs."""
