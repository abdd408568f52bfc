"""The end of a game of Go: dead stones marked, the count agreed, a dispute played out."""

from __future__ import annotations

import pytest

from controller.core.messages import Claim, Move, Penalty, Restore, Result
from tests.core.go.test_go_tracking import NINE, position
from tests.core.lines import knows_as_much, play
from tests.core.rig import Rig

BOOKS = ("go-china", "go-china-club")
# Black holds the left, White the right; one white stone is lost on the left, and a black one on the right.
BLACK = "e1 e2 e3 e4 e5 e6 e7 e8 e9 h5"
WHITE = "f1 f2 f3 f4 f5 f6 f7 f8 f9 b5 b6"
START = position(BLACK, WHITE)


def counting(book: str = BOOKS[0], start: str = START, passes: str = "black white") -> Rig:
    """A board on which both have passed."""
    rig = Rig(start, game=NINE, rulebook=book).hands("1000")
    for side in passes.split():
        assert rig.command(side, "pass")
    return rig


def marks(rig: Rig) -> list[str]:
    count = rig.session.view().count
    assert count is not None
    return sorted(count.dead)


@pytest.mark.law("GO-21.end")
@pytest.mark.parametrize("book", BOOKS)
def test_two_passes_end_play_and_a_play_between_does_not(book: str) -> None:
    rig = counting(book, passes="black")
    assert rig.stage == "play"
    rig.hands("h8+ 1500")
    assert rig.line == ["pass", "h8"]
    assert rig.command("black", "pass")
    assert rig.stage == "play"
    assert rig.command("white", "pass")
    assert rig.stage == "count"
    assert rig.of(Result) == []
    knows_as_much(rig)


@pytest.mark.law("GO-21.end")
@pytest.mark.parametrize("book", BOOKS)
def test_both_mark_and_agree(book: str) -> None:
    rig = counting(book)
    assert rig.command("black", "mark-dead", points=["b5"])
    assert marks(rig) == ["b5", "b6"]
    assert rig.command("black", "agree-score")
    assert rig.command("white", "mark-dead", points=["b6", "h5"])
    count = rig.session.view().count
    assert count is not None
    assert (count.dead, count.agreed) == (["b5", "h5", "b6"], [])
    assert (count.black, count.white, count.result) == (45, 36, "B+1.5")
    assert rig.session.view().lamps["h5"] == "dead"
    knows_as_much(rig)
    assert rig.command("black", "agree-score", result="B+1.5")
    assert not rig.command("black", "agree-score")
    assert not rig.command("white", "agree-score", result="W+1.5")
    assert "count B+1.5" in rig.refusals[-1]
    assert rig.stage == "count"
    knows_as_much(rig)
    assert rig.command("white", "agree-score")
    result = rig.of(Result)[-1]
    assert (result.result, result.winner, result.termination, result.law) == (
        "B+1.5", "black", "score", "GO-score",
    )  # fmt: skip
    knows_as_much(rig)


@pytest.mark.law("GO-24.warn")
def test_a_warning_costs_at_the_count_by_the_club_rules() -> None:
    rig = counting("go-china-club")
    assert rig.command("arbiter", "penalty", side="black", kind="warning", why="noise")
    assert rig.of(Penalty)[-1].count == 1
    rig.command("arbiter", "mark-dead", points=["b5", "h5"])
    count = rig.session.view().count
    assert count is not None
    assert count.result == "W+0.5"


@pytest.mark.law("GO-21.dispute")
@pytest.mark.parametrize("book", BOOKS)
def test_points_left_open_are_shared(book: str) -> None:
    rig = counting(book)
    assert rig.command("white", "mark-dead", points=["b5", "h5"], shared=["a1", "b1"])
    count = rig.session.view().count
    assert count is not None
    assert (count.shared, count.black, count.white) == (["a1", "b1"], 44, 37)
    assert not rig.command("white", "mark-dead", points=["b5"], shared=["e1"])


@pytest.mark.law("GO-21.dispute")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("side", "claimant", "stones"), [
    ("white", "black", ["b5", "b6"]),
    ("black", "white", ["h5"]),
])  # fmt: skip
def test_a_dispute_is_played_out_the_side_that_claims_death_first(
    book: str, side: str, claimant: str, stones: list[str]
) -> None:
    rig = counting(book)
    assert not rig.command(side, "agree-score", agreed=False)
    assert "none of your stones" in rig.refusals[-1]
    assert rig.command(claimant, "mark-dead", points=stones)
    assert rig.command(side, "agree-score", agreed=False)
    claim = rig.of(Claim)[-1]
    assert (claim.kind, claim.side, claim.law, sorted(claim.points)) == (
        "dispute", claimant, "GO-21.dispute", stones,
    )  # fmt: skip
    knows_as_much(rig)
    rig.hands("1000")
    assert rig.stage == "play"
    assert rig.session.line.position.side_to_move == claimant
    # Black is to move after the two passes; if White goes first, Black's turn is passed over.
    imposed = [move.side for move in rig.of(Move) if move.imposed]
    assert imposed == ([] if claimant == "black" else ["black"])
    play(rig, "b4" if claimant == "black" else "h4")
    knows_as_much(rig)
    other = rig.game.other(rig.game.sides[0 if claimant == "black" else 1])
    assert rig.command(other, "pass")
    assert rig.stage == "play"
    assert rig.command(claimant, "pass")
    assert rig.stage == "count"
    assert marks(rig) == []
    knows_as_much(rig)


