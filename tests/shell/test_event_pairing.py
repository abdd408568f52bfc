"""The next round of an event: by the Dutch system and the Berger tables, checked with another library and by their laws."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.shell.cli import main
from controller.shell.event import Event, Person
from controller.shell.event_files import read_event
from controller.shell.event_pairing import Plan, Round, System, paired, take
from controller.shell.pairings import load_pairings
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.standings import Pairing
from tests.oracles.client import Oracle

if platform.machine() != "x86_64":
    pytest.skip("py4swiss is for 64-bit PCs only", allow_module_level=True)

RESULTS = (Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS)


@dataclass
class Played:
    """An event that is played by chance, and what the laws of pairing look at in it."""

    players: int
    rounds: int
    dice: Random
    event: Event = field(default_factory=lambda: Event(game="chess"))
    colours: dict[str, list[str]] = field(default_factory=dict)
    floats: dict[str, list[str]] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    met: set[frozenset[str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        for n in range(1, self.players + 1):
            self.event.meet(Person(name=f"p{n:03}", number=n, rating=2600 - n))
        self.colours = {name: [] for name in self.event.people}
        self.floats = {name: [] for name in self.event.people}

    def points(self) -> dict[str, float]:
        return {line.name: float(line.points) for line in self.event.table(())}

    def play(self, round_: Round) -> None:
        points = self.points()
        take(self.event, round_)
        for first, second in round_.pairs:
            names = first.name, second.name
            self.met.add(frozenset(names))
            for name, other, colour in (*names, "white"), (*names[::-1], "black"):
                self.colours[name].append(colour)
                more = (points[name] > points[other]) - (points[name] < points[other])
                self.floats[name].append(("none", "down", "up")[more])
            outcome = self.dice.choice(RESULTS)
            game = Pairing(round=round_.number, first=names[0], second=names[1], outcome=outcome)
            self.event.add(game, "")
        for each in round_.free:
            self.free.add(each.first)
            self.floats[each.first].append("down")

    def asked(self, number: int) -> Mapping[str, Any]:
        points = self.points()
        ids = {name: each.number for name, each in self.event.people.items()}
        return {
            "ask": "dutch",
            "players": [
                {
                    "id": ids[name],
                    "score": points[name],
                    "colours": self.colours[name],
                    "floats": self.floats[name],
                    "byes": int(name in self.free),
                    "forfeits": 0,
                }
                for name in ids
            ],
            "met": sorted(sorted(ids[name] or 0 for name in pair) for pair in self.met),
            "round": number,
            "rounds": self.rounds,
        }


@pytest.mark.parametrize(("players", "rounds"), [(6, 3), (9, 5), (16, 7), (31, 7), (60, 9)])
@pytest.mark.parametrize("seed", range(3))
def test_rounds_keep_what_the_dutch_system_never_leaves(
    players: int, rounds: int, seed: int
) -> None:
    """C.04.1 and C.04.3, C.1 to C.3: nobody meets twice or is free twice, no third colour in a row, none two ahead."""
    played = Played(players, rounds, Random(seed))
    for number in range(1, rounds + 1):
        points, met, free = played.points(), set(played.met), set(played.free)
        round_ = paired(played.event, Plan(system=System.SWISS, rounds=rounds))
        seated = [each.name for pair in round_.pairs for each in pair]
        seated += [each.first for each in round_.free]
        assert sorted(seated) == sorted(played.event.people)
        assert len(round_.free) == players % 2
        assert not free & {each.first for each in round_.free}
        assert not met & {frozenset(each.name for each in pair) for pair in round_.pairs}
        played.play(round_)
        for name, colours in played.colours.items():
            if number < rounds or points[name] <= (number - 1) / 2:
                assert abs(colours.count("white") - colours.count("black")) <= 2, name
                assert len(colours) < 3 or len(set(colours[-3:])) > 1, name


@pytest.mark.needs("oracle:caissify-pairings")
def test_another_library_pairs_nearly_all_rounds_alike() -> None:
    """In each event both pair every round from the same history.

    The pairs are compared without their colours: where two that want one colour have different points, the other
    gives it to the lower number and not to the higher score (C.04.3, A.2 and E.4).
    """
    alike = rounds = 0
    with Oracle("caissify-pairings", "caissify_server") as oracle:
        for seed in range(40):
            played = Played(10, 5, Random(seed))
            for number in range(1, 6):
                round_ = paired(played.event, Plan(system=System.SWISS, rounds=5))
                theirs = oracle.ask(played.asked(number))
                ours = {frozenset((a.number, b.number)) for a, b in round_.pairs}
                assert isinstance(theirs, list)
                alike += ours == {frozenset(pair) for pair in theirs}
                rounds += 1
                played.play(round_)
    assert rounds == 200
    assert alike >= 198


@pytest.fixture
def players(tmp_path: Path) -> Path:
    file = tmp_path / "players.csv"
    file.write_text(
        "name,rating,title,federation,id,team\n"
        '"Menchik, Vera",2350,GM,ENG,1234567,Rooks\n'
        '"Graf, Sonja",2310,WIM,GER,,Knights\n'
        "Cid,1900,,,,Rooks\nDee,1800,,,,Knights\nEve,1700,,,,Rooks\n",
        encoding="utf-8",
    )
    return file


def results(pairing_file: Path, *outcomes: str) -> str:
    """Records of a round's games."""
    games = load_pairings(pairing_file, game_by_name("chess"))
    return "".join(
        f'[Round "{each.round}.{each.board}"]\n[White "{each.players["white"]}"]\n'
        f'[Black "{each.players["black"]}"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n'
        for each, result in zip(games, outcomes, strict=True)
    )


