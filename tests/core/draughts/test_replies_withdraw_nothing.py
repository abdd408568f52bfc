"""An irregular move is answered by one that could be part of something lawful: the reply counts (DR-7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Move, Ruling
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from tests.core.sensed import SensedRig

if TYPE_CHECKING:
    from rules.game import Game
    from tests.core.rig import Rig


def board(
    start: str,
    sensor: Sensor = Sensor.PRESENCE,
    game: Game = DRAUGHTS_100,
    clock: str | None = None,
) -> Rig:
    return SensedRig(sensor, start, game=game, rulebook=game.name, time_control=clock)


def legal(rig: Rig) -> list[tuple[str, bool]]:
    return [(move.move, move.legal) for move in rig.of(Move)]


STOPPED = [
    (
        "W:Wc3,a1:Bd4,f6,a7", "c3- {0} e5=w {0} d4-", ("f6-", "e5-", "d4=b"), "a1- 400 b2=w",
        [("c3:e5", False), ("f6:d4", True), ("a1-b2", True)],
    ),
    (
        "B:Bf6,h8:We5,c3,h2", "f6- {0} d4=b {0} e5-", ("c3-", "d4-", "e5=w"), "h8- 400 g7=b",
        [("f6:d4", False), ("c3:e5", True), ("h8-g7", True)],
    ),
]  # fmt: skip


@pytest.mark.law("DR-7.4.9", "DR-7.7")
@pytest.mark.parametrize(("start", "stopped", "reply", "on", "moves"), STOPPED)
@pytest.mark.parametrize("ms", [250, 400, 800])
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2)])
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("clock", [None, "5:00"])
def test_who_captures_the_man_who_has_stopped_accepts_that(
    *, start: str, stopped: str, reply: tuple[str, str, str], on: str,
    moves: list[tuple[str, bool]], ms: int, order: tuple[int, int, int],
    sensor: Sensor, clock: str | None,
) -> None:  # fmt: skip
    """He lands where the man stood who was taken before; whose man comes off first is all one."""
    first, second = ("w!", "b!") if start.startswith("W") else ("b!", "w!")
    played = f" {ms} ".join(reply[n] for n in order)
    rig = board(start, sensor, DRAUGHTS_RUSSIAN, clock)
    presses = (f"300 {first}", f"300 {second}") if clock else ("", "")
    rig.hands(f"1000 {stopped.format(ms)} {presses[0]} 2800 {played} {presses[1]} 2500 {on}")
    rig.hands(f"{presses[0]} 3000")
    assert legal(rig) == moves, rig.story()
    assert (rig.odd, rig.of(Ruling), rig.questions) == ([("DR-7.4.9", "stopped-in-chain")], [], [])


KING = "W:WKa5,c1,c3,c5,e3,g3,h2:Bb6,e5,g5"
"""Ka5 ought to take b6 and g5, by way of c7 or d8."""


@pytest.mark.xfail(
    strict=True,
    reason="after the press upon a capture stopped half-way its player seems to go on with the opponent's hand",
)
@pytest.mark.law("DR-7.4.9", "DR-7.7")
@pytest.mark.parametrize("ms", [300])
@pytest.mark.parametrize("wait_ms", [500, 2500])
def test_a_quiet_reply_that_he_presses_upon_is_none_of_the_move_before(
    ms: int, wait_ms: int
) -> None:
    rig = board(KING, game=DRAUGHTS_RUSSIAN, clock="30:00")
    rig.hands(f"1000 a5- {ms} c7=W {ms} b6- 300 w! {wait_ms} g5- {ms} h4=b 300 b! 2500")
    assert legal(rig) == [("a5:c7", False), ("g5-h4", True)], rig.story()
    assert (rig.of(Ruling), rig.questions) == ([], [])


@pytest.mark.xfail(
    strict=True,
    reason="two pieces of one's own taken off are set right, or begin the next ply: nobody names who took them",
)
@pytest.mark.law("DR-7.4.14", "DR-7.4.7", "DR-7.7")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE])
@pytest.mark.parametrize("wait_ms", [5000])
@pytest.mark.parametrize(
    ("start", "gone", "law"),
    [
        ("W:W32,48,49,50:B28,6,15", "32- 400 23=w 400 28- 400 49- 400 50-", "DR-7.4.14"),
        ("W:W32,48,49,50:B16,6,15", "49- 400 50- 300 w!", "DR-7.4.7"),
    ],
)
def test_two_men_off_are_no_fault_of_sensors(
    start: str, gone: str, law: str, sensor: Sensor, wait_ms: int
) -> None:
    rig = board(start, sensor, clock="5:00" if "!" in gone else None)
    rig.hands(f"1000 {gone} {1300 + wait_ms} 6- 400 11=b 3000")
    assert [found for found, _ in rig.odd] == [law], rig.story()
    assert (legal(rig)[-2:], rig.of(Ruling)) == ([("x49,50", False), ("6-11", True)], [])


@pytest.mark.law("DR-7.4.9")
@pytest.mark.parametrize("answer", ["a5:h4", "none"])
def test_without_clocks_only_people_know_who_has_moved(answer: str) -> None:
    rig = board(KING, game=DRAUGHTS_RUSSIAN)
    rig.hands("1000 a5- 500 c7=W 500 b6- 2500 g5- 500 h4=b 3000 e5- 500 f4=b 3000")
    assert rig.moves == [], rig.story()
    assert {law for law, _ in rig.odd} <= {"DR-7.4.9"}
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move=answer)
    assert rig.stage in ("choice", "restore", "play")


HOME = [
    (  # it ends where the man came from who is captured
        "W:Wb6,g1:BKa3,d8,f2,Kf6,g3,g5,h2", "b6- 300 c7=w", "d8- {0} c7- {0} b6=b",
        [("b6-c7", False), ("d8xb6", True)],
    ),
    (
        "B:Bg3,b8:WKh6,e1,c7,Kc3,b6,b4,a7", "g3- 300 f2=b", "e1- {0} f2- {0} g3=w",
        [("g3-f2", False), ("e1xg3", True)],
    ),
]  # fmt: skip


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize(("start", "stepped", "reply", "moves"), HOME)
@pytest.mark.parametrize(
    ("sensor", "clock"),
    [(s, c) for s in Sensor for c in (None, "30:00") if c or s is not Sensor.PRESENCE],
)
@pytest.mark.parametrize("ms", [300, 600])
def test_who_captures_him_and_lands_where_he_came_from_does_not_set_him_back(
    *, start: str, stepped: str, reply: str, moves: list[tuple[str, bool]], sensor: Sensor,
    clock: str | None, ms: int,
) -> None:  # fmt: skip
    """Nor is the one who has captured him displaced."""
    first, second = ("w!", "b!") if start.startswith("W") else ("b!", "w!")
    presses = (f"400 {first}", f"400 {second}") if clock else ("", "")
    rig = board(start, sensor, DRAUGHTS_BRAZILIAN, clock)
    rig.hands(f"1000 {stepped} {presses[0]} 5000 {reply.format(ms)} {presses[1]} 2500")
    assert legal(rig) == moves, rig.story()
    assert (rig.odd, rig.of(Ruling)) == ([("DR-7.4.2", "irregular-move")], [])
