"""A man takes another's place against the law, though he might have captured elsewhere, or in less than a moment: it is named."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Irregularity
from rules.registry import game_by_name
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
LAW = {"chess": "FIDE-7.5.1", "xiangqi": "XQ-5.8"}


def board(game: str, start: str, time_control: str | None = None) -> Rig:
    found = game_by_name(game)
    return Rig(start, game=found, rulebook=found.rulebook.name, time_control=time_control)


def captured(origin: str, target: str, off: int) -> str:
    """The captor is lifted first."""
    return f"{origin}- 200 {target}- {off} {target}+"


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize("press", ["", "300 w!"])
@pytest.mark.parametrize("gap", [20, 70, 150, 300, 900])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_whose_victim_was_lifted_first_is_named_though_he_could_have_captured_elsewhere(
    case: tuple[str, ...], gap: int, press: str
) -> None:
    """Nobody touches his own man before the other's capture, and puts him back after it."""
    game, start, origin, target, _, _ = case
    rig = board(game, start, "5:00" if press else None)
    rig.hands(f"1000 {target}- {gap} {origin}- 300 {target}+ {press} 6000")
    (found,) = (each for each in rig.of(Irregularity) if each.law != FOUL)
    assert (found.law, found.kind) == (LAW[game], "illegal-capture"), rig.story()
    assert (found.observed.origin, found.observed.to) == (origin, target)
    assert (rig.line, rig.questions) == ([], [])
    rig.hands(f"{target}- 300 {origin}+ 300 {target}+ 1500")
    assert (rig.line, rig.stage) == ([], "play")


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize("off", [140, 200, 300, 600])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_what_is_played_on_does_not_tell_that_the_lawful_capture_was_made(
    case: tuple[str, ...], off: int
) -> None:
    game, start, origin, target, lawful, reply = case
    rig = board(game, start).hands(f"1000 {captured(origin, target, off)} 1500 {reply} 6000")
    assert (rig.line, rig.stage) == ([], "question"), rig.story()
    assert lawful in rig.questions[0]
    assert not [found for found in rig.odd if found[0] != FOUL]


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize("off", [160, 200, 300, 600])
@pytest.mark.parametrize("by", ["people", "hands"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_it_is_named_once_it_was_no_lawful_capture(
    case: tuple[str, ...], by: str, off: int
) -> None:
    game, start, origin, target, _, _ = case
    rig = board(game, start).hands(f"1000 {captured(origin, target, off)} 6000")
    assert rig.stage == "question"
    if by == "people":
        assert rig.command("arbiter", "answer", move="none")
    rig.hands(f"{target}- 300 {origin}+ 300 {target}+ 1500")
    (found,) = (each for each in rig.of(Irregularity) if each.law != FOUL)
    assert (found.law, found.kind) == (LAW[game], "illegal-capture"), rig.story()
    assert (found.observed.origin, found.observed.to) == (origin, target)
    assert found.remedy == ("restore" if by == "people" else "none")
    assert (rig.line, rig.stage) == ([], "play")
    assert [told.move for told in rig.of(Answered)] == [None]


@pytest.mark.law("FIDE-4.3.3")
def test_who_only_touched_the_other_man_has_captured_nobody() -> None:
    rig = board("chess", CHESS).hands("1000 e4- 200 e5- 400 e5+ 6000 e4+ 1500")
    assert (rig.line, rig.odd, rig.stage) == ([], [], "play"), rig.story()


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("off", [60, 80, 110, 160, 240])
@pytest.mark.parametrize("pace", [700, 1500])
def test_one_that_is_replied_to_is_named_as_what_it_was(off: int, pace: int) -> None:
    """No lawful move takes part in it; the reply is none of it."""
    rig = board("chess", ALONE).hands(f"1000 e4- 200 e5- {off} e5+ {pace} b8- 300 c6+ 3000")
    (found,) = rig.of(Irregularity)
    assert (found.kind, found.side, found.points) == ("illegal-capture", "white", ["e4", "e5"])
    assert rig.line == [], rig.story()


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize("first", ["captor", "victim"])
@pytest.mark.parametrize("off", [140, 200, 310, 600])
@pytest.mark.parametrize("pace", [340, 900])
@pytest.mark.parametrize(
    ("game", "start", "origin", "target", "reply", "law"),
    [
        ("chess", "r3k2r/p1ppqpb1/bn2p1p1/3nN3/1p2P3/2N2Q1P/PPPBBP1P/R2K3R b kq - 1 2", "g6", "c3",
         "d2- 375 e1+", "FIDE-7.5.1"),
        ("chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1", "g7",
         "b8- 300 c6+", "FIDE-7.5.1"),
        ("xiangqi", "4k4/9/9/9/4p4/4P4/9/9/9/4KA3 w - - 0 1", "f0", "e5", "e9- 300 e8+", "XQ-5.8"),
    ],
)  # fmt: skip
def test_no_sensor_is_doubted_for_what_an_illegal_capture_explains(  # noqa: PLR0917 - a table
    game: str,
    start: str,
    origin: str,
    target: str,
    reply: str,
    law: str,
    pace: int,
    off: int,
    first: str,
) -> None:
    """Its man has one lawful move or few, and the opponent has replied."""
    hands = f"{origin}- 400 {target}-" if first == "captor" else f"{target}- 300 {origin}-"
    rig = board(game, start).hands(f"1000 {hands} {off} {target}+ {pace} {reply} 3000")
    (found,) = (each for each in rig.of(Irregularity) if each.law != FOUL)
    assert (found.law, found.kind, found.observed.to) == (law, "illegal-capture", target)
    assert (rig.line, rig.questions) == ([], []), rig.story()


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize(
    ("start", "hands"),
    [
        ("8/2p5/3p4/KP5r/1R3p1k/4P3/6P1/8 w - - 0 1", "b4- 315 e3- 365 e3+ 300 w!"),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "b4- 315 h5- 95 h5+ 900 h4- 400 g4+ 1500"),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "e2- 515 b4- 365 e2+ 300 w!"),
    ],
)
def test_a_capture_of_which_nothing_was_felt_is_not_given_out_where_another_may_have_been_made(
    start: str, hands: str
) -> None:
    """The rook b4 could take f4."""
    rig = Rig(start, time_control="5:00" if "w!" in hands else None).hands(f"1000 {hands} 3000")
    assert rig.line == [], rig.story()
    assert rig.stage in {"question", "restore"}


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.parametrize("stood", [300, 500, 700, 800, 1500])
@pytest.mark.parametrize(
    ("game", "start", "origin", "target", "move", "on", "moves"),
    [
        ("chess", "1n6/rBp1n1pp/5p1B/1kb1N3/2pRPP1P/1p4P1/8/2K4R b - - 0 25", "f6", "e4",
         "f6- 300 f5+", "c1- 250 b2+ 1300 a7- 280 a2+", ["f6f5", "c1b2", "a7a2"]),
        ("xiangqi", "r1bakabnr/9/nc5c1/p1p1p1p1p/9/9/P1P1P1P1P/6CC1/9/RNBAKABNR w - - 2 2", "h2", "c0",
         "h2- 300 i2+", "b7- 330 b5+ 1500 g2- 340 h2+", ["h2i2", "b7b5", "g2h2"]),
    ],
)  # fmt: skip
def test_men_put_back_for_a_moment_answer_the_question(  # noqa: PLR0917 - a table
    game: str,
    start: str,
    origin: str,
    target: str,
    move: str,
    on: str,
    moves: list[str],
    stood: int,
) -> None:
    """Then the same man makes another move."""
    rig = board(game, start).hands(f"1000 {origin}- 400 {target}- 250 {target}+ 4500")
    assert rig.stage == "question"
    rig.hands(f"{target}- 300 {origin}+ 300 {target}+ {stood} {move} 1500 {on} 2500")
    assert (rig.line, rig.stage) == (moves, "play"), rig.story()
    assert [told.move for told in rig.of(Answered)] == [None]
