"""The result shown by the kings, kings laid down, men adjusted at the end: what they mean, and no move."""

from __future__ import annotations

from itertools import permutations

import chess
import pytest

from controller.core.messages import (
    Claim,
    Irregularity,
    Obligation,
    Penalty,
    Question,
    Restore,
    Ruling,
    Touched,
)
from controller.core.table.claims.gestures import CENTRE, LIGHT, result_gesture
from rules.registry import game_by_name
from rules.rulebook import Outcome
from tests.core.rig import CHESS, Rig, played
from tests.core.sensors.test_behind_blind_points import board

MIDDLE = "r4rk1/1pp2ppp/p1n5/8/8/2P2N2/PP3PPP/R4RK1 w - - 0 18"
PAWNS = "r4rk1/1pp2ppp/p1n5/3p4/4P3/2P2N2/PP3PPP/R4RK1 b - - 0 18"
NEAR = "8/5p2/8/3k4/8/4K3/5P2/8 w - - 0 50"
SPEEDS_MS = (40, 150, 400, 1000, 4000)
speeds = pytest.mark.parametrize("gap_ms", SPEEDS_MS)
pairs = pytest.mark.parametrize("pair", list(permutations(CENTRE, 2)), ids="-".join)


def gesture(rig: Rig) -> Outcome | None:
    return result_gesture(
        CHESS, rig.session.line.position, rig.session.standing, rig.session.state.sensing.changed
    )


def meant(pair: tuple[str, str]) -> Outcome:
    light = sum(name in LIGHT for name in pair)
    return (Outcome.SECOND_WINS, Outcome.DRAW, Outcome.FIRST_WINS)[light]


@speeds
@pairs
@pytest.mark.parametrize("clock", ["", "w!", "b!"])
def test_kings_set_on_the_centre_are_no_move(
    pair: tuple[str, str], gap_ms: int, clock: str
) -> None:
    rig = Rig(MIDDLE, time_control="60:00" if clock else None)
    first, second = pair
    rig.hands(f"1000 g1- {gap_ms} {first}+ {gap_ms} g8- {gap_ms} {second}+ 3000 {clock} 3000")
    assert rig.moves == [], rig.story()
    assert rig.session.result is None
    assert gesture(rig) is meant(pair)
    assert rig.stage == "restore"


@speeds
def test_both_kings_in_both_hands(gap_ms: int) -> None:
    rig = played(f"g8-,g1- {gap_ms} d5+ 30 e4+ 3000", MIDDLE)
    assert (rig.moves, gesture(rig)) == ([], Outcome.FIRST_WINS)


@speeds
def test_kings_that_take_the_place_of_men(gap_ms: int) -> None:
    rig = Rig(PAWNS)
    gap = f"{gap_ms} "
    rig.hands("1000 " + gap.join(("e4- ", "g1- ", "e4+ ", "d5- ", "g8- ", "d5+ ")) + "5000")
    assert rig.moves == [], rig.story()
    assert gesture(rig) is None  # which men stand there, these sensors cannot tell


@speeds
def test_one_king_takes_the_place_of_a_man(gap_ms: int) -> None:
    rig = Rig(PAWNS)
    gap = f"{gap_ms} "
    rig.hands("1000 " + gap.join(("e4- ", "g1- ", "e4+ ", "g8- ", "e5+ ")) + "5000")
    assert rig.moves == [], rig.story()
    assert gesture(rig) is None  # a pawn on d5 might be the other king


@pytest.mark.parametrize("gap_ms", [150, 400, 4000])
def test_a_king_that_may_go_there_has_moved(gap_ms: int) -> None:
    """Only the second king makes it a gesture: what came before was a move."""
    rig = played(f"e3- {gap_ms} d3+ 3000 d5- {gap_ms} d4+ 3000", NEAR)
    assert rig.moves[:1] == ["e3d3"]
    assert "d5d4" not in rig.moves
    assert gesture(rig) is None


def test_the_king_on_the_centre_stays() -> None:
    rig = played("e2- 300 e4+ 3000", "8/5p2/8/3k4/8/8/4KP2/8 w - - 0 50")
    assert rig.moves == []
    assert gesture(rig) is Outcome.FIRST_WINS


@speeds
@pytest.mark.parametrize("kings", ["g1- {} g8-", "g8- {} g1-", "g1-", "g8-", "g1-,g8-"])
def test_kings_laid_down_are_no_move(kings: str, gap_ms: int) -> None:
    rig = played(f"{kings.format(gap_ms)} 6000", MIDDLE)
    assert (rig.moves, gesture(rig)) == ([], None)
    assert rig.session.result is None


