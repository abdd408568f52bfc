"""What the web server answers."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from controller.core.messages import GameStarted, Head, Status
from controller.journal.entry import Entry
from controller.shell.web.security import Tokens
from rules.registry import game_by_name
from tests.shell.fake_desk import FakeBench, FakeDesk, irregularity, view_of
from tests.shell.web_client import Client


def test_state_holds_what_viewers_need() -> None:
    desk = FakeDesk(view_of(["e4", "e5", "Nf3"]))
    desk.note("move")
    body = Client(desk).get("/api/state").json()
    assert body["board"] == "board-1"
    assert body["game_id"] == "g1"
    assert body["epoch"] == "epoch-1"
    assert body["seq"] == 1
    assert body["status"]["state"] == "online"
    assert body["health"]["scan_hz"] == 200
    assert body["view"]["men"]["f3"] == "N"
    assert [line["notation"]["san"] for line in body["view"]["moves"]] == ["e4", "e5", "Nf3"]
    assert body["bench"] is None


@pytest.mark.parametrize("mode", ["referee", "observer"])
@pytest.mark.parametrize("arbiter", [False, True])
def test_an_observing_board_tells_the_arbiter_alone(mode: str, *, arbiter: bool) -> None:
    desk = FakeDesk(view_of(mode=mode, stage="restore", irregularity=irregularity()))
    roles = frozenset({"white", "arbiter"} if arbiter else {"white"})
    view = Client(desk, Tokens(open_roles=roles)).get("/api/state").json()["view"]
    told = arbiter or mode == "referee"
    assert (view["irregularity"] is not None) is told
    assert view["stage"] == ("restore" if told else "play")


def test_state_shows_the_simulated_board() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    body = Client(desk).get("/api/state").json()
    assert body["bench"] == {"men": {"e2": "P"}, "in_hand": None, "auto": True}


@pytest.mark.parametrize("path", ["/", "/bench"])
def test_the_page(path: str) -> None:
    answer = Client(FakeDesk()).get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("kiosk.js", "javascript"),
        ("kiosk.css", "text/css"),
        ("sheet.css", "text/css"),
        ("texts.en.json", "application/json"),
        ("texts.zh.json", "application/json"),
        ("pieces.svg", "image/svg+xml"),
    ],
)
def test_static_files_have_their_types(name: str, kind: str) -> None:
    answer = Client(FakeDesk()).get(f"/static/{name}")
    assert answer.status_code == 200
    assert kind in answer.headers["content-type"]


def test_pieces_are_one_drawing_a_man_without_inline_styles() -> None:
    text = Client(FakeDesk()).get("/static/pieces.svg").text
    root = ET.fromstring(text)  # the text is our own
    men = {"chess": "KQRBNPkqrbnp", "draughts": "wWbB", "go": "bw", "xiangqi": "KABNRCPkabnrcp"}
    wanted = {f"{kind}-{letter}" for kind, letters in men.items() for letter in letters}
    assert {symbol.get("id") for symbol in root} == wanted
    assert "style=" not in text


def test_a_command_reaches_the_desk_whole() -> None:
    desk = FakeDesk()
    body = {"id": "c1", "game_id": "g1", "expect_seq": 3, "ttl_ms": 5000, "args": {"to": "q"}}
    answer = Client(desk).post("/api/commands/white/promote", json=body)
    assert answer.status_code == 200
    assert answer.json() == {"id": "c1", "accepted": True, "reason": None, "seq": 0, "note": None}
    assert desk.commands == [("white", "promote", body, "http")]


def test_a_refused_command_says_why() -> None:
    desk = FakeDesk()
    desk.answer = False
    answer = Client(desk).post("/api/commands/black/resign", json={"id": "c1"})
    assert answer.status_code == 409
    assert answer.json()["reason"] == "not your turn"


def test_records_are_served_once_per_content() -> None:
    desk = FakeDesk()
    client = Client(desk)
    first = client.get("/games.pgn")
    assert first.headers["content-type"].startswith("application/x-chess-pgn")
    assert first.text == desk.pgn
    tag = first.headers["etag"]
    assert client.get("/games.pgn", headers={"if-none-match": tag}).status_code == 304
    assert client.get("/games.pgn", headers={"if-none-match": f'"a", W/{tag}'}).status_code == 304
    desk.pgn = desk.pgn.replace("evening", "night")
    assert client.get("/games.pgn", headers={"if-none-match": tag}).status_code == 200


def test_there_is_no_score_sheet_before_a_game() -> None:
    for path in ("/sheet", "/sheet.pdf"):
        answer = Client(FakeDesk()).get(path)
        assert answer.status_code == 404
        assert "There is no score sheet yet" in answer.text


def test_the_score_sheet_is_a_page_and_a_pdf() -> None:
    desk = FakeDesk()
    started = GameStarted(
        game="chess", rulebook="chess-fide-2023", players={"white": "Ann", "black": "Ben"},
        position=game_by_name("chess").start().value,
    )  # fmt: skip
    head = Head(board=desk.board, game_id=desk.game_id, epoch=desk.epoch, seq=1, at_us=0)
    body = head.wrap(started)
    desk.journal.append(Entry(seq=1, game_id=desk.game_id, type="game-started", body=body))
    page = Client(desk).get("/sheet").text
    assert "Ann" in page
    assert '<link rel="stylesheet" href="/static/sheet.css">' in page
    assert Client(desk).get("/sheet.pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("state", "code"), [("online", 200), ("degraded", 200), ("stopped", 503), ("offline", 503)]
)
def test_healthz(state: str, code: int) -> None:
    desk = FakeDesk()
    desk.condition = Status(state=state, cause="a chip is silent", next_step="Look.")  # type: ignore[arg-type]
    answer = Client(desk).get("/healthz")
    assert answer.status_code == code
    said = {"status": state, "cause": "a chip is silent", "next_step": "Look.", "tasks": {}}
    assert answer.json() == said


def test_metrics_count_the_journal_once() -> None:
    desk = FakeDesk(view_of(["e4"]))
    for kind in ["move"] * 450 + ["question"] * 3 + ["irregularity"]:
        desk.note(kind)
    client = Client(desk)
    client.get("/metrics")
    desk.note("move")
    lines = client.get("/metrics").text.splitlines()
    figures = dict(line.split(" ") for line in lines if not line.startswith("#"))
    assert figures["touchmove_up"] == "1"
    assert figures["touchmove_moves_total"] == "451"
    assert figures["touchmove_questions_total"] == "3"
    assert figures["touchmove_irregularities_total"] == "1"
    assert figures["touchmove_journal_seq"] == "455"
    assert figures["touchmove_scan_hz"] == "200"
    assert figures['touchmove_latency_milliseconds{quantile="0.99"}'] == "21"
    assert figures["touchmove_mqtt_connected"] == "1"
    typed = {line.split(" ")[2] for line in lines if line.startswith("# TYPE")}
    assert {name.split("{")[0] for name in figures} == typed


BENCH_ACTS: list[tuple[dict[str, object], dict[str, str], str | None]] = [
    ({"act": "lift", "point": "e2"}, {"d7": "p"}, "P"),
    ({"act": "remove", "point": "e2"}, {"d7": "p"}, None),
    ({"act": "add", "point": "a1", "letter": "Q"}, {"e2": "P", "d7": "p", "a1": "Q"}, None),
]


@pytest.mark.parametrize(("order", "men", "hand"), BENCH_ACTS)
def test_a_visitors_hand(order: dict[str, object], men: dict[str, str], hand: str | None) -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P", "d7": "p"})
    answer = Client(desk).post("/api/bench", json=order)
    assert answer.json() == {"men": men, "in_hand": hand, "auto": False}


def test_a_man_in_the_hand_can_be_put_away() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    client = Client(desk)
    client.post("/api/bench", json={"act": "lift", "point": "e2"})
    answer = client.post("/api/bench", json={"act": "put-away"})
    assert answer.json() == {"men": {}, "in_hand": None, "auto": False}


def test_the_simulated_players_are_switched() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({})
    assert Client(desk).post("/api/bench", json={"act": "auto", "on": True}).json()["auto"]


def test_what_the_hand_cannot_do_is_refused_with_the_reason() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    answer = Client(desk).post("/api/bench", json={"act": "place", "point": "e4"})
    assert answer.status_code == 409
    assert answer.json() == {"error": "the hand is empty"}


def test_no_hand_without_a_simulated_board() -> None:
    answer = Client(FakeDesk()).post("/api/bench", json={"act": "lift", "point": "e2"})
    assert answer.status_code == 404


def test_the_bench_asks_for_its_role() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    answer = Client(desk, Tokens()).post("/api/bench", json={"act": "lift", "point": "e2"})
    assert answer.status_code == 401
    assert desk.bench.log == []


HOSTILE_BODIES: list[tuple[str, bytes, int]] = [
    ("empty", b"", 400),
    ("not JSON", b"{", 400),
    ("not UTF-8", b'{"id":"\xff"}', 400),
    ("an array", b"[]", 400),
    ("a number", b"1", 400),
    ("null", b"null", 400),
    ("NaN", b'{"id":"a","args":{"x":NaN}}', 400),
    ("two objects", b'{"id":"a"}{"id":"b"}', 400),
    ("no id", b"{}", 400),
    ("empty id", b'{"id":""}', 400),
    ("long id", b'{"id":"' + b"x" * 65 + b'"}', 400),
    ("number as id", b'{"id":7}', 400),
    ("unknown key", b'{"id":"a","sudo":true}', 400),
    ("args not an object", b'{"id":"a","args":[]}', 400),
    ("negative ttl", b'{"id":"a","ttl_ms":-1}', 400),
    ("huge sequence", b'{"id":"a","expect_seq":1e99}', 400),
    ("other version", b'{"id":"a","v":2}', 400),
    ("deep", b'{"id":"a","args":{"x":[[[1]]]}}', 400),
    ("very deep", b"[" * 4000, 400),
    ("brackets in a string are not depth", b'{"id":"[[[[[[\\"[["}', 200),
    ("just small enough", b'{"id":"a","args":{"x":"' + b"x" * 4070 + b'"}}', 200),
    ("too long", b'{"id":"a","args":{"x":"' + b"x" * 4071 + b'"}}', 413),
    ("far too long", b" " * 1_000_000, 413),
]


@pytest.mark.parametrize(("what", "body", "code"), HOSTILE_BODIES)
def test_hostile_bodies(what: str, body: bytes, code: int) -> None:
    desk = FakeDesk()
    answer = Client(desk).post(
        "/api/commands/white/resign", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == code, answer.text
    assert bool(desk.commands) == (code == 200)
    if code != 200:
        assert answer.json()["error"]


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"act": "lift"},
        {"act": "burn", "point": "e2"},
        {"act": "lift", "point": "../etc"},
        {"act": "lift", "point": 4},
        {"act": "add", "point": "e4"},
        {"act": "add", "point": "e4", "letter": "QQ"},
        {"act": "auto"},
        {"act": "auto", "on": "yes"},
        {"act": "lift", "point": "e2", "more": 1},
    ],
)
def test_hostile_bench_orders(order: dict[str, object]) -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    answer = Client(desk).post("/api/bench", json=order)
    assert answer.status_code == 400
    assert desk.bench.log == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_forms_of_other_pages_are_not_orders(kind: str) -> None:
    desk = FakeDesk()
    body = json.dumps({"id": "c1"})
    answer = Client(desk).post(
        "/api/commands/white/resign", content=body, headers={"content-type": kind}
    )
    assert answer.status_code == 415
    assert desk.commands == []
