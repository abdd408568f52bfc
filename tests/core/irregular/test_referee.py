"""Each law that the board enforces, on evidence that breaks or meets it, in both rulebooks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from controller.core.messages import Irregularity, Move, Obligation
from tests.core.boards import CASTLING, CASTLING_SPOILT, MATE, PROMOTION
from tests.core.policies import NAMED
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig, played

MIXED = "4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"
"""White takes d5 with e4 or c3, f5 with e4."""


@dataclass(frozen=True)
class Touching:
    """Men touched and set back, what that binds to, and moves that meet or break it.

    Attributes:
        laws: of chess-fide-2023 and chess-classic.
        named: of the irregularity, where it is not the law that binds.
    """

    name: str
    start: str | None
    hands: str
    laws: tuple[str, str]
    must: tuple[list[str], list[str]]
    met: str
    broken: str | None
    named: tuple[str, str] | None = None


OWN = ("FIDE-4.3.1", "CH-7.2.1")
ENEMY = ("FIDE-4.3.2", "CH-7.2.1")
BOTH = ("FIDE-4.3.3", "CH-7.2.2")
FREE = ("CH-7.3", "CH-7.3")
TOUCHED = [
    Touching("own", None, "b1- 400 b1+", OWN, (["b1"], []), "b1- 300 c3+", "e2- 300 e4+"),
    Touching("first own", None, "b1- 400 b1+ 300 e2- 400 e2+", OWN, (["b1"], []),
             "b1- 300 c3+", "e2- 300 e4+"),
    Touching("first own that can move", None, "a1- 400 a1+ 300 e2- 400 e2+", OWN, (["e2"], []),
             "e2- 300 e4+", "d2- 300 d4+"),
    Touching("enemy", MIXED, "d5- 400 d5+", ENEMY, ([], ["d5"]),
             "e4- 300 d5- 300 d5+", None),
    Touching("first enemy that can be captured", MIXED, "e8- 400 e8+ 300 d5- 400 d5+", ENEMY,
             ([], ["d5"]), "c3- 300 d5- 300 d5+", None),
    Touching("own then enemy", MIXED, "c3- 400 c3+ 300 d5- 400 d5+", BOTH, (["c3"], ["d5"]),
             "c3- 300 d5- 300 d5+", "e4- 300 d5- 300 d5+"),
    Touching("enemy then own", MIXED, "d5- 400 d5+ 300 e4- 400 e4+", BOTH, (["e4"], ["d5"]),
             "e4- 300 d5- 300 d5+", "c3- 300 d5- 300 d5+"),
    Touching("own that cannot take the enemy", MIXED, "e1- 400 e1+ 300 d5- 400 d5+", BOTH,
             (["e1"], []), "e1- 300 e2+", "c3- 300 d5- 300 d5+"),
    Touching("enemy that the own cannot take", MIXED, "d5- 400 d5+ 300 e1- 400 e1+", BOTH,
             ([], ["d5"]), "c3- 300 d5- 300 d5+", "e1- 300 e2+"),
    Touching("order that cannot be told", MIXED, "e1-,d5- 400 e1+,d5+", BOTH, (["e1"], []),
             "e1- 300 e2+", "c3- 300 d5- 300 d5+"),
    Touching("nothing that can move", None, "a1- 400 a1+", FREE, ([], []), "e2- 300 e4+", None),
    Touching("neither", None, "a1- 400 a1+ 300 e8- 400 e8+", FREE, ([], []), "g1- 300 f3+", None),
    Touching("king, then rook, castling legal", CASTLING, "e1- 400 e1+ 300 h1- 400 h1+",
             ("FIDE-4.4.1", "CH-7.2.1"), (["e1"], []), "e1- 300 g1+ 300 h1- 300 f1+",
             "h1- 300 g1+"),
    Touching("king and rook at once", CASTLING, "e1-,h1- 400 e1+,h1+",
             ("FIDE-4.4.1", "CH-7.2.1"), (["e1"], []), "e1- 300 g1+ 300 h1- 300 f1+",
             "h1- 300 g1+"),
    Touching("rook, then king", CASTLING, "h1- 400 h1+ 300 e1- 400 e1+", OWN, (["h1"], []),
             "h1- 300 g1+", "e1- 300 g1+ 300 h1- 300 f1+", ("FIDE-4.4.2", "CH-5.1.3")),
    Touching("castling meant and illegal", CASTLING_SPOILT, "e1- 400 e1+ 300 h1- 400 h1+",
             ("FIDE-4.4.3", "CH-5.1.4"), (["e1"], []), "e1- 300 e2+", "h1- 300 g1+"),
]  # fmt: skip


@pytest.mark.law(
    "CH-7.2.1", "CH-7.2.2", "CH-7.3", "CH-5.1.3", "CH-5.1.4",
    "FIDE-4.3.1", "FIDE-4.3.2", "FIDE-4.3.3", "FIDE-4.4.1", "FIDE-4.4.2", "FIDE-4.4.3",
)  # fmt: skip
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", TOUCHED, ids=lambda case: case.name)
class TestTouches:
    def test_they_bind(self, case: Touching, book: str) -> None:
        rig = played(case.hands, case.start, rulebook=book)
        duty = rig.duty()
        assert duty.law == case.laws[BOOKS.index(book)]
        assert (duty.must_move, duty.must_capture) == case.must
        assert duty.side == "white"
        assert (duty.met, duty.released) == (False, case.laws == FREE)
        assert rig.odd == []
        assert rig.moves == []

    def test_what_meets_them(self, case: Touching, book: str) -> None:
        rig = played(f"{case.hands} 1500 {case.met}", case.start, rulebook=book)
        assert len(rig.moves) == 1
        assert rig.odd == []
        assert [m.met for m in rig.of(Obligation)][-1] is (case.laws != FREE)

    def test_what_breaks_them(self, case: Touching, book: str) -> None:
        if case.broken is None:
            return
        rig = played(f"{case.hands} 1500 {case.broken}", case.start, rulebook=book)
        laws = case.named or case.laws
        assert rig.odd == [(laws[BOOKS.index(book)], "touch-move")]
        assert len(rig.moves) == 1

    def test_an_observer_is_not_told(self, case: Touching, book: str) -> None:
        rig = played(case.hands, case.start, rulebook=book, mode="observer")
        assert not [m for m in rig.story() if m.startswith("Obligation")]
        assert rig.session.view().lamps == {}


@pytest.mark.law("FIDE-4.3.1", "FIDE-4.3.2", "CH-7.2.1")
@pytest.mark.parametrize(
    ("hands", "laws"),
    [
        ("d5- 400 d5+ 1500 e1- 300 e2+", ENEMY),
        ("d5- 400 d5+ 1500 e4- 300 f5- 300 f5+", ENEMY),
        ("e1- 400 e1+ 1500 c3- 300 d5- 300 d5+", OWN),
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_the_law_broken_is_the_one_that_bound(hands: str, laws: tuple[str, str], book: str) -> None:
    rig = played(hands, MIXED, rulebook=book)
    assert rig.odd == [(laws[BOOKS.index(book)], "touch-move")]


@pytest.mark.law("FIDE-4.4.3")
def test_castling_on_the_other_side_meets_the_law() -> None:
    start = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1"
    rig = played("e1- 400 e1+ 300 h1- 400 h1+ 1500 e1- 300 c1+ 300 a1- 300 d1+", start)
    assert (rig.moves, rig.odd) == (["e1c1"], [])


@pytest.mark.law("FIDE-4.4.3", "CH-5.1.4")
@pytest.mark.parametrize("book", BOOKS)
def test_who_cannot_castle_nor_move_the_king_is_free_to_capture(book: str) -> None:
    start = "3r1rk1/8/8/8/8/1p6/P3P3/R3K2R w KQ - 0 1"
    rig = played("e1- 400 e1+ 300 a1- 400 a1+ 1500 a2- 300 b3- 300 b3+", start, rulebook=book)
    assert (rig.moves, rig.odd) == (["a2b3"], []), rig.story()


@pytest.mark.law("FIDE-4.4.1")
def test_a_capture_with_the_king_who_was_to_castle_is_a_breach() -> None:
    start = "6k1/8/8/8/8/8/5n2/R3K2R w KQ - 0 1"
    rig = played("e1- 400 e1+ 300 h1- 400 h1+ 1500 e1- 300 f2- 300 f2+", start)
    assert (rig.moves, rig.odd) == (["e1f2"], [("FIDE-4.4.1", "touch-move")]), rig.story()


@pytest.mark.law("FIDE-4.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("ms", "binds"), [(20, False), (60, False), (110, False), (200, True)])
def test_accidental_contact_does_not_bind(book: str, ms: int, *, binds: bool) -> None:
    rig = played(f"b1~{ms} 1500 e2- 300 e4+", rulebook=book)
    assert bool(rig.odd) is binds


@pytest.mark.law("CH-5.1.3", "FIDE-4.4.2")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-4.4.2"), (CLASSIC, "CH-5.1.3")])
@pytest.mark.parametrize("reply", ["", "300 e7- 300 e5+", "300 w! 300 e7- 300 e5+"])
@pytest.mark.parametrize("pause", [300, 1500])
def test_who_castles_with_the_rook_first_breaks_the_law(
    book: str, law: str, pause: int, reply: str
) -> None:
    """The rook's move counts, or the castling does, with the breach; people choose."""
    hands = f"h1- 300 f1+ {pause} e1- 300 g1+ {reply} {NAMED.within_ms}"
    rig = played(hands, CASTLING, rulebook=book)
    assert rig.moves[:1] in (["h1f1"], ["e1g1"])
    assert [(found.law, found.side) for found in rig.of(Irregularity)] == [(law, "white")]


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-7.5.1"), (CLASSIC, "CH-8.1")])
def test_a_king_that_leaps_a_rook_moved_long_ago_is_an_illegal_move(book: str, law: str) -> None:
    hands = "h1- 300 f1+ 1500 e7- 300 e5+ 1500 a2- 300 a3+ 1500 a7- 300 a6+ 1500"
    rig = played(f"{hands} e1- 300 g1+ 3000", CASTLING, rulebook=book)
    assert rig.odd == [(law, "illegal-move")]


