"""Results that people say, before the end and after it; consent to adjusting."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Result
from rules.draughts import DRAUGHTS_100
from rules.xiangqi import XIANGQI
from tests.core.boards import MATE
from tests.core.lines import knows_as_much, play
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig, played


def said(rig: Rig) -> list[tuple[str, str, str | None]]:
    return [(claim.kind, claim.side, claim.result) for claim in rig.of(Claim)]


@pytest.mark.law("XQ-10.1")
def test_a_result_is_confirmed_by_both_players_and_the_arbiter() -> None:
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    assert rig.command("red", "resign")
    for who in ("red", "black", "arbiter"):
        assert rig.command(who, "result", result="0-1")
        assert not rig.command(who, "result", result="0-1")
        knows_as_much(rig)
    assert rig.session.view().claims.results == {"red": "0-1", "black": "0-1", "arbiter": "0-1"}
    assert {claim.law for claim in rig.of(Claim)[1:]} == {"XQ-10.1"}
    assert len(rig.of(Result)) == 1


@pytest.mark.law("FIDE-8.7")
@pytest.mark.parametrize("book", BOOKS)
def test_disagreement_about_a_result_is_announced(book: str) -> None:
    rig = played("a1- 300 a8+", MATE, rulebook=book)
    assert rig.of(Result)[-1].result == "1-0"
    assert rig.command("white", "result")
    assert rig.command("black", "result", result="1/2-1/2")
    assert said(rig) == [
        ("result-confirmed", "white", "1-0"), ("result-disputed", "black", "1/2-1/2"),
    ]  # fmt: skip
    assert {claim.law for claim in rig.of(Claim)} == {"FIDE-8.7" if book == FIDE else None}
    assert rig.of(Result)[-1].result == "1-0"
    knows_as_much(rig)
    assert rig.command("arbiter", "result", result="1/2-1/2", why="both say so")
    assert rig.session.view().claims.results == {"black": "1/2-1/2"}


def test_a_claimed_result_holds_when_both_have_said_it() -> None:
    rig = played("e2- 300 e4+")
    assert rig.command("white", "result", result="1-0")
    assert not rig.command("white", "result", result="1-0")
    assert rig.session.view().claims.proposed == "1-0"
    assert rig.stage == "play"
    knows_as_much(rig)
    assert rig.command("black", "result", result="0-1")
    assert rig.stage == "play"
    assert rig.of(Claim)[-1].kind == "result-disputed"
    knows_as_much(rig)
    assert rig.command("black", "result", result="1-0")
    result = rig.of(Result)[-1]
    assert (result.result, result.termination, result.winner) == ("1-0", "agreement", "white")
    assert rig.session.view().claims.results == {"white": "1-0", "black": "1-0"}
    knows_as_much(rig)


def test_a_claimed_result_lapses_when_play_goes_on() -> None:
    rig = Rig().hands("1000")
    rig.command("white", "result", result="1-0")
    play(rig, "e2e4")
    assert said(rig)[-1] == ("result-withdrawn", "white", "1-0")
    assert rig.session.view().claims.proposed is None
    assert rig.command("black", "result", result="1-0")
    assert rig.of(Result) == []
    knows_as_much(rig)


def test_a_claimed_draw_is_an_offer_by_its_law() -> None:
    rig = Rig(rulebook=CLASSIC).hands("1000")
    assert rig.command("white", "result", result="1/2-1/2")
    assert rig.session.claims.offer == "white"
    assert rig.command("black", "result", result="1/2-1/2")
    assert rig.of(Result)[-1].termination == "agreement"
    early = Rig(game=DRAUGHTS_100, rulebook="draughts-100").hands("1000")
    assert not early.command("white", "result", result="1-1")


@pytest.mark.parametrize("result", ["0-0", "*", "3-0", None, ["1-0"]])
def test_players_claim_what_players_can(result: object) -> None:
    rig = Rig().hands("1000")
    assert not rig.command("white", "result", result=result)
    assert rig.of(Claim) == []


@pytest.mark.law("XQ-5.6")
@pytest.mark.parametrize("asked", [True, False])
def test_xiangqi_adjusting_begins_with_the_opponents_consent(asked: bool) -> None:  # noqa: FBT001
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    if asked:
        assert rig.command("red", "adjust")
        assert not rig.command("red", "adjust")
        assert rig.session.view().claims.adjust == "red"
        knows_as_much(rig)
    assert not rig.session.view().adjusting
    assert not rig.command("red", "consent-adjust")
    assert rig.command("black", "consent-adjust")
    assert rig.session.view().adjusting
    assert not rig.command("black", "consent-adjust")
    rig.hands("a0- 400 a0+ 600")
    assert not rig.session.view().adjusting
    assert rig.odd == []
    assert rig.session.view().obligation is None
    play(rig, "h2e2")
    assert rig.line == ["h2e2"]


@pytest.mark.law("XQ-5.6")
def test_xiangqi_a_touch_without_consent_is_a_touch() -> None:
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    rig.command("red", "adjust")
    rig.hands("a0- 400 a0+ 1500")
    assert rig.session.due is not None
    assert rig.session.due.must_move == ["a0"]
    assert not rig.command("black", "adjust")
    play(rig, "a0a1")
    assert rig.session.view().claims.adjust is None


@pytest.mark.law("DR-5.13")
def test_draughts_adjusting_is_said_first_and_needs_no_consent() -> None:
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100").hands("1000")
    assert not rig.command("black", "adjust")
    assert "DR-5.13" in rig.refusals[-1]
    assert not rig.command("black", "consent-adjust")
    assert rig.command("white", "adjust")
    rig.hands("32- 400 32+ 600")
    assert not rig.session.view().adjusting
    assert rig.session.view().obligation is None
    play(rig, "33-28")
    assert rig.odd == []


MIDDLE = "r4rk1/1pp2ppp/p1n5/8/8/2P2N2/PP3PPP/R4RK1 w - - 0 18"


@pytest.mark.parametrize(
    ("squares", "result"),
    [("e4 d5", "1-0"), ("d4 e5", "0-1"), ("e4 e5", "1/2-1/2"), ("d4 d5", "1/2-1/2")],
)
@pytest.mark.parametrize("gap_ms", [150, 4000])
def test_kings_in_the_centre_claim_a_result(squares: str, result: str, gap_ms: int) -> None:
    white, black = squares.split()
    rig = Rig(MIDDLE, time_control="60:00").hands("1000")
    rig.hands(f"g1- 300 {white}+ {gap_ms} g8- 300 {black}+ 3000")
    assert rig.moves == []
    assert said(rig) == [("result", "both", result)]
    assert rig.of(Claim)[0].by == "gesture"
    assert rig.of(Result) == []
    knows_as_much(rig)
    assert rig.command("black", "result", result=result)
    assert rig.of(Result) == []
    rig.hands("w! 500")
    assert rig.of(Result)[-1].result == result
    assert rig.of(Result)[-1].termination == "agreement"
    knows_as_much(rig)


def test_kings_shown_at_once_are_no_irregularity() -> None:
    rig = Rig(MIDDLE).hands("1000 g1- 100 e4+ 200 g8- 100 d5+ 3000")
    assert rig.odd == []
    assert rig.stage == "restore"


def test_kings_that_go_back_claim_nothing() -> None:
    rig = Rig(MIDDLE).hands(
        "1000 g1- 300 e4+ 200 g8- 300 e5+ 3000 e4- 300 g1+ 300 e5- 300 g8+ 2000"
    )
    assert said(rig) == [("result", "both", "1/2-1/2"), ("result-withdrawn", "both", "1/2-1/2")]
    assert rig.stage == "play"
    assert rig.session.view().claims.proposed is None
    knows_as_much(rig)
    rig.hands("w! 200 b! 500")
    assert rig.of(Result) == []
    play(rig, "f1e1")
    assert rig.line == ["f1e1"]


def test_one_player_alone_does_not_end_a_game() -> None:
    rig = Rig(MIDDLE, time_control="60:00")
    rig.hands("1000 g1- 300 e4+ 200 g8- 300 d5+ 3000 w! 500 w! 500")
    assert said(rig) == [("result", "both", "1-0"), ("result-confirmed", "white", "1-0")]
    assert rig.command("black", "result", result="0-1")
    assert rig.of(Claim)[-1].kind == "result-disputed"
    assert rig.of(Result) == []


def test_players_who_say_another_result_than_the_kings_show_agree_on_it() -> None:
    rig = Rig(MIDDLE).hands("1000 g1- 300 d4+ 200 g8- 300 e5+ 3000")
    assert said(rig) == [("result", "both", "0-1")]
    assert rig.command("white", "result", result="1/2-1/2")
    assert rig.of(Result) == []
    assert rig.command("black", "result", result="1/2-1/2")
    result = rig.of(Result)[-1]
    assert (result.result, result.termination) == ("1/2-1/2", "agreement")
    knows_as_much(rig)
