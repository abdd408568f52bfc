"""The clock by itself: every kind of time control, move by move, and against a plain model."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core.table.clock.game_clock import GameClock, S
from rules.terms import Side
from rules.time_control import read_time_control
from tests.soak import clocks

A, B = Side("white"), Side("black")


def clock_of(text: str) -> GameClock:
    clock = GameClock(read_time_control(text), (A, B))
    clock.start(0)
    return clock


def seconds(text: str) -> int:
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def white_after(text: str, thinks: list[int]) -> list[str]:
    """What White's face shows after each of his presses, as m:ss; Black takes a second for each."""
    clock, at_ns, shown = clock_of(text), 0, []
    for think in thinks:
        at_ns += think * S
        assert clock.press(A, at_ns)
        left = clock.left_ns(A) // S
        down = " flag" if A in clock.fallen() else ""
        shown.append(f"{left // 60}:{left % 60:02}{down}")
        at_ns += S
        assert clock.press(B, at_ns)
    return shown


@pytest.mark.parametrize(
    ("control", "thinks", "shown"),
    [
        pytest.param("1:00", [20, 20, 20], ["0:40", "0:20", "0:00 flag"],
                     marks=[pytest.mark.law("DR-8.1.1"), pytest.mark.law("XQ-6.5")]),
        pytest.param("1:00+0:10", [20, 5, 61], ["1:00", "1:05", "0:14"],
                     marks=pytest.mark.law("DR-8.1.2")),
        # The fixed time is used up in the second move: ten seconds and its first increment follow.
        pytest.param("1:00,0:10+0:30", [50, 20, 5, 50], ["0:10", "1:00", "1:25", "1:05"],
                     marks=pytest.mark.law("DR-8.1.3")),
        pytest.param("1:00d0:05", [3, 5, 8], ["1:00", "1:00", "0:57"]),
        pytest.param("1:00b0:05", [3, 5, 8], ["1:00", "1:00", "0:57"]),
        pytest.param("2/1:00,1/0:30*", [50, 5, 20, 30, 25], ["0:10", "0:35", "0:45", "0:45", "0:50"],
                     marks=[pytest.mark.law("CH-12.1"), pytest.mark.law("XQ-6.1")]),
        pytest.param("3/0:30*", [5, 5, 5, 40], ["0:25", "0:20", "0:45", "0:05"],
                     marks=pytest.mark.law("XQ-6.4")),
        pytest.param("2/1:00,0:30", [10, 20, 30, 31], ["0:50", "1:00", "0:30", "0:00 flag"],
                     marks=pytest.mark.law("CH-12.1")),
        pytest.param("2/1:00+0:10,0:30+0:05", [10, 10, 5], ["1:10", "1:35", "1:35"]),
        # A move of ten seconds within a period of twelve leaves it whole; 25 seconds use up two.
        pytest.param("0:20,3x0:12", [15, 10, 10, 25, 11, 12],
                     ["0:05", "0:12", "0:12", "0:12", "0:12", "0:00 flag"]),
        pytest.param("3x0:12", [11, 13, 11, 25], ["0:12", "0:12", "0:12", "0:00 flag"]),
        # Three stones in half a minute, again and again; what is saved of it is lost.
        pytest.param("0:20,3/0:30*", [15, 10, 10, 5, 10, 21], ["0:05", "0:25", "0:15", "0:30", "0:20",
                                                               "0:00 flag"]),
        # The other side uses a second for each of its moves.
        pytest.param("~1:00", [20, 10, 5], ["0:40", "0:31", "0:27"]),
    ],
)  # fmt: skip
def test_every_kind_of_control_move_by_move(
    control: str, thinks: list[int], shown: list[str]
) -> None:
    assert white_after(control, thinks) == shown


def test_time_for_each_move_is_there_for_the_first_move_too() -> None:
    clock = clock_of("15:00+0:10")
    assert clock.left_ns(A) == clock.left_ns(B) == (15 * 60 + 10) * S


@pytest.mark.law("FIDE-6.8")
def test_a_flag_falls_at_its_own_moment_however_late_one_looks() -> None:
    clock = clock_of("1:00")
    assert clock.due_ns() == 60 * S
    clock.advance(3600 * S)
    assert clock.fallen() == [A]
    assert clock.faces[A].fell_ns == 60 * S
    assert clock.due_ns() is None


