"""A capture taken back whose captor makes way for the captured man first: all seems to be at rest, and who comes later is no sensor's fault."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig

OPEN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CAPTURES = "1000 e4- 300 d5- 300 d5+ 1800 d8- 300 d5- 300 d5+ 2300"
ALONE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
DRAUGHTS = "B:W22,27,32,34-38,40-50:B1-16,18,19,25"
RUSSIAN = "B:Wa1,b2,d2,e3,g1,g3,h2:Ba7,b6,d8,g5,h8"

pace = pytest.mark.parametrize("pace", [900, 1600, 5000])


def suspects(rig: Rig) -> list[str]:
    """The points whose sensors are held to be wrong."""
    return [rig.game.points[point] for point in rig.session.health.suspects(rig.at_ns)]


def is_taken_back(rig: Rig, plies: list[str], left: int) -> None:
    """These plies stand, were named as taken back and no sensor was blamed; once accepted, so many of them are left."""
    rig.wait(NAMED.within_ms)
    assert rig.line == plies, rig.story()
    assert rig.odd[-1][1] in ("moves-taken-back", "move-taken-back", "released-man-moved")
    assert (rig.questions, suspects(rig), rig.stage) == ([], [], "restore"), rig.story()
    assert rig.command("arbiter", "accept-irregularity")
    rig.wait(1000)
    assert (rig.line, rig.stage) == (plies[:left], "play")


@pytest.mark.law("FIDE-4.7")
@pace
@pytest.mark.parametrize("hands", ["e4+ {0} d8+", "d8+ {0} e4+", "e4+ 300 d8+"])
def test_two_plies_of_chess(hands: str, pace: int) -> None:
    rig = Rig(OPEN).hands(f"{CAPTURES} d5- 300 d5+ {pace} {hands.format(pace)} 3000")
    is_taken_back(rig, ["e4d5", "d8d5"], 0)
    rig.hands("e4- 300 e5+ 2000")
    assert rig.line == ["e4e5"]


@pytest.mark.law("FIDE-4.7")
@pace
def test_one_ply_of_chess(pace: int) -> None:
    rig = Rig(ALONE).hands(f"1000 e4- 300 d5- 300 d5+ 2300 d5- 300 d5+ {pace} e4+ 3000")
    is_taken_back(rig, ["e4d5"], 0)


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("pace", [300, 900, 1500, 3000])
@pytest.mark.parametrize(
    ("game", "start", "hands", "plies"),
    [
        ("draughts-100", DRAUGHTS, "16- 300 21+ 1800 27- 300 16+ 300 21- 2300 16- 300 16+ {0} 27+", ["16-21", "27x16"]),
        ("draughts-russian", RUSSIAN, "g5- 300 f4+ 1800 e3- 300 g5+ 300 f4- 2300 g5- 300 g5+ {0} e3+", ["g5-f4", "e3:g5"]),
    ],
)  # fmt: skip
def test_two_plies_of_draughts(
    game: str, start: str, hands: str, plies: list[str], pace: int
) -> None:
    """The captured man is set straight on the point that he had come from, where his captor stood."""
    played = game_by_name(game)
    rig = Rig(start, game=played, rulebook=played.rulebook.name)
    rig.hands(f"1000 {hands.format(pace)} 3000")
    is_taken_back(rig, plies, 0)


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("pace", [300, 900, 1600, 5000])
@pytest.mark.parametrize("hands", ["b2+ {0} a9+", "a9+ {0} b2+"])
def test_two_plies_of_xiangqi(hands: str, pace: int) -> None:
    played = game_by_name("xiangqi")
    rig = Rig(game=played, rulebook=played.rulebook.name)
    rig.hands("1000 b2- 300 b9- 300 b9+ 1800 a9- 300 b9- 300 b9+ 2300")
    rig.hands(f"b9- 300 b9+ {pace} {hands.format(pace)} 3000")
    is_taken_back(rig, ["b2b9", "a9b9"], 0)


@pytest.mark.parametrize("point", ["e5", "f5"])
def test_who_is_felt_where_none_of_the_plies_began_is_made_up(point: str) -> None:
    rig = Rig(OPEN).hands(f"{CAPTURES} d5- 300 d5+ 1600 {point}+ 3000")
    assert rig.line == ["e4d5", "d8d5"], rig.story()
    assert {kind for _, kind in rig.odd} <= {"displaced"}


def test_nor_has_a_man_made_way_who_was_only_jolted() -> None:
    rig = Rig(OPEN).hands(f"{CAPTURES} d5~60 1600 e4+ 3000")
    assert rig.line == ["e4d5", "d8d5"], rig.story()
    assert {kind for _, kind in rig.odd} <= {"displaced"}
