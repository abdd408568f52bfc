"""Recorded evenings with their truth: what every core is measured by. `scripts/corpora` scores, compares and makes them."""
