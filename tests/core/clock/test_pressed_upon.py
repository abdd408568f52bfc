"""Whoever presses his clock upon a man that was moved has moved him: his opponent has not moved out of turn."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Ruling
from controller.core.sensing.marks import Sensor
from rules.draughts import Draughts
from tests.core.boards import CLOCK, ILLEGAL
from tests.core.draughts_hands import QUIET, every_game
from tests.core.policies import NAMED
from tests.core.rig import BOOKS, FIDE, Rig, recovered
from tests.core.sensed import SensedRig
from tests.rules.draughts_deeds import at, position_of

OPENING = "1000 e2- 300 e4+ 300 w! 1500 e7- 300 e5+ 300 b! 1500"


def found(rig: Rig) -> list[tuple[str, str]]:
    return [(each.law, each.side) for each in rig.of(Irregularity)]


@pytest.mark.law("CH-3.1", "FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "line",
    [
        "1000 e7- 300 e5+ 300 w!",
        f"{OPENING} d7- 300 d6+ 300 w!",
        f"{OPENING} d7- 300 e4- 300 e4+ 300 w!",
    ],
)
def test_the_side_on_move_has_moved_a_man_of_its_opponent(book: str, line: str) -> None:
    rig = Rig(rulebook=book, time_control=CLOCK).hands(f"{line} {NAMED.within_ms}")
    assert found(rig) == [(ILLEGAL[book], "white")], rig.story()
    assert len(rig.of(Penalty)) == (book == FIDE)
    assert rig.stage == "restore"


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("press", ["", "300 b!"])
def test_without_his_press_it_was_the_opponent(book: str, press: str) -> None:
    rig = Rig(rulebook=book, time_control=CLOCK).hands(f"{OPENING} d7- 300 d6+ {press} 3000")
    assert found(rig) == [("CH-3.1", "black")], rig.story()


@pytest.mark.law("CH-3.1", "FIDE-6.2.1")
@pytest.mark.parametrize("rest", [300, 2500])
def test_nor_is_it_told_by_a_press_that_he_owes_for_his_own_move(rest: int) -> None:
    rig = Rig(time_control=CLOCK).hands("1000 e2- 300 e4+ 2000 e7- 300 e5+ 1500")
    rig.hands(f"d7- 300 d6+ {rest} w! 3000")
    assert found(rig) == [("CH-3.1", "black")], rig.story()


@pytest.mark.law("CH-3.1", "FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
def test_he_presses_after_it_was_named(book: str) -> None:
    rig = Rig(rulebook=book, time_control=CLOCK).hands(f"{OPENING} d7- 300 d6+ 5000 w! 1000")
    assert found(rig) == [("CH-3.1", "black"), (ILLEGAL[book], "white")], rig.story()
    assert [(each.found, each.why) for each in rig.of(Ruling)] == [("wrong", "pressed")]
    assert recovered(rig.settings, rig.said).irregularity == rig.session.irregularity
    rig.hands("w! 500 d6- 400 d7+ 1500 g1- 300 f3+ 300 w! 1500")
    assert (len(rig.odd), rig.line[2:], rig.stage) == (2, ["g1f3"], "play"), rig.story()


@pytest.mark.law("CH-3.1")
def test_once_something_was_put_back_a_press_tells_nothing() -> None:
    rig = Rig(time_control=CLOCK).hands(f"{OPENING} d7- 300 d6+ 5000 d6- 500 w! 500 d7+ 1500")
    assert (found(rig), rig.stage) == ([("CH-3.1", "black")], "play"), rig.story()


@pytest.mark.law("DR-7.4.1", "DR-7.4.5")
@every_game
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("answer", ["accept-irregularity", "demand-correction"])
def test_at_draughts_too(game: Draughts, sensor: Sensor, answer: str) -> None:
    b6, a5 = (game.points[at(game, name)] for name in ("b6", "a5"))
    start = position_of(game, QUIET).text
    rig = SensedRig(sensor, start, game=game, rulebook=game.name, time_control=CLOCK)
    rig.hands(f"1000 {b6}- 300 {a5}=b 3000")
    assert found(rig) == [("DR-7.4.1", "black")]
    rig.hands("w! 1000")
    assert found(rig) == [("DR-7.4.1", "black"), ("DR-7.4.5", "white")], rig.story()
    assert not rig.command("white", answer)
    accepted = rig.stage == "choice" and rig.command("black", answer)
    if not accepted or answer == "demand-correction":
        rig.hands(f"{a5}- 400 {b6}=b 1500")
    assert rig.stage == "play"
    assert rig.session.line.position.occupied == rig.session.standing
