"""What the laws of Go call each irregularity, by both rulebooks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.deed import Deed, Doubt, HandStep, Made
from rules.go.irregular import TABLE
from rules.go.laws import CHINA, CHINA_CLUB
from rules.go.position import GoPosition
from rules.position import Move
from rules.registry import game_by_name
from rules.rulebook import Remedy, Rulebook, SeenBy
from tests.rules.go_boards import picture, play
from tests.rules.go_hands import BOOKS, Hands, at, move, name, shown

CAPTURE = picture("""
    . . . . .
    . X X . .
    X O O . .
    . X X . .
    O . . . .
""")
"""Black d3 takes b3 and c3; a1 lives, and all of Black's."""
KO = picture(
    """
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    """
)
"""Black c3 takes b3; White may not retake at once."""


@pytest.mark.law("GO-18.dead", "GO-17.clock")
@BOOKS
class TestCapturedStonesLeft:
    PLAY = "d3"

    def test_the_next_play_comes(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "d3")).lift(*at(CAPTURE, "c3"))
        hands.place(*at(CAPTURE, "e5"))
        for under_way in (None, move(CAPTURE, "d3")):  # the core may have said so, or not yet
            found = name(hands.deed(under_way), book)
            assert shown(found, CAPTURE) == ("GO-18.dead", "black", "b3", "d3")
            assert found.removed == tuple(at(CAPTURE, "b3"))
            assert found.remedy is Remedy.SET_RIGHT
            assert found.penalty == ("warning" if book is CHINA_CLUB else "")
            assert found.restore

    def test_none_was_taken_off(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "d3", "e5"))
        found = name(hands.deed(), book)
        assert shown(found, CAPTURE) == ("GO-18.dead", "black", "b3 c3", "d3")

    def test_the_clock_is_pressed(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "d3")).lift(*at(CAPTURE, "c3"))
        deed = replace(hands.deed(move(CAPTURE, "d3"), pressed=True), waiting=(1,))
        found = name(deed, book)
        assert shown(found, CAPTURE) == ("GO-17.clock", "black", "b3", "d3")
        club = book is CHINA_CLUB
        assert found.kind == ("early-press" if club else "captures-not-off-at-press")
        assert found.penalty == ("warning" if book is CHINA_CLUB else "")
        assert not found.restore

    def test_the_clock_is_pressed_with_stones_off_and_none_played(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).lift(*at(CAPTURE, "c3"))
        deed = replace(hands.deed(pressed=True), gone=(), in_air=tuple(at(CAPTURE, "c3")))
        assert shown(name(deed, book), CAPTURE) == ("GO-17.clock", "black", "c3", "")

    def test_the_clock_is_pressed_and_nothing_was_done(self, book: Rulebook) -> None:
        found = name(Hands(CAPTURE).deed(pressed=True), book)
        assert (found.law, found.kind) == ("GO-17.clock", "press-without-move")
        assert found.penalty == ("warning" if book is CHINA_CLUB else "")
        assert (found.restore, found.points) == (False, ())

    def test_a_living_stone_went_with_them(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "d3")).lift(*at(CAPTURE, "c3", "b3", "a1"))
        for under_way in (None, move(CAPTURE, "d3")):
            found = name(hands.deed(under_way), book)
            assert shown(found, CAPTURE) == ("GO-18.alive", "black", "a1", "d3")


@pytest.mark.law("GO-18.alive")
@BOOKS
class TestLivingStones:
    def test_taken_off_without_a_play(self, book: Rulebook) -> None:
        found = name(Hands(CAPTURE).lift(*at(CAPTURE, "b3", "a1")).deed(), book)
        assert shown(found, CAPTURE) == ("GO-18.alive", "black", "a1 b3", "")
        assert (found.remedy, found.penalty) == (Remedy.RESTORE, "warning")

    def test_taken_off_after_a_play_that_takes_nothing(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "e5")).lift(*at(CAPTURE, "b3"))
        found = name(hands.deed(), book)
        assert shown(found, CAPTURE) == ("GO-18.alive", "black", "b3", "e5")
        assert found.origin is None
        assert found.removed == tuple(at(CAPTURE, "b3"))


