"""Results that the arbiter gives and changes, void games, colours reversed."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import GameStarted, Result
from rules.arbiter_law import VoidCause, void_law
from rules.registry import GAMES, game_by_name
from rules.rulebook import Outcome, Rulebook
from rules.terms import RulesError
from tests.core.rig import CLASSIC, FIDE, Rig, played, recovered

BOOKS = [(game, book) for game in GAMES.values() for book in game.rulebooks.values()]
SHUFFLE = [
    "a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6",
    "f3", "f6", "g3", "g6", "h3", "h6", "a4", "a5", "b4", "b5",
]  # fmt: skip


def ended(rig: Rig) -> Result:
    """The newest result, which recovery finds too."""
    result = rig.of(Result)[-1]
    assert rig.stage == "ended"
    assert recovered(rig.settings, rig.said).result == result
    return result


@pytest.mark.parametrize(("game", "book"), BOOKS, ids=lambda each: each.name)
def test_every_outcome_of_every_game(game: Any, book: Rulebook) -> None:  # noqa: ANN401
    for outcome, text in game.results.items():
        rig = Rig(game=game, rulebook=book.name).hands("1000")
        if game.outcome(text) is Outcome.OPEN:
            assert not rig.command("arbiter", "result", result=text)
            continue
        assert rig.command("arbiter", "result", result=text, why="agreed before me")
        said = ended(rig)
        assert (said.result, said.termination, said.by, said.why) == (
            text, "arbiter", "arbiter", "agreed before me",
        )  # fmt: skip
        winners = {Outcome.FIRST_WINS: game.sides[0], Outcome.SECOND_WINS: game.sides[1]}
        assert said.winner == winners.get(outcome)


def test_a_game_that_is_decided_before_it_begins_has_a_beginning() -> None:
    """Nobody came: the array never stood, and the event still needs the result."""
    rig = Rig(standing=["e4"]).hands("1000")
    assert rig.stage == "setup"
    assert rig.command("arbiter", "result", result="0-1", termination="default")
    assert [type(m) for m in rig.said[-2:]] == [GameStarted, Result]
    assert (ended(rig).termination, ended(rig).winner) == ("default", "black")


def test_the_arbiter_changes_a_result_and_says_why() -> None:
    rig = played("e2- 300 e4+")
    assert rig.command("operator", "result", result="1-0")
    assert not rig.command("operator", "result", result="0-1", why="slip")
    assert not rig.command("arbiter", "result", result="0-1")
    assert 'says "why"' in rig.refusals[-1]
    assert rig.command("arbiter", "result", result="0-1", why="entered the wrong way round")
    assert (ended(rig).result, ended(rig).by) == ("0-1", "arbiter")


@pytest.mark.parametrize("termination", ["boredom", "Arbiter", 5, ["arbiter"], True])
def test_a_termination_that_there_is_not(termination: object) -> None:
    rig = played("")
    assert not rig.command("arbiter", "result", result="1-0", termination=termination)
    assert "no termination" in rig.refusals[-1]
    assert not rig.of(Result)


@pytest.mark.law("CH-8.5", "FIDE-7.2.1", "CH-8.1", "DR-7.1", "GO-20.super", "GO-17.scatter")
@pytest.mark.parametrize(
    ("book", "cause", "law"),
    [
        (CLASSIC, "wrong-array", "CH-8.5"),
        (FIDE, "wrong-array", "FIDE-7.2.1"),
        (CLASSIC, "cannot-restore", "CH-8.1"),
        (FIDE, "cannot-restore", "CH-8.1"),
        ("draughts-100", "board-turned", "DR-7.1"),
        ("go-china", "repetition", "GO-20.super"),
        ("go-china-club", "cannot-restore", "GO-17.scatter"),
    ],
)
def test_a_void_game(book: str, cause: str, law: str) -> None:
    game = next(game for game in GAMES.values() if book in game.rulebooks)
    rig = Rig(game=game, rulebook=book).hands("1000")
    assert rig.command("arbiter", "void", cause=cause, why="seen at move 3")
    said = ended(rig)
    assert (said.result, said.termination, said.law, said.winner) == (
        game.results[Outcome.VOID], "void", law, None,
    )  # fmt: skip
    assert (said.by, said.why) == ("arbiter", "seen at move 3")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({"cause": "rain"}, "known: colours-reversed"),
        ({"cause": "board-turned"}, "makes no game void"),
        ({"again": "yes"}, '"again"'),
    ],
)
def test_a_game_is_not_void_for_that(args: dict[str, Any], reason: str) -> None:
    rig = played("e2- 300 e4+")
    assert not rig.command("arbiter", "void", **args)
    assert reason in rig.refusals[-1]
    assert rig.stage == "play"


def test_a_result_is_made_void_only_with_a_reason() -> None:
    rig = played("e2- 300 e4+")
    assert rig.command("arbiter", "result", result="1-0")
    assert not rig.command("arbiter", "void")
    assert rig.command("arbiter", "void", why="it was the wrong board")
    assert ended(rig).termination == "void"


@pytest.mark.law("FIDE-7.3")
@pytest.mark.parametrize(("plies", "anew"), [(0, True), (5, True), (19, True), (20, False)])
def test_colours_reversed_by_the_laws_of_today(plies: int, anew: bool) -> None:  # noqa: FBT001
    rig = Rig(rulebook=FIDE).hands("1000")
    if plies:
        assert rig.command("arbiter", "correct", ply=1, moves=SHUFFLE[:plies])
    assert rig.session.line.ply == plies
    assert rig.command("arbiter", "void", cause="colours-reversed", again=True) is anew
    if anew:
        assert ended(rig).law == "FIDE-7.3"
    else:
        assert "FIDE-7.3" in rig.refusals[-1]


@pytest.mark.law("CH-8.6")
@pytest.mark.parametrize(("minutes", "anew"), [(20, True), (31, False)])
def test_colours_reversed_by_the_older_laws(minutes: int, anew: bool) -> None:  # noqa: FBT001
    """Once a quarter of the first control's time has gone, the game goes on."""
    rig = Rig(rulebook=CLASSIC, time_control="40/2:00:00,20/1:00:00*").hands("1000")
    rig.hands(f"{minutes * 60_000} e2- 300 e4+ 300 w! 1500")
    assert rig.command("arbiter", "void", cause="colours-reversed") is anew
    if not anew:
        assert "CH-8.6" in rig.refusals[-1]