@pytest.mark.law("CH-5.1.3", "FIDE-4.4.2")
@pytest.mark.parametrize(("book", "law"), [(FIDE, "FIDE-4.4.2"), (CLASSIC, "CH-5.1.3")])
def test_castling_with_the_rook_lifted_first(book: str, law: str) -> None:
    rig = played("h1- 400 e1- 300 g1+ 300 f1+ 2000", CASTLING, rulebook=book)
    assert [found for found, _ in rig.odd] == [law]


RELEASED = [
    ("e2- 300 e4+", None, "e4- 300 e3+", ("FIDE-4.7", "CH-6.1")),
    ("e4- 300 d5- 300 d5+", MIXED, "d5- 300 d6+", ("FIDE-4.7", "CH-6.2")),
    ("e1- 300 g1+ 300 h1- 300 f1+", CASTLING, "g1- 300 h1+", ("FIDE-4.7", "CH-6.3")),
    ("e1- 300 g1+", CASTLING, "g1- 300 f1+", ("FIDE-4.7", "CH-6.3")),
    ("a7- 300 a8+", PROMOTION, "a8- 900 b8+", ("FIDE-4.7", "CH-6.4")),
]


@pytest.mark.law("CH-6.1", "CH-6.2", "CH-6.3", "CH-6.4", "FIDE-4.7")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("made", "start", "then", "laws"), RELEASED)
def test_the_man_just_moved_is_moved_again(
    made: str, start: str | None, then: str, laws: tuple[str, str], book: str
) -> None:
    rig = Rig(start, rulebook=book).hands(f"1000 {made} 1800 {then} {NAMED.within_ms}")
    assert [law for law, _ in rig.odd] == [laws[BOOKS.index(book)]], rig.story()
    assert rig.stage == "restore" or rig.of(Move)[-1].breach


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [300, 600, 1500])
def test_an_illegal_move_and_a_reply_are_no_capture_that_nobody_saw(book: str, ms: int) -> None:
    """The rook a1 could take a7: it was set down on c3."""
    start = "4k3/p6p/8/8/8/8/8/R3K3 w - - 0 1"
    rig = played(f"a1- 300 c3+ {ms} h7- 300 h6+ 3000", start, rulebook=book)
    assert rig.moves == []
    (found,) = rig.of(Irregularity)
    assert (found.kind, found.observed.origin, found.observed.to) == ("illegal-move", "a1", "c3")


