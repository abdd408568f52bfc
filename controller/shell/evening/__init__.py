"""Evenings in virtual time: planned from a seed, played through the real drivers and the core, judged."""
