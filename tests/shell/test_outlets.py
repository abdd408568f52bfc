"""What health says of each way on which the game leaves the board."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Health, Outlet
from controller.shell import outlets
from controller.shell.broker_link import BrokerLink
from controller.shell.desk import news_of
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.push import Pusher
from controller.shell.feeds.relay import Relayed
from controller.shell.hub.hub import Hub
from controller.shell.hub.web import make_hub_app
from controller.shell.web.security import Tokens
from tests.shell.fake_desk import FakeDesk
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = Relayed(board=1, text='[Event "Club"]\n\n1. e4 *\n', live=True)
TAKEN = json.dumps({"games": [{"tags": {}, "moves": 1}]})
BAD = json.dumps({"games": [{"tags": {}, "error": "illegal"}]})


def up(link: BrokerLink) -> None:
    link.up()


def down(link: BrokerLink) -> None:
    link.up()
    link.down("no answer")


def late(link: BrokerLink) -> None:
    link.up()
    link.answered(60)


@pytest.mark.parametrize(
    ("done", "state", "has_why"),
    [
        (lambda _: None, "waiting", False),
        (up, "connected", False),
        (late, "connected", True),
        (down, "lost", True),
    ],
)
def test_a_broker(done: Callable[[BrokerLink], None], state: str, *, has_why: bool) -> None:
    link = BrokerLink()
    done(link)
    told = outlets.at_broker("public", link)
    assert (told.name, told.state, told.why is not None) == ("public", state, has_why)


@pytest.mark.parametrize(
    ("status", "body", "state"),
    [
        (200, TAKEN, "delivered"),
        (200, BAD, "refused"),
        (401, "", "refused"),
        (404, "", "refused"),
        (429, "", "waiting"),
        (503, "", "lost"),
        (None, "no route to host", "lost"),
    ],
)
def test_a_push(status: int | None, body: str, state: str) -> None:
    pusher = Pusher()
    assert outlets.pushed(pusher) == Outlet(name="lichess", state="waiting")
    pusher.offer([GAME], 10.0)
    assert pusher.next(20.0) is not None
    if status is None:
        pusher.failed(body, 21.0)
    else:
        pusher.answered(status, body, 21.0)
    told = outlets.pushed(pusher)
    assert told.state == state
    assert (told.why is None) == (state == "delivered")
    assert told.delivered_us == (21_000_000 if status == 200 else None)


def test_files_are_told_of_once_somebody_has_fetched_them() -> None:
    assert outlets.fetched(None, 5) == []
    (fresh,) = outlets.fetched(5, 6)
    (stale,) = outlets.fetched(5, 5 + outlets.FETCHED_US)
    assert (fresh.state, stale.state, stale.delivered_us) == ("delivered", "waiting", 5)


def test_a_delivery_more_is_no_news_and_a_lost_link_is() -> None:
    def health(way: Outlet) -> Health:
        return Health(
            suspects=[], bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None,
            broadcast=[way],
        )  # fmt: skip

    first = health(Outlet(name="lichess", state="delivered", delivered_us=1))
    again = health(Outlet(name="lichess", state="delivered", delivered_us=2))
    lost = health(Outlet(name="lichess", state="lost", why="no answer", delivered_us=2))
    assert news_of(first) == news_of(again) != news_of(lost)


def test_a_hub_tells_of_its_own_ways_out() -> None:
    hub = Hub(["board-1"], DelayLine(0))
    way = Outlet(name="lichess", state="refused", why="HTTP 401")
    app = make_hub_app(hub, tokens=Tokens(), hosts=["localhost"], broadcast=lambda: [way])
    client = Client(FakeDesk(), app=app)
    (told,) = client.get("/healthz").json()["broadcast"]
    assert (told["name"], told["state"], told["why"]) == ("lichess", "refused", "HTTP 401")
