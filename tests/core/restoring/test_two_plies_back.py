"""Two plies taken back where men are told apart: a man set up where another was is no passing hand, and completes nothing."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import Board, men_of

CHESS = game_by_name("chess")
START = "8/p7/8/Kr6/8/6k1/P5P1/8 w - - 0 1"
MEN = {
    CHESS.points[point]: man
    for point, man in men_of(CHESS.start(START)).items()
    if CHESS.points[point] in ("a5", "b5", "g3", "g2")
}
WHO = {"K": MEN["a5"], "r": MEN["b5"], "k": MEN["g3"], "P": MEN["g2"]}
TOGETHER = "b5- g2- a5K g2P g3k b5r"
LAST_FIRST = "g2- g3k g2P b5- a5K b5r"
sensors = pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])  # fmt: skip


def played(sensor: Sensor) -> Board:
    board = Board(CHESS, sensor, START).wait(1000)
    for text in ("a5b5", "g3g2"):
        board.make(text)
    return board.wait(700)


def hands(board: Board, line: str, paces: list[int]) -> Board:
    """Men are lifted and set down, with so many milliseconds after each."""
    for token, ms in zip(line.split(), paces, strict=True):
        point, who = token[:2], token[2]
        (board.lift(point) if who == "-" else board.put(point, WHO[who])).wait(ms)
    return board


@pytest.mark.law("FIDE-4.7")
@sensors
@pytest.mark.parametrize("line", [TOGETHER, LAST_FIRST])
@pytest.mark.parametrize(
    "paces",
    [
        [310, 230, 780, 415, 620, 0],
        [200, 300, 600, 300, 300, 0],
        [310, 400, 900, 500, 500, 0],
        [150, 200, 700, 200, 700, 0],
    ],
)
def test_no_move_is_made_of_it(sensor: Sensor, line: str, paces: list[int]) -> None:
    board = hands(played(sensor), line, paces).wait(6000)
    assert board.moves == ["a5b5", "g3g2"]
    assert not board.of("Question") or line == LAST_FIRST
    if not board.of("Question"):
        assert board.of("Irregularity")[-1].kind == "moves-taken-back"
        assert board.of("Restore")[-1].done is False


@sensors
@pytest.mark.parametrize("ms", [100, 300])
def test_a_captured_man_in_the_hand_that_replies_makes_no_difference(
    sensor: Sensor, ms: int
) -> None:
    board = hands(played(sensor), "b5- a5K g2- h3P h3- g3k", [400, 400, 200, ms, 200, 3000])
    assert board.moves == ["a5b5", "g3g2", "b5a5", "g2g3"]
    assert not board.of("Irregularity")


@pytest.mark.law("FIDE-4.7")
@sensors
@pytest.mark.parametrize("pace", [250, 500])
def test_a_captured_man_who_is_set_back_late(sensor: Sensor, pace: int) -> None:
    """Until then nobody is asked whether a king went back and a pawn was felt wrongly twice."""
    board = Board(CHESS, sensor, "7k/5p2/8/8/8/8/8/4Kr2 w - - 0 1").wait(1000)
    men = men_of(board.session.line.position)
    who = {CHESS.points[point]: man for point, man in men.items()}
    for text in ("e1f1", "f7f5"):
        board.make(text)
    board.wait(1500).lift("f5").wait(pace).put("f7", who["f7"]).wait(pace)
    board.lift("f1").wait(pace).put("e1", who["e1"]).wait(NAMED.within_ms)
    kinds = {found.kind for found in board.of("Irregularity")}
    assert kinds <= {"moves-taken-back", "displaced"}
    board.put("f1", who["f1"]).wait(3000)
    assert (board.moves, board.of("Question")) == (["e1f1", "f7f5"], [])
    board.command("arbiter", "accept-irregularity")
    assert board.moves == []


@pytest.mark.law("FIDE-4.7")
def test_castling_and_a_move_to_an_attacked_square_taken_back_are_named() -> None:
    """King and rook are both lifted before they are set home: it looks like plies in an order in which no hands make them."""
    rig = Rig("4k2r/8/7n/8/8/4N3/8/4K3 b k - 0 1")
    rig.hands("1000 e8- 350 g8+ 300 h8- 340 f8+ 1100 e3- 340 g4+ 2000")
    assert rig.line == ["e8g8", "e3g4"], rig.story()
    rig.hands("g4- 300 e3+ 700 g8- 350 f8- 350 h8+ 350 e8+ 6000")
    assert [kind for _, kind in rig.odd] == ["moves-taken-back"], rig.story()
    assert rig.command("arbiter", "accept-irregularity")
    rig.hands("500 e8- 350 e7+ 2000")
    assert rig.line == ["e8e7"], rig.story()
