"""Who has said that he adjusts his men adjusts them, though the program was started again meanwhile."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Claim, Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig
from tests.core.scenes import restarted


class Case(NamedTuple):
    game: str
    book: str
    side: str
    touched: str
    move: str


CASES = [
    Case("chess", "chess-fide-2023", "white", "a2", "e2e4"),
    Case("chess", "chess-classic", "white", "a2", "e2e4"),
    Case("xiangqi", "xiangqi-cxa", "red", "a3", "h2e2"),
    Case("draughts-100", "draughts-100", "white", "31", "32-28"),
    Case("draughts-russian", "draughts-russian", "white", "a3", "c3-d4"),
]


def adjusting(case: Case, mode: str = "referee") -> Rig:
    rig = Rig(game=game_by_name(case.game), rulebook=case.book, mode=mode)  # type: ignore[arg-type]
    rig.hands("1000")
    assert rig.command(case.side, "adjust", on=True)
    if case.game == "xiangqi":
        assert rig.command("black", "consent-adjust")
    return rig.hands("500")


def moved(rig: Rig, case: Case) -> Rig:
    return rig.hands(f"{case.move[:2]}- 400 {case.move[-2:]}+ 2500")


@pytest.mark.law("FIDE-4.2.1", "CH-7.1", "XQ-5.6", "DR-5.13")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.book)
@pytest.mark.parametrize("mode", ["referee", "observer"])
@pytest.mark.parametrize("times", [1, 2])
def test_who_is_lifted_then_binds_nobody(case: Case, mode: str, times: int) -> None:
    rig = adjusting(case, mode)
    for _ in range(times):
        restarted(rig).hands("1500")
    before = rig.session.adjusting
    rig.hands(f"{case.touched}- 400 {case.touched}+ 2500")
    assert (before, rig.session.adjusting) == (True, False)
    moved(rig, case)
    assert (rig.moves, rig.of(Irregularity)) == ([case.move], []), rig.story()


@pytest.mark.law("FIDE-4.2.1", "CH-7.1", "XQ-5.6", "DR-5.13")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.book)
@pytest.mark.parametrize("how", ["lifted", "said"])
def test_who_has_done_is_bound_again(case: Case, how: str) -> None:
    rig = adjusting(case)
    if how == "said":
        assert rig.command(case.side, "adjust", on=False)
    else:
        rig.hands(f"{case.touched}- 400 {case.touched}+ 2500")
    restarted(rig).hands("1500")
    said = [claim.kind for claim in rig.of(Claim)]
    assert (said[-1], rig.session.adjusting) == ("adjusted", False)
    rig.hands(f"{case.touched}- 400 {case.touched}+ 2500")
    moved(rig, case)
    assert [found.kind for found in rig.of(Irregularity)] == [
        "other-man-moved" if case.game.startswith("draughts") else "touch-move"
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.book)
def test_a_man_in_the_air_is_asked_back_and_ends_it(case: Case) -> None:
    rig = adjusting(case).hands(f"{case.touched}- 400")
    restarted(rig).hands(f"1500 {case.touched}+ 2500")
    assert (rig.stage, rig.session.adjusting, rig.of(Irregularity)) == ("play", False, [])
    moved(rig, case)
    assert (rig.moves, rig.of(Irregularity)) == ([case.move], [])
