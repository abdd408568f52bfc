"""A capture taken back: the captured man stands in his captor's place, and all is right only once the captor has that again."""

from __future__ import annotations

import pytest

from controller.core.messages import Restore
from rules.registry import game_by_name
from tests.core.rig import Rig

START = "rnbqkbnr/pppp1ppp/8/4p3/5P2/2P5/PP1PP1PP/RNBQKBNR b KQkq - 0 2"
CAPTURE = "1000 e5- 300 f4- 300 f4+ 2500"
TWO = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CAPTURES = "1000 e4- 300 d5- 300 d5+ 1800 d8- 300 d5- 300 d5+ 2300"

backs = pytest.mark.parametrize("back", ["f4- 400 e5+ 400 f4+", "f4- 400 f4+ 400 e5+"])


def suspects(rig: Rig) -> list[str]:
    """The points whose sensors are held to be wrong."""
    return [rig.game.points[point] for point in rig.session.health.suspects(rig.at_ns)]


def asked(rig: Rig) -> tuple[set[str], set[str]]:
    """Who is missing and who is too much, as was said last."""
    last = rig.of(Restore)[-1]
    return {spot.point for spot in last.missing}, {spot.point for spot in last.extra}


@pytest.mark.law("FIDE-4.7")
@backs
@pytest.mark.parametrize("rest", [200, 800, 3000])
@pytest.mark.parametrize("hold", [250, 400, 900, 2000])
def test_the_captor_is_moved_elsewhere_before_anybody_has_agreed(
    back: str, rest: int, hold: int
) -> None:
    rig = Rig(START).hands(f"{CAPTURE} {back} 400 {rest} e5- {hold} e4+ 3000")
    rig.hands("d1- 300 b3+ 2000 d8- 300 f6+ 2000")
    assert (rig.line, rig.questions, suspects(rig)) == (["e5f4"], [], []), rig.story()
    assert [kind for _, kind in rig.odd] == ["released-man-moved"]
    assert rig.stage == "restore"


@backs
@pytest.mark.parametrize("right", ["e5- 300 f4- 300 f4+", "f4- 300 e5- 300 f4+"])
@pytest.mark.parametrize("rest", [1500, 3000])
def test_captor_and_captured_change_places_again(back: str, right: str, rest: int) -> None:
    rig = Rig(START).hands(f"{CAPTURE} {back} {rest} {right} 1000")
    assert (rig.stage, rig.of(Restore)[-1].done) == ("play", True)
    rig.hands("d1- 300 b3+ 2000")
    assert (rig.line, rig.questions) == (["e5f4", "d1b3"], []), rig.story()


@backs
def test_only_the_captor_is_gone_from_home(back: str) -> None:
    """It is said which man is another one; or people say that he is not."""
    rig = Rig(START).hands(f"{CAPTURE} {back} 3000 e5- 2000")
    assert (rig.stage, asked(rig)) == ("restore", ({"f4"}, {"f4"}))
    assert rig.command("arbiter", "resume")
    rig.wait(1000)
    assert (rig.stage, suspects(rig)) == ("play", [])


def test_who_is_dragged_home_and_back_is_he() -> None:
    """For a moment both points feel him."""
    rig = Rig(START).hands(f"{CAPTURE} f4- 300 e5+ 2500 f4+ 250 e5- 1000")
    assert (rig.stage, rig.of(Restore)[-1].done) == ("play", True), rig.story()


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("right", ["e4- 300 d8- 300", "d8- 300 e4- 300"])
def test_of_two_plies_the_last_captor_is_asked_back_too(right: str) -> None:
    rig = Rig(TWO).hands(f"{CAPTURES} d5- 300 d5+ 300 e4+ 300 d8+ 3000 {right} 2000")
    assert (rig.stage, asked(rig)) == ("restore", ({"d5"}, {"d5"})), rig.story()
    rig.hands("d5- 300 d5+ 1000 b1- 300 c3+ 2000")
    assert (rig.line, rig.stage) == (["e4d5", "d8d5", "b1c3"], "play"), rig.story()


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("rest", [200, 1500])
@pytest.mark.parametrize("hold", [400, 900, 2000])
def test_so_it_is_in_xiangqi(rest: int, hold: int) -> None:
    played = game_by_name("xiangqi")
    rig = Rig(game=played, rulebook=played.rulebook.name)
    rig.hands("1000 b2- 300 b9- 300 b9+ 2500 b9- 400 b2+ 400 b9+ 400")
    rig.hands(f"{rest} b2- {hold} b6+ 3000 h9- 300 g7+ 2000")
    assert (rig.line, rig.questions, suspects(rig)) == (["b2b9"], [], []), rig.story()
    assert rig.stage == "restore"
