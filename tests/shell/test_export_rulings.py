"""Records of games in which the arbiter has corrected moves or set positions up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.settings import Settings
from controller.shell.export import record_text, set_ups_of, told
from controller.shell.feeds.onegame import why_not_one
from controller.shell.feeds.overlay import overlay
from controller.shell.feeds.relay import Relayed
from controller.shell.recordfiles import target_by_name
from rules.formats import FORMATS
from rules.registry import game_by_name
from tests.core.rig import CHESS, Rig, played

if TYPE_CHECKING:
    from controller.core.messages import Json

E4_E5 = "e2- 300 e4+ 1500 e7- 300 e5+ 1500"
ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def moves_text(rig: Rig) -> str:
    return record_text(rig.said).partition("\n\n")[2].strip()


def test_corrected_moves_are_those_of_the_record() -> None:
    rig = played(E4_E5)
    rig.command("arbiter", "correct", ply=1, move="d4")
    rig.command("arbiter", "correct", ply=3, moves=["c4", "exd4"])
    assert moves_text(rig) == "1. d4 e5 2. c4 exd4 *"
    rig.command("arbiter", "correct", to_ply=1)
    assert moves_text(rig) == "1. d4 *"


def test_a_pgn_ends_before_a_position_that_was_set_up_and_says_so() -> None:
    """Relays read one line of legal moves; what followed stands in the comment."""
    rig = played(E4_E5)
    rig.command("arbiter", "set-position", position=ROOK, why="agreed")
    rig.command("arbiter", "correct", ply=3, moves=["Ra8+", "Kf7"])
    text = moves_text(rig)
    assert text.startswith("1. e4 e5 {")
    assert "The arbiter set another position up after ply 2. Played on: a1a8 e8f7" in (
        text.replace("\n", " ")
    )
    assert told(rig.said).warning.startswith("the record ends after ply 2.")


def test_a_position_before_the_first_move_is_where_the_game_began() -> None:
    rig = played("")
    rig.command("arbiter", "set-position", position=ROOK)
    rig.command("arbiter", "correct", ply=1, moves=["Ra8+"])
    text = record_text(rig.said)
    assert f'[FEN "{ROOK}"]' in text
    assert text.strip().endswith("1. Ra8+ *")


def test_a_board_that_was_only_turned_changes_no_record() -> None:
    rig = played(E4_E5)
    rig.command("arbiter", "set-position", orientation="turned")
    rig.command("arbiter", "set-position", position=rig.session.line.position.value)
    assert set_ups_of(rig.said) == {}
    assert moves_text(rig) == "1. e4 e5 *"


def test_a_set_up_goes_with_the_ply_that_is_retracted() -> None:
    rig = played(E4_E5)
    rig.command("arbiter", "set-position", position=ROOK)
    rig.command("arbiter", "correct", to_ply=1)
    assert set_ups_of(rig.said) == {}
    assert moves_text(rig) == "1. e4 *"


@pytest.mark.parametrize(
    ("game", "line", "position", "move"),
    [
        ("draughts-100", "32- 300 28+ 1500", "B:W28,38:B20,45", "20-24"),
        (
            "go",
            "e5+ 1500",
            {"size": 9, "black": ["c3"], "white": [], "to_move": "white"},
            "d4",
        ),
    ],
)
def test_formats_with_set_ups_have_it(game: str, line: str, position: object, move: str) -> None:
    kind = game_by_name(game, {"size": 9} if game == "go" else None)
    options = dict(kind.options)
    settings = Settings(game=kind, rulebook=kind.rulebook, game_options=options)
    rig = Rig(game=kind, settings=settings).hands(f"1000 {line}")
    assert rig.command("arbiter", "set-position", position=position)
    assert rig.command("arbiter", "correct", ply=2, moves=[move])
    name = "sgf" if game == "go" else "pdn"
    text = record_text(rig.said, target_by_name(name))
    (record,) = FORMATS[name].read(text)
    assert record.moves[-1] == move
    assert list(record.set_ups) == [1]
    assert "The arbiter set another position up after ply 1." in text.replace("\n", " ")


def test_the_usual_game_has_none() -> None:
    rig = played(E4_E5)
    assert set_ups_of(rig.said) == {}
    assert CHESS.start().text not in record_text(rig.said)


@pytest.mark.parametrize(
    "correction",
    [
        {"name": "correct", "to_ply": 2},
        {"name": "correct", "to_ply": 1},
        {"name": "set-position", "position": ROOK},
    ],
    ids=str,
)
@pytest.mark.parametrize("end", ["resign", "result"])
def test_a_result_that_was_taken_back_is_none_of_the_record(
    correction: dict[str, object], end: str
) -> None:
    """The game goes on: its record is open until it ends again."""
    rig = played(E4_E5)
    if end == "resign":
        assert rig.command("white", "resign")
    else:
        assert rig.command("arbiter", "result", result="0-1")
    assert '[Result "0-1"]' in record_text(rig.said)
    args = dict(correction)
    assert rig.command("arbiter", str(args.pop("name")), **args)
    assert '[Result "*"]' in record_text(rig.said)
    assert rig.session.result is None
    assert rig.command("arbiter", "result", result="1/2-1/2")
    assert '[Result "1/2-1/2"]' in record_text(rig.said)


def overlaid(rig: Rig) -> Json:
    shown = overlay(Relayed(board=1, text=record_text(rig.said), live=True))
    assert shown is not None
    return shown


def test_an_overlay_goes_on_behind_a_position_that_was_set_up() -> None:
    rig = played(E4_E5)
    rig.command("arbiter", "set-position", position=ROOK, why="agreed")
    shown = overlaid(rig)
    assert (shown["men"], shown["ply"], shown["last"]) == (rig.session.view().men, 2, [])
    rig.command("arbiter", "correct", ply=3, moves=["Ra8+", "Kf7"])
    shown = overlaid(rig)
    assert shown["men"] == rig.session.view().men
    assert shown["ply"] == 4
    assert shown["last"] == ["e8", "f7"]
    assert [(each["ply"], each["side"]) for each in shown["moves"][-2:]] == [
        (3, "white"),
        (4, "black"),
    ]
    assert why_not_one("pgn", record_text(rig.said)) is None