@pytest.mark.law("GO-17.release")
@BOOKS
class TestReleased:
    def after(self) -> tuple[GoPosition, Move]:
        played = move(CAPTURE, "e5")
        return CAPTURE.play(played), played

    def test_played_elsewhere(self, book: Rulebook) -> None:
        position, last = self.after()
        hands = Hands(position, CAPTURE, last).lift(*at(CAPTURE, "e5")).place(*at(CAPTURE, "e4"))
        found = name(hands.deed(), book)
        assert shown(found, CAPTURE) == ("GO-17.release", "black", "e4 e5", "e4")
        assert (found.remedy, found.penalty) == (Remedy.RESTORE, "warning")
        assert found.origin == at(CAPTURE, "e5")[0]

    def test_kept_in_the_hand(self, book: Rulebook) -> None:
        position, last = self.after()
        hands = Hands(position, CAPTURE, last).lift(*at(CAPTURE, "e5"))
        assert shown(name(hands.deed(), book), CAPTURE) == ("GO-17.release", "black", "e5", "")

    def test_the_opponent_takes_it_off_after_a_play_of_his(self, book: Rulebook) -> None:
        position, last = self.after()
        hands = Hands(position, CAPTURE, last).place(*at(CAPTURE, "e4"))
        hands.now_ms += 2000
        found = name(hands.lift(*at(CAPTURE, "e5")).deed(), book)
        assert shown(found, CAPTURE) == ("GO-18.alive", "white", "e5", "e4")

    def test_lifted_while_its_capture_is_still_on(self, book: Rulebook) -> None:
        hands = Hands(CAPTURE).place(*at(CAPTURE, "d3")).lift(*at(CAPTURE, "d3"))
        hands.place(*at(CAPTURE, "d5"))
        found = name(hands.deed(move(CAPTURE, "d3")), book)
        assert shown(found, CAPTURE) == ("GO-17.release", "black", "d3 d5", "d5")

    @pytest.mark.parametrize(("stood_ms", "named"), [(499, False), (500, True), (700, True)])
    def test_within_the_play(self, book: Rulebook, stood_ms: int, *, named: bool) -> None:
        e5, e4 = at(CAPTURE, "e5", "e4")
        steps = (HandStep(e5, True, 0), HandStep(e5, False, stood_ms), HandStep(e4, True, 900))
        made = Made(position=CAPTURE, move=move(CAPTURE, "e4"), steps=steps)
        found = game_by_name("go").flaw(made, book)
        assert (found is not None) is named
        if found is not None:
            assert shown(found, CAPTURE) == ("GO-17.release", "black", "e4 e5", "e4")

    def test_not_by_a_stone_of_the_game_that_is_knocked_and_set_right(self, book: Rulebook) -> None:
        c4, c5, e4 = at(CAPTURE, "c4", "c5", "e4")
        knocked = [(c4, False, 0), (c5, True, 30), (c5, False, 630), (c4, True, 730)]
        for played_ms in (-60, 300, 1000):
            hands = sorted([*knocked, (e4, True, played_ms)], key=lambda step: step[2])
            steps = tuple(HandStep(p, placed, ms + 60) for p, placed, ms in hands)
            made = Made(position=CAPTURE, move=move(CAPTURE, "e4"), steps=steps)
            assert game_by_name("go").flaw(made, book) is None

    def test_a_plain_play_has_no_flaw(self, book: Rulebook) -> None:
        d3, c3, b3 = at(CAPTURE, "d3", "c3", "b3")
        steps = tuple(HandStep(p, p == d3, n * 900) for n, p in enumerate((c3, d3, b3)))
        made = Made(position=CAPTURE, move=move(CAPTURE, "d3"), steps=steps)
        assert game_by_name("go").flaw(made, book) is None


@pytest.mark.law("GO-17.two")
@BOOKS
class TestTwoInARow:
    def deed(self, colour: str | None) -> Deed:
        played = move(CAPTURE, "e5")
        position = CAPTURE.play(played)
        side = next((s for s in game_by_name("go").sides if s == colour), None)
        deed = Hands(position, CAPTURE, played).place(*at(CAPTURE, "e1")).deed()
        return replace(deed, came_sides=(side,))

    def test_told_by_the_colour(self, book: Rulebook) -> None:
        found = name(self.deed("black"), book)
        assert shown(found, CAPTURE) == ("GO-17.two", "black", "e1", "e1")
        lost = book is CHINA
        assert found.remedy is (Remedy.LOSES if lost else Remedy.RESTORE)
        assert (found.penalty, found.restore) == ("loss" if lost else "warning", True)
        assert found.doubt is (Doubt.UNFELT_PLAY if lost else None)

    def test_both_at_once(self, book: Rulebook) -> None:
        black = self.deed("black").came_sides[0]
        hands = Hands(CAPTURE).place(*at(CAPTURE, "e5", "e1"))
        deed = replace(hands.deed(), came_sides=(black, black))
        assert shown(name(deed, book), CAPTURE) == ("GO-17.two", "black", "e1", "e1")

    @pytest.mark.parametrize("colour", ["white", None])
    def test_it_may_be_the_reply(self, book: Rulebook, colour: str | None) -> None:
        found = game_by_name("go").named(self.deed(colour), book)
        assert found is None or found.law != "GO-17.two"

    def test_after_a_pass_it_is_a_turn(self, book: Rulebook) -> None:
        passed = play(CAPTURE, "e5", "pass")
        deed = replace(
            self.deed("black"), position=passed, before=play(CAPTURE, "e5"),
            last=move(play(CAPTURE, "e5"), "pass"),
        )  # fmt: skip
        found = game_by_name("go").named(deed, book)
        assert found is None or found.law != "GO-17.two"


