"""The opponent has his man in the hand already as the move lands: that is haste, and no other move."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100
from rules.game import Game
from rules.xiangqi import XIANGQI
from tests.core.policies import ASKED, NAMED
from tests.core.rig import CHESS, Rig, played
from tests.core.sensed import SensedRig, men_of

CAPTURE = "3rk3/8/4p3/3p4/4P3/2N5/8/3RK3 w - - 0 1"
RETREAT = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1"
ROOKS = "3r2k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1"
KING = "8/6kr/8/1p1p1p2/1P6/7p/8/6K1 w - - 0 1"
ROOK = "4k3/8/8/8/8/8/8/R5K1 w - - 0 1"
CHARIOT = "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"
GENERAL = "3k5/9/9/9/4p4/9/9/9/9/4K4 w - - 0 1"


def seen(sensor: Sensor, line: str, start: str | None = None) -> SensedRig:
    """A board with clocks: "e2 280 e4=P 50 w!", a man leaves e2, a pawn comes to e4, White presses."""
    rig = SensedRig(sensor, start, time_control="5:00")
    men = {man.letter: man for man in men_of(rig.session.line.position).values()}
    rig.wait(1000)
    for token in line.split():
        if token.isdigit() or token.endswith("!"):
            rig.hands(token)
        else:
            point, _, letter = token.partition("=")
            rig.set(CHESS.index[point], men.get(letter))
    return rig


@pytest.mark.parametrize("early", [5, 20, 60, 120, 190])
def test_a_quick_answer_is_an_answer(early: int) -> None:
    rig = played(f"e2- {300 - early} e7- {early} e4+ 280 e5+ 1500 g1- 300 f3+")
    assert (rig.line, rig.questions, rig.odd) == (["e2e4", "e7e5", "g1f3"], [], []), rig.story()


@pytest.mark.parametrize("early", [5, 20, 80, 120, 190])
@pytest.mark.parametrize(
    ("game", "start", "line", "made"),
    [
        pytest.param(CHESS, KING, "g1- {} d5- {} h2+ 150 w! 350 d4+", ["g1h2", "d5d4"], id="king"),
        pytest.param(
            XIANGQI, GENERAL, "e0- {} e5- {} e1+ 150 w! 350 e4+", ["e0e1", "e5e4"], id="general"
        ),
    ],
)
def test_a_quick_answer_to_a_king_is_one_too(
    game: Game, start: str, line: str, made: list[str], early: int
) -> None:
    """There is no position without him that would tell where else the landing may have come from."""
    rig = Rig(start, game=game, rulebook=next(iter(game.rulebooks)), time_control="5:00")
    rig.hands("1000 " + line.format(300 - early, early) + " 3000")
    assert (rig.line, rig.questions, rig.odd) == (made, [], []), rig.story()


@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("early", [5, 20, 60, 120, 190])
def test_a_press_as_the_opponent_lifts_completes_the_move(sensor: Sensor, early: int) -> None:
    rig = seen(sensor, f"e2 {300 - early} e7 {early} e4=P 50 w! 230 e5=p 3000")
    assert (rig.line, rig.questions, rig.odd) == (["e2e4", "e7e5"], [], []), rig.story()


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])
def test_a_man_recaptured_in_haste_was_seen_by_his_colour(sensor: Sensor) -> None:
    line = "e4 200 d5 280 e6 20 d5=P 50 w! 150 d5 150 d5=p 3000"
    rig = seen(sensor, line, CAPTURE)
    assert (rig.line, rig.questions, rig.odd) == (["e4d5", "e6d5"], [], []), rig.story()


@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("stood", [60, 80, 95, 100, 300])
@pytest.mark.parametrize("captor", [150, 400, 600])
def test_a_man_taken_the_moment_he_stands_was_set_down_before_the_press(
    sensor: Sensor, stood: int, captor: int
) -> None:
    """The opponent takes him off first, then his own man comes."""
    start = "4k3/8/8/5n2/7p/8/8/4K1BR w - - 0 1"
    rig = seen(sensor, f"g1 400 d4=B {stood} d4 60 w! {captor} f5 300 d4=n 400 b! 3000", start)
    assert (rig.line, rig.questions, rig.odd) == (["g1d4", "f5d4"], [], []), rig.story()


@pytest.mark.law("FIDE-4.7")
def test_a_man_who_hardly_stood_there_and_is_taken_by_nobody_was_in_the_hand() -> None:
    line = "g1 400 d4=B 80 d4 60 w! 500 e3=B 900"
    rig = seen(Sensor.IDENTITY, line, "4k3/8/8/5n2/7p/8/8/4K1BR w - - 0 1")
    rig.wait(NAMED.within_ms)
    assert rig.odd == [("FIDE-4.7", "unfinished-move")]


@pytest.mark.law("FIDE-4.3.3")
def test_a_man_whom_his_own_player_takes_up_in_haste_was_not_touched_by_the_mover() -> None:
    """d1 could have captured d8."""
    rig = played("d1- 280 d8- 20 c1+ 300 d7+", ROOKS)
    assert (rig.line, rig.odd) == (["d1c1", "d8d7"], []), rig.story()


@pytest.mark.parametrize("before", [100, 300])
@pytest.mark.parametrize("rest", [200, 350, 500])
@pytest.mark.parametrize(
    ("game", "start", "points"),
    [
        pytest.param(CHESS, ROOK, "a1 a3 a4 e8 d8", id="chess", marks=pytest.mark.law("FIDE-4.7")),
        pytest.param(
            DRAUGHTS_100, "W:W32:B7", "32 28 27 7 12", id="100", marks=pytest.mark.law("DR-5.12")
        ),
        pytest.param(
            XIANGQI, CHARIOT, "a0 a3 a2 d9 e9", id="xiangqi", marks=pytest.mark.law("XQ-5.7")
        ),
    ],
)
def test_who_rests_on_his_way_has_not_been_answered(
    game: Game, start: str, points: str, rest: int, before: int
) -> None:
    """The opponent takes up a man who cannot take him where he rested."""
    origin, rested, target, own, to = points.split()
    rig = Rig(start, game=game, rulebook=next(iter(game.rulebooks)), time_control="5:00")
    rig.hands(f"1000 {origin}- 200 {rested}+ {rest} {rested}- {before} {own}- 130 {target}+ 1000")
    rig.hands(f"{to}+ 1500")
    between = "-" if game is DRAUGHTS_100 else ""
    made = [f"{origin}{between}{target}", f"{own}{between}{to}"]
    rig.wait(ASKED.within_ms)
    assert (rig.line, rig.questions, rig.odd) == (made, [], []), rig.story()


@pytest.mark.parametrize("over", [60, 80, 110])
def test_a_point_that_the_hand_with_the_answer_is_over_at_the_press_is_not_distrusted(
    over: int,
) -> None:
    rig = Rig(game=DRAUGHTS_100, rulebook="draughts-100", time_control="5:00")
    rig.hands("1000 31- 600 27+ 1500 20- 1000 37- 30 24+ 100 26+ 40 b!")
    assert rig.session.health.told(rig.at_ns) == []
    rig.hands(f"{over} 26- 300 31+ 1500 19- 400 23+ 1500")
    assert rig.line == ["31-27", "20-24", "37-31", "19-23"], rig.story()
    assert (rig.session.health.told(rig.at_ns), rig.questions, rig.odd) == ([], [], [])


@pytest.mark.xfail(
    strict=True,
    reason="the first silence of a sensor is far less likely than an exchange between two scans",
)
@pytest.mark.parametrize("press", ["", "w!"])
@pytest.mark.parametrize("early", [20, 180])
def test_a_landing_that_may_be_the_quick_answer_to_a_silent_move_is_asked_about(
    early: int, press: str
) -> None:
    """f3g1, which g1 does not feel; the knight from c6 is on d4 where the one from f3 may have gone as well."""
    rig = Rig(RETREAT, time_control="5:00")
    rig.hands(f"1000 f3- 300 c6- 50 {press} {early} d4+ 5000")
    assert rig.line == [], rig.story()
    assert "f3g1" in rig.questions[-1]


@pytest.mark.parametrize("early", [80, 120, 180])
def test_a_landing_that_may_be_the_quick_answer_to_a_silent_king_is_asked_about(early: int) -> None:
    """The pawn from h3 is on h2, where the king from g1 may have gone as well: g1f1, which f1 does not feel."""
    rig = Rig("8/6k1/8/8/8/7p/8/6K1 w - - 0 1", time_control="5:00")
    rig.hands(f"1000 g1- 300 h3- {early} h2+ {ASKED.within_ms}")
    assert rig.line == [], rig.story()
    assert rig.stage == "restore" or {"g1f1", "g1h2"} & set(rig.questions[-1]), rig.story()


QUEEN = "1rb2b1r/p2p3p/1Bpk3P/3Nppq1/4P2R/P2P2Q1/2n2P2/R2K1BN1 b - - 0 27"
"""The black queen may go to c1 or d2, next to the white king."""


@pytest.mark.parametrize("off", [15, 18, 30, 60, 100])
@pytest.mark.parametrize("stood", [60, 80, 120])
def test_a_captor_who_bounces_as_he_lands_has_captured_nobody_elsewhere(
    off: int, stood: int
) -> None:
    """The queen rests on c1 and on a8; the king takes her on d2, and not on c1."""
    queen = "g5- 103 c1+ 338 c1- 238 a8+ 206 a8- 277 d2+,d3- 53 d3+ 20"
    king = f"d1- 227 d2- 148 d2+ {stood} d2- {off} d2+"
    rig = Rig(QUEEN).hands(f"1000 {queen} {king} 145 c6- 106 c5+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["g5d2", "d1d2", "c6c5"], [], [])
