"""What a hub keeps of a board: its messages in their order, its time, what stood on it; one board's own desk."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import chess
import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.shell.hub.logged import Told
from controller.shell.hub.pictures import UNKNOWN, pictures
from controller.shell.hub.single import OneBoard
from controller.shell.hub.tables import EVENTS_MAX, Change, Table, Tables
from controller.shell.topics import Retained
from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens, hash_token
from tests.browser.hall import board_of
from tests.shell.fake_desk import FakeDesk, moved, view_of, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Json

FACE = {"remaining_ms": 1, "period": 1, "moves_to_go": None, "used_ms": 0, "seconds": False}
SIDES = {"white": FACE, "black": FACE}
TOKEN = "the-arbiter-s-token"
AUTHORIZED = {"authorization": f"Bearer {TOKEN}"}


def men_in(fen: object) -> Mapping[str, str] | None:
    pieces = chess.Board(str(fen)).piece_map()
    return {chess.square_name(square): piece.symbol() for square, piece in pieces.items()}


def told_of_body(body: Json, before: str | None = None) -> Told:
    """A message as a hub keeps it; of a test only what matters here."""
    return Told(0, body["type"], json.dumps(body).encode(), before, body.get("position"))


def said(table: Table, kind: str, topic: str, now_us: int = 0, /, **body: object) -> Change | None:
    """A board says something."""
    return table.heard(topic, json.dumps(whole(kind, **body)).encode(), now_us)


def shown(table: Table) -> Json:
    found: Json = json.loads(table.summary())
    return found


def replayed(changes: list[Json | None]) -> list[dict[str, str] | None]:
    """What stands after each change, as the page counts it."""
    shown: dict[str, str] = {}
    found: list[dict[str, str] | None] = []
    for change in changes:
        shown |= change or {}
        found.append(None if change is None else {p: man for p, man in shown.items() if man})
    return found


def hands(board: chess.Board, move: chess.Move, *, knows: bool) -> list[Json]:
    """What the sensors tell of a move, the captured man first, rook last in castling."""
    home, target = chess.square_name(move.from_square), chess.square_name(move.to_square)

    def man(square: str) -> str | None:
        piece = board.piece_at(chess.parse_square(square))
        return piece.symbol() if piece and knows else None

    acts: list[Json] = []
    taken = None
    if board.is_en_passant(move):
        taken = target[0] + home[1]
    elif board.is_capture(move):
        taken = target
    if taken:
        acts.append({"type": "lifted", "point": taken, "man": man(taken)})
    acts += [
        {"type": "lifted", "point": home, "man": man(home)},
        {"type": "placed", "point": target, "man": man(home)},
    ]
    if board.is_castling(move):
        rook = ("h" if target[0] == "g" else "a") + home[1]
        to = ("f" if target[0] == "g" else "d") + home[1]
        acts += [
            {"type": "lifted", "point": rook, "man": man(rook)},
            {"type": "placed", "point": to, "man": man(rook)},
        ]
    return acts


def told_of(board: chess.Board, move: chess.Move) -> Json:
    path = [chess.square_name(move.from_square), chess.square_name(move.to_square)]
    return {"type": "move", "path": path, "captured": [], "position": board.fen()}


@settings(max_examples=60)
@given(st.lists(st.integers(0, 2**16), max_size=14), st.booleans(), st.data())
def test_after_each_move_the_picture_is_the_record_and_between_them_what_stands(
    choices: list[int],
    knows: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    board = chess.Board()
    start, events, wanted = board.fen(), [], []
    late: list[Json] = []  # the move is published after the reply has begun
    for choice in choices:
        legal = list(board.legal_moves)
        if not legal:
            break
        move = legal[choice % len(legal)]
        acts, stands = hands(board, move, knows=knows), dict(men_in(board.fen()) or {})
        for n, act in enumerate(acts):
            if act["type"] == "lifted":
                stands.pop(act["point"])
            else:
                stands[act["point"]] = act["man"] or UNKNOWN
            events.append(act)
            wanted.append(dict(stands))
            if n == 0 and late:
                events.append(late.pop())
                wanted.append(dict(stands))
        board.push(move)
        late.append(told_of(board, move))
        if data.draw(st.booleans()):
            events.append(late.pop())
            wanted.append(dict(men_in(board.fen()) or {}))
    found = replayed(pictures([told_of_body(each, start) for each in events], men_in))
    for at, (have, want) in enumerate(zip(found, wanted, strict=True)):
        assert have is not None
        assert have.keys() == want.keys(), (at, events[at])
        assert all(man in (want[p], UNKNOWN) or want[p] == UNKNOWN for p, man in have.items())


def test_before_anything_is_known_there_is_no_picture() -> None:
    lifted: Json = {"type": "lifted", "point": "e2", "man": "P"}
    move: Json = {"type": "move", "path": ["e2", "e4"], "position": chess.STARTING_FEN}
    events = [told_of_body(lifted), told_of_body(move)]
    first, second = pictures(events, men_in)
    assert first is None
    assert second is not None
    assert len(second) == 32


def test_a_picture_before_the_first_move_comes_from_the_position_topic() -> None:
    tables, desk = Tables(["board-1"]), FakeDesk(view_of(["e4"]))
    for packet in Retained(desk).changed():
        tables.heard(packet.topic, packet.payload)
    table = tables.by_board["board-1"]
    said(table, "lifted", "event/lifted", seq=5, point="e7")
    (change,) = pictures(table.events, table.men_in)
    assert change is not None
    assert (change.get("e4"), change.get("e7"), len(change)) == ("P", None, 31)


@given(st.permutations(range(1, 13)), st.lists(st.integers(1, 12), max_size=6))
def test_events_stand_in_their_order_however_they_come(order: list[int], again: list[int]) -> None:
    table = Table("board-1", 1)
    new = [said(table, "move", "event/move", epoch="e", seq=seq) for seq in [*order, *again]]
    assert [told.seq for told in table.events] == list(range(1, 13))
    assert [change is not None for change in new] == [True] * 12 + [False] * len(again)


def test_the_newest_events_are_kept_and_another_journal_begins_anew() -> None:
    table = Table("board-1", 1)
    for seq in range(1, EVENTS_MAX + 11):
        said(table, "move", "event/move", epoch="e", seq=seq)
    assert [table.events[0].seq, len(table.events)] == [11, EVENTS_MAX]
    assert not said(table, "move", "event/move", epoch="e", seq=3)
    assert said(table, "move", "event/move", epoch="f", seq=1)
    assert len(table.events) == 1


@given(st.lists(st.integers(0, 3_000_000), min_size=1, max_size=20), st.integers(4_000_000, 10**12))
def test_a_clock_is_right_by_the_message_that_took_the_shortest_way(
    delays_us: list[int], ahead_us: int
) -> None:
    table = Table("board-1", 1)
    now = 0
    for delay in delays_us:
        now += 1_000_000
        said(table, "health", "health", now, at_us=now + ahead_us - delay)
    said(table, "clock", "clock", now, game_id=None, sides=SIDES, at_us=ahead_us)
    assert shown(table)["clock"]["right_at_ms"] == min(delays_us) // 1000


def test_a_board_that_was_started_anew_has_another_time() -> None:
    table = Table("board-1", 1)
    said(table, "health", "health", 1_000_000, at_us=90_000_000)
    said(table, "health", "health", 5_000_000, at_us=2_000_000)
    said(table, "clock", "clock", 5_000_000, game_id=None, sides=SIDES, at_us=1_000_000)
    assert shown(table)["clock"]["right_at_ms"] == 4_000


def test_an_alert_tells_since_when_it_asks() -> None:
    table = Table("board-1", 1)
    said(table, "clock", "clock", 7_000_000, flag="white")
    said(table, "health", "health", 9_000_000)
    (alert,) = shown(table)["alerts"]
    assert (alert["kind"], alert["since_ms"]) == ("flag", 7_000)


def test_a_command_has_seen_what_changes_nothing_that_is_shown() -> None:
    desk = FakeDesk()
    desk.epoch = "e"
    tables = Tables(["board-1"])
    table = tables.by_board["board-1"]
    for _ in range(7):
        desk.note("ruling")
    position = next(p for p in Retained(desk).changed() if p.topic.endswith("/position"))
    tables.heard(position.topic, position.payload)
    assert shown(table)["seq"] == 7
    said(table, "ruling", "event/ruling", seq=9)
    assert shown(table)["seq"] == 9
    body = {**json.loads(position.payload), "seq": 2, "epoch": "f"}
    tables.heard(position.topic, json.dumps(body).encode())
    assert shown(table)["seq"] == 2, "another journal"


def test_players_come_in_the_order_in_which_they_begin() -> None:
    for number, (game, sides) in enumerate(
        [("chess", ["white", "black"]), ("xiangqi", ["red", "black"]), ("go", ["black", "white"])],
        1,
    ):
        desk = board_of(number, game)
        tables = Tables([desk.board])
        for packet in Retained(desk).changed():
            tables.heard(packet.topic, packet.payload)
        assert list(shown(tables.by_board[desk.board])["players"]) == sides


def test_one_board_tells_its_viewers_what_a_hub_would() -> None:
    async def run() -> None:
        desk = FakeDesk()
        noted(
            desk, "game-started", game="chess", rulebook="chess-fide-2023", mode="referee", headers={},
            players={}, position=chess.STARTING_FEN, time_control=None, game_options={},
        )  # fmt: skip
        one = OneBoard(desk)
        before = one.newest
        waiting = asyncio.create_task(one.wait(before))
        desk.now = view_of(["e4"])
        desk.note("move", **{**moved(1), "epoch": "e"})
        await desk.change()
        async with asyncio.timeout(20):
            await waiting
        found = one.news(before, 99)
        assert found is not None
        assert found[0] == one.newest
        news = found[1].split(b"\n\n")
        assert sum(b"event: event" in each and b"e2e4" in each for each in news) == 1
        assert sum(b"event: table" in each and b"e2e4" in each for each in news) == 1
        assert [told.kind for told in one.tables.by_board["board-1"].events] == [
            "game-started",
            "move",
        ]

    asyncio.run(run())


def asked(desk: FakeDesk, path: str, headers: Mapping[str, str] = AUTHORIZED) -> httpx.Response:
    """The answer of a board's own desk."""

    async def run() -> httpx.Response:
        app = make_app(desk, tokens=Tokens(hashes={"arbiter": hash_token(TOKEN)}))
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            if "/commands/" in path:
                return await client.post(path, json={"id": "p1", "args": {}}, headers=headers)
            return await client.get(path, headers=headers)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/api/tables", {"broker": "connected", "sheet": "/sheet"}),
        ("/api/tables/board-1/log", {"board": "board-1", "events": []}),
        ("/api/tables/board-1/record", {"format": "pgn"}),
        ("/api/tables/board-1/desk", {"roles": ["arbiter"], "both_lose": "0-0"}),
        ("/api/tables/board-1/commands/arbiter/pause", {"accepted": True, "id": "p1"}),
    ],
)
def test_a_single_board_serves_the_desk(path: str, wanted: dict[str, Any]) -> None:
    answer = asked(FakeDesk(), path)
    assert answer.status_code == 200
    assert wanted.items() <= answer.json().items()
    assert asked(FakeDesk(), path, {}).status_code == 401
    assert asked(FakeDesk(), path, {"authorization": "Bearer wrong"}).status_code == 403
    other = path.replace("board-1", "board-9")
    if other != path:
        assert asked(FakeDesk(), other).status_code == 404


