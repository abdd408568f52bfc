"""The table of the event at the desk of a hub: from its files and from the games on the boards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.shell.hub.config import read_hub_config
from controller.shell.hub.standings import public_standings
from controller.shell.hub.web import make_hub_app
from controller.shell.web.security import LOOPBACK_HOSTS, Tokens, hash_token
from tests.browser.hall import TOKEN, FakeHub, board_of

REPORT = """\
012 Club evening
XXR 5
013 Rooks                               1
013 Knights                             2
001    1      Ann                               2100                             1.0    1     2 w 1
001    2      Bob                               2000                             0.0    2     1 b 0
"""
GAME = """\
[Event "Club evening"]
[Round "2.{board}"]
[White "{white}"]
[Black "{black}"]
[WhiteTeam "{team}"]
[BlackTeam "Rooks"]
[Result "{result}"]

1. e4 e5 {result}
"""


def asked(
    folder: Path, path: str, *records: str, token: str = TOKEN, pairings: str = ""
) -> httpx.Response:
    """The answer of a hub with these records on its boards, and a pairing file beside the report."""
    (folder / "event.trf").write_text(REPORT, encoding="utf-8")
    files = [folder / "event.trf"]
    if pairings:
        files.append(folder / "round-2.csv")
        files[-1].write_text(pairings, encoding="utf-8")
    desks = [board_of(n) for n in range(1, len(records) + 1)]
    for desk, record in zip(desks, records, strict=True):
        desk.pgn = record
    hub = FakeHub(desks)
    app = make_hub_app(
        hub,
        tokens=Tokens(hashes={"arbiter": hash_token(TOKEN)}),
        hosts=LOOPBACK_HOSTS,
        event=files,
    )

    async def run() -> httpx.Response:
        for desk in desks:
            await hub.listen(desk.board)
        transport = httpx.ASGITransport(app=app)
        headers = {"authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1", headers=headers
        ) as client:
            return await client.get(path)

    return asyncio.run(run())


def lines(found: Any) -> list[tuple[int, str, float, int]]:  # noqa: ANN401 - JSON
    return [(each["place"], each["name"], each["points"], each["games"]) for each in found]


@pytest.mark.law("DR-19")
def test_the_files_and_the_games_on_the_boards_are_one_event(tmp_path: Path) -> None:
    over = GAME.format(board=1, white="Bob", black="Ann", team="Knights", result="1-0")
    running = GAME.format(board=2, white="Cid", black="Dee", team="", result="*")
    found = asked(tmp_path, "/api/tables/standings?tie_breaks=wins", over, running).json()
    assert found["game"] == "chess"
    assert found["tie_breaks"] == ["wins"]
    assert lines(found["players"]) == [
        (1, "Ann", 1, 2),
        (1, "Bob", 1, 2),
        (3, "Cid", 0, 0),
        (3, "Dee", 0, 0),
    ]
    assert found["has_teams"]
    teams = asked(tmp_path, "/api/tables/standings?teams=1", over).json()
    assert lines(teams["teams"]) == [(1, "Knights", 2, 2), (1, "Rooks", 2, 2)]


@pytest.mark.law("DR-17", "DR-18", "DR-19")
def test_the_hub_reads_the_pairing_file_that_the_boards_read(tmp_path: Path) -> None:
    """Who is paired has a place in the table before any game has ended, with rating and team."""
    pairings = "round,board,white,black,white rating,white team\n2,1,Cid,Ann,2200,Knights\n"
    found = asked(tmp_path, "/api/tables/standings?tie_breaks=wins", pairings=pairings).json()
    assert lines(found["players"]) == [(1, "Ann", 1, 1), (2, "Bob", 0, 1), (2, "Cid", 0, 0)]
    over = GAME.format(board=1, white="Cid", black="Ann", team="Knights", result="1-0")
    found = asked(tmp_path, "/api/tables/standings", over, pairings=pairings).json()
    assert {name: points for _, name, points, _ in lines(found["players"])} == {
        "Cid": 1, "Ann": 1, "Bob": 0,
    }  # fmt: skip


def test_a_record_that_cannot_be_read_is_named_and_the_rest_counts(tmp_path: Path) -> None:
    found = asked(
        tmp_path, "/api/tables/standings", '[Event "x"]\n[Result "*"]\n\n1. e4 *\n'
    ).json()
    assert lines(found["players"]) == [(1, "Ann", 1, 1), (2, "Bob", 0, 1)]
    assert found["notes"] == [
        "table-1, game 1 does not name both players and a round, so it is left out"
    ]


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    other = GAME.format(board=1, white="Ann", black="Zoe", team="", result="1-0")
    twice = other.replace("2.1", "1.1")
    answer = asked(tmp_path, "/api/tables/standings", twice)
    assert answer.status_code == 409
    assert "is paired 2 times in round 1" in answer.json()["error"]
    assert asked(tmp_path, "/api/tables/standings?tie_breaks=luck").status_code == 409
    assert asked(tmp_path, "/api/tables/standings", token="wrong").status_code == 403


def test_the_configuration_names_the_files(tmp_path: Path) -> None:
    text = (
        '[hub]\nboards = ["table-1"]\nevent = ["event.trf", "/games"]\n[mqtt]\nhost = "127.0.0.1"\n'
        f'[roles.tokens]\narbiter = "{hash_token(TOKEN)}"\n'
    )
    config = read_hub_config(text.encode(), tmp_path / "hub.toml")
    assert config.event == (tmp_path / "event.trf", Path("/games"))


def test_the_public_has_the_round_without_a_token(tmp_path: Path) -> None:
    first = GAME.format(board=1, white="Ann", black="Cleo", team="Rooks", result="1-0")
    shown = asked(tmp_path, "/round.json", first, token="").json()
    assert [(each["board"], each["result"], each["form"]) for each in shown["boards"]] == [
        (1, "1-0", "pgn")
    ]
    assert shown["boards"][0]["last"] == ["e7", "e5"]
    assert next((line["name"], line["points"]) for line in shown["standings"]["players"]) == (
        "Ann",
        2,
    )
    assert shown["standings"]["notes"] == []
    page = asked(tmp_path, "/", first, token="")
    assert page.text == asked(tmp_path, "/round", first, token="").text
    assert 'id="round"' in page.text


@pytest.mark.parametrize("delayed", [False, True])
def test_what_the_public_waits_for_is_not_counted_from_a_journal(
    tmp_path: Path, *, delayed: bool
) -> None:
    (tmp_path / "event.trf").write_text(REPORT, encoding="utf-8")
    (tmp_path / "journal").mkdir()  # none: the standings fail where it is read
    found = public_standings([tmp_path / "event.trf", tmp_path / "journal"], [], delayed=delayed)
    assert (found is not None) is delayed


def test_there_may_be_nothing_to_count() -> None:
    assert public_standings([], [], delayed=False) is None
