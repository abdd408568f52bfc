"""What a visitor's page asks for when it opens: his roles, the arbiter's penalties, the events so far."""

from __future__ import annotations

import msgspec
import pytest

from controller.core.stages import Stage
from controller.shell.web.events import Viewers
from controller.shell.web.security import Tokens, hash_token
from controller.shell.web.visitor import TOLD_MAX, allowed
from tests.shell.fake_desk import FakeDesk, view_of
from tests.shell.web_client import Client

ARBITER = Tokens(open_roles=frozenset({"white"}), hashes={"arbiter": hash_token("key")})
TOKEN = {"authorization": "Bearer key"}


def test_a_visitor_is_told_the_roles_that_he_holds() -> None:
    client = Client(FakeDesk(), ARBITER)
    assert client.get("/api/desk").json()["roles"] == ["white"]
    assert client.get("/api/desk", headers=TOKEN).json()["roles"] == ["white", "arbiter"]


def test_results_and_penalties_are_those_of_the_game() -> None:
    found = Client(FakeDesk()).get("/api/desk").json()
    assert [each["result"] for each in found["results"]] == ["1-0", "0-1", "1/2-1/2"]
    assert [each["winner"] for each in found["results"]] == ["white", "black", None]
    assert found["both_lose"] == "0-0"
    loss = next(each for each in found["penalties"] if each["kind"] == "loss")
    assert (loss["law"], loss["chinese"]) == ("FIDE-12.9", "判负")


def test_a_late_visitor_is_told_what_people_have_done() -> None:
    desk = FakeDesk()
    desk.note("move", ply=1)
    desk.note("claim", kind="draw-offer", side="white")
    desk.note("clock", why=None, by=None)
    desk.note("clock", why="pause", by="arbiter")
    desk.game_id = "g2"
    desk.note("claim", kind="resignation", side="white")
    desk.game_id = "g1"
    told = Client(desk).get("/api/desk").json()["told"]
    assert [each["type"] for each in told] == ["claim", "clock"]
    for _ in range(TOLD_MAX):
        desk.note("penalty", side="black")
    told = Client(desk).get("/api/desk").json()["told"]
    assert {each["type"] for each in told} == {"penalty"}
    assert len(told) == TOLD_MAX


def test_in_observer_mode_findings_are_told_to_the_arbiter_alone() -> None:
    desk = FakeDesk(view_of(["e4"], mode="observer"))
    desk.note("irregularity", kind="illegal-move")
    desk.note("result", result="1-0")
    client = Client(desk, ARBITER)
    assert [each["type"] for each in client.get("/api/desk").json()["told"]] == ["result"]
    told = client.get("/api/desk", headers=TOKEN).json()["told"]
    assert [each["type"] for each in told] == ["irregularity", "result"]


@pytest.mark.law("CH-12.9", "CH-11.3")
def test_players_are_not_sent_how_many_moves_were_made() -> None:
    """Neither in the state, nor in what has been told, nor by the events."""
    desk = FakeDesk(msgspec.structs.replace(view_of(["e4", "e5"]), unsaid="CH-12.9"))
    face = {"remaining_ms": 9000, "moves_to_go": 39, "period": 1}
    clock = {"why": "pause", "by": "arbiter", "ply": 2, "sides": {"white": face}}
    desk.note("move", ply=2)
    desk.note("clock", **clock)
    client = Client(desk, ARBITER)
    view = client.get("/api/state").json()["view"]
    assert (view["moves"], view["ply"], len(view["position"].split())) == ([], 0, 4)
    (told,) = client.get("/api/desk").json()["told"]
    assert (told["sides"], "ply" in told) == ({"white": {"remaining_ms": 9000}}, False)
    for arbiter in (False, True):
        last, body = Viewers().entry_events(desk, 0, arbiter=arbiter)
        assert last == 2
        assert (b"moves_to_go" in body, b"event: move" in body) == (arbiter, arbiter)
    assert len(client.get("/api/state", headers=TOKEN).json()["view"]["moves"]) == 2


def test_without_a_game_there_is_nothing_to_tell() -> None:
    desk = FakeDesk()
    desk.game_id = None
    assert Client(desk).get("/api/desk").json()["told"] == []


def test_the_state_says_which_commands_may_come_now() -> None:
    desk = FakeDesk()
    may = Client(desk).get("/api/state").json()["allowed"]
    assert "offer-draw" in may["player"]
    assert "open-sealed" not in may["arbiter"]
    desk.now = msgspec.structs.replace(desk.now, stage="adjourned")
    may = Client(desk).get("/api/state").json()["allowed"]
    assert "open-sealed" in may["arbiter"]
    assert "claim-draw" not in may["player"]
    assert "offer-draw" in may["player"]  # who has sealed may offer one (CH-10.9)


def test_every_stage_allows_an_arbiter_something() -> None:
    assert all(
        "result" in allowed(stage.value)["arbiter"] or stage is Stage.ENDED for stage in Stage
    )
    assert "result" in allowed("ended")["arbiter"]
