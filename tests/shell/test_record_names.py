"""What a game may be started with: names and headers that its record can hold, else a reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import GameStarted
from controller.core.settings import Settings
from controller.shell.export import record_text
from controller.shell.feeds.reading import records_in
from controller.shell.feeds.relay import Relayed, games_text
from controller.shell.pairings import read_pairings
from controller.shell.starting import asked_settings
from rules.registry import GAMES
from tests.shell.table import Table
from tests.shell.test_starting import board, started

SIGNS = ["A\tB", "a\nb", "a\r\nb", "A\u2028B", "\x00", "A\x85B", "\x7f"]
NAMES = ["", "Time Control", "a b", "Événement", 'a"b', "]", "Ev\nent", "1.e4", "马", "_x"]
OWN = ["Result", "FEN", "SetUp", "GameType", "Game", "Format", "result", "fen"]


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("sign", SIGNS)
def test_signs_that_no_record_holds(name: str, sign: str) -> None:
    first, _ = GAMES[name].sides
    with pytest.raises(ValueError, match=rf"the name of {first} has a line break or another sign"):
        asked_settings(board(name), {"players": {first: sign}})
    with pytest.raises(ValueError, match="the header Event has a line break or another sign"):
        asked_settings(board(name), {"headers": {"Site": "Hall 2", "Event": sign}})


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("header", NAMES)
def test_names_of_headers_that_no_record_holds(name: str, header: str) -> None:
    with pytest.raises(ValueError, match=r'the header ".*" has no name that a record can hold'):
        asked_settings(board(name), {"headers": {header: "x"}})


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("header", OWN)
def test_headers_that_the_record_makes(name: str, header: str) -> None:
    with pytest.raises(ValueError, match=f"the header {header} is made by the record itself"):
        asked_settings(board(name), {"headers": {header: "x"}})


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_time_control_is_no_header_where_it_is_played_by(name: str) -> None:
    headers = {"TimeControl": "5400+30"}
    assert asked_settings(board(name), {"headers": headers}).headers == headers
    with pytest.raises(ValueError, match="the header TimeControl is made by the record itself"):
        asked_settings(board(name), {"headers": headers, "time_control": "90:00+0:30"})


@pytest.mark.parametrize("name", sorted(GAMES))
def test_players_are_named_in_one_place(name: str) -> None:
    game = GAMES[name]
    for side in game.sides:
        for header in (side, side.capitalize()):
            with pytest.raises(ValueError, match=f"the header {header} is the name of a player"):
                asked_settings(board(name), {"headers": {header: "Zed"}})
    other = "white" if "red" in game.sides else "red"
    with pytest.raises(
        ValueError, match=rf'"{other}" is no side of {name}; its players are {game.sides[0]} and '
    ):
        asked_settings(board(name), {"players": {other: "Zed"}})


@pytest.mark.parametrize(
    ("name", "headers"),
    [
        ("chess", {"Variant": "Atomic"}),
        ("chess", {"Red": "Zed"}),
        ("go", {"PB": "Zed"}),
        ("go", {"HA": "many"}),
        ("go", {"Board-No": "7"}),
    ],
)  # fmt: skip
def test_what_would_spoil_the_record_of_one_game(name: str, headers: dict[str, str]) -> None:
    (header,) = headers
    with pytest.raises(ValueError, match=f"no record of {name} can hold the header {header} with"):
        asked_settings(board(name), {"headers": {"Event": "Club", **headers}})


USUAL: dict[str, Any] = {
    "headers": {
        "Event": 'The "first" [club] evening; \\ {it} rained: 50%',
        "Site": "Łódź 马 Ünal 🙂",
        "Date": "yesterday",
        "Round": "-1",
        "Board": "7",
        "WhiteElo": "2100",
        "Annotator": "  two  blanks ",
        "Empty": "",
    }
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_people_write_is_taken_as_it_is(name: str) -> None:
    sides = GAMES[name].sides
    for players in ({}, dict(zip(sides, ('O\'Neil, "Bob" [x]', "马"), strict=True))):
        asked = asked_settings(board(name), {**USUAL, "players": players})
        assert (asked.headers, asked.players) == (USUAL["headers"], players)


TEXTS = st.text(max_size=12) | st.sampled_from(
    ["?", "-", "*", "1-0", "a:b", "x]y", "\\", "[", '"', "%"]
)
HEADERS = st.sampled_from(
    ["Event", "Site", "Date", "Round", "Board", "White", "Red", "Black", "WhiteElo", "RedTeam", "PB", "HA",
     "TM", "OT", "TimeControl", "Variant", "GameType", "Annotator", "X1", "1X", "_", "SZ", "KM", "C"]
) | st.text(max_size=4)  # fmt: skip


@given(
    st.sampled_from(sorted(GAMES)),
    st.dictionaries(HEADERS, TEXTS, max_size=4),
    st.lists(TEXTS, min_size=2, max_size=2),
    st.sampled_from([None, "90:00+0:30"]),
)
def test_what_is_taken_comes_back_from_the_record_and_the_feed(
    name: str, headers: dict[str, str], names: list[str], control: str | None
) -> None:
    players = dict(zip(GAMES[name].sides, names, strict=True))
    args = {"headers": headers, "players": players, "time_control": control}
    settings: Settings = board(name)
    try:
        asked = asked_settings(settings, args)
    except ValueError:
        return
    text = record_text([started(asked)])
    assert games_text([Relayed(board=1, text=text, live=True)]).strip() == text.strip()
    (record,) = records_in(text)
    assert record.game == name
    for header, value in headers.items():
        assert record.headers.get(header, "").split() == value.split()


@pytest.mark.parametrize(
    "args",
    [
        {"players": {"white": "A\tB"}},
        {"players": {"red": "Zed"}},
        {"headers": {"Event": "a\nb"}},
        {"headers": {"Result": "1-0"}},
        {"headers": {"GameType": "25"}},
    ],
)
def test_a_start_that_is_refused_changes_nothing(table: Table, args: dict[str, Any]) -> None:
    table.play("chess", "e2- 300 e4+ 1500")
    said, game_id, record = table.said(), table.service.game_id, table.service.record()
    reply = table.order("start", **args)
    assert not reply.accepted
    assert reply.reason
    assert (table.said(), table.service.game_id, table.service.record()) == (said, game_id, record)
    assert len(table.of(GameStarted)) == 1
    table.kill()
    assert (table.service.game_id, table.moves) == (game_id, ["e2e4"])


@pytest.mark.parametrize(
    ("name", "own"), [("draughts-100", '[GameType "20"]'), ("xiangqi", '[Game "Chinese Chess"]')]
)
def test_what_a_pairing_file_says_of_the_kind_of_record_is_passed_over(name: str, own: str) -> None:
    first, second = (side.capitalize() for side in GAMES[name].sides)
    text = f'{own}\n[Event "Open"]\n[Round "1.7"]\n[{first} "Ann"]\n[{second} "Bob"]\n'
    (pairing,) = read_pairings(text, "round.pgn", GAMES[name])
    args = {"headers": dict(pairing.headers), "players": dict(pairing.players)}
    assert asked_settings(board(name), args).headers["Event"] == "Open"