def test_a_press_at_the_moment_of_the_flag_is_too_late_and_one_before_is_not() -> None:
    early, late = clock_of("1:00+0:05"), clock_of("1:00+0:05")
    early.press(A, 65 * S - 1)
    late.press(A, 65 * S)
    assert (early.fallen(), early.left_ns(A)) == ([], 5 * S + 1)
    assert (late.fallen(), late.left_ns(A)) == ([A], 0)


@pytest.mark.law("CH-12.8")
def test_which_flag_fell_first_is_known_when_both_are_down() -> None:
    clock = clock_of("1:00")
    clock.press(A, 59 * S)
    clock.press(B, 59 * S + 60 * S)  # too late: Black's flag fell at that moment
    clock.advance(200 * S)
    assert clock.fallen() == [B, A]


@pytest.mark.law("DR-3")
def test_one_face_runs_at_most_and_only_the_running_side_can_press() -> None:
    clock = clock_of("1:00")
    assert not clock.press(B, 5 * S)
    assert (clock.running, clock.left_ns(B)) == (A, 60 * S)
    assert clock.press(A, 10 * S)
    assert not clock.press(A, 11 * S)
    clock.stop(20 * S)
    assert clock.running is None
    assert not clock.press(B, 25 * S)
    clock.advance(500 * S)
    assert (clock.left_ns(A), clock.left_ns(B)) == (50 * S, 50 * S)
    clock.start(500 * S)
    clock.advance(501 * S)
    assert (clock.turn, clock.left_ns(B)) == (B, 49 * S)


def test_a_move_taken_back_brings_no_time_twice() -> None:
    clock = clock_of("2/1:00+0:10,1:00")
    clock.press(A, 5 * S)
    clock.take_back(A, 8 * S)
    assert (clock.running, clock.left_ns(A), clock.moves_to_go(A)) == (A, 65 * S, 2)
    clock.press(A, 13 * S)
    assert (clock.left_ns(A), clock.moves_to_go(A)) == (70 * S, 1)


def test_a_move_taken_back_after_the_reply_brings_no_time_twice() -> None:
    clock = clock_of("9/1:00+0:10")
    clock.press(A, 5 * S)
    clock.press(B, 10 * S)
    clock.take_back(B, 10 * S)
    clock.take_back(A, 10 * S)
    assert (clock.left_ns(A), clock.left_ns(B)) == (75 * S, 65 * S)
    assert (clock.moves_to_go(A), clock.moves_to_go(B)) == (9, 9)
    clock.press(A, 11 * S)
    assert (clock.left_ns(A), clock.moves_to_go(A)) == (74 * S, 8)
    clock.press(B, 12 * S)
    clock.press(A, 13 * S)
    assert clock.left_ns(A) == 83 * S


def test_a_period_that_began_with_a_move_taken_back_has_not_begun() -> None:
    clock = clock_of("1/1:00,5:00")
    clock.press(A, 5 * S)
    assert (clock.faces[A].period, clock.left_ns(A)) == (2, 355 * S)
    clock.take_back(A, 6 * S)
    assert (clock.faces[A].period, clock.left_ns(A)) == (1, 55 * S)


def test_charged_time_may_bring_the_flag_down_and_set_time_lifts_it() -> None:
    clock = clock_of("5:00")
    clock.add(B, -301 * S, 10 * S)
    assert clock.fallen() == [B]
    clock.set(B, 60 * S, 20 * S)
    assert (clock.fallen(), clock.left_ns(B)) == ([], 60 * S)


def test_a_clock_shown_for_a_moment_to_come_is_left_as_it_is() -> None:
    clock = clock_of("1:00")
    assert clock.at(90 * S).fallen() == [A]
    assert (clock.fallen(), clock.since_ns) == ([], 0)


def test_what_is_left_in_all_counts_the_periods_that_time_alone_opens() -> None:
    assert clock_of("1:00,3x0:10").total_ns(A) == 90 * S
    assert clock_of("3x0:10").total_ns(A) == 30 * S
    assert clock_of("1:00,5/2:00*").total_ns(A) == 180 * S
    assert clock_of("5/1:00,2:00").total_ns(A) == 60 * S


# Against a plain model: one period of moves after the other, in fractions of a second.


