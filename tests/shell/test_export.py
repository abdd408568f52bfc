"""Records of journalled games."""

from __future__ import annotations

import io
import json

import pytest

from controller.core.messages import (
    AnyMessage,
    Correction,
    GameStarted,
    Irregularity,
    Move,
    Observed,
    Result,
)
from controller.journal.entry import GameSpan
from controller.shell.export import NoSuchGame, find_game, moves_of, pgn_time_control, record_text
from controller.shell.recordfiles import target_by_name
from controller.shell.trace import read_trace
from rules.chess.pgn import read_games
from rules.formats import FORMATS, format_of_game
from rules.registry import GAMES
from rules.terms import RulesError

START = GAMES["chess"].start().text


def started(**changes: object) -> GameStarted:
    fields: dict[str, object] = {
        "game": "chess",
        "rulebook": "chess-fide-2023",
        "players": {"white": "Anna", "black": None},
        "position": START,
        "time_control": "40/90:00+0:30,15:00",
        "headers": {"Event": "Club evening"},
    }
    return GameStarted(**{**fields, **changes})  # type: ignore[arg-type]


def move(ply: int, text: str, **changes: object) -> Move:
    fields: dict[str, object] = {
        "ply": ply,
        "side": "white" if ply % 2 else "black",
        "move": text,
        "notation": {},
        "captured": [],
        "path": [],
        "position": "",
        "completed_by": "settled",
    }
    return Move(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_whole_game() -> None:
    clocks = {"white": {"remaining_ms": 5_000_000}, "black": {"remaining_ms": 1}}
    messages: list[AnyMessage] = [
        started(),
        move(1, "e2e4", clocks=clocks),
        move(2, "e7e5"),
        Result(result="1-0", termination="resignation", law="FIDE-5.1.2"),
    ]
    (game,) = read_games(record_text(messages))
    assert game.moves == ("e2e4", "e7e5")
    assert game.clocks_ms == (5_000_000, None)
    assert game.result == "1-0"
    assert game.headers["Event"] == "Club evening"
    assert game.headers["White"] == "Anna"
    assert game.headers["TimeControl"] == "40/5400+30:900"
    assert game.start is None


def test_a_game_from_another_position_that_goes_on() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (game,) = read_games(record_text([started(position=fen), move(1, "e2e3")]))
    assert (game.start, game.moves, game.result) == (fen, ("e2e3",), "*")


def test_corrected_moves_are_gone() -> None:
    correction = Correction(from_ply=2, to_ply=3, why="ruling", by="arbiter", position=START)
    messages: list[AnyMessage] = [
        started(),
        *(move(ply, text) for ply, text in ((1, "e2e4"), (2, "e7e5"), (3, "d2d4"))),
        correction,
        move(2, "c7c5"),
    ]
    assert [each.move for each in moves_of(messages)] == ["e2e4", "c7c5"]


def test_a_move_that_was_not_legal_ends_the_record_with_a_remark() -> None:
    irregularity = Irregularity(
        id="i1",
        law="FIDE-7.5.1",
        kind="illegal-move",
        side="black",
        points=["e7", "e4"],
        observed=Observed(origin="e7", to="e4"),
        remedy="restore",
    )
    messages: list[AnyMessage] = [
        started(),
        move(1, "d2d4"),
        irregularity,
        move(2, "e7e4", legal=False, accepted="i1"),
        move(3, "g1f3"),
    ]
    text = record_text(messages)
    (game,) = read_games(text)
    assert game.moves == ("d2d4",)
    assert "Not legal at ply 2 (FIDE-7.5.1, illegal-move)" in text
    assert "e7e4 g1f3" in text.replace("\n", " ")


def test_a_first_move_that_was_not_legal() -> None:
    text = record_text([started(), move(1, "e2e5", legal=False)])
    (game,) = read_games(text)
    assert game.moves == ()
    assert "Not legal at ply 1" in text


def test_no_game() -> None:
    with pytest.raises(NoSuchGame):
        record_text([])


@pytest.mark.parametrize("name", ["sgf", "pdn", "xqpgn"])
def test_a_format_of_another_game_is_refused_with_the_right_one(name: str) -> None:
    if name not in FORMATS:
        pytest.skip(f"{name} is not there yet")
    with pytest.raises(RulesError, match="its format is pgn"):
        record_text([started()], target_by_name(name))


def test_a_trace_is_made_from_the_record() -> None:
    messages: list[AnyMessage] = [
        started(rulebook="chess-classic"),
        move(1, "e2e4"),
        move(2, "e7e4", legal=False),
    ]
    text = record_text(messages, target_by_name("trace"))
    header, lines = read_trace(io.BytesIO(text.encode()), "t")
    assert header.rulebook.name == "chess-classic"
    assert header.note.startswith("Anna - ?: made from the record")
    assert header.note.endswith("Not legal at ply 2, but it stands. Played on: e7e4")
    assert len(list(lines)) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5:00", "300"),
        ("5:00+0:03", "300+3"),
        ("40/1:30:00,15:00+0:30", "40/5400:900+30"),
        ("60:00,3x0:30", "?"),
        ("~1:00", "*60"),
        ("5:00d0:05", "?"),
        ("40/90:00,10/15:00*", "40/5400:10/900"),
        ("40/90:00", "?"),
    ],
)
def test_time_controls_in_pgn(text: str, expected: str) -> None:
    assert pgn_time_control(text) == expected


