"""What relays see: files in the layout they poll, after a delay, and pushes to lichess."""

from __future__ import annotations

import asyncio
import io
import ipaddress
import json
import random
import re
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route

from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.overlay import MOVES_MAX
from controller.shell.feeds.push import DEBOUNCE_S, GAMES_MAX, TOO_MANY_S, Batch, Pusher
from controller.shell.feeds.relay import Relayed, game, games_text, index
from controller.shell.feeds.steady import Kept, SteadyTime, resumed
from controller.shell.web.app import make_app
from controller.shell.web.relaying import PUBLIC, Hall
from controller.shell.web.security import Tokens
from rules.formats import format_of_game
from rules.record import GameRecord
from tests.shell.fake_desk import FakeDesk
from tests.shell.web_client import Client

HEADERS = {
    "Event": "Club",
    "Site": "?",
    "Date": "2026.11.21",
    "Round": "3.1",
    "White": "Menchik, Vera",
    "Black": "Graf",
    "WhiteTitle": "WGM",
    "WhiteFideId": "123",
    "BlackFideId": "none",
    "BlackFed": "GER",
}


def written(moves: str = "e2e4 e7e5", result: str = "*", **headers: str) -> str:
    plies = tuple(moves.split())
    return format_of_game("chess").write(
        GameRecord(
            headers=HEADERS | headers,
            moves=plies,
            clocks_ms=tuple(5_400_000 - 1500 * n for n in range(len(plies))),
            elapsed_ms=tuple(1500 * n for n in range(len(plies))),
            result=result,
        ),
        "pgn",
    )


def relayed(board: int = 1, text: str | None = None, *, live: bool = True) -> Relayed:
    return Relayed(board=board, text=written() if text is None else text, live=live)


def test_all_records_in_the_order_of_the_boards() -> None:
    text = games_text(
        [relayed(2, written(White="B")), relayed(1, written(White="A")), relayed(3, "")]
    )
    stream = io.StringIO(text)
    found = [chess.pgn.read_game(stream) for _ in range(3)]
    assert [each.headers["White"] for each in found if each is not None] == ["A", "B"]


def test_the_index_has_a_place_for_every_board_up_to_the_last() -> None:
    found = index([relayed(3), relayed(1, written(result="1-0"), live=False)])
    assert found["date"] == "2026-11-21"
    first, second, third = found["pairings"]
    assert first["white"] == {
        "fname": "Vera",
        "mname": None,
        "lname": "Menchik",
        "title": "WGM",
        "federation": None,
        "gender": None,
        "fideid": 123,
    }
    assert (first["black"]["lname"], first["black"]["fideid"]) == ("Graf", None)
    assert (first["result"], first["live"], third["live"]) == ("1-0", False, True)
    assert second == {"white": None, "black": None, "result": "*", "live": False}
    assert index([]) == {"date": "", "pairings": []}


def test_a_game_is_notation_clock_and_time_taken() -> None:
    found = game(relayed(7, written("e2e4 e7e5 g1f3", result="1/2-1/2")))
    assert found["moves"] == ["e4 5400+0", "e5 5398+1", "Nf3 5397+3"]
    assert (found["serialNr"], found["result"], found["live"]) == ("7", "DRAW", True)
    assert game(relayed(7, ""))["moves"] == []


@pytest.mark.parametrize(
    "name", ["draughts-100", "draughts-russian", "draughts-brazilian", "xiangqi", "go"]
)
def test_records_of_every_game_are_listed(name: str) -> None:
    form = format_of_game(name)
    text = form.write(GameRecord(game=name, headers={"Event": "Club"}), form.styles[0])
    assert game(relayed(1, text))["result"] == "*"
    assert len(index([relayed(1, text)])["pairings"]) == 1
    assert games_text([relayed(1, text), relayed(2)], form.name) == games_text([relayed(1, text)])


times = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 100)), max_size=20)


