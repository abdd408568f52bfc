"""What is at /api/bench: strict orders, and who may look inside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens
from tests.shell.fake_desk import FakeBench, FakeDesk
from tests.shell.web_client import OPEN_ROLES, Client

if TYPE_CHECKING:
    from controller.shell.web.bodies import Trouble

HOSTILE: list[dict[str, Any]] = [
    {"act": "slide", "path": ["e2"]},
    {"act": "slide", "path": ["e2"] * 41},
    {"act": "slide", "path": ["e2", "e4"], "leg_ms": 5},
    {"act": "lift", "point": "e2", "hand": 3},
    {"act": "lift", "point": "e2", "hand": True},
    {"act": "put-away", "point": "e2"},
    {"act": "place", "point": "e2", "on_top": 1},
    {"act": "noise", "level": "deafening"},
    {"act": "break", "point": "e2", "what": "melt"},
    {"act": "mend", "point": "e2"},
    {"act": "disturb", "what": "held", "for_ms": 10_000_000},
    {"act": "disturb", "what": "absent", "address": 0},
    {"act": "disturb", "what": "absent", "bus": -1},
    {"act": "set-up", "position": "x"},
    {"act": ["lift"]},
]


@pytest.mark.parametrize("order", HOSTILE, ids=str)
def test_hostile_orders_are_refused(order: dict[str, Any]) -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    answer = Client(desk).post("/api/bench", json=order)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert desk.bench.log == []


def test_the_inside_is_for_operators() -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    app = make_app(desk, tokens=Tokens())
    for path in ("/api/bench", "/api/bench/trace"):
        assert Client(desk, app=app).get(path).status_code == 401
    open_app = make_app(desk, tokens=Tokens(open_roles=OPEN_ROLES))
    for path in ("/api/bench", "/api/bench/trace"):
        assert Client(desk, app=open_app).get(path).status_code == 404
    assert Client(desk, app=open_app).post("/api/bench", json={"act": "mend"}).status_code == 409


def test_the_trace_is_a_file_to_keep() -> None:
    class Inside:
        """A scope with nothing in it but a trace."""

        def body(self, after_seq: int) -> bytes:
            return json.dumps({"after": after_seq}).encode()

        def strike(self, order: Trouble) -> None:
            raise ValueError(str(order))

        async def trace(self) -> tuple[str, bytes] | None:
            return "g7", b"data"

    desk = FakeDesk()
    app = make_app(desk, tokens=Tokens(open_roles=OPEN_ROLES), scope=Inside())
    client = Client(desk, app=app)
    answer = client.get("/api/bench/trace")
    assert answer.content == b"data"
    assert answer.headers["content-disposition"] == 'attachment; filename="board-1-g7.jsonl.gz"'
    assert client.get("/api/bench?after=12").json() == {"after": 12}
    assert client.get("/api/bench?after=-1").status_code == 400
