"""Records of xiangqi games in PGN."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.record import GameRecord
from rules.terms import RulesError
from rules.xiangqi import XIANGQI
from rules.xiangqi.pgn import ROSTER, STYLES, read_games, write_game

FILES = Path(__file__).parents[1] / "data" / "games"
NOTATIONS = ("chinese", "wxf", "ucci")
STARTS = (
    None,
    "3k5/9/9/4P4/4P4/4P4/9/9/5R3/4K4 w - - 0 9",
    "4k4/9/9/4p1p2/9/9/2P1p1p2/9/4A4/3AK4 b - - 3 40",
)

pytestmark = pytest.mark.law("XQ-7.5")

times = st.none() | st.integers(0, 20 * 3_600_000)
notes = st.text(st.sampled_from("ab 好{}[];%()*1."), min_size=1).map(
    lambda text: " ".join(text.replace("%", "% ").split())
)


@cache
def records_of(notation: str) -> list[GameRecord]:
    return read_games((FILES / f"xiangqi-masters-{notation}.pgn").read_text(encoding="utf-8"))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    start = draw(st.sampled_from(STARTS))
    position = XIANGQI.start(start)
    moves: list[str] = []
    for choice in draw(st.lists(st.integers(0, 99), max_size=25)):
        if position.moves():
            move = position.moves()[choice % len(position.moves())]
            moves.append(move.text)
            position = position.play(move)
    n = len(moves)
    return GameRecord(
        game="xiangqi",
        headers={
            **dict.fromkeys((name for name in ROSTER if not name.endswith("Team")), "?"),
            "RedTeam": "甲 \u3000队",
            "ECCO": 'B "05" \\',
        },
        start=start,
        moves=tuple(moves),
        clocks_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        elapsed_ms=tuple(draw(st.lists(times, min_size=n, max_size=n))),
        notes=draw(st.dictionaries(st.integers(0, n), notes.filter(bool))),
        result=draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])),
    )


@given(records(), st.sampled_from(sorted(STYLES)))
def test_what_is_written_is_read_back(record: GameRecord, style: str) -> None:
    text = write_game(record, style)
    assert read_games(text) == [record]
    assert read_games(text + "\n" + text) == [record, record]
    assert all(len(line) <= 80 for line in text.split("\n\n", 1)[1].splitlines())


def test_three_notations_hold_the_same_games() -> None:
    chinese, wxf, ucci = map(records_of, NOTATIONS)
    assert chinese == wxf
    assert (
        [len(game.moves) for game in chinese]
        == [len(game.moves) for game in ucci]
        == [127, 76, 104]
    )
    differences = [
        (game, ply, mine, other)
        for game, (a, b) in enumerate(zip(chinese, ucci, strict=True), 1)
        for ply, (mine, other) in enumerate(zip(a.moves, b.moves, strict=True), 1)
        if mine != other
    ]
    # Two sources say that the soldier behind advances, the third that the one before does.
    assert differences == [(2, 71, "e3e4", "e5e6")]


@pytest.mark.parametrize("style", STYLES)
def test_real_games_in_every_notation(style: str) -> None:
    for record in records_of("ucci"):
        (again,) = read_games(write_game(record, style))
        assert again.moves == record.moves
        assert record.headers.items() <= again.headers.items()
        assert again.result == record.result == "*"


MIXED = """\
[Game "Chinese Chess"]
[Red "甲"]
[Result "1-0"]
[Format "ICCS"]

1.炮二平五 马8进7 { 好 [%clk 0:10:00] } 2．Ｈ２＋３ 車9平8! (2... i9i8 3. 炮25) 3. c3c4 G6-G5 $1
; to the end of the line
4. 馬87 马23 1-0
"""


def test_notations_may_be_mixed_and_forms_are_many() -> None:
    (record,) = read_games(MIXED)
    assert record.moves == ("h2e2", "h9g7", "h0g2", "i9h9", "c3c4", "g6g5", "b0c2", "b9c7")
    assert record.headers == {"Red": "甲"}
    assert record.clocks_ms[1] == 600_000
    assert record.notes == {2: "好", 6: "to the end of the line"}
    assert record.result == "1-0"
    assert read_games(MIXED.replace("\n", "\r\n")) == [record]


def test_headers_come_in_the_order_of_the_format() -> None:
    record = GameRecord(
        game="xiangqi",
        headers={"ECCO": "B05", "Black": "乙", "BlackTeam": "北京"},
        start="3k5/9/9/9/9/9/9/9/9/4K4 b - - 4 31",
        moves=("d9d8",),
        clocks_ms=(None,),
        elapsed_ms=(None,),
        result="1/2-1/2",
    )
    assert write_game(record, "ucci") == (
        '[Game "Chinese Chess"]\n[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
        '[Red "?"]\n[BlackTeam "北京"]\n[Black "乙"]\n[Result "1/2-1/2"]\n'
        '[FEN "3k5/9/9/9/9/9/9/9/9/4K4 b - - 4 31"]\n[Format "UCCI"]\n[ECCO "B05"]\n\n'
        "31... d9d8 1/2-1/2\n"
    )
    both_lose = replace(record, result="0-0")
    assert write_game(both_lose).endswith("31... 将４进１ *\n")
    assert read_games(write_game(both_lose))[0].result == "0-0"


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. 炮二平五 马８进８", 1, 9, "is not legal here"),
        ("1. h2e2\nz9z7", 2, 1, '"z9z7" is not a move of xiangqi'),
        ("1. h2e2 {never", 1, 9, "this comment is never closed"),
        ("1. h2e2 (h9g7", 1, 9, "this side line is never closed"),
        ('1. h2e2 "h9g7"', 1, 9, "has no meaning here"),
        ('[Game "Chess"]\n\n1. e4', 1, 1, 'cannot read the game "Chess"'),
        ('[Result "红胜"]\n\n*', 1, 1, '"红胜" is not a result'),
        ('[FEN "9/9/9/9/9/9/9/9/9/4K4 w"]\n\n*', 1, 1, "9/9"),
        ('[Result "1-0"]\n1. h2e2 0-1', 2, 9, "header says 1-0"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(RulesError) as caught:
        read_games(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in str(caught.value)
    left_out: list[str] = []
    text += '\n\n[Red "Next"]\n\n1. h2e2 1-0\n'
    *first, last = read_games(text, lenient=True, left_out=left_out)
    named = [*left_out, *(problem for game in first for problem in game.problems)]
    assert named[0].startswith(str(caught.value))
    assert (last.moves, last.result, last.problems) == (("h2e2",), "1-0", ())


@pytest.mark.parametrize(
    ("record", "style", "reason"),
    [
        (GameRecord(game="chess"), "wxf", "this is one of chess"),
        (GameRecord(game="xiangqi"), "latin", '"latin" is not a style'),
        (GameRecord(game="xiangqi", result="2-0"), "wxf", '"2-0" is not a result'),
        (GameRecord(game="xiangqi", headers={"Format": "WXF"}), "wxf", "Format is a field"),
        (GameRecord(game="xiangqi", start="9"), "wxf", "9"),
        (GameRecord(game="xiangqi", set_ups={0: "9"}), "wxf", "the position set up after 0 plies"),
    ],
)
def test_what_cannot_be_written(record: GameRecord, style: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        write_game(record, style)