@pytest.mark.law("DR-18")
def test_a_whole_event_from_the_command_line(
    tmp_path: Path, players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, file, records = tmp_path / "event.trf", tmp_path / "round.csv", tmp_path / "round.pgn"
    source = players
    for number in (1, 2, 3):
        args = ["pair", str(source), "--rounds", "3", "--out", str(file), "--trf", str(report)]
        assert main(args) == 0
        assert f"has no opponent in round {number}" in capsys.readouterr().err
        games = load_pairings(file, game_by_name("chess"))
        assert [(each.round, each.board) for each in games] == [(number, 1), (number, 2)]
        assert main(["pair", str(report)]) == 2
        assert f"round {number} is not over: 2 games are open" in capsys.readouterr().err
        records.write_text(results(file, "1-0", "1/2-1/2"), encoding="utf-8")
        args = [
            "standings",
            str(report),
            str(records),
            "--trf",
            str(report),
            "--tie-breaks",
            "none",
        ]
        assert main(args) == 0
        source = report
    table = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in table[-5:]] == ["3"] * 5
    assert main(["pair", str(report)]) == 2
    assert "all 3 rounds of this event have been paired" in capsys.readouterr().err
    event = read_event([str(report)])
    assert event.people["Menchik, Vera"].fide_id == "1234567"
    assert event.people["Menchik, Vera"].team == "Rooks"
    assert sum(each.second is None for each in event.pairings) == 3


def test_the_pairing_file_has_what_boards_read(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pair", str(players), "--rounds", "3", "--first-board", "11"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[0] == (
        "round,board,white,black,white rating,white title,white federation,white id,white team,"
        "black rating,black title,black federation,black team"
    )
    assert captured.out.splitlines()[1].startswith('1,11,"Menchik, Vera",Cid,2350,')
    assert "Eve has no opponent in round 1" in captured.err
    assert "give --trf FILE" in captured.err


