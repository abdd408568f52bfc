"""A piece takes the place of another against the law, though it might have captured elsewhere: it is named, or asked about."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig

CHESS = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"
"""The pawn e4 takes d5, and not e5."""
ALONE = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASES = [
    ("chess", CHESS, "e4", "e5", "e4d5", "b8- 300 c6+"),
    ("xiangqi", "4k4/9/9/4p1p2/2N6/9/9/9/9/3RK4 w - - 0 1", "c5", "g6", "c5e6", "e9- 300 e8+"),
]
FOUL = "XQ-9.1.6"
"""In xiangqi, it is a foul besides to touch whom nobody may capture."""
LAW = {"chess": "FIDE-7.5.1", "xiangqi": "XQ-4.1.6"}


def board(game: str, start: str, time_control: str | None = None) -> Rig:
    found = game_by_name(game)
    return Rig(start, game=found, rulebook=found.rulebook.name, time_control=time_control)


def captured(origin: str, target: str, off: int) -> str:
    """The captor is lifted first."""
    return f"{origin}- 200 {target}- {off} {target}+"


def judged(rig: Rig, origin: str, target: str, game: str) -> None:
    """Nothing wrong is told: it is named as what it was, or people are asked; a knock may explain as much."""
    found = [each for each in rig.of(Irregularity) if each.law != FOUL]
    for each in found:
        assert (each.law, each.kind) == (LAW[game], "illegal-capture"), rig.story()
        assert (each.observed.origin, each.observed.to) == (origin, target), rig.story()
    assert rig.line == [], rig.story()


@pytest.mark.law("FIDE-7.5.1", "XQ-4.1.6")
@pytest.mark.parametrize("press", ["", "300 w!"])
@pytest.mark.parametrize("gap", [20, 300])
@pytest.mark.parametrize("first", ["captor", "victim"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_capture_against_the_law_is_named_or_asked_about(
    case: tuple[str, ...], first: str, gap: int, press: str
) -> None:
    game, start, origin, target, lawful, _ = case
    rig = board(game, start, "5:00" if press else None)
    taken = (origin, target) if first == "captor" else (target, origin)
    rig.hands(f"1000 {taken[0]}- {gap} {taken[1]}- 300 {target}+ {press} {NAMED.within_ms}")
    judged(rig, origin, target, game)
    assert not rig.questions or lawful in rig.questions[0]


@pytest.mark.law("FIDE-4.3.3")
def test_who_only_touched_the_other_piece_has_captured_nothing() -> None:
    rig = board("chess", CHESS).hands("1000 e4- 200 e5- 400 e5+ 6000 e4+ 1500")
    assert (rig.line, rig.odd) == ([], []), rig.story()


@pytest.mark.law("FIDE-7.5.1", "XQ-4.1.6")
@pytest.mark.parametrize("first", ["captor", "victim"])
@pytest.mark.parametrize("off", [140, 600])
@pytest.mark.parametrize("pace", [340, 900])
@pytest.mark.parametrize(
    ("game", "start", "origin", "target", "reply"),
    [
        ("chess", "r3k2r/p1ppqpb1/bn2p1p1/3nN3/1p2P3/2N2Q1P/PPPBBP1P/R2K3R b kq - 1 2", "g6", "c3",
         "d2- 375 e1+"),
        ("chess", ALONE, "g1", "g7", "b8- 300 c6+"),
        ("chess", ALONE, "e4", "e5", "b8- 300 c6+"),
    ],
)  # fmt: skip
def test_so_it_is_when_the_opponent_has_replied(  # noqa: PLR0917 - a table
    game: str, start: str, origin: str, target: str, reply: str, pace: int, off: int, first: str
) -> None:
    hands = f"{origin}- 400 {target}-" if first == "captor" else f"{target}- 300 {origin}-"
    rig = board(game, start)
    rig.hands(f"1000 {hands} {off} {target}+ {pace} {reply} {NAMED.within_ms}")
    judged(rig, origin, target, game)


@pytest.mark.xfail(strict=True, reason="a ply that leaves no position of the game has no line")
@pytest.mark.law("XQ-5.8")
def test_so_it_is_where_the_piece_can_never_stand() -> None:
    """The advisor has one lawful move, and takes a soldier outside its palace."""
    rig = board("xiangqi", "4k4/9/9/9/4p4/4P4/9/9/9/4KA3 w - - 0 1")
    rig.hands(f"1000 f0- 400 e5- 140 e5+ 340 e9- 300 e8+ {NAMED.within_ms}")
    judged(rig, "f0", "e5", "xiangqi")
