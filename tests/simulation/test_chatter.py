"""Noise shorter than the debounce; `scripts/soak chatter` plays thousands of pairs."""

from __future__ import annotations

from random import Random

import pytest

from rules.registry import GAMES
from tests.soak import chatter


def test_chatter_does_not_matter() -> None:
    for seed in range(len(GAMES)):
        found = chatter.pairs(seed, 2)
        assert (found["pairs"], found["glitches"] > 0, found["bounces"] > 0) == (2, True, True)


def test_noise_is_really_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lasts longer than the debounce is no noise, and is told."""
    recording = chatter.recorded(0)
    plain = chatter.said(recording)
    assert len(chatter.with_glitches(recording, Random(1))[1]) > len(recording[1]) + 20
    monkeypatch.setattr(chatter, "holds_us", lambda: (200_000, 200_000))
    assert chatter.said(chatter.with_glitches(recording, Random(1))) != plain
