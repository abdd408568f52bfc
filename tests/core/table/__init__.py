"""Tests of the slices of state and what reduces them."""
