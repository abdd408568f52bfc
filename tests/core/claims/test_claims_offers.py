"""Draws by agreement and resignation, by each game's law."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Claim, Irregularity, Penalty, Result
from rules.draughts import DRAUGHTS_100
from rules.game import Game
from rules.go.game import game_of
from rules.registry import GAMES
from rules.xiangqi import XIANGQI
from tests.core.lines import knows_as_much, play
from tests.core.rig import BLACK, BOOKS, CLASSIC, FIDE, WHITE, Rig

OFFER_LAW = {CLASSIC: "CH-10.6", FIDE: "FIDE-9.1"}
CLOCK = "90:00"


def kinds(rig: Rig) -> list[tuple[str, str]]:
    """What was asked for, and by whom."""
    return [(claim.kind, claim.side) for claim in rig.of(Claim)]


def board(book: str, *, clock: str | None = CLOCK, moves: str = "e2e4") -> Rig:
    """A game of chess in which White has moved and not pressed."""
    return play(Rig(rulebook=book, time_control=clock).hands("1000"), moves)


@pytest.mark.law("CH-10.6", "FIDE-9.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("clock", [None, CLOCK])
def test_an_offer_between_move_and_press_is_accepted(book: str, clock: str | None) -> None:
    rig = board(book, clock=clock)
    assert rig.command("white", "offer-draw")
    assert rig.session.view().claims.draw == "white"
    knows_as_much(rig)
    rig.hands("w! 60000")
    assert rig.odd == []
    assert rig.command("black", "accept-draw")
    result = rig.of(Result)[-1]
    assert (result.result, result.termination, result.law, result.winner) == (
        "1/2-1/2", "agreement", OFFER_LAW[book], None,
    )  # fmt: skip
    assert rig.stage == "ended"
    knows_as_much(rig)


@pytest.mark.law("CH-10.6", "FIDE-9.1")
def test_an_offer_made_before_the_man_has_settled_is_in_time() -> None:
    rig = Rig(rulebook=CLASSIC, time_control=CLOCK).hands("1000 e2- 300 e4+ 100")
    assert rig.command("white", "offer-draw")
    rig.hands("w! 1000")
    assert rig.line == ["e2e4"]
    assert rig.session.claims.offer == "white"
    assert rig.odd == []


@pytest.mark.law("CH-10.7")
@pytest.mark.parametrize("book", BOOKS)
def test_an_offer_is_declined_by_word(book: str) -> None:
    rig = board(book)
    assert rig.command("white", "offer-draw")
    assert not rig.command("white", "accept-draw")
    assert not rig.command("white", "decline-draw")
    assert rig.command("black", "decline-draw")
    assert kinds(rig) == [("draw-offer", "white"), ("draw-declined", "black")]
    assert not rig.command("black", "accept-draw")
    knows_as_much(rig)


@pytest.mark.law("CH-10.7", "FIDE-9.1")
@pytest.mark.parametrize(("book", "by_touch"), [(CLASSIC, False), (FIDE, True)])
def test_what_on_the_board_declines_an_offer(book: str, by_touch: bool) -> None:  # noqa: FBT001
    """By the older law the move, by the newer one the touch."""
    rig = board(book)
    rig.command("white", "offer-draw")
    rig.hands("w! 500 e7- 800")
    assert (rig.session.claims.offer is None) is by_touch
    assert rig.command("black", "accept-draw") is not by_touch
    if by_touch:
        assert rig.of(Claim)[-1].by == "touch"
        rig.hands("e5+ 1500")
        assert rig.line == ["e2e4", "e7e5"]


@pytest.mark.law("CH-10.7")
@pytest.mark.parametrize("book", BOOKS)
def test_a_move_declines_an_offer(book: str) -> None:
    rig = board(book)
    rig.command("white", "offer-draw")
    rig.hands("w! 100")
    play(rig, "e7e5")
    assert rig.of(Claim)[-1].kind == "draw-declined"
    assert not rig.command("black", "accept-draw")
    knows_as_much(rig)


@pytest.mark.law("CH-10.7", "FIDE-9.1")
@pytest.mark.parametrize("book", BOOKS)
def test_an_offer_before_the_own_move_waits_for_it(book: str) -> None:
    """The opponent may see the move first; the move of the side that offers declines nothing."""
    rig = Rig(rulebook=book, time_control=CLOCK).hands("1000")
    assert rig.command("white", "offer-draw")
    play(rig, "e2e4", press=True)
    assert rig.odd == []
    assert rig.command("black", "accept-draw")


@pytest.mark.law("CH-10.8", "FIDE-9.1")
@pytest.mark.parametrize("book", BOOKS)
def test_an_offer_on_the_opponents_time_is_valid_and_told(book: str) -> None:
    rig = board(book).hands("w! 500")
    assert rig.command("white", "offer-draw")
    found = rig.of(Irregularity)[-1]
    assert (found.law, found.kind, found.side, found.remedy) == (
        "CH-10.8" if book == CLASSIC else "FIDE-9.1", "offer-on-opponents-time", "white", "none",
    )  # fmt: skip
    knows_as_much(rig)
    assert rig.command("black", "accept-draw")
    assert rig.of(Result)[-1].termination == "agreement"


@pytest.mark.law("CH-15.1")
@pytest.mark.parametrize("book", BOOKS)
def test_pestering_with_offers_is_told(book: str) -> None:
    rig = board(book)
    for n in range(3):
        assert ("CH-15.1", "repeated-draw-offers") not in rig.odd
        assert rig.command("white", "offer-draw")
        assert not rig.command("white", "offer-draw"), n
        assert rig.command("black", "decline-draw")
    assert ("CH-15.1", "repeated-draw-offers") in rig.odd


@pytest.mark.law("CH-15.1")
def test_the_opponents_own_offer_begins_the_count_afresh() -> None:
    rig = board(CLASSIC)
    for _ in range(2):
        for side, other in (("white", "black"), ("black", "white")):
            assert rig.command(side, "offer-draw")
            assert rig.command(other, "decline-draw")
    assert "CH-15.1" not in [law for law, _ in rig.odd]


def test_an_offer_answers_no_offer() -> None:
    rig = board(FIDE)
    rig.command("white", "offer-draw")
    assert not rig.command("black", "offer-draw")
    assert "accept or decline" in rig.refusals[-1]


def long_line(plies: int) -> list[str]:
    """A game of draughts that goes on for so long, by lot."""
    for seed in range(200):
        dice, texts = Random(seed), list[str]()
        positions = [DRAUGHTS_100.start()]
        while len(texts) < plies:
            moves = [m for m in positions[-1].moves() if not m.captured]
            move = dice.choice(moves or positions[-1].moves())
            texts.append(move.text)
            positions.append(positions[-1].play(move))
            if DRAUGHTS_100.ending(positions, DRAUGHTS_100.rulebook) is not None:
                break
        else:
            return texts
    raise AssertionError("no such game")


def by_hand(rig: Rig, text: str, *, press: bool = True) -> None:
    """One move, the captured men first."""
    position = rig.session.line.position
    move = position.by_text(text)
    assert move is not None
    assert move.origin is not None
    assert move.target is not None
    for point in [*move.captured, move.origin]:
        rig.hands(f"{rig.game.points[point]}- 30")
    rig.hands(f"{rig.game.points[move.target]}+ 900")
    assert rig.session.line.position == position.play(move), rig.story()[-5:]
    if press:
        rig.press(move.side)


def after_moves(plies: int) -> Rig:
    """A game of draughts of so many plies, the last one not pressed."""
    line = LINE[:plies]
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100", time_control="80:00+1:00").hands("1000")
    for text in line[:-1]:
        by_hand(rig, text)
    by_hand(rig, line[-1], press=False)
    return rig


LINE = long_line(82)


@pytest.mark.law("DR-12.4")
def test_draughts_offers_no_draw_before_move_40() -> None:
    rig = after_moves(3)
    assert not rig.command("white", "offer-draw")
    assert "from move 40" in rig.refusals[-1]
    assert "DR-12.4" in rig.refusals[-1]


@pytest.mark.law("DR-12.4")
def test_draughts_offers_after_the_move_and_before_the_press() -> None:
    rig = after_moves(79)
    assert not rig.command("black", "offer-draw")
    assert "after moving" in rig.refusals[-1]
    assert rig.command("white", "offer-draw")
    rig.press(rig.game.sides[0])
    rig.wait(1000)
    assert rig.command("black", "decline-draw")
    assert not rig.command("white", "offer-draw")
    assert "before pressing" in rig.refusals[-1]
    knows_as_much(rig)


@pytest.mark.law("DR-12.4")
def test_draughts_offers_once_until_the_other_side_has_offered() -> None:
    rig = after_moves(79)
    assert rig.command("white", "offer-draw")
    assert rig.command("black", "decline-draw")
    assert not rig.command("white", "offer-draw")
    assert "only after the opponent has offered" in rig.refusals[-1]
    rig.press(WHITE)
    by_hand(rig, LINE[79], press=False)
    assert rig.command("black", "offer-draw")
    assert rig.command("white", "decline-draw")
    rig.press(BLACK)
    by_hand(rig, LINE[80], press=False)
    assert rig.command("white", "offer-draw")
    assert rig.command("black", "accept-draw")
    assert (rig.of(Result)[-1].result, rig.of(Result)[-1].law) == ("1-1", "DR-12.4")


def xiangqi() -> Rig:
    """Red has moved and not pressed."""
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa", time_control="60:00").hands("1000")
    return play(rig, "h2e2")


@pytest.mark.law("XQ-9.1.3")
def test_xiangqi_a_draw_offered_again_is_a_foul() -> None:
    rig = xiangqi()
    assert rig.command("red", "offer-draw")
    assert rig.command("black", "decline-draw")
    assert rig.of(Penalty) == []
    assert rig.command("red", "offer-draw")
    assert rig.odd == [("XQ-9.1.3", "repeated-draw-offer")]
    assert [(p.side, p.kind, p.count) for p in rig.of(Penalty)] == [("red", "foul", 1)]
    knows_as_much(rig)
    assert rig.command("black", "decline-draw")
    assert rig.command("red", "offer-draw")
    assert rig.command("black", "decline-draw")
    assert rig.command("red", "offer-draw")
    assert [(p.count, p.loss_due) for p in rig.of(Penalty)] == [(1, False), (2, False), (3, True)]
    assert rig.of(Result) == []


@pytest.mark.law("XQ-8.5")
def test_xiangqi_offers_in_ones_own_time() -> None:
    rig = xiangqi()
    assert not rig.command("black", "offer-draw")
    assert "XQ-8.5" in rig.refusals[-1]
    rig.press(rig.game.sides[0])
    assert not rig.command("red", "offer-draw")
    assert rig.command("black", "offer-draw")


def test_nobody_offers_draws_in_go() -> None:
    rig = Rig(game=game_of({"size": 9}), rulebook="go-china").hands("1000")
    assert not rig.command("black", "offer-draw")
    assert "go" in rig.refusals[-1]


@pytest.mark.law("CH-10.2")
@pytest.mark.parametrize("name", GAMES)
def test_resigning_loses(name: str) -> None:
    game: Game = game_of({"size": 9}) if name == "go" else GAMES[name]
    for side in game.sides:
        rig = Rig(game=game, rulebook=game.rulebook.name).hands("1000")
        assert not rig.command("arbiter", "resign")
        assert rig.command(side, "resign")
        result = rig.of(Result)[-1]
        winner = game.other(side)
        assert (result.winner, result.termination) == (winner, "resignation")
        assert result.law == ("CH-10.2" if name == "chess" else None)
        if name == "go":
            assert result.result == ("B+R" if winner == "black" else "W+R")
        assert not rig.command(winner, "resign")
        knows_as_much(rig)


@pytest.mark.law("CH-10.2")
def test_resigning_loses_against_a_bare_king_too() -> None:
    rig = Rig("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").hands("1000")
    assert rig.command("white", "resign")
    assert rig.of(Result)[-1].winner == "black"


@pytest.mark.law("CH-12.7")
def test_an_agreed_draw_stands_against_a_later_flag() -> None:
    rig = board(FIDE, clock="0:10")
    rig.command("white", "offer-draw")
    rig.hands("w! 100")
    assert rig.command("black", "accept-draw")
    rig.hands("60000")
    assert [result.termination for result in rig.of(Result)] == ["agreement"]


def test_nothing_is_asked_before_the_game_has_begun() -> None:
    rig = Rig(standing=["e4"])
    for name in ("offer-draw", "accept-draw", "resign", "claim-repetition", "mark-dead"):
        assert not rig.command("white", name)


@pytest.mark.law("FIDE-9.1", "CH-10.7")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("landed", [False, True], ids=["in the hand", "set down"])
def test_who_has_replied_before_the_press_has_declined(book: str, *, landed: bool) -> None:
    """He lifts his man before the opponent presses, which the law lets him; whoever has moved may accept nothing."""
    rig = Rig(rulebook=book, time_control="5:00").hands("1000 e2- 300 e4+ 90")
    assert rig.command("white", "offer-draw"), rig.refusals
    rig.hands("200 e7- 300 w! 300" + (" e5+ 300" if landed else ""))
    accepted = rig.command("black", "accept-draw")
    assert accepted is not landed, rig.refusals
    assert (rig.stage == "ended") is accepted