@given(times, st.integers(0, 50), st.integers(0, 160))
def test_nothing_is_seen_before_its_time_and_the_newest_after_it(
    entered: list[tuple[int, int]], delay_s: int, now_s: int
) -> None:
    entered.sort(key=lambda each: each[1])
    line = DelayLine(delay_s)
    for n, (board, at_s) in enumerate(entered):
        line.put(Entered(board=board, at_s=at_s, text=str(n), live=True))
    old = {board: str(n) for n, (board, at_s) in enumerate(entered) if at_s + delay_s <= now_s}
    again = DelayLine(delay_s, line.kept())
    assert {each.board: each.text for each in line.visible(now_s)} == old
    assert {each.board: each.text for each in again.visible(now_s)} == old
    later = [at_s + delay_s for _, at_s in entered if at_s + delay_s > now_s]
    assert line.next_s(now_s) == min(later, default=None)


def test_a_longer_delay_holds_back_what_waits() -> None:
    line = DelayLine(10)
    assert line.put(Entered(board=1, at_s=0, text="a", live=True))
    assert not line.put(Entered(board=1, at_s=1, text="a", live=True))
    line.delay_s = 100
    assert line.visible(50) == []
    assert [each.text for each in line.visible(100)] == ["a"]


def ok(batch: Batch) -> str:
    return json.dumps({"games": [{"tags": {}, "moves": 2} for _ in batch.boards]})


def test_changes_are_gathered_and_only_they_are_sent() -> None:
    pusher = Pusher()
    pusher.offer([relayed(1), relayed(2)], 10)
    assert pusher.next(10 + DEBOUNCE_S - 0.1) is None
    batch = pusher.next(10 + DEBOUNCE_S)
    assert batch is not None
    assert (batch.boards, batch.body) == ((1, 2), games_text([relayed(1), relayed(2)]))
    assert pusher.next(99) is None  # one request at a time
    pusher.answered(200, ok(batch), 13)
    pusher.offer([relayed(1), relayed(2, written("d2d4"))], 20)
    again = pusher.next(30)
    assert again is not None
    assert (again.boards, pusher.pushed, pusher.problem) == ((2,), 2, None)


def test_a_round_of_many_boards_goes_in_several_requests() -> None:
    pusher = Pusher()
    pusher.offer([relayed(n) for n in range(1, 151)], 0)
    sizes = []
    while (batch := pusher.next(100)) is not None:
        sizes.append(len(batch.boards))
        pusher.answered(200, ok(batch), 100)
    assert sizes == [GAMES_MAX, 50]


def test_too_many_requests_are_followed_by_a_pause() -> None:
    pusher = Pusher()
    pusher.offer([relayed(1)], 0)
    pusher.next(5)
    pusher.answered(429, "", 5)
    assert pusher.next(5 + TOO_MANY_S - 1) is None
    assert "pause" in str(pusher.problem)
    assert pusher.next(5 + TOO_MANY_S) is not None


def test_a_game_that_is_refused_is_named_and_not_sent_again_until_it_changes() -> None:
    pusher = Pusher()
    pusher.offer([relayed(1), relayed(2)], 0)
    pusher.next(5)
    answer = {"games": [{"tags": {}, "moves": 2}, {"tags": {}, "error": "Cannot play e4"}]}
    pusher.answered(200, json.dumps(answer), 5)
    assert pusher.problem == "lichess refuses games: board 2: Cannot play e4"
    assert pusher.next(500) is None
    pusher.offer([relayed(2, written("d2d4"))], 500)
    batch = pusher.next(510)
    assert batch is not None
    pusher.answered(200, ok(batch), 510)
    assert pusher.problem is None


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_names_what_to_look_at(status: int) -> None:
    pusher = Pusher()
    pusher.offer([relayed(1)], 0)
    pusher.next(5)
    pusher.answered(status, '{"error":"No such token"}', 5)
    assert f"HTTP {status}" in str(pusher.problem)
    assert "study:write" in str(pusher.problem)
    assert pusher.next(10) is None


