"""What touched men oblige to in chess, by both rulebooks."""

import pytest

from rules.chess import CHESS
from rules.chess.laws import CLASSIC, FIDE_2023
from rules.rulebook import Rulebook
from rules.touch import Pattern, Touches, obligation

CASTLE = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
NO_SHORT = "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"  # g1 is attacked
NO_RIGHT = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"
# The king has no move; the rook on h1 and the pawns have.
STUCK = "3rkr2/8/8/8/8/8/P3P3/4K2R w K - 0 1"
# White: Rd1, Nf3, Bc1; Black: Nd5 (rook takes it), pe5 (knight takes it), ph7.
BOTH = "4k3/7p/8/3np3/8/5N2/7P/2BRK3 w - - 0 1"


def touches(*names: str, together: tuple[str, ...] = (), at_once: bool = False) -> Touches:
    """Touches in order; enemy men are written with a cross ("xd5")."""
    points = [CHESS.index[name.lstrip("x")] for name in names]
    return Touches(
        own=tuple(p for p, name in zip(points, names, strict=True) if name[0] != "x"),
        enemy=tuple(p for p, name in zip(points, names, strict=True) if name[0] == "x"),
        order=tuple(points),
        at_once=at_once,
        together=tuple(CHESS.index[name] for name in together),
    )


def due(fen: str, touched: Touches, book: Rulebook) -> tuple[str, set[str], bool]:
    duty = obligation(CHESS.start(fen), touched, book.touch)
    assert duty is not None
    return duty.law, {m.text for m in duty.moves}, duty.bound


def moves(fen: str, *origins: str) -> set[str]:
    """All legal moves, or those from some squares."""
    every = {m.text for m in CHESS.start(fen).moves()}
    return {m for m in every if m[:2] in origins} if origins else every


OWN_MEN = [
    pytest.param(BOTH, ("f3",), ("f3",), id="one man"),
    pytest.param(BOTH, ("f3", "d1"), ("f3",), id="the first of two"),
    pytest.param("4k3/8/8/8/8/P7/P7/R3K3 w - - 0 1", ("a2", "a3", "a1"), ("a3",), id="blocked first"),
    pytest.param(CASTLE, ("e1",), ("e1",), id="the king alone"),
    pytest.param(CASTLE, ("h1", "e1"), ("h1",), id="rook, then king"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "touched", "movers"), OWN_MEN)
@pytest.mark.parametrize(
    ("book", "law"),
    [
        pytest.param(FIDE_2023, "FIDE-4.3.1", marks=pytest.mark.law("FIDE-4.3.1", "FIDE-4.4.2")),
        pytest.param(CLASSIC, "CH-7.2.1", marks=pytest.mark.law("CH-7.2.1", "CH-5.1.3")),
    ],
)
def test_own_men(
    book: Rulebook, law: str, fen: str, touched: tuple[str, ...], movers: tuple[str, ...]
) -> None:
    assert due(fen, touches(*touched), book) == (law, moves(fen, *movers), True)


def test_rook_then_king_leaves_no_castling_with_that_rook() -> None:
    for book in (FIDE_2023, CLASSIC):
        assert "e1g1" not in due(CASTLE, touches("h1", "e1"), book)[1]


@pytest.mark.law("FIDE-4.4.1")
@pytest.mark.parametrize(
    ("touched", "castling"),
    [
        (touches("e1", "h1"), "e1g1"),
        (touches("e1", "a1"), "e1c1"),
        (touches("e1", "h1", together=("e1", "h1")), "e1g1"),
        (touches("h1", "e1", together=("h1", "e1")), "e1g1"),
        (touches("h1", "e1", together=("e1",)), "e1g1"),
    ],
)
def test_king_and_rook_must_castle_if_they_can(touched: Touches, castling: str) -> None:
    assert due(CASTLE, touched, FIDE_2023) == ("FIDE-4.4.1", {castling}, True)


@pytest.mark.law("CH-7.2.1", "CH-5.1.2")
@pytest.mark.parametrize(
    "touched", [touches("e1", "h1"), touches("h1", "e1", together=("h1", "e1"))]
)
def test_classic_king_and_rook_bind_the_king_only(touched: Touches) -> None:
    assert due(CASTLE, touched, CLASSIC) == ("CH-7.2.1", moves(CASTLE, "e1"), True)


