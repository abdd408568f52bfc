"""The table of an event from records and journals."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import GameStarted, Message, Penalty, Result
from controller.journal.store import Journal
from controller.shell.cli import main
from controller.shell.event import tie_breaks_of
from controller.shell.event_files import read_event
from rules.rulebook import Outcome
from rules.standings import ROUND_ROBIN, TieBreak
from rules.terms import RulesError
from tests.journal import samples

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
[Event "Club"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[WhiteElo "2100"]
[Result "{result}"]

{moves} {result}

"""
GAMES = (
    ("1.1", "Ann", "Bob", "1-0", "1. e4 e5"),
    ("1.2", "Cid", "Dee", "1/2-1/2", "1. d4 d5"),
    ("2", "Ann", "Cid", "1/2-1/2", "1. c4"),
    ("2", "Dee", "Bob", "0-1", ""),
)


def pgn(games: tuple[tuple[str, ...], ...] = GAMES) -> str:
    return "".join(
        GAME.format(round=r, white=w, black=b, result=result, moves=moves)
        for r, w, b, result, moves in games
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "round.pgn"
    found.write_text(pgn(), encoding="utf-8")
    return found


@pytest.mark.law("CH-17")
def test_a_table_from_records(file: Path) -> None:
    event = read_event([str(file)])
    table = event.table((TieBreak.WINS,))
    assert [(line.name, line.points, line.place) for line in table] == [
        ("Ann", Fraction(3, 2), 1),
        ("Bob", Fraction(1), 2),
        ("Cid", Fraction(1), 2),
        ("Dee", Fraction(1, 2), 4),
    ]
    assert table[1].values[TieBreak.WINS] == (Fraction(0),), (
        "a game without moves counts for no tie-break"
    )
    assert {each.name: each.rating for each in event.people.values()} == {
        "Ann": 2100,
        "Bob": None,
        "Cid": 2100,
        "Dee": 2100,
    }


def test_the_command_prints_a_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", str(file), "--tie-breaks", "wins,direct"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "place  player  points  games  wins  direct",
        "    1  Ann         1½      2     1       0",
        "    2  Bob          1      2     0       0",
        "    2  Cid          1      2     0       0",
        "    4  Dee          ½      2     0       0",
    ]


def test_the_command_prints_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "chess"
    assert found["tie_breaks"] == ["opponents", "wins"]
    assert found["players"][0] == {
        "place": 1,
        "name": "Ann",
        "rating": 2100,
        "points": 1.5,
        "games": 2,
        "values": {"opponents": [2.0], "wins": [1.0]},
    }


@pytest.mark.parametrize(
    ("games", "reason"),
    [
        ((("?", "Ann", "Bob", "1-0", "1. e4"),), "game 1 does not name both players and a round"),
        ((("1", "Ann", "?", "1-0", "1. e4"),), "game 1 does not name both players and a round"),
        ((*GAMES, ("1", "Ann", "Eve", "1-0", "1. e4")), "is paired 2 times in round 1"),
        ((*GAMES, ("1", "Ann", "Bob", "0-1", "1. e4")), "is paired 2 times in round 1"),
    ],
)
def test_an_event_that_cannot_be(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    games: tuple[tuple[str, ...], ...],
    reason: str,
) -> None:
    file = tmp_path / "round.pgn"
    file.write_text(pgn(games), encoding="utf-8")
    assert main(["standings", str(file)]) == 2
    assert reason in capsys.readouterr().err


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", str(tmp_path / "none.pgn")]) == 2
    assert main(["standings", str(tmp_path)]) == 1
    assert "no journal here" in capsys.readouterr().err
    bad = tmp_path / "bad.pgn"
    bad.write_text("[Round \n", encoding="utf-8")
    assert main(["standings", str(bad)]) == 2
    assert "bad.pgn" in capsys.readouterr().err


