"""Men lifted after a move and before its player has pressed his clock: whose hand it was, and what that binds."""

from __future__ import annotations

import pytest

from controller.core.messages import Clock, Irregularity, Obligation, Touched
from tests.core.policies import NAMED, SETTLED
from tests.core.rig import BLACK, BOOKS, WHITE, Rig

TAKE_D7 = "1000 e2- 300 e4+ 300 d7- 300 w!"


def clocked(start: str | None = None) -> Rig:
    return Rig(start, time_control="5:00")


@pytest.mark.law("FIDE-4.3.1", "FIDE-4.2.2")
@pytest.mark.parametrize("off_ms", [200, 2000, 5000])
def test_a_man_lifted_before_the_press_and_put_back_binds_nobody(off_ms: int) -> None:
    rig = clocked().hands(f"{TAKE_D7} {off_ms} d7+ 2000 e7- 300 e5+ 300 b! 1500 g1- 300 f3+ 2000")
    assert (rig.line, rig.odd) == (["e2e4", "e7e5", "g1f3"], []), rig.story()
    assert all(touch.obligation is None for touch in rig.of(Touched) if touch.points == ["d7"])


@pytest.mark.law("FIDE-4.3.1")
def test_a_reply_before_the_press_is_made_all_the_same() -> None:
    rig = clocked().hands(f"{TAKE_D7} 300 d5+ 300 b! 1500")
    assert (rig.line, rig.odd) == (["e2e4", "d7d5"], []), rig.story()


@pytest.mark.xfail(
    strict=True,
    reason="a piece touched before the press, by another hand, and again after it is one touch",
)
@pytest.mark.law("FIDE-4.3.1")
def test_he_binds_once_he_is_touched_after_the_press() -> None:
    rig = clocked().hands(f"{TAKE_D7} 300 d7+ 1500 d7- 400 d7+ 1500")
    assert rig.duty().must_move == ["d7"]
    rig.hands("e7- 300 e5+ 300 b! 1500")
    assert [law for law, _ in rig.odd] == ["FIDE-4.3.1"]


@pytest.mark.law("FIDE-4.3.1")
def test_a_man_touched_after_the_press_binds() -> None:
    rig = clocked().hands("1000 e2- 300 e4+ 300 w! 300 d7- 400 d7+ 1500 e7- 300 e5+ 300 b! 1500")
    assert [law for law, _ in rig.odd] == ["FIDE-4.3.1"]


@pytest.mark.law("FIDE-7.4")
def test_a_man_who_stays_off_is_asked_back_once_another_has_replied() -> None:
    """Nobody knows who has taken him; White is likelier, and it is said that this is in doubt."""
    rig = clocked().hands(f"{TAKE_D7} 1500 e7- 300 e5+ 300 b! 1500")
    rig.answer_truly(["e2e4", "e7e5"], within_ms=NAMED.within_ms)
    assert rig.line == ["e2e4", "e7e5"]
    assert {found.kind for found in rig.of(Irregularity)} <= {"displaced"}
    rig.hands("d7+ 1500 g1- 300 f3+ 300 w! 1500")
    rig.answer_truly(["e2e4", "e7e5", "g1f3"], within_ms=NAMED.within_ms)
    assert rig.line == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("own", ["d2", "g1", "a1"])
def test_an_own_man_taken_off_before_the_press_was_taken_by_the_mover(own: str) -> None:
    rig = clocked().hands(f"1000 e2- 300 e4+ 300 {own}- 300 w! 6000")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind) == ("FIDE-7.4", "displaced")
    assert [touch for touch in rig.of(Touched) if touch.side == BLACK] == []
    rig.hands(f"{own}+ 1500 e7- 300 e5+ 300 b! 1500")
    assert rig.line == ["e2e4", "e7e5"]


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("man", ["e4", "d2"])
@pytest.mark.parametrize("back", ["{man}+ 1000"])
def test_a_man_held_long_before_the_press_is_on_his_own_players_time(man: str, back: str) -> None:
    rig = clocked().hands(f"1000 e2- 300 e4+ 1500 {man}- 5000 {back.format(man=man)}")
    assert {found.side for found in rig.of(Irregularity)} <= {WHITE}
    assert [touch for touch in rig.of(Touched) if touch.side == BLACK] == []
    assert [clock.running for clock in rig.of(Clock) if clock.running == BLACK] == []
    rig.hands("w! 1500 e7- 300 e5+ 300 b! 1500")
    rig.answer_truly(["e2e4", "e7e5"], within_ms=SETTLED.within_ms)
    assert rig.line == ["e2e4", "e7e5"]


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("man", ["e4", "d2"])
def test_without_a_clock_nobody_knows_who_held_a_man_of_the_last_mover(man: str) -> None:
    rig = Rig().hands(f"1000 e2- 300 e4+ 1500 {man}- 5000 {man}+ 1000")
    assert {found.side for found in rig.of(Irregularity)} <= {WHITE}
    assert (rig.of(Obligation)[-1:], [t for t in rig.of(Touched) if t.side == BLACK]) == ([], [])
    rig.hands("e7- 300 e5+ 1500")
    rig.answer_truly(["e2e4", "e7e5"], within_ms=SETTLED.within_ms)
    assert rig.line == ["e2e4", "e7e5"]


