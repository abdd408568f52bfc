"""Pairing files: what is read of them, and that every mistake is named with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.shell.pairings import (
    BYTES_MAX,
    BadPairings,
    Pairing,
    load_pairings,
    pairing_of,
    read_pairings,
)
from rules.registry import GAMES, game_by_name

if TYPE_CHECKING:
    from pathlib import Path

CHESS = game_by_name("chess")
CSV = """\
Round,Board,White,Black,White rating,white_title,Black-ID,black federation,event,time control
1,1,"Menchik, Vera","Graf, Sonja",2350,WGM,1234,GER,Club evening,90:00+0:30
1,2,Ann,Bob,,,,,,
2,1,Bob,"Menchik, Vera",,,,,Club evening,
"""
PGN = """\
[Event "Open"]
[Site "Hall"]
[Date "2026.03.14"]
[Round "3.7"]
[White "Menchik, Vera"]
[Black "Graf, Sonja"]
[Result "*"]
[WhiteElo "2350"]
[TimeControl "5400+30"]

*

[Event "Open"]
[Round "3"]
[Board "8"]
[White "Ann \\"A.\\" Other"]
[Black "Bob"]
[Event "Open"]
[Round "4.7"]
[White "Graf, Sonja"]
[Black "Ann"]
"""


def pairings(text: str, game: str = "chess") -> tuple[Pairing, ...]:
    return read_pairings(text, "round.csv", game_by_name(game))


def mistakes(text: str, game: str = "chess") -> list[str]:
    with pytest.raises(BadPairings) as caught:
        pairings(text, game)
    return str(caught.value).splitlines()


def test_a_csv_file() -> None:
    first, second, third = pairings(CSV)
    assert (first.round, first.board, first.line) == (1, 1, 2)
    assert first.players == {"white": "Menchik, Vera", "black": "Graf, Sonja"}
    assert first.time_control == "90:00+0:30"
    assert first.headers == {
        "WhiteElo": "2350",
        "WhiteTitle": "WGM",
        "BlackFideId": "1234",
        "BlackFed": "GER",
        "Event": "Club evening",
        "Round": "1",
        "Board": "1",
    }
    assert (second.players["white"], second.time_control) == ("Ann", None)
    assert second.headers == {"Round": "1", "Board": "2"}
    assert (third.round, third.board) == (2, 1)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_delimiters_and_ends_of_lines(delimiter: str, end: str) -> None:
    rows = ["round|board|white|black", "1|7|Ann|Bob", "", "2|7|Bob|Ann"]
    text = "\ufeff" + end.join(rows).replace("|", delimiter) + end
    assert [each.round for each in pairings(text)] == [1, 2]


def test_the_sides_are_those_of_the_game() -> None:
    (found,) = pairings("round,board,red,black,red rating\n1,1,Hu,Xu,2600\n", "xiangqi")
    assert found.players == {"red": "Hu", "black": "Xu"}
    assert found.headers["RedElo"] == "2600"
    assert "there is no column 'white'" in mistakes("round,board,white,black\n", "xiangqi")[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_has_its_columns(game: object) -> None:
    first, second = game.sides  # type: ignore[attr-defined]
    (found,) = pairings(f"round,board,{first},{second}\n1,1,Ann,Bob\n", game.name)  # type: ignore[attr-defined]
    assert found.players == {first: "Ann", second: "Bob"}


def test_the_headers_of_a_pgn_file() -> None:
    first, second, third = pairings(PGN)
    assert (first.round, first.board, first.line) == (3, 7, 1)
    assert first.players == {"white": "Menchik, Vera", "black": "Graf, Sonja"}
    assert first.time_control == "90:00+0:30"
    assert first.headers == {
        "Event": "Open",
        "Site": "Hall",
        "Date": "2026.03.14",
        "WhiteElo": "2350",
        "Round": "3",
        "Board": "7",
    }
    assert (second.round, second.board, second.players["white"]) == (3, 8, 'Ann "A." Other')
    assert (third.round, third.board) == (4, 7)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["line 1: the column round is missing", "line 1: the column board is missing"]),
        ("round,board,white,black\n", ["holds no pairings"]),
        ("round,board,white,black,elo\n", ["line 1, column 5: there is no column 'elo'"]),
        ("round,board,white,black,white\n", ["line 1, column 5: white is there twice"]),
        (
            "round,board,white,black\nx,0,Ann,\n",
            [
                "line 2, column 1: round is a number from 1, not 'x'",
                "line 2, column 2: board is a number from 1, not '0'",
                "line 2, column 4: black has no name",
            ],
        ),
        ("round,board,white,black\n1,1,Ann,Bob,Eve\n", ["line 2, column 5: has 5 fields"]),
        ("round,board,white,black\n1,1,Ann\n", ["line 2, column 4: black has no name"]),
        ('round,board,white,black\n1,1,"Ann,Bob\n', ["line 2: is not CSV"]),
        (
            "round,board,white,black,time control\n1,1,Ann,Bob,soon\n",
            ["line 2, column 5: "],
        ),
        (
            "round,board,white,black\n1,1,Ann,Bob\n1,1,Cid,Dee\n1,2,Bob,Eve\n",
            ["line 3: board 1 has another game in round 1, line 2", "line 4: Bob has another game"],
        ),
        ('[Round "x"]\n[White "A"]\n[Black "B"]\n', ["line 1: Round is a number"]),
        ('[Round "1"]\n[White "A"]\n[Black "B"]\n', ["line 1: Board is a number"]),
        ('[Round "1.1"]\n[White "A"]\n', ["line 1: Black has no name"]),
        ('[Round "1.1"]\n[White "A"]\n[Black "B"]\n[TimeControl "x"]', ["line 1: TimeControl: "]),
        ('[Round "1.1"\n', ["line 1, column 1: is no header"]),
    ],
)
def test_every_mistake_is_named_with_its_place(text: str, found: list[str]) -> None:
    lines = mistakes(text)
    for line, start in zip(lines, found, strict=False):
        assert line.startswith(f"round.csv: {start}"), lines
    assert len(lines) >= len(found)


def test_a_file_of_mistakes_is_told_shortly() -> None:
    lines = mistakes("round,board,white,black\n" + "x,1,Ann,Bob\n" * 50)
    assert lines[-1] == "round.csv: and 30 more"


def test_the_next_game_of_a_board() -> None:
    found = pairings(CSV)
    first, _, third = found
    assert pairing_of(found, 1, None, []) == first
    assert pairing_of(found, 1, None, [first]) == third
    assert pairing_of(found, 1, 1, [first]) == first
    with pytest.raises(ValueError, match="have been started; name the round"):
        pairing_of(found, 1, None, [first, third])
    with pytest.raises(ValueError, match="no game on board 9"):
        pairing_of(found, 9, None, [])
    with pytest.raises(ValueError, match="no game in round 2, only in 1"):
        pairing_of(found, 2, 2, [])


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "round.csv"
    file.write_text(CSV, encoding="utf-8")
    assert load_pairings(file, CHESS) == pairings(CSV)
    with pytest.raises(BadPairings, match="cannot be read"):
        load_pairings(tmp_path / "none.csv", CHESS)
    file.write_bytes(b"x" * (BYTES_MAX + 1))
    with pytest.raises(BadPairings, match="too long"):
        load_pairings(file, CHESS)
    file.write_bytes("round,board,red,black\n1,1,胡荣华,许银川\n".encode("gb18030"))
    with pytest.raises(BadPairings, match="'red'"):
        load_pairings(file, CHESS)
