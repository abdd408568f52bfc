"""What is not a legal move: named by its law, restored, put right at once, or let stand."""

from __future__ import annotations

import pytest

from controller.core.messages import GameStarted, Irregularity, Move, Penalty, Restore, Result
from rules.registry import game_by_name
from tests.core.boards import (
    CAPTURE,
    CASTLING_SPOILT,
    EN_PASSANT,
    ILLEGAL,
    MATE,
    PINNED,
    PROMOTION,
    RELEASED,
    ROOK,
)
from tests.core.policies import NAMED
from tests.core.rig import BOOKS, CHESS, CLASSIC, FIDE, Rig, played

DISPLACED = {FIDE: "FIDE-7.4", CLASSIC: "CH-8.2"}
ARRAY = tuple(name for name in CHESS.points if name[1] in "1278")


def differences(rig: Rig) -> list[tuple[list[str], list[str], bool]]:
    """What each `restore` said: missing, extra, done."""
    return [
        ([spot.point for spot in r.missing], [spot.point for spot in r.extra], r.done)
        for r in rig.of(Restore)
    ]


@pytest.mark.law("CH-2.2")
def test_a_wrong_array_is_shown_square_by_square() -> None:
    rig = Rig(standing=[*(p for p in ARRAY if p not in ("e2", "g8")), "e3"])
    rig.hands("1000 e3- 400 e2+ 400 g8+ 1000")
    assert differences(rig) == [
        (["e2", "g8"], ["e3"], False),
        (["e2", "g8"], [], False),
        (["g8"], [], False),
        ([], [], True),
    ]
    assert [spot.man for spot in rig.of(Restore)[0].missing] == ["P", "n"]
    assert len(rig.of(GameStarted)) == 1
    assert rig.stage == "play"


@pytest.mark.law("CH-2.2")
def test_no_game_before_the_array_stands() -> None:
    rig = Rig(standing=ARRAY[:-1]).hands("1000 e2- 300 e4+ 3000")
    assert not rig.of(GameStarted)
    assert not rig.moves
    assert rig.stage == "setup"


def test_the_array_must_stand_for_a_while() -> None:
    rig = Rig(standing=ARRAY[:-1]).hands("1000 h8+ 100 h8- 600 h8+ 200")
    assert not rig.of(GameStarted)
    rig.hands("1000")
    assert rig.of(GameStarted)


@pytest.mark.law("CH-1.2")
@pytest.mark.parametrize("book", BOOKS)
def test_a_board_turned_by_a_quarter(book: str) -> None:
    rig = Rig(standing=[p for p in CHESS.points if p[0] in "abgh"], rulebook=book).hands("1000")
    assert rig.odd == [("CH-1.2", "board-turned")]
    assert rig.stage == "setup"


@pytest.mark.law("DR-7.1", "DR-1.1")
@pytest.mark.parametrize(
    ("name", "columns"),
    [("draughts-100", (0, 1, 2, 3, 6, 7, 8, 9)), ("draughts-russian", (0, 1, 2, 5, 6, 7))],
)
def test_a_board_of_draughts_turned_by_a_quarter(name: str, columns: tuple[int, ...]) -> None:
    game = game_by_name(name)
    men = [point for n, point in enumerate(game.points) if game.place(n)[0] in columns]
    rig = Rig(game=game, rulebook=game.rulebook.name, standing=men).hands("1000")
    assert (rig.odd, rig.stage) == ([("DR-7.1", "board-turned")], "setup")


