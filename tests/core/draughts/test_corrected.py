"""What is irregular at draughts is put right by what the law wanted in the first place, not by undoing it (DR-7.8)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Ruling
from rules.registry import game_by_name
from tests.core.rig import Rig, recovered


def board(game: str, start: str | None = None, clocks: str | None = "30:00") -> Rig:
    rules = game_by_name(game)
    return Rig(start, game=rules, rulebook=rules.rulebook.name, time_control=clocks).hands("1000")


def laws(rig: Rig) -> list[str]:
    return [found.law for found in rig.of(Irregularity)]


MOVED = [
    ("draughts-russian", "c3- 400 c5+", "c5- 400 d4+", "c3-d4", "f6- 400 g5+", "f6-g5"),
    ("draughts-brazilian", "c3- 400 c5+", "c5- 400 b4+", "c3-b4", "f6- 400 g5+", "f6-g5"),
    ("draughts-100", "32- 400 22+", "22- 700 28+", "32-28", "19- 400 23+", "19-23"),
]
"""A man who goes where none goes, and then where he may; and a reply."""


@pytest.mark.law("DR-7.4.2", "DR-7.8")
@pytest.mark.parametrize("case", MOVED)
@pytest.mark.parametrize("presses", [True, False])
@pytest.mark.parametrize("after_ms", [1400, 3000])
def test_the_offender_sets_his_man_where_he_may_go(
    case: tuple[str, ...], after_ms: int, *, presses: bool
) -> None:
    game, wrong, right, move, reply, text = case
    w, b = ("300 w!", "300 b!") if presses else ("", "")
    rig = board(game, clocks="30:00" if presses else None).hands(f"{wrong} 2500 {right} {w}")
    rig.hands(f"{after_ms} {reply} {b} 2000")
    assert (rig.moves, rig.questions, laws(rig)) == ([move, text], [], ["DR-7.4.2"]), rig.story()
    assert [(each.found, each.why) for each in rig.of(Ruling)] == [("right", None)]
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize(
    ("right", "w"),
    [("c5- 400 e5+", "300 w!"), ("e3- 400 d4+ 300 c5-", "")],
)
def test_any_other_correction_is_to_be_whole(right: str, w: str) -> None:
    rig = board("draughts-russian").hands(f"c3- 400 c5+ 2500 {right} {w} 6000")
    assert rig.moves == [], rig.story()
    assert rig.stage in ("choice", "restore")


TWO = "W:W32,45,46:B28,18,5,4,3"
LEFT_ON = "32- 300 23+ 250 23- 300 12+ 300 {off} 300 w!"
STOPPED = "32- 300 23+ 300 {off} 300 w!"
"""32x12, which takes 28 and 18."""
DUE = [
    (LEFT_ON, "18-", "28-", "DR-7.4.11"),
    (LEFT_ON, "28-", "18-", "DR-7.4.11"),
    (LEFT_ON, "", "28- 400 18-", "DR-7.4.11"),
    (STOPPED, "28-", "23- 300 12+ 300 18-", "DR-7.4.9"),
    (STOPPED, "28-", "23- 300 18- 300 12+", "DR-7.4.9"),
]


def demanded(made: str, off: str) -> Rig:
    rig = board("draughts-100", TWO).hands(made.format(off=off) + " 1500")
    assert rig.command("black", "demand-correction"), rig.story()
    return rig


@pytest.mark.law("DR-7.4.9", "DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize(("made", "off", "due", "law"), DUE)
@pytest.mark.parametrize("then", ["300 w! 2000", "300 w! 500", "2000", "2000 w! 500"])
def test_once_it_is_demanded_he_finishes_his_capture(
    made: str, off: str, due: str, law: str, then: str
) -> None:
    rig = demanded(made, off).hands(f"700 {due} {then} 4- 400 10+ 300 b! 2000 46- 400 41+ 2000")
    assert rig.moves == ["32x12", "4-10", "46-41"], rig.story()
    assert (laws(rig)[0], rig.questions, rig.stage) == (law, [], "play")
    assert set(laws(rig)[1:]) <= {"DR-7.4.10", "DR-7.4.13"}  # his manner is named besides
    read = recovered(rig.settings, rig.said)
    assert read.line.position.text == rig.session.line.position.text


@pytest.mark.law("DR-7.4.9", "DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize(
    ("made", "off", "done"),
    [(LEFT_ON, "18-", "5-"), (LEFT_ON, "18-", "5- 400 28-"), (STOPPED, "28-", "23- 300 19+")],
)
def test_what_is_not_due_corrects_nothing(made: str, off: str, done: str) -> None:
    rig = demanded(made, off).hands(f"700 {done} 300 w! 3000")
    assert (rig.moves, rig.stage) == ([], "restore"), rig.story()


@pytest.mark.law("DR-7.8")
@pytest.mark.parametrize(
    ("made", "off", "back"),
    [(LEFT_ON, "18-", "12- 400 32+ 400 18+"), (STOPPED, "28-", "28+ 300 23- 500 32+")],
)
def test_all_may_be_put_back_as_well(made: str, off: str, back: str) -> None:
    rig = demanded(made, off).hands(f"700 {back} 2500 {LEFT_ON.format(off='28- 300 18-')} 2000")
    assert (rig.moves, rig.stage) == (["32x12"], "play"), rig.story()


@pytest.mark.law("DR-5.11", "DR-7.4.3", "DR-7.8")
@pytest.mark.parametrize("demand", [True, False])
@pytest.mark.parametrize(
    ("game", "man", "wrong", "right", "other"),
    [
        ("draughts-russian", "c3", "c5", "d4", "e3- 400 f4+"),
        ("draughts-brazilian", "c3", "c5", "b4", "e3- 400 f4+"),
        ("draughts-100", "32", "22", "28", "33- 400 29+"),
    ],
)
def test_whom_he_has_put_back_he_has_touched(
    game: str, man: str, wrong: str, right: str, other: str, *, demand: bool
) -> None:
    """He is told so, whether his opponent has demanded correction or not."""
    rig = board(game).hands(f"{man}- 400 {wrong}+ 300 w! 2500")
    if demand:
        assert rig.command("black", "demand-correction")
    rig.hands(f"{wrong}- 400 {man}+ 1500")
    assert (rig.stage, rig.duty().law, rig.duty().must_move) == ("play", "DR-5.11", [man])
    again = recovered(rig.settings, rig.said)
    assert again.due == rig.session.due
    rig.hands(f"{man}- 400 {right}+ 300 w! 1500")
    assert (len(rig.line), laws(rig), rig.duty().met) == (1, ["DR-7.4.2"], True), rig.story()


@pytest.mark.law("DR-5.11", "DR-7.4.3")
def test_another_man_is_not_moved_instead() -> None:
    rig = board("draughts-russian").hands("c3- 400 c5+ 300 w! 2500 c5- 400 c3+ 1500")
    rig.hands("e3- 400 f4+ 300 w! 1500")
    assert (rig.line, laws(rig)) == (["e3-f4"], ["DR-7.4.2", "DR-7.4.3"]), rig.story()