def test_an_unseen_capture_is_not_believed_because_of_a_reply_that_goes_on() -> None:
    """The bishop f8 could take c5: it was set down on e1, before the king went from f2 to g1."""
    start = "rn1q1b1r/p1p2p2/5kp1/1pPpR2p/3N4/N4PP1/P1bPPK2/1RBQ1B2 b - - 1 18"
    rig = played("f8- 300 e1+ 250 f2- 300 g1+ 6000", start)
    assert (rig.moves, rig.odd) == ([], [("FIDE-7.5.1", "illegal-move")])


@pytest.mark.law("FIDE-4.6", "CH-6.4")
@pytest.mark.parametrize("book", BOOKS)
def test_a_promotion_without_touching_the_last_rank(book: str) -> None:
    """The pawn is taken off, a new man is set down on the last rank."""
    rig = played("a7- 4000 a8+", PROMOTION, rulebook=book)
    assert (rig.moves, rig.odd) == (["a7a8q"], [])


@pytest.mark.law("FIDE-7.5.3")
def test_a_press_without_a_move_binds_nobody() -> None:
    rig = played("w! 1000 g1- 300 f3+", time_control="90:00")
    assert rig.odd == [("FIDE-7.5.3", "press-without-move")]
    assert rig.moves == ["g1f3"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_mate_is_a_mate(book: str) -> None:
    rig = played("a1- 300 a8+", MATE, rulebook=book)
    assert rig.stage == "ended"
    assert rig.session.result is not None
    assert (rig.session.result.result, rig.session.result.law) == ("1-0", "CH-10.1")


CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
KING_RELEASED = "e1- 300 g1+ 1500"
"""The king has been released on g1; the rook has not been touched."""


@pytest.mark.law("CH-6.3", "FIDE-4.7")
@pytest.mark.parametrize(("book", "law"), [(BOOKS[0], "FIDE-4.7"), (BOOKS[1], "CH-6.3")])
class TestKingReleasedInCastling:
    def test_nothing_but_castling_may_follow(self, book: str, law: str) -> None:
        rig = played(KING_RELEASED, CASTLES, rulebook=book)
        duty = rig.duty()
        assert (duty.law, duty.side, duty.met, duty.released) == (law, "white", False, False)
        assert (duty.must_move, duty.alternatives) == (["e1", "h1"], ["e1g1"])
        rig.hands("h1- 300 f1+ 1500")
        assert (rig.moves, rig.odd) == (["e1g1"], [])
        assert [m.met for m in rig.of(Obligation)] == [False, True]

    def test_a_quick_rook_needs_no_word(self, book: str, law: str) -> None:
        rig = played("e1- 300 g1+ 300 h1- 300 f1+ 1500", CASTLES, rulebook=book)
        assert (rig.moves, rig.of(Obligation)) == (["e1g1"], []), law

    @pytest.mark.parametrize("other", ["e1- 300 e2+ 1500", "e1- 300 f1+ 1500", "h1- 300 h5+ 1500"])
    def test_who_goes_elsewhere_breaks_the_law_however_it_goes_on(
        self, book: str, law: str, other: str
    ) -> None:
        back = f"{KING_RELEASED} g1- 300 f1+ 3000 f1- 300 e1+ 1500"
        rig = played(f"{back} {other}", CASTLES, rulebook=book)
        assert rig.odd[0] == (law, "released-man-moved")
        assert {kind for _, kind in rig.odd} == {"released-man-moved"}
        assert all(found.side == "white" for found in rig.of(Irregularity))

    def test_an_observer_keeps_silent(self, book: str, law: str) -> None:
        rig = played(KING_RELEASED, CASTLES, rulebook=book, mode="observer")
        assert rig.of(Obligation) == [], law
