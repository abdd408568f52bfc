"""Names, ratings, titles and times of a game under way are mended, and reach records and feeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.core.messages import GameStarted
from controller.shell.event_files import read_event
from controller.shell.feeds.feed import Feed
from controller.shell.sheets.facts import sheet_of
from rules.terms import Side
from tests.shell.table import Table

E4 = "e2- 300 e4+ 2000"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "journal").play("chess")
    yield made
    assert made.journal is not None
    made.journal.close()


def mended(table: Table, role: str = "operator") -> Table:
    reply = table.order(
        "amend",
        role=role,
        players={"white": "Xie, Jun"},
        headers={"WhiteElo": "2500", "WhiteTitle": "GM", "Event": "Cup", "Round": "3"},
    )
    assert reply.accepted, reply.reason
    return table


@pytest.mark.parametrize("role", ["operator", "arbiter"])
@pytest.mark.parametrize("killed", [False, True])
def test_they_reach_the_record_and_the_view(table: Table, role: str, *, killed: bool) -> None:
    game_id = table.service.game_id
    mended(table.hands(E4), role)
    if killed:
        table.kill()
    assert table.service.game_id == game_id
    text, view = table.service.record(), table.service.view()
    for line in ('[White "Xie, Jun"]', '[WhiteElo "2500"]', '[WhiteTitle "GM"]', '[Round "3"]'):
        assert line in text
    assert "1. e4" in text
    assert (view.players["white"], view.headers["WhiteElo"]) == ("Xie, Jun", "2500")
    assert view.moves[0].move == "e2e4"
    table.hands("e7- 300 e5+ 2000")
    assert "1. e4 e5" in table.service.record()
    assert table.service.record() == table.service.record(game_id)


def test_they_are_published_under_the_same_game(table: Table) -> None:
    mended(table.hands(E4))
    first, second = table.of(GameStarted)
    assert (first.amended_by, second.amended_by) == (None, "operator")
    assert (second.position, second.game_options) == (first.position, first.game_options)
    assert (second.players["white"], second.players["black"]) == ("Xie, Jun", None)
    sheet, _ = sheet_of(table.said())
    assert sheet.names[Side("white")] == "Xie, Jun"


@pytest.mark.parametrize("killed", [False, True])
def test_they_reach_the_feed(table: Table, *, killed: bool) -> None:
    feed = Feed(table.hands(E4).service)
    assert "Xie, Jun" not in feed.games()[-1].text
    mended(table)
    if killed:
        feed = Feed(table.kill().service)
    (game,) = feed.games()
    assert '[White "Xie, Jun"]' in game.text
    assert "1. e4" in game.text


def test_they_may_be_mended_again_and_taken_away(table: Table) -> None:
    mended(table)
    assert table.order("amend", role="operator", headers={"WhiteElo": None}).accepted
    view = table.service.view()
    assert "WhiteElo" not in view.headers
    assert view.headers["WhiteTitle"] == "GM"


def test_the_table_of_the_event_has_the_mended_names(table: Table, tmp_path: Path) -> None:
    mended(table.hands(E4))
    players = {"black": "Lei, Ting"}
    assert table.order("amend", role="operator", players=players).accepted
    assert table.order("result", role="arbiter", result="1-0").accepted
    assert table.journal is not None
    event = read_event([str(tmp_path / "journal")])
    assert [(each.first, each.second) for each in event.pairings] == [("Xie, Jun", "Lei, Ting")]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({"players": {"red": "A"}}, "red"),
        ({"players": ["A"]}, '"players" is'),
        ({"players": {"white": 7}}, '"players" is'),
        ({"headers": {"WhiteElo": 7}}, '"headers" is'),
        ({"headers": {"FEN": "x"}}, "made by the record"),
        ({"players": {"white": "A\nB"}}, "line break"),
        ({"headers": {"two words": "x"}}, "no name that a record can hold"),
        ({}, "so already"),
    ],
)
def test_what_cannot_be(table: Table, args: dict[str, Any], reason: str) -> None:
    reply = table.order("amend", role="operator", **args)
    assert not reply.accepted
    assert reason in (reply.reason or "")
    assert len(table.of(GameStarted)) == 1


def test_players_mend_nothing(table: Table) -> None:
    assert not table.order("amend", role="white", players={"white": "A"}).accepted
