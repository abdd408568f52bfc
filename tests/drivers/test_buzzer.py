from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.buzzer import PATTERNS, Buzzer, Sound
from drivers.ports import Symptom, WorldFault
from drivers.sim.machine import SimMachine

MS = 1_000_000
PIN = 13
sounds = st.sampled_from(Sound)


class Ear:
    """A buzzer on a simulated machine, stepped each few milliseconds.

    Attributes:
        heard: how long it was on and off, in ms, as long as something was to be heard.
    """

    def __init__(self, step_ms: int = 1) -> None:
        self.machine = SimMachine()
        self.buzzer = Buzzer(self.machine.outputs([PIN]))
        self.step_ms = step_ms
        self.at_ms = 0

    def listen(self, ms: int) -> list[bool]:
        """The line after each step."""
        levels = []
        for _ in range(0, ms, self.step_ms):
            self.buzzer.step(self.at_ms * MS)
            levels.append(self.machine.driven[PIN])
            self.at_ms += self.step_ms
        return levels


def lengths(levels: list[bool]) -> list[tuple[bool, int]]:
    return [(level, len(list(steps))) for level, steps in groupby(levels)]


@pytest.mark.parametrize("sound", Sound)
def test_each_pattern_sounds_as_it_is_written(sound: Sound) -> None:
    ear = Ear()
    assert lengths(ear.listen(20)) == [(False, 20)]
    ear.buzzer.sound(sound)
    pattern = PATTERNS[sound]
    on_and_off = [(n % 2 == 0, ms) for n, ms in enumerate(pattern)]
    assert lengths(ear.listen(sum(pattern) + 50)) == [*on_and_off, (False, 50)]
    assert ear.buzzer.sounding is None


def test_patterns_begin_and_end_with_on_and_differ() -> None:
    assert all(len(pattern) % 2 and min(pattern) > 0 for pattern in PATTERNS.values())
    assert len(set(PATTERNS.values())) == len(Sound) == len(PATTERNS)
    assert max(sum(pattern) for pattern in PATTERNS.values()) < 2000


@given(sounds, sounds, st.integers(0, 24))
def test_the_more_important_sound_is_heard(first: Sound, second: Sound, after_ms: int) -> None:
    ear, order = Ear(), list(Sound)
    ear.buzzer.sound(first)
    ear.listen(after_ms)
    ear.buzzer.sound(second)
    ear.listen(1)
    breaks_in = order.index(second) >= order.index(first)
    assert ear.buzzer.sounding is (second if breaks_in else first)


@given(sounds, st.lists(st.integers(1, 3000), max_size=20))
def test_late_steps_never_draw_a_sound_out(sound: Sound, waits_ms: list[int]) -> None:
    ear = Ear()
    ear.buzzer.sound(sound)
    ear.buzzer.step(0)
    at_ms, end_ms = 0, sum(PATTERNS[sound])
    for wait_ms in waits_ms:
        at_ms += wait_ms
        ear.buzzer.step(at_ms * MS)
        assert at_ms < end_ms or not ear.machine.driven[PIN]


class Failing:
    """A line that does not obey while `fails` is set. Implements `OutputLines`."""

    count = 1

    def __init__(self) -> None:
        self.fails = True
        self.level = 0
        self.sets = 0
        self.closed = False

    def set(self, levels: int) -> None:
        self.sets += 1
        if self.fails:
            raise WorldFault(Symptom.IO, "GPIO 13", "Look.")
        self.level = levels

    def close(self) -> None:
        self.closed = True


def test_a_line_that_fails_is_tried_again_with_the_next_step() -> None:
    line = Failing()
    buzzer = Buzzer(line)
    buzzer.sound(Sound.FLAG)
    with pytest.raises(WorldFault):
        buzzer.step(0)
    line.fails = False
    buzzer.step(5 * MS)
    assert line.level == 1
    line.fails = True
    with pytest.raises(WorldFault):
        buzzer.step(5000 * MS)
    line.fails = False
    buzzer.step(5005 * MS)
    assert (line.level, line.sets) == (0, 4)


@pytest.mark.parametrize("fails", [False, True])
def test_closing_silences(fails: bool) -> None:  # noqa: FBT001
    line = Failing()
    line.fails = False
    buzzer = Buzzer(line)
    buzzer.sound(Sound.FLAG)
    buzzer.step(0)
    line.fails = fails
    buzzer.close()
    buzzer.close()
    assert (line.level, line.closed) == (int(fails), True)


def test_a_silent_buzzer_costs_no_call() -> None:
    line = Failing()
    buzzer = Buzzer(line)
    for at_ms in range(100):
        buzzer.step(at_ms * MS)
    assert line.sets == 0