@pytest.mark.parametrize(
    ("book", "law"),
    [
        pytest.param(FIDE_2023, "FIDE-4.4.3", marks=pytest.mark.law("FIDE-4.4.3")),
        pytest.param(CLASSIC, "CH-5.1.4", marks=pytest.mark.law("CH-5.1.4")),
    ],
)
@pytest.mark.parametrize(
    "touched", [touches("e1", "h1"), touches("h1", "e1", together=("h1", "e1"))]
)
def test_castling_meant_but_illegal(book: Rulebook, law: str, touched: Touches) -> None:
    kings = moves(NO_SHORT, "e1")
    assert "e1c1" in kings  # the other side is still open
    assert due(NO_SHORT, touched, book) == (law, kings, True)
    assert due(NO_RIGHT, touched, book) == (law, moves(NO_RIGHT, "e1"), True)
    assert moves(STUCK, "e1") == set()
    assert due(STUCK, touched, book) == (law, moves(STUCK), False)


CAPTURES = "6k1/8/8/8/8/8/5n2/R3K2R w Q - 0 1"
SHUT_IN = "3r1rk1/8/8/8/8/1p6/P3P3/R3K2R w KQ - 0 1"


@pytest.mark.law("FIDE-4.4.1", "FIDE-4.4.3", "CH-5.1.4")
def test_what_is_captured_afterwards_changes_nothing_of_that_castling_was_meant() -> None:
    """He is bound as he was before he touched the enemy man, or as free."""
    spoilt = touches("e1", "h1", "xf2")
    assert due(CAPTURES, spoilt, FIDE_2023) == ("FIDE-4.4.3", moves(CAPTURES, "e1"), True)
    legal = "6k1/8/8/8/8/8/5n2/R3K2R w KQ - 0 1"
    assert due(legal, touches("e1", "h1", "xf2"), FIDE_2023) == ("FIDE-4.4.1", {"e1g1"}, True)
    assert due(legal, touches("e1", "xf2", "h1"), FIDE_2023) == ("FIDE-4.3.3", {"e1f2"}, True)
    assert moves(SHUT_IN, "e1") == set()
    for book, law in ((FIDE_2023, "FIDE-4.4.3"), (CLASSIC, "CH-5.1.4")):
        found = due(SHUT_IN, touches("e1", "a1", "a2", "xb3"), book)
        assert found == (law, moves(SHUT_IN), False)


def test_a_king_and_rook_elsewhere_are_two_ordinary_men() -> None:
    fen = "4k3/8/8/8/3K4/8/8/7R w - - 0 1"
    assert due(fen, touches("d4", "h1"), FIDE_2023)[0] == "FIDE-4.3.1"
    fen = "4k3/8/8/R7/8/8/8/4K3 w - - 0 1"
    assert due(fen, touches("e1", "a5"), FIDE_2023)[0] == "FIDE-4.3.1"
    fen = "4k3/8/8/8/8/8/8/2R1K2B w - - 0 1"
    assert due(fen, touches("e1", "h1"), FIDE_2023)[0] == "FIDE-4.3.1"


ENEMY = [
    pytest.param(("xd5",), {"d1d5"}, id="can be captured"),
    pytest.param(("xh7", "xe5"), {"f3e5"}, id="the first that can be captured"),
]
BOTH_COLOURS = [
    pytest.param(touches("d1", "xd5"), {"d1d5"}, id="own first, captures"),
    pytest.param(touches("xd5", "d1"), {"d1d5"}, id="enemy first, captured"),
    pytest.param(touches("f3", "xd5"), moves(BOTH, "f3"), id="own cannot capture: own moves"),
    pytest.param(touches("xd5", "f3"), {"d1d5"}, id="own cannot capture: enemy captured"),
    pytest.param(touches("xh7", "f3"), moves(BOTH, "f3"), id="enemy cannot be captured"),
    pytest.param(touches("xd5", "f3", at_once=True), moves(BOTH, "f3"), id="at once: own first"),
    pytest.param(touches("xd5", "d1", at_once=True), {"d1d5"}, id="at once: captures"),
    pytest.param(touches("f3", "d1", "xd5"), moves(BOTH, "f3"), id="the first own man counts"),
]


@pytest.mark.parametrize(("touched", "expected"), ENEMY)
@pytest.mark.parametrize(
    ("book", "law"),
    [
        pytest.param(FIDE_2023, "FIDE-4.3.2", marks=pytest.mark.law("FIDE-4.3.2")),
        pytest.param(CLASSIC, "CH-7.2.1", marks=pytest.mark.law("CH-7.2.1")),
    ],
)
def test_enemy_men(book: Rulebook, law: str, touched: tuple[str, ...], expected: set[str]) -> None:
    assert due(BOTH, touches(*touched), book) == (law, expected, True)