@pytest.mark.law("CH-1.2")
def test_a_board_turned_by_a_half_starts() -> None:
    rig = Rig(orientation="turned").hands("500")
    assert rig.of(GameStarted)
    assert rig.odd == []


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("start", "hands", "kind", "seen"),
    [
        (None, "e2- 300 e5+", "illegal-move", ("e2", "e5", [])),
        (PINNED, "e2- 300 d2+", "illegal-move", ("e2", "d2", [])),
        (ROOK, "a1- 300 b3+", "illegal-move", ("a1", "b3", [])),
        (None, "a1- 300 a7- 300 a7+", "illegal-capture", ("a1", "a7", ["a7"])),
        (CASTLING_SPOILT, "e1- 300 g1+", "illegal-move", ("e1", "g1", [])),
    ],
)
def test_an_illegal_move(
    book: str, start: str | None, hands: str, kind: str, seen: tuple[str, str, list[str]]
) -> None:
    rig = Rig(start, rulebook=book).hands(f"1000 {hands} {NAMED.within_ms}")
    assert rig.odd == [(ILLEGAL[book], kind)]
    assert rig.moves == []
    assert rig.stage == "restore"
    message = rig.session.irregularity
    assert message is not None
    assert (message.observed.origin, message.observed.to, message.observed.removed) == seen
    assert (message.side, message.remedy) == ("white", "restore")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("first", "second"), [(300, 300), (60, 100), (600, 900), (150, 150)])
def test_castling_through_check(book: str, first: int, second: int) -> None:
    hands = f"1000 e1- 300 g1+ {first} h1- {second} f1+ 3000"
    rig = Rig(CASTLING_SPOILT, rulebook=book).hands(hands)
    assert rig.moves == []
    assert [law for law, _ in rig.odd] == [ILLEGAL[book]], rig.odd


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("hands", ["a1- 300 a2- 300 a2+", "a2- 300 a1- 300 a2+"])
def test_an_own_man_captured(book: str, hands: str) -> None:
    rig = Rig(rulebook=book).hands(f"1000 {hands} {5 * NAMED.within_ms}")
    assert rig.moves == []
    assert [law for law, _ in rig.odd] in ([], [ILLEGAL[book]], [DISPLACED[book]])


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("hands", "side"),
    [
        ("e7- 300 e5+", "black"),
        ("g8- 300 f6+", "black"),
        ("e2- 300 e4+ 1500 d2- 300 d4+", "white"),
        ("e2- 300 e4+ 300 d2- 300 d4+", "white"),
    ],
)
def test_out_of_turn(book: str, hands: str, side: str) -> None:
    rig = Rig(rulebook=book).hands(f"1000 {hands} {NAMED.within_ms}")
    assert rig.odd == [("CH-3.1", "out-of-turn")]
    assert rig.session.irregularity is not None
    assert rig.session.irregularity.side == side
    assert rig.stage == "restore"