@given(st.integers(0, 2**32))
def test_everything_arrives_in_the_end(seed: int) -> None:
    dice = random.Random(seed)
    pusher, now_s, last_s = Pusher(), 0.0, -100.0
    there: dict[int, str] = {}
    wanted: dict[int, str] = {}
    for _ in range(60):
        now_s += dice.random() * 5
        if dice.random() < 0.5:
            board = dice.randint(1, 5)
            wanted[board] = f"{board} {now_s}"
            pusher.offer([relayed(board, wanted[board])], now_s)
        batch = pusher.next(now_s)
        if batch is not None:
            assert now_s >= last_s
            chance = dice.random()
            if chance < 0.2:
                pusher.failed("no route", now_s)
            elif chance < 0.4:
                pusher.answered(429, "", now_s)
                last_s = now_s + TOO_MANY_S
            elif chance < 0.5:
                pusher.answered(503, "", now_s)
            else:
                there.update(zip(batch.boards, batch.texts, strict=True))
                pusher.answered(200, dice.choice([ok(batch), "{}", "nonsense"]), now_s)
    now_s += 1000
    while (due_s := pusher.due_s()) is not None:
        now_s = max(now_s, due_s)
        batch = pusher.next(now_s)
        assert batch is not None
        there.update(zip(batch.boards, batch.texts, strict=True))
        pusher.answered(200, ok(batch), now_s)
    assert there == wanted


@dataclass
class Clock:
    now_s: float = 1000.0

    def __call__(self) -> float:
        return self.now_s


def steady(clock: Clock) -> SteadyTime:
    return SteadyTime(wall=clock, passed=clock, boot="b")


def test_a_restart_does_not_shorten_the_wait_nor_take_back_what_was_seen(tmp_path: Path) -> None:
    async def run() -> None:
        clock, desk, file = Clock(), FakeDesk(), tmp_path / "feed.jsonl"
        desk.pgn = written("e2e4")
        feed = Feed(desk, delay_s=900, file=file, now=steady(clock))
        keeping = asyncio.create_task(feed.keep())
        for at_s, moves in ((1400.0, "e2e4 e7e5"), (1800.0, "e2e4 e7e5 g1f3")):
            clock.now_s, desk.pgn = at_s, written(moves)
            before = file.read_text() if file.exists() else ""
            while (file.read_text() if file.exists() else "") == before:
                await desk.change()
                await asyncio.sleep(0)
        keeping.cancel()
        clock.now_s = 1950.0
        assert [each.text for each in feed.games()] == [written("e2e4")]
        again = Feed(desk, delay_s=900, file=file, now=steady(clock))
        assert [each.text for each in again.games()] == [written("e2e4")]
        assert again.next_s() == 2300.0
        clock.now_s = 2300.0
        assert [each.text for each in again.games()] == [written("e2e4 e7e5")]

    asyncio.run(run())


@given(st.integers(-(10**9), 10**9), st.integers(0, 5000), st.booleans())
def test_a_wall_clock_that_is_set_shows_nothing_earlier(
    step_s: int,
    off_s: int,
    same_boot: bool,  # noqa: FBT001 - drawn
) -> None:
    wall, passed = Clock(), Clock(5.0)
    now = SteadyTime(wall=wall, passed=passed, boot="b")
    line = DelayLine(900)
    line.put(Entered(board=1, at_s=now(), text="a", live=True))
    wall.now_s += 100 + step_s
    passed.now_s += 100
    assert line.visible(now()) == []
    left = Kept(boot=now.boot, ahead_s=now.ahead_s, at_s=now(), entered=list(line.kept()))
    wall.now_s += off_s
    passed.now_s = passed.now_s + off_s if same_boot else 1.0
    again = SteadyTime(wall=wall, passed=passed, boot="b" if same_boot else "c")
    line = DelayLine(900, resumed(left, again))
    waited_s = 100 + (off_s if same_boot else 0)
    assert bool(line.visible(again())) == (waited_s >= 900)
    passed.now_s += max(0, 900 - waited_s)
    assert [each.text for each in line.visible(again())] == ["a"]


def test_a_kept_file_that_is_not_whole_makes_the_public_wait_anew(tmp_path: Path) -> None:
    file = tmp_path / "feed.json"
    file.write_text('[{"board":1,')
    assert Feed(FakeDesk(), delay_s=10, file=file).games() == []


