"""The file formats by name, by game and by content."""

from pathlib import Path

import pytest

from rules.formats import FORMATS, detect, format_of_game, read_text
from rules.registry import GAMES
from rules.terms import RulesError

FILES = Path(__file__).parents[1] / "data" / "games"
FIRST = {
    "pgn": ["chess-live-round.pgn"],
    "pdn": ["draughts-100-kurnik.pdn", "draughts-russian-abatsiev.pdn"],
    "xqpgn": ["xiangqi-masters-wxf.pgn"],
    "sgf": ["go-9handicap.sgf"],
}
OF_PREFIX = {"chess": "pgn", "draughts": "pdn", "xiangqi": "xqpgn", "go": "sgf"}


def test_every_game_has_one_format() -> None:
    for game in GAMES:
        assert [each.name for each in FORMATS.values() if game in each.games] == [
            format_of_game(game).name
        ]
    with pytest.raises(RulesError, match="records of shogi have no file format"):
        format_of_game("shogi")


def test_formats_are_called_by_their_names() -> None:
    assert (
        {each.name for each in FORMATS.values()} == set(FORMATS) == {"pgn", "pdn", "xqpgn", "sgf"}
    )
    for each in FORMATS.values():
        assert each.suffix.startswith(".")
        assert len(set(each.styles)) == len(each.styles) > 0


@pytest.mark.parametrize("file", sorted(FILES.glob("*-*.*")), ids=lambda file: file.name)
def test_files_are_detected(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = detect(text)
    assert found.name == OF_PREFIX[file.name.split("-")[0]]
    record = found.read(text, lenient=True)[0]
    assert record.game in found.games
    assert detect("\ufeff" + found.write(record, found.styles[0])) is found


@pytest.mark.parametrize("name", FORMATS)
def test_games_without_a_header_are_detected_in_every_style(name: str) -> None:
    found = FORMATS[name]
    for file in FIRST[name]:
        record = found.read((FILES / file).read_text(encoding="utf-8"), lenient=True)[0]
        for style in found.styles:
            text = found.write(record, style)
            body = text if name == "sgf" else text.split("\n\n", 1)[1]
            assert detect(body) is found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1. e4 e5 *", "pgn"),
        ("1. e2e4 e7e5 *", "pgn"),
        ("1. b2b4 a7a5 *", "pgn"),
        ("1. e4xd5", "pgn"),
        ("1. O-O", "pgn"),
        ('[FEN "8/8/8/8/8/8/8/8 w"]', "pgn"),
        ("1. 32-28", "pdn"),
        ("1. 7-12", "pdn"),
        ("3228 1823", "pdn"),
        ("1. c3-d4", "pdn"),
        ("1. c3d4", "pdn"),
        ("1. d4:b6:d8", "pdn"),
        ('[Result "2-0"]', "pdn"),
        ('[GameType "20"]', "pdn"),
        ('[FEN "W:W31:B1"]', "pdn"),
        ("1. 炮二平五", "xqpgn"),
        ("1. Ｃ２＝５", "xqpgn"),
        ("1. C2=5", "xqpgn"),
        ("1. +R=4", "xqpgn"),
        ("1. H2-E2", "xqpgn"),
        ("1. h2e2 h9g7", "xqpgn"),
        ('[Red "A"]', "xqpgn"),
        ('[Game "Chinese Chess"]', "xqpgn"),
        ('[FEN "9/9/9/9/9/9/9/9/9/9 w"]', "xqpgn"),
        (" \n( ;GM[1])", "sgf"),
    ],
)
def test_texts_are_detected(text: str, name: str) -> None:
    assert detect(text).name == name


@pytest.mark.parametrize("text", ["", " \n", "hello", "<html></html>", '[White "A"]\n\nhello'])
def test_what_is_no_record(text: str) -> None:
    for form in FORMATS.values():
        if "[White" in text:
            assert detect(text, form) is form
        else:
            with pytest.raises(RulesError, match=r"looks like no record of a game.*; look whether"):
                detect(text, form)


@pytest.mark.parametrize("text", ['[White "A"]\n\n1-0', "*"])
def test_a_record_without_moves_is_what_its_name_says(text: str) -> None:
    with pytest.raises(RulesError, match=r"there are no moves and no headers .*--from"):
        read_text(text)
    assert detect(text).name == "pgn"
    for name in ("pgn", "pdn", "xqpgn"):
        assert detect(text, FORMATS[name]).name == name
