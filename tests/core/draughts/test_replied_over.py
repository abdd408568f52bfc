"""An irregular move of draughts that is replied to before anybody was told, and quick play from there: it is accepted (DR-7.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move
from rules.registry import game_by_name
from tests.core.rig import Rig

HUNDRED = [
    ("W:W27,29,31,33,35-37,39-50:B1-15,17-19,24", "31- 250 26+",
     ["15- 120 20+", "37- 300 32+", "18- 120 22+"], ["31-26", "15-20", "37-32", "18-22"]),
    ("W:W22,32,34-50:B1-12,14-16,18-20,23", "22- 250 17+",
     ["11- 300 22+ 300 17-", "35- 300 30+", "22- 120 27+", "32- 120 21+ 120 27-"],
     ["22-17", "11x22", "35-30", "22-27", "32x21"]),
    ("B:W18,30,32,33,35-50:B1-16,19-21", "12- 250 17+", ["33- 300 29+", "13- 300 22+ 300 18-"],
     ["12-17", "33-29", "13x22"]),
]  # fmt: skip
RUSSIAN = [
    ("W:Wa1,b2,c1,c3,d2,e1,f2,g1,h2,h4,h6:Ba3,a7,b6,b8,c7,d8,e7,f8,g5,g7,h8", "c3- 250 d4+",
     ["c7- 200 d6+", "h6- 300 f4+ 300 g5-", "g7- 300 h6+", "f2- 120 g3+"],
     ["c3-d4", "c7-d6", "h6:f4", "g7-h6", "f2-g3"]),
    ("B:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,g5:Ba5,a7,b8,c7,d6,d8,e5,e7,f8,g7,h6,h8", "e5- 250 f4+",
     ["g3- 200 e5+ 200 f4-", "d6- 300 f4+ 300 e5-", "e3- 300 d4+"],
     ["e5-f4", "g3:e5", "d6:f4", "e3-d4"]),
]  # fmt: skip
CASES = [
    *(("draughts-100", *case) for case in HUNDRED),
    *(("draughts-russian", *case) for case in RUSSIAN),
]


def board(game: str, start: str, **options: object) -> Rig:
    found = game_by_name(game)
    return Rig(start, game=found, rulebook=found.rulebook.name, **options)  # type: ignore[arg-type]


@pytest.mark.law("DR-7.7", "DR-7.4.2", "DR-7.4.6")
@pytest.mark.parametrize("soon", [200, 500, 900, 1150])
@pytest.mark.parametrize("pace", [250, 600, 1100])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2])
def test_all_of_it_is_published_in_its_order(
    case: tuple[str, str, str, list[str], list[str]], pace: int, soon: int
) -> None:
    game, start, deed, replies, moves = case
    rig = board(game, start).hands(f"1000 {deed} {soon} {f' {pace} '.join(replies)} 4000")
    (found,) = rig.of(Irregularity)
    assert found.law in {"DR-7.4.2", "DR-7.4.6"}, rig.story()
    assert found.remedy == "accept-or-correct"
    assert rig.line == moves, rig.story()
    first, *others = rig.of(Move)
    assert (first.legal, first.accepted) == (False, found.id)
    assert all(move.legal for move in others)
    assert rig.stage == "play"


@pytest.mark.law("DR-7.7", "DR-15.1.3")
@pytest.mark.parametrize("soon", [300, 900])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2])
def test_the_referee_claims_nothing_that_is_the_opponents(
    case: tuple[str, str, str, list[str], list[str]], soon: int
) -> None:
    game, start, deed, replies, moves = case
    rig = board(game, start, claims="automatic")
    rig.hands(f"1000 {deed} {soon} {replies[0]} 4000")
    (found,) = rig.of(Irregularity)
    assert (found.remedy, rig.line) == ("accept-or-correct", moves[:2]), rig.story()


@pytest.mark.law("DR-7.7")
@pytest.mark.parametrize("stood", [150, 400, 900])
def test_who_puts_it_right_at_once_has_done_nothing(stood: int) -> None:
    rig = board("draughts-100", "B:W24,27,31,33,35-50:B1-16,19-21,23")
    rig.hands(f"1000 23- 250 28+ {stood} 28- 250 23+ 300 19- 200 30+ 200 24- 3000")
    assert (rig.line, rig.odd, rig.stage) == (["19x30"], [], "play"), rig.story()


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("back", [300, 720, 1000])
@pytest.mark.parametrize("men", ["8- 3 7- 17 2-", "8- 40 7- 40 2-", "8- 90 7- 900 2-"])
def test_men_who_were_knocked_over_are_no_deed_and_no_reply(men: str, back: int) -> None:
    """One is set right first, and stands as the man of the reply would."""
    rig = board("draughts-100", "W:W16,32-50:B1-15,17-19,25").hands(f"1000 {men} {back} 8+ 3000")
    assert rig.line == [], rig.story()
    rig.hands("7+ 300 2+ 1500 32- 300 28+ 2000")
    assert rig.line == ["32-28"], rig.story()
