"""A man taken off right after the captured ones (DR-7.4.12), by the same hand; or his sensor has lost him just then.

Nothing that is felt tells the two apart. That he left in that hand's own time and stays off is named, in doubt; that somebody
has played on without him is a question. Nobody's sensor is blamed without asking.
"""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.settings import Settings
from rules.draughts import DRAUGHTS_100
from tests.core.policies import NAMED
from tests.core.rig import CHESS, Rig, played

ONE = "W:W28,40,48:B3,5,10,16,23"
TAKEN = "1000 28- 350 19+ 400 23-"
TWO = "W:W37,40,48:B3,5,10,16,21,31"
BOTH = "1000 37- 350 26+ 200 26- 200 17+ 400 31- 300 21-"
REPLY = "3- 400 8+"


def board(start: str = ONE, *, automatic: bool = False, clock: bool = True) -> Rig:
    return Rig(
        settings=Settings(
            game=DRAUGHTS_100,
            rulebook=DRAUGHTS_100.rulebook,
            start=start,
            time_control="60:00" if clock else None,
            claims="automatic" if automatic else "players",
        )
    )


def named(rig: Rig) -> list[tuple[str, str, list[str], str | None]]:
    return [(m.law, m.side, m.observed.removed, m.doubt) for m in rig.of(Irregularity)]


def found(point: str) -> list[tuple[str, str, list[str], str | None]]:
    return [("DR-7.4.12", "white", [point], "lost-man")]


@pytest.mark.xfail(
    strict=True,
    reason="a piece of the opponent that is off after a capture may be in its player's hand: nobody is named",
)
@pytest.mark.law("DR-7.4.12")
@pytest.mark.parametrize(("start", "taken"), [(ONE, TAKEN), (TWO, BOTH)], ids=["one", "two"])
@pytest.mark.parametrize("extra", ["10"])
@pytest.mark.parametrize(("clock", "apart_ms", "then"), [(True, 300, "300 w!")])
def test_it_is_named_when_he_stays_off(
    start: str, taken: str, extra: str, apart_ms: int, then: str, *, clock: bool
) -> None:
    rig = board(start, clock=clock).hands(f"{taken} {apart_ms} {extra}- {then} 5500")
    assert (len(rig.moves), rig.stage, rig.questions) == (1, "choice", []), rig.story()
    assert named(rig) == found(extra)
    (message,) = rig.of(Irregularity)
    assert (message.remedy, message.points) == ("accept-or-correct", [extra])


@pytest.mark.law("DR-5.11")
@pytest.mark.parametrize("held_ms", [300, 2000, 4500, 7000])
@pytest.mark.parametrize("apart_ms", [150, 450])
def test_a_player_may_lift_his_man_at_once_and_think(apart_ms: int, held_ms: int) -> None:
    """Nobody has pressed a clock, and he can move: he has answered in haste, and then thinks with the man in his hand."""
    rig = board(clock=False).hands(f"{TAKEN} {apart_ms} 10- {held_ms} 14+ 1500")
    assert (rig.moves, rig.stage, named(rig)) == (["28x19", "10-14"], "play", []), rig.story()


@pytest.mark.law("DR-7.4.12", "DR-5.11")
@pytest.mark.parametrize("automatic", [False, True])
def test_put_back_he_loses_no_move(*, automatic: bool) -> None:
    rig = board(automatic=automatic).hands(f"{TAKEN} 400 10- 300 w! 5500")
    rig.hands(f"10+ 1500 {REPLY} 300 b! 1500 40- 400 35+ 300 w! 1500")
    rig.answer_truly(["28x19", "3-8", "40-35"], within_ms=NAMED.within_ms)
    assert rig.line == ["28x19", "3-8", "40-35"], rig.story()


@pytest.mark.law("DR-7.4.12", "DR-5.12")
@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize("then", ["300 b! 2000", "2000", "400 40- 400 35+ 2000"])
def test_nobody_is_accused_where_his_own_player_sets_him_down(
    then: str, *, automatic: bool
) -> None:
    rig = board(automatic=automatic).hands(f"{TAKEN} 400 10- 300 w! 6000 15+ {then}")
    moves = ["28x19", "10-15", *(["40-35"] if "35" in then else [])]
    assert (rig.moves, rig.stage, rig.accused) == (moves, "play", []), rig.story()


@pytest.mark.law("DR-7.4.12")
@pytest.mark.parametrize("line", ["200 w! 150 10-", "540 10-", "540 10- 300 w!", "3000 w! 500 10-"])
def test_who_leaves_later_or_after_the_press_is_his_own_players_touch(line: str) -> None:
    """Some pick their man up half a second after the last captured one is off, and then think."""
    rig = board().hands(f"{TAKEN} {line} 6000")
    assert (rig.odd, rig.stage) == ([], "play")
    rig.hands("15+ 300 b! 1000")
    assert rig.moves == ["28x19", "10-15"]


@pytest.mark.law("FIDE-4.7")
def test_after_castling_the_opponent_holds_his_man_for_as_long_as_he_likes() -> None:
    rig = played(
        "e1- 300 g1+ 300 h1- 300 f1+ 200 a7- 6000 a6+",
        "4k3/p7/8/8/8/8/8/4K2R w K - 0 1",
        game=CHESS,
    )
    assert (rig.moves, rig.odd) == (["e1g1", "a7a6"], [])