def spans(*names: str) -> list[GameSpan]:
    return [GameSpan(game_id=name, first_seq=1, last_seq=2, finished=True) for name in names]


@pytest.mark.parametrize(
    ("wanted", "expected"), [("1", "g1"), ("g2", "g2"), ("10", "g10"), ("last", "g10")]
)
def test_games_are_found(wanted: str, expected: str) -> None:
    assert find_game(spans("g1", "g2", "g10"), wanted) == expected


@pytest.mark.parametrize("wanted", ["3", "g0", "", "first", "x" * 1000])
def test_games_that_are_not_there(wanted: str) -> None:
    with pytest.raises(NoSuchGame, match="give g1 to g10, or last"):
        find_game(spans("g1", "g10"), wanted)
    with pytest.raises(NoSuchGame, match="no games yet"):
        find_game([], wanted)


def game_of(name: str, *moves: str, **changes: object) -> list[AnyMessage]:
    """The messages of a game of these moves."""
    game = GAMES[name].with_options(changes.pop("game_options", {}))  # type: ignore[arg-type]
    position = game.start()
    begun = started(
        game=name,
        rulebook=game.rulebook.name,
        players={side: f"Player {side}" for side in game.sides},
        position=position.value,
        game_options=dict(game.options),
        **changes,
    )
    messages: list[AnyMessage] = [begun]
    for ply, text in enumerate(moves, 1):
        found = position.by_text(text)
        assert found is not None
        clocks = {found.side: {"remaining_ms": 60_000 - ply * 1000}}
        messages.append(move(ply, text, side=found.side, clocks=clocks))
        position = position.play(found)
    return messages


OPENINGS = {
    "chess": ("e2e4", "e7e5"),
    "draughts-100": ("32-28", "19-23", "28x19"),
    "draughts-russian": ("c3-d4", "d6-c5"),
    "draughts-brazilian": ("c3-d4", "d6-c5"),
    "xiangqi": ("h2e2", "h9g7"),
    "go": ("q16", "d4", "pass"),
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_in_its_own_format(name: str) -> None:
    text = record_text(game_of(name, *OPENINGS[name]))
    (game,) = format_of_game(name).read(text)
    assert (game.game, game.moves) == (name, OPENINGS[name])
    first, second = (side.capitalize() for side in GAMES[name].sides)
    assert game.headers[first] == f"Player {first.lower()}"
    assert game.headers[second] == f"Player {second.lower()}"
    assert [clock for clock in game.clocks_ms if clock is not None]
    assert GAMES[name].outcome(game.result) is GAMES[name].outcome("?" if name == "go" else "*")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_other_format_is_refused(name: str) -> None:
    own = format_of_game(name).name
    for each in FORMATS.values():
        if name in each.games or (name, each.name) == ("xiangqi", "pgn"):
            continue
        with pytest.raises(RulesError, match=f"a game of {name}; its format is {own}"):
            record_text(game_of(name), target_by_name(each.name))


def test_pdn_sets_up_what_no_legal_move_brought() -> None:
    messages = game_of("draughts-100", "32-28", "19-23")
    position = "W:W28,31,33-50:B1-18,20,24"
    messages.append(move(3, "28-24", side="white", legal=False, position="B:W24,31,33-50:B1-18,20"))
    messages.append(move(4, "20x29", side="black", position=position))
    text = record_text(messages)
    assert "Not legal at ply 3" in " ".join(text.split())
    (game,) = format_of_game("draughts-100").read(text)
    assert game.moves == ("32-28", "19-23", "20x29")
    assert game.set_ups == {2: "B:W24,31,33-50:B1-18,20"}


def test_sgf_sets_up_what_no_legal_move_brought() -> None:
    messages = game_of("go", "q16", "d4", game_options={"size": 19})
    stood = {"size": 19, "black": ["q16", "d4"], "white": [], "to_move": "white"}
    messages.append(move(3, "d4", side="black", legal=False, position=stood))
    messages.append(move(4, "c3", side="white"))
    text = record_text(messages)
    (game,) = format_of_game("go").read(text)
    assert game.moves == ("q16", "d4", "c3")
    after = GAMES["go"].start(game.set_ups[2])
    assert after == GAMES["go"].start(json.dumps(stood))
    assert "Not legal at ply 3" in game.notes[2]


def test_an_imposed_pass_has_a_note() -> None:
    messages = game_of("go", "q16")
    messages.append(move(2, "pass", side="white", imposed=True))
    (game,) = format_of_game("go").read(record_text(messages))
    assert game.moves == ("q16", "pass")
    assert "imposed" in game.notes[2]


def test_go_keeps_its_options_and_times() -> None:
    options = {"size": 9, "handicap": ["c3", "g7"]}
    messages = game_of("go", "e5", game_options=options, time_control="60:00,3x0:30")
    text = record_text(messages)
    assert "TM[3600]OT[3x30 byo-yomi]" in text.replace("\n", "")
    (game,) = format_of_game("go").read(text)
    assert game.options["size"] == 9
    assert game.options["handicap"] == ["c3", "g7"]
    assert game.start is None
