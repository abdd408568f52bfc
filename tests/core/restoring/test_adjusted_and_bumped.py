"""Men in the hand as adjusting ends, and men who were only bumped: neither is a touch."""

from __future__ import annotations

import pytest

from controller.core.messages import Touched
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece
from tests.core.rig import BOOKS, CHESS, WHITE, Rig
from tests.core.sensed import TELLING, Board, SensedRig

ends = pytest.mark.parametrize("end", ["a press", "a word"])


def adjusting(end: str, book: str) -> Rig:
    """White adjusts d2, and has it in the hand as adjusting ends."""
    rig = Rig(rulebook=book, time_control="5:00").hands("1000")
    assert rig.command("white", "adjust", on=True)
    rig.hands("d2- 400")
    if end == "a press":
        return rig.hands("w! 300")
    assert rig.command("white", "adjust", on=False)
    return rig.hands("300")


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.parametrize("book", BOOKS)
@ends
def test_a_man_set_back_after_adjusting_has_ended_binds_nobody(end: str, book: str) -> None:
    rig = adjusting(end, book).hands("d2+ 1500 e2- 300 e4+ 300 w! 2000")
    assert rig.line == ["e2e4"], rig.story()
    assert [kind for _, kind in rig.odd if kind == "touch-move"] == []
    assert rig.session.breach is None


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@ends
def test_he_may_also_be_moved(end: str) -> None:
    rig = adjusting(end, "chess-fide-2023").hands("d4+ 2000")
    assert rig.line == ["d2d4"], rig.story()


