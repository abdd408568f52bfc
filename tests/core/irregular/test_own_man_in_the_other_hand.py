"""A man of one's own, taken by mistake: the captor goes on to a lawful point, and the other hand puts that one back later."""

from __future__ import annotations

import pytest

from controller.core.messages import Health, Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig

CHESS = (
    "chess",
    "chess-fide-2023",
    "rnbqkbnr/p1pppppp/1p6/8/8/7N/PPPPPPPP/RNBQKB1R w KQkq - 0 2",
    ("g2", "f1", "g4"),
    ["g2g4", "e7e5", "d2d3"],
)
XIANGQI = (
    "xiangqi",
    "xiangqi-cxa",
    "3k5/9/9/p8/9/9/P8/9/9/R1B1K4 w - - 0 1",
    ("c0", "a0", "e2"),
    ["c0e2", "d9d8", "e0e1"],
)


def played(case: tuple[str, str, str, tuple[str, str, str], list[str]], hands: str) -> Rig:
    game, book, start, (origin, own, target), line = case
    rig = Rig(start, game=game_by_name(game), rulebook=book)
    words = {"reply": line[1], "next": line[2]}
    moves = {name: f"{text[:2]}- 500 {text[2:]}+ 1500" for name, text in words.items()}
    rig.hands(f"1500 {origin}- 400 {own}- 200 {own}+ 600 {own}- 300 {target}+")
    return rig.hands(hands.format(back=f"{own}+", **moves))


@pytest.mark.parametrize("case", [CHESS, XIANGQI], ids=lambda case: case[0])
@pytest.mark.parametrize(
    "hands",
    [
        "600 {back} 1500 {reply} {next}",
        "1300 {back} 1500 {reply} {next}",
        "2500 {back} 1500 {reply} {next}",
        "1500 {reply} {back} 1500 {next}",
        "1500 {reply} {next} {back} 1500",
    ],
)
def test_his_sensor_is_not_blamed(
    case: tuple[str, str, str, tuple[str, str, str], list[str]], hands: str
) -> None:
    rig = played(case, hands)
    assert (rig.line, rig.stage, rig.questions) == (case[-1], "play", []), rig.story()
    assert rig.of(Health) == []


@pytest.mark.law("FIDE-7.4", "XQ-5.8")
@pytest.mark.xfail(
    strict=True,
    reason="a piece that is taken up twice and kept off is taken for one that its sensor has lost",
)
@pytest.mark.parametrize("case", [CHESS, XIANGQI], ids=lambda case: case[0])
def test_he_is_asked_back(
    case: tuple[str, str, str, tuple[str, str, str], list[str]],
) -> None:
    rig = played(case, "12000")
    (found,) = rig.of(Irregularity)
    assert (rig.line, rig.stage) == (case[-1][:1], "restore")
    assert found.law == {"chess": "FIDE-7.4", "xiangqi": "XQ-5.8"}[case[0]]
    assert (found.points, found.remedy, found.doubt) == ([case[3][1]], "restore", "lost-man")
    rig.hands(f"{case[3][1]}+ 1500")
    assert (rig.stage, rig.of(Health)) == ("play", [])
