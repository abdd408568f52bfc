"""Sensors that fail: found from play, announced, and played around without a wrong move."""

from __future__ import annotations

import pytest

from controller.core.sensing.contact import DIPS, LOST_EVENTS, SLOW_DIPS
from controller.core.sensing.health import (
    COUPLED_EVENTS,
    STUCK_PLIES,
    WEAK_EVENTS,
    SensorHealth,
    Symptom,
)
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.rig import Rig
from tests.core.sensed import MS, Board

CHESS = game_by_name("chess")
AT = CHESS.index


def bits(*names: str) -> int:
    return sum(1 << AT[name] for name in names)


def suspects(board: Board) -> dict[str, str]:
    found = board.session.health.suspects(board.session.now_ns)
    return {CHESS.points[point]: symptom.value for point, symptom in found.items()}


def break_sensor(board: Board, name: str) -> None:
    """From now on the point shows what it shows now."""
    board.silent.add(AT[name])


# From raw levels alone


def test_a_sensor_that_follows_its_neighbour() -> None:
    health, levels = SensorHealth(CHESS), bits("e2")
    health.frame(0, levels, 0)
    at_ns = 1000 * MS
    for n in range(COUPLED_EVENTS + 2):
        assert health.suspects(at_ns) == {}
        levels ^= bits("d4") | (bits("d5") if n > 1 else 0)
        health.frame(at_ns, levels, 0)
        at_ns += 700 * MS
    assert health.suspects(at_ns) == {AT["d5"]: Symptom.COUPLED}


def test_a_man_lost_again_and_again() -> None:
    health, levels = SensorHealth(CHESS), bits("e2")
    health.frame(0, levels, 0)
    for n in range(1, LOST_EVENTS + 1):
        told = {AT["e2"]: Symptom.CHATTERING} if n > SLOW_DIPS else {}
        assert (health.suspects(n * 3000 * MS), health.distrusted()) == (told, 0)
        health.frame(n * 3000 * MS, 0, 0)
        health.frame((n * 3000 + 200) * MS, levels, 0)
    assert health.suspects(LOST_EVENTS * 3000 * MS) == {AT["e2"]: Symptom.WEAK}


def test_men_felt_faintly() -> None:
    health = SensorHealth(CHESS)
    health.frame(0, 0, 0, {})
    for n in range(1, WEAK_EVENTS + 1):
        assert health.suspects(n * 1000 * MS) == {}
        health.frame(n * 1000 * MS, bits("e4"), 0, {AT["e4"]: -270})
        health.frame(n * 1000 * MS + 600 * MS, 0, 0, {})
    assert health.suspects(5000 * MS) == {AT["e4"]: Symptom.WEAK}


def test_a_man_who_is_set_down_well_is_felt_faintly_only_on_his_way() -> None:
    health = SensorHealth(CHESS)
    health.frame(0, 0, 0, {})
    for n in range(1, 2 * WEAK_EVENTS):
        for ms, strength in ((0, 255), (10, 480), (600, 260)):
            health.frame((n * 1500 + ms) * MS, bits("e4"), 0, {AT["e4"]: strength})
        health.frame(n * 1500 * MS + 650 * MS, 0, 0, {})
    assert health.suspects(2 * WEAK_EVENTS * 1500 * MS) == {}


def test_a_point_wrong_for_some_plies_is_stuck_until_it_moves() -> None:
    health = SensorHealth(CHESS)
    health.frame(0, bits("e2"), 0)
    for n in range(STUCK_PLIES):
        assert health.suspects(n * MS) == {}
        health.ply(n * MS, bits("e2"), 0)
    assert health.distrusted() == bits("e2")
    health.frame(20 * MS, 0, 0)
    assert health.distrusted() == 0


# What one sensor hides, or makes up


def test_what_was_declared_wrong_stays_suspect() -> None:
    health = SensorHealth(CHESS)
    health.frame(0, bits("e2"), 0)
    health.declare(10 * MS, bits("e2"), 0)
    health.frame(20 * MS, 0, 0)
    health.frame(30_000 * MS, bits("e2"), 0)
    assert health.distrusted() == bits("e2")


def test_a_man_lost_for_instants_again_and_again() -> None:
    health, levels = SensorHealth(CHESS), bits("e2")
    health.frame(0, levels, 0)
    for n in range(1, DIPS + 1):
        assert health.suspects(n * 700 * MS) == {}
        health.frame(n * 700 * MS, 0, 0)
        health.frame((n * 700 + 30) * MS, levels, 0)
    assert health.suspects(DIPS * 700 * MS + 40 * MS) == {AT["e2"]: Symptom.CHATTERING}


