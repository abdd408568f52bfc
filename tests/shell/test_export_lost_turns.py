"""Records of games of Go in which a turn was lost: a pass with a note, at once and after the next ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Message, Move
from controller.core.settings import Settings
from controller.shell.cores import recovered_board
from controller.shell.export import record_text
from rules.formats import FORMATS
from rules.registry import game_by_name
from tests.core.go.test_go_tracking import position
from tests.core.policies import NAMED
from tests.core.rig import Rig

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rules.record import GameRecord

NINE = game_by_name("go", {"size": 9})
CORNER = position("a2 b1", "j9", "white")
KO = position("c5 b4 c3 d4", "d5 d3 e4", "white")
COUNTED = position("e1 e2 e3 e4 e5 e6 e7 e8 e9 h5", "f1 f2 f3 f4 f5 f6 f7 f8 f9 b5 b6")


def board(book: str, start: str | None = None, time_control: str | None = None) -> Rig:
    rulebook, options = NINE.rulebooks[book], dict(NINE.options)
    settings = Settings(
        game=NINE,
        rulebook=rulebook,
        start=start,
        game_options=options,
        time_control=time_control,
        boot="boot",
    )
    return Rig(settings=settings)


def no_liberty(book: str) -> Rig:
    return board(book, CORNER).hands("1000 a1+ 3000 a1- 3000").say_turn_lost()


def ko(book: str) -> Rig:
    return (
        board(book, KO)
        .hands(f"1000 c4+ 300 d4- 1500 d4+ {NAMED.within_ms} d4- 2000")
        .say_turn_lost()
    )


def sealed(book: str) -> Rig:
    rig = board(book, time_control="90:00").hands("1000 e5+ 600 b! 1500")
    assert rig.command("white", "seal", box="box 1")
    assert rig.command("arbiter", "open-sealed", move="e5", present=["black"])
    return rig.hands("2500")


LAWS: dict[str, Callable[[str], Rig]] = {
    "GO-19": no_liberty,
    "GO-20.ko": ko,
    "GO-22.sealed": sealed,
}
WAYS = [
    (law, book)
    for law in LAWS
    for book in ("go-china", "go-china-club")
    if (law, book) != ("GO-22.sealed", "go-china-club")  # which adjourns no games
]


def read(messages: Sequence[Message]) -> GameRecord:
    (record,) = FORMATS["sgf"].read(record_text(messages))
    return record


def as_before(messages: Sequence[Message]) -> list[Message]:
    """The messages as programs up to this one have written them to journals."""
    return [
        msgspec.structs.replace(each, legal=False, accepted="i1")
        if isinstance(each, Move) and each.imposed
        else each
        for each in messages
    ]


@pytest.mark.law("GO-19", "GO-20.ko", "GO-22.sealed")
@pytest.mark.parametrize(("law", "book"), WAYS)
def test_a_lost_turn_is_in_the_record_at_once_and_after_the_next_ply(law: str, book: str) -> None:
    rig = LAWS[law](book)
    (lost,) = [move for move in rig.of(Move) if move.imposed]
    assert (lost.move, lost.legal, lost.accepted) == ("pass", True, None)
    for messages in (rig.said, as_before(rig.said)):
        record = read(messages)
        assert record.moves[-1] == "pass"
        assert record.set_ups == {}
        assert "The turn was lost" in record.notes[lost.ply]
        assert law in record.notes[lost.ply]
        assert "Not legal" not in str(record.notes)
    rig.hands("g2+ 1500")
    for messages in (rig.said, as_before(rig.said)):
        record = read(messages)
        assert record.moves[-2:] == ("pass", "g2")
        assert (list(record.notes), record.set_ups) == ([lost.ply], {})


@pytest.mark.law("GO-19", "GO-20.ko", "GO-22.sealed")
@pytest.mark.parametrize(("law", "book"), WAYS)
def test_a_journal_gives_the_game_back(law: str, book: str) -> None:
    """Also one of a program that called a lost turn not legal."""
    rig = LAWS[law](book).hands("g2+ 1500")
    for messages in (rig.said, as_before(rig.said)):
        again = recovered_board(rig.settings, messages)
        assert again.line.position == rig.session.line.position
        assert [line.legal for line in again.view().moves] == [True] * again.line.ply
    # A lost turn is none of the two passes that end play (GO-21.end).
    twice = LAWS[law](book)
    assert twice.command(twice.session.line.position.side_to_move, "pass")
    assert twice.stage == "play"
    assert recovered_board(twice.settings, twice.said).stage.value != "count"


@pytest.mark.law("GO-21.dispute")
def test_a_dispute_passes_a_turn_over_without_a_law_that_was_broken() -> None:
    rig = board("go-china", COUNTED).hands("1000")
    assert rig.command("black", "pass")
    assert rig.command("white", "pass")
    assert rig.command("white", "mark-dead", points=["h5"])
    assert rig.command("black", "agree-score", agreed=False)
    record = read(rig.said)
    assert record.moves == ("pass", "pass", "pass")
    assert record.notes == {3: "White plays first in the dispute (GO-21.dispute)."}
