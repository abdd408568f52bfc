"""Sensors that tell men apart: the same games on every kind, and what each kind adds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inputs import Press
from controller.core.sensing.marks import (
    COMING_MS,
    FIELD_OFF,
    FIELD_ON,
    SHIFTED_MS,
    STACK_OFF,
    STACK_ON,
    WOBBLE,
    LevelReader,
    Sensor,
    Tone,
)
from rules.registry import GAMES, game_by_name
from rules.terms import Piece, Side
from tests.core.boards import CAPTURE, PROMOTION, TWO_CAPTURES
from tests.core.fair import accused, assert_fair
from tests.core.policies import ASKED
from tests.core.sensed import MS, TELLING, Board, by_chance, moves_in, replayed, trace_of

GO9 = game_by_name("go", {"size": 9})


CHESS = game_by_name("chess")
OPTIONS: dict[str, dict[str, object]] = {"go": {"size": 9}}
WHITE, BLACK = Side("white"), Side("black")
BLACK_STONE, WHITE_STONE = Piece(BLACK, "b"), Piece(WHITE, "w")
PAWN, BLACK_PAWN = Piece(WHITE, "P"), Piece(BLACK, "p")
CHOICES = st.sampled_from([0, 90, 179, 180, 249, 250, 500, 639, 640, 699, 700, 850, 1000])


@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_sensor_follows_the_same_game(name: str, sensor: Sensor) -> None:
    game = game_by_name(name, OPTIONS.get(name, {}))
    line = by_chance(game, 11, 60)
    messages = replayed(trace_of(game, line, sensor, header={"orientation": "normal"}))
    kinds = {message["type"] for message in messages}
    promoted_otherwise = name == "chess" and sensor is not Sensor.IDENTITY
    if promoted_otherwise:  # without a word and without a letter a queen is assumed
        assert len(moves_in(messages)) > 20
        return
    assert moves_in(messages) == line
    assert not kinds & {"question", "irregularity", "correction"}


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.IDENTITY])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", [name for name in GAMES if name != "go"])
def test_the_orientation_is_found_from_the_array(
    name: str, sensor: Sensor, *, turned: bool
) -> None:
    game = game_by_name(name)
    line = by_chance(game, 5, 12)
    messages = replayed(trace_of(game, line, sensor, turned=turned))
    assert moves_in(messages) == line
    assert not {"question", "irregularity"} & {m["type"] for m in messages}


def asked(sensor: Sensor, seed: int) -> tuple[int, int]:
    """Captures in one grip of a game, and the questions asked."""
    game = game_by_name("xiangqi")
    line = by_chance(game, seed, 60)
    position, captures = game.start(), 0
    for text in line:
        move = position.by_text(text)
        assert move is not None
        captures += bool(move.captured)
        position = position.play(move)
    trace = trace_of(game, line, sensor, one_grip=True, header={"orientation": "normal"})
    messages = replayed(trace)
    if sensor is not Sensor.PRESENCE:
        assert moves_in(messages) == line
    return captures, sum(message["type"] == "question" for message in messages)


def test_colours_answer_what_presence_must_ask() -> None:
    """Captures in which no scan shows the point empty."""
    presence = [asked(Sensor.PRESENCE, seed) for seed in range(6)]
    captures = sum(count for count, _ in presence)
    assert captures > 60
    assert sum(questions for _, questions in presence) > 2  # most are answered by the reply
    for sensor in TELLING:
        assert [asked(sensor, seed) for seed in range(6)] == [(n, 0) for n, _ in presence]


@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("target", ["d5", "f5"])
def test_another_man_on_the_point_is_a_capture(sensor: Sensor, target: str) -> None:
    board = Board(CHESS, sensor, start=TWO_CAPTURES).wait(1000).lift("e4").wait(300)
    board.put(target, PAWN).wait(1500)
    assert board.moves == [f"e4{target}"]
    assert board.of("Question") == []
    lifted, placed = board.of("Lifted")[-1], board.of("Placed")[-1]
    assert (lifted.point, lifted.man, lifted.side) == (target, "p", "black")
    assert (placed.point, placed.man, placed.side) == (target, "P", "white")


@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("ms", [30, 60, 100, 200, 500])
def test_the_same_man_back_is_no_capture(sensor: Sensor, ms: int) -> None:
    board = Board(CHESS, sensor, start=CAPTURE).wait(1000).lift("e4").wait(300)
    board.lift("d5").wait(ms).put("d5", BLACK_PAWN).wait(300).put("e4", PAWN).wait(3000)
    assert board.moves == []
    assert board.of("Question") == []


@pytest.mark.parametrize("choice", "qrbn")
def test_the_letter_settles_a_promotion(choice: str) -> None:
    board = Board(CHESS, Sensor.IDENTITY, start=PROMOTION).wait(1000).lift("a7").wait(300)
    board.put("a8", PAWN).wait(200).lift("a8").wait(300)
    board.put("a8", Piece(WHITE, choice.upper())).wait(1500)
    assert board.moves == [f"a7a8{choice}"]
    (move,) = board.of("Move")
    assert move.assumed == []


# Strengths of a field


def test_a_wobble_is_a_touch_and_no_lift() -> None:
    board = Board(CHESS, Sensor.FIELD).wait(1000)
    board.set({"e2": 320}).wait(300).set({"e2": 500}).wait(2000)
    (touched,) = board.of("Touched")
    assert touched.points == ["e2"]
    assert touched.obligation.must_move == ["e2"]
    assert board.of("Lifted") == []
    assert board.moves == []


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("strength", [300, 390, 610, 699, 700, 850, 1000])
def test_a_man_pressed_on_is_touched_however_strong_his_field_becomes(strength: int) -> None:
    """Only in draughts do men lie on top of one another."""
    board = Board(CHESS, Sensor.FIELD).wait(1000)
    board.set({"g1": strength}).wait(400).set({"g1": 500}).wait(1000).make("e2e4")
    assert [m.points for m in board.of("Touched")] == [["g1"], ["g1", "e2"]]
    assert board.of("Placed")[-1].evidence == {"level": 500}
    (move,) = board.of("Move")
    assert move.breach is not None


@pytest.mark.law("XQ-5.1")
def test_a_man_pressed_on_at_xiangqi_is_touched() -> None:
    board = Board(game_by_name("xiangqi"), Sensor.FIELD).wait(1000)
    board.set({"b2": 800}).wait(400).set({"b2": 500}).wait(1000)
    assert [m.points for m in board.of("Touched")] == [["b2"]]


KINGS = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1"
BLACK_KING = Piece(BLACK, "k")


@pytest.mark.law("FIDE-4.7", "FIDE-4.3.2")
@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize(("down", "after_ms"), [(290, 400), (500, 320), (500, 400), (500, 600)])
def test_a_hand_on_the_man_just_set_down_is_his_own_players(
    down: int, after_ms: int, *, pressed: bool
) -> None:
    """He is pushed to the middle of his square, or pressed on, before the move is complete; then Black moves his king."""
    board = Board(CHESS, Sensor.FIELD, start=KINGS).wait(1000)
    board.lift("e2").wait(300).put("e4", PAWN).set({"e4": down}).wait(after_ms)
    board.set({"e4": 500 if down < 500 else 380}).wait(130)
    if pressed:
        board.feed(Press(at_ns=board.at_ns, side=WHITE))
    board.set({"e4": 500}).wait(2000).make_reply("e8", "e7", BLACK_KING)
    assert board.moves == ["e2e4", "e8e7"]
    assert [m.points for m in board.of("Touched")] == [["e2"], ["e8"]]
    assert board.of("Irregularity") == []


@pytest.mark.law("FIDE-4.3.2")
@pytest.mark.parametrize("press_ms", [0, 100])
def test_a_hand_on_that_man_once_the_move_is_complete_accuses_nobody(press_ms: int) -> None:
    board = Board(CHESS, Sensor.FIELD, start=KINGS).wait(1000)
    board.lift("e2").wait(300).put("e4", PAWN).wait(press_ms or 900)
    if press_ms:
        board.feed(Press(at_ns=board.at_ns, side=WHITE))
        board.wait(250)
    board.set({"e4": 380}).wait(200).set({"e4": 500}).wait(2000)
    assert [(m.side, m.points) for m in board.of("Touched")][:1] == [("white", ["e2"])]
    assert accused(board) == []


def test_a_jolt_is_no_touch() -> None:
    board = Board(CHESS, Sensor.FIELD).wait(1000)
    board.set({"e2": 320}).wait(100).set({"e2": 500}).wait(2000)
    assert board.of("Touched") == []


def test_a_man_tilted_and_then_moved_makes_his_move() -> None:
    board = Board(CHESS, Sensor.FIELD).wait(1000)
    board.set({"e2": 320}).wait(200).lift("e2").wait(300)
    board.set({"e4": 480}).wait(2000)
    assert board.moves == ["e2e4"]
    assert [m.points for m in board.of("Touched")] == [["e2"]]


@pytest.mark.parametrize("after_ms", [300, 1500])
def test_a_man_set_on_top_is_told_and_nothing_else_happens(after_ms: int) -> None:
    game = game_by_name("draughts-100")
    board = Board(game, Sensor.FIELD, start="W:W7,40:B20").wait(1000).lift("7").wait(300)
    board.set({"1": 500}).wait(after_ms).set({"1": 850}).wait(2000)
    assert board.moves == ["7-1"]
    assert board.of("Irregularity") == []
    placed = board.of("Placed")[-1]
    assert (placed.point, placed.evidence) == ("1", {"level": 850, "stacked": True})


def test_evidence_carries_the_level() -> None:
    for sensor, levels in (
        (Sensor.PRESENCE, (0, 1)),
        (Sensor.POLARITY, (0, -1)),
        (Sensor.FIELD, (0, -500)),
        (Sensor.IDENTITY, ("", "p")),
    ):
        start = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"
        board = Board(CHESS, sensor, start=start).wait(1000)
        board.make("e7e5")
        told = [*board.of("Lifted"), *board.of("Placed")]
        assert tuple(message.evidence["level"] for message in told) == levels
        assert {message.man for message in told} == {"p"}


@given(st.lists(st.tuples(CHOICES, st.sampled_from([1, -1])), max_size=30))
def test_strengths_have_hysteresis(levels: list[tuple[int, int]]) -> None:
    reader = LevelReader(game_by_name("draughts-100"), Sensor.FIELD)
    tone: Tone | None = None
    stacked = False
    for n, (size, sign) in enumerate(levels):
        new = Tone.LIGHT if sign > 0 else Tone.DARK
        stands = size >= (FIELD_OFF if tone is new else FIELD_ON)
        stacked = stands and size >= (STACK_OFF if stacked and tone is new else STACK_ON)
        tone = new if stands else None
        reader.take(n * 5 * MS, {0: size * sign})
        mark = (reader.marks or {}).get(0)
        assert bool(reader.levels) is stands
        assert (mark.tone if mark else None) is tone
        assert bool(mark and mark.stacked) is stacked


@given(st.lists(st.integers(-WOBBLE // 2 + 1, WOBBLE // 2 - 1), max_size=60))
def test_noise_is_no_wobble(noise: list[int]) -> None:
    reader = LevelReader(CHESS, Sensor.FIELD)
    reader.take(0, {0: 500})
    for n, off in enumerate(noise):
        reader.take((COMING_MS + 5 * n) * MS, {0: 500 + off})
        assert not reader.wobbling


def test_a_man_pushed_within_his_square_stops_being_touched() -> None:
    reader = LevelReader(CHESS, Sensor.FIELD)
    reader.take(0, {0: 500})
    reader.take(1000 * MS, {0: 350})
    assert reader.wobbling
    reader.take(3000 * MS, {0: 352})
    assert not reader.wobbling


@given(st.lists(st.integers(-WOBBLE + 1, WOBBLE - 1), max_size=40))
def test_warmth_is_no_wobble(steps: list[int]) -> None:
    """However far it comes in the end: what a man has given for a second and a half is his rest."""
    reader = LevelReader(CHESS, Sensor.FIELD)
    reader.take(0, {0: 400})
    level, at_ms = 400, COMING_MS
    for step in steps:
        level = min(max(level + step, FIELD_OFF), STACK_ON - 1)
        at_ms += SHIFTED_MS
        reader.take(at_ms * MS, {0: level})
        assert not reader.wobbling


@given(st.lists(st.integers(-20, 20), min_size=400, max_size=400), st.sampled_from([-1, 1]))
def test_warmth_is_no_wobble_though_no_reading_is_as_the_one_before(
    noise: list[int], way: int
) -> None:
    reader = LevelReader(CHESS, Sensor.FIELD)
    for n, off in enumerate(noise):
        reader.take(n * 50 * MS, {0: 450 + way * n // 2 + off})
        assert not reader.wobbling


@pytest.mark.law("FIDE-4.3.2")
@pytest.mark.parametrize("pressed_ms", [200, 280])
def test_a_man_pressed_down_as_he_is_set_down_is_let_go_by_his_own_player(pressed_ms: int) -> None:
    board = Board(CHESS, Sensor.FIELD, start=KINGS).wait(1000)
    board.lift("e2").wait(300).put("e4", PAWN).wait(60).set({"e4": 690}).wait(pressed_ms - 80)
    board.feed(Press(at_ns=board.at_ns, side=WHITE))
    board.wait(80).set({"e4": 500}).wait(800).make_reply("e8", "e7", BLACK_KING)
    assert board.moves == ["e2e4", "e8e7"]
    assert [m.points for m in board.of("Touched")] == [["e2"], ["e8"]]


def test_a_hand_that_does_not_leave_a_man_touches_him_in_the_end() -> None:
    reader = LevelReader(CHESS, Sensor.FIELD)
    for n in range(2 * SHIFTED_MS // 200):
        reader.take(n * 200 * MS, {0: 500 + 150 * (n % 2)})
    assert reader.wobbling


@pytest.mark.law("DR-5.11", "DR-7.4.3")
@pytest.mark.parametrize(("point", "rest", "pressed"), [("3", 850, 600), ("47", 500, 760)])
def test_a_finger_that_makes_one_man_of_two_or_two_of_one_is_a_touch(
    point: str, rest: int, pressed: int
) -> None:
    start = "W:WK3,40,47:B6"
    board = Board(game_by_name("draughts-100"), Sensor.FIELD, start=start).wait(1000)
    board.set({"3": 850}).wait(3000).set({point: pressed}).wait(400).set({point: rest}).wait(1500)
    assert [m.points for m in board.of("Touched")] == [[point]]
    board.make("40-35")
    assert [(found.law, found.side) for found in board.of("Irregularity")] == [
        ("DR-7.4.3", "white")
    ]


@pytest.mark.parametrize("ms", [60, 2500])
def test_a_jolt_is_none_nor_a_crown_that_lies_there_for_long(ms: int) -> None:
    board = Board(game_by_name("draughts-100"), Sensor.FIELD, start="W:WK3,40,47:B6").wait(1000)
    board.set({"3": 850}).wait(3000).set({"3": 500}).wait(ms).set({"3": 850}).wait(1500)
    assert board.of("Touched") == board.of("Irregularity") == []


def test_a_hand_that_presses_a_man_down_as_it_sets_him_down_touches_nobody() -> None:
    board = Board(game_by_name("draughts-100"), Sensor.FIELD, start="W:W40,47:B6").wait(1000)
    board.command("white", "adjust")
    board.wait(300).lift("47").wait(400).put("47", Piece(WHITE, "w")).wait(40).set({"47": 760})
    board.wait(180).set({"47": 500}).wait(1500).make("40-35")
    assert board.of("Irregularity") == []
    assert [m.points for m in board.of("Touched")] == [["40"]]


@pytest.mark.parametrize("felt_ms", [30, 60])
def test_a_king_on_the_point_that_another_has_just_left_is_no_crown_that_was_touched(
    felt_ms: int,
) -> None:
    """He is felt faintly as he leaves, and the next one as he comes."""
    board = Board(game_by_name("draughts-100"), Sensor.FIELD, start="W:WK3,K26:B7,36")
    board.wait(1000).set({"3": 850, "26": 850}).wait(2000)
    board.set({"3": 500}).wait(felt_ms).set({"3": 0}).wait(150)
    board.set({"20": 500}).wait(felt_ms).set({"20": 850}).wait(150)
    board.lift("7").wait(200).put("12", Piece(BLACK, "b")).wait(150)
    board.lift("26").wait(200).set({"3": 500}).wait(felt_ms).set({"3": 850}).wait(250)
    board.lift("12").wait(1500)
    assert board.moves == ["3-20", "7-12", "26x3"]
    assert board.of("Question") == board.of("Irregularity") == []


@pytest.mark.parametrize("sensor", TELLING)
def test_a_man_of_the_other_colour_is_no_move(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000).lift("e2").wait(300)
    board.put("e4", BLACK_PAWN).wait(ASKED.within_ms)
    assert (board.moves, board.session.stage.value) == ([], "question")


@pytest.mark.parametrize("sensor", TELLING)
def test_men_exchanged_behind_the_boards_back_are_no_move(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000).put("d7", PAWN).wait(4000)
    assert (board.moves, accused(board)) == ([], [])


@pytest.mark.parametrize("choice", "rbn")
def test_no_queen_is_assumed_while_the_pawn_is_felt(choice: str) -> None:
    """The move is made when the pawn has made way (CH-6.4)."""
    board = Board(CHESS, Sensor.IDENTITY, start=PROMOTION).wait(1000).lift("a7").wait(300)
    board.put("a8", PAWN).wait(3000).lift("a8").wait(300)
    board.put("a8", Piece(WHITE, choice.upper())).wait(1500)
    assert_fair(board, [f"a7a8{choice}"])


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_a_stone_jolted_and_then_captured_is_no_reply_there(sensor: Sensor) -> None:
    start = '{"size":9,"black":["h2","j3"],"white":["j1","j2"],"to_move":"black"}'
    board = Board(GO9, sensor, start=start).wait(1000)
    board.put("h1", BLACK_STONE).lift("j1").wait(75).put("j1", WHITE_STONE)
    board.wait(185).lift("j2").wait(600).lift("j1").wait(3000)
    assert board.moves == ["h1"]
    assert board.of("Question") == board.of("Irregularity") == []


def test_a_capture_by_a_man_whose_sensor_keeps_silent_is_asked() -> None:
    start = "4k3/2B5/8/p7/8/8/8/4K3 w - - 0 1"
    board = Board(CHESS, Sensor.POLARITY, start=start, silent={CHESS.index["c7"]}).wait(1000)
    board.lift("a5").wait(300).put("a5", Piece(WHITE, "B"))
    assert_fair(board, ["c7a5"])
