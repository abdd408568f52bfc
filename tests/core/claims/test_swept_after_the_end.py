"""A board that is cleared at once after the last move: the move and its result stand, and a mess after any other is put right."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Result
from rules.registry import game_by_name
from tests.core.rig import Rig

SWEPT = {
    "chess": (
        "6k1/r4ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1",
        "e1- 300 e8+",
        ("e1e8", "1-0"),
        "f7 g7 h7 g8 a7 f2 g2 h2 e8 g1",
    ),
    "xiangqi": (
        "3k5/9/4R4/9/9/9/P7P/2n6/9/3AKA3 w - - 0 1",
        "e7- 300 d7+",
        ("e7d7", "1-0"),
        "d9 c2 a3 i3 d0 e0 f0 d7",
    ),
    "draughts-russian": (
        "W:Wc3,a1,g1,h2,e1,f2:Bd4",
        "c3- 250 e5+ 250 d4-",
        ("c3:e5", "2-0"),
        "a1 g1 h2 e1 f2 e5",
    ),
}


def board(name: str, start: str) -> Rig:
    game = game_by_name(name)
    return Rig(start, game=game, rulebook=game.rulebook.name)


def sweep(points: str) -> str:
    return " 15 ".join(f"{point}-" for point in points.split())


@pytest.mark.law("CH-10.1", "DR-12.2")
@pytest.mark.parametrize("name", SWEPT)
@pytest.mark.parametrize("stood_ms", [170, 300, 450, 600, 900])
def test_the_last_move_counts_though_the_men_are_swept_off_at_once(
    name: str, stood_ms: int
) -> None:
    start, move, ended, points = SWEPT[name]
    rig = board(name, start).hands(f"1000 {move} {stood_ms} {sweep(points)} 3000")
    assert (rig.line, [r.result for r in rig.of(Result)]) == ([ended[0]], [ended[1]]), rig.story()
    assert not rig.of(Irregularity)


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("stood_ms", [170, 400, 600])
def test_after_any_other_move_the_men_are_put_right(stood_ms: int) -> None:
    start, _, _, points = SWEPT["chess"]
    rig = board("chess", start).hands(
        f"1000 e1- 300 e7+ {stood_ms} {sweep(points)} 6000".replace("e8-", "e7-")
    )
    assert (rig.stage, rig.of(Result)) == ("restore", []), rig.story()
    assert rig.line in ([], ["e1e7"])


AGREED = {
    "chess": ("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "g2- 300 g3+", "g2g3", "g8 f7 g7 h7 f2 g3 h2 g1", "1/2-1/2"),
    "xiangqi": ("3k5/9/9/p7p/9/9/P7P/9/9/4K4 w - - 0 1", "a3- 300 a4+", "a3a4", "d9 a6 i6 a4 i3 e0", "1/2-1/2"),
    "draughts-100": ("W:W32,38,42,47:B6,11,16,20", "32- 300 28+", "32-28", "28 38 42 47 6 11 16 20", "1-1"),
}  # fmt: skip


@pytest.mark.law("FIDE-9.1")
@pytest.mark.parametrize("name", ["chess", "xiangqi", "draughts-100"])
@pytest.mark.parametrize("stood_ms", [200, 400, 700])
@pytest.mark.parametrize("step_ms", [0, 15, 200])
def test_a_result_is_given_after_the_last_move_though_the_men_are_off(
    name: str, stood_ms: int, step_ms: int
) -> None:
    """Nobody puts men right for a game that is over: what had been played before they went counts."""
    start, hands, move, points, result = AGREED[name]
    off = " ".join(f"{point}- {step_ms}" for point in points.split())
    rig = board(name, start).hands(f"1000 {hands} {stood_ms} {off} 4000")
    assert rig.command("arbiter", "result", result=result, termination="agreement")
    assert rig.line == [move], rig.story()
    assert [r.result for r in rig.of(Result)] == [result]


@pytest.mark.law("FIDE-9.1")
def test_men_who_only_fell_have_played_nothing_before_a_result() -> None:
    start, _, _, points, result = AGREED["chess"]
    rig = board("chess", start).hands(f"1000 {sweep(points.replace('g3', 'g2'))} 4000")
    assert rig.command("arbiter", "result", result=result, termination="agreement")
    assert (rig.line, [r.result for r in rig.of(Result)]) == ([], [result]), rig.story()
