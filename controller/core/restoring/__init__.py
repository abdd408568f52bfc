"""Men put right: guided back, taken back, set up again, and what was played meanwhile."""