def test_the_public_waits_at_every_address_and_the_hall_does_not() -> None:
    clock, desk = Clock(), FakeDesk()
    desk.pgn = written("e2e4")
    hall = Hall(networks=(ipaddress.ip_network("192.0.2.0/24"),))
    app = make_app(desk, tokens=Tokens(), feed=Feed(desk, delay_s=60, now=steady(clock)), hall=hall)
    paths = {route.path for route in app.routes if isinstance(route, Route)}
    paths = {
        path.replace(":int", "").format(
            role="white", name="resign", board="board-1", number=1, book="go-china", game="g1"
        )
        for path in paths
        if "{form}" not in path
    }
    for client, seen in ((("203.0.113.9", 1), False), (("192.0.2.7", 1), True)):
        browser = Client(desk, app=app, client=client)
        for path in sorted(paths - {"/api/events"}):
            code = browser.get(path).status_code
            assert (code == 403) == (not seen and not path.startswith(PUBLIC)), path
        assert browser.get("/game-1.json").status_code == 404
        assert browser.get("/overlay/1.json").json() is None
        assert browser.get("/games.pgn").text == ""
        assert browser.get("/index.json").json()["pairings"] == []
    clock.now_s += 60
    public = Client(desk, app=app, client=("203.0.113.9", 1))
    assert public.get("/games.pgn").text == written("e2e4")
    assert public.get("/game-1.pgn").text == written("e2e4")
    assert public.get("/game-1.json").json()["moves"] == ["e4 5400+0"]
    assert public.get("/overlay/1.json").json()["last"] == ["e2", "e4"]


LINE = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6"
SAN = ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Bg5", "e6"]
FORMS = {"form": ("pgn", "pdn", "sgf", "json")}


def public_paths(app: Starlette) -> list[str]:
    """Every address that is open to the public, for board 1; those that are files of the program are not."""
    found = []
    for route in app.routes:
        assert isinstance(route, Route)
        path = route.path.replace(":int", "").replace("{number}", "1")
        if path.startswith(PUBLIC) and not path.startswith("/static/"):
            found += (
                [path.format(form=form) for form in FORMS["form"]] if "{form}" in path else [path]
            )
    return found


@settings(max_examples=25)
@given(
    st.lists(st.integers(0, 600), min_size=12, max_size=12),
    st.integers(0, 900),
    st.lists(st.integers(0, 2000), min_size=1, max_size=3),
)
def test_no_address_shows_a_move_before_its_time(
    thinks_s: list[int], delay_s: int, looks_s: list[int]
) -> None:
    clock, desk = Clock(0.0), FakeDesk()
    desk.pgn = written("")
    feed = Feed(desk, delay_s=delay_s, now=steady(clock))
    app = make_app(desk, tokens=Tokens(), feed=feed, hall=Hall())
    browser = Client(desk, app=app, client=("203.0.113.9", 1))
    made_s = list(accumulate(thinks_s))
    moments = sorted([*((at_s, True) for at_s in made_s), *((at_s, False) for at_s in looks_s)])
    plies = 0
    for at_s, moved in moments:
        clock.now_s = float(at_s)
        if moved:
            plies += 1
            desk.pgn = written(" ".join(LINE.split()[:plies]))
            feed.take()
            continue
        known = sum(then_s + delay_s <= at_s for then_s in made_s[:plies])
        for path in public_paths(app):
            said = set(re.findall(r"[A-Za-z][A-Za-z0-9]*[0-9]", browser.get(path).text))
            assert said.isdisjoint(SAN[known:]), path
        if at_s >= delay_s:
            moves = browser.get("/overlay/1.json").json()["moves"]
            assert [each["notation"]["san"] for each in moves] == SAN[:known][-MOVES_MAX:]


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.7"])
def test_a_proxy_in_the_hall_does_not_let_the_public_in(header: str, address: str) -> None:
    desk = FakeDesk()
    hall = Hall(networks=(ipaddress.ip_network("192.0.2.0/24"),))
    app = make_app(desk, tokens=Tokens(), feed=Feed(desk, delay_s=60), hall=hall)
    browser = Client(desk, app=app, client=(address, 1))
    assert browser.get("/api/state").status_code == 200
    assert browser.get("/api/state", headers={header: "203.0.113.9"}).status_code == 403
    assert browser.get("/games.pgn", headers={header: "203.0.113.9"}).status_code == 200
