"""Chess960 at the board: drawn or chosen at `start`, in configurations, traces, records and feeds."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import msgspec
import pytest

from controller.core.messages import GameStarted
from controller.core.settings import Settings
from controller.core.view import MoveLine
from controller.shell.asked import game_for
from controller.shell.cli import main
from controller.shell.config import load_config
from controller.shell.export import record_text
from controller.shell.feeds import relay
from controller.shell.livechess.shown import Follower
from controller.shell.starting import again_args, drawn, started_settings
from controller.shell.toml_section import ConfigError
from rules.terms import RulesError
from tests.shell.fake_desk import view_of
from tests.shell.table import Table

START = chess.Board.from_chess960_pos(356).fen()
PGN = f"""\
[Event "Club"]
[Round "1"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "{START}"]

1. e4 e5 1-0
"""


def board(**options: object) -> Settings:
    game = game_for("chess", options)
    return Settings(game=game, rulebook=game.rulebook, game_options=dict(game.options))


@pytest.mark.law("FIDE-960.1")
def test_an_array_is_drawn_at_the_start_where_none_is_named() -> None:
    seen = set()
    for _ in range(40):
        args = drawn(board(), {"game_options": {"chess960": True}, "players": {"white": "Ann"}})
        assert args["players"] == {"white": "Ann"}
        seen.add(args["game_options"]["chess960"])
        found = started_settings(board(), args)
        position = found.game.start(found.start)
        assert (
            position.text == chess.Board.from_chess960_pos(args["game_options"]["chess960"]).fen()
        )
    assert len(seen) > 1
    assert all(0 <= number < 960 for number in seen)


@pytest.mark.law("FIDE-960.1")
@pytest.mark.parametrize(
    ("configured", "args", "options"),
    [
        ({}, {}, {}),
        ({}, {"game_options": {"chess960": 356}}, {"chess960": 356}),
        ({"chess960": 356}, {}, {"chess960": 356}),
        ({"chess960": True}, {"game_options": {"chess960": False}}, {}),
        ({"chess960": True}, {"game_options": {"chess960": 0}}, {"chess960": 0}),
        ({"chess960": True}, {"position": START}, {"chess960": True}),
    ],
)
def test_what_is_named_is_not_drawn(
    configured: dict[str, object], args: dict[str, Any], options: dict[str, object]
) -> None:
    assert drawn(board(**configured), args) == args
    assert started_settings(board(**configured), args).game_options == options


def test_a_board_for_chess960_draws_by_itself() -> None:
    args = drawn(board(chess960=True), {})
    assert type(args["game_options"]["chess960"]) is int


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(RulesError, match="number of an array, 0 to 959"):
        drawn(board(), {"game_options": {"chess960": 960}})


def test_the_same_array_once_more() -> None:
    settings = started_settings(board(), {"game_options": {"chess960": 356}})
    args = again_args(settings, {})
    assert args["game_options"] == {"chess960": 356}
    assert "position" not in args


def convert(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["convert", *args]) == 0
    return capsys.readouterr().out


@pytest.mark.law("FIDE-960.2")
def test_a_record_becomes_a_trace_and_a_record_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = chess.pgn.Game()
    board = chess.Board.from_chess960_pos(192)
    game.setup(board)
    game.headers["Result"] = "*"
    node: chess.pgn.GameNode = game
    for san in ("Nf3", "Nf6", "O-O", "O-O", "e4", "e5"):
        node = node.add_variation(node.board().parse_san(san))
    record, trace = tmp_path / "game.pgn", tmp_path / "game.jsonl"
    record.write_text(f"{game}\n", encoding="utf-8")
    assert main(["convert", str(record), str(trace)]) == 0
    header = json.loads(trace.read_text(encoding="utf-8").splitlines()[0])
    assert header["game_options"] == {"chess960": 192}
    assert main(["replay", str(trace)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    moves = [each["move"] for each in said if each["type"] == "move"]
    assert moves == ["g1f3", "g8f6", "f1h1", "f8h8", "e2e4", "e7e5"]
    assert [each["notation"]["san"] for each in said if each["type"] == "move"][2:4] == [
        "O-O",
        "O-O",
    ]
    again = chess.pgn.read_game(io.StringIO(convert(capsys, str(trace), "-")))
    assert again is not None
    assert again.headers["Variant"] == "Chess960"
    assert again.end().board().fen() == node.board().fen()


def test_standings_of_records_of_chess960(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "round.pgn").write_text(PGN, encoding="utf-8")
    assert main(["standings", str(tmp_path / "round.pgn"), "--tie-breaks", "none"]) == 0
    assert "1  Ann          1" in capsys.readouterr().out


def test_the_laws_are_asked_for_an_array(capsys: pytest.CaptureFixture[str]) -> None:
    for options, nodes in (('{"chess960":518}', "8902"), ('{"chess960":0}', None)):
        assert main(["rules", "perft", "--options", options, "--depth", "3"]) == 0
        found = capsys.readouterr().out.strip()
        assert nodes is None or found == nodes
    assert main(["rules", "moves", "--fen", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "--notation"]) == 0
    assert "f1h1\tO-O" in capsys.readouterr().out
    assert main(["rules", "moves", "--options", '{"chess960":960}']) == 2


def test_relays_are_told_the_number() -> None:
    found = relay.game(relay.Relayed(board=1, text=PGN, live=False))
    assert found["chess960"] == 356
    assert found["moves"] == ["e4", "e5"]
    placed = PGN.replace(START, "4k3/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HB - 0 1")
    assert relay.game(relay.Relayed(board=1, text=placed, live=False))["chess960"] is None
    plain = '[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 *\n'
    assert relay.game(relay.Relayed(board=1, text=plain, live=True))["chess960"] == 518


@pytest.mark.law("FIDE-960.1")
def test_the_service_draws_and_the_journal_keeps_it(table: Table) -> None:
    table.play("chess", "e2- 300 e4+ 1500")
    assert table.order("start", "operator", game_options={"chess960": 960}).accepted is False
    assert table.order("start", "operator", game_options={"chess960": True}).accepted
    number = table.service.session.settings.game_options["chess960"]
    assert type(number) is int
    array = chess.Board.from_chess960_pos(number).fen()
    assert table.view.position == array
    table.kill()
    assert table.service.session.settings.game_options == {"chess960": number}, "drawn once"
    table.levels = chess.Board(array, chess960=True).occupied
    table.see().hands("2500 e2- 300 e4+ 1500")
    (begun,) = table.of(GameStarted, "g2")
    assert (begun.position, begun.game_options) == (array, {"chess960": number})
    assert table.moves == ["e2e4"]
    table.kill()
    assert table.moves == ["e2e4"]
    text = record_text(table.said("g2"))
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert (game.headers["Variant"], game.headers["FEN"]) == ("Chess960", array)


@pytest.mark.law("FIDE-960.3")
def test_programs_for_electronic_boards_see_the_castling() -> None:
    start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4KR2 w F - 0 1"
    line = MoveLine(ply=1, side="white", move="e1f1", notation={"san": "O-O"}, at_us=1)
    view = msgspec.structs.replace(
        view_of(), start=start, game_options={"chess960": True}, moves=[line]
    )
    shown = Follower().shown(view)
    assert shown.san == ["O-O"]
    assert shown.positions[-1].startswith("4k3/pppppppp/8/8/8/8/PPPPPPPP/5RK1 b")


@pytest.mark.law("FIDE-960.1")
@pytest.mark.parametrize(
    ("value", "options"), [("356", {"chess960": 356}), ("true", {"chess960": True})]
)
def test_a_configuration_names_the_array(
    tmp_path: Path, value: str, options: dict[str, object]
) -> None:
    file = tmp_path / "board.toml"
    text = '[board]\nid = "b1"\ngame_options = {{ chess960 = {} }}\n[sensors]\ndriver = "bench"\n'
    file.write_text(text.format(value), encoding="utf-8")
    assert load_config(file).settings().game_options == options
    file.write_text(text.format(960), encoding="utf-8")
    with pytest.raises(ConfigError, match="0 to 959"):
        load_config(file)
