"""Sensors that fail: found from play, announced, and played around without a wrong move."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.sensing.contact import DIPS, LOST_EVENTS, SLOW_DIPS
from controller.core.sensing.health import (
    COUPLED_EVENTS,
    WEAK_EVENTS,
    SensorHealth,
    Symptom,
)
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.fair import assert_fair, assert_told_by_people
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig
from tests.core.sensed import MS, Board

WHITE = Side("white")


CHESS = game_by_name("chess")
AT = CHESS.index


def bits(*names: str) -> int:
    return sum(1 << AT[name] for name in names)


def suspects(board: Board) -> dict[str, str]:
    found = board.session.health.suspects(board.session.state.now_ns)
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
        assert health.suspects(n * 3000 * MS) == told
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


# What one sensor hides, or makes up


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
        health.blamed = {AT[liar]: Symptom.STUCK_ON}
        for _ in range(COUPLED_EVENTS + 2):
            levels ^= bits(liar, other)
            health.frame(at_ns, levels, 0)
            at_ns += 700 * MS
        health.blamed = {}
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


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_a_point_that_never_empties_is_asked_about_and_then_left_out(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000)
    break_sensor(board, "e2")
    board.put("e4", Piece(WHITE, "P")).wait(SETTLED.within_ms)
    (question,) = board.of("Question")
    assert (question.reason, question.candidates) == ("sensor-silent", ["e2e4"])
    assert board.moves == []
    board.command("arbiter", "answer", move="e2e4")
    for text in ("e7e5", "g1f3"):
        board.make(text)
    assert board.moves == ["e2e4", "e7e5", "g1f3"]
    assert suspects(board) == {"e2": "stuck-on"}
    assert board.of("Irregularity") == []


def test_a_move_in_doubt_is_made_when_the_opponent_plays_on() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    break_sensor(board, "e2")
    board.put("e4", Piece(WHITE, "P")).wait(3000)
    board.lift("e7").wait(400).put("e5", Piece(Side("black"), "p")).wait(3000)
    assert board.moves == ["e2e4", "e7e5"]


def test_a_sensor_that_shows_it_after_all_is_no_suspect() -> None:
    """The man was felt on his new point long before he was seen to leave."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.put("e4", Piece(WHITE, "P")).wait(3000)
    board.lift("e2").wait(100)
    if board.session.question is not None:
        board.command("arbiter", "answer", move="e2e4")
    assert_fair(board, ["e2e4"])
    assert suspects(board) == {}


def test_a_man_that_is_not_felt_any_more_is_played_on_around() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.make("e2e4")
    board.lift("a7").wait(10)
    break_sensor(board, "a7")
    board.wait(2000)
    line = ["e7e5", "g1f3", "b8c6", "f1b5", "g8f6"]
    for text in line:
        board.make(text, after_ms=ASKED.within_ms)
    assert_fair(board, ["e2e4", *line])
    assert suspects(board) == {"a7": "stuck-off"}


def test_a_destination_that_feels_nothing_is_asked_about() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    break_sensor(board, "e4")
    board.lift("e2").wait(4000)
    board.make_reply("e7", "e5", Piece(Side("black"), "p"))
    assert_told_by_people(board, ["e2e4", "e7e5"])


def test_three_broken_sensors_and_no_wrong_move() -> None:
    """Random games in which three points stay as they are: answered truthfully, the record is right."""
    for seed in range(4):
        dice = Random(seed)
        board = Board(CHESS, Sensor.POLARITY).wait(1000)
        truth: list[str] = []
        position = CHESS.start()
        for ply in range(24):
            if ply == 4:
                for point in dice.sample(range(64), 3):
                    board.silent.add(point)
            move = dice.choice([m for m in position.moves() if not m.choice])
            truth.append(move.text)
            for step in next(move.footprint.orders()):
                name = CHESS.points[step.point]
                if step.act.value == "lift":
                    board.lift(name)
                else:
                    board.put(name, step.man)
                board.wait(300)
            board.wait(3000)
            position = position.play(move)
            board.settle_questions(truth)
            if board.session.stage.value != "play":
                break  # it does not know on, and says so
            made = board.moves
            assert made == truth[: len(made)]


def test_a_closure_beside_a_move_under_way_is_not_taken_for_its_end() -> None:
    """The sensor of e3 closes by itself while the pawn is in the air on its way to e4."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.lift("e2").wait(120).put("e3", Piece(WHITE, "P"))
    break_sensor(board, "e3")
    board.wait(400).put("e4", Piece(WHITE, "P")).wait(ASKED.within_ms)
    (question,) = board.of("Question")
    assert set(question.candidates) == {"e2e3", "e2e4"}
    assert board.moves == []
    board.command("arbiter", "answer", move="e2e4")
    board.make("e7e5")
    assert board.moves == ["e2e4", "e7e5"]
    assert suspects(board) == {"e3": "stuck-on"}
    assert board.of("Irregularity") == []


def test_a_sensor_that_closes_by_itself_is_no_man_from_nowhere() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.put("d5", Piece(WHITE, "P"))
    break_sensor(board, "d5")
    board.wait(3000)
    board.make("e2e4")
    assert_fair(board, ["e2e4"])
    assert suspects(board) == {"d5": "stuck-on"}


def test_a_move_of_which_the_target_kept_silent_is_asked_about_with_the_reply() -> None:
    """c2 is seen to leave; nothing is felt at c3 or c4. Black replies."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    break_sensor(board, "c4")
    board.lift("c2").wait(900)
    board.lift("e7").wait(300).put("e5", Piece(Side("black"), "p")).wait(ASKED.within_ms)
    (question,) = board.of("Question")
    assert {"c2c3", "c2c4"} <= set(question.candidates)
    assert board.moves == []
    board.command("arbiter", "answer", move="c2c4")
    board.wait(100)
    assert board.moves == ["c2c4", "e7e5"]
    assert suspects(board) == {"c4": "stuck-off"}
