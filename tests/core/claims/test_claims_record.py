"""Claims that are looked up in the record: repetition, limits of moves, draws by theory; wrong ones cost."""

from __future__ import annotations

import pytest

from controller.core.messages import (
    Claim,
    Clock,
    Correction,
    Irregularity,
    Obligation,
    Penalty,
    Result,
    Ruling,
)
from controller.core.table.clock import timer
from rules.chess.claims import claimable
from rules.chess.game import Chess
from rules.chess.position import ChessPosition
from rules.draughts import DRAUGHTS_100
from rules.go.game import game_of
from rules.registry import game_by_name
from rules.terms import RulesError
from rules.xiangqi import XIANGQI
from tests.core.boards import TWO_CAPTURES
from tests.core.lines import knows_as_much, play
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig

CLOCK = "90:00"
BACK_AND_FORTH = "g1f3 g8f6 f3g1 f6g8 "
TWICE = BACK_AND_FORTH + "g1f3 g8f6 f3g1"
"""With f6g8 the array stands for the third time."""
THRICE = BACK_AND_FORTH * 2
REPETITION = {CLASSIC: "CH-10.10", FIDE: "FIDE-9.2"}
LIMIT = {CLASSIC: "CH-10.12", FIDE: "FIDE-9.3"}
WRONG = {CLASSIC: "CH-10.13", FIDE: "FIDE-9.5"}
PRICE = {CLASSIC: "time-used", FIDE: "time-to-opponent"}
QUIET = "r3k3/8/8/8/8/8/8/R3K3 w - - {} 90"


def board(
    book: str, moves: str = "", start: str | None = None, *, clock: str | None = CLOCK
) -> Rig:
    return play(
        Rig(start, rulebook=book, time_control=clock).hands("1000"), moves, press=clock is not None
    )


def left_s(rig: Rig) -> tuple[float, float]:
    """Seconds on the clocks of White and Black."""
    left = [timer.remaining_ms(rig.board.state, side) for side in rig.game.sides]
    assert left[0] is not None
    assert left[1] is not None
    return left[0] / 1000, left[1] / 1000


def ruled(rig: Rig) -> tuple[str, str, str | None, str | None]:
    """The newest ruling."""
    ruling = rig.of(Ruling)[-1]
    return ruling.kind, ruling.side, ruling.found, ruling.law


