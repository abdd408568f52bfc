"""What a pawn becomes where the sensors tell it: in any order, final once it has touched the square, never the reply's man."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.inputs import Press
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.rulebook import Rulebook
from rules.terms import Piece, Side
from tests.core.policies import ASKED
from tests.core.rig import CLASSIC, FIDE, Rig
from tests.core.sensed import TELLING, Board

CHESS = game_by_name("chess")
RECAPTURE = "r3k3/1P6/8/8/8/8/8/R3K3 w - - 0 1"
OPEN = "3nk3/2P5/8/8/8/8/3K4/8 w - - 0 1"


def man(letter: str) -> Piece:
    return Piece(Side("white" if letter.isupper() else "black"), letter)


def board(start: str, sensor: Sensor = Sensor.IDENTITY, rulebook: str = FIDE) -> Board:
    book: Rulebook = CHESS.rulebooks[rulebook]
    return Board(CHESS, sensor, start, rulebook=book).wait(1000)


def acts(rig: Board, line: str) -> Board:
    """As `Rig.hands`, with the letter of whoever is set down: "b7- 400 b8P 500"."""
    for token in line.split():
        if token.isdigit():
            rig.wait(int(token))
        elif token.endswith("-"):
            rig.lift(token[:-1])
        else:
            rig.put(token[:2], man(token[2]))
    return rig


def laws(rig: Board) -> list[tuple[str, str]]:
    return [(m.law, m.kind) for m in rig.of("Irregularity")]


def assumed(rig: Board) -> list[Any]:
    return [m.assumed for m in rig.of("Move")]


@pytest.mark.law("CH-6.4", "FIDE-4.4.4")
@pytest.mark.parametrize("ms", [80, 150, 300, 450, 600])
@pytest.mark.parametrize("way", ["b8P 500 b8- 400 b8N", "b8N"], ids=["pawn first", "straight"])
def test_who_captures_the_new_man_at_once_is_not_the_choice(way: str, ms: int) -> None:
    """The victim is taken off first, then the capturer comes: his letter says nothing of the pawn."""
    rig = acts(board(RECAPTURE), f"b7- 400 {way} {ms} b8- 250 a8- 250 b8r 3000 a1- 300 a2R 2000")
    assert rig.moves == ["b7b8n", "a8b8", "a1a2"]
    assert (laws(rig), assumed(rig)[0]) == ([], [])


@pytest.mark.law("FIDE-4.6", "CH-6.4")
@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("ms", [100, 450, 600, 900, 1100])
def test_the_new_man_may_be_set_down_before_the_pawn_is_taken_off(sensor: Sensor, ms: int) -> None:
    rig = acts(board(OPEN, sensor), f"c8Q {ms} c7- 1500 e8- 400 f7k 1500")
    assert (rig.moves, laws(rig), rig.of("Question")) == (["c7c8q", "e8f7"], [], [])


@pytest.mark.law("FIDE-4.6")
@pytest.mark.parametrize("ms", [1300, 2000, 3900])
def test_a_new_man_whose_letter_is_told_may_stand_there_for_long(ms: int) -> None:
    rig = acts(board(OPEN), f"c8N {ms}")
    assert (rig.moves, laws(rig), rig.of("Question")) == ([], [], [])
    acts(rig, "c7- 1500")
    assert (rig.moves, laws(rig), assumed(rig)) == (["c7c8n"], [], [[]])


@pytest.mark.law("FIDE-4.6")
def test_a_capture_with_the_new_man_first() -> None:
    rig = acts(board(OPEN), "d8- 300 d8R 700 c7- 6000")
    if rig.of("Question"):
        rig.command("arbiter", "answer", move="c7d8r")
    assert (rig.moves, laws(rig)) == (["c7d8r"], [])


def test_a_queen_who_goes_there_is_no_promotion() -> None:
    rig = acts(board("7k/2PQ4/8/8/8/8/3K4/8 w - - 0 1"), "d7- 300 c8Q 1500")
    assert rig.moves == ["d7c8"]


LAST_COUNTS = (
    "where letters tell the new piece, the last that is set down counts: no law names a change"
)


@pytest.mark.xfail(strict=True, reason=LAST_COUNTS)
@pytest.mark.law("FIDE-4.4.4", "CH-6.4")
@pytest.mark.parametrize("rulebook", [FIDE, CLASSIC])
@pytest.mark.parametrize("ms", [600, 5000])
def test_a_choice_is_final_once_the_new_man_has_touched_the_square(rulebook: str, ms: int) -> None:
    start = "4k3/2P5/8/8/8/8/8/4K2R w K - 0 1"
    rig = acts(board(start, rulebook=rulebook), f"c7- 300 c8Q {ms} c8- 400 c8N 3000")
    law = "FIDE-4.4.4" if rulebook == FIDE else "CH-6.4"
    assert (rig.moves, laws(rig)) == (["c7c8q"], [(law, "choice-changed")])
    assert rig.of("Correction") == []
    acts(rig, "c8- 400 c8Q 2000 e8- 300 e7k 1500")
    assert rig.moves == ["c7c8q", "e8e7"]


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("way", ["c8- 300 c8Q", "c8Q"], ids=["lifted", "in one"])
def test_who_is_set_down_counts_though_the_move_was_made_by_another_word(way: str) -> None:
    rig = acts(board("4k3/2P5/8/8/8/8/8/4K2R w K - 0 1"), "c7- 300 c8P 200")
    rig.command("white", "promote", to="n")
    acts(rig, "1500")
    assert rig.moves == ["c7c8n"]
    acts(rig, f"{way} 1500")
    assert (rig.moves, [m.why for m in rig.of("Correction")]) == (["c7c8q"], ["promotion"])
    acts(rig, "e8- 300 e7k 1500 c8- 300 c5Q 1500")
    assert (rig.moves, laws(rig)) == (["c7c8q", "e8e7", "c8c5"], [])


@pytest.mark.law("FIDE-4.6")
@pytest.mark.parametrize("said_at", [1, 2])
def test_the_choice_is_for_the_pawn_that_has_just_promoted(said_at: int) -> None:
    """It makes way for the new man: that looks as if the queen took it, and another pawn could promote then."""
    acts = ["a2- 300 a1+ 1500 a1- 500", "a1+ 400", "2000 e1- 400 e2+ 2000"]
    rig = Rig("4k1NQ/8/8/8/8/8/p1p5/4K3 b - - 0 3").hands("1000 " + " ".join(acts[:said_at]))
    assert rig.command("black", "promote", to="n")
    rig.hands(" ".join(acts[said_at:])).answer_truly(["a2a1n", "e1e2"], within_ms=ASKED.within_ms)
    assert rig.line == ["a2a1n", "e1e2"]


@pytest.mark.xfail(
    strict=True,
    reason="a letter that no new piece has is taken for a reader's fault, and asked about",
)
@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
@pytest.mark.parametrize("way", ["b8K", "b8r"])
def test_for_what_he_may_not_become_he_is_exchanged_against_the_law(way: str, book: str) -> None:
    rig = acts(board(RECAPTURE, rulebook=book), f"b7- 400 {way} 400")
    rig.feed(Press(at_ns=rig.at_ns, side=Side("white")))
    rig.wait(3000)
    (found,) = rig.of("Irregularity")
    illegal = {FIDE: "FIDE-7.5.1", CLASSIC: "CH-8.1"}[book]
    assert (found.law, found.kind, found.side) == (illegal, "illegal-move", "white")
    assert (found.observed.origin, found.observed.to, rig.moves) == ("b7", "b8", [])
    acts(rig, "b8- 400 b7P 1500")
    assert rig.session.stage.value == "play"
