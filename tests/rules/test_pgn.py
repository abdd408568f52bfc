"""Records of chess games."""

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chess.pgn import RESULTS, ROSTER, read_games, write_game
from rules.record import GameRecord
from rules.terms import RulesError
from tests.rules.chess_lines import STARTS, play_choices

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "data" / "games"
WHOLE = {
    "chess-kasparov-deep-blue-1997.pgn": 6,
    "chess-live-round.pgn": 12,
    "chess-molinari-bordais-1979.pgn": 1,
    "chess-nepomniachtchi-liren-game1.pgn": 1,
}
DEMO = ROOT / "controller" / "shell" / "data" / "demo-chess.pgn"

times = st.none() | st.integers(0, 20 * 3_600_000)
names = st.sampled_from(["WhiteElo", "TimeControl", "Annotator", "Board"])
values = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    start = draw(st.sampled_from(sorted(STARTS.values())))
    line = play_choices(start, draw(st.lists(st.integers(0, 199), max_size=30)))
    moves = tuple(
        next(m.text for m in before.moves() if before.play(m).text == after.text)
        for before, after in pairwise(line)
    )
    n = len(moves)
    roster = {name: draw(values) for name in ROSTER}
    return GameRecord(
        headers=roster | draw(st.dictionaries(names, values)),
        start=None if start == chess.STARTING_FEN else start,
        moves=moves,
        clocks_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        elapsed_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        result=draw(st.sampled_from(RESULTS)),
    )


@pytest.mark.law("CH-11.1", "FIDE-8.1")
@given(records())
def test_what_is_written_is_read_back(record: GameRecord) -> None:
    text = write_game(record)
    assert read_games(text) == [record]
    assert read_games(text + "\n" + text) == [record, record]
    movetext = text.split("\n\n", 1)[1]
    assert all(len(line) <= 80 for line in movetext.splitlines())


@given(records())
def test_what_is_written_is_read_by_others(record: GameRecord) -> None:
    game = chess.pgn.read_game(io.StringIO(write_game(record)))
    assert game is not None
    assert game.errors == []
    assert [m.uci() for m in game.mainline_moves()] == list(record.moves)


@pytest.mark.parametrize("name", WHOLE)
def test_real_games_agree_with_another_reader(name: str) -> None:
    text = (GAMES / name).read_text(encoding="utf-8")
    games, stream = read_games(text), io.StringIO(text)
    assert len(games) == WHOLE[name]
    for record in games:
        other = chess.pgn.read_game(stream)
        assert other is not None
        nodes = list(other.mainline())
        assert [node.uci() for node in nodes] == list(record.moves)
        assert other.headers["Result"] == record.result
        clocks = [node.clock() for node in nodes]
        assert [None if c is None else c / 1000 for c in record.clocks_ms] == clocks
        elapsed = [node.emt() for node in nodes]
        assert [None if e is None else e / 1000 for e in record.elapsed_ms] == elapsed
        assert read_games(write_game(record))[0].moves == record.moves
    assert chess.pgn.read_game(stream) is None


def test_the_game_of_the_demo_is_whole() -> None:
    (game,) = read_games(DEMO.read_text(encoding="utf-8"))
    match = read_games((GAMES / "chess-kasparov-deep-blue-1997.pgn").read_text(encoding="utf-8"))
    assert game.moves == match[0].moves
    assert game.result == "1-0"


def test_a_null_move_is_refused_with_its_place() -> None:
    text = (GAMES / "chess-anastasian-lewis.pgn").read_text(encoding="utf-8")
    with pytest.raises(RulesError, match="line 20, column 15: Z0 is a null move") as caught:
        read_games(text)
    assert (caught.value.line, caught.value.column) == (20, 15)
    (game,) = read_games(text, lenient=True)
    assert len(game.moves) == 81
    assert game.problems == (str(caught.value), "2 more moves are left out")
    assert game.result == "1-0"


