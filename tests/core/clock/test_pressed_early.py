"""What a press says where the man has gone astray, is still in the hand, or another was moved after him (sound sensors)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.game import Game
from rules.registry import game_by_name
from rules.terms import Piece
from tests.core.boards import CASTLING, CLOCK, ILLEGAL, RELEASED
from tests.core.policies import NAMED, SETTLED
from tests.core.rig import BLACK, BOOKS, CHESS, CLASSIC, FIDE, WHITE, Rig
from tests.core.sensed import TELLING, SensedRig

XIANGQI = game_by_name("xiangqi")
DRAUGHTS = game_by_name("draughts-100")
BISHOP = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
ASTRAY = {
    "open": (CHESS, "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"),
    "check": (CHESS, "rnb1k1nr/pppp1ppp/8/4p3/1b2P2q/5N2/PPPP2PP/RNBQKB1R w KQkq - 0 4"),
    "pawn": (CHESS, "1r2k3/P7/8/8/8/8/p3K3/1R6 w - - 0 1"),
    "queen": (CHESS, "Q2rk3/8/8/8/8/8/p3K3/1R6 w - - 0 1"),
    "xiangqi": (XIANGQI, None),
    "draughts": (DRAUGHTS, "W:W28,32,38:B23,13,8"),
}
WAITS_MS = (50, 200, 500, 900)
FEW = 9
"""Of the table each so-manieth is looked at in every run."""


def astray(game: Game, start: str | None) -> list[tuple[str, str]]:
    """Every man who may capture, with every empty point to which he does not go."""
    position = game.start(start)
    moves = position.moves()
    captors = {move.origin for move in moves if move.captured and move.origin is not None}
    return [
        (game.points[origin], game.points[target])
        for origin in sorted(captors)
        for target in range(len(game.points))
        if not position.occupied >> target & 1
        if not any((move.origin, move.target) == (origin, target) for move in moves)
    ]


@pytest.mark.law("FIDE-7.5.1", "FIDE-7.5.5", "CH-8.1")
@pytest.mark.parametrize("name", ASTRAY)
@pytest.mark.parametrize("every", [FEW, pytest.param(1, marks=pytest.mark.slow)])
def test_a_man_set_down_astray_and_pressed_has_captured_nobody(name: str, every: int) -> None:
    game, start = ASTRAY[name]
    books = list(game.rulebooks)
    for n, (origin, target) in enumerate(astray(game, start)[::every]):
        ms, book = WAITS_MS[n % len(WAITS_MS)], books[n % len(books)]
        rig = Rig(start, game=game, rulebook=book, time_control=CLOCK)
        rig.hands(f"1000 {origin}- 300 {target}+ {ms}")
        rig.press(rig.session.line.position.side_to_move)
        rig.wait(NAMED.within_ms)
        case = (origin, target, ms, book)
        assert (rig.moves, rig.questions, len(rig.odd)) == ([], [], 1), case
        if game is CHESS:
            assert (rig.odd, rig.stage) == ([(ILLEGAL[book], "illegal-move")], "restore"), case


@pytest.mark.law("FIDE-4.7", "CH-6.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [60, 100, 500, 900])
@pytest.mark.parametrize(
    ("before", "after", "move"),
    [("c4- 300", "d5+", "c4d5"), ("c4- 200 f7- 300", "f7+", "c4f7"), ("c4- 300", "f7- 200 f7+", "c4f7")],
)  # fmt: skip
def test_a_press_before_a_man_lands_who_may_have_captured(
    book: str, ms: int, before: str, after: str, move: str
) -> None:
    rig = Rig(BISHOP, rulebook=book, time_control=CLOCK)
    rig.hands(f"1000 {before} w! {ms} {after} 1500 e8- 300 e7+ 300 b! 100")
    assert rig.odd == [(RELEASED[book], "unfinished-move")]
    assert (rig.moves, rig.questions) == ([move, "e8e7"], [])


def pawns(sensor: Sensor, line: str) -> SensedRig:
    """Pawns on e4 and d5; who is set down is the white one: "e4- 300 w! 900 e5+"."""
    rig = SensedRig(sensor, "4k3/4p3/8/3p4/4P3/8/8/4K3 w - - 0 1", time_control=CLOCK)
    for token in f"1000 {line}".split():
        if token[-1] in "+-":
            rig.set(CHESS.index[token[:2]], Piece(WHITE, "P") if token[-1] == "+" else None)
        else:
            rig.hands(token)
    return rig


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, *TELLING])
@pytest.mark.parametrize("ms", [60, 500, 900])
@pytest.mark.parametrize(
    ("hands", "move"),
    [
        ("e4- 100 w! {} e5+", "e4e5"),
        ("e4- 400 w! {} e5+", "e4e5"),
        ("e4- 300 w! {} d5- 250 d5+", "e4d5"),
        ("e4- 300 d5- 300 w! {} d5+", "e4d5"),
        ("d5- 300 e4- 300 w! {} d5+", "e4d5"),
    ],
)
def test_a_man_in_the_hand_at_the_press_is_waited_for_on_every_sensor(
    sensor: Sensor, ms: int, hands: str, move: str
) -> None:
    rig = pawns(sensor, hands.format(ms))
    rig.hands("700")
    rig.set(CHESS.index["e8"], None)
    rig.wait(400)
    rig.set(CHESS.index["d8"], Piece(BLACK, "k"))
    rig.hands("300 b! 500")
    assert rig.odd == [("FIDE-4.7", "unfinished-move")]
    assert (rig.moves, rig.questions) == ([move, "e8d8"], [])


@pytest.mark.parametrize("sensor", TELLING)
@pytest.mark.parametrize("ms", [60, 500, 1000])
def test_a_captor_told_of_in_the_moment_his_victim_was_felt_last_may_have_stood_there(
    sensor: Sensor, ms: int
) -> None:
    rig = pawns(sensor, f"e4- 300 w! {ms} d5+ 1500")
    assert (rig.moves, rig.questions) == (["e4d5"], [])
    assert set(rig.odd) <= {("FIDE-4.7", "unfinished-move")}


@pytest.mark.parametrize("ms", [0, 5, 15])
def test_a_man_who_lands_just_after_the_press_has_moved(ms: int) -> None:
    rig = Rig(BISHOP, time_control=CLOCK).hands(f"1000 c4- 300 w! {ms} d5+ 100")
    assert (rig.moves, rig.by, rig.odd) == (["c4d5"], ["pressed"], [])


@pytest.mark.parametrize("ms", [1500, 4000])
def test_a_man_who_lands_long_after_the_press_was_in_the_hand(ms: int) -> None:
    rig = Rig(BISHOP, time_control=CLOCK).hands(f"1000 c4- 300 w! {ms} d5+ 1000")
    assert (rig.moves, rig.stage) == (["c4d5"], "play")
    assert set(rig.odd) <= {("FIDE-4.7", "unfinished-move")}


def test_a_reply_does_not_answer_where_a_man_was_set_down_who_was_not_felt() -> None:
    """The bishop may stand on d3, which is broken; a7-a6 is not he."""
    rig = Rig(BISHOP, time_control=CLOCK)
    rig.hands("1000 c4- 300 w! 1500 a7- 300 a6+ 300 b! 3000")
    assert (rig.moves, rig.odd) == ([], [])


@pytest.mark.law("DR-7.4.5")
def test_who_presses_upon_a_man_of_the_opponents_has_moved_him() -> None:
    rig = Rig(game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name, time_control=CLOCK)
    rig.hands("1000 32- 300 28+ 300 w! 1500 19- 300 23+ 300 b! 1500 14- 300 19+ 300 w! 6000")
    assert rig.odd == [("DR-7.4.5", "enemy-man-moved")]
    assert rig.of(Irregularity)[0].side == "white"
    assert rig.command("black", "demand-correction")


@pytest.mark.law("DR-7.4.5", "DR-7.4.1")
def test_before_the_first_move_nobody_has_moved_twice() -> None:
    """Whose hand it was the board does not know."""
    rig = Rig(game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name).hands("1000 19- 300 23+ 3000")
    assert rig.odd == [("DR-7.4.5", "enemy-man-moved")]
    assert rig.of(Irregularity)[0].doubt == "whose-hand"


@pytest.mark.law("FIDE-4.4.2", "CH-5.1.3")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-4.4.2"), (CLASSIC, "CH-5.1.3")])
@pytest.mark.parametrize("ms", [60, 120, 260])
@pytest.mark.parametrize("press", ["w! 300", ""])
def test_a_rook_moved_first_is_a_move_of_the_rook_though_the_king_follows_at_once(
    book: str, law: str, ms: int, press: str
) -> None:
    rig = Rig(CASTLING, rulebook=book, time_control=CLOCK if press else None)
    rig.hands(f"1000 h1- 260 f1+ {ms} e1- 260 g1+ 100 {press} 2500")
    assert rig.moves in (["h1f1"], ["e1g1"])
    assert rig.odd in ([(law, "rook-first-castling")], [(law, "touch-move")])


@pytest.mark.law("CH-3.1")
def test_a_second_move_before_the_press_leaves_the_first_one() -> None:
    rig = Rig(time_control=CLOCK).hands("1000 e2- 200 e4+ 100 d2- 200 d4+ 100 w! 3000")
    assert (rig.moves, rig.odd) == (["e2e4"], [("CH-3.1", "out-of-turn")])


def test_a_gap_of_scanning_hides_no_capture_of_a_man_who_stands_elsewhere() -> None:
    """The knight was lifted before the gap, and is felt on g3 after it, where no knight goes."""
    rig = Rig(ASTRAY["open"][1], time_control=CLOCK)
    rig.hands("1000 f3- 100 gap:80 100 g3+ 300 w! 2000")
    assert (rig.moves, rig.questions, rig.odd) == ([], [], [("FIDE-7.5.1", "illegal-move")])


FELT_NOWHERE = {
    "chess": (CHESS, "e2- 400", "e7- 400 e5+ 300 b!", ["e2e3", "e2e4"]),
    "xiangqi": (XIANGQI, "b0- 400", "h7- 400 e7+ 300 b!", ["b0a2", "b0c2"]),
    "draughts": (DRAUGHTS, "32- 400", "18- 400 23+ 300 b!", ["32-27", "32-28"]),
}


@pytest.mark.law("FIDE-4.7", "XQ-5.7", "DR-5.10")
@pytest.mark.parametrize("ms", [300, 900, 3000, 8000])
@pytest.mark.parametrize("name", FELT_NOWHERE)
def test_a_man_felt_nowhere_at_the_press_may_stand_where_nothing_is_felt(
    name: str, ms: int
) -> None:
    """Nobody can tell that he is in the hand; the reply shows that he was not, and it is asked about."""
    game, line, reply, answers = FELT_NOWHERE[name]
    rig = Rig(game=game, rulebook=game.rulebook.name, time_control=CLOCK)
    rig.hands(f"1000 {line} w! {ms} {reply} 6000")
    assert (rig.odd, rig.questions, rig.moves) == ([], [answers], []), rig.story()
    assert rig.command("arbiter", "answer", move=answers[1])
    rig.hands("1000")
    assert (len(rig.moves), rig.odd) == (2, []), rig.story()


@pytest.mark.law("FIDE-4.7", "CH-6.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [60, 500, 3000, 8000])
@pytest.mark.parametrize("target", ["f3", "e2"])
def test_a_man_who_is_set_down_after_the_press_was_in_the_hand(
    book: str, ms: int, target: str
) -> None:
    start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    rig = Rig(start, rulebook=book, time_control=CLOCK)
    rig.hands(f"1000 g1- 400 w! {ms} {target}+ 2000")
    assert rig.odd == [(RELEASED[book], "unfinished-move")], rig.story()
    assert rig.moves == [f"g1{target}"]


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("ms", [300, 2000])
def test_a_man_of_the_opponent_who_is_taken_up_meanwhile_tells_nothing_of_the_one_in_the_hand(
    ms: int,
) -> None:
    start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    rig = Rig(start, time_control=CLOCK).hands(f"1000 g1- 400 w! {ms} e5- 200 e5+ 300")
    assert rig.odd == [], rig.story()
    rig.hands("f3+ 2000")
    assert rig.odd == [("FIDE-4.7", "unfinished-move")], rig.story()
    assert rig.moves == ["g1f3"]


CHAIN = "W:Wh4,a1:Bg5,e5,h8,a7"


def chain(line: str) -> Rig:
    game = game_by_name("draughts-russian")
    return Rig(CHAIN, game=game, rulebook=game.rulebook.name, time_control=CLOCK).hands(
        f"1000 {line}"
    )


@pytest.mark.law("DR-5.10")
@pytest.mark.parametrize("on_ms", [300, 900])
@pytest.mark.parametrize("taken", ["g5- 600 e5-", "e5- 300 g5-"])
def test_a_man_who_went_on_within_a_capture_may_stand_where_nothing_is_felt(
    on_ms: int, taken: str
) -> None:
    """The last point of the capture is silent: that he was felt on the way tells of no hand that holds him."""
    rig = chain(f"h4- 400 f6+ 300 f6- {on_ms} {taken} 500 w! 6000")
    rig.answer_truly(["h4:d4"], within_ms=SETTLED.within_ms)
    assert (rig.odd, {*rig.moves} <= {"h4:d4"}) == ([], True), rig.story()
    assert rig.stage in ("play", "restore")


@pytest.mark.law("DR-5.10")
@pytest.mark.parametrize("ms", [400, 3000])
def test_he_was_in_the_hand_if_he_lands_after_the_press(ms: int) -> None:
    rig = chain(f"h4- 400 f6+ 300 f6- 900 g5- 600 e5- 500 w! {ms} d4+ 3000")
    assert rig.odd[0] == ("DR-5.10", "unfinished-move"), rig.story()
