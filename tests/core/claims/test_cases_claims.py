"""Claims, corrections, and adjusting."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Correction, Irregularity, Move, Touched
from rules.registry import game_by_name
from tests.core.boards import CAPTURE, MATE
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig, played

BREACH = "b1- 400 b1+ 1200 e2- 300 e4+"
LAW = {FIDE: "FIDE-4.3.1", CLASSIC: "CH-7.2.1"}
PUT_RIGHT = "300 e4- 300 e2+ 1000 b1- 300 c3+ 1500"


@pytest.mark.law("CH-7.4", "FIDE-4.8")
@pytest.mark.parametrize("book", BOOKS)
def test_a_breach_is_published_and_stays_claimable(book: str) -> None:
    rig = played(BREACH, rulebook=book)
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.side) == (LAW[book], "touch-move", "white")
    assert found.claimable_until == "opponent-touch"
    assert (found.observed.origin, found.observed.to) == ("e2", "e4")
    (move,) = rig.of(Move)
    assert (move.move, move.legal, move.breach) == ("e2e4", True, found.id)
    assert rig.said.index(found) < rig.said.index(move)


@pytest.mark.law("CH-7.4", "FIDE-4.8")
@pytest.mark.parametrize("book", BOOKS)
def test_the_referee_claims_at_once(book: str) -> None:
    rig = played(BREACH, rulebook=book, claims="automatic")
    (correction,) = rig.of(Correction)
    assert (correction.from_ply, correction.to_ply, correction.by) == (1, 1, "referee")
    assert rig.stage == "restore"
    assert rig.duty().must_move == ["b1"]
    rig.hands(PUT_RIGHT)
    assert rig.line == ["b1c3"]
    assert rig.duty().met


@pytest.mark.parametrize("book", BOOKS)
def test_an_observer_claims_nothing(book: str) -> None:
    rig = played(BREACH, rulebook=book, claims="automatic", mode="observer")
    assert rig.odd == [(LAW[book], "touch-move")]
    assert not rig.of(Correction)
    assert all(touched.obligation is None for touched in rig.of(Touched))
    assert rig.line == ["e2e4"]


@pytest.mark.law("CH-7.4", "FIDE-4.8")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
@pytest.mark.parametrize("args", [{}, {"id": "i1"}])
def test_who_may_demand_correction(book: str, role: str, args: dict[str, str]) -> None:
    rig = played(BREACH, rulebook=book)
    may = role in ("black", "arbiter")
    assert rig.command(role, "demand-correction", **args) is may
    assert bool(rig.of(Correction)) is may
    if may:
        (claim,) = rig.of(Claim)
        assert (claim.side, claim.found) == ("black", "right")
        rig.hands(PUT_RIGHT)
        assert rig.line == ["b1c3"]
        assert rig.odd == [(LAW[book], "touch-move")]


@pytest.mark.parametrize("args", [{"id": "i2"}, {"id": "q1"}, {"id": 1}])
def test_a_demand_names_the_breach(args: dict[str, object]) -> None:
    rig = played(BREACH)
    assert not rig.command("black", "demand-correction", **args)


def test_nothing_to_demand() -> None:
    assert not played("e2- 300 e4+").command("black", "demand-correction")
    assert not played("e2- 300 e5+ 2000").command("black", "demand-correction")


@pytest.mark.law("CH-7.4", "FIDE-4.8")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("hands", ["e7- 300", "e7- 300 e7+ 1500", "e7- 200 e7+ 50"])
def test_a_touch_ends_the_right_to_claim(book: str, hands: str) -> None:
    rig = played(BREACH, rulebook=book)
    rig.hands(hands)
    assert not rig.command("black", "demand-correction")
    assert ("FIDE-4.8" if book == FIDE else "CH-7.4") in rig.refusals[-1]
    assert not rig.of(Correction)
    assert rig.line == ["e2e4"]


def test_the_arbiter_may_still_correct_after_a_touch() -> None:
    rig = played(BREACH)
    rig.hands("e7- 300 e7+ 1500")
    assert rig.command("arbiter", "demand-correction")
    assert rig.line == []


def test_no_correction_after_the_reply() -> None:
    rig = played(f"{BREACH} 1200 e7- 300 e5+")
    assert not rig.command("black", "demand-correction")
    assert rig.line == ["e2e4", "e7e5"]


@pytest.mark.parametrize("role", ["white", "black", "arbiter", "operator"])
def test_who_may_accept_a_breach(role: str) -> None:
    rig = played(BREACH)
    may = role in ("black", "arbiter")
    assert rig.command(role, "accept-irregularity", id="i1") is may
    assert rig.command("black", "demand-correction") is not may


@pytest.mark.law("CH-7.4", "FIDE-4.8")
def test_a_mate_in_breach_can_be_claimed() -> None:
    """A game ends by mate only if the mating move was made by the laws."""
    rig = played("g1- 400 g1+ 1200 a1- 300 a8+", MATE)
    assert rig.odd == [("FIDE-4.3.1", "touch-move")]
    assert rig.command("black", "demand-correction")
    rig.hands("a8- 300 a1+ 1000 g1- 300 f1+ 1500")
    assert rig.line == ["g1f1"]


def test_a_mate_in_breach_is_taken_back_by_the_referee() -> None:
    rig = played("g1- 400 g1+ 1200 a1- 300 a8+", MATE, claims="automatic")
    assert rig.line == []
    assert rig.stage == "restore"


def test_a_touch_begun_before_the_move_is_the_movers() -> None:
    start = "4k3/7p/8/1P6/4p3/3P4/8/4K3 w - - 0 1"
    rig = played("b5- 300 d3- 600 b6+ 800 d3+ 2000 h7- 300 h6+ 1500", start)
    assert rig.moves == ["b5b6", "h7h6"]
    assert rig.odd == []


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.parametrize("role", ["white", "arbiter"])
@pytest.mark.parametrize(
    "hands",
    ["b1- 500 b1+", "b1-,c1- 500 b1+ 100 c1+", "d5- 400 d5+", "b1- 300 d5- 300 b1+ 600 d5+"],
)
@pytest.mark.parametrize("book", BOOKS)
def test_adjusted_men_bind_nobody(book: str, role: str, hands: str) -> None:
    rig = Rig(CAPTURE, rulebook=book).hands("1000")
    assert rig.command(role, "adjust", on=True)
    assert rig.session.view().adjusting
    rig.hands(hands)
    rig.hands("200")
    assert not rig.session.view().adjusting
    rig.hands("1000 g1- 300 f3+ 1500")
    assert (rig.moves, rig.odd) == (["g1f3"], [])
    assert all("b1" not in t.points and "d5" not in t.points for t in rig.of(Touched))


class TestPlayWhileAdjusting:
    """Who has forgotten that he was adjusting would otherwise play on for nobody to see."""

    @staticmethod
    def adjusting(start: str | None = None) -> Rig:
        rig = Rig(start).hands("1000")
        assert rig.command("white", "adjust")
        return rig

    def test_a_move_that_stands_for_long_is_played(self) -> None:
        rig = self.adjusting().hands("g1- 300 f3+ 3000")
        assert rig.moves == []
        rig.hands("2000")
        assert (rig.moves, rig.odd) == (["g1f3"], [])
        assert rig.hands("g8- 300 f6+ 1500").moves == ["g1f3", "g8f6"]

    def test_and_all_that_was_played_behind_it(self) -> None:
        rig = self.adjusting().hands(
            "e2- 300 e4+ 900 e7- 300 e5+ 900 g1- 300 f3+ 900 b8- 300 c6+ 6500"
        )
        assert (rig.moves, rig.odd) == (["e2e4", "e7e5", "g1f3", "b8c6"], [])

    def test_what_was_adjusted_before_it_binds_nobody(self) -> None:
        rig = self.adjusting().hands("b1-,c1- 500 b1+ 1000 e2- 300 e4+ 1000 c1+ 6000")
        assert (rig.moves, rig.odd) == (["e2e4"], [])
        assert rig.of(Touched)[0].points == ["e2"]

    def test_a_sensor_that_makes_a_man_up_meanwhile_is_found_out(self) -> None:
        """Found by `touchmove simulate`, one stuck sensor, Brazilian draughts."""
        rig = self.adjusting().hands("h4+ 300 b1- 300 b1+ 6000 g1- 300 f3+ 6500")
        assert (rig.moves, rig.odd) == (["g1f3"], [])

    def test_he_may_say_so_again(self) -> None:
        rig = self.adjusting().hands("b1- 300")
        assert rig.command("white", "adjust")
        rig.hands("b1+ 500 g1- 300 f3+ 1500")
        assert (rig.moves, rig.odd) == (["g1f3"], [])

    def test_a_man_held_for_long_is_no_play(self) -> None:
        rig = self.adjusting(CAPTURE).hands("b1- 8000 b1+ 1000 d5- 6000 d5+ 1000")
        assert not rig.session.view().adjusting
        assert rig.moves == []
        assert all("b1" not in t.points for t in rig.of(Touched))


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.parametrize("role", ["black", "operator"])
def test_who_may_not_adjust(role: str) -> None:
    assert not Rig().hands("1000").command(role, "adjust", on=True)


def test_adjusting_is_said_before_touching() -> None:
    rig = Rig().hands("1000 b1- 300")
    assert not rig.command("white", "adjust", on=True)


def test_men_are_adjusted_only_in_play() -> None:
    assert not Rig(standing=["e4"]).hands("1000").command("white", "adjust", on=True)
    assert not played("e2- 300 e5+ 3000").command("white", "adjust", on=True)


def test_after_adjusting_touches_bind_again() -> None:
    rig = Rig().hands("1000")
    rig.command("white", "adjust", on=True)
    rig.hands("b1- 300 b1+ 1000")
    rig.command("white", "adjust", on=False)
    rig.hands(BREACH)
    rig.hands("1500")
    assert rig.duty().must_move == ["b1"]
    assert set(rig.odd) <= {("FIDE-4.3.1", "touch-move")}


@pytest.mark.parametrize("how", ["press", "off"])
def test_adjusting_ended_before_a_touch(how: str) -> None:
    rig = Rig(time_control="90:00", rulebook=CLASSIC).hands("1000")
    rig.command("white", "adjust", on=True)
    if how == "press":
        rig.hands("w!")
    else:
        assert rig.command("white", "adjust", on=False)
    assert not rig.session.view().adjusting
    rig.hands("b1- 300 b1+ 1500")
    assert rig.duty().must_move == ["b1"]


def test_only_who_adjusts_ends_it() -> None:
    rig = Rig().hands("1000")
    rig.command("white", "adjust", on=True)
    assert not rig.command("black", "adjust", on=False)
    assert rig.session.view().adjusting
    assert rig.command("arbiter", "adjust", on=False)


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        ("e2- 300 e4+ 200", ["e2e4"]),  # it has not settled, and he takes it for made
        ("e2- 300", []),  # the man is in the air
        ("e2- 300 e4+ 200 d2- 300", []),  # two men of White's are
    ],
)
def test_who_adjusts_in_his_turn_takes_the_move_before_for_made(
    hands: str, moves: list[str]
) -> None:
    rig = Rig().hands(f"1000 {hands}")
    assert rig.command("black", "adjust") is bool(moves)
    assert (rig.moves, rig.session.view().adjusting) == (moves, bool(moves))
    if moves:
        assert {m.completed_by for m in rig.of(Move)} <= {"reply", "settled"}
        rig.hands("b8- 300 b8+ 1000")
        assert (rig.session.touched, rig.session.view().adjusting) == ([], False)


@pytest.mark.law("XQ-5.6")
def test_adjusting_may_be_asked_for_as_soon_as_the_opponent_has_moved() -> None:
    """Else the men who are adjusted then count as touched, and two fouls lose the game."""
    rules = game_by_name("xiangqi")
    rig = Rig(game=rules, rulebook=rules.rulebook.name).hands("1000 h2- 300 e2+ 200")
    assert rig.command("black", "adjust")
    assert rig.command("red", "consent-adjust")
    rig.hands("a0- 400 a3- 300 a0+ 300 a3+ 2000")
    assert (rig.moves, rig.odd, rig.stage) == (["h2e2"], [], "play")


@pytest.mark.law("FIDE-4.2.1")
def test_who_is_mated_adjusts_nothing() -> None:
    """What is said completes the mating move, and that is published."""
    rig = Rig("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").hands("1000 a1- 300 a8+ 200")
    assert rig.command("black", "adjust")
    assert (rig.moves, rig.stage, rig.session.view().adjusting) == (["a1a8"], "ended", False)