def test_who_is_absent_is_not_paired(players: Path, tmp_path: Path) -> None:
    report = tmp_path / "event.trf"
    args = ["--rounds", "3", "--absent", "Dee", "--half", "Eve", "--absent", "Cid"]
    assert (
        main(["pair", str(players), *args, "--trf", str(report), "--out", str(tmp_path / "r.csv")])
        == 0
    )
    event = read_event([str(report)])
    free = {each.first: each.outcome for each in event.pairings if each.second is None}
    assert free == {
        "Cid": Outcome.SECOND_WINS,
        "Dee": Outcome.SECOND_WINS,
        "Eve": Outcome.DRAW,
    }


def test_a_round_robin_in_the_order_of_the_list(
    players: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["pair", str(players), "--system", "round-robin", "--out", str(tmp_path / "r.csv")]
    assert main(args) == 0
    games = load_pairings(tmp_path / "r.csv", game_by_name("chess"))
    # Of five: 1-6, 2-5, 3-4, and nobody has number 6.
    assert [tuple(each.players.values()) for each in games] == [
        ("Graf, Sonja", "Eve"),
        ("Cid", "Dee"),
    ]
    assert "Menchik, Vera has no opponent in round 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ([], "give --rounds N"),
        (["--rounds", "3", "--absent", "Zoe"], '"Zoe" is not in this event'),
        (["--rounds", "3", "--game", "halma"], "halma"),
    ],
)
def test_what_cannot_be_paired_is_refused(
    players: Path, capsys: pytest.CaptureFixture[str], args: list[str], reason: str
) -> None:
    assert main(["pair", str(players), *args]) == 2
    assert reason in capsys.readouterr().err


def test_nobody_is_paired_from_damaged_files(
    players: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.trf"
    bad.write_text("012 Club\n001 spoilt\n", encoding="utf-8")
    assert main(["pair", str(players), str(bad), "--rounds", "3"]) == 2
    assert "a round is paired from whole files only" in capsys.readouterr().err


def test_points_of_the_arbiter_and_of_draughts_count_for_the_pairing(tmp_path: Path) -> None:
    """Ruled points move a player between the groups of equal points (FIDE-12.9)."""
    event = Event(game="draughts-100")
    for n, name in enumerate("abcd", 1):
        event.meet(Person(name=name, number=n))
    for first, second in ("ac", "db"):
        event.add(Pairing(round=1, first=first, second=second, outcome=Outcome.DRAW), "")
    plan = Plan(system=System.SWISS, rounds=3)
    assert {frozenset(p.name for p in pair) for pair in paired(event, plan).pairs} == {
        frozenset("ab"),
        frozenset("cd"),
    }
    event.ruled = {"a": -event.table(())[0].points / 2, "b": -event.table(())[0].points / 2}
    board = [tuple(p.name for p in pair) for pair in paired(event, plan).pairs]
    assert set(board[0]) == set("cd"), "who has lost points sits at the last board"


@pytest.fixture
def without_py4swiss(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.split(".")[0] == "py4swiss"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "py4swiss", None)


@pytest.mark.usefixtures("without_py4swiss")
def test_where_the_library_is_not_that_is_said(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pair", str(players), "--rounds", "3"]) == 2
    assert "which there is for 64-bit PCs only" in capsys.readouterr().err
    assert main(["pair", str(players), "--system", "round-robin"]) == 0


@pytest.mark.law("DR-17", "DR-18")
@pytest.mark.parametrize("apart", [False, True])
def test_players_of_one_team_meet_unless_the_event_keeps_them_apart(*, apart: bool) -> None:
    played = Played(players=8, rounds=4, dice=Random(53))
    for person in list(played.event.people.values()):
        played.event.people[person.name] = replace(person, team=f"t{(person.number or 0) % 4}")
    plan = Plan(system=System.SWISS, rounds=4, apart=apart)
    within = 0
    for _ in range(4):
        round_ = paired(played.event, plan)
        within += sum(first.team == second.team for first, second in round_.pairs)
        played.play(round_)
    assert (within > 0) is not apart