@pytest.mark.law("GO-21.dispute")
def test_stones_taken_off_for_the_count_come_back_for_a_dispute() -> None:
    rig = counting()
    rig.hands("b5- 500 b6- 500")
    assert rig.line == ["pass", "pass"]
    assert rig.command("white", "agree-score", agreed=False)
    rig.hands("500")
    assert rig.stage == "restore"
    restore = rig.of(Restore)[-1]
    assert (sorted(spot.point for spot in restore.missing), restore.why) == (
        ["b5", "b6"],
        "dispute",
    )
    rig.hands("b5+ 200 b6+ 1500")
    assert rig.stage == "play"
    assert rig.odd == []


def test_a_stone_that_is_lifted_marks_its_group_and_is_no_move() -> None:
    rig = counting()
    rig.hands("b5- 400")
    assert marks(rig) == ["b5", "b6"]
    claim = rig.of(Claim)[-1]
    assert (claim.side, claim.by) == ("both", "touch")
    rig.hands("b6- 400")
    assert marks(rig) == ["b5", "b6"]
    rig.hands("b5+ 400 b6+ 400")
    assert marks(rig) == ["b5", "b6"]
    rig.hands("b6- 400 b6+ 400")
    assert marks(rig) == []
    rig.hands("a9+ 400 a9- 400")
    assert marks(rig) == []
    assert rig.line == ["pass", "pass"]
    assert rig.odd == []
    knows_as_much(rig)


@pytest.mark.parametrize("ms", [20, 60, 110])
def test_a_stone_that_is_only_jolted_changes_no_mark(ms: int) -> None:
    rig = counting()
    rig.hands(f"b5- {ms} b5+ 1000")
    assert marks(rig) == []
    rig.hands(f"b5-,b6- {ms} b5+ 10 b6+ 1000")
    assert marks(rig) == []
    assert rig.command("black", "mark-dead", points=["b5"])
    rig.hands(f"b6- {ms} b6+ 1000")
    assert marks(rig) == ["b5", "b6"]
    knows_as_much(rig)


@pytest.mark.parametrize("off", ["b5-", "b5- 400 b6-", "b5-,b6-"])
def test_dead_stones_that_are_taken_off_stay_dead(off: str) -> None:
    """However they were marked; and only who puts one back beside the others takes the mark back."""
    rig = counting()
    assert rig.command("black", "mark-dead", points=["b5"])
    rig.hands(f"{off} 1500")
    assert marks(rig) == ["b5", "b6"]
    knows_as_much(rig)
    assert rig.command("white", "mark-dead", points=["h5"])
    rig.hands("b5+ 400" if off == "b5-" else "b5+ 400 b6+ 400")
    assert marks(rig) == ["h5"]
    rig.hands("h5- 400")
    assert marks(rig) == ["h5"]
    rig.hands("h5+ 400")
    assert marks(rig) == []
    rig.hands("h5- 400")
    assert marks(rig) == ["h5"]


def test_a_changed_mark_takes_agreement_back() -> None:
    rig = counting()
    rig.command("black", "agree-score")
    rig.hands("h5- 400")
    assert rig.session.claims.agreed == set()
    assert rig.command("white", "agree-score")
    assert rig.stage == "count"


def test_the_arbiter_decides_the_count() -> None:
    rig = counting()
    assert not rig.command("operator", "agree-score")
    assert not rig.command("arbiter", "agree-score", agreed=False)
    assert rig.command("arbiter", "mark-dead", points=["b5", "h5"])
    assert rig.command("arbiter", "agree-score")
    assert rig.of(Result)[-1].result == "B+1.5"
    knows_as_much(rig)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"points": "b5"}, "points is a list"),
        ({"points": ["b5"] * 500}, "points is a list"),
        ({"points": ["z1"]}, "no point 'z1'"),
        ({"points": [5]}, "no point '5'"),
        ({"points": ["a1"]}, "no stone stands there"),
        ({"points": [], "shared": 3}, "points is a list"),
    ],
)
def test_marks_that_cannot_be(args: dict[str, object], says: str) -> None:
    rig = counting()
    said = len(rig.said)
    assert not rig.command("black", "mark-dead", **args)
    assert says in rig.refusals[-1] or "no stone" in rig.refusals[-1]
    assert len(rig.said) == said


def test_nothing_is_counted_while_play_goes_on() -> None:
    rig = counting(passes="black")
    for name in ("mark-dead", "agree-score"):
        assert not rig.command("white", name)
    assert rig.session.view().count is None


def test_a_player_may_still_resign() -> None:
    rig = counting()
    assert rig.command("white", "resign")
    assert rig.of(Result)[-1].result == "B+R"


@pytest.mark.law("GO-21.end")
def test_marks_of_a_count_do_not_outlive_it() -> None:
    rig = counting()
    rig.command("black", "mark-dead", points=["b5"])
    assert rig.command("arbiter", "correct", to_ply=0, why="a stone was forgotten")
    rig.hands("1000")
    assert rig.stage == "play"
    rig.hands("b4+ 1500")
    assert rig.command("white", "pass")
    rig.hands("a5+ 1500")
    for side in ("white", "black"):
        assert rig.command(side, "pass")
    assert rig.stage == "count"
    assert marks(rig) == []
    knows_as_much(rig)


def test_a_correction_that_leaves_both_passes_leads_back_to_the_count() -> None:
    rig = counting(start=position("e5", ""), passes="")
    rig.hands("f5+ 1500")
    for side in ("white", "black"):
        rig.command(side, "pass")
    assert rig.stage == "count"
    assert rig.command("arbiter", "correct", ply=1, move="f6", why="it stood there")
    rig.hands("f5- 300 f6+ 1500")
    assert rig.stage == "count"
    knows_as_much(rig)
