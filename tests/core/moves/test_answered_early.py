"""An opponent takes up his man while the mover's is still in the hand, to answer: he has touched it, and all of it is play."""

from __future__ import annotations

from itertools import product

import pytest

from controller.core.messages import Correction, Touched
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig, played
from tests.core.sensed import Board

SENSORS = (Sensor.PRESENCE, Sensor.POLARITY, Sensor.IDENTITY)
EARLY = (60, 150, 190, 240, 400)
BISHOP = "4k3/8/8/8/3b4/8/5P2/4K3 b - - 0 1"
PAWNS = "4k3/p7/2p5/3p4/4P3/8/8/4K3 w - - 0 1"
SCANDINAVIAN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

QUIET = [
    ("chess", None, "e2 e3", "g8 h6", "g1 f3"),
    ("chess", None, "b1 c3", "d7 d5", "d2 d4"),
    ("xiangqi", None, "h2 e2", "h9 g7", "h0 g2"),
    ("draughts-100", None, "32 28", "16 21", "37 32"),
    ("draughts-russian", None, "c3 d4", "f6 g5", "g3 h4"),
]
"""A move, the answer to it, and the next move."""


def hands(game: str, start: str | None, sensor: Sensor, acts: str) -> Board:
    """A board on which men are lifted and set down: `e2- 300 e3+e2` sets down the man of e2."""
    board = Board(game_by_name(game), sensor, start).wait(1000)
    position = board.session.line.position
    for act in acts.split():
        if act.isdigit():
            board.wait(int(act))
        elif act.endswith("-"):
            board.lift(act[:-1])
        else:
            target, origin = act.split("+")
            man = position.piece_at(board.game.index[origin])
            assert man is not None
            board.put(target, man)
    return board.wait(1500)


def plain(board: Board) -> bool:
    return not (board.of("Question") or board.of("Irregularity") or board.of("Correction"))


def texts(board: Board) -> list[str]:
    """Moves by their points, however the game writes them."""
    return [move.replace("-", "") for move in board.moves]


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("early", EARLY)
@pytest.mark.parametrize("case", QUIET)
def test_then_both_moves_are_made(
    case: tuple[str, str | None, str, str, str], early: int, sensor: Sensor
) -> None:
    game, start, *moves = case
    (a, b), (c, d), (e, f) = (move.split() for move in moves)
    line = f"{a}- {500 - early} {c}- {early} {b}+{a} 400 {d}+{c} 1500 {e}- 300 {f}+{e}"
    board = hands(game, start, sensor, line)
    assert texts(board) == [a + b, c + d, e + f]
    assert plain(board)


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("early", EARLY)
@pytest.mark.parametrize("capture", ["e4- 150 d5- 350", "d5- 150 e4- 350"])
def test_a_capture_is_answered(capture: str, early: int, sensor: Sensor) -> None:
    first, between, second, _ = capture.split()
    line = (
        f"{first} {between} {second} {500 - early} g8- {early} d5+e4 400 f6+g8 1500 b1- 300 c3+b1"
    )
    board = hands("chess", SCANDINAVIAN, sensor, line)
    assert board.moves == ["e4d5", "g8f6", "b1c3"]
    assert plain(board)


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize(("early", "rest"), [*product((100, 155, 240), (350, 600)), (155, 900)])
def test_who_is_taken_up_to_recapture_was_not_touched_by_the_mover(
    early: int, rest: int, sensor: Sensor
) -> None:
    """The pawn could have been captured by the bishop; but White has taken it up to capture him."""
    line = f"d4- {450 - early} f2- {early} e3+d4 {rest} e3- 300 e3+f2"
    board = hands("chess", BISHOP, sensor, line).wait(ASKED.within_ms)
    if sensor is Sensor.PRESENCE:  # the bishop may have been set down twice, the pawn be captured
        assert board.moves == ["d4e3", "f2e3"] or "d4e3" in board.of("Question")[-1].candidates
        assert not board.of("Irregularity")
        return
    assert board.moves == ["d4e3", "f2e3"]
    assert plain(board)


@pytest.mark.law("FIDE-4.3.3")
def test_nothing_lawful_is_taken_back_by_the_referee() -> None:
    rig = played("d4- 300 f2- 155 e3+ 350 e3- 300 e3+ 1500 e8- 300 e7+", BISHOP, claims="automatic")
    assert (rig.line, rig.of(Correction), rig.odd) == (["d4e3", "f2e3", "e8e7"], [], [])


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("off", [250, 400])
@pytest.mark.parametrize("before", [100, 300])
def test_a_man_who_is_put_back_before_the_move_lands_was_touched_by_the_mover(
    off: int, before: int
) -> None:
    line = f"d4- 300 f2- {off} f2+f2 {before} e3+d4"
    board = hands("chess", BISHOP, Sensor.IDENTITY, line)
    assert board.moves == ["d4e3"]
    assert [found.law for found in board.of("Irregularity")] == ["FIDE-4.3.3"]


@pytest.mark.law("FIDE-4.3.3")
def test_a_victim_in_the_hand_is_told_of_as_soon_as_it_is_known() -> None:
    rig = Rig(PAWNS).hands("1000 e4- 300 d5- 260")
    assert rig.of(Touched)[-1].points == ["e4", "d5"]


@pytest.mark.parametrize("back", [300, 600, 900])
@pytest.mark.parametrize("early", [100, 180, 200, 400])
def test_one_man_who_lands_has_made_one_capture(early: int, back: int) -> None:
    """Another who could recapture there was off for a while: he has not captured."""
    line = f"e4- 300 d5- 400 c6- {early} d5+ {back} c6+ 1500 a7- 300 a6+"
    rig = played(line, PAWNS)
    assert (rig.line, rig.questions) == (["e4d5", "a7a6"], []), rig.story()


@pytest.mark.parametrize("early", [100, 180, 300])
@pytest.mark.parametrize("later", [300, 600])
def test_whoever_does_recapture_is_seen_to(early: int, later: int) -> None:
    line = f"e4- 250 d5- 250 c6- {early} d5+ {later} d5- 300 d5+ 1500 e1- 300 e2+"
    rig = played(line, PAWNS)
    assert (rig.line, rig.questions) == (["e4d5", "c6d5", "e1e2"], []), rig.story()


@pytest.mark.parametrize("held", [1300, 2500])
def test_who_answers_somebody_who_holds_his_man_for_long_is_followed(held: int) -> None:
    rig = played(f"e2- {held} g8- 300 e3+ 400 h6+")
    rig.answer_truly(["e2e3", "g8h6"], within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (["e2e3", "g8h6"], []), rig.story()
