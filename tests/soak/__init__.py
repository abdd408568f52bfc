"""Tests of reliability that take minutes or hours. `scripts/soak` runs them; short forms of them are in the tests."""
