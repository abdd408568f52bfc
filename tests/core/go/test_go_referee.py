"""The laws of Go that the board enforces, on hands that break them, in both rulebooks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from controller.core.messages import Irregularity, Move, Penalty, Restore
from controller.core.sensing.marks import Sensor
from rules.go.game import game_of
from tests.core.clock.test_clock_recovery import restarted
from tests.core.go.test_go_tracking import CAPTURE, NINE, position
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered
from tests.core.sensed import Board

BOOKS = ("go-china", "go-china-club")
CLUB = BOOKS[1]
EMPTY = position("", "")
KO = position("c5 b4 c3 d4", "d5 d3 e4", "white")
"""White c4 takes d4; Black may not retake at once."""
CORNER = position("a2 b1", "j9", "white")
"""White a1 would have no liberty."""


@dataclass(frozen=True)
class Case:
    """What hands do, and what the board must make of it.

    Attributes:
        moves: that stand afterwards.
        points: in any order.
        remedy: of go-china, then of go-china-club.
        warned: in go-china, then in go-china-club.
        right: hands that then set the board right.
    """

    name: str
    start: str
    hands: str
    law: str
    side: str
    points: str
    moves: str
    remedy: tuple[str, str]
    warned: tuple[bool, bool]
    right: str


RESTORE = ("restore", "restore")
LOST = ("turn-lost", "turn-lost")
TOLD = ("none", "none")
ALWAYS, NEVER, IN_CLUB = (True, True), (False, False), (False, True)
LATER = NEVER
"""Once somebody says so: its sensor may have lost the stone (`ALONE`)."""

CASES = [
    Case("a released stone is played elsewhere", EMPTY, "e5+ 1500 e5- 400 e6+",
         "GO-17.release", "black", "e5 e6", "e5", RESTORE, NEVER, "e6- 300 e5+"),
    Case("a released stone is kept in the hand", EMPTY, "e5+ 1500 e5-",
         "GO-17.release", "black", "e5", "e5", RESTORE, LATER, "e5+"),
    Case("a released stone is dragged along", EMPTY, "e5+ 1500 e6+ 60 e5-",
         "GO-17.release", "black", "e5 e6", "e5", RESTORE, NEVER, "e6- 300 e5+"),
    Case("a stone of the game is shifted", CAPTURE, "d4- 300 d5+",
         "GO-17.shift", "black", "d4 d5", "", RESTORE, NEVER, "d5- 200 d4+"),
    Case("a stone is dragged along", CAPTURE, "d5+ 60 d4-",
         "GO-17.shift", "black", "d4 d5", "", RESTORE, NEVER, "d5- 200 d4+"),
    Case("a sleeve sweeps stones off", CAPTURE, "c4-,d4-,e4-",
         "GO-17.scatter", "black", "c4 d4 e4", "", RESTORE, NEVER, "c4+ 200 d4+ 200 e4+"),
    Case("of the stones that a sleeve sweeps off one is back at once", CAPTURE, "c4-,d4-,e4- 500 d4+",
         "GO-17.scatter", "black", "c4 e4", "", RESTORE, NEVER, "c4+ 200 e4+"),
    Case("stones lie about", CAPTURE, "c4-,d4-,c3- 300 c5+ 100 d5+ 100 e5+",
         "GO-17.scatter", "black", "c3 c4 d4 c5 d5 e5", "", RESTORE, NEVER,
         "c5-,d5-,e5- 400 c4+,d4+,c3+"),
    Case("a living stone is taken off", CAPTURE, "j9-",
         "GO-18.alive", "black", "j9", "", RESTORE, NEVER, "j9+"),
    Case("a living stone is taken off soon after a play", CAPTURE, "j8+ 1500 j9-",
         "GO-18.alive", "black", "j9", "j8", RESTORE, LATER, "j9+"),
    Case("a living stone goes with the captured", CAPTURE,
         "f3+ 300 c3- 200 d3- 200 e3- 300 j9-",
         "GO-18.alive", "black", "j9", "f3", RESTORE, LATER, "j9+"),
    Case("living stones are taken off after a play", CAPTURE, "h8+ 900 c3- 300 d3- 300 e3-",
         "GO-18.alive", "black", "c3 d3 e3", "h8", RESTORE, ALWAYS, "c3+ 200 d3+ 200 e3+"),
    Case("some captured stones are forgotten", CAPTURE, "f3+ 800 c3- 300 d3- 900 h8+",
         "GO-18.dead", "black", "e3", "f3 h8", RESTORE, IN_CLUB, "e3-"),
    Case("all captured stones are forgotten", CAPTURE, "f3+ 2000 h8+",
         "GO-18.dead", "black", "c3 d3 e3", "f3 h8", RESTORE, IN_CLUB, "c3- 200 d3- 200 e3-"),
    Case("the reply is quick", CAPTURE, "f3+ 200 h8+",
         "GO-18.dead", "black", "c3 d3 e3", "f3 h8", RESTORE, IN_CLUB, "c3- 200 d3- 200 e3-"),
    Case("the clock is pressed before the captured stones are off", CAPTURE,
         "f3+ 300 c3- 300 b! 1500", "GO-17.clock", "black", "d3 e3", "f3", TOLD, IN_CLUB,
         "d3- 200 e3-"),
    Case("a forbidden point", CORNER, "a1+",
         "GO-19", "white", "a1", "", LOST, NEVER, "a1-"),
    Case("a ko is retaken at once", KO, "c4+ 300 d4- 1500 d4+ 300 c4-",
         "GO-20.ko", "black", "c4 d4", "c4 pass", LOST, IN_CLUB, "d4- 300 c4+"),
    Case("a ko is retaken, the stone lifted at once", KO, "c4+ 300 d4- 1500 c4- 100 d4+",
         "GO-20.ko", "black", "c4 d4", "c4 pass", LOST, IN_CLUB, "d4- 300 c4+"),
]  # fmt: skip
ALONE = [c for c in CASES if c.law == "GO-18.alive" and len(c.points) == 2 and c.moves]
"""One stone has left after a play, and nothing else has changed."""


@pytest.mark.law(
    "GO-17.release", "GO-17.shift", "GO-17.scatter", "GO-17.clock", "GO-18.alive", "GO-18.dead",
    "GO-19", "GO-20.ko",
)  # fmt: skip
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
class TestIrregularities:
    def test_they_are_named_and_remedied(self, case: Case, book: str) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book).hands(
            f"1000 {case.hands} {NAMED.within_ms}"
        )
        found = rig.of(Irregularity)
        assert [(i.law, i.side) for i in found] == [(case.law, case.side)], rig.story()
        if case.law == "GO-17.release":  # taken back first, or carried on
            assert case.points.split()[0] in found[0].points
        else:
            assert sorted(found[0].points) == sorted(case.points.split())
        assert found[0].remedy == case.remedy[BOOKS.index(book)]
        assert rig.line == case.moves.split()
        warned = [(p.side, p.kind, p.count) for p in rig.of(Penalty)]
        assert warned == [(case.side, "warning", 1)] * case.warned[BOOKS.index(book)]

    def test_play_goes_on_once_the_board_is_right(self, case: Case, book: str) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book).hands(
            f"1000 {case.hands} {NAMED.within_ms}"
        )
        rig.hands(f"{case.right} 2000")
        assert rig.stage == "play", rig.story()
        assert rig.session.standing == rig.session.line.position.occupied
        done = [restore.done for restore in rig.of(Restore)]
        assert done[-1:] == [True] * (case.remedy != TOLD)
        before = len(rig.line)
        rig.hands(f"j1+ {NAMED.within_ms}").say_turn_lost(within_ms=NAMED.within_ms)
        assert rig.line[before:][-1:] == ["j1"], rig.story()
        assert len(rig.of(Irregularity)) == 1

    def test_an_observer_decides_nothing(self, case: Case, book: str) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book, mode="observer")
        rig.hands(f"1000 {case.hands} {NAMED.within_ms}")
        assert [i.law for i in rig.of(Irregularity)] == [case.law]
        assert rig.of(Penalty) == []
        assert "pass" not in rig.line


@pytest.mark.law("GO-18.alive")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("case", ALONE, ids=lambda case: case.name)
class TestAStoneThatHasLeftAlone:
    def test_is_warned_of_once_people_say_that_it_was_taken_off(
        self, case: Case, book: str
    ) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book).hands(
            f"1000 {case.hands} {NAMED.within_ms}"
        )
        assert (rig.of(Irregularity)[0].doubt, rig.of(Penalty)) == ("lost-man", [])
        rig.hands(f"{case.right} 2000")
        assert rig.of(Penalty) == []
        assert recovered(rig.settings, rig.said).penalties == rig.session.penalties
        assert not rig.command(case.side, "demand-correction", id="i1")
        assert rig.command("white", "demand-correction", id="i1")
        assert [(p.side, p.kind, p.count) for p in rig.of(Penalty)] == [(case.side, "warning", 1)]
        assert recovered(rig.settings, rig.said).penalties == rig.session.penalties

    def test_is_warned_of_after_a_new_start_too(self, case: Case, book: str) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book).hands(
            f"1000 {case.hands} {NAMED.within_ms}"
        )
        rig = restarted(rig)
        rig.hands(f"{case.right} 2000")
        assert rig.command("arbiter", "demand-correction", id="i1")
        assert [(p.side, p.kind, p.count) for p in rig.of(Penalty)] == [(case.side, "warning", 1)]

    def test_is_nobodys_fault_where_its_sensor_does_not_feel_it(
        self, case: Case, book: str
    ) -> None:
        rig = Rig(case.start, game=NINE, rulebook=book).hands(
            f"1000 {case.hands} {NAMED.within_ms}"
        )
        assert rig.command("arbiter", "resume")
        rig.hands("2000")
        assert (rig.stage, rig.of(Penalty)) == ("play", [])


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("first", "off", "on"), [("", "d4", "d5"), ("j1+ 1500", "j9", "j8")])
def test_a_shifted_stone_that_stays_costs_no_turn(book: str, first: str, off: str, on: str) -> None:
    rig = Rig(CAPTURE, game=NINE, rulebook=book).hands(
        f"1000 {first} {off}- 300 {on}+ {NAMED.within_ms}"
    )
    turn = rig.session.line.position.side_to_move
    (found,) = rig.of(Irregularity)
    assert not rig.command(turn, "accept-irregularity", id=found.id)
    assert rig.command("arbiter", "accept-irregularity", id=found.id)
    shifted = rig.of(Move)[-1]
    assert (shifted.move, shifted.legal, shifted.accepted) == (off + on, False, found.id)
    assert isinstance(shifted.position, dict)
    assert shifted.position["to_move"] == rig.session.line.position.side_to_move == turn
    again = recovered(rig.settings, rig.said)
    assert again.line.position == rig.session.line.position
    rig.hands("900 j2+ 1500")
    assert (rig.of(Move)[-1].move, rig.of(Move)[-1].side) == ("j2", turn)


@pytest.mark.law("GO-19", "GO-20.ko")
@pytest.mark.parametrize("book", BOOKS)
def test_a_lost_turn_outlives_the_program(book: str) -> None:
    rig = Rig(KO, game=NINE, rulebook=book).hands(
        f"1000 c4+ 300 d4- 1500 d4+ 300 c4- {NAMED.within_ms}"
    )
    again = recovered(rig.settings, rig.said)
    assert again.line.position == rig.session.line.position
    assert again.line.ply == 2


class TestAPassAnswersAStone:
    @pytest.mark.law("GO-21.end")
    @pytest.mark.parametrize("ms", [60, 120, 300, 700, 900])
    def test_and_completes_its_play(self, ms: int) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=CLUB).hands(f"1000 e5+ {ms}")
        assert not rig.command("black", "pass")
        assert rig.command("white", "pass")
        assert rig.moves == ["e5", "pass"]
        rig.hands("500 e6+ 2000")
        assert [(m.move, m.side) for m in rig.of(Move)][2:] == [("e6", "black")]
        assert rig.odd == []

    @pytest.mark.law("GO-21.end", "GO-18.dead")
    def test_only_once_the_captured_stones_are_off(self) -> None:
        rig = Rig(CAPTURE, game=NINE, rulebook=CLUB).hands("1000 f3+ 300 c3- 300 d3- 200")
        assert not rig.command("white", "pass")
        rig.hands("e3- 200")
        assert rig.command("white", "pass")
        assert (rig.moves, rig.odd) == (["f3", "pass"], [])

    def test_and_nothing_but_a_play(self) -> None:
        rig = Rig(CAPTURE, game=NINE, rulebook=CLUB).hands("1000 j9- 200")
        assert not rig.command("white", "pass")
        assert not rig.command("black", "pass")
        rig.hands("j9+ 1000")
        assert rig.command("black", "pass")
        assert (rig.moves, rig.odd) == (["pass"], [])


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("book", BOOKS)
class TestTwoInARow:
    @staticmethod
    def twice(book: str, between: str = "") -> Board:
        """Black plays e5 and e6; the command is White's."""
        board = board_of_colours(book)
        board.make("e5")
        black = board.session.line.position.piece_at(NINE.index["e5"])
        assert black is not None
        if between:
            board.command("white", between)
        return board.put("e6", black).wait(NAMED.within_ms)

    def test_told_by_their_colour(self, book: str) -> None:
        """Or a stone between them was not felt: nobody loses by one sensor."""
        board = self.twice(book)
        found = [(i.law, i.side, i.points) for i in board.of("Irregularity")]
        assert found in ([], [("GO-17.two", "black", ["e6"])])
        assert board.session.stage.value == "restore"
        assert board.moves == ["e5"]
        assert board.of("Result") == []
        board.lift("e6").wait(2000)
        assert board.session.stage.value == "play"
        board.make("e4")
        assert board.moves == ["e5", "e4"]

    def test_the_arbiter_gives_the_game(self, book: str) -> None:
        board = self.twice(book)
        board.command("arbiter", "result", result="W+F", termination="two-in-a-row")
        results = [(r.termination, r.winner) for r in board.of("Result")]
        assert results == [("two-in-a-row", "white")]

    def test_a_pass_between_makes_it_a_turn(self, book: str) -> None:
        board = self.twice(book, between="pass")
        assert board.of("Irregularity") == []
        assert board.moves == ["e5", "pass", "e6"]

    def test_without_colours_it_is_the_reply(self, book: str) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=book).hands(f"1000 e5+ 2000 e6+ {NAMED.within_ms}")
        assert (rig.moves, rig.odd) == (["e5", "e6"], [])


def board_of_colours(book: str, start: str | None = None) -> Board:
    """Nine by nine points that tell black stones from white ones."""
    return Board(game_of({"size": 9}), Sensor.POLARITY, start, rulebook=NINE.rulebooks[book])


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("book", BOOKS)
def test_a_press_before_the_stone_is_an_early_press(book: str) -> None:
    rig = Rig(EMPTY, game=NINE, rulebook=book, time_control="5:00").hands(
        "1000 b! 1500 e5+ 300 b! 900"
    )
    assert rig.odd == [("GO-17.clock", "press-without-move")]
    warned = [(p.side, p.kind, p.law, p.count) for p in rig.of(Penalty)]
    assert warned == ([("black", "warning", "GO-24.warn", 1)] if book == CLUB else [])
    assert rig.moves == ["e5"]
