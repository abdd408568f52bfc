"""What was not legal and is let stand: play goes on, the journal and the records say what happened."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Irregularity, Move
from controller.core.settings import Settings
from controller.shell.cores import recovered_board
from controller.shell.export import told
from rules.formats import format_of_game
from rules.position import Position
from rules.record import GameRecord
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.go.test_go_tracking import position
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.rules.draughts_deeds import at, position_of

QUIET = "w c3 e3 g1 / b6 h8"


class Unnoticed(NamedTuple):
    """A game in which something illegal is done, a reply to it, and a third move.

    Attributes:
        legal: moves before it.
        law: of the irregularity.
        move: as it is published.
    """

    game: str
    start: str | None
    legal: str
    deed: str
    law: str
    move: str
    reply: str
    third: str


GAMES = [
    Unnoticed("chess", None, "e2- 300 e4+ 1500 e7- 300 e5+", "f1- 300 f4+", "FIDE-7.5.1", "f1f4",
              "g8- 300 f6+", "b1- 300 c3+"),
    Unnoticed("xiangqi", None, "h2- 300 e2+ 1500 h9- 300 g7+", "b0- 300 b3+", "XQ-4.1.6", "b0b3",
              "i9- 300 h9+", "a3- 300 a4+"),
    *(Unnoticed(game, QUIET, "e3- 300 d4+ 1500 b6- 300 a5+", "c3- 300 b2+", "DR-7.4.2", "",
                "h8- 300 g7+", "g1- 300 h2+")
      for game in ("draughts-100", "draughts-russian", "draughts-brazilian")),
    Unnoticed("go", position("c4 d4 e4 c2 d2 e2 b3", "c3 d3 e3 j9"), "j1+ 1500 j7+",
              "d4- 300 d5+", "GO-17.shift", "d4d5", "h1+", "h7+"),
]  # fmt: skip
WHEN = ["at once", "replied at once", "after the reply", "two moves later"]
every_game = pytest.mark.parametrize("case", GAMES, ids=lambda case: case.game)


def board(case: Unnoticed) -> Rig:
    options: dict[str, object] = {"size": 9} if case.game == "go" else {}
    game = game_by_name(case.game, options)
    start = case.start
    if case.game.startswith("draughts"):
        start = position_of(game, QUIET).text  # type: ignore[arg-type]
    settings = Settings(game=game, rulebook=game.rulebook, start=start, game_options=options)
    return Rig(game=game, settings=settings).hands("1000")


def act(rig: Rig, case: Unnoticed, hands: str, rest_ms: int = 3000) -> None:
    """Does what the hands do; in draughts squares are named by file and rank."""
    if case.game.startswith("draughts"):
        tokens = hands.split()
        hands = " ".join(
            token if token.isdigit()
            else f"{rig.game.points[at(rig.game, token[:-1])]}{token[-1]}"  # type: ignore[arg-type]
            for token in tokens
        )  # fmt: skip
    rig.hands(f"{hands} {rest_ms}")


@pytest.mark.law(
    "CH-8.1", "FIDE-7.5.1", "XQ-4.1.6", "DR-7.4.2", "DR-7.7", "DR-15.1.3", "GO-17.shift", "FIDE-A"
)
@every_game
@pytest.mark.parametrize("when", WHEN)
def test_it_stands_and_play_goes_on(case: Unnoticed, when: str) -> None:
    if case.game == "go" and when == "replied at once":
        return  # a shifted stone and a new one may be many things: the arbiter sets the position
    rig = board(case)
    act(rig, case, case.legal)
    assert len(rig.moves) == 2
    rest = [case.reply, case.third]
    played_on = {"at once": 0, "two moves later": 2}.get(when, 1)
    act(rig, case, case.deed, 300 if when == "replied at once" else NAMED.within_ms)
    for hands in rest[:played_on]:
        act(rig, case, hands)
    (found,) = rig.of(Irregularity)
    assert found.law == case.law
    if rig.stage != "play":  # in draughts playing on has accepted it
        alone = rig.session.line.rulebook.opponents_alone is not None
        assert rig.command("arbiter", "accept-irregularity", id=found.id) is not alone, rig.refusals
        if alone:  # only the opponent may say so (DR-15.1.3)
            opponent = rig.game.other(Side(found.side))
            assert rig.command(opponent, "accept-irregularity", id=found.id), rig.refusals
    for hands in rest[played_on:]:
        act(rig, case, hands)
    rig.hands("2000")
    assert rig.stage == "play", rig.story()
    assert [m.legal for m in rig.of(Move)] == [True, True, False, True, True]
    assert rig.of(Move)[2].accepted == found.id
    assert rig.of(Move)[2].move == case.move or case.game.startswith("draughts")
    assert rig.session.standing == rig.session.line.position.occupied
    assert len(rig.of(Irregularity)) == 1

    again = recovered_board(rig.settings, rig.said)
    assert again.line.position == rig.session.line.position
    assert again.view().moves[2].legal is False

    kept = told(rig.said)
    record = written_and_read(kept.record)
    after = followed(record)
    if case.game.startswith("draughts") or case.game == "go":
        assert len(record.moves) == 4
        assert len(record.set_ups) == 1
        assert after.occupied == rig.session.line.position.occupied
        assert kept.warning == ""
    else:
        assert len(record.moves) == 2
        assert case.law in kept.warning
        assert rig.line[3] in kept.warning


def written_and_read(record: GameRecord) -> GameRecord:
    """The record as another program reads it from the file."""
    form = format_of_game(record.game)
    (read,) = form.read(form.write(record, form.styles[0]))
    return read


def followed(record: GameRecord) -> Position:
    """Where a program that knows the laws comes to when it plays through the record."""
    game = game_by_name(record.game, record.options)
    at_ply = game.start(record.start)
    for ply, text in enumerate(record.moves):
        at_ply = game.start(record.set_ups[ply]) if ply in record.set_ups else at_ply
        move = at_ply.by_text(text)
        assert move is not None, f"{text} is not legal at ply {ply + 1}"
        at_ply = at_ply.play(move)
    return at_ply
