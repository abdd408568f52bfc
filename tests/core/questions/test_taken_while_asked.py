"""A man is asked about because his old point still feels him, and his opponent takes him: the victim first, held for long."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair, assert_told_by_people
from tests.core.rig import Rig

KNIGHT = "4k3/8/8/8/1b6/8/PP3PPP/1N2K3 w - - 0 1"
MEN = "B:W28,38,43,48:B18,9,4"
CANNON = "3k5/9/9/9/1r7/9/9/9/1C7/4K4 w - - 0 1"
CASES = {
    "chess": (KNIGHT, "c3", "c3- {} b4- 400 c3+", ["b1c3", "b4c3"]),
    "xiangqi": (CANNON, "b4", "b4- {} b5- 400 b4+", ["b1b4", "b5b4"]),
    "draughts-100": (MEN, "23", "23- {} 28- 500 19+", ["18-23", "28x19"]),
}


def moved(game: str, start: str, target: str, *, pressed: bool = True) -> Rig:
    """One man has moved whose old point still feels him, and is asked about."""
    named = game_by_name(game)
    rig = Rig(start, game=named, rulebook=named.rulebook.name, time_control="10:00")
    rig.hands(f"1000 {target}+ 300")
    if pressed:
        rig.press(rig.session.line.position.side_to_move)
    rig.hands("6000")
    assert rig.line or len(rig.questions) == 1, rig.story()
    return rig


RUSSIAN = "B:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,f4,g1,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"


@pytest.mark.law("DR-7.4.1", "DR-5.11")
@pytest.mark.parametrize("ms", [300, 900, 2500])
@pytest.mark.parametrize("capture", ["c5- 400 a3+ 500 b4-", "b4- 400 c5- 500 a3+"])
def test_an_exchange_that_leaves_all_as_it_stood_is_not_nothing(capture: str, ms: int) -> None:
    """Nobody has made two moves who moves next; and what was played comes out once people say what was asked about."""
    named = game_by_name("draughts-russian")
    rig = Rig(RUSSIAN, game=named, rulebook=named.rulebook.name)
    rig.hands(f"1000 c5+ 1500 a3- 400 b4+ {ms} {capture} {ms} 1500 h2- 400 g3+ 3000")
    assert (rig.moves, rig.odd, len(rig.questions)) == ([], [], 1), rig.story()
    assert rig.session.question is not None
    rig.command("arbiter", "answer", move="b6-c5")
    rig.wait(3000)
    assert rig.moves == ["b6-c5", "a3-b4", "c5:a3", "h2-g3"], rig.story()
    assert rig.odd == []


ASIDE = {
    "knight": ("chess", "rnbqkb1r/pp1ppp1p/2p2n2/6p1/1PP3P1/7B/P2PPP1P/RNBQK1NR b KQkq - 2 4",
               "f6- 600 g4- 600 h5+ 350 g4+", "h5", "h3- 600 f1+", "f7- 350 f6+",
               ["f6g4", "h3f1", "f7f6"]),
    "victim first": ("chess", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3",
                     "d5- 350 b5+ 350 c3- 400 d5+", "b5", "e7- 400 e6+", "g1- 350 f3+",
                     ["c3d5", "e7e6", "g1f3"]),
    "xiangqi": ("xiangqi", "2bakab2/8r/6nc1/6p1C/p8/1NP5P/Pr2P4/R3K4/6c2/2BA1ABN1 b - - 4 17",
                "b3- 200 e3- 600 d3+ 200 e3+", "d3", "e2- 350 f2+", "g1- 350 h1+",
                ["b3e3", "e2f2", "g1h1"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ASIDE)
@pytest.mark.parametrize("aside_ms", [900, 2000, 4500])
@pytest.mark.parametrize("pause_ms", [900, 3000])
def test_where_the_captor_might_have_gone_there_two_more_plies_tell(
    name: str, aside_ms: int, pause_ms: int
) -> None:
    kind, start, capture, aside, reply, third, line = ASIDE[name]
    game = game_by_name(kind)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {capture} {aside_ms} {aside}- {pause_ms} {reply} {pause_ms} {third} 5000")
    assert (rig.line, rig.stage, rig.odd) == (line, "play", []), rig.story()
    assert rig.session.health.told(rig.at_ns) == []


@pytest.mark.parametrize("name", ["knight", "xiangqi"])
def test_who_stays_there_has_moved_there(name: str) -> None:
    """Nobody takes him off: the question stays open, or he has moved there."""
    kind, start, capture, aside, reply, third, line = ASIDE[name]
    game = game_by_name(kind)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {capture} 2000 {reply} 2000 {third} 5000")
    assert line[0] not in rig.line, rig.story()
    assert aside in (rig.line or [aside])[0]


@pytest.mark.parametrize("pause_ms", [900, 3000])
def test_who_is_captured_there_had_moved_there(pause_ms: int) -> None:
    """The opponent takes him up first, and then his own man, to set it down there."""
    _, start, capture, aside, *_ = ASIDE["knight"]
    rig = Rig(start)
    rig.hands(f"1000 {capture} 2000 {aside}- 300 g4- 300 {aside}+ {pause_ms} f7- 350 f6+ 5000")
    assert rig.line in ([], ["f6h5", "g4h5", "f7f6"]), rig.story()


@pytest.mark.law("CH-3.1", "FIDE-4.3.3", "DR-5.11", "XQ-5.3")
@pytest.mark.parametrize("ms", [500, 800, 1500, 2500])
@pytest.mark.parametrize("pressed", [True, False])
@pytest.mark.parametrize("game", CASES)
def test_who_takes_him_has_replied(game: str, pressed: bool, ms: int) -> None:  # noqa: FBT001
    """Where his new point may have made him up, people say so; nobody is accused before."""
    start, target, capture, moves = CASES[game]
    rig = moved(game, start, target, pressed=pressed).hands(f"{capture.format(ms)} 4000")
    assert_told_by_people(rig, moves)


@pytest.mark.parametrize("ms", [800, 2500, 12_000])
def test_the_press_of_his_opponent_tells_it(ms: int) -> None:
    start, target, capture, moves = CASES["chess"]
    rig = moved("chess", start, target).hands(f"{capture.format(ms)} 300 b! 1000")
    assert_fair(rig, moves)


@pytest.mark.parametrize("ms", [900, 2500])
def test_what_was_played_and_taken_back_leaves_a_question_that_the_next_move_answers(
    ms: int,
) -> None:
    named = game_by_name("draughts-russian")
    rig = Rig(RUSSIAN, game=named, rulebook=named.rulebook.name)
    rig.hands(f"1000 c5+ 1500 a3- 400 b4+ {ms} b4- 400 a3+ 500 c5- 2500 f6- 400 g5+ 3000")
    assert_fair(rig, ["f6-g5"], [])


@pytest.mark.parametrize("aside_ms", [800, 1000, 2500, 6000])
def test_a_victim_set_aside_who_is_taken_off_answers(aside_ms: int) -> None:
    """The one answer leaves all as it stands by then, and no sensor is held to be wrong."""
    rig = Rig("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").hands("1000")
    rig.hands(f"d5- 290 c5+ 400 e4- 390 d5+ {aside_ms} c5- 900")
    rig.hands("d8- 350 d5- 340 d5+ 1500")
    assert_fair(rig, ["e4d5", "d8d5"])
