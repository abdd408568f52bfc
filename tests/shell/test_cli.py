"""The command line as people use it: answers, exit codes, and errors that say what to do."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from controller.core.messages import GameStarted, Move, Result
from controller.journal.store import Journal
from controller.shell import cli
from rules.registry import GAMES

ROOT = Path(__file__).parents[2]
START = GAMES["chess"].start().text
TRACE = """\
{"trace":1,"game":"chess"}
{"us":1000000,"set":{"e2":0}}
{"us":1400000,"set":{"e4":1}}
{"us":5000000,"end":true}
"""
CONFIG = '[board]\nid = "board-1"\n\n[kiosk]\nport = 8080\n'

Ran = tuple[int, str, str]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_text(TRACE, encoding="utf-8")
    return file


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    folder = tmp_path / "journal"
    with Journal.open(folder, "board-1") as opened:
        started = GameStarted(
            game="chess",
            rulebook="chess-fide-2023",
            players={"white": "Anna", "black": "Berta"},
            position=START,
        )
        move = Move(
            ply=1,
            side="white",
            move="e2e4",
            notation={"san": "e4"},
            captured=[],
            path=["e2", "e4"],
            position="",
            completed_by="settled",
        )
        result = Result(result="1-0", termination="resignation", law=None)
        opened.append([started, move, result], game_id="g1", at_us=1)
        opened.append([started], game_id="g2", at_us=2)
    return folder


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rules", "perft", "--depth", "3") == (0, "8902\n", "")
    code, out, _ = run(capsys, "rules", "perft", "--depth", "1", "--paths", "--json")
    assert code == 0
    assert json.loads(out) == {"game": "chess", "position": START, "depth": 1, "nodes": 20}


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("rules", "moves", "--game", "chess", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1")
    code, out, _ = run(capsys, *asked)
    assert (code, sorted(out.split("\n"))) == (0, ["", "a1a2", "a1b1", "a1b2"])
    assert sorted(json.loads(run(capsys, *asked, "--json")[1])["moves"]) == ["a1a2", "a1b1", "a1b2"]


def test_moves_of_draughts_with_all_their_ways(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "W:Wa1,Kc3:Bd4,f6,g3"
    asked = ("rules", "moves", "--game", "draughts-russian", "--fen", fen, "--json", "--notation")
    code, out, _ = run(capsys, *asked)
    answer = json.loads(out)
    assert (code, answer["position"]) == (0, fen)
    assert answer["moves"] == [each["move"] for each in answer["details"]]
    first = next(each for each in answer["details"] if each["move"] == "c3:h8")
    assert first["captured"] == ["d4", "f6"]
    assert first["ways"] == [{"captured": ["d4", "f6"], "landings": [["e5"], ["h8"]]}]
    assert first["notation"]["full"] == "c3:e5:h8"


def test_questions_about_go(capsys: pytest.CaptureFixture[str]) -> None:
    fen = '{"size":3,"black":["b2"],"white":[],"to_move":"white"}'
    asked = ("rules", "perft", "--game", "go", "--depth", "1")
    assert run(capsys, *asked, "--fen", fen) == (0, "9\n", "")
    assert run(capsys, *asked, "--size", "3") == (0, "10\n", "")
    assert run(capsys, *asked, "--options", '{"size":3,"handicap":[]}') == (0, "10\n", "")
    answer = json.loads(run(capsys, *asked, "--fen", fen, "--json")[1])
    assert answer["position"] == json.loads(fen)


def test_no_moves_are_no_lines(capsys: pytest.CaptureFixture[str]) -> None:
    mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
    assert run(capsys, "rules", "moves", "--fen", mated) == (0, "", "")


def test_replay(capsys: pytest.CaptureFixture[str], trace: Path) -> None:
    code, out, err = run(capsys, "replay", str(trace))
    assert (code, err) == (0, "")
    messages = [json.loads(line) for line in out.splitlines()]
    assert [m["move"] for m in messages if m["type"] == "move"] == ["e2e4"]


@pytest.mark.parametrize("game", ["go", "xiangqi", "chess", "draughts-russian"])
def test_the_demo_names_the_game_that_a_record_is_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[White "A"]\n\n1. 32-28 19-23 *\n', encoding="utf-8")
    assert run(capsys, "demo", "--game", game, "--record", str(file)) == (
        2,
        "",
        f"touchmove: {file}: is a game of draughts-100; start the demo with --game draughts-100\n",
    )


def test_replay_says_what_is_wrong_and_where(
    capsys: pytest.CaptureFixture[str], trace: Path
) -> None:
    trace.write_text(TRACE.replace('"e4":1', '"e9":1'), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(trace))
    assert (code, out) == (2, "")
    assert err == (
        f"{trace}: line 3: set.e9: there is no such point in chess\n"
        "touchmove: 1 mistake; nothing was replayed\n"
    )


def test_replay_names_every_mistake(capsys: pytest.CaptureFixture[str], trace: Path) -> None:
    damaged = ['{"us":5,"sett":{}}', '{"us":6,"set":{"e2":7}}', "{", '{"us":8,"press":"red"}']
    trace.write_text("\n".join([TRACE.splitlines()[0], *damaged]) + "\n", encoding="utf-8")
    code, out, err = run(capsys, "replay", str(trace))
    assert (code, out) == (2, "")
    named = [line.removeprefix(f"{trace}: ").split(":")[0] for line in err.splitlines()]
    assert named == ["line 2", "line 3", "line 4", "line 5", "touchmove"]


def test_check_config(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(CONFIG, encoding="utf-8")
    code, out, _ = run(capsys, "check-config", str(file))
    assert (code, "no mistakes" in out) == (0, True)
    file.write_text(CONFIG.replace("8080", "0") + "colour = 1\n", encoding="utf-8")
    for command in (("check-config",), ("run", "--config")):
        code, out, err = run(capsys, *command, str(file))
        assert (code, out) == (2, "")
        assert f"{file}: line 5: kiosk.port: 0 is not allowed" in err
        assert f"{file}: line 6: kiosk.colour: unknown key" in err
        assert "2 mistakes" in err


@pytest.mark.parametrize("name", ["1", "g1"])
def test_export(capsys: pytest.CaptureFixture[str], journal: Path, name: str) -> None:
    code, out, err = run(capsys, "export", name, "--journal", str(journal))
    assert (code, err) == (0, "")
    assert '[White "Anna"]' in out
    assert out.endswith(("1. e4 1-0\n\n", "1. e4 1-0\n"))


def test_export_says_that_a_record_is_cut(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    with Journal.open(journal, "board-1") as opened:
        move = Move(
            ply=1,
            side="white",
            move="e2e5",
            notation={},
            captured=[],
            path=["e2", "e5"],
            position="",
            completed_by="arbiter",
            legal=False,
        )
        opened.append([move], game_id="g2", at_us=3)
    code, out, err = run(capsys, "export", "g2", "--journal", str(journal))
    said = "Not legal at ply 1, but it stands. Played on: e2e5"
    assert (code, said in " ".join(out.split())) == (0, True)
    assert err == f"g2: the record ends after ply 0. {said}\n"


def test_export_of_the_last_game(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, _ = run(capsys, "export", "last", "--journal", str(journal))
    assert (code, out.split()[-1]) == (0, "*")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 2, "usage"),
        (("dance",), 2, "dance"),
        (("rules",), 2, "usage"),
        (("rules", "perft"), 2, "--depth"),
        (("rules", "perft", "--depth", "-1"), 2, "0 to 20"),
        (("rules", "perft", "--depth", "x"), 2, "--depth"),
        (("rules", "moves", "--fen", "nonsense"), 2, "nonsense"),
        (("rules", "moves", "--game", "ludo"), 2, "chess"),
        (("rules", "moves", "--size", "9"), 2, 'chess has no option "size"'),
        (("rules", "moves", "--game", "xiangqi", "--size", "9"), 2, "no option"),
        (("rules", "moves", "--game", "go", "--size", "8"), 2, "odd"),
        (("rules", "moves", "--game", "go", "--size", "x"), 2, "--size"),
        (("rules", "moves", "--game", "go", "--options", "{"), 2, "--options is not JSON"),
        (("rules", "moves", "--game", "go", "--options", "[" * 9999), 2, "--options is not JSON"),
        (("rules", "moves", "--game", "go", "--options", "[9]"), 2, "an object in braces"),
        (("rules", "moves", "--game", "go", "--size", "9", "--options", '{"size":13}'), 2, "sizes"),
        (("rules", "moves", "--game", "go", "--fen", "{}"), 2, "position of Go"),
        (("rules", "moves", "--game", "draughts-100", "--fen", "W:W51:B1"), 2, "51"),
        (("replay", "/none/such"), 2, "cannot be read"),
        (("replay", "x", "--speed", "-1"), 2, "0 to 1000"),
        (("replay", "x", "--speed", "nan"), 2, "0 to 1000"),
        (("check-config", "/none/such"), 2, "cannot be read"),
        (("run",), 2, "--config"),
        (("export", "1", "--journal", "/none/such"), 1, "no journal here"),
        (("export", "1", "--journal", "/none/such", "--format", "pgn"), 1, "no journal here"),
        (("export", "1", "--journal", "/none/such", "--format", "txt"), 2, "txt"),
        (("demo", "--port", "99999"), 2, "0 to 65535"),
    ],
)
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, out, err = run(capsys, *arguments)
    assert (found, out) == (code, "")
    assert says in err


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "perft", "--help"], ["--version"]])
def test_help_and_version(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "touchmove" in out


def test_export_of_a_game_that_is_not_there(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    code, _, err = run(capsys, "export", "7", "--journal", str(journal))
    assert (code, "give g1 to g2, or last" in err) == (2, True)


def test_a_damaged_journal_is_a_fault_of_the_world(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    for file in journal.glob("journal.db*"):
        file.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    code, _, err = run(capsys, "export", "1", "--journal", str(journal))
    assert (code, str(journal) in err) == (1, True)


def test_interruption(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "parser", interrupted)
    assert run(capsys, "replay", "x") == (130, "", "touchmove: interrupted\n")


def test_our_own_bugs_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "parser", broken)
    with pytest.raises(ZeroDivisionError):
        cli.main(["replay", "x"])


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    steps = [f'{{"us":{n * 500_000},"set":{{"e2":{n % 2}}}}}' for n in range(1, 2000)]
    file.write_text('{"trace":1,"game":"chess"}\n' + "\n".join(steps), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "controller.shell.cli", "replay", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
    assert (process.returncode, error) == (0, b"")


@pytest.mark.parametrize(("closed", "trace", "code"), [(">&-", TRACE, 0), ("2>&-", "{", 2)])
def test_a_stream_that_is_closed_is_no_fault_of_ours(
    tmp_path: Path, closed: str, trace: str, code: int
) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(trace, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = f'exec "$0" -m controller.shell.cli replay "$1" {closed}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, str(file)],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.parametrize("place", ["", "missing", "folder", "trace.jsonl/x"])
@pytest.mark.parametrize("command", ["replay", "explain", "standings", "convert"])
def test_a_file_that_cannot_be_read_is_bad_input(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    place: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("trace.jsonl").write_text(TRACE, encoding="utf-8")
    if command == "standings" and place in {"", "folder"}:  # a folder is a journal's
        place = "trace.jsonl/y"
    more = {"explain": ["--at", "1"], "convert": ["out.pgn"]}.get(command, [])
    code, out, err = run(capsys, command, place, *more)
    assert (code, out) == (2, "")
    assert "cannot be read" in err
    assert place in err


def test_a_moment_that_a_trace_has_not_is_named_with_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(TRACE, encoding="utf-8")
    for moment in ("5000", "ply:90", "q7"):
        code, out, err = run(capsys, "explain", str(file), "--at", moment)
        assert (code, out) == (2, "")
        assert err.startswith(f"touchmove: {file}: ")


def test_hostile_files_end_with_2_and_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rng = random.Random(40)
    for text, command in ((TRACE, "replay"), (CONFIG, "check-config")):
        file = tmp_path / "hostile"
        for _ in range(150):
            data = bytearray(text.encode())
            for _ in range(rng.randint(1, 3)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            file.write_bytes(bytes(data))
            code, _, err = run(capsys, command, str(file))
            assert code in (0, 2)
            assert code == 0 or err.startswith((str(file), "touchmove: "))