@pytest.mark.law("CH-8.6")
def test_without_a_clock_the_arbiter_may_begin_anew() -> None:
    rig = played("e2- 300 e4+", rulebook=CLASSIC)
    assert rig.command("arbiter", "void", cause="colours-reversed")
    assert ended(rig).law == "CH-8.6"


@pytest.mark.law("DR-9.3")
@pytest.mark.parametrize("book", ["draughts-100", "draughts-russian", "draughts-brazilian"])
def test_in_draughts_the_colours_stand(book: str) -> None:
    rig = Rig(game=game_by_name(book), rulebook=book).hands("1000")
    assert not rig.command("arbiter", "void", cause="colours-reversed")
    assert "the game goes on (DR-9.3)" in rig.refusals[-1]
    assert rig.stage == "play"


@pytest.mark.law("GO-17.colour")
@pytest.mark.parametrize(("plies", "anew"), [(10, True), (11, False)])
def test_colours_in_go_stand_after_move_ten(plies: int, anew: bool) -> None:  # noqa: FBT001
    rig = Rig(game=game_by_name("go", {"size": 9}), rulebook="go-china-club").hands("1000")
    points = [f"{column}{row}" for row in (3, 5, 7) for column in "bdfh"][:plies]
    assert rig.command("arbiter", "correct", ply=1, moves=points)
    assert rig.command("arbiter", "void", cause="colours-reversed", again=True) is anew
    if not anew:
        assert "GO-17.colour" in rig.refusals[-1]


def test_the_state_rules_of_go_say_nothing_of_colours() -> None:
    with pytest.raises(RulesError, match="known causes"):
        void_law(GAMES["go"].rulebooks["go-china"], VoidCause.COLOURS_REVERSED)