HEADERS = '[White "A"]\n[Result "1-0"]\n\n'
WRONG = [
    pytest.param("1. e4 e5 2. Ke3 1-0", 1, 13, "Ke3 is not legal: move 2 of White", id="illegal"),
    pytest.param("1. Nf3 e5 2. Nc3 d6 3. Nb1\nd5 4. Nd4 e4 5. Nb3 f5 6. d3 c5 7. Nd2 1-0", 2, 36,
                 "Nd2 is ambiguous", id="ambiguous"),
    pytest.param("1. e4 e5 2. -- 1-0", 1, 13, "-- is a null move", id="null move"),
    pytest.param("1. e4 banana 1-0", 1, 7, '"banana" is not a move', id="no move"),
    pytest.param("1. e4\n{never closed", 2, 1, "this comment is never closed", id="comment"),
    pytest.param('1. e4 {open *\n\n[White "B"]\n\n1. d4 {closed} *', 1, 7,
                 "this comment is never closed", id="comment into the next game"),
    pytest.param("1. e4 } *", 1, 7, "closes a comment", id="stray brace"),
    pytest.param("1. e4 (1. d4 *", 1, 7, "this side line is never closed", id="side line"),
    pytest.param("1. e4 ) *", 1, 7, "closes a side line", id="stray bracket"),
    pytest.param("1. e4 e5", 1, 7, "no result after e5", id="no result"),
    pytest.param('[White "A]\n\n1. e4 *', 1, 1, "this is not a header", id="bad header"),
    pytest.param('[White "A "B" C"]\n\n*', 1, 1, "this is not a header", id="quotes in a header"),
    pytest.param('[White "A"]\n[White "B"]\n\n*', 2, 1, "White occurs twice", id="header twice"),
    pytest.param('[Result "2-0"]\n\n*', 1, 1, '"2-0" is not a result', id="bad result"),
    pytest.param(HEADERS + "1. e4 0-1", 4, 7, "header says 1-0", id="two results"),
    pytest.param('[FEN "8/8 w"]\n\n*', 1, 1, "not a FEN", id="bad start"),
    pytest.param('[Variant "Atomic"]\n\n*', 1, 1, 'variant "Atomic"', id="variant"),
    pytest.param("1. e4 [%clk 0:01:00] *", 1, 7, "among the moves", id="time outside a comment"),
    pytest.param("1. e4 {[%clk 0:71:00]} *", 1, 7, '"0:71:00" is not a time', id="bad time"),
    pytest.param("1. e4 <x> *", 1, 7, '"<" has no meaning here', id="reserved character"),
    pytest.param("% a remark\n1. e4\r\n\r\ne6 Qh9 *", 4, 4, '"Qh9" is not a move', id="line ends"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "reason"), WRONG)
