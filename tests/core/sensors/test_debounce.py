"""Debounce: every pattern of contact bounce, thousands of patterns at once as points of one board."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.sensing.debounce import Debounce
from tests.core.rig import MS

SCAN_MS = 5
LIFT_MS, PLACE_MS = 15, 10
SAMPLES = 12
BATCH = 1 << SAMPLES
"""All patterns of so many scans run at once; longer ones are done in batches by their beginnings."""
DRAIN = LIFT_MS // SCAN_MS + 1


def patterns(samples: int) -> list[int]:
    """For each scan the levels of all points: point n follows the bits of n."""
    count = 1 << samples
    columns = []
    for scan in range(samples):
        block = ((1 << (1 << scan)) - 1) << (1 << scan)  # a run of 0s, then one of 1s
        period = 2 << scan
        column, width = block, period
        while width < count:
            column |= column << width
            width *= 2
        columns.append(column & ((1 << count) - 1))
    return columns


def window(*, lifting: bool) -> int:
    """Scans that a level must hold to count: the first one and those that bear it out."""
    return (LIFT_MS if lifting else PLACE_MS) // SCAN_MS + 1


def held(columns: list[int], upto: int, scans: int, level: int, every: int) -> int:
    """The points whose level has been `level` in the last `scans` columns."""
    if upto + 1 < scans:
        return 0
    found = every
    for column in columns[upto + 1 - scans : upto + 1]:
        found &= column if level else every & ~column
    return found


def check_all(settled: int, prefix: tuple[int, ...]) -> int:
    """Runs every pattern that begins with the prefix; returns how many edges came."""
    every = (1 << BATCH) - 1
    start = every if settled else 0
    columns = [every if level else 0 for level in prefix] + patterns(SAMPLES)
    columns += [columns[-1]] * DRAIN  # the last level stays
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(start, 0)
    before, edges = start, 0
    history = [start] * max(window(lifting=True), window(lifting=False)) + columns
    first = len(history) - len(columns)
    for n, column in enumerate(columns):
        at_ns = (n + 1) * SCAN_MS * MS
        found = debounce.frame(at_ns, column)
        edges += len(found)
        stable = debounce.stable
        up = held(history, first + n, window(lifting=False), 1, every)
        down = held(history, first + n, window(lifting=True), 0, every)
        assert stable == (before | up) & ~down, f"scan {n} after {prefix}"
        assert len(found) == (stable ^ before).bit_count()
        for edge in found:
            hold_ns = (PLACE_MS if edge.placed else LIFT_MS) * MS
            assert at_ns - SCAN_MS * MS <= edge.seen_ns <= at_ns
            assert edge.seen_ns - edge.at_ns >= hold_ns
        before = stable
    assert debounce.deadline() is None
    assert debounce.stable == columns[-1]
    return edges


@pytest.mark.parametrize("settled", [0, 1])
def test_every_pattern_of_bounce(settled: int) -> None:
    """A level counts when, and as soon as, it has held for the time of its direction: 2^15 ways."""
    for prefix in product((0, 1), repeat=3):
        assert check_all(settled, prefix) > BATCH // 2


@pytest.mark.slow
@pytest.mark.parametrize("settled", [0, 1])
def test_every_pattern_of_twenty_scans(settled: int) -> None:
    """2^20 ways, from either settled level."""
    for prefix in product((0, 1), repeat=20 - SAMPLES):
        assert check_all(settled, prefix) > BATCH // 2


def test_frames_may_be_left_out_while_nothing_differs() -> None:
    """Only changes are reported; ticks at the deadlines do for the scans between."""
    columns = patterns(10)
    dense = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    sparse = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    dense_edges, sparse_edges = [], []
    shown = 0
    for n, column in enumerate([*columns, *[columns[-1]] * DRAIN], 1):
        at_ns = n * SCAN_MS * MS
        dense_edges += dense.frame(at_ns, column)
        while (due := sparse.deadline()) is not None and due < at_ns:
            sparse_edges += sparse.tick(due)
        if column != shown:
            sparse_edges += sparse.frame(at_ns, column)
            shown = column
        else:
            sparse_edges += sparse.tick(at_ns)
    key = [(e.seen_ns, e.point, e.at_ns, e.placed) for e in dense_edges]
    assert sorted(key) == sorted((e.seen_ns, e.point, e.at_ns, e.placed) for e in sparse_edges)


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.integers(0, 255), st.integers(0, 255)),
        min_size=1,
        max_size=40,
    )
)
def test_blind_points_give_no_edges(scans: list[tuple[int, int, int]]) -> None:
    """While a point cannot be read its level stays; afterwards it needs its whole time again."""
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(0, 0)
    at_ns, seen_since = 0, dict.fromkeys(range(8), 0)
    blind = 0
    for ms, levels, unknown in scans:
        before_ns, at_ns = at_ns, at_ns + ms * MS
        for edge in debounce.frame(at_ns, levels, unknown):
            in_time = edge.seen_ns < at_ns  # certain before this scan
            assert not (blind if in_time else blind | unknown) >> edge.point & 1
            hold_ns = (PLACE_MS if edge.placed else LIFT_MS) * MS
            assert edge.seen_ns - seen_since[edge.point] >= hold_ns
        for point in range(8):
            if unknown >> point & 1 or (blind >> point & 1 and before_ns < at_ns):
                seen_since[point] = at_ns
        blind = unknown


def test_an_edge_is_dated_by_the_first_change_of_its_burst() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    for at, level in ((100, 0), (105, 1), (110, 0), (120, 1), (125, 0)):
        assert debounce.frame(at * MS, level) == []
    (edge,) = debounce.tick(140 * MS)
    assert (edge.at_ns, edge.seen_ns) == (100 * MS, 140 * MS)


def test_a_quiet_contact_ends_the_burst() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    for at, level in ((100, 0), (105, 1), (145, 0)):
        assert debounce.frame(at * MS, level) == []
    (edge,) = debounce.tick(160 * MS)
    assert edge.at_ns == 145 * MS


def test_what_changes_once_a_point_is_trusted_again_is_seen() -> None:
    """It has shown a man for long by then, though no frame tells that it still does."""
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    assert debounce.frame(100 * MS, 1, unknown=1) == []
    debounce.trust(1, 900 * MS)
    assert debounce.frame(1300 * MS, 0) == []
    assert debounce.take_blinded() == 1
    (edge,) = debounce.tick(1315 * MS)
    assert (edge.placed, edge.blind, edge.at_ns) == (False, False, 1300 * MS)


@pytest.mark.parametrize("shown", [True, False])
def test_what_was_pending_at_a_gap_is_so_from_its_end_on(*, shown: bool) -> None:
    """Whether the next scan is told although it shows nothing new, or not."""
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    debounce.frame(100 * MS, 0)
    debounce.gap(1, 110 * MS, 500 * MS)
    assert debounce.deadline() == 515 * MS
    if shown:
        assert debounce.frame(500 * MS, 0) == []
    (edge,) = debounce.tick(515 * MS)
    assert (edge.blind, edge.unread_ns, edge.at_ns) == (True, 100 * MS, 500 * MS)


def test_what_was_pending_at_a_gap_may_be_over_after_it() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    debounce.frame(100 * MS, 0)
    debounce.gap(1, 110 * MS, 500 * MS)
    assert debounce.frame(500 * MS, 1) == debounce.tick(600 * MS) == []
    assert debounce.deadline() is None


def test_a_point_unreadable_at_first_is_seen_later() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(3, 1)
    assert debounce.stable == 2
    assert debounce.frame(100 * MS, 3) == []
    (edge,) = debounce.tick(110 * MS)
    assert (edge.point, edge.placed, edge.blind) == (0, True, True)
    assert debounce.take_blinded() == 1
    assert debounce.take_blinded() == 0


@pytest.mark.parametrize(("raw_ms", "last_ms"), [(200, 200), (198, 198), (150, None)])
def test_a_change_seen_late_tells_when_its_point_was_read_last(
    raw_ms: int, last_ms: int | None
) -> None:
    """Where the change had begun before, from then on nothing is known; where it had counted, it is another one."""
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    debounce.frame(raw_ms * MS, 0)
    edges = debounce.frame(200 * MS, 0, unknown=1)
    edges += debounce.frame(900 * MS, 0)
    edges += debounce.tick(1000 * MS)
    (edge,) = edges
    last_ns = None if last_ms is None else last_ms * MS
    assert (edge.placed, edge.blind, edge.unread_ns) == (False, last_ns is not None, last_ns)


@pytest.mark.parametrize(("levels", "unknown", "last_ms"), [(1, 1, 200), (1, 0, 700), (0, 0, 200)])
def test_after_a_gap_it_is_known_when_a_point_was_read_last(
    levels: int, unknown: int, last_ms: int
) -> None:
    """It could not be read before the gap either; it could; or its change had begun before."""
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    edges = debounce.frame(200 * MS, levels, unknown=unknown)
    debounce.gap(1, 700 * MS if levels else 201 * MS, 900 * MS)
    edges += debounce.frame(900 * MS, 0)
    edges += debounce.tick(1000 * MS)
    (edge,) = edges
    assert (edge.placed, edge.blind, edge.unread_ns) == (False, True, last_ms * MS)


@pytest.mark.parametrize(("after_ms", "blind"), [(5, True), (50, True), (60, False)])
def test_what_no_scan_after_a_gap_has_told_of_was_not_done_in_it(
    after_ms: int, *, blind: bool
) -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0)
    debounce.gap(1, 110 * MS, 500 * MS)
    edges = debounce.frame((500 + after_ms) * MS, 0) + debounce.tick(900 * MS)
    assert [edge.blind for edge in edges] == [blind]
    assert debounce.take_blinded() == 1  # all the same it could not be read for a while