@pytest.mark.law("GO-20.ko")
@BOOKS
class TestKo:
    def taken(self) -> tuple[GoPosition, Move]:
        took = move(KO, "c3")
        return KO.play(took), took

    @pytest.mark.parametrize("lifted_first", [False, True])
    def test_retaken_at_once(self, book: Rulebook, *, lifted_first: bool) -> None:
        position, last = self.taken()
        b3, c3 = at(KO, "b3", "c3")
        hands = Hands(position, KO, last)
        hands = hands.lift(c3).place(b3) if lifted_first else hands.place(b3).lift(c3)
        found = name(hands.deed(), book)
        assert shown(found, KO) == ("GO-20.ko", "white", "b3 c3", "b3")
        assert found.remedy is Remedy.TURN_LOST
        assert found.penalty == ("warning" if book is CHINA_CLUB else "")

    def test_the_taken_stone_is_not_off_yet(self, book: Rulebook) -> None:
        position, last = self.taken()
        hands = Hands(position, KO, last).place(*at(KO, "b3"))
        assert shown(name(hands.deed(), book), KO) == ("GO-20.ko", "white", "b3", "b3")


@pytest.mark.law("GO-19", "GO-17.shift", "GO-17.scatter")
@BOOKS
class TestOthers:
    SUICIDE = picture(
        """
        . . . . .
        . . . . .
        . . . . .
        X X . . .
        O . X . .
        """,
        "white",
    )

    def test_a_forbidden_point(self, book: Rulebook) -> None:
        b1, a1 = at(self.SUICIDE, "b1", "a1")
        found = name(Hands(self.SUICIDE).place(b1).deed(), book)
        assert shown(found, self.SUICIDE) == ("GO-19", "white", "b1", "b1")
        assert found.remedy is Remedy.TURN_LOST
        # White takes its own stones off.
        own = Hands(self.SUICIDE).place(b1)
        own.now_ms += 1000
        found = name(own.lift(a1).deed(), book)
        assert shown(found, self.SUICIDE) == ("GO-19", "white", "a1 b1", "b1")
        # But a stone that was there before and slid along was shifted.
        found = name(Hands(self.SUICIDE).lift(a1).place(b1).deed(), book)
        assert shown(found, self.SUICIDE) == ("GO-17.shift", "white", "a1 b1", "b1")

    def test_shifted(self, book: Rulebook) -> None:
        b4, b5 = at(CAPTURE, "b4", "b5")
        for hands in (Hands(CAPTURE).lift(b4).place(b5), Hands(CAPTURE).place(b5).lift(b4)):
            found = name(hands.deed(), book)
            assert shown(found, CAPTURE) == ("GO-17.shift", "black", "b4 b5", "b5")
            assert (found.remedy, found.penalty) == (Remedy.ARBITER, "")
            assert found.origin == b4

    def test_knocked(self, book: Rulebook) -> None:
        points = at(CAPTURE, "b4", "c4", "c3")
        found = name(Hands(CAPTURE).lift(*points, pause_ms=20).deed(), book)
        assert shown(found, CAPTURE) == ("GO-17.scatter", "black", "c3 b4 c4", "")
        assert found.remedy is Remedy.RESTORE

    def test_nothing_at_all(self, book: Rulebook) -> None:
        assert game_by_name("go").named(Hands(CAPTURE).deed(), book) is None


def test_no_row_is_for_what_only_people_see() -> None:
    for book in (CHINA, CHINA_CLUB):
        seen = {law for law, row in book.irregularities.items() if row.seen_by is not SeenBy.PEOPLE}
        named = {row.law for row in TABLE if row.law is not None}
        named -= {"GO-17.colour"}  # people see it as a rule; only sensors that tell colours do too
        # What forbids the play itself is asked of the position.
        assert seen == named | {"GO-19", "GO-20.ko", "GO-20.super"}
