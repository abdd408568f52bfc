"""What is offered or claimed after a man was set down answers that move, though the board has not published it yet."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Penalty
from controller.core.table.commands import COMMANDS
from rules.registry import game_by_name
from tests.core.clocks import endings
from tests.core.rig import BLACK, BOOKS, Rig

FIRST = {
    "chess": "e2- 300 e4+",
    "xiangqi": "h2- 300 e2+",
    "draughts-100": "32- 300 28+",
    "go": "q16+",
}
AFTER = [30, 200, 450, 700]
"""Milliseconds after the landing; the move rests for 750."""


def landed(game: str, control: str | None, after: int, book: str | None = None) -> Rig:
    rules = game_by_name(game)
    rig = Rig(game=rules, rulebook=book or rules.rulebook.name, time_control=control)
    return rig.hands(f"1000 {FIRST[game]} {after}")


@pytest.mark.law("CH-10.6", "CH-10.7", "FIDE-9.1")
@pytest.mark.parametrize("press", ["w! 1500", "1500", "1500 w! 300"])
@pytest.mark.parametrize("after", AFTER)
@pytest.mark.parametrize("book", BOOKS)
def test_an_offer_made_after_the_move_is_not_declined_by_it(
    book: str, after: int, press: str
) -> None:
    rig = landed("chess", "5:00", after, book)
    assert rig.command("black", "offer-draw")
    rig.hands(press)
    assert rig.line == ["e2e4"]
    assert rig.session.claims.offer == BLACK
    assert rig.command("white", "accept-draw"), rig.refusals
    assert [end[:2] for end in endings(rig)] == [("1/2-1/2", "agreement")]


@pytest.mark.law("CH-10.7", "FIDE-9.1")
@pytest.mark.parametrize("after", AFTER)
def test_it_may_be_accepted_before_the_move_has_settled(after: int) -> None:
    rig = landed("chess", None, after)
    assert rig.command("black", "offer-draw")
    assert rig.command("white", "accept-draw"), rig.refusals
    assert (rig.line, [end[:2] for end in endings(rig)]) == (["e2e4"], [("1/2-1/2", "agreement")])


@pytest.mark.law("CH-10.7", "FIDE-9.1")
@pytest.mark.parametrize("before", [50, 250])
def test_the_move_declines_what_was_offered_before_the_man_was_set_down(before: int) -> None:
    rig = Rig(time_control="5:00").hands(f"1000 e2- {300 - before}")
    assert rig.command("black", "offer-draw")
    rig.hands(f"{before} e4+ 1500")
    assert (rig.session.claims.offer, rig.of(Claim)[-1].kind) == (None, "draw-declined")


@pytest.mark.law("XQ-10.1")
@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("after", AFTER)
@pytest.mark.parametrize("game", FIRST)
def test_nor_does_the_move_withdraw_a_result_said_after_it(game: str, after: int, who: int) -> None:
    rig = landed(game, "5:00", after)
    sides = rig.game.sides
    said = {"draughts-100": "2-0", "go": "B+R"}.get(game, "1-0")
    assert rig.command(sides[who], "result", result=said), rig.refusals
    rig.wait(1500)
    assert len(rig.line) == 1
    assert [claim.kind for claim in rig.of(Claim)] == ["result"], rig.story()
    assert rig.command(sides[1 - who], "result", result=said), rig.refusals
    assert rig.stage == "ended"


@pytest.mark.law("XQ-9.1.4", "XQ-4.1")
@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("after", [100, 300, 700])
def test_a_claim_made_before_the_move_is_in_the_record_is_refused_and_costs_nothing(
    after: int, who: int
) -> None:
    rules = game_by_name("xiangqi")
    start = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 100"
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name, time_control="5:00")
    rig.hands(f"1000 a0- 300 a1+ {after}")
    assert not rig.command(rules.sides[who], "claim-move-limit")
    assert "not settled yet" in rig.refusals[-1]
    rig.wait(1500)
    assert (rig.line, rig.odd, rig.of(Penalty)) == (["a0a1"], [], [])
    assert rig.command("black", "claim-move-limit"), rig.refusals
    assert [end[0] for end in endings(rig)] == ["1/2-1/2"]


@pytest.mark.law("DR-12.3.1")
@pytest.mark.parametrize("after", [100, 700])
def test_so_it_is_at_draughts(after: int) -> None:
    rig = landed("draughts-100", "5:00", after)
    assert not rig.command("white", "claim-repetition")
    assert "not settled yet" in rig.refusals[-1]
    rig.wait(1500)
    assert rig.line == ["32-28"]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("role", ["white", "black", "arbiter"])
def test_what_is_refused_then_changes_nothing(name: str, role: str) -> None:
    """Though the next piece is in the hand, and the move before it has not been told."""
    rig = Rig(time_control="5:00").hands("1000 e2- 300 e4+ 20 e7- 100")
    before = len(rig.said)
    if not rig.command(role, name):
        assert len(rig.said) == before
    assert rig.hands("200 e5+ 3000").moves[:1] == ["e2e4"]


def test_who_has_touched_a_piece_may_not_adjust_any_more() -> None:
    rig = Rig().hands("1000 e2- 300 e4+ 20 e7- 100")
    assert not rig.command("black", "adjust")
    assert rig.hands("200 e5+ 3000").line == ["e2e4", "e7e5"]
