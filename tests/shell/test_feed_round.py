"""The short form of `scripts/soak round`."""

from __future__ import annotations

from tests.soak import round as whole_round


def test_everybody_ends_with_the_same_complete_records() -> None:
    boards = 4
    figures = whole_round.soak(seed=1, count=boards, delays_s=(60,))
    assert figures["games"] == 2 * boards
