"""Conversion of records: what comes out is the same game, and bad input changes nothing."""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
from pathlib import Path

import pytest

from controller.shell import cli
from controller.shell.calm import calm_trace
from controller.shell.convert import convert, messages_of_trace
from controller.shell.export import record_text
from controller.shell.recordfiles import read_records, target_by_name
from rules.formats import FORMATS, format_of_game
from rules.game import Game
from rules.record import GameRecord
from rules.registry import GAMES
from rules.rulebook import Outcome
from rules.terms import RulesError

DATA = Path(__file__).parents[2] / "controller" / "shell" / "data"
TWO = """\
[White "Anna"]
[Black "Berta"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Carla"]
[Black "Dora"]
[Result "*"]

1. e4 e5 2. Qh9 *
"""
ONE = TWO.partition('\n[White "Carla')[0]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def replayed(
    trace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, object]]:
    file = tmp_path / "replayed.jsonl"
    file.write_text(trace, encoding="utf-8")
    code, out, err = run(capsys, "replay", str(file))
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def demo(game: str) -> Path:
    return next(DATA.glob(f"demo-{game}.*"))


def records_of(text: str, name: str = "-") -> list[GameRecord]:
    return list(read_records(text.encode(), name).records)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_moves_of_a_record_come_out_of_its_trace(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = demo(game)
    (record,) = records_of(file.read_text(encoding="utf-8"), file.name)
    trace = convert(file.read_bytes(), file.name, to="trace").text
    messages = replayed(trace, tmp_path, capsys)
    assert tuple(m["move"] for m in messages if m["type"] == "move") == record.moves
    assert [m["result"] for m in messages if m["type"] == "result"] == [record.result]
    assert not [m for m in messages if m["type"] in ("irregularity", "question")]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_trace_becomes_the_record_again(game: str) -> None:
    file = demo(game)
    (record,) = records_of(file.read_text(encoding="utf-8"), file.name)
    trace = convert(file.read_bytes(), file.name, to="trace").text
    back = convert(trace.encode(), "t.jsonl")
    (again,) = records_of(back.text)
    assert (again.game, again.moves, again.result) == (record.game, record.moves, record.result)
    packed = convert(gzip.compress(trace.encode()), "t.jsonl.gz")
    assert packed.text == back.text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_style_holds_the_same_game(game: str) -> None:
    file = demo(game)
    (record,) = records_of(file.read_text(encoding="utf-8"), file.name)
    for each in FORMATS.values():
        if game in each.games:
            for style in each.styles:
                to = f"{each.name}-{style}" if len(each.styles) > 1 else each.name
                text = convert(file.read_bytes(), file.name, to=to).text
                (again,) = each.read(text)
                assert again.moves == record.moves
                assert again.result == record.result


def test_promotions_are_said() -> None:
    fen = "8/P6k/8/8/8/8/P6K/8 w - - 0 1"
    text = f'[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. a8=N Kh6 *\n'
    trace = convert(text.encode(), "x.pgn", to="trace").text
    assert '"command":"promote","role":"white","args":{"to":"n"}' in trace
    assert "1. a8=N Kh6 *" in convert(trace.encode(), "t.jsonl", to="pgn").text


def test_moves_after_the_end_are_refused() -> None:
    # Two kings: the position is dead, so a board takes no move more.
    fen = "8/8/7k/8/8/8/7K/8 w - - 0 1"
    text = f'[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. Kg2 *\n'
    with pytest.raises(RulesError, match="ply 1: the game ended before h2g2"):
        convert(text.encode(), "x.pgn", to="trace")
    lenient = convert(text.encode(), "x.pgn", to="trace", lenient=True)
    assert lenient.warnings[0].startswith("ply 1: the game ended before h2g2")
    assert len(lenient.text.splitlines()) == 2


def test_a_result_that_the_moves_contradict_is_named() -> None:
    text = ONE.replace('"1-0"', '"0-1"').replace("# 1-0", "# 0-1")
    assert convert(text.encode(), "x.pgn").text.endswith("0-1\n")  # a record may say so
    trace = convert(text.encode(), "x.pgn", to="trace")
    (said,) = trace.warnings
    assert said.startswith("the record says 0-1, but its last move ends the game 1-0")
    assert convert(trace.text.encode(), "t").text.endswith("1-0\n")


def test_men_set_up_on_the_way_are_no_moves() -> None:
    text = '[GameType "20"]\n\n1. 32-28 /FEN "B:W20,31:B1-5"/ 1... 5-10 *\n'
    with pytest.raises(RulesError, match="after ply 1 a position is set up"):
        convert(text.encode(), "x.pdn", to="trace")
    lenient = convert(text.encode(), "x.pdn", to="trace", lenient=True)
    assert convert(lenient.text.encode(), "t").text.endswith("\n1. 32-28 *\n")


LET_STAND = {
    "chess": ("e2-e4", "e7-e3", "d2-d4"),
    "xiangqi": ("h2-e2", "a9-b8", "h0-g2"),
    "draughts-100": ("32-28", "17-26", "34-30"),
    "draughts-russian": ("c3-d4", "h6-h4", "a3-b4"),
    "draughts-brazilian": ("c3-d4", "h6-h4", "a3-b4"),
}
"""Games whose second move is not legal and is let stand."""


def let_stand(game: str) -> bytes:
    """A trace of hands that make these moves."""
    lines: list[dict[str, object]] = [{"trace": 1, "game": game}]
    us = 0
    for n, (origin, target) in enumerate(move.split("-") for move in LET_STAND[game]):
        us += 3_000_000
        lines += [{"us": us, "set": {origin: 0}}, {"us": us + 400_000, "set": {target: 1}}]
        if n == 1:
            us += 7_000_000
            who = "white" if game.startswith("draughts") else "arbiter"  # DR-15.1.3
            said = {"command": "accept-irregularity", "role": who, "args": {"id": "i1"}}
            lines.append({"us": us, **said})
    return "\n".join(map(json.dumps, [*lines, {"us": us + 7_000_000, "end": True}])).encode()


@pytest.mark.parametrize("game", sorted(LET_STAND))
def test_a_move_that_was_let_stand_is_never_lost(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = let_stand(game)
    messages = [
        m
        for m in replayed(trace.decode(), tmp_path, capsys)
        if m["type"] in ("move", "game-started")
    ]
    moves = [m for m in messages if m["type"] == "move"]
    assert [m["legal"] for m in moves] == [True, False, True]
    file = tmp_path / "t.jsonl"
    file.write_bytes(trace)
    code, text, err = run(capsys, "convert", str(file), "-")
    (record,) = records_of(text)
    words = " ".join(text.split())
    assert code == 0
    assert "Not legal at ply 2" in words
    if game.startswith("draughts"):
        assert (record.moves, list(record.set_ups)) == ((moves[0]["move"], moves[2]["move"]), [1])
        assert record.set_ups[1] == moves[1]["position"]
        assert f"Played: {moves[1]['move']}" in words
        assert err == ""
    else:
        assert record.moves == (moves[0]["move"],)
        assert f"Played on: {moves[1]['move']} {moves[2]['move']}" in words
        assert err.startswith(f"{file}: the record ends after ply 1. Not legal at ply 2")


@pytest.mark.parametrize("game", sorted(LET_STAND))
def test_a_trace_and_a_journal_give_the_same_record(game: str) -> None:
    trace = let_stand(game)
    said = messages_of_trace(trace, "t")
    for to in (None, "trace"):
        wanted = None if to is None else target_by_name(to)
        converted = convert(trace, "t", to=to)
        assert converted.text == record_text(said, wanted)
        assert bool(converted.warnings) == (to == "trace" or not game.startswith("draughts"))


def mutated(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(changed))
        if rng.random() < 0.6:
            changed[at] = rng.choice(b'"[]{}();:x-/\\\n\x00\xff019aBhK+=*')
        else:
            del changed[at : at + rng.randint(1, 9)]
    return bytes(changed)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_damaged_records_give_only_our_error(game: str) -> None:
    rng = random.Random(game)
    file = demo(game)
    whole = file.read_bytes()
    for to in (None, "trace"):
        for lenient in (False, True):
            for _ in range(12):
                data = mutated(whole, rng)
                assert outcome(data, file.name, to, lenient=lenient)


def outcome(data: bytes, name: str, to: str | None, *, lenient: bool) -> str:
    """What was written, or what is wrong with it; any other exception fails the test."""
    try:
        return convert(data, name, to=to, lenient=lenient).text
    except RulesError as error:
        return str(error) if str(error).startswith(f"{name}: ") else ""


def test_strict_reading_leaves_the_file_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "two.pgn", tmp_path / "out.pgn"
    source.write_text(TWO, encoding="utf-8")
    out.write_text("before", encoding="utf-8")
    code, said, err = run(capsys, "convert", str(source), str(out))
    assert (code, said) == (2, "")
    assert f"{source}: line 11, column 13: " in err
    assert out.read_text(encoding="utf-8") == "before"
    assert sorted(tmp_path.iterdir()) == [out, source]


def test_lenient_reading_keeps_what_can_be_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "two.pgn", tmp_path / "out.pgn"
    source.write_text(TWO, encoding="utf-8")
    code, said, err = run(capsys, "convert", str(source), str(out), "--lenient")
    assert (code, said) == (0, "")
    assert err.splitlines()[0].startswith(f"{source}: game 2: line 11, column 13: ")
    assert err.splitlines()[-1] == "touchmove: 1 warning; 2 games written"
    first, second = records_of(out.read_text(encoding="utf-8"))
    assert (len(first.moves), len(second.moves)) == (7, 2)


def test_standard_input_and_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ONE.encode())))
    code, out, err = run(capsys, "convert", "-", "-")
    assert (code, err) == (0, "")
    assert [r.moves for r in records_of(out)] == [r.moves for r in records_of(ONE)]