def test_plies_that_are_published_together_are_no_contradictions() -> None:
    """Three quick plies wait for the fourth: where it has changed the board, the sensors are right."""
    start = "1r4k1/1Rp2p1p/7n/p5p1/2q5/6P1/1PPPP2P/2BQK1R1 b - - 3 17"
    board = Board(CHESS, Sensor.PRESENCE, start=start).wait(1000)
    scans = [
        (0, "e2", 0), (245, "c4", 0), (145, "e2", 1),  # c4e2, and before it can settle
        (90, "e2", 0), (200, "e2", 1), (1, "e1", 0),  # e1e2: the king slides
        (120, "b8", 0), (155, "b7", 0), (205, "b7", 1),
        (515, "c2", 0), (300, "c3", 1),
        (90, "b7", 0), (260, "a7", 1),
    ]  # fmt: skip
    for wait_ms, name, level in scans:
        board.wait(wait_ms).set({name: level})
    board.wait(3000)
    assert board.moves == ["c4e2", "e1e2", "b8b7", "c2c3", "b7a7"]
    assert suspects(board) == {}


def test_the_sensor_that_is_followed_is_not_the_one_that_is_wrong() -> None:
    """e5 is closed while d4 is; a man who passes over e5 alone shows that d4 follows nobody.

    Found by `touchmove simulate --game draughts-brazilian --faults faulty --seed 208000841 --plies 40`.
    """
    health, levels, at_ns = SensorHealth(CHESS), bits("e2"), 1000 * MS
    health.frame(0, levels, 0)
    for _ in range(COUPLED_EVENTS + 2):
        for change in (bits("e5"), bits("e5"), bits("d4", "e5"), bits("d4", "e5")):
            levels ^= change
            health.frame(at_ns, levels, 0)
            at_ns += 2500 * MS
    assert AT["d4"] not in health.suspects(at_ns)


def test_of_two_that_close_together_the_one_that_has_lied_is_wrong() -> None:
    """Found by `touchmove simulate --game draughts-russian --faults faulty --seed 209000215 --plies 40`."""
    for liar, other in (("d4", "d5"), ("d5", "d4")):
        health, levels, at_ns = SensorHealth(CHESS), bits("e2"), 1000 * MS
        health.frame(0, levels, 0)
        health.accused |= bits(liar)
        for _ in range(COUPLED_EVENTS + 2):
            levels ^= bits(liar, other)
            health.frame(at_ns, levels, 0)
            at_ns += 700 * MS
        assert health.suspects(at_ns) == {AT[liar]: Symptom.COUPLED}


@pytest.mark.parametrize("bouncing", ["d4", "d5"])
def test_of_two_that_always_go_together_a_bounce_tells_neither(bouncing: str) -> None:
    """Found by `touchmove simulate --game go --faults faulty --seed 218000557 --plies 40`."""
    health, levels, at_ns = SensorHealth(CHESS), bits("e2"), 1000 * MS
    health.frame(0, levels, 0)
    for _ in range(COUPLED_EVENTS + 2):
        levels ^= bits("d4", "d5")
        health.frame(at_ns, levels, 0)
        for ms in (5, 10):
            health.frame(at_ns + ms * MS, levels := levels ^ bits(bouncing), 0)
        at_ns += 700 * MS
    assert health.suspects(at_ns) == {}


def test_of_two_that_go_together_by_now_it_tells_nothing_that_one_has_changed_more_before() -> None:
    """Each has changed by itself: which of them follows the other since, nothing tells."""
    health, levels, at_ns = SensorHealth(CHESS), bits("e2"), 1000 * MS
    health.frame(0, levels, 0)
    for alone in ("d5", "d4", "d4"):
        for _ in range(2):
            levels ^= bits(alone)
            health.frame(at_ns, levels, 0)
            at_ns += 700 * MS
    for _ in range(COUPLED_EVENTS + 2):
        levels ^= bits("d4", "d5")
        health.frame(at_ns, levels, 0)
        at_ns += 700 * MS
    assert health.suspects(at_ns) == {}


@pytest.mark.parametrize("sticks", [800, 1250])
def test_a_new_point_that_has_told_of_its_man_and_of_his_leaving_is_believed(sticks: int) -> None:
    """The old point felt him too long; he was captured, and people said only then what had been made."""
    game = game_by_name("draughts-100")
    rig = Rig("W:W46,40,45:B36,10,5", game=game, rulebook="draughts-100")
    rig.hands(f"1000 41+ {sticks} 46- {1700 - sticks} 36- 600 47+ 300 41- 1400")
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move="46-41")
    rig.hands("1000 40- 500 34+ 1500 10- 500 14+ 3500")
    assert (rig.line, rig.odd) == (["46-41", "36x47", "40-34", "10-14"], []), rig.story()
    assert rig.session.health.told(rig.at_ns) == []