@pytest.mark.law("FIDE-4.7", "CH-6.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("target", ["e2", "e3", "e5", "d3"])
def test_the_man_just_released_goes_elsewhere(book: str, target: str) -> None:
    rig = played(f"e2- 300 e4+ 1500 e4- 300 {target}+ 2000", rulebook=book)
    assert rig.moves == ["e2e4"]
    assert rig.odd == [(RELEASED[book], "released-man-moved")]
    assert differences(rig)[0] == (["e4"], [target], False)


@pytest.mark.law("FIDE-4.7", "CH-6.1", "CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("man", "kind", "hands"),
    [
        ("b4", "released-man-moved", "b4- 300 b8-"),
        ("h1", "out-of-turn", "h1- 300 b8-"),
        ("h1", "out-of-turn", "b8- 300 h1-"),
    ],
)
def test_who_moves_again_and_takes_a_man_is_to_blame(
    book: str, man: str, kind: str, hands: str
) -> None:
    start = "1n2k3/8/8/8/8/8/8/1R2K2R w - - 0 1"
    rig = Rig(start, rulebook=book).hands(
        f"1000 b1- 300 b4+ 1500 {hands} 300 b8+ {NAMED.within_ms}"
    )
    law = RELEASED[book] if kind == "released-man-moved" else "CH-3.1"
    assert rig.odd == [(law, kind)]
    (found,) = rig.of(Irregularity)
    assert (found.side, found.observed.origin, found.observed.to) == ("white", man, "b8")


@pytest.mark.law("CH-8.5", "FIDE-7.2.1")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-7.2.1"), (CLASSIC, "CH-8.5")])
@pytest.mark.parametrize(
    ("before", "jump", "back"),
    [
        ("", "f1- 300 g3+ 400 w!", "g3- 300 f1+"),
        ("", "h1- 300 g3+ 400 w!", "g3- 300 h1+"),
        ("e2- 300 e4+ 400 w! 900 ", "c8- 300 d6+ 400 b!", "d6- 300 c8+"),
    ],
)
def test_a_first_move_that_only_fits_a_wrong_array(
    book: str, law: str, before: str, jump: str, back: str
) -> None:
    rig = Rig(rulebook=book, time_control="90:00").hands(f"1000 {before}{jump} 2000")
    assert rig.odd == [(law, "wrong-array")]
    assert rig.of(Penalty) == []
    assert rig.hands(f"{back} 1500").stage == "play"
    assert rig.command("arbiter", "void", cause="wrong-array", why="bishop and knight exchanged")
    assert rig.of(Result)[-1].law == law


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "hands", ["e2- 300 e5+", "f1- 300 b5+", "b1- 300 b3+", "e1- 300 f3+", "f2- 300 g4+"]
)
def test_any_other_first_move_that_is_illegal_is_just_that(book: str, hands: str) -> None:
    rig = Rig(rulebook=book).hands(f"1000 {hands} {NAMED.within_ms}")
    assert rig.odd == [(ILLEGAL[book], "illegal-move")]


@pytest.mark.xfail(strict=True, reason="a piece let go where a half-made capture sets it")
@pytest.mark.parametrize("book", BOOKS)
def test_en_passant_pawn_released_and_moved_on(book: str) -> None:
    rig = Rig(EN_PASSANT, rulebook=book).hands("1000 e5- 300 d6+ 1500 d6- 300 e6+ 4000")
    assert [law for law, _ in rig.odd] in ([RELEASED[book]], ["CH-6.2"]), rig.story()


@pytest.mark.parametrize("book", BOOKS)
def test_a_reply_to_an_unfinished_castling(book: str) -> None:
    start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    rig = Rig(start, rulebook=book).hands("1000 e1- 300 g1+ 1500 e8- 300 e7+ 4000")
    assert len(rig.odd) == 1
    assert rig.odd[0][0] in ("FIDE-4.7", "CH-6.3", ILLEGAL[book]), rig.odd
    assert rig.session.irregularity is not None
    assert rig.session.irregularity.side == "white"


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize("book", BOOKS)
def test_men_set_down_on_wrong_squares(book: str) -> None:
    hands = "1000 d2-,c2-,f2- 400 c4+,d4+ 4000 c4- 300 c2+ 300 f2+ 300 d4- 300 d2+ 1500"
    rig = Rig(rulebook=book).hands(hands)
    assert rig.odd in ([], [(DISPLACED[book], "displaced")])  # or it is asked what was played
    assert rig.moves == []
    assert rig.hands("e2- 300 e4+ 1500").moves == ["e2e4"]
    assert rig.stage == "play"


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize(
    "hands",
    [
        "d2-,c2-,f2- 800 d2+ 200 c2+ 300 f2+ 1500 e2- 300 e4+",
        "e2- 200 d2-,c2-,f2- 900 e4+ 400 d2+ 200 c2+ 300 f2+",
        "e2- 200 d2-,d7-,f2- 600 d2+ 200 d7+ 300 f2+ 300 e4+",
    ],
)
def test_knocked_men_are_no_touches(hands: str) -> None:
    rig = played(f"{hands} 2000")
    assert (rig.moves, rig.odd, rig.questions) == (["e2e4"], [], [])