@pytest.mark.law("FIDE-7.4")
def test_one_taken_off_after_the_press_may_be_either_sides_doing() -> None:
    rig = clocked().hands("1000 e2- 300 e4+ 300 w! 500 d2- 6000")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.side) == ("FIDE-7.4", "displaced", BLACK)


@pytest.mark.law("FIDE-4.8")
@pytest.mark.parametrize("back", ["", "d7+ 1000"])
def test_a_man_lifted_before_the_press_ends_no_right_to_claim(back: str) -> None:
    """White has touched e2 and moved d2, and takes d7 off before he presses."""
    rig = clocked().hands("1000 e2- 300 e2+ 1500 d2- 300 d4+ 300 d7- 300 w! 500 " + back)
    assert rig.session.breach is not None
    assert rig.command("black", "demand-correction"), rig.refusals


@pytest.mark.law("FIDE-4.3.1")
def test_touches_bind_where_nobody_remembers_the_press() -> None:
    """As after a new start of the program."""
    rig = clocked().hands("1000 e2- 300 e4+ 300 w! 1500")
    rig.session.state.duty.pressed_ns.clear()
    rig.hands("d7- 400 d7+ 1500 e7- 300 e5+ 300 b! 1500")
    assert [law for law, _ in rig.odd] == ["FIDE-4.3.1"]


CASTLES = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"


@pytest.mark.law("FIDE-4.4.1", "FIDE-4.4.2", "CH-5.1.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("side", ["g", "c"])
@pytest.mark.parametrize("press_ms", [20, 150, 299, 400, 690])
def test_a_king_lifted_before_the_press_was_touched_before_his_rook(
    book: str, side: str, press_ms: int
) -> None:
    """The press falls while the king is in the air, or after he has been set down and before the rook is lifted."""
    rook, to = ("h8", "f8") if side == "g" else ("a8", "d8")
    rig = Rig(CASTLES, rulebook=book, time_control="5:00", claims="automatic")
    castling = f"e8- 300 {side}8+ 400 {rook}- 300 {to}+ 300 b!".split()
    hands, ms = [], 0
    for token in castling:
        if token.isdigit() and ms <= press_ms < ms + int(token):
            hands += [str(press_ms - ms), "w!", str(ms + int(token) - press_ms)]
        else:
            hands.append(token)
        ms += int(token) if token.isdigit() else 0
    rig.hands(f"1000 h2- 300 h3+ 200 {' '.join(hands)} 1500 h3- 300 h4+ 300 w! 2000")
    assert (rig.line, rig.odd) == (["h2h3", f"e8{side}8", "h3h4"], []), rig.story()


@pytest.mark.law("FIDE-4.4.2")
def test_a_rook_lifted_before_the_press_and_the_king_after_it_may_not_castle() -> None:
    rig = Rig(CASTLES, time_control="5:00")
    rig.hands("1000 h2- 300 h3+ 300 w! 300 h8- 300 f8+ 400 e8- 300 g8+ 300 b! 2000")
    assert [law for law, _ in rig.odd] == ["FIDE-4.4.2"]


@pytest.mark.law("FIDE-4.8")
def test_a_man_moved_before_the_press_ends_it() -> None:
    """It was the reply: he has been set down since."""
    rig = clocked().hands("1000 a2- 500 a2+ 1500 e2- 300 e4+ 300 e7- 200 w! 400 e5+ 1500")
    assert not rig.command("black", "demand-correction"), rig.story()