@pytest.mark.law("FIDE-4.3.1")
@ends
def test_touched_once_more_he_binds(end: str) -> None:
    rig = adjusting(end, "chess-fide-2023").hands("d2+ 1500 d2- 400 d2+ 1500")
    assert rig.duty().must_move == ["d2"]


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, *TELLING])
@pytest.mark.parametrize(
    "hands",
    [
        "e4- 350 d5- 250 d5P",
        "d5- 300 e4- 300 d5P",
        "e1- 200 e4- 200 e1+ 100 d5- 250 d5P",
        "d5- 300 e1- 300 d5+ 300 e4- 300 e1+ 300 d5- 200 d5P",
    ],
)
@pytest.mark.parametrize("ms", [5, 195])
def test_a_capture_while_adjusting_is_made_at_the_press(
    sensor: Sensor, hands: str, ms: int
) -> None:
    rig = SensedRig(sensor, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", time_control="5:00")
    rig.hands("1000")
    assert rig.command("white", "adjust", on=True)
    for token in f"{hands} {ms} w! 2000".split():
        if token[-1] in "-+P":
            point = CHESS.index[token[:2]]
            old = rig.session.line.position.piece_at(point)
            new = {"-": None, "+": old, "P": Piece(WHITE, "P")}[token[-1]]
            rig.set(point, new)
        else:
            rig.hands(token)
    assert (rig.line, rig.by, rig.odd, rig.questions) == (["e4d5"], ["pressed"], [], [])
    assert rig.session.breach is None


def breached() -> Rig:
    """White has touched e2 and played d2-d4."""
    rig = Rig(time_control="5:00").hands("1000 e2- 300 e2+ 1500 d2- 300 d4+ 300 w! 1000")
    assert rig.session.breach is not None
    return rig


@pytest.mark.law("FIDE-4.8", "FIDE-4.2.2")
@pytest.mark.parametrize("bump_ms", [40, 60, 115])
@pytest.mark.parametrize("later_ms", [200, 400, 2000])
def test_who_has_only_bumped_a_man_may_claim(bump_ms: int, later_ms: int) -> None:
    rig = breached().hands(f"e7- {bump_ms} e7+ {later_ms}")
    assert rig.command("black", "demand-correction"), rig.refusals


@pytest.mark.law("FIDE-4.8")
@pytest.mark.parametrize("hands", ["e7- 400", "e7- 300 e7+ 400", "e7- 300 e7+ 2000"])
def test_who_has_touched_one_may_not(hands: str) -> None:
    rig = breached().hands(hands)
    assert not rig.command("black", "demand-correction")


@pytest.mark.law("FIDE-4.2.1", "FIDE-4.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("later_ms", [150, 400, 2000])
def test_who_has_only_bumped_a_man_may_adjust(later_ms: int, book: str) -> None:
    rig = Rig(rulebook=book).hands(f"1000 d2- 60 d2+ {later_ms}")
    assert rig.command("white", "adjust", on=True), rig.refusals
    rig.hands("c1- 400 c1+ 1500 e2- 300 e4+ 2000")
    assert (rig.line, rig.odd) == (["e2e4"], [])


@pytest.mark.law("FIDE-4.2.1")
@pytest.mark.parametrize("hands", ["d2- 60", "d2- 300", "d2- 300 d2+ 400", "d2- 300 d3+ 200"])
def test_who_has_touched_one_may_not_adjust(hands: str) -> None:
    rig = Rig().hands(f"1000 {hands}")
    assert not rig.command("white", "adjust", on=True)


BESIDE = "4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1"
"""White e4 may take d5; e5 stands beside d5, and no man of White may take him."""


@pytest.mark.law("FIDE-4.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "ms",
    [
        60,
        135,
    ],
)
def test_a_man_jolted_by_a_landing_beside_him_is_not_touched(ms: int, book: str) -> None:
    """No hand sets one down and lifts another in the same moment, though he is off for longer than one jolted otherwise."""
    rig = Rig(BESIDE, rulebook=book).hands(f"1000 e4- 200 d5- 300 d5+ e5~{ms} 2500")
    assert (rig.line, rig.odd, rig.questions) == (["e4d5"], [], []), rig.story()
    assert all("e5" not in said.points for said in rig.of(Touched))


@pytest.mark.law("FIDE-4.3.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("wait_ms", [60, 300])
def test_a_man_set_better_by_him_who_moved_him_is_not_touched_by_the_opponent(
    wait_ms: int, book: str
) -> None:
    """Black's knight is taken up for 165 ms just after he was set down: White, who plays on, has touched nobody."""
    start = "4k1n1/8/8/8/8/8/3KP3/8 b - - 0 1"
    hands = f"1000 g8- 400 f6+ {wait_ms} f6- 165 f6+ 900 d2- 300 d3+ 2500"
    rig = Rig(start, rulebook=book).hands(hands)
    assert (rig.line, rig.odd, rig.questions) == (["g8f6", "d2d3"], [], []), rig.story()


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
def test_adjusting_has_not_ended_when_a_man_is_pressed_before_he_is_lifted() -> None:
    board = Board(CHESS, Sensor.FIELD).wait(1000)
    board.command("white", "adjust")
    board.wait(300).set({"d2": 680}).wait(200).set({"d2": 500}).wait(30)
    board.lift("d2").wait(400).put("d2", Piece(WHITE, "P")).wait(1500).make("e2e4")
    assert board.moves == ["e2e4"]
    assert [m.points for m in board.of("Touched")] == [["e2"]]


@pytest.mark.law("DR-5.13")
def test_adjusting_has_not_ended_when_a_kings_crown_leaves_first() -> None:
    board = Board(game_by_name("draughts-100"), Sensor.FIELD, start="W:WK3,40:B6").wait(1000)
    board.set({"3": 850}).wait(2500).command("white", "adjust")
    board.wait(300).set({"3": 500}).wait(40).lift("3").wait(400).set({"3": 850}).wait(1500)
    board.make("40-34")
    assert board.moves == ["40-34"]
    assert [m.points for m in board.of("Touched")] == [["40"]]


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.xfail(
    strict=True, reason="a sensor that makes a piece up while somebody adjusts is taken for hands"
)
def test_adjusting_has_not_ended_when_an_empty_point_flickers() -> None:
    """d4's sensor chatters: nobody has been lifted there. Then g2 is put straight."""
    rig = Rig().hands("1000")
    assert rig.command("white", "adjust")
    rig.hands("300 d4+ 40 d4- 300 d4+ 40 d4- 300 g2- 400 d4+ 40 d4- 200 g2+ 2000")
    assert not rig.session.adjusting
    assert (rig.session.touched, rig.odd, rig.moves) == ([], [], []), rig.story()
    rig.hands("e2- 300 e4+ 2000")
    assert rig.moves == ["e2e4"]


@pytest.mark.parametrize("ms", [900])
def test_a_man_put_straight_again_and_again_with_a_word_makes_no_sensor_suspect(ms: int) -> None:
    rig = Rig().hands("3000")
    for move in ("e2- 400 e4+", "e7- 400 e5+", "g1- 400 f3+", "b8- 400 c6+"):
        assert rig.command(rig.session.line.position.side_to_move, "adjust", on=True)
        rig.hands(f"500 a2- {ms} a2+ 900 {move} 1500")
        assert rig.session.health.told(rig.at_ns) == []
    assert rig.line == ["e2e4", "e7e5", "g1f3", "b8c6"], rig.story()
    assert rig.odd == []


@pytest.mark.law("CH-7.1", "FIDE-4.2.1", "DR-5.13", "XQ-5.6")
@pytest.mark.parametrize("pressed", [100, 300, 1500])
@pytest.mark.parametrize(
    ("game", "book", "first", "adjusted", "reply", "moves"),
    [
        *(
            ("chess", book, "e2- 300 e4+", "g8", "d7- 300 d5+", ["e2e4", "d7d5"])
            for book in BOOKS
        ),
        ("draughts-100", None, "32- 300 28+", "16", "18- 300 23+", ["32-28", "18-23"]),
        ("xiangqi", None, "h2- 300 e2+", "b9", "h9- 300 g7+", ["h2e2", "h9g7"]),
    ],
)  # fmt: skip
def test_the_opponents_press_for_his_own_move_ends_no_adjusting(  # noqa: PLR0917 - a table
    game: str,
    book: str | None,
    first: str,
    adjusted: str,
    reply: str,
    moves: list[str],
    pressed: int,
) -> None:
    rules = game_by_name(game)
    rig = Rig(game=rules, rulebook=book or rules.rulebook.name, time_control="5:00")
    mover, other = rules.sides
    rig.hands(f"1000 {first} 900")
    assert rig.command(other, "adjust", on=True), rig.refusals
    if game == "xiangqi":
        assert rig.command(mover, "consent-adjust"), rig.refusals
    rig.wait(pressed)
    rig.press(mover)
    rig.hands(f"300 {adjusted}- 500 {adjusted}+ 1500 {reply} 300")
    rig.press(other)
    rig.wait(1500)
    assert (rig.line, rig.odd) == (moves, []), rig.story()
    assert not any(adjusted in told.points for told in rig.of(Touched))


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
def test_his_own_press_ends_it_though_nobody_was_lifted() -> None:
    rig = Rig(time_control="5:00").hands("1000")
    assert rig.command("white", "adjust", on=True), rig.refusals
    rig.hands("w! 300")
    assert not rig.session.adjusting
