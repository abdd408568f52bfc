"""Sealing: the move that stands on the board, an offer after it, a reply to who is away, both confirming the position."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Clock, Correction, Irregularity, Result, Ruling
from rules.registry import game_by_name
from tests.core.clocks import endings, faces, left, running
from tests.core.rig import BOOKS, CLASSIC, Rig, recovered

OPENING = "1000 e2- 300 e4+ 1000 w! 2000 e7- 300 e5+ 1000 b! 1000"
MIN = 60_000
books = pytest.mark.parametrize("book", BOOKS)


def played(book: str = CLASSIC, more: str = "", **options: object) -> Rig:
    rig = Rig(rulebook=book, **{"time_control": "40/90:00", **options})  # type: ignore[arg-type]
    return rig.hands(f"{OPENING} {more}".strip())


def sealed(book: str = CLASSIC, side: str = "white") -> Rig:
    rig = played(book)
    assert rig.command(side, "seal", box="box 1"), rig.refusals
    return rig


def opened(rig: Rig, move: str, *present: str) -> bool:
    return rig.command("arbiter", "open-sealed", move=move, present=list(present))


class TestTheMoveOnTheBoard:
    @books
    @pytest.mark.law("CH-13.1.1")
    def test_it_is_the_one_to_be_sealed(self, book: str) -> None:
        rig = played(book, "g1- 300 f3+ 1500")
        assert (rig.line[-1], running(rig)) == ("g1f3", "white")
        for other in ("Nc3", "Nf6", "???"):
            assert not rig.command("white", "seal", box="box 1", move=other)
            assert "is the one to be sealed (CH-13.1.1)" in rig.refusals[-1]
        assert not rig.command("black", "seal", box="box 1")
        assert rig.command("white", "seal", box="box 1", move="Nf3")
        (ruling,) = rig.of(Ruling)
        assert ruling.envelope is not None
        assert (ruling.law, ruling.envelope.sealed_by) == ("CH-13.1.1", "white")
        assert (ruling.envelope.move_number, ruling.envelope.ply) == (2, 3)
        # It is no part of the record before it is opened.
        (back,) = rig.of(Correction)
        assert (back.from_ply, back.why, back.position) == (3, "sealed", ruling.envelope.position)
        assert rig.line == ["e2e4", "e7e5"]
        assert (rig.stage, running(rig), rig.odd) == ("adjourned", None, [])
        rig.hands("600000 f3- 300 g1+ 3000")
        assert opened(rig, "Nf3", "black")
        assert rig.line[-1] == "g1f3"
        rig.hands("g1- 300 f3+ 2000")
        assert (rig.stage, running(rig)) == ("play", "black")

    @books
    @pytest.mark.law("CH-13.1.1")
    def test_it_may_just_have_been_set_down(self, book: str) -> None:
        rig = played(book, "g1- 300 f3+ 150")
        assert rig.line == ["e2e4", "e7e5"]
        assert not rig.command("white", "seal", box="box 1", move="Nc3")
        assert rig.command("white", "seal", box="box 1", move="Nf3")
        assert (rig.stage, rig.line, rig.session.line.sealed) == (
            "adjourned", ["e2e4", "e7e5"], "g1f3",
        )  # fmt: skip
        assert rig.of(Ruling)[-1].envelope is not None
        assert rig.of(Ruling)[-1].envelope.ply == 3  # type: ignore[union-attr]
        rig.hands("600000 f3- 300 g1+ 3000")
        assert opened(rig, "Nf3", "black")

    @pytest.mark.law("CH-13.1.1")
    def test_a_mate_on_the_board_has_ended_the_game(self) -> None:
        rig = Rig("7k/8/6K1/8/8/8/Q7/8 w - - 0 1", time_control="90:00").hands(
            "1000 a2- 300 a8+ 150"
        )
        assert rig.command("white", "seal", box="box 1")
        assert rig.of(Result)[-1].termination == "checkmate"
        assert rig.stage == "ended"

    @pytest.mark.law("CH-13.1.1")
    def test_no_other_counts_whatever_is_written(self) -> None:
        rig = played(CLASSIC, "g1- 300 f3+ 1500")
        assert rig.command("white", "seal", box="box 1")
        rig.hands("f3- 300 g1+ 3000")
        again = recovered(rig.settings, rig.said)
        assert again.line.sealed == "g1f3"
        assert opened(rig, "Qh5", "black")
        assert rig.line[-1] == "g1f3"

    @books
    @pytest.mark.law("CH-13.1.1")
    def test_a_pressed_clock_has_ended_the_turn(self, book: str) -> None:
        rig = played(book, "g1- 300 f3+ 400 w! 1500")
        assert not rig.command("white", "seal", box="box 1")
        assert rig.refusals[-1] == "the player on move seals (CH-13.1.1)"
        assert rig.command("black", "seal", box="box 1")

    @pytest.mark.law("CH-13.1.1")
    def test_until_the_clock_is_stopped_another_may_be_sealed_where_none_is_made(self) -> None:
        rig = played()
        assert rig.command("white", "seal", box="box 1", move="Nc3")
        assert running(rig) is None
        assert not rig.command("white", "seal", box="box 2", move="Nf3")


class TestOfferingAfterSealing:
    @books
    @pytest.mark.law("CH-10.9")
    def test_who_has_sealed_offers_and_the_answer_waits_until_the_move_is_seen(
        self, book: str
    ) -> None:
        rig = sealed(book)
        assert not rig.command("black", "offer-draw")
        assert rig.command("white", "offer-draw")
        offer = rig.of(Claim)[-1]
        assert (offer.kind, offer.side, offer.law) == ("draw-offer", "white", "CH-10.9")
        assert rig.of(Irregularity) == []
        assert rig.session.view().claims.draw == "white"
        assert opened(rig, "Nf3", "black")
        rig.hands("1000 g1- 300 f3+ 3000")
        assert rig.session.view().claims.draw == "white"
        assert rig.command("black", "accept-draw")
        assert rig.of(Result)[-1].result == "1/2-1/2"

    @pytest.mark.law("CH-10.9", "CH-14.2")
    def test_the_answer_may_come_before_and_then_the_sealed_move_matters_no_more(self) -> None:
        rig = sealed()
        assert rig.command("white", "offer-draw")
        assert rig.command("black", "accept-draw")
        (result,) = rig.of(Result)
        assert (result.result, result.termination) == ("1/2-1/2", "agreement")
        assert not opened(rig, "Ke8", "black")

    @pytest.mark.law("CH-14.2")
    def test_so_does_resigning(self) -> None:
        rig = sealed()
        assert rig.command("black", "resign")
        assert rig.of(Result)[-1].result == "1-0"

    @pytest.mark.law("CH-10.9")
    @books
    def test_before_moving_on_ones_own_time_an_offer_holds_until_the_answer(
        self, book: str
    ) -> None:
        rig = played(book)
        assert rig.command("white", "offer-draw")
        rig.hands("g1- 300 f3+ 400 w! 2000")
        assert rig.of(Irregularity) == []
        assert rig.command("black", "accept-draw")

    @pytest.mark.law("CH-10.9")
    def test_the_laws_of_draughts_know_no_such_offer(self) -> None:
        rig = Rig(game=game_by_name("draughts-100"), rulebook="draughts-100").hands("1000")
        assert rig.command("white", "seal", box="box 1")
        assert not rig.command("white", "offer-draw")


class TestTheSealerIsAway:
    def replied(self) -> Rig:
        """White, who has sealed, is away; Black has seen the move and seals the reply."""
        rig = sealed()
        assert rig.command("arbiter", "resume", absent=["white"])
        assert rig.of(Ruling)[-1].law == "CH-14.1"
        assert opened(rig, "Nf3", "black")
        rig.hands("g1- 300 f3+ 3000")
        assert (rig.stage, running(rig)) == ("play", "black")
        assert rig.command("black", "seal", box="box 2"), rig.refusals
        return rig

    @pytest.mark.law("CH-14.4")
    def test_the_other_seals_the_reply_and_starts_the_sealers_clock(self) -> None:
        rig = self.replied()
        ruling = rig.of(Ruling)[-1]
        assert ruling.envelope is not None
        assert (ruling.kind, ruling.law) == ("adjourned", "CH-14.4")
        assert (ruling.envelope.sealed_by, ruling.envelope.ply) == ("black", 4)
        assert (rig.stage, running(rig)) == ("adjourned", "white")
        before = left(rig, "white"), left(rig, "black")
        rig.hands("600000")
        assert before[0] - left(rig, "white") == 600_000
        assert before[1] == left(rig, "black")
        assert not opened(rig, "Nc6", "black")  # opened when White comes
        assert opened(rig, "Nc6", "white")
        assert rig.line[-1] == "b8c6"
        rig.hands("b8- 300 c6+ 3000")
        assert (rig.stage, running(rig)) == ("play", "white")
        assert faces(rig)["black"]["moves_to_go"] == 38
        rig.hands("d2- 300 d4+ 400 w! 1500")
        assert (rig.line[-1], running(rig)) == ("d2d4", "black")

    @pytest.mark.law("CH-14.4")
    def test_a_new_start_of_the_program_knows_it(self) -> None:
        rig = self.replied()
        again = recovered(rig.settings, rig.said)
        assert (again.stage.value, again.line.envelope) == ("adjourned", rig.session.line.envelope)
        assert again.line.absent == {"white"}

    @pytest.mark.law("CH-14.4")
    def test_whoever_is_there_is_replied_to_on_the_board(self) -> None:
        rig = sealed()
        assert rig.command("arbiter", "resume")
        assert opened(rig, "Nf3", "black")
        rig.hands("g1- 300 f3+ 3000")
        assert rig.command("black", "seal", box="box 2")
        # That is another adjournment: no clock runs.
        assert (rig.stage, running(rig)) == ("adjourned", None)

    @pytest.mark.law("CH-10.15", "CH-14.4")
    def test_the_flag_of_who_does_not_come_falls(self) -> None:
        rig = self.replied().hands("5500000")
        assert endings(rig) == [("0-1", "time-forfeit", "CH-10.14")]

    @pytest.mark.law("CH-10.15", "DR-8.3")
    @pytest.mark.parametrize("away", ["white", "black"])
    @pytest.mark.parametrize("ago", [0, 10])
    def test_lateness_at_a_resumption_is_told(self, away: str, ago: int) -> None:
        rig = sealed().hands("90000000")
        assert rig.command("arbiter", "resume", absent=[away], appointed_ms_ago=ago * MIN)
        rig.hands(f"{(60 - ago) * MIN - 1000}")
        assert not [r for r in rig.of(Ruling) if r.kind == "needs-arbiter:default"]
        rig.hands("2000")
        found = [r for r in rig.of(Ruling) if r.kind == "needs-arbiter:default"]
        assert [(r.side, r.law) for r in found] == [(away, "CH-10.15")]
        assert endings(rig) == []

    @pytest.mark.law("CH-10.15")
    def test_the_arbiter_gives_the_game_to_who_was_there(self) -> None:
        rig = sealed()
        assert rig.command("arbiter", "resume", absent=["black"])
        rig.hands("3700000")
        assert rig.command("arbiter", "set-clock", late={"black": 61 * MIN})
        assert endings(rig) == [("1-0", "default", "CH-10.15")]

    @pytest.mark.law("CH-10.15")
    @pytest.mark.parametrize(
        ("start", "move", "result"),
        [
            ("7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "Qa8#", "1-0"),  # mates
            ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7", "1/2-1/2"),  # stalemates
            ("7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "Qa7", "0-1"),
        ],
    )
    def test_of_a_late_sealer_the_envelope_is_opened_first(
        self, start: str, move: str, result: str
    ) -> None:
        rig = Rig(start, rulebook=CLASSIC, time_control="90:00").hands("1000")
        assert rig.command("white", "seal", box="box 1")
        assert rig.command("arbiter", "resume", absent=["white"])
        assert not rig.command("arbiter", "set-clock", late={"white": 61 * MIN})
        assert "open the envelope first" in rig.refusals[-1]
        assert opened(rig, move, "black")
        if result == "0-1":
            assert rig.command("arbiter", "set-clock", late={"white": 61 * MIN})
            assert rig.of(Result)[-1].law == "CH-10.15"
        assert rig.of(Result)[-1].result == result

    @pytest.mark.law("CH-14.6")
    def test_wrong_times_are_corrected_before_the_first_move(self) -> None:
        rig = sealed()
        assert rig.command("arbiter", "resume")
        assert rig.command("arbiter", "set-clock", times={"white": 80 * MIN})
        assert opened(rig, "Nf3", "black")
        rig.hands("g1- 300 f3+ 3000")
        assert rig.command("arbiter", "set-clock", times={"white": 81 * MIN})
        rig.hands("b8- 300 c6+ 400 b! 1500")
        assert not rig.command("arbiter", "set-clock", times={"white": 82 * MIN})
        assert "before the first move (CH-14.6)" in rig.refusals[-1]
        # A clock that goes wrong later is another matter, and the arbiter says so.
        assert rig.command("arbiter", "set-clock", times={"white": 80 * MIN}, why="it stood still")

    @pytest.mark.law("CH-14.7")
    def test_the_time_of_the_resumption_is_that_of_the_clock_on_the_wall(self) -> None:
        """The arbiter says how long ago the game was to go on, and lateness counts from then."""
        rig = sealed()
        assert not rig.command("arbiter", "resume", appointed_ms_ago=-1)
        assert rig.command("arbiter", "resume", absent=["black"], appointed_ms_ago=59 * MIN)
        rig.hands("59000")
        assert not [r for r in rig.of(Ruling) if r.kind.startswith("needs-arbiter")]
        rig.hands("1001")
        assert [r.side for r in rig.of(Ruling) if r.kind.startswith("needs-arbiter")] == ["black"]


class TestConfirming:
    def board(self, **options: object) -> Rig:
        game = game_by_name("draughts-100")
        rig = Rig(game=game, rulebook="draughts-100", **options)  # type: ignore[arg-type]
        return rig.hands("1000")

    @pytest.mark.law("DR-11")
    def test_both_confirm_the_position_before_the_game_rests(self) -> None:
        rig = self.board(time_control="80:00+1:00")
        assert rig.command("white", "seal", box="box 1")
        asked = rig.of(Ruling)[-2]  # before the one that adjourns
        assert (asked.kind, asked.law) == ("position-unconfirmed", "DR-11")
        assert len(asked.evidence) == 2
        assert self.waiting(rig) == ["white", "black"]
        assert rig.command("black", "seal", confirms=True)
        said = rig.of(Claim)[-1]
        assert (said.kind, said.side, said.law) == ("position-confirmed", "black", "DR-11")
        assert not rig.command("black", "seal", confirms=True)
        assert recovered(rig.settings, rig.said).state.claims.confirmed == {"black"}
        rig.hands("32- 1000")
        assert not rig.command("white", "seal", confirms=True)
        rig.hands("32+ 1000")
        assert rig.command("white", "seal", confirms=True)
        assert self.waiting(rig) == []
        assert running(rig) is None

    @pytest.mark.law("DR-11")
    def test_they_may_do_so_before_the_move_is_sealed(self) -> None:
        rig = self.board()
        for side in ("white", "black"):
            assert rig.command(side, "seal", confirms=True)
        assert rig.command("white", "seal", box="box 1")
        assert self.waiting(rig) == []
        assert rig.of(Ruling)[-1].kind == "adjourned"

    @pytest.mark.law("DR-11")
    def test_a_move_made_since_is_to_be_confirmed_anew(self) -> None:
        rig = self.board()
        assert rig.command("black", "seal", confirms=True)
        rig.hands("32- 300 28+ 1500")
        assert rig.command("black", "seal", box="box 1")
        assert self.waiting(rig) == ["white", "black"]

    @pytest.mark.law("DR-11")
    def test_the_game_does_not_go_on_before_both_have_confirmed(self) -> None:
        rig = self.board(time_control="80:00+1:00")
        assert rig.command("white", "seal", box="box 1")
        assert rig.command("black", "seal", confirms=True)
        assert not rig.command("arbiter", "resume")
        assert "still to be confirmed by white" in rig.refusals[-1]
        assert not rig.command("operator", "resume", confirmed=True)
        assert rig.command("white", "seal", confirms=True)
        assert rig.command("arbiter", "resume")
        assert rig.of(Ruling)[-1].evidence == []

    @pytest.mark.law("DR-11")
    def test_nor_is_the_envelope_opened_instead(self) -> None:
        rig = self.board()
        move = {"move": "32-28", "present": ["black"]}
        assert rig.command("white", "seal", box="box 1")
        assert rig.command("black", "seal", confirms=True)
        assert not rig.command("arbiter", "open-sealed", **move)
        assert "still to be confirmed by white" in rig.refusals[-1]
        assert rig.session.view().adjourned is not None
        assert rig.command("arbiter", "open-sealed", **move, confirmed=True)
        opened = next(each for each in rig.of(Ruling) if each.kind == "sealed-move")
        assert opened.evidence == ["white has not confirmed the position"]

    @pytest.mark.law("DR-11")
    def test_the_envelope_is_opened_once_both_have_confirmed(self) -> None:
        rig = self.board()
        assert rig.command("white", "seal", box="box 1")
        for side in ("white", "black"):
            assert rig.command(side, "seal", confirms=True)
        assert rig.command("arbiter", "open-sealed", move="32-28", present=["black"])
        assert rig.of(Ruling)[-1].evidence == []

    @pytest.mark.law("DR-11")
    def test_the_arbiter_may_say_that_the_position_is_right(self) -> None:
        rig = self.board()
        assert rig.command("white", "seal", box="box 1")
        assert rig.command("arbiter", "resume", confirmed=True)
        again = rig.of(Ruling)[-1]
        assert (again.kind, again.law) == ("set-up-again", "DR-11")
        assert again.evidence == [
            f"{side} has not confirmed the position" for side in ("white", "black")
        ]

    def test_other_laws_ask_for_nothing(self) -> None:
        rig = sealed()
        assert self.waiting(rig) == []
        assert not rig.command("black", "seal", confirms=True)

    def waiting(self, rig: Rig) -> list[str]:
        found = rig.session.view().adjourned
        assert found is not None
        return found.unconfirmed


@pytest.mark.law("CH-14.5")
def test_a_position_that_is_not_to_be_had_makes_the_game_void() -> None:
    rig = sealed()
    assert rig.command("arbiter", "void", why="nobody has noted the position")
    assert rig.of(Result)[-1].termination == "void"
    assert not rig.of(Clock)[-1].running
