"""For how long points cannot be read, each by itself."""

from __future__ import annotations

from controller.core.inference.prices import UNREAD_MAX_MS
from controller.core.inference.silence import Silence

MS = 1_000_000
A, B = 0b01, 0b10


def test_each_point_has_its_own_silence() -> None:
    silence = Silence()
    for at_ms, points in [(0, 0), (100, A), (150, A), (180, 0), (500, B), (1200, B), (1205, 0)]:
        silence.take(points, at_ms * MS)
    assert (silence.of(0), silence.of(1), silence.lasted_ms) == (80, 705, 705)
    assert silence.points == 0


def test_one_silence_that_goes_from_point_to_point_is_one() -> None:
    silence = Silence()
    for at_ms, points in [(100, A), (200, A | B), (300, B), (450, 0)]:
        silence.take(points, at_ms * MS)
    assert (silence.of(0), silence.of(1), silence.lasted_ms) == (200, 250, 350)


def test_in_a_gap_every_point_is_silent() -> None:
    silence = Silence()
    silence.take(A, 0)
    silence.take(0, 700 * MS)
    silence.take_gap(1000 * MS, 1300 * MS)
    assert (silence.of(0), silence.of(1)) == (300, 300)
    silence.take(B, 2000 * MS)
    silence.take(0, 2600 * MS)
    assert (silence.of(0), silence.of(1)) == (300, 600)


def test_points_are_waited_for_no_longer_than_a_chip_may_be_away() -> None:
    silence = Silence()
    silence.take(A, 0)
    silence.unsettled = B
    assert silence.awaited((UNREAD_MAX_MS - 1) * MS) == A | B
    assert silence.awaited(UNREAD_MAX_MS * MS) == B
    with silence.over():
        assert silence.points == 0
    assert silence.points == A
