"""Tests of the law applied to what hands did."""
