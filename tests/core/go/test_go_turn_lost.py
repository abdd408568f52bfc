"""A play on a forbidden point costs the turn: at once, or once somebody says so (GO-19, GO-20.ko)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Penalty
from rules.go.board import WHITE_STONE
from tests.core.go.test_go_referee import BOOKS, CORNER, KO, board_of_colours
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import NAMED
from tests.core.rig import Rig, recovered

CLUB = BOOKS[1]


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("book", BOOKS)
class TestTheTurnIsLostWhereTheStoneIsKnownToBeHis:
    def test_by_its_colour(self, book: str) -> None:
        board = board_of_colours(book, CORNER)
        board.put("a1", WHITE_STONE).wait(NAMED.within_ms)
        assert [(i.law, i.remedy, i.doubt) for i in board.of("Irregularity")] == [
            ("GO-19", "turn-lost", None)
        ]
        assert board.moves == ["pass"]

    @pytest.mark.parametrize(
        ("start", "hands", "play"),
        [
            (CORNER, "a1+", "a1"),
            (position("a3 b2 c1 j9", "a2 a1 h1", "white"), "b1+ 600 a1- 300 a2-", "b1"),
            (position("a3 b2 c1 j9", "a2 a1 h1", "white"), "b1+", "b1"),
        ],
        ids=["a stone", "a capture", "a capture whose stones are not off yet"],
    )
    def test_else_the_opponent_may_have_replied_to_a_play_that_was_not_felt(
        self, book: str, start: str, hands: str, play: str
    ) -> None:
        rig = Rig(start, game=NINE, rulebook=book).hands(f"1000 {hands} {NAMED.within_ms}")
        assert [(i.law, i.remedy, i.doubt) for i in rig.of(Irregularity)] == [
            ("GO-19", "turn-lost", "unfelt-play")
        ]
        assert rig.moves == []
        assert rig.command("arbiter", "correct", ply=1, moves=["h8", play], why="not felt")
        assert rig.line == ["h8", play]

    def test_after_his_press_of_the_clock(self, book: str) -> None:
        """The opponent may all the same have replied before it, to a play that was not felt."""
        rig = Rig(CORNER, game=NINE, rulebook=book, time_control="5:00")
        rig.hands(f"1000 a1+ 300 w! {NAMED.within_ms}")
        assert [(i.law, i.side) for i in rig.of(Irregularity)] == [("GO-19", "white")]
        rig.hands("a1- 2000")
        assert rig.moves == ["pass"]

    @pytest.mark.parametrize("role", ["black", "arbiter"])
    @pytest.mark.parametrize("after", ["", "a1- 2000", "a1- 2000 h8+ 2500"])
    def test_once_somebody_says_so(self, book: str, role: str, after: str) -> None:
        """Whoever plays before that is not told: the sensors do not tell whose stone it is."""
        rig = Rig(CORNER, game=NINE, rulebook=book).hands(f"1000 a1+ {NAMED.within_ms}")
        (found,) = rig.of(Irregularity)
        rig.hands(after)
        assert (found.charge, rig.moves) == ("turn", [])
        assert not rig.command("white", "demand-correction", id=found.id)
        assert rig.command(role, "demand-correction", id=found.id)
        rig.hands("2000 h8+ 2500" if "h8" not in after else "2500")
        if not after:
            rig.hands("a1- 2500")
        assert [(m.move, m.side, m.imposed) for m in rig.of(Move)] == [
            ("pass", "white", True), ("h8", "black", False)
        ]  # fmt: skip
        assert recovered(rig.settings, rig.said).line.position == rig.session.line.position

    @pytest.mark.parametrize("role", ["black", "arbiter"])
    @pytest.mark.parametrize("after", ["", "a1- 2000", "a1- 2000 h8+ 2500"])
    def test_not_where_somebody_says_that_it_was_none(
        self, book: str, role: str, after: str
    ) -> None:
        rig = Rig(CORNER, game=NINE, rulebook=book).hands(f"1000 a1+ {NAMED.within_ms} {after}")
        assert not rig.command("white", "accept-irregularity")
        assert rig.command(role, "accept-irregularity")
        rig.hands("2500" if after else "a1- 2000")
        rig.hands("" if "h8" in after else "h8+ 2500")
        assert [(m.move, m.side) for m in rig.of(Move)] == [("h8", "white")]

    def test_it_waits_over_a_new_start(self, book: str) -> None:
        rig = Rig(CORNER, game=NINE, rulebook=book).hands(f"1000 a1+ {NAMED.within_ms}")
        again = recovered(rig.settings, rig.said)
        assert [(each.law, each.costs_english) for each in again.view().charges] == [
            ("GO-19", "turn")
        ]

    def test_once_the_player_presses_without_a_stone(self, book: str) -> None:
        rig = Rig(CORNER, game=NINE, rulebook=book, time_control="5:00")
        rig.hands(f"1000 a1+ {NAMED.within_ms} a1- 2000 b! 1000")
        assert rig.moves == []
        rig.hands("w! 1000 h8+ 300 b! 2500")
        assert [(m.move, m.side) for m in rig.of(Move)] == [("pass", "white"), ("h8", "black")]
        assert rig.of(Penalty) == []

    @pytest.mark.law("GO-20.ko")
    @pytest.mark.parametrize("right", ["", "d4- 2000"])
    def test_and_a_ko_that_was_retaken_so_is_warned_of_in_the_club(
        self, book: str, right: str
    ) -> None:
        rig = Rig(KO, game=NINE, rulebook=book).hands(
            f"1000 c4+ 300 d4- 1500 d4+ {NAMED.within_ms} {right}"
        )
        assert ([i.doubt for i in rig.of(Irregularity)], rig.of(Penalty)) == (["unfelt-play"], [])
        (charge,) = rig.session.view().charges
        assert charge.costs_english == ("turn and a warning" if book == CLUB else "turn")
        assert rig.moves == ["c4"]
        assert rig.command("white", "demand-correction", id="i1")
        assert [(m.move, m.imposed, m.notation) for m in rig.of(Move)[1:]] == [
            ("pass", True, {"gtp": "pass", "sgf": ""})
        ]
        warned = [(p.side, p.law) for p in rig.of(Penalty)]
        assert warned == ([("black", "GO-24.warn")] if book == CLUB else [])
        assert rig.session.view().charges == []

    def test_not_where_people_say_that_no_stone_stands_there(self, book: str) -> None:
        rig = Rig(CORNER, game=NINE, rulebook=book).hands(f"1000 a1+ {NAMED.within_ms}")
        assert rig.command("arbiter", "resume")
        rig.hands("2000 a1- 2000")
        assert (rig.stage, rig.moves, rig.session.view().charges) == ("play", [], [])