@speeds
def test_a_handshake_over_adjusted_men(gap_ms: int) -> None:
    """Both set their men right on their squares, and then the kings in the centre."""
    rig = Rig(MIDDLE)
    dips = " ".join(f"{name}~{90} 60" for name in ("f2", "g2", "h2", "f7", "g7", "h7"))
    rig.hands(f"1000 {dips} 200 g1- {gap_ms} e4+ {gap_ms} g8- {gap_ms} e5+ 5000")
    assert (rig.moves, gesture(rig)) == ([], Outcome.DRAW)


@speeds
def test_kings_slid_to_the_centre(gap_ms: int) -> None:
    """Over the squares between, with the man felt on each."""
    line = "g1- 20 f1~20 30 f1- 60 f1+ e2+ 50 e2- 20 e3+ 50 e3- 20 e4+ {0} g8- 20 f6+ 50 f6- 20 e5+ {0}"
    rig = Rig("r3r1k1/1pp2ppp/p1n5/8/8/2P2N2/PP3PPP/R4RK1 b - - 0 18")
    rig.hands("1000 " + line.format(gap_ms) + " 5000")
    assert (rig.moves, gesture(rig)) == ([], Outcome.DRAW)


def test_kings_back_and_play_goes_on() -> None:
    rig = played("g1- 300 e4+ 300 g8- 300 e5+ 4000 e4- 300 g1+ 300 e5- 300 g8+ 2000", MIDDLE)
    assert (rig.moves, rig.stage) == ([], "play")
    rig.hands("f1- 300 e1+ 1500")
    assert rig.moves == ["f1e1"]


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("first", ["f1- 300 e1+", "h2- 300 h3+"])
@pytest.mark.parametrize("gap_ms", [150, 400, 1000])
def test_kings_that_have_shown_a_result_need_not_move(gap_ms: int, first: str) -> None:
    """They were lifted with no intent to move them; what the player on move had touched before still binds him."""
    rig = Rig(MIDDLE).hands(
        f"1000 f3- 400 f3+ 1500 g1- {gap_ms} e4+ {gap_ms} g8- {gap_ms} e5+ 4000"
    )
    assert rig.of(Touched)[-1].points == ["f3"]
    rig.hands(f"e4- {gap_ms} g1+ {gap_ms} e5- {gap_ms} g8+ 2000 {first} 1500")
    assert [duty.must_move for duty in rig.of(Obligation) if not duty.released] == [["f3"]]
    assert [found.points[0] for found in rig.of(Irregularity)] == ["f3"]
    rig = Rig(MIDDLE).hands(f"1000 g1- {gap_ms} e4+ {gap_ms} g8- {gap_ms} e5+ 4000")
    rig.hands(f"e4- {gap_ms} g1+ {gap_ms} e5- {gap_ms} g8+ 2000 {first} 1500")
    assert (rig.of(Obligation), rig.odd) == ([], [])


def test_other_games_show_nothing_so() -> None:
    game = game_by_name("xiangqi")
    position = game.start()
    assert result_gesture(game, position, position.occupied, 0) is None


@pytest.mark.parametrize("name", ["a2", "f6"])
def test_another_man_elsewhere_shows_nothing(name: str) -> None:
    rig = played("g1- 200 e4+ 200 g8- 200 e5+ 3000", MIDDLE)
    other = rig.session.standing ^ 1 << CHESS.index[name]
    assert (
        result_gesture(CHESS, rig.session.line.position, other, rig.session.state.sensing.changed)
        is None
    )


def test_a_king_jolted_by_the_other_is_no_move() -> None:
    rig = played(
        "d3- 210 d5+ 430 f8- 150 d4+ 5 d5- 25 d5+ 4000", "5k2/8/8/p7/P7/3K4/8/6r1 w - - 8 61"
    )
    assert (rig.moves, gesture(rig)) == ([], Outcome.DRAW)


# Kings set in the centre before the last moves were known

ENDING = "6k1/p7/8/8/2p5/8/1P3P2/6K1 w - - 0 40"
KINGS = {
    "one after the other": "g1- 400 d4+ 400 g8- 400 e5+",
    "at once": "g1-,g8- 400 d4+ 30 e5+",
    "jolting": "g1- 400 d4+ 1000 g8- 400 e5+ 5 d4- 35 d4+",
    "slid": "g1- 20 f2~20 30 e3+ 50 e3- 20 d4+ 300 g8- 20 f6+ 50 f6- 20 e5+",
}
kings = pytest.mark.parametrize("shown", KINGS.values(), ids=KINGS)


def end(rig: Rig) -> None:
    assert rig.command("arbiter", "result", result="1/2-1/2", termination="agreement")


