"""The games of a journal: listed, looked for, stepped through, taken away."""

from __future__ import annotations

import gzip
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import position_text, read_message
from controller.core.showing import men_of
from controller.journal.files import FILE
from controller.journal.store import Journal
from controller.shell import cli
from controller.shell.export import moves_of, text_of, told
from controller.shell.played import serving
from controller.shell.played.telling import fits, replay_of
from controller.shell.web.app import make_app
from controller.shell.web.relaying import Hall
from controller.shell.web.security import Tokens
from rules.registry import game_by_name
from tests import kept
from tests.shell.played_desk import PlayedDesk
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from pathlib import Path

    from controller.core.messages import Message

IDS = [f"g{n}" for n in range(1, 7)]


@pytest.fixture(scope="module")
def desk() -> PlayedDesk:
    return PlayedDesk()


def messages_of(desk: PlayedDesk, game_id: str) -> list[Message]:
    return [read_message(entry.body) for entry in desk.played[game_id]]


def test_all_games_are_listed_the_newest_first(desk: PlayedDesk) -> None:
    told = Client(desk).get("/api/games").json()
    assert [each["id"] for each in told["games"]] == IDS[::-1]
    assert (told["before"], told["all"]) == (None, len(IDS))


def test_a_list_goes_on_where_it_ended(desk: PlayedDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PAGE", 4)
    client = Client(desk)
    first = client.get("/api/games").json()
    assert [each["id"] for each in first["games"]] == ["g6", "g5", "g4", "g3"]
    rest = client.get("/api/games", params={"before": first["before"]}).json()
    assert [each["id"] for each in rest["games"]] == ["g2", "g1"]
    assert rest["before"] is None


def test_a_search_that_looked_through_many_says_where_it_is(
    desk: PlayedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LOOKED_MAX", 2)
    found = Client(desk).get("/api/games", params={"q": "nobody at all"}).json()
    assert (found["games"], found["before"]) == ([], "g5")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", True), ("menchik", True), ("GRAF vera", True), ("club 3", True), ("1-0 g7", True),
        ("menchik 0-1", False), ("fischer", False), ("2026.11", True),
    ],
)  # fmt: skip
def test_every_word_is_looked_for(words: str, *, found: bool) -> None:
    summary = {
        "id": "g7",
        "game": "chess",
        "players": {"white": "Vera Menchik", "black": "Sonja Graf"},
        "headers": {"Event": "Club evening", "Round": "3", "Date": "2026.11.30"},
        "result": "1-0",
    }
    assert fits(summary, words) is found


def test_what_was_summed_up_is_not_read_again() -> None:
    desk = PlayedDesk()
    app = make_app(desk, tokens=Tokens())
    for _ in range(2):
        Client(desk, app=app).get("/api/games", params={"q": "x"})
    assert sorted(desk.reads) == IDS


@pytest.mark.parametrize("game_id", IDS)
def test_stepping_through_ends_where_the_game_ended(desk: PlayedDesk, game_id: str) -> None:
    messages = messages_of(desk, game_id)
    replay = Client(desk).get(f"/api/games/{game_id}").json()
    game = game_by_name(replay["game"], replay["options"])
    men: dict[str, str] = {}
    shown = []
    for step in replay["steps"]:
        men = {p: man for p, man in {**men, **step["men"]}.items() if man}
        if "move" in step:
            shown.append((step["move"], men))
    moves = moves_of(messages)
    assert [move for move, _ in shown] == [move.move for move in moves]
    for (_, stood), move in zip(shown, moves, strict=True):
        assert stood == men_of(game, game.start(position_text(move.position)))
    assert replay["plies"] == len(moves)


def test_a_game_that_has_not_begun_has_no_steps() -> None:
    assert replay_of("g1", []) is None


@pytest.mark.parametrize("game_id", IDS)
def test_each_game_can_be_taken_away(desk: PlayedDesk, game_id: str) -> None:
    client = Client(desk)
    suffix = client.get(f"/api/games/{game_id}").json()["suffix"]
    answer = client.get(f"/games/{game_id}/record.{suffix}")
    assert answer.text == text_of(told(messages_of(desk, game_id)))
    assert f'filename="{game_id}.{suffix}"' in answer.headers["content-disposition"]
    assert "<html" in client.get(f"/games/{game_id}/sheet").text
    assert client.get(f"/games/{game_id}/sheet.pdf").content.startswith(b"%PDF")


def test_all_games_in_one_archive(desk: PlayedDesk) -> None:
    answer = Client(desk).get("/games/all.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        assert archive.read(names[0]).decode() == text_of(told(messages_of(desk, "g1")))
    assert [name.partition("-")[0].partition(".")[0] for name in names] == IDS


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/games/g99", 404), ("/games/g99/record.pgn", 404), ("/games/g99/sheet", 404),
        ("/games/g1/record.exe", 409), ("/games/g1", 200), ("/games/g99", 200), ("/games", 200),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said(desk: PlayedDesk, path: str, code: int) -> None:
    answer = Client(desk).get(path)
    assert answer.status_code == code


@pytest.mark.parametrize(
    ("reach", "host", "code"),
    [
        ((), "localhost:8000", 204),
        (("http://192.0.2.7:8000",), "localhost:8000", 200),
        ((), "board-7.local", 200),
    ],
)
def test_a_code_leads_where_a_phone_can_go(
    desk: PlayedDesk, reach: tuple[str, ...], host: str, code: int
) -> None:
    hosts = {"localhost", "board-7.local"}
    app = make_app(desk, tokens=Tokens(), hosts=hosts, reach=lambda: reach)
    answer = Client(desk, app=app).get("/games/g1/code.svg", headers={"host": host})
    assert answer.status_code == code
    assert (b"<svg" in answer.content) is (code == 200)


@pytest.mark.parametrize("path", ["/games", "/games/g1", "/api/games", "/games/all.zip"])
def test_the_public_waits_for_the_games_too(desk: PlayedDesk, path: str) -> None:
    app = make_app(desk, tokens=Tokens(), hall=Hall())
    assert Client(desk, client=("192.0.2.7", 5000), app=app).get(path).status_code == 403
    assert Client(desk, app=app).get(path).status_code == 200


def test_all_games_of_a_journal_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = next(f for f in kept.files() if f.name == f"chess-0{kept.DB}")
    (tmp_path / FILE).write_bytes(gzip.decompress(file.read_bytes()))
    journal = ("--journal", str(tmp_path))
    assert cli.main(["export", "all", *journal]) == 0
    every = capsys.readouterr().out
    with Journal.read(tmp_path) as found:
        ids = [span.game_id for span in found.games()]
    for game_id in ids:
        assert cli.main(["export", game_id, *journal]) == 0
        assert capsys.readouterr().out in every + "\n"
    out = tmp_path / "games.zip"
    assert cli.main(["export", "all", *journal, "--out", str(out)]) == 0
    assert capsys.readouterr().out == ""
    with zipfile.ZipFile(out) as archive:
        assert len(archive.namelist()) == len(ids)