def test_the_desk_knows_what_may_be_done_at_each_stage() -> None:
    stages = asked(FakeDesk(), "/api/tables").json()["allowed"]
    assert "penalty" in stages["play"]["arbiter"]
    assert "open-sealed" in stages["adjourned"]["arbiter"]


def noted(desk: FakeDesk, kind: str, /, **body: object) -> None:
    """Adds a message with its whole head."""
    seq = len(desk.journal) + 1
    desk.note(kind, game_id="g1", epoch="e", at_us=seq * 1_000_000, wall=None, **body)


def test_the_score_sheet_needs_the_whole_game() -> None:
    whole, part = FakeDesk(view_of(["e4"])), FakeDesk(view_of(["e4"]))
    noted(
        whole, "game-started", game="chess", rulebook="chess-fide-2023", mode="referee",
        players={"white": "Menchik, Vera", "black": "Graf, Sonja"}, headers={},
        position=chess.STARTING_FEN, time_control=None, game_options={},
    )  # fmt: skip
    for desk in (whole, part):
        noted(
            desk, "move", ply=1, side="white", move="e2e4", notation={"san": "e4"}, captured=[],
            path=["e2", "e4"], position=desk.now.position, completed_by="settled", assumed=[],
            clocks=None, legal=True, breach=None, accepted=None, imposed=False,
        )  # fmt: skip
    answer = asked(whole, "/api/tables/board-1/sheet")
    assert answer.status_code == 200
    assert "Menchik, Vera" in answer.text
    assert 'href="http://localhost/static/sheet.css"' in answer.text
    assert asked(part, "/api/tables/board-1/sheet").status_code == 404
    whole.now = view_of(["e4", "e5"])  # the second move has not been heard of
    assert asked(whole, "/api/tables/board-1/sheet").status_code == 404