@kings
@pytest.mark.parametrize("ms", [60, 150, 400, 700])
def test_a_move_just_before_the_kings_is_in_the_record(shown: str, ms: int) -> None:
    rig = played(f"b2- 300 b4+ {ms} {shown} 3000", ENDING)
    assert rig.moves == ["b2b4"], rig.story()
    assert (gesture(rig), rig.stage) == (Outcome.SECOND_WINS, "restore")


@kings
def test_a_piece_that_is_off_as_the_kings_are_shown_is_asked_about_or_back(shown: str) -> None:
    """The pawn has gone to a point that tells nothing, and nobody knows yet that it does not.

    Found by `touchmove simulate --game chess --faults worn --seed 210000355 --plies 40`.
    """
    rig = played(f"f2- 5000 {shown} 6000", ENDING)
    assert rig.moves == [], rig.story()
    end(rig)
    assert rig.moves == []
    if rig.questions:
        assert {"f2f3", "f2f4"} <= set(rig.questions[0])
        assert rig.command("arbiter", "answer", move="f2f4")
    else:
        assert "f2" in [spot.point for spot in rig.of(Restore)[-1].missing]
        assert rig.command("arbiter", "correct", ply=1, moves=["f2f4"], why="it stood there")
    assert rig.moves == ["f2f4"], rig.story()


@kings
def test_moves_behind_a_question_are_found_though_the_kings_are_shown(shown: str) -> None:
    """Found by `touchmove simulate --game chess --faults worn --seed 210000501 --plies 40`."""
    rig = board("chess", ENDING)
    rig.hands("b3+ 3100")
    rig.hands(f"b2- 5000 a7- 300 a6+ 5000 {shown} 3000")
    end(rig)
    if rig.of(Question):
        assert rig.command("arbiter", "answer", move="b2b3")
    assert rig.moves == ["b2b3", "a7a6"], rig.story()


def steps_beside_a_king() -> list[tuple[str, str, str]]:
    """Where a king goes one step to the centre, beside the other king there: no law allows it."""
    game, found = CHESS, []
    for other, to in permutations(CENTRE, 2):
        for point, name in enumerate(game.points):
            free = name not in CENTRE and game.neighbours(point) >> game.index[to] & 1
            if free and not game.neighbours(point) >> game.index[other] & 1:
                found.append((name, to, other))
    return found


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize(("origin", "to", "other"), steps_beside_a_king(), ids="-".join)
def test_a_king_that_goes_a_step_beside_the_other_shows_no_result(
    origin: str, to: str, other: str
) -> None:
    board = chess.Board(None)
    board.set_piece_at(chess.parse_square(origin), chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.parse_square(other), chess.Piece.from_symbol("k"))
    board.set_piece_at(chess.H8 if origin[0] != "h" else chess.A8, chess.Piece.from_symbol("R"))
    rig = Rig(board.fen(), time_control="60:00")
    rig.hands(f"1000 b! 500 {origin}- 400 {to}+ 300 w! 3000 b! 3000")
    assert [found.kind for found in rig.of(Irregularity)] == ["illegal-move"], rig.story()
    assert rig.session.result is None


@pytest.mark.parametrize("gap_ms", [150, 400, 1000])
@pytest.mark.parametrize(
    ("white", "black"), [("d5", "e5"), ("e4", "d5"), ("d4", "e5"), ("d4", "d5")]
)
def test_a_king_who_joins_the_other_in_the_centre_has_not_moved_though_he_might(
    white: str, black: str, gap_ms: int
) -> None:
    rig = Rig("8/8/4k3/8/8/8/8/4K2R w - - 0 1")
    kings = f"e1- {gap_ms} {white}+ {gap_ms} e6- {gap_ms} {black}+"
    rig.hands(f"1000 h1- 300 h3+ 2000 {kings} 5000")
    assert (rig.moves, rig.questions) == (["h1h3"], []), rig.story()
    assert [(said.side, said.result) for said in rig.of(Claim)] == [
        ("both", CHESS.result_text(meant((white, black))))
    ]


# Kings that had moved just before they were set in the centre

THEN = {
    "himself first": "{0}- 400 d4+ 400 g8- 400 e5+",
    "long held": "{0}- 1000 e4+ 1000 g8- 1000 d5+",
    "both in hand": "{0}- 100 g8- 400 d4+ 60 e5+",
}
then = pytest.mark.parametrize("shown", THEN.values(), ids=THEN)
steps = pytest.mark.parametrize(("start", "to"), [(ENDING, "g2"), (MIDDLE, "h1")])


