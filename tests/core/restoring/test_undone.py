"""The last move undone by its player, all of it: his deed, whatever men come back, and nothing that binds his opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Irregularity, Move, Obligation, Penalty, Question, Touched
from controller.core.sensing.marks import Sensor
from rules.footprint import Act
from tests.core.clocks import left, running
from tests.core.kinds import CHESS, DRAUGHTS, XIANGQI, Kind
from tests.core.restoring.test_takeback import board
from tests.core.rig import BLACK, WHITE, Rig
from tests.core.sensed import SensedRig

if TYPE_CHECKING:
    from rules.position import Move as LegalMove
    from rules.terms import Piece, Point

MEN = [kind for kind in (*CHESS, *DRAUGHTS, *XIANGQI) if kind.move.origin is not None]
UNDONE = {
    "chess-fide-2023": ("FIDE-4.7", "released-man-moved"),
    "draughts-100": ("DR-7.4.4", "move-taken-back"),
    "draughts-russian": ("DR-7.4.4", "move-taken-back"),
    "draughts-brazilian": ("DR-7.4.4", "move-taken-back"),
}
CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLING = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8"


def make(rig: SensedRig, move: LegalMove) -> None:
    """Calm hands make a move; where letters are told, the pawn makes way for his new man."""
    for step in next(move.footprint.orders()):
        rig.set(step.point, None if step.act is Act.LIFT else step.man)
        rig.wait(300)
    if move.choice and rig.sensor is Sensor.IDENTITY:
        assert move.target is not None
        new = rig.session.line.position.play(move).piece_at(move.target)
        for man in (None, new):
            rig.set(move.target, man)
            rig.wait(300)


def undo(rig: SensedRig, kind: Kind, gap_ms: int) -> None:
    """The man who moved is lifted, then all men are set back, whoever was captured first."""
    after, acts = rig.session.line.position, list[tuple["Point", "Piece | None"]]()
    for step in kind.move.footprint.steps:
        before = kind.position.piece_at(step.point)
        if after.piece_at(step.point) == before:
            continue
        acts += [(step.point, None)] if after.piece_at(step.point) is not None else []
        acts += [] if before is None else [(step.point, before)]
    acts = sorted(
        dict.fromkeys(acts), key=lambda act: (act[1] is not None, act[0] == kind.move.origin)
    )
    for point, man in acts:
        rig.set(point, man)
        rig.wait(gap_ms)


def again(kind: Kind) -> LegalMove | None:
    """Another move that the same player might have made instead."""
    others = [m for m in kind.position.moves() if m.text != kind.text and m.origin is not None]
    return next((m for m in others if not (m.choice or m.partner or m.captured)), None)


def told(rig: Rig, since: int, side: str) -> list[object]:
    """What was said that holds something against a side, or asks."""
    against = (Irregularity, Touched, Obligation, Penalty)
    return [
        message
        for message in rig.said[since:]
        if isinstance(message, Question) or (isinstance(message, against) and message.side == side)
    ]


@pytest.mark.law("FIDE-4.7", "DR-7.4.4", "XQ-5.7")
@pytest.mark.parametrize("kind", MEN, ids=str)
@pytest.mark.parametrize(
    ("sensor", "gap_ms", "press", "follows"),
    [
        (Sensor.PRESENCE, 300, True, False),
        (Sensor.POLARITY, 200, True, True),
        (Sensor.IDENTITY, 300, False, True),
        (Sensor.FIELD, 600, False, False),
    ],
)
def test_whoever_undoes_his_move_is_named(
    kind: Kind, sensor: Sensor, gap_ms: int, *, press: bool, follows: bool
) -> None:
    book, control = kind.game.rulebook.name, "60:00" if press else None
    rig = SensedRig(sensor, kind.start, game=kind.game, rulebook=book, time_control=control)
    rig.wait(1000)
    make(rig, kind.move)
    side = kind.move.side
    if press:
        rig.press(side)
    rig.wait(1500)
    assert rig.session.line.ply == 1
    since = len(rig.said)
    undo(rig, kind, gap_ms)
    if follows and (other := again(kind)) is not None:
        rig.wait(300)
        make(rig, other)
        if press:
            rig.press(side)
    rig.wait(6000)
    assert told(rig, since, kind.game.other(side)) == [], rig.story()
    assert len(rig.of(Move)) == 1
    if not rig.of(Irregularity):  # only captured pieces are back: perhaps they were never taken
        assert kind.move.origin == kind.move.target
        assert rig.stage == "restore"
        return
    found = rig.of(Irregularity)[0]
    assert found.side == side
    law = UNDONE.get(book)
    assert law is None or (found.law, found.kind) == law


@pytest.mark.law("FIDE-4.7")
def test_a_capture_undone_binds_nobody_once_the_men_are_right() -> None:
    """exd5 is taken back: Black has touched nothing, and is free to play what he likes."""
    rig = Rig(CAPTURE, time_control="5:00")
    rig.hands("1000 e4- 300 d5- 300 d5+ 300 w! 1500 d5- 300 d5+ 300 e4+ 2000")
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    rig.hands("d5- 200 e4- 200 d5+ 2500 g8- 300 f6+ 300 b! 3000")
    assert rig.line == ["e4d5", "g8f6"]
    assert len(rig.odd) == 1
    assert [duty for duty in rig.of(Obligation) if duty.side == BLACK] == []


@pytest.mark.law("FIDE-4.7", "FIDE-7.5.1")
def test_castling_undone_is_no_illegal_move_of_the_opponent_who_presses() -> None:
    rig = Rig(CASTLING, time_control="5:00")
    rig.hands("1000 e1- 300 g1+ 300 h1- 300 f1+ 300 w! 2000")
    rig.hands("f1- 300 h1+ 300 g1- 300 e1+ 1500 b! 5000")
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    assert rig.of(Penalty) == []


@pytest.mark.law("FIDE-4.7")
def test_the_opponent_may_press_as_soon_as_a_move_is_undone() -> None:
    rig = Rig(CAPTURE, time_control="5:00")
    rig.hands("1000 e4- 300 d5- 300 d5+ 300 w! 1500 d5- 300 d5+ 300 e4+ 300 b! 5000")
    assert [(found.law, found.side) for found in rig.of(Irregularity)] == [("FIDE-4.7", WHITE)]


@pytest.mark.law("FIDE-4.7")
def test_nobody_pays_for_the_men_that_his_opponent_puts_right() -> None:
    rig = Rig(time_control="5:00").hands("1000 e2- 300 e4+ 300 w! 1000")
    rig.hands("e4- 300 e2+ 400 d2- 300 d4+ 300 w! 6000")
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    at_once = left(rig, BLACK)
    rig.hands("6000")
    assert (running(rig), left(rig, BLACK)) == (None, at_once)


@pytest.mark.law("FIDE-4.7")
def test_a_captured_man_set_back_long_before_his_captor_is_no_touch_in_the_end() -> None:
    """On presence the captor may seem touched for a while, and its old point's sensor to make a piece up."""
    rig = Rig(CAPTURE, time_control="5:00")
    rig.hands("1000 e4- 300 d5- 300 d5+ 300 w! 1500 d5- 1300 d5+ 1300 e4+ 5000")
    assert [(found.law, found.side) for found in rig.of(Irregularity)] == [("FIDE-4.7", WHITE)]
    assert all(duty.released for duty in rig.of(Obligation)[-1:])
    assert rig.session.touched == []