def test_what_is_cut_off_or_damaged_is_named_and_the_rest_counts(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.pgn"
    text = pgn(
        (("3", "Ann", "Dee", "1-0", "1. e4 e5"), ("3", "Bob", "Cid", "0-1", "1. d4 d5 2. c4"))
    )
    cut.write_text(text[: text.rindex("c4")] + "c", encoding="utf-8")
    none = tmp_path / "none.pgn"
    none.write_bytes(bytes(range(1, 200)))
    assert main(["standings", str(none), str(file), str(cut), "--tie-breaks", "none"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[1:] == [
        "    1  Ann         2½      3",
        "    2  Cid          2      3",
        "    3  Bob          1      3",
        "    4  Dee          ½      3",
    ]
    assert f"{none}: " in captured.err
    assert f"{cut}, game 2: line " in captured.err


def test_a_game_that_is_given_twice_counts_once(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standings", str(file), "--tie-breaks", "none"]) == 0
    once = capsys.readouterr().out
    assert main(["standings", str(file), str(file), "--tie-breaks", "none"]) == 0
    captured = capsys.readouterr()
    assert captured.out == once
    assert captured.err.count("is there twice, and counts once") == len(GAMES)


@pytest.mark.law("CH-10.17", "CH-17")
def test_both_lose_counts_nothing_for_either(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.pgn"
    file.write_text(pgn((("1", "Ann", "Bob", "0-0", "1. e4 e5"),)), encoding="utf-8")
    assert main(["standings", str(file), "--json"]) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    assert [(each["points"], each["games"]) for each in players] == [(0, 1), (0, 1)]


@pytest.mark.law("DR-19")
def test_ratings_by_either_name_and_from_the_pairing_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = (
        '[GameType "20"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[WhiteRating "1500"]\n[BlackElo "1400"]\n'
        '[Result "2-0"]\n\n1. 32-28 2-0\n'
    )
    (tmp_path / "one.pdn").write_text(record, encoding="utf-8")
    (tmp_path / "round2.csv").write_text(
        "round,board,white,black,white rating,black rating\n2,1,C,A,1300,1500\n", encoding="utf-8"
    )
    files = [str(tmp_path / "round2.csv"), str(tmp_path / "one.pdn")]
    assert main(["standings", *files, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tie_breaks"] == ["rating-average", "opponents", "median", "truncated"]
    assert [
        (each["name"], each["rating"], each["points"], each["games"]) for each in found["players"]
    ] == [
        ("A", 1500, 2.0, 1),
        ("B", 1400, 0.0, 1),
        ("C", 1300, 0.0, 0),
    ]


TEAM_GAME = """\
[Round "{round}.{board}"]
[White "{white}"]
[Black "{black}"]
[WhiteTeam "{white[0]}"]
[BlackTeam "{black[0]}"]
[Result "{result}"]

1. e4 {result}

"""


@pytest.mark.law("DR-17", "DR-19")
def test_a_table_of_teams_in_the_order_that_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [
        (1, 1, "x1", "y1", "1-0"),
        (1, 2, "y2", "x2", "1-0"),  # 1-1, a drawn match
        (2, 1, "z1", "x1", "1/2-1/2"),
        (2, 2, "x2", "z2", "1-0"),  # x 1.5, z 0.5
        (3, 1, "y1", "z1", "1-0"),
        (3, 2, "z2", "y2", "1/2-1/2"),  # y 1.5, z 0.5
    ]
    file = tmp_path / "teams.pgn"
    names = ("round", "board", "white", "black", "result")
    file.write_text(
        "".join(TEAM_GAME.format(**dict(zip(names, game, strict=True))) for game in games),
        encoding="utf-8",
    )
    assert main(["standings", str(file), "--teams"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "place  team  points  matches  board-points  direct  board-order",
        "    1  x          3        2            2½       1         1½ 1",
        "    2  y          3        2            2½       1         1 1½",
        "    3  z          0        2             1       0          ½ ½",
    ]
    assert main(["standings", str(file), "--teams", "--json", "--tie-breaks", "board-order"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tie_breaks"] == ["board-order"]
    assert [
        (each["name"], each["place"], each["values"]["board-order"]) for each in found["teams"]
    ] == [
        ("x", 1, [1.5, 1.0]),
        ("y", 2, [1.0, 1.5]),
        ("z", 3, [0.5, 0.5]),
    ]
    assert main(["standings", str(file), "--tie-breaks", "board-order"]) == 2
    assert "tells teams apart, not players" in capsys.readouterr().err


def test_records_without_teams_have_no_table_of_teams(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standings", str(file), "--teams"]) == 2
    assert "no file names a team" in capsys.readouterr().err


def test_two_games_are_no_event(tmp_path: Path, file: Path) -> None:
    other = tmp_path / "one.pdn"
    other.write_text(
        '[GameType "20"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "2-0"]\n\n1. 32-28 2-0\n',
        encoding="utf-8",
    )
    with pytest.raises(RulesError, match="is of draughts-100, and the others are of chess"):
        read_event([str(file), str(other)])


def test_tie_breaks() -> None:
    assert tie_breaks_of(None, "draughts-100")[0] is TieBreak.RATING_AVERAGE
    assert tie_breaks_of("round-robin", "chess") == ROUND_ROBIN
    assert tie_breaks_of("none", "chess") == ()
    with pytest.raises(RulesError, match="known: round-robin, swiss"):
        tie_breaks_of("luck", "chess")


def started(white: str | None, black: str | None, **headers: str) -> GameStarted:
    return GameStarted(
        game="chess",
        rulebook="chess-fide-2023",
        players={"white": white, "black": black},
        position="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        headers=headers,
    )


E4 = samples.move()


def result(text: str, termination: str = "arbiter") -> Result:
    return Result(result=text, termination=termination, law=None)


@pytest.mark.law("FIDE-12.9")
def test_a_journal_knows_void_games_and_points_of_the_arbiter(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    minus = Penalty(side="black", kind="points-off", law="FIDE-12.9", count=1, takes_points=0.5)
    plus = Penalty(
        side="white", kind="points-to-opponent", law="FIDE-12.9", count=1, gives_points=1
    )
    undone = Penalty(
        side="white", kind="points-to-opponent", law="FIDE-12.9", count=0, gives_points=1, withdrawn=True
    )  # fmt: skip
    games: list[list[Message]] = [
        [started("Ann", "Bob", Round="1"), E4, result("*", "void")],
        [started("Ann", "Bob", Round="1"), E4, minus, plus, undone, result("0-1")],
        [started("Bob", "Ann", Round="2"), E4],
        [started(None, "Ann", Round="2"), E4, result("1-0")],
        [minus],
    ]
    with Journal.open(folder, "b1") as journal:
        for number, messages in enumerate(games, 1):
            journal.append(messages, game_id=f"g{number}", at_us=0)
    event = read_event([str(folder)])
    assert [(p.round, p.outcome) for p in event.pairings] == [
        (1, Outcome.SECOND_WINS),
        (2, Outcome.OPEN),
    ]
    assert [(line.name, line.points) for line in event.table(())] == [
        ("Bob", Fraction(1, 2)),
        ("Ann", Fraction(0)),
    ]
    assert len(event.notes) == 3
    assert "g1 is void" in event.notes[0]