class Plain:
    """Sudden death and periods with an increment, as one would keep them on paper."""

    def __init__(self, periods: list[tuple[int | None, int, int]]) -> None:
        self.periods = periods
        self.left = {A: self._first(), B: self._first()}
        self.made = {A: 0, B: 0}
        self.on = A
        self.down: list[Side] = []

    def _first(self) -> Fraction:
        _, time, bonus = self.periods[0]
        return Fraction(time + bonus)

    def _at(self, moves: int) -> tuple[int, int, int]:
        """Number, time and increment of the period in which the move after so many belongs."""
        for n, (length, time, bonus) in enumerate(self.periods):
            if length is None or moves < length:
                return n, time, bonus
            moves -= length
        return len(self.periods), 0, 0

    def think(self, time: Fraction) -> None:
        self.left[self.on] -= time
        if self.left[self.on] <= 0 and self.on not in self.down:
            self.down.append(self.on)
        self.left[self.on] = max(Fraction(0), self.left[self.on])

    def press(self) -> None:
        side = self.on
        if side not in self.down:
            before = self._at(self.made[side])[0]
            self.made[side] += 1
            number, time, bonus = self._at(self.made[side])
            self.left[side] += bonus + (time if number != before else 0)
        self.on = B if side == A else A


CONTROLS = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 300), st.integers(0, 20)), max_size=3
)
LAST = st.tuples(st.none(), st.integers(1, 300), st.integers(0, 20))


@pytest.mark.law("CH-12.2")
@given(
    firsts=CONTROLS,
    last=LAST,
    thinks=st.lists(st.tuples(st.integers(0, 90 * S), st.booleans()), max_size=40),
)
@settings(max_examples=300, deadline=None)
def test_periods_agree_with_a_plain_model_to_the_nanosecond(
    firsts: list[tuple[int | None, int, int]],
    last: tuple[int | None, int, int],
    thinks: list[tuple[int, bool]],
) -> None:
    periods = [*firsts, last]
    text = ",".join(
        (f"{moves}/" if moves else "")
        + f"{time // 60}:{time % 60:02}"
        + (f"+0:{bonus:02}" if bonus else "")
        for moves, time, bonus in periods
    )
    clock, plain, at_ns = clock_of(text), Plain(periods), 0
    for think_ns, pressing in thinks:
        at_ns += think_ns
        clock.advance(at_ns)
        plain.think(Fraction(think_ns, S))
        if pressing:
            clock.press(clock.turn, at_ns)
            plain.press()
        for side in (A, B):
            assert clock.left_ns(side) == plain.left[side] * S
        assert clock.fallen() == plain.down
    spent = sum(face.spent_ns for face in clock.faces.values())
    assert spent == at_ns


ANY = ["5:00+0:03", "2/1:00,1/0:30*", "1:00d0:05", "1:00b0:05", "~1:00", "0:20,3x0:12",
       "0:20,3/0:30*", "0:30,0:10+0:30"]  # fmt: skip


@given(
    text=st.sampled_from(ANY),
    steps=st.lists(
        st.tuples(st.sampled_from("pPstbc"), st.integers(0, 40 * S)), min_size=1, max_size=40
    ),
)
@settings(max_examples=400, deadline=None)
def test_looking_in_between_and_saving_change_nothing(
    text: str, steps: list[tuple[str, int]]
) -> None:
    watched, left_alone = clock_of(text), clock_of(text)
    at_ns = 0
    for act, wait_ns in steps:
        for n in range(1, 4):
            watched.advance(at_ns + wait_ns * n // 3)
            again = clock_of(text)
            again.restore(watched.state())
            watched = again
        at_ns += wait_ns
        for clock in (watched, left_alone):
            _act(clock, act, at_ns)
        assert watched.at(at_ns).state() == left_alone.at(at_ns).state()
        assert all(watched.left_ns(side) >= 0 for side in (A, B))
    charged_ns = sum(7 * S for act, _ in steps if act == "c")
    running_ns = sum(face.spent_ns for face in watched.faces.values()) - charged_ns
    assert running_ns <= at_ns


def _act(clock: GameClock, act: str, at_ns: int) -> None:
    match act:
        case "p":
            clock.press(A, at_ns)
        case "P":
            clock.press(B, at_ns)
        case "s":
            clock.stop(at_ns)
        case "t":
            clock.start(at_ns)
        case "b":
            clock.take_back(A, at_ns)
        case _:
            clock.add(B, -7 * S, at_ns)


def test_six_hours_come_out_to_the_nanosecond() -> None:
    """As in a plain model, whatever is done to the clock; `scripts/soak clocks` has a thousand such evenings."""
    figures = clocks.soak(seed=0, count=8)
    assert figures["error_ns"] == 0
