"""The laws of touching, releasing and correcting in xiangqi, on a board."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import (
    Correction,
    Irregularity,
    Obligation,
    Penalty,
    Result,
    Touched,
)
from rules.terms import Side
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig, played

# Red's chariot d4 takes the horse d7, the horse f4 the cannon g6. The advisor d0 has no move, for its own
# stands on e1, and that one keeps the generals apart. Nothing attacks the soldier i6.
MEN = "4k4/9/3n5/6c1p/9/3R1N3/P8/9/4A4/3AK4 w - - 0 1"
BOOKS = tuple(XIANGQI.rulebooks)
every_book = pytest.mark.parametrize("book", BOOKS)


def board(hands: str, book: str = BOOKS[0], *, automatic: bool = False) -> Rig:
    """Hands at work on the men above."""
    return played(
        hands,
        MEN,
        game=XIANGQI,
        rulebook=book,
        claims="automatic" if automatic else "players",
    )


class Touch(NamedTuple):
    """What is touched, the law that binds then, and to what; a move that meets it and one that does not."""

    hands: str
    law: str
    must_move: list[str]
    must_capture: list[str]
    meets: str
    breaks: str


CAPTURE, SLIP = "d4- 300 d7- 300 d7+", "a3- 300 a4+"
TOUCHES = [
    pytest.param(
        Touch("d4- 400 d4+", "XQ-5.1", ["d4"], [], "d4- 300 d3+", SLIP),
        id="own", marks=pytest.mark.law("XQ-5.1"),
    ),
    pytest.param(
        Touch("d7- 400 d7+", "XQ-5.2", ["d4"], ["d7"], CAPTURE, SLIP),
        id="enemy", marks=pytest.mark.law("XQ-5.2"),
    ),
    pytest.param(
        Touch("d4- 400 d4+ 700 d7- 400 d7+", "XQ-5.3", ["d4"], ["d7"], CAPTURE, "d4- 300 d3+"),
        id="own, enemy: that takes this", marks=pytest.mark.law("XQ-5.3"),
    ),
    pytest.param(
        Touch("f4- 400 f4+ 700 d7- 400 d7+", "XQ-5.3", ["f4"], [], "f4- 300 e6+", CAPTURE),
        id="own, enemy: else the own moves", marks=pytest.mark.law("XQ-5.3"),
    ),
    pytest.param(
        Touch("d7- 400 d7+ 700 f4- 400 f4+", "XQ-5.4", ["d4"], ["d7"], CAPTURE, "f4- 300 e6+"),
        id="enemy, own: else another takes", marks=pytest.mark.law("XQ-5.4"),
    ),
    pytest.param(
        Touch("d7-,f4- 400 d7+,f4+", "XQ-5.5", ["d4"], ["d7"], CAPTURE, "f4- 300 e6+"),
        id="at once", marks=pytest.mark.law("XQ-5.5"),
    ),
]  # fmt: skip
touches = pytest.mark.parametrize("touch", TOUCHES)


@every_book
@touches
def test_a_touch_obliges(book: str, touch: Touch) -> None:
    rig = board(f"{touch.hands} 1500 {touch.meets}", book)
    due, met = rig.of(Obligation)
    assert (due.law, due.side, due.met) == (touch.law, "red", False)
    assert (due.must_move, due.must_capture) == (touch.must_move, touch.must_capture)
    assert met.met
    assert rig.odd == []
    assert len(rig.line) == 1
    assert rig.line[0] in due.alternatives


@every_book
@touches
@pytest.mark.parametrize("answer", ["accept-irregularity", "demand-correction", "plays-on"])
def test_a_move_against_a_touch(book: str, touch: Touch, answer: str) -> None:
    rig = board(f"{touch.hands} 1500 {touch.breaks}", book)
    assert rig.odd == [(touch.law, "touch-move")]
    assert len(rig.line) == 1
    assert rig.of(Obligation)[-1].released
    (found,) = rig.of(Irregularity)
    if answer == "plays-on":
        rig.hands("e9- 300 e8+ 1500")
        assert len(rig.line) == 2
        return
    assert not rig.command("red", answer, id=found.id)
    assert rig.command("black", answer, id=found.id)
    if answer == "accept-irregularity":
        assert (len(rig.line), rig.stage) == (1, "play")
        return
    assert rig.line == []
    assert [c.why for c in rig.of(Correction)] == [touch.law]
    assert rig.stage == "restore"


@every_book
@touches
def test_a_breach_that_the_referee_claims(book: str, touch: Touch) -> None:
    rig = board(f"{touch.hands} 1500 {touch.breaks}", book, automatic=True)
    assert rig.odd == [(touch.law, "touch-move")]
    assert (rig.line, rig.stage) == ([], "restore")


@pytest.mark.law("XQ-5.6")
@every_book
@pytest.mark.parametrize(
    "hands", ["d4- 80 d4+", "i6- 80 i6+", "d0- 80 d0+", "d4-,d0-,f4- 400 d4+,d0+,f4+"]
)
def test_a_bump_is_no_touch(book: str, hands: str) -> None:
    rig = board(f"{hands} 1500 {SLIP}", book)
    assert (rig.odd, rig.line) == ([], ["a3a4"])
    assert not rig.of(Penalty)
    assert not rig.of(Obligation)


@pytest.mark.law("XQ-5.7")
@every_book
@pytest.mark.parametrize("target", ["d4", "d2", "e3"])
def test_a_released_man_may_not_go_elsewhere(book: str, target: str) -> None:
    rig = board(f"d4- 300 d3+ 1500 d3- 400 {target}+ 2000", book)
    assert rig.line == ["d4d3"]
    assert rig.odd == [("XQ-5.7", "released-man-moved")]
    rig.hands(f"{target}- 300 d3+ 1500")
    assert rig.stage == "play"
    assert rig.line == ["d4d3"]


@pytest.mark.law("XQ-5.8")
@every_book
@pytest.mark.parametrize(
    ("hands", "kind", "back"),
    [
        ("d4- 400 e5+", "illegal-move", "e5- 300 d4+"),
        ("a3- 400 i6- 300 i6+", "illegal-capture", "a3+"),
        ("i6- 400 i5+", "out-of-turn", "i5- 300 i6+"),
    ],
)
def test_it_is_corrected_at_once(book: str, hands: str, kind: str, back: str) -> None:
    rig = board(f"{hands} 3000", book)
    law = "XQ-5.8" if kind == "out-of-turn" else "XQ-4.1.6"
    assert (law, kind) in rig.odd[-2:]  # the foul of touching is told in the same moment
    assert (rig.line, rig.stage) == ([], "restore")
    rig.hands(f"{back} 1500")
    assert rig.stage == "play"
    assert rig.line == []


@pytest.mark.law("XQ-5.8")
@every_book
def test_nobody_moves_twice(book: str) -> None:
    rig = board(f"{SLIP} 1500 d4- 400 d3+ 2000", book)
    assert rig.line == ["a3a4"]
    assert rig.odd == [("XQ-5.8", "out-of-turn")]
    (found,) = rig.of(Irregularity)
    assert (found.side, found.remedy) == ("red", "restore")


IN_VAIN = pytest.mark.xfail(
    strict=True,
    reason="no sensor tells whose hand takes up one enemy piece and puts it back: docs/laws.md",
)
FOULS = [
    pytest.param("d0- 400 d0+", "XQ-9.1.5", "touched-own-cannot-move", "d0", id="own",
                 marks=pytest.mark.law("XQ-9.1.5")),
    pytest.param("i6- 400 i6+", "XQ-9.1.6", "touched-enemy-cannot-be-captured", "i6", id="enemy",
                 marks=[pytest.mark.law("XQ-9.1.6"), IN_VAIN]),
]  # fmt: skip


@every_book
@pytest.mark.parametrize(("hands", "law", "kind", "point"), FOULS)
def test_a_man_touched_in_vain_is_a_foul(
    book: str, hands: str, law: str, kind: str, point: str
) -> None:
    rig = board(f"{hands} 1500 {SLIP}", book)
    assert rig.odd == [(law, kind)]
    (found,) = rig.of(Irregularity)
    assert (found.side, found.points, found.remedy) == ("red", [point], "none")
    assert [(p.side, p.kind, p.law, p.count) for p in rig.of(Penalty)] == [
        ("red", "foul", "XQ-9.2", 1)
    ]
    assert (rig.line, rig.stage) == (["a3a4"], "play")


# Red has moved; then a red man that nothing can take is lifted and set back. By whom?
AFTER_A_MOVE = f"{SLIP} 1500"


@pytest.mark.law("XQ-9.1.6")
@every_book
@pytest.mark.parametrize(
    ("pressed", "hands", "told"),
    [
        pytest.param(False, "a4- 400 a4+", True, id="perhaps the hand that moved"),
        pytest.param(True, "300 a4- 400 a4+", False, id="the clock was pressed"),
        pytest.param(False, "g6- 400 g6+ 300 a4- 400 a4+", False, id="an own man first"),
        pytest.param(False, "a4- 300 g6- 400 a4+ 200 g6+", False, id="both in the hand"),
    ],
)
def test_nobody_is_charged_for_another_hand(
    book: str, hands: str, *, pressed: bool, told: bool
) -> None:
    rig = Rig(MEN, game=XIANGQI, rulebook=book).hands(f"1000 {AFTER_A_MOVE}")
    if pressed:
        rig.press(Side("red"))
    rig.hands(f"{hands} 1500")
    assert {(found.law, found.side) for found in rig.of(Irregularity)} <= {("XQ-9.1.6", "black")}
    assert not told or not rig.of(Penalty)


@pytest.mark.law("XQ-9.1.6")
@every_book
@pytest.mark.parametrize("ms", [300, 1500])
def test_the_reply_to_an_illegal_move_is_no_foul_of_who_made_it(book: str, ms: int) -> None:
    rig = board(f"d4- 300 e5+ {ms} i6- 300 i5+ 3000", book)
    assert rig.odd == [("XQ-4.1.6", "illegal-move")]
    assert not rig.of(Penalty)
    assert all(touched.points == ["d4"] for touched in rig.of(Touched))


@pytest.mark.law("XQ-9.1.6")
@every_book
def test_nobody_is_charged_while_his_man_may_stand_where_nothing_feels_him(book: str) -> None:
    """h8 has been set down on b8, where c6 takes him; or he is in the hand still, which takes c6 too."""
    men = "2b1ka3/7c1/5ar1b/p1N3p2/5c2p/2P4N1/P3P4/R3B4/2R1K4/2BA1A3 b - - 4 23"
    rig = Rig(men, game=XIANGQI, rulebook=book).hands("1000 h8- 2700 c6- 2500")
    assert not rig.of(Penalty)
    rig.hands("c6+ 300 h8+ 3000")
    assert [(p.side, p.count) for p in rig.of(Penalty)] == [("black", 1)]


@pytest.mark.law("XQ-9.1.5")
@every_book
def test_an_own_man_is_touched_by_its_own_side(book: str) -> None:
    rig = board(f"{AFTER_A_MOVE} e9- 300 e8+ 1500 d0- 400 d0+ 1500", book)
    assert {(found.law, found.side) for found in rig.of(Irregularity)} <= {("XQ-9.1.5", "red")}
    assert {p.side for p in rig.of(Penalty)} <= {"red"}


@pytest.mark.law("XQ-5.2")
@every_book
@pytest.mark.parametrize("pressed", [False, True])
def test_a_breach_in_doubt_is_for_people_to_claim(book: str, *, pressed: bool) -> None:
    """Red has moved; the chariot c4, which a soldier takes, is lifted and set back; Black moves his king."""
    men = "4k4/9/9/9/2p6/2R6/P8/9/4A4/3AK4 w - - 0 1"
    rig = played(SLIP, men, game=XIANGQI, rulebook=book, claims="automatic")
    if pressed:
        rig.press(Side("red"))
    rig.hands("300 c4- 400 c4+ 1500 e9- 300 e8+ 1500")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.side) == ("XQ-5.2", "black")
    if pressed:
        assert (found.doubt, rig.line) == (None, ["a3a4"])
        return
    assert (found.doubt, rig.line) == ("whose-hand", ["a3a4", "e9e8"])
    assert rig.command("red", "demand-correction", id=found.id)
    assert rig.line == ["a3a4"]


@IN_VAIN
@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6", "XQ-9.2")
@every_book
def test_two_fouls_are_counted_and_end_nothing(book: str) -> None:
    rig = board("d0- 400 d0+ 1500 i6- 400 i6+ 1500", book)
    assert [law for law, _ in rig.odd] == ["XQ-9.1.5", "XQ-9.1.6"]
    assert [p.count for p in rig.of(Penalty)] == [1, 2]
    assert (rig.of(Result), rig.stage) == ([], "play")


@pytest.mark.law("XQ-9.1.5")
@every_book
def test_the_same_man_in_one_turn_is_one_foul(book: str) -> None:
    rig = board("d0- 400 d0+ 1500 d0- 400 d0+ 1500", book)
    assert [p.count for p in rig.of(Penalty)] == [1]


@pytest.mark.law("XQ-9.1.5")
@every_book
def test_an_observer_names_a_foul_and_counts_none(book: str) -> None:
    rig = played(f"d0- 400 d0+ 1500 {SLIP}", MEN, game=XIANGQI, rulebook=book, mode="observer")
    assert [(found.law, found.remedy) for found in rig.of(Irregularity)] == [("XQ-9.1.5", "none")]
    assert (rig.line, rig.of(Penalty)) == (["a3a4"], [])


@pytest.mark.law("XQ-9.1.5")
@every_book
def test_no_foul_while_the_man_may_have_been_lifted_by_the_opponent(book: str) -> None:
    """So quick a capture on b9 may have been a bump: whose hand takes the advisor off is not known yet."""
    start = "rCba1a1Cr/4k2c1/1c6b/p3p1p1p/2p6/9/P1P1P1P1P/8N/9/RNBAKAB1R b - - 0 5"
    hands = "a9- 370 a8+ b9- 45 a8- 20 b9+ 1960 d9- 345 h9- i9- 80 i9+ 470 d9+ 3000"
    rig = played(hands, start, game=XIANGQI, rulebook=book)
    assert (rig.line, rig.of(Penalty), rig.of(Irregularity)) == (["a9b9", "h9d9"], [], [])


@pytest.mark.law("XQ-9.1.5", "XQ-9.1.6")
@every_book
def test_nobody_is_charged_with_what_the_opponent_may_have_taken(book: str) -> None:
    """c3c4 is not felt on c4; f1 takes f0, and b1 closes by itself: nobody knows whose hand was at f1 and f0."""
    men = "r1bakabn1/n8/9/2C1p3R/pc4C2/9/P1P3P2/9/R3Ar3/1NB1KABN1 w - - 1 15"
    rig = Rig(men, game=XIANGQI, rulebook=book).hands(
        "1000 c3- 1900 f1- 260 f0- 360 f0+ 650 b1+ 3000"
    )
    assert not rig.of(Penalty), rig.story()
    fouls = [found for found in rig.of(Irregularity) if found.law.startswith("XQ-9.1")]
    assert {found.doubt for found in fouls} <= {"whose-hand"}


@pytest.mark.law("XQ-9.1.5")
@every_book
def test_a_man_who_is_off_has_perhaps_been_lost_by_his_sensor(book: str) -> None:
    """The foul is told once he is felt again, and not at all where the sensor is known to be wrong."""
    rig = board("d0- 3000", book)
    assert rig.of(Penalty) == []
    rig.hands("d0+ 1000")
    assert {(p.side, p.law) for p in rig.of(Penalty)} <= {("red", "XQ-9.2")}
