"""The clock is read back from its messages as it was, whenever the program was stopped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.inputs import Frame, Tick
from controller.core.messages import Clock, Ruling
from controller.shell.pump import Pump
from tests.core.clocks import endings, faces, left, running
from tests.core.programs import CONTROLS, Program, board
from tests.core.rig import MS, WHITE, Rig, recovered

if TYPE_CHECKING:
    from controller.core.slices import Timer

BOOT = "b1"
OPENING = "e2- 300 e4+ 400 w! 900 e7- 200 e5+ 900 b!"


def on_boot(control: str, **changes: Any) -> Rig:  # noqa: ANN401 - settings of any kind
    """A board that knows the boot of its machine."""
    settings = Rig(time_control=control).settings
    return Rig(settings=replace(settings, boot=BOOT, **changes))


def restarted(
    rig: Rig, *, boot: str | None = BOOT, after_ms: int = 1, at_ns: int | None = None
) -> Rig:
    """A new program on the same board, some time later."""
    again = Rig(settings=rig.settings, feed_first=False)
    again.session = recovered(replace(rig.settings, boot=boot), rig.said, rig.said_us)
    again.at_ns = rig.at_ns + after_ms * MS if at_ns is None else at_ns
    again._pump = Pump(again.session, again.at_ns)
    again.levels = rig.levels
    again.feed(Frame(at_ns=again.at_ns, levels=rig.levels))
    return again


def kept(timer: Timer | None, at_ns: int) -> object:
    """Everything of a clock that must not be lost, at a moment of the session's time."""
    assert timer is not None
    game_ns = at_ns - timer.origin_ns
    return (
        timer.clock.at(game_ns).state(),
        timer.mode,
        timer.plies,
        {side: n for side, n in timer.unpressed.items() if n},
        timer.early,
        timer.halted,
        timer.back,
        timer.flags,
        timer.pass_at_flag,
        timer.origin_ns,
    )


@pytest.mark.parametrize("seed", range(len(CONTROLS) * 3))
def test_what_is_read_back_after_every_step_is_what_was_there(seed: int) -> None:
    some = board(seed)
    control = CONTROLS[seed % len(CONTROLS)]
    rig = Rig(settings=replace(some.settings, time_control=control, boot=BOOT))
    program = Program(rig, seed)
    for _ in range(80):
        program.step()
        timer = rig.session.timer
        assert timer is not None
        if not timer.begun:
            continue
        again = recovered(rig.settings, rig.said).timer
        assert again is not None
        assert again.adrift
        assert kept(again, rig.session.state.now_ns) == kept(timer, rig.session.state.now_ns), (
            rig.story()
        )


@pytest.mark.parametrize("seed", range(10))
def test_no_time_is_lost_or_invented(seed: int) -> None:
    """Both sides together have used the time for which a clock ran, and nobody has less than nothing."""
    some = board(seed)
    rig = Rig(settings=replace(some.settings, time_control="90:00+0:30"))
    program = Program(rig, seed)
    ran_ns = last_ns = 0
    for _ in range(150):
        program.step()
        timer = rig.session.timer
        assert timer is not None
        now_ns = timer.clock.since_ns
        used_ns = sum(face.spent_ns for face in timer.clock.faces.values())
        assert used_ns - ran_ns <= now_ns - last_ns
        ran_ns, last_ns = used_ns, now_ns
        assert all(face.left_ns >= 0 for face in timer.clock.faces.values())


class TestNewStarts:
    def test_within_one_boot_the_clock_has_gone_on(self) -> None:
        rig = on_boot("5:00").hands(f"1000 {OPENING} 1000 g1- 200")
        again = restarted(rig, after_ms=7000)
        assert left(again) == left(rig) - 7000
        told = again.of(Clock)[0]
        assert (told.why, told.running) == ("program-restarted", "white")
        assert told.gap_ms is not None
        assert told.gap_ms >= 7000
        again.hands("f3+ 3000")
        assert running(again) == "white"

    def test_after_a_new_boot_it_stands_at_the_last_known_moment(self) -> None:
        rig = on_boot("5:00").hands(f"1000 {OPENING} 1000")
        known = rig.of(Clock)[-1].sides["white"]["remaining_ms"]
        again = restarted(rig, boot="b2", at_ns=5 * MS)
        told = again.of(Clock)[0]
        assert (told.why, told.stopped, told.running) == (
            "board-restarted",
            "board-restarted",
            None,
        )
        again.hands("60000")
        assert (left(again), running(again)) == (known, None)
        assert again.command("arbiter", "resume")
        again.hands("2000")
        assert (left(again), running(again)) == (known - 2000, "white")

    @pytest.mark.parametrize("boot", [None, "b2"])
    def test_a_later_monotonic_time_of_another_boot_is_not_believed(self, boot: str | None) -> None:
        rig = on_boot("5:00").hands("1000")
        again = restarted(rig, boot=boot, after_ms=100_000)
        assert left(again) == 300_000
        assert running(again) is None

    def test_a_clock_that_stood_stands(self) -> None:
        rig = on_boot("5:00").hands(f"1000 {OPENING} 1000")
        assert rig.command("arbiter", "pause")
        stood = faces(rig)
        again = restarted(rig, after_ms=60_000)
        assert (faces(again), running(again)) == (stood, None)
        assert again.of(Clock) == []

    def test_a_flag_that_fell_while_nobody_could_press_is_the_arbiters_to_judge(self) -> None:
        rig = on_boot("0:30").hands("1000")
        again = restarted(rig, after_ms=60_000)
        assert endings(again) == []
        assert [(r.kind, r.side) for r in again.of(Ruling)] == [
            ("needs-arbiter:time-forfeit", WHITE)
        ]
        assert (running(again), again.of(Clock)[-1].flag) == (None, "white")
        assert again.command("arbiter", "set-clock", times={"white": 20_000}, why="it pressed")
        assert again.command("arbiter", "resume")
        again.hands("10000")
        assert (left(again), endings(again)) == (10_000, [])

    def test_the_time_goes_on_over_any_number_of_starts(self) -> None:
        rig = on_boot("5:00").hands("1000")
        for _ in range(5):
            after = restarted(rig, after_ms=3000)
            after.said = [*rig.said, *after.said]
            rig = after
        assert left(rig) == 300_000 - 16_000

    def test_a_gap_is_told_and_time_goes_on(self) -> None:
        rig = on_boot("5:00").hands("1000 gap:10000 1000")
        (told,) = [c for c in rig.of(Clock) if c.why == "gap"]
        assert told.gap_ms == 10_000
        assert left(rig) == 300_000 - 12_000
        rig.hands("gap:200")
        assert len([c for c in rig.of(Clock) if c.why == "gap"]) == 1

    def test_a_journal_of_a_version_without_clock_is_read(self) -> None:
        rig = on_boot("5:00").hands(f"1000 {OPENING} 1000")
        again = recovered(rig.settings, [m for m in rig.said if not isinstance(m, Clock)])
        again.feed(Tick(at_ns=rig.at_ns))
        assert again.timer is not None
        assert again.timer.clock.running is None
