"""Checks with programs that no package registry has: run by a person who has fetched one, not by pytest."""