def test_one_game_of_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "three.pgn"
    source.write_text(f"{ONE}\n{ONE.replace('Anna', 'Emma')}\n", encoding="utf-8")
    code, out, _ = run(capsys, "convert", str(source), "-", "--number", "2")
    assert (code, [r.headers["White"] for r in records_of(out)]) == (0, ["Emma"])
    code, _, err = run(capsys, "convert", str(source), "-", "--to", "trace")
    assert (code, "a trace holds one game, and this file has 2" in err) == (2, True)
    code, _, err = run(capsys, "convert", str(source), "-", "--number", "3")
    assert (code, "there is no game 3; the file has 2" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("/none/such.pgn", "-"), "cannot be read"),
        (("IN", "out.txt"), "tells no format; give --to FORMAT"),
        (("IN", "-", "--to", "docx"), "there is no format 'docx'; known: "),
        (("EMPTY", "-"), "looks like no record"),
        (("ZIP", "-"), "damaged or cut off"),
        (("BINARY", "-"), "no text file"),
        (("BADTRACE", "-"), "line 1: game: "),
        (("IN", "-", "--number", "0"), "must be a number from 1"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "IN": ONE.encode(),
        "EMPTY": b"",
        "ZIP": gzip.compress(ONE.encode())[:-9],
        "BINARY": b"\0\xff\xfe",
        "BADTRACE": b'{"trace":1}',
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    named = [str(tmp_path / each) if each in files else each for each in arguments]
    code, out, err = run(capsys, "convert", *named)
    assert (code, out) == (2, "")
    assert says in err


def test_a_folder_that_is_not_there_is_a_fault_of_the_world(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "one.pgn"
    source.write_text(ONE, encoding="utf-8")
    out = tmp_path / "none" / "out.pgn"
    code, _, err = run(capsys, "convert", str(source), str(out))
    assert code == 1
    assert err == (
        f"touchmove: {out}: cannot be written (No such file or directory); "
        f"make the folder {out.parent} first, or name another\n"
    )
    code, _, err = run(capsys, "convert", str(source), str(tmp_path), "--to", "pgn")
    assert (code, "cannot be written (Is a directory); name a file in it" in err) == (1, True)


def wandering(game: Game, plies: int, rng: random.Random) -> GameRecord:
    """A game of random moves, that ends where the laws end it."""
    positions = [game.start()]
    moves: list[str] = []
    passed = ["pass", "pass"]  # ends play at Go; what comes then is the count
    while (
        len(moves) < plies
        and moves[-2:] != passed
        and game.ending(positions, game.rulebook) is None
    ):
        move = rng.choice(positions[-1].moves())
        moves.append(move.text)
        positions.append(positions[-1].play(move))
    ending = game.ending(positions, game.rulebook)
    return GameRecord(
        game=game.name,
        options=dict(game.options),
        moves=tuple(moves),
        clocks_ms=(None,) * len(moves),
        elapsed_ms=(None,) * len(moves),
        result=game.result_text(Outcome.OPEN) if ending is None else ending.result,
    )


def check_wandering(name: str, seeds: range, plies: int) -> None:
    game = GAMES[name] if name != "go" else GAMES[name].with_options({"size": 5})
    for seed in seeds:
        record = wandering(game, plies, random.Random(f"{name} {seed}"))
        back = convert(calm_trace(record).encode(), "t", to=format_of_game(name).name)
        (again,) = records_of(back.text)
        assert (again.moves, again.result) == (record.moves, record.result), seed


@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_games_go_through_a_trace_and_back(name: str) -> None:
    check_wandering(name, range(2), 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_many_random_games_go_through_a_trace_and_back(name: str) -> None:
    check_wandering(name, range(2, 7), 150)