def test_restoring_is_guided_man_by_man() -> None:
    hands = f"1000 e4- 300 c4+ {NAMED.within_ms} d5- 400 c4- 300 e4+ 300 d5+ 2000"
    found = differences(Rig(CAPTURE).hands(hands))
    assert found[0] == (["e4"], ["c4"], False)
    assert (["e4", "d5"], ["c4"], False) in found
    assert found[-1] == ([], [], True)


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
def test_the_touched_man_must_make_the_move_instead(book: str) -> None:
    """FIDE 7.5.1: 4.3 and 4.7 bind the replacement of an illegal move."""
    rig = played("e2- 300 e5+ 3000 e5- 300 e2+ 1000 d2- 300 d4+", rulebook=book)
    assert rig.moves == ["d2d4"]
    assert rig.odd[1] == ("FIDE-4.3.1" if book == FIDE else "CH-7.2.1", "touch-move")


@pytest.mark.parametrize("book", BOOKS)
def test_an_illegal_move_is_put_right_directly(book: str) -> None:
    rig = played("e2- 300 e5+ 3000 e5- 300 e4+ 1500 e7- 300 e5+", rulebook=book)
    assert rig.moves == ["e2e4", "e7e5"]
    assert rig.odd == [(ILLEGAL[book], "illegal-move")]


def test_direct_correction_ends_the_restoration() -> None:
    rig = played("e2- 300 e5+ 3000 e5- 300 e4+ 1500")
    assert rig.moves == ["e2e4"]
    assert rig.of(Restore)[-1].done


def test_another_man_does_not_put_it_right() -> None:
    rig = played("e2- 300 e5+ 3000 e5- 300 e2+,d2- 300 d4+ 2000")
    assert rig.line in ([], ["d2d4"])
    assert rig.stage == "restore" or ("FIDE-4.3.1", "touch-move") in rig.odd


@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
@pytest.mark.parametrize(
    ("hands", "text", "reply"),
    [
        ("e2- 300 e5+", "e2e5", "e7- 300 e6+"),
        ("a1- 300 a7- 300 a7+", "a1a7", "a8- 300 a7- 300 a7+"),
        ("e7- 300 e5+", "e7e5", ""),
    ],
)
def test_who_may_let_an_illegal_move_stand(role: str, hands: str, text: str, reply: str) -> None:
    rig = Rig().hands(f"1000 {hands} {NAMED.within_ms}")
    found = rig.session.irregularity
    assert found is not None
    assert rig.command(role, "accept-irregularity", id=found.id) is (role == "arbiter")
    if role != "arbiter":
        assert rig.moves == []
        return
    (move,) = rig.of(Move)
    assert (move.move, move.legal, move.accepted, move.completed_by) == (
        text,
        False,
        found.id,
        "arbiter",
    )
    rig.hands(f"500 {reply} 1500")
    assert len(rig.moves) == (2 if reply else 1)


def test_analysis_after_the_end_is_not_published() -> None:
    rig = played("a1- 300 a8+", MATE)
    assert rig.stage == "ended"
    count = len(rig.said)
    rig.hands("a8- 300 a1+ 2000 g8- 300 f8+ 300 w! b! 2000 gap:500 f7-,g7-,h7- 3000")
    assert len(rig.said) == count


@pytest.mark.parametrize("hands", ["", "e2- 300 e4+", "e2- 300 e5+ 2000", "e2- 100"])
def test_a_result_ends_everything(hands: str) -> None:
    rig = played(hands)
    assert rig.command("arbiter", "result", result="1-0")
    count = len(rig.said)
    rig.hands("300 d7- 300 d5+ 3000")
    assert len(rig.said) == count
    assert not rig.command("arbiter", "result", result="0-1")


def test_a_pawn_on_the_last_rank_may_go_nowhere_else() -> None:
    rig = played("a7- 300 a8+ 1500 a8- 500 b8+ 3000", PROMOTION)
    assert rig.moves == ["a7a8q"]
    assert rig.odd == [("FIDE-4.7", "released-man-moved")]