def test_what_is_wrong_is_named_with_its_place(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(RulesError) as caught:
        read_games(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in str(caught.value)
    left_out: list[str] = []
    kept = read_games(text, lenient=True, left_out=left_out)
    if reason in {"not a FEN", 'variant "Atomic"'}:  # nobody can know what is played
        assert kept == []
        assert left_out == [f"{caught.value}; the game is left out"]
    else:
        assert kept[0].problems[0] == str(caught.value)


@pytest.mark.parametrize(("text", "line", "column", "reason"), WRONG)
def test_a_lenient_reader_goes_on_with_the_next_game(
    text: str, line: int, column: int, reason: str
) -> None:
    games = read_games(text + '\n\n[White "Next"]\n[Result "0-1"]\n\n1. f3 e5 0-1\n', lenient=True)
    assert games[-1].moves == ("f2f3", "e7e5")
    assert games[-1].headers == {"White": "Next"}
    assert games[-1].result == "0-1"
    assert games[-1].problems == ()


def test_a_result_in_a_side_line_does_not_end_a_game_that_cannot_be_followed() -> None:
    (game,) = read_games("1. e4 Ke3 (1... e5 2. f4 0-1 ) e5 2. f4 1-0", lenient=True)
    assert (game.moves, game.result) == (("e2e4",), "1-0")


def test_what_a_record_may_hold_besides_moves() -> None:
    text = """\ufeff% exported
[Event "A \\"real\\" event"]  [Site "C:\\\\games"]

{ before } 1.e4 $1 {good [%clk 1:29:58.5] [%emt 0:00:02]} (1. d4 {x ) y} d5 (1... Nf6)) 1... e5!?
; a line comment with { and (
2 . Nf3 Nc6 3.Bc4 Bc5 4.0-0 {[%clk
1:20:00]} {[%clk 0:00:00]} 4... Nf6 1/2-1/2
"""
    (game,) = read_games(text)
    assert game.headers == {"Event": 'A "real" event', "Site": "C:\\games"}
    assert game.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1", "g8f6")
    assert game.clocks_ms == (5_398_500, None, None, None, None, None, 4_800_000, None)
    assert game.elapsed_ms[0] == 2000
    assert game.result == "1/2-1/2"


@pytest.mark.law("CH-10.17")
@pytest.mark.parametrize(
    ("header", "end", "result"),
    [
        (None, "1-0", "1-0"),
        ("*", "1-0", "1-0"),
        ("1-0", "*", "1-0"),
        ("0-0", "*", "0-0"),
        (None, "*", "*"),
    ],
)
def test_result_of_header_and_moves(header: str | None, end: str, result: str) -> None:
    text = "" if header is None else f'[Result "{header}"]\n\n'
    assert read_games(text + "1. e4 " + end)[0].result == result


def test_nothing_holds_no_games() -> None:
    assert read_games("") == read_games(" \n; nothing\n{ at all }\n") == []


def test_an_empty_game_is_a_game() -> None:
    assert read_games("*") == [GameRecord()]


def test_the_array_is_no_special_start() -> None:
    text = f'[SetUp "1"]\n[FEN "{chess.STARTING_FEN}"]\n\n1. e4 *'
    assert read_games(text)[0].start is None


def test_seven_headers_come_first() -> None:
    text = write_game(GameRecord(headers={"ECO": "A00", "White": "Ann"}, result="1-0"))
    assert text == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ann"]\n[Black "?"]\n'
        '[Result "1-0"]\n[ECO "A00"]\n\n1-0\n'
    )


def test_times_and_start_are_written() -> None:
    record = GameRecord(
        start="4k3/8/8/8/8/8/8/4K2R b K - 0 7",
        moves=("e8e7", "e1g1"),
        clocks_ms=(3_723_000, 500),
        elapsed_ms=(2_000, None),
    )
    text = write_game(record)
    assert '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 7"]\n' in text
    assert text.endswith(
        "7... Ke7 { [%clk 1:02:03] [%emt 0:00:02] } 8. O-O { [%clk 0:00:00.5] } *\n"
    )


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (GameRecord(result="won"), '"won" is not a result'),
        (GameRecord(headers={"FEN": "x"}), "FEN is a field"),
        (GameRecord(headers={"Two words": "x"}), "cannot be written"),
        (GameRecord(headers={"White": "A\n[Black"}), "cannot be written"),
        (GameRecord(start="nowhere"), "not a FEN"),
        (
            GameRecord(moves=("e2e5",), clocks_ms=(None,), elapsed_ms=(None,)),
            "ply 1: e2e5 is not a legal move",
        ),
    ],
)
def test_what_cannot_be_written(record: GameRecord, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        write_game(record)


def test_a_record_has_one_time_a_move() -> None:
    with pytest.raises(ValueError, match="one clock time"):
        GameRecord(moves=("e2e4",))


@given(st.text('[]{}();%$*. \n"\\e4Nf3-10O=+#Z', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    left_out: list[str] = []
    games = read_games(text, lenient=True, left_out=left_out)
    named = [*left_out, *(problem for game in games for problem in game.problems)]
    if not named:
        assert read_games(text) == games
        return
    with pytest.raises(RulesError, match=r"^line \d+, column \d+: ") as caught:
        read_games(text)
    assert any(each.startswith(str(caught.value)) for each in named)


comments = st.text(st.sampled_from("ab é{}[];%()*1.$"), min_size=1).map(
    lambda text: " ".join(text.split())
)


@given(records(), st.dictionaries(st.integers(0, 30), comments.filter(bool)))
def test_notes_are_written_and_read_back(record: GameRecord, notes: dict[int, str]) -> None:
    noted = replace(record, notes={n: t for n, t in notes.items() if n <= len(record.moves)})
    text = write_game(noted)
    assert read_games(text) == [noted]
    assert all(len(line) <= 80 for line in text.split("\n\n", 1)[1].splitlines())
    other = chess.pgn.read_game(io.StringIO(text))
    assert other is not None
    assert [move.uci() for move in other.mainline_moves()] == list(noted.moves)


def test_comments_are_kept_and_unknown_commands_in_them() -> None:
    text = """{ at } [White "A"] { the } { start }
1. e4 { [%eval 0.3] good [%clk 0:01:02] [%clk 0:09:09] } (1. d4 { not kept }) ; really
1... e5 { [%clk 0:00:59]} *
"""
    (record,) = read_games(text)
    assert record.notes == {0: "at the start", 1: "[%eval 0.3] good [%clk 0:09:09] really"}
    assert record.clocks_ms == (62_000, 59_000)
    assert read_games(write_game(record))[0].notes == record.notes


def test_a_note_with_a_closing_brace_is_written_in_lines_of_its_own() -> None:
    record = GameRecord(
        moves=("e2e4",), clocks_ms=(1000,), elapsed_ms=(None,), notes={1: "a } " * 30 + "b"}
    )
    text = write_game(record)
    assert text.count("\n; ") == 2
    assert read_games(text)[0].notes == record.notes


def test_a_position_set_up_cannot_be_written() -> None:
    record = GameRecord(set_ups={0: chess.STARTING_FEN})
    with pytest.raises(RulesError, match="PGN cannot hold the position set up after 0 plies"):
        write_game(record)
