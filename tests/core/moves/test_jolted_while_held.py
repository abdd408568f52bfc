"""A man is jolted for a moment while one who may capture him is in the hand: what that one does next tells (decision 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig

MODES: tuple[Literal["referee", "observer"], ...] = ("referee", "observer")


@dataclass(frozen=True)
class Case:
    """A man at `own` who may capture at `his`, or go to `other`; and the reply."""

    game: str
    start: str
    own: str
    his: str
    other: str
    reply: str
    answer: str

    def board(self, mode: Literal["referee", "observer"] = "referee", clock: str = "") -> Rig:
        game = game_by_name(self.game)
        rulebook = game.rulebook.name
        return Rig(
            self.start, game=game, rulebook=rulebook, mode=mode, time_control=clock or None
        ).hands("1000")

    @property
    def jolt(self) -> str:
        return f"{self.own}- 500 {self.his}- {{ms}} {self.his}+"


CASES = (
    Case(
        "chess", "4k3/8/8/3p4/r3P3/8/8/4K3 w - - 0 1", "e4", "d5", "e5", "e8- 300 e7+", "e8e7",
    ),
    Case("chess", "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "a1", "a5", "a4", "e8- 300 e7+", "e8e7"),
    Case("xiangqi", "4k4/9/9/9/4p4/4P4/9/9/9/3K5 w - - 0 1", "e4", "e5", "d0", "", ""),
    Case("xiangqi", "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1", "a0", "a5", "a3", "d9- 300 d8+", "d9d8"),
)  # fmt: skip
MOVING = [case for case in CASES if case.reply]


def asked(rig: Rig) -> list[list[str]]:
    return [question.candidates for question in rig.of(Question)]


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("held_ms", [100, 600, 2900])
@pytest.mark.parametrize("ms", [40, 100])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_man_put_back_has_captured_nobody(
    case: Case, ms: int, held_ms: int, mode: Literal["referee", "observer"]
) -> None:
    """A capture that was told because it was held for long is corrected."""
    rig = case.board(mode)
    rig.hands(f"{case.jolt.format(ms=ms)} {held_ms} {case.own}+ {SETTLED.within_ms}")
    assert (rig.line, asked(rig), rig.stage) == ([], [], "play"), rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("clock", ["", "5:00"])
@pytest.mark.parametrize("case", MOVING, ids=str)
def test_then_he_moves_and_play_goes_on(case: Case, clock: str) -> None:
    rig = case.board(clock=clock)
    white, black = ("100 w!", "100 b!") if clock else ("", "")
    rig.hands(f"{case.jolt.format(ms=80)} 1000 {case.own}+ 6000")
    rig.hands(f"{case.own}- 400 {case.other}+ {white} 1500 {case.reply} {black} 1500")
    line = [case.own + case.other, case.answer]
    rig.answer_truly(line, within_ms=ASKED.within_ms)
    assert rig.line == line, rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("case", MOVING, ids=str)
def test_then_he_captures_that_man_in_earnest(case: Case) -> None:
    rig = case.board()
    rig.hands(f"{case.jolt.format(ms=80)} 1000 {case.own}+ 6000")
    rig.hands(f"{case.own}- 300 {case.his}- 400 {case.his}+ 1500 {case.reply} 1500")
    line = [case.own + case.his, case.answer]
    rig.answer_truly(line, within_ms=SETTLED.within_ms)
    assert (rig.line, rig.of(Irregularity)) == (line, []), rig.story()


@pytest.mark.law("FIDE-4.3.1")
def test_who_jolts_two_may_be_put_back_and_moved_elsewhere() -> None:
    rig = Rig("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1")
    rig.hands("1000 e4- 500 d5- 80 d5+ 300 f5- 80 f5+ 2000")
    rig.hands("e4+ 6000 e4- 400 e5+ 2000 e8- 400 e7+ 1500")
    rig.answer_truly(["e4e5", "e8e7"], within_ms=SETTLED.within_ms)
    assert (rig.line, rig.stage) == (["e4e5", "e8e7"], "play"), rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("case", MOVING, ids=str)
def test_a_capture_in_one_grip_counts_by_the_reply(case: Case) -> None:
    """The near miss: nobody comes back."""
    rig = case.board().hands(f"{case.jolt.format(ms=80)} 1000 {case.reply} 1500")
    assert rig.line == [case.own + case.his, case.answer], rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("case", CASES[:2], ids=str)
def test_a_capture_in_one_grip_counts_by_the_press(case: Case) -> None:
    rig = case.board(clock="5:00").hands(f"{case.jolt.format(ms=80)} 200 w! 1000")
    assert rig.line == [case.own + case.his], rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("over_ms", [20, 60, 90])
def test_the_reply_may_pass_over_the_point_that_he_left(over_ms: int) -> None:
    rig = CASES[0].board().hands(f"{CASES[0].jolt.format(ms=80)} 1000")
    rig.hands(f"a4- 300 e4+ {over_ms} e4- 150 h4+ 1500")
    assert (rig.line, asked(rig)) == (["e4d5", "a4h4"], []), rig.story()