@then
@steps
@pytest.mark.parametrize("ms", [120, 300, 600])
def test_a_king_who_moves_and_goes_on_to_the_centre_is_asked_about(
    start: str, to: str, shown: str, ms: int
) -> None:
    """Until it has stood for a while it is likelier that it was only on its way."""
    rig = played(f"g1- 300 {to}+ {ms} {shown.format(to)} 5000", start)
    assert rig.odd == [], rig.story()
    assert rig.moves == [] or (ms == 600 and rig.moves == [f"g1{to}"])
    if rig.moves or (not rig.questions and ms < 600):
        return
    assert rig.questions == [[f"g1{to}"]], rig.story()
    moved = played(f"g1- 300 {to}+ {ms} {shown.format(to)} 5000", start)
    assert moved.command("white", "answer", move=f"g1{to}")
    assert moved.moves == [f"g1{to}"]
    assert rig.command("white", "answer", move="none")
    assert rig.moves == []
    for each in (rig, moved):
        each.wait(2000)
        assert (each.stage, [said.by for said in each.of(Claim)]) == ("restore", ["gesture"])


@then
@steps
@pytest.mark.parametrize("ms", [600])
def test_the_result_that_is_said_over_the_kings_leaves_their_move_open(
    start: str, to: str, shown: str, ms: int
) -> None:
    rig = played(f"g1- 300 {to}+ {ms} {shown.format(to)} 500", start)
    end(rig)
    assert rig.session.result is not None
    if not rig.moves:
        assert rig.command("arbiter", "answer", move=f"g1{to}")
    assert rig.moves == [f"g1{to}"], rig.story()


@steps
@pytest.mark.parametrize("ms", [300, 600])
def test_a_king_whose_move_was_replied_to_by_the_other_has_moved(
    start: str, to: str, ms: int
) -> None:
    rig = played(f"g1- 300 {to}+ {ms} g8- 400 e5+ 400 {to}- 400 d4+ 5000", start)
    assert (rig.moves, rig.questions) == ([f"g1{to}"], []), rig.story()
    assert gesture(rig) is Outcome.SECOND_WINS


@pytest.mark.parametrize("ms", [50, 90])
def test_a_king_carried_over_a_square_has_not_moved(ms: int) -> None:
    rig = played(f"g1- 300 g2+ {ms} g2- 300 d4+ 400 g8- 400 e5+ 5000", ENDING)
    assert (rig.moves, rig.questions, gesture(rig)) == ([], [], Outcome.SECOND_WINS)


# Kings of whom the first has been named before the second followed


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("follows_ms", [1400, 3000, 8000])
@pytest.mark.parametrize("clock", ["", "w! 200 "])
@pytest.mark.parametrize(
    ("kings", "side"), [("g1- d4+ g8- e5+", "white"), ("g8- e5+ g1- d4+", "black")]
)
def test_a_king_who_was_named_before_the_other_joined_him_has_not_moved(
    kings: str, side: str, clock: str, follows_ms: int
) -> None:
    rig = Rig(ENDING.replace(" w ", f" {side[0]} "), time_control="60:00" if clock else None)
    first, to, second, then = kings.split()
    clock = clock.replace("w", side[0])
    rig.hands(f"1000 {first} 400 {to} {clock}{follows_ms} {second} 400 {then} 4000")
    named = [found.kind for found in rig.of(Irregularity)]
    assert named in ([], ["illegal-move"]), rig.story()
    assert named or not clock
    withdrawn = [(each.kind, each.side, each.found, each.why) for each in rig.of(Ruling)]
    assert withdrawn == [("illegal-move", side, "wrong", "gesture")] * len(named)
    assert [each.count for each in rig.of(Penalty)] == ([1, 0] if clock else [])
    assert gesture(rig) is Outcome.SECOND_WINS
    rig.hands(f"{second[:2]}+,{then[:2]}- 400 {first[:2]}+,{to[:2]}- 3000")
    origin, target = ("f2", "f3") if side == "white" else ("a7", "a6")
    rig.hands(f"{origin}- 300 {target}+ 3000")
    assert len(rig.odd) == len(named)  # nobody has to move his king
    assert rig.moves == [origin + target]


@steps
@pytest.mark.parametrize("ms", [600, 700])
def test_the_move_that_such_a_king_may_have_made_before_is_asked_about_with_the_result(
    start: str, to: str, ms: int
) -> None:
    rig = played(f"g1- 300 {to}+ {ms} {to}- 400 d4+ 2500 g8- 400 e5+ 4000", start)
    assert [each.found for each in rig.of(Ruling)] == ["wrong"] * len(rig.odd)
    end(rig)
    assert (rig.moves, rig.questions) == ([], [[f"g1{to}"]]), rig.story()
    assert rig.command("arbiter", "answer", move=f"g1{to}")
    assert rig.moves == [f"g1{to}"]