@pytest.mark.parametrize(("touched", "expected"), BOTH_COLOURS)
@pytest.mark.parametrize(
    ("book", "law"),
    [
        pytest.param(FIDE_2023, "FIDE-4.3.3", marks=pytest.mark.law("FIDE-4.3.3")),
        pytest.param(CLASSIC, "CH-7.2.2", marks=pytest.mark.law("CH-7.2.2")),
    ],
)
def test_men_of_both_colours(
    book: Rulebook, law: str, touched: Touches, expected: set[str]
) -> None:
    assert due(BOTH, touched, book) == (law, expected, True)


@pytest.mark.law("CH-7.3")
@pytest.mark.parametrize("book", [FIDE_2023, CLASSIC], ids=lambda book: book.name)
@pytest.mark.parametrize("touched", [("xh7",), ("h1",), ("xh7", "h1")])
def test_touched_men_that_can_do_nothing_bind_nobody(
    book: Rulebook, touched: tuple[str, ...]
) -> None:
    fen = "4k3/7p/8/8/8/8/5P1P/4K1BR w - - 0 1"
    assert moves(fen, "h1") == set()
    assert due(fen, touches(*touched), book) == ("CH-7.3", moves(fen), False)


def test_nothing_touched_binds_nobody() -> None:
    assert obligation(CHESS.start(), Touches(), FIDE_2023.touch) is None


def test_what_must_be_done_is_named_by_points() -> None:
    duty = obligation(CHESS.start(BOTH), touches("d1", "xd5"), FIDE_2023.touch)
    assert duty is not None
    assert duty.must_move == (CHESS.index["d1"],)
    assert duty.must_capture == (CHESS.index["d5"],)


@pytest.mark.parametrize("book", [FIDE_2023, CLASSIC], ids=lambda book: book.name)
def test_every_pattern_has_its_law(book: Rulebook) -> None:
    assert set(book.touch.alternatives) == set(Pattern)
    assert all(book.touch.alternatives.values())


COMPLETION = [
    pytest.param("released", "FIDE-4.7", "CH-6.1", marks=pytest.mark.law("FIDE-4.7", "CH-6.1")),
    pytest.param("capture", "FIDE-4.7", "CH-6.2", marks=pytest.mark.law("FIDE-4.7", "CH-6.2")),
    pytest.param("castling", "FIDE-4.7", "CH-6.3", marks=pytest.mark.law("FIDE-4.7", "CH-6.3")),
    pytest.param("promotion", "FIDE-4.7", "CH-6.4", marks=pytest.mark.law("FIDE-4.7", "CH-6.4")),
    pytest.param("turn", "CH-3.1", "CH-3.1", marks=pytest.mark.law("CH-3.1")),
    pytest.param("illegal", "FIDE-7.5.1", "CH-8.1", marks=pytest.mark.law("FIDE-7.5.1", "CH-8.1")),
    pytest.param("press_without_move", "FIDE-7.5.3", None, marks=pytest.mark.law("FIDE-7.5.3")),
    pytest.param("rook_first", "FIDE-4.4.2", "CH-5.1.3", marks=pytest.mark.law("FIDE-4.4.2", "CH-5.1.3")),
    pytest.param("displaced", "FIDE-7.4", "CH-8.2", marks=pytest.mark.law("FIDE-7.4", "CH-8.2")),
    pytest.param("wrong_array", "FIDE-7.2.1", "CH-8.5", marks=pytest.mark.law("FIDE-7.2.1", "CH-8.5")),
    pytest.param("wrong_turned", "FIDE-7.2.2", "CH-8.7", marks=pytest.mark.law("FIDE-7.2.2", "CH-8.7")),
    pytest.param("corner", "CH-1.2", "CH-1.2", marks=pytest.mark.law("CH-1.2")),
]  # fmt: skip


@pytest.mark.parametrize(("concern", "fide", "classic"), COMPLETION)
def test_which_law_a_concern_is_named_by(concern: str, fide: str, classic: str | None) -> None:
    assert getattr(FIDE_2023.completion, concern) == fide
    assert getattr(CLASSIC.completion, concern) == classic


@pytest.mark.law("FIDE-4.2.2")
def test_which_law_excuses_a_bump() -> None:
    assert FIDE_2023.touch.bump == "FIDE-4.2.2"
    assert CLASSIC.touch.bump == "CH-7.2.1"  # it binds deliberate touches only


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
def test_when_an_illegal_move_is_made() -> None:
    assert FIDE_2023.illegal_at_press
    assert not CLASSIC.illegal_at_press