@pytest.mark.law("FIDE-4.7")
def test_a_man_touched_before_stays_touched_though_the_last_move_is_undone() -> None:
    rig = Rig(CAPTURE, time_control="5:00")
    rig.hands("1000 e4- 300 d5- 300 d5+ 300 w! 1500 g8- 400 g8+ 2000")
    rig.hands("d5- 300 d5+ 300 e4+ 3000 d5- 200 e4- 200 d5+ 2500")
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
    rig.hands("b8- 300 c6+ 300 b! 2000")
    assert rig.odd[1:] == [("FIDE-4.3.1", "touch-move")]


@pytest.mark.law("FIDE-4.3.2")
def test_a_captor_touched_by_the_opponent_is_touched() -> None:
    rig = Rig(CAPTURE, time_control="5:00")
    rig.hands("1000 e4- 300 d5- 300 d5+ 300 w! 1500 d5- 400 d5+ 3000")
    assert rig.odd == []
    assert rig.duty().must_capture == ["d5"]


@pytest.mark.law("DR-7.4.4", "DR-7.7")
@pytest.mark.parametrize("pause_ms", [300, 700, 1000])
def test_another_man_moved_to_the_same_point_is_no_deed_of_the_opponent(pause_ms: int) -> None:
    rig = board("draughts-100").hands("1000 32- 300 28+ 1500")
    rig.hands(f"28- 300 32+ {pause_ms} 33- 300 28+ 1500")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.side, rig.stage) == ("DR-7.4.4", WHITE, "choice")
    rig.hands("19- 300 23+ 3000")
    assert rig.line == ["33-28", "19-23"], rig.story()


@pytest.mark.law("DR-7.4.4", "DR-7.6")
def test_and_he_may_have_it_put_right() -> None:
    rig = board("draughts-100").hands("1000 32- 300 28+ 1500 28- 300 32+ 700 33- 300 28+ 1500")
    assert rig.command("black", "demand-correction")
    rig.hands("28- 300 33+ 300 32- 300 28+ 3000")
    assert (rig.line, rig.stage) == (["32-28"], "play"), rig.story()