@pytest.mark.law("CH-10.10", "FIDE-9.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("clock", [None, CLOCK])
def test_a_repetition_that_has_occurred_is_claimed(book: str, clock: str | None) -> None:
    rig = board(book, THRICE, clock=clock)
    assert rig.of(Ruling) == []  # nobody is told of it
    assert rig.command("white", "claim-repetition")
    assert ruled(rig) == ("repetition", "white", "right", REPETITION[book])
    result = rig.of(Result)[-1]
    assert (result.result, result.termination, result.law) == (
        "1/2-1/2", "threefold-repetition", REPETITION[book],
    )  # fmt: skip
    knows_as_much(rig)


@pytest.mark.law("CH-10.10", "FIDE-9.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("text", ["f6g8", "Ng8"])
def test_a_repetition_that_is_about_to_occur_is_claimed_with_the_move(book: str, text: str) -> None:
    rig = board(book, TWICE)
    assert rig.command("black", "claim-repetition", move=text)
    claim = rig.of(Claim)[-1]
    assert (claim.kind, claim.side, claim.move) == ("repetition", "black", "f6g8")
    assert rig.of(Result)[-1].termination == "threefold-repetition"
    assert rig.moves[-1] == "f3g1"  # the announced move has not been made


@pytest.mark.law("CH-10.13", "FIDE-9.5")
@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_claim_costs_and_the_announced_move_is_due(book: str) -> None:
    rig = board(book, BACK_AND_FORTH)
    before = rig.session.view()
    assert rig.command("white", "claim-repetition", move="g1f3")
    assert ruled(rig) == ("repetition", "white", "wrong", WRONG[book])
    ruling = rig.of(Ruling)[-1]
    assert (ruling.penalty, ruling.move, ruling.by) == (PRICE[book], "g1f3", "referee")
    duty = rig.of(Obligation)[-1]
    assert (duty.law, duty.must_move, duty.alternatives) == (WRONG[book], ["g1"], ["g1f3"])
    assert rig.session.view().claims.announced == "g1f3"
    assert before.claims.announced is None
    assert rig.of(Result) == []
    knows_as_much(rig)
    play(rig, "g1f3")
    assert rig.of(Obligation)[-1].met
    assert rig.odd == []
    assert rig.session.view().claims.announced is None
    knows_as_much(rig)


@pytest.mark.law("CH-10.13", "FIDE-9.5")
@pytest.mark.parametrize("book", BOOKS)
def test_another_move_than_the_announced_one_is_a_breach(book: str) -> None:
    rig = board(book, BACK_AND_FORTH)
    rig.command("white", "claim-repetition", move="g1f3")
    play(rig, "b1c3")
    found = rig.of(Irregularity)[-1]
    assert (found.law, found.kind, found.side) == (WRONG[book], "announced-move", "white")
    assert rig.command("black", "demand-correction")
    assert rig.of(Correction)[-1].from_ply == 5
    rig.hands("c3- 300 b1+ 1500")
    assert rig.stage == "play"
    assert rig.session.due is not None
    assert rig.session.due.alternatives == ["g1f3"]
    knows_as_much(rig)
    play(rig, "g1f3")
    assert rig.line[-1] == "g1f3"


@pytest.mark.law("CH-10.13")
def test_a_wrong_claim_may_forfeit() -> None:
    rig = board(CLASSIC, clock="4:00")
    assert rig.command("white", "claim-repetition")
    assert ruled(rig)[2] == "wrong"
    result = rig.of(Result)[-1]
    assert (result.winner, result.termination) == ("black", "time-forfeit")
    knows_as_much(rig)


@pytest.mark.law("CH-10.13", "FIDE-9.5")
@pytest.mark.parametrize(("book", "white", "black"), [(CLASSIC, -300, 0), (FIDE, 0, 120)])
def test_what_a_wrong_claim_does_to_the_clocks(book: str, white: int, black: int) -> None:
    rig = board(book, BACK_AND_FORTH)
    seen = len(rig.of(Clock))
    rig.command("white", "claim-repetition")
    clocks = rig.of(Clock)[seen:]
    assert clocks[0].stopped == "claim:repetition"
    assert clocks[0].running is None
    changes = [
        clocks[-1].sides[side]["remaining_ms"] - clocks[0].sides[side]["remaining_ms"]
        for side in rig.game.sides
    ]
    assert changes == [1000 * white, 1000 * black]
    # What is taken off has been used (CH-10.13); what is given has not.
    used = [
        clocks[-1].sides[side]["used_ms"] - clocks[0].sides[side]["used_ms"]
        for side in rig.game.sides
    ]
    assert used == [-1000 * white, 0]
    assert (clocks[-1].running, clocks[-1].stopped) == ("white", None)
    knows_as_much(rig)


@pytest.mark.law("CH-10.11", "FIDE-9.4")
def test_the_right_to_claim_is_lost_by_moving_and_comes_back() -> None:
    rig = board(CLASSIC, THRICE)
    play(rig, "b1c3", press=True)
    assert not rig.command("white", "claim-repetition")
    assert "black is to move" in rig.refusals[-1]
    play(rig, "b8c6 c3b1 c6b8", press=True)
    assert rig.command("white", "claim-repetition")
    assert rig.of(Result)[-1].termination == "threefold-repetition"


@pytest.mark.law("CH-10.11")
def test_a_man_that_is_set_down_has_been_moved() -> None:
    rig = board(CLASSIC, THRICE)
    rig.hands("b1- 200 c3+ 100")
    assert not rig.command("white", "claim-repetition")
    assert "CH-10.11" in rig.refusals[-1]


@pytest.mark.law("FIDE-9.4")
@pytest.mark.parametrize("hands", ["b1- 400", "b1- 400 b1+ 1500"])
@pytest.mark.parametrize("book", BOOKS)
def test_touching_a_man_loses_the_claim_by_the_newer_laws(book: str, hands: str) -> None:
    rig = board(book, THRICE)
    rig.hands(hands)
    assert rig.command("white", "claim-repetition") is (book == CLASSIC)
    if book == FIDE:
        assert "FIDE-9.4" in rig.refusals[-1]


@pytest.mark.law("CH-10.12", "FIDE-9.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("quiet", "right"), [(100, True), (99, False)])
def test_fifty_moves(book: str, quiet: int, right: bool) -> None:  # noqa: FBT001
    rig = board(book, start=QUIET.format(quiet))
    assert rig.command("white", "claim-move-limit")
    found, law = ("right", LIMIT[book]) if right else ("wrong", WRONG[book])
    assert ruled(rig) == ("move-limit", "white", found, law)
    assert bool(rig.of(Result)) is right


@pytest.mark.law("CH-10.12", "FIDE-9.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("move", "right"), [("a1a2", True), ("a1a8", False)])
def test_fifty_moves_with_the_announced_move(book: str, move: str, right: bool) -> None:  # noqa: FBT001
    rig = board(book, start=QUIET.format(99))
    assert rig.command("white", "claim-move-limit", move=move)
    assert rig.of(Ruling)[-1].found == ("right" if right else "wrong")


@pytest.mark.law("CH-10.12")
def test_an_event_may_announce_other_limits() -> None:
    game = game_by_name("chess", {"extended_limits": {"KR-KR": 60}})
    line = [game.start(QUIET.format(110))]
    longer, usual = game.rulebooks[CLASSIC], game.rulebooks[FIDE]
    assert isinstance(line[0], ChessPosition)
    assert claimable([line[0]], longer, {"KR-KR": 60}) == ()
    assert claimable([line[0]], longer, {"KRB-KR": 60})
    assert claimable([line[0]], usual, {"KR-KR": 60})
    rig = Rig(QUIET.format(119), game=game, rulebook=CLASSIC).hands("1000")
    assert rig.command("white", "claim-move-limit", move="a1a2")
    assert rig.of(Ruling)[-1].evidence[0].endswith("120")


@pytest.mark.law("CH-10.12")
@pytest.mark.parametrize(
    "limits",
    [[], {"KR": 60}, {"RK-K": 60}, {"KR-KR": 49}, {"KR-KR": True}, {"KX-K": 60}, {"KKR-K": 60}],
)
def test_limits_that_cannot_be(limits: object) -> None:
    with pytest.raises(RulesError, match="extended_limits"):
        Chess().with_options({"extended_limits": limits})


@pytest.mark.parametrize(
    ("side", "args", "says"),
    [
        ("black", {}, "white is to move"),
        ("white", {"move": "e2e5"}, "not a legal move"),
        ("white", {"move": 5}, '"move" is'),
        ("white", {"move": "P" * 5000}, "not a legal move"),
    ],
)
def test_a_claim_that_cannot_be_heard_costs_nothing(
    side: str, args: dict[str, object], says: str
) -> None:
    rig = board(FIDE)
    assert not rig.command(side, "claim-repetition", **args)
    assert says in rig.refusals[-1]
    assert rig.of(Claim) == []


def test_an_observer_decides_no_claim() -> None:
    rig = play(Rig(mode="observer", time_control=CLOCK).hands("1000"), "e2e4", press=True)
    assert rig.command("black", "claim-repetition")
    assert rig.of(Ruling) == []
    assert not rig.command("black", "claim-repetition")
    assert "arbiter" in rig.refusals[-1]
    knows_as_much(rig)
    assert rig.command("arbiter", "decline-draw", why="it has not")
    assert ruled(rig)[2] == "wrong"
    assert (rig.of(Ruling)[-1].by, rig.of(Ruling)[-1].why) == ("arbiter", "it has not")
    assert not rig.command("arbiter", "decline-draw")
    knows_as_much(rig)


def test_the_arbiter_finds_a_claim_right() -> None:
    rig = Rig(mode="observer").hands("1000")
    rig.command("white", "claim-repetition")
    assert rig.command("arbiter", "accept-draw", why="by my score sheet")
    assert rig.of(Result)[-1].termination == "threefold-repetition"
    knows_as_much(rig)


# Draughts.

THREE_V_ONE = "W:WK1,K2,K3:BK50"
DRAUGHTS_CLOCK = "60:00"


def draughts(start: str, *, clock: str | None = DRAUGHTS_CLOCK) -> Rig:
    return Rig(start, game=DRAUGHTS_100, rulebook="draughts-100", time_control=clock).hands("1000")


@pytest.mark.law("DR-8.1.3.1A")
def test_three_against_one_in_fixed_time_is_conceded_or_ruled_on() -> None:
    """Whether progress can be shown only people can say: the opponent, or the arbiter."""
    rig = draughts("B:WK1,K2,K3:BK50")
    assert rig.command("black", "claim-move-limit")
    assert rig.of(Result) == []
    claim = rig.session.view().claims.claim
    assert claim is not None
    assert claim["side"] == "black"
    assert not rig.command("black", "accept-draw")
    knows_as_much(rig)
    assert rig.command("white", "accept-draw")
    result = rig.of(Result)[-1]
    assert (result.result, result.law, result.termination) == ("1-1", "DR-8.1.3.1A", "no-progress")


@pytest.mark.law("DR-8.1.3.1A")
@pytest.mark.parametrize("clock", [None, "60:00+0:05"])
def test_with_an_increment_nothing_is_drawn_by_theory(clock: str | None) -> None:
    rig = draughts("B:WK1,K2,K3:BK50", clock=clock)
    assert rig.command("black", "claim-move-limit")
    assert ruled(rig) == ("move-limit", "black", "wrong", "DR-12.3.2")
    assert rig.of(Ruling)[-1].penalty is None


@pytest.mark.law("DR-8.1.3.1B")
def test_short_of_time_with_an_advantage_a_draw_may_be_asked_for() -> None:
    start = "W:WK1,K2,31:B20,45"
    rig = draughts(start, clock="1:30")
    assert rig.command("white", "claim-move-limit")
    assert ruled(rig)[2] == "wrong"  # more than a minute is left
    rig.hands("40000")
    assert rig.command("white", "claim-move-limit")
    assert rig.of(Result) == []
    assert rig.command("arbiter", "accept-draw", why="the advantage suffices")
    assert rig.of(Result)[-1].law == "DR-8.1.3.1B"


@pytest.mark.law("DR-12.5")
def test_the_arbiter_declares_a_draw_unasked() -> None:
    rig = draughts("B:WK1,K2,K3:BK50")
    assert not rig.command("arbiter", "claim-repetition")
    assert "does not show" in rig.refusals[-1]
    assert rig.command("arbiter", "claim-move-limit", why="no progress for ten moves")
    assert rig.of(Result)[-1].result == "1-1"
    assert rig.of(Claim)[-1].side == "arbiter"
    knows_as_much(rig)


@pytest.mark.law("DR-12.3.1")
def test_a_third_repetition_of_draughts_needs_no_claim() -> None:
    rig = draughts(THREE_V_ONE, clock=None)
    play(rig, "1-7 50-45 7-1 45-50 1-7 50-45 7-1 45-50")
    assert rig.of(Result)[-1].termination == "threefold-repetition"


# Xiangqi and Go.

LATE = "4k4/9/9/9/9/9/9/9/4A4/3AK3R w - - {} 100"


@pytest.mark.law("XQ-9.1.4", "XQ-4.1")
@pytest.mark.parametrize(("quiet", "right"), [(120, True), (90, False)])
def test_the_natural_limit(quiet: int, right: bool) -> None:  # noqa: FBT001
    rig = Rig(LATE.format(quiet), game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    assert rig.command("red", "claim-move-limit")
    if right:
        assert ruled(rig) == ("move-limit", "red", "right", "XQ-4.1")
        assert rig.of(Result)[-1].termination == "natural-limit"
        return
    assert ruled(rig) == ("move-limit", "red", "wrong", "XQ-9.1.4")
    assert rig.odd == [("XQ-9.1.4", "unfounded-limit-claim")]
    assert [(p.side, p.kind, p.count) for p in rig.of(Penalty)] == [("red", "foul", 1)]
    knows_as_much(rig)


@pytest.mark.law("XQ-4.1")
def test_a_wrong_claim_of_repetition_costs_nothing_in_xiangqi() -> None:
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    assert rig.command("red", "claim-repetition")
    assert ruled(rig)[2] == "wrong"
    assert rig.of(Penalty) == []
    assert not rig.command("red", "claim-repetition", move="h2e2")


def test_nothing_is_claimed_in_go() -> None:
    rig = Rig(game=game_of({"size": 9}), rulebook="go-china").hands("1000")
    assert not rig.command("black", "claim-repetition")
    assert not rig.command("arbiter", "claim-repetition")
    assert rig.of(Claim) == []


@pytest.mark.law("CH-5.6.5")
@pytest.mark.parametrize("book", BOOKS)
def test_the_clocks_are_stopped_to_fetch_a_piece(book: str) -> None:
    rig = Rig("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", rulebook=book, time_control=CLOCK).hands("1000")
    rig.hands("a7- 300 a8+ 200")
    assert rig.command("white", "pause", why="no queen at hand")
    before = left_s(rig)
    rig.hands("60000")
    assert left_s(rig) == before
    assert rig.of(Clock)[-1].running is None


def test_a_claim_waits_for_an_open_question() -> None:
    """The record does not hold the move that the question is about."""
    rig = Rig(TWO_CAPTURES).hands("1000 e4- 800 e8- 300 e7+ 5000")
    assert rig.stage == "question"
    for side in ("white", "black"):
        assert not rig.command(side, "claim-repetition")
        assert "question" in rig.refusals[-1]
