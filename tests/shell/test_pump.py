"""The pump feeds every tick that is due, in order, before what comes next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inputs import Effects, Frame, Gap, Input, Tick
from controller.shell.pump import Pump


class Asking:
    """A session that asks for ticks at times made up beforehand."""

    def __init__(self, deadlines: list[int]) -> None:
        self._deadlines = sorted(set(deadlines))
        self.fed: list[Input] = []

    def feed(self, item: Input) -> Effects:
        self.fed.append(item)
        self._deadlines = [at for at in self._deadlines if at > item.at_ns]
        return Effects()

    def next_deadline(self) -> int | None:
        return self._deadlines[0] if self._deadlines else None


@given(st.lists(st.integers(0, 1000)), st.lists(st.integers(0, 1000), min_size=1))
def test_ticks_come_before_what_they_precede(deadlines: list[int], times: list[int]) -> None:
    session = Asking(deadlines)
    pump = Pump(session)
    effects = []
    for at_ns in sorted(times):
        effects += list(pump.advance(Frame(at_ns=at_ns, levels=0)))
    fed = [item.at_ns for item in session.fed]
    assert fed == sorted(fed) == [at_ns for at_ns, _ in effects]
    assert sum(isinstance(item, Frame) for item in session.fed) == len(times)
    ticks = [item.at_ns for item in session.fed if isinstance(item, Tick)]
    due = {at for at in deadlines if at < max(times)}
    assert ticks == sorted(due - set(times)), "an input at the very moment does for the tick"


@pytest.mark.parametrize(
    ("from_ns", "until_ns", "ticks"),
    [
        (1000, 8000, [500, 1000]),
        (900, 8000, [500]),
        (100, 8000, [500]),  # something came since
        (9000, 9000, [500, 1000, 5000]),  # the shortest that can be told is of 1000 ns
    ],
)
def test_no_tick_is_told_of_a_time_without_scans(
    from_ns: int, until_ns: int, ticks: list[int]
) -> None:
    session = Asking([500, 1000, 5000, 9000])
    pump = Pump(session)
    list(pump.advance(Tick(at_ns=600)))
    list(pump.advance(Gap(at_ns=until_ns, from_ns=from_ns)))
    assert [item.at_ns for item in session.fed if isinstance(item, Tick)] == ticks


def test_a_deadline_that_has_passed_is_fed_at_the_present() -> None:
    session = Asking([])
    pump = Pump(session, at_ns=50)
    session._deadlines = [10]
    assert [at_ns for at_ns, _ in pump.advance(Frame(at_ns=60, levels=0))] == [50, 60]


@given(
    st.lists(st.integers(0, 1000)), st.lists(st.integers(0, 1000)), st.lists(st.integers(0, 1000))
)
def test_ticks_from_outside_change_nothing(
    deadlines: list[int], frames: list[int], ticks: list[int]
) -> None:
    def fed(times: list[tuple[int, bool]]) -> list[Input]:
        session = Asking(deadlines)
        pump = Pump(session)
        for at_ns, tick in sorted(times):
            item: Input = Tick(at_ns=at_ns) if tick else Frame(at_ns=at_ns, levels=0)
            list(pump.advance(item))
        return session.fed

    end = [(1001, True)]
    with_ticks = fed([(at, False) for at in frames] + [(at, True) for at in ticks] + end)
    # A tick at the very moment of a deadline and a frame comes after the frame, which does for it.
    assert with_ticks == fed([(at, False) for at in frames] + end)
    assert [item for item in with_ticks if isinstance(item, Frame)] == [
        Frame(at_ns=at, levels=0) for at in sorted(frames)
    ]


def test_a_session_that_asks_for_ever_is_found_out() -> None:
    class Stuck(Asking):
        def next_deadline(self) -> int | None:
            return 5

    with pytest.raises(AssertionError, match="stays at 5"):
        list(Pump(Stuck([])).advance(Tick(at_ns=9)))


def test_time_does_not_go_back() -> None:
    pump = Pump(Asking([]), at_ns=5)
    with pytest.raises(AssertionError, match="order of their times"):
        list(pump.advance(Tick(at_ns=4)))
