"""The demo plays a record to its end, and what it exports is that record."""

from __future__ import annotations

import io
import json
import re
import socket
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import chess.pgn
import pytest

from controller.shell.addresses import machine_addresses
from tests.end_to_end.programs import GAMES, finished, free_port, running

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

DEMO = ("demo", "--until-end", "--speed", 0, "--port", 0)


def oracle(text: str) -> tuple[list[str], str]:
    """Moves and result of the first game of a PGN text, as python-chess reads them."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return [move.uci() for move in game.mainline_moves()], game.headers["Result"]


@pytest.mark.parametrize(
    "name", ["chess-kasparov-deep-blue-1997.pgn", "chess-nepomniachtchi-liren-game1.pgn"]
)
def test_the_exported_record_is_the_game_that_was_played(name: str, tmp_path: Path) -> None:
    played = finished(*DEMO, "--record", GAMES / name, journal=tmp_path)
    assert (played.returncode, played.stderr) == (0, "")
    exported = finished("export", "last", "--journal", tmp_path)
    assert (exported.returncode, exported.stderr) == (0, "")
    assert oracle(exported.stdout) == oracle((GAMES / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "text", "speed", "end"),
    [
        ("open.pgn", "1. e4 e5 *", 0, "2 plies, result open"),
        ("open.pgn", "1. e4 e5 *", 1000, "2 plies, result open"),
        ("passes.sgf", "(;SZ[9]RE[b+3.5];B[ee];W[cc];B[];W[])", 0, "4 plies, result B+3.5"),
        ("none.pgn", '[Result "1/2"]\n\n*', 0, "0 plies, result 1/2-1/2"),
    ],
)
def test_the_demo_ends_with_its_record_whatever_the_result(
    name: str, text: str, speed: int, end: str, tmp_path: Path
) -> None:
    record = tmp_path / name
    record.write_text(text)
    game = "go" if name.endswith("sgf") else "chess"
    options = ("--until-end", "--speed", speed, "--port", 0, "--game", game, "--record", record)
    played = finished("demo", *options, journal=tmp_path / "journal")
    assert (played.returncode, played.stderr) == (0, "")
    assert end in played.stdout


def test_a_position_set_up_in_the_record_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "set-up.sgf"
    record.write_text("(;SZ[9];B[ee];AW[cc];B[dd])")
    played = finished(*DEMO, "--game", "go", "--record", record, journal=tmp_path / "journal")
    assert (played.returncode, played.stdout) == (2, "")
    assert f"{record}: after ply 1 a position is set up that no move leads to" in played.stderr


def test_an_illegal_move_in_the_record_is_named_with_file_and_line(tmp_path: Path) -> None:
    record = tmp_path / "wrong.pgn"
    record.write_text('[White "A"]\n[Result "1-0"]\n\n1. e4 e5\n2. Ke3 1-0\n')
    played = finished(*DEMO, "--record", record, journal=tmp_path / "journal")
    assert played.returncode == 2
    assert played.stdout == ""
    assert f"{record}: line 5, column 4: Ke3 is not legal" in played.stderr
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("what", ["none", "empty", "not text"])
def test_a_record_that_is_none_is_named(what: str, tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    if what != "none":
        record.write_bytes(b"" if what == "empty" else b"\xff\xfe\x00\x01")
    played = finished(*DEMO, "--record", record, journal=tmp_path / "journal")
    assert played.returncode == 2
    assert str(record) in played.stderr
    assert "Traceback" not in played.stderr


def test_a_port_in_use_is_a_fault_of_the_world(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        played = finished("demo", "--until-end", "--speed", 0, "--port", port, journal=tmp_path)
    assert played.returncode == 1
    assert str(port) in played.stderr
    assert "the port is taken" in played.stderr
    assert "Traceback" not in played.stderr


def said(process: subprocess.Popen[str], until: str) -> str:
    """What a program says, up to a line with these words."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if until in line:
            return "".join(lines)
    raise AssertionError("".join(lines))


def order(url: str, role: str, token: str = "") -> int:
    """The code with which an order is answered: to begin a new game, or one that the arbiter gives."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    name, args = (
        ("start", {})
        if role == "operator"
        else ("result", {"result": "1-0", "termination": "agreement"})
    )
    body = json.dumps({"id": f"{role}{token}", "args": args}).encode()
    request = urllib.request.Request(f"{url}api/commands/{role}/{name}", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.skipif(not machine_addresses(), reason="this machine is in no network")
def test_in_the_network_everybody_plays_and_the_arbiter_has_a_token(tmp_path: Path) -> None:
    port = free_port()
    with running("demo", "--host", "0.0.0.0", "--port", port, journal=tmp_path) as demo:
        text = said(demo, "arbiter's desk")
        network = re.search(r"network  (\S+)", text)
        token = re.search(r"#token=(\S+)", text)
        assert network is not None
        assert token is not None
        url = network[1]
        assert "127.0.0.1" not in url
        with urllib.request.urlopen(f"{url}bench", timeout=20) as answer:
            assert answer.status == 200
        assert order(url, "operator") == 200
        assert order(url, "arbiter") == 401
        assert order(url, "arbiter", token[1]) != 401


def test_without_a_host_the_demo_is_for_this_machine(tmp_path: Path) -> None:
    with running("demo", "--port", free_port(), journal=tmp_path) as demo:
        assert "network" not in said(demo, "stop ")
