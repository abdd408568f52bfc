"""The program is killed while plies wait behind an illegal move: the arbiter may let it stand afterwards as before, and they count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Frame
from controller.core.messages import Irregularity, Question, Ruling
from controller.shell.pump import Pump
from tests.core.clock.test_clock_recovery import restarted
from tests.core.irregular.test_let_stand import OVER, named
from tests.core.rig import MS, Rig, recovered

if TYPE_CHECKING:
    from rules.game import Game

AWAY_MS = 5000
COUNTS_LATER = pytest.param(
    2,
    marks=pytest.mark.xfail(
        strict=True,
        reason="after a restart nobody finds again what was played over what was asked back",
    ),
)
GAMES = ["chess", "xiangqi"]
every_game = pytest.mark.parametrize("name", GAMES)


def board(name: str) -> tuple[Rig, str, list[str]]:
    """A board on which an illegal move has been named; its text, and lawful plies over it."""
    game, start, deed, text, plies = OVER[name]
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    return rig.hands(f"1000 {deed} 5000"), text, plies


def play(rig: Rig, plies: list[str], pause_ms: int = 1500) -> None:
    for ply in plies:
        rig.hands(f"{ply[:2]}- 300 {ply[2:]}+ {pause_ms}")


def away(rig: Rig, hands: str = "", at_ns: int | None = None) -> Rig:
    """A new program some time later; the hands have done this meanwhile."""
    for act in hands.split():
        rig.levels ^= 1 << rig.game.index[act[:-1]]
    return restarted(rig, boot=None, after_ms=AWAY_MS, at_ns=at_ns)


def killed_again(rig: Rig, again: Rig, hands: str = "") -> Rig:
    """The same once more: the journal holds what both programs have said."""
    again.said, again.said_us = rig.said + again.said, rig.said_us + again.said_us
    return away(again, hands)


def let_stand(rig: Rig) -> Rig:
    """The arbiter lets the illegal move stand."""
    rig.wait(1000)
    found = rig.session.irregularity
    assert found is not None
    assert rig.command("arbiter", "accept-irregularity", id=found.id), rig.refusals
    rig.wait(6000)
    return rig


@pytest.mark.law("FIDE-7.5.1", "CH-8.1", "XQ-5.8")
@pytest.mark.parametrize("name", ["chess", "xiangqi"])
@pytest.mark.parametrize("count", [0, COUNTS_LATER])
@pytest.mark.parametrize("ms", [50, 20_000])
def test_what_was_played_over_it_counts(name: str, count: int, ms: int) -> None:
    rig, text, plies = board(name)
    play(rig, plies[:count])
    rig.wait(ms)
    named(rig, rig.session.line.position.side_to_move, text)
    again = let_stand(away(rig))
    assert again.line == [text, *plies[:count]], again.story()
    assert (again.of(Question), again.of(Irregularity), again.stage) == ([], [], "play")
    play(again, plies[count : count + 1])
    assert again.line == [text, *plies[: count + 1]]


@every_game
def test_two_plies_that_nobody_saw_are_not_guessed(name: str) -> None:
    rig, text, plies = board(name)
    hands = " ".join(f"{ply[:2]}- {ply[2:]}+" for ply in plies[:2])
    again = away(rig, hands)
    again.wait(1000)
    again.command("arbiter", "accept-irregularity")
    again.wait(6000)
    assert again.line in ([], [text], [text, plies[0]], [text, *plies[:2]])


def other_board(rig: Rig, game: Game) -> Rig:
    """The game goes on elsewhere, where the men have been set up as they stood."""
    side = rig.session.line.position.side_to_move
    note = Ruling(kind="transferred", side=side, law="CH-8.1", by="operator")
    again = Rig(settings=replace(rig.settings, game=game), feed_first=False)
    again.session = recovered(rig.settings, [*rig.said, note], [1] * (len(rig.said) + 1))
    again.at_ns = 60_000 * MS
    again._pump = Pump(again.session, again.at_ns)
    again.levels = rig.levels
    again.feed(Frame(at_ns=again.at_ns, levels=again.levels))
    return again


@every_game
def test_another_board_has_seen_nothing_of_it(name: str) -> None:
    rig, _, plies = board(name)
    play(rig, plies[:2])
    again = other_board(rig, rig.game)
    again.wait(1000)
    assert not again.command("arbiter", "accept-irregularity")
    assert (again.line, again.stage) == ([], "restore")


@every_game
def test_the_men_put_back_are_right_as_before(name: str) -> None:
    rig, text, plies = board(name)
    play(rig, plies[:1])
    again = away(rig)
    reply = plies[0]
    again.hands(f"1000 {reply[2:]}- 300 {reply[:2]}+ 500 {text[2:]}- 300 {text[:2]}+ 2000")
    assert (again.stage, again.line, again.of(Irregularity)) == ("play", [], []), again.story()


OUT_OF_TURN = {
    "chess": ("b8- 300 c6+", "c6- 300 b8+", "e2- 300 e4+", "e2e4"),
    "xiangqi": ("h9- 300 g7+", "g7- 300 h9+", "h2- 300 e2+", "h2e2"),
}


@pytest.mark.law("FIDE-7.5.1", "XQ-5.8")
@pytest.mark.xfail(strict=True, reason="after a restart what was played over it is asked back too")
@every_game
@pytest.mark.parametrize("killed", [1])
def test_who_was_on_move_has_moved_meanwhile(name: str, killed: int) -> None:
    """A move out of turn is asked back, and the lawful one that was made over it stays."""
    deed, back, reply, text = OUT_OF_TURN[name]
    game = OVER[name][0]
    rig = Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {deed} 3000 {reply} 1000")
    assert len(rig.of(Irregularity)) == 1
    again = away(rig)
    if killed == 2:
        again.wait(1000)
        again = killed_again(rig, again)
    again.hands(f"1000 {back} 3000")
    assert (again.line[-1:], again.stage) == ([text], "play"), again.story()
