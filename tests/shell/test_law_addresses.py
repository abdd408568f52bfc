"""The pages of laws at their addresses: for everybody, and as the event of the board has them."""

from __future__ import annotations

import ipaddress

import msgspec
import pytest

from controller.shell.lawpages.serving import PAGES_MAX, _book
from controller.shell.web.app import make_app
from controller.shell.web.relaying import Hall
from controller.shell.web.security import Tokens
from rules.articles import book_names
from tests.shell.fake_desk import FakeDesk, view_of
from tests.shell.web_client import Client


@pytest.mark.parametrize("book", book_names())
def test_each_rulebook_has_its_page_for_everybody(book: str) -> None:
    answer = Client(FakeDesk(), Tokens()).get(f"/laws/{book}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert f'data-book="{book}"' in answer.text


def test_the_rulebooks_are_listed() -> None:
    answer = Client(FakeDesk()).get("/laws")
    assert answer.status_code == 200
    assert all(f'href="/laws/{book}"' in answer.text for book in book_names())


@pytest.mark.parametrize("name", ["xianqi-cxa", "%3Cscript%3E", "..%2f..%2fetc", "FIDE"])
def test_what_nobody_knows_is_refused_with_the_list(name: str) -> None:
    answer = Client(FakeDesk()).get(f"/laws/{name}")
    assert answer.status_code == 404
    assert "<script>" not in answer.text
    if name == "xianqi-cxa":
        assert "did you mean xiangqi-cxa" in answer.text
        assert 'href="/laws/go-china"' in answer.text


def test_a_page_that_a_browser_has_is_not_sent_again() -> None:
    client = Client(FakeDesk())
    tag = client.get("/laws/go-china").headers["etag"]
    assert client.get("/laws/go-china", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.law("XQ-9.2")
def test_the_page_is_that_of_the_event() -> None:
    view = view_of()
    for lose in (2, 3):
        played = msgspec.structs.replace(
            view, game="xiangqi", game_options={"fouls_lose": lose}, rulebook="xiangqi-cxa"
        )
        page = Client(FakeDesk(played)).get("/laws/xiangqi-cxa").text
        assert f"number {lose} has the loss due" in page
        assert f"number {5 - lose} has the loss due" not in page
        assert (
            "number 3 has the loss due" not in Client(FakeDesk(played)).get("/laws/go-china").text
        )


def test_the_public_reads_them_while_it_waits_for_the_game() -> None:
    hall = Hall(networks=(ipaddress.ip_network("192.0.2.0/24"),))
    desk, tokens, public = FakeDesk(), Tokens(), ("203.0.113.9", 1)
    client = Client(desk, client=public, app=make_app(desk, tokens=tokens, hall=hall))
    assert client.get("/laws/go-china").status_code == 200
    assert client.get("/laws").status_code == 200
    assert client.get("/api/state").status_code == 403


def test_no_more_pages_are_kept_than_somebody_looks_at() -> None:
    client = Client(FakeDesk())
    for book in book_names():
        client.get(f"/laws/{book}")
    assert _book.cache_info().currsize == PAGES_MAX
