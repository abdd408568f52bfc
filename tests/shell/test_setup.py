"""The set-up page's work without a browser: the wiring learnt, the file changed, the program behind the page."""

from __future__ import annotations

import asyncio
import random
import re
import tomllib
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.shell.config import load_config
from controller.shell.roles import hash_token
from controller.shell.setup.draft import PROFILES
from controller.shell.setup.editing import edited
from controller.shell.setup.learning import STILL_NS, Learning
from controller.shell.setup.serving import Setup, make_setup_app
from controller.shell.web.security import LOOPBACK_HOSTS
from rules.terms import RulesError

if TYPE_CHECKING:
    from pathlib import Path


TOKEN = "the-operator-s-token"
ANSWERS = {
    "id": "table-7",
    "time_control": "5:00+0:03",
    "port": 8081,
    "broker": "",
    "folder": "games",
    "network": True,
    "open_roles": ["white"],
    "tokens": ["arbiter"],
    "page_language": "zh",
    "page_theme": "dark",
    "keyboard": True,
}
MS = 1_000_000


class Walker:
    """A hand that puts pieces on a board whose wiring nobody knows."""

    def __init__(self, learning: Learning) -> None:
        self.learning = learning
        self.at_ns = 0
        self.on = 0

    def wait(self) -> None:
        for _ in range(2):
            self.learning.see(self.on, self.at_ns)
            self.at_ns += STILL_NS
        self.learning.see(self.on, self.at_ns)

    def put(self, channel: int) -> None:
        self.on |= 1 << channel
        self.wait()

    def lift(self, channel: int) -> None:
        self.on &= ~(1 << channel)
        self.wait()


@given(st.permutations(range(12)), st.booleans(), st.sets(st.integers(0, 11)))
def test_any_order_is_learnt(
    order: list[int],
    leave: bool,  # noqa: FBT001 - a property's value
    unused: set[int],
) -> None:
    """Whether pieces are taken along or left standing; some channels are connected to nothing."""
    wired = [channel for channel in order if channel not in unused]
    names = [f"p{n}" for n in range(len(wired))]
    learning = Learning(names, 12)
    hand = Walker(learning)
    hand.wait()
    for name, channel in zip(names, wired, strict=True):
        assert learning.next == name
        assert learning.points() is None
        hand.put(channel)
        if not leave:
            hand.lift(channel)
    points = learning.points()
    assert points is not None
    assert {points[channel]: channel for channel in wired} == dict(zip(names, wired, strict=True))


def test_what_teaches_nothing_is_said() -> None:
    learning = Learning(["a", "b", "c"], 8)
    hand = Walker(learning)
    hand.wait()
    hand.on = 0b11
    hand.wait()
    assert (learning.trouble, learning.next) == ("several", "a")
    hand.on = 0
    hand.wait()
    hand.put(4)
    hand.lift(4)
    hand.put(4)
    assert (learning.trouble, learning.known, learning.next) == ("known", "a", "b")
    learning.back()
    assert (learning.trouble, learning.next) == ("", "a")


def test_a_contact_that_bounces_teaches_nothing_before_it_is_still() -> None:
    learning = Learning(["a", "b"], 4)
    learning.see(0, 0)
    for n in range(40):
        learning.see(1 << (n % 2), n * 10 * MS)
    assert learning.found == {}


def test_what_stood_there_before_is_no_answer() -> None:
    learning = Learning(["a"], 4)
    hand = Walker(learning)
    hand.on = 0b1000
    hand.wait()
    assert learning.stuck == 0b1000
    hand.put(1)
    assert learning.found == {"a": 1}


PROFILE = (PROFILES / "chess-reed-14.toml").read_text(encoding="utf-8")


def test_only_what_is_asked_for_changes() -> None:
    changed = edited(PROFILE, {("board", "id"): "x-1", ("kiosk", "open_roles"): []})
    before, after = PROFILE.splitlines(), changed.splitlines()
    differ = [(one, two) for one, two in zip(before, after, strict=True) if one != two]
    assert differ == [
        ('id = "board-1"', 'id = "x-1"'),
        ('open_roles = ["white", "black", "operator"]', "open_roles = []"),
    ]


KEYS = st.sampled_from(
    [
        ("board", "id"),
        ("sensors", "points"),
        ("kiosk", "new"),
        ("roles.tokens", "white"),
        ("mqtt", "tls"),
    ]
)
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(0, 99), st.text(max_size=9), st.lists(st.text(max_size=3), max_size=20)
)  # fmt: skip


@given(st.dictionaries(KEYS, VALUES, max_size=4))
@example({("board", "id"): "\x7f"})
def test_every_change_is_there_and_nothing_else(changes: dict[tuple[str, str], Any]) -> None:
    found = tomllib.loads(edited(PROFILE, changes))
    wanted = tomllib.loads(PROFILE)
    for (section, key), value in changes.items():
        for tree in (wanted, found):
            place = tree
            for name in section.split("."):
                place = place.setdefault(name, {})
            if tree is wanted:
                place[key] = value
            if value is None:
                place.pop(key, None)
    assert found == wanted


def test_a_document_that_is_written_otherwise_is_left_alone() -> None:
    with pytest.raises((RulesError, ValueError)):
        edited('board = { id = "x" }\n', {("board", "id"): "y"})


class Page:
    """Asks the program behind the page."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._app = make_setup_app(setup, hash_token(TOKEN), LOOPBACK_HOSTS)

    def ask(self, path: str, body: object = None, token: str = TOKEN) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=("127.0.0.1", 5))
            headers = {"authorization": f"Bearer {token}"} if token else {}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost", headers=headers
            ) as client:
                if body is None:
                    return await client.get(path)
                return await client.post(path, json=body)

        return asyncio.run(send())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "board.toml"


@pytest.mark.parametrize("path", ["", "/board", "/save", "/choose", "/learn", "/put"])
@pytest.mark.parametrize(("token", "code"), [("", 401), ("wrong", 403)])
def test_nobody_sets_a_board_up_without_the_token(
    file: Path, path: str, token: str, code: int
) -> None:
    page = Page(Setup(file, simulated=True))
    body: object = None if path in ("", "/board") else {}
    assert page.ask(f"/api/setup{path}", body, token).status_code == code
    assert page.ask("/setup", token="").status_code == 200


def test_every_profile_can_be_opened_on_models_and_saved(file: Path) -> None:
    page = Page(Setup(file, simulated=True))
    told = page.ask("/api/setup").json()
    names = [each["name"] for each in told["profiles"]]
    assert "chess-reed-14" in names
    assert "simulated-go" in names
    for name in names:
        assert page.ask("/api/setup/choose", {"profile": name}).status_code == 200, name
        page.setup.board.scan()
        assert page.ask("/api/setup/board").json()["on"] == []
        answers = {**ANSWERS, "open_roles": [], "time_control": ""}
        answer = page.ask("/api/setup/save", answers)
        assert answer.status_code == 200, (name, answer.text)
        assert load_config(file).board.id == "table-7"
    page.setup.close()


def test_the_file_says_what_was_asked_and_the_one_before_is_kept(file: Path) -> None:
    page = Page(Setup(file, simulated=True))
    page.ask("/api/setup/choose", {"profile": "chess-reed-14"})
    first = page.ask("/api/setup/save", ANSWERS).json()
    assert first["copy"] is None
    config = load_config(file)
    assert (config.board.time_control, config.kiosk.host) == ("5:00+0:03", "0.0.0.0")
    assert config.tokens == {"arbiter": hash_token(first["tokens"]["arbiter"])}
    assert config.journal == file.parent / "games"
    looks = (config.kiosk.language, config.kiosk.theme, config.kiosk.keyboard)
    assert looks == ("zh", "dark", True)
    text = file.read_text()
    assert text.startswith(PROFILE.splitlines()[0])
    second = page.ask("/api/setup/save", {**ANSWERS, "id": "table-8", "tokens": []}).json()
    kept = file.parent / second["copy"].rsplit("/", 1)[1]
    assert kept.read_text() == text
    seen = {
        "en": "kiosk is seen by: every machine of the network",
        "zh": "棋盘页面的观看者：网络中的所有设备",
    }
    assert seen in second["reach"]
    assert all(re.search(r"[\u4e00-\u9fff]", line["zh"]) for line in second["reach"])
    again = Page(Setup(file, simulated=True)).ask("/api/setup").json()
    assert (again["profiles"][0]["name"], again["profiles"][0]["values"]["id"]) == (
        "kept",
        "table-8",
    )
    page.setup.close()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"id": "Table 7"}, "board.id"),
        ({"time_control": "soon"}, "board.time_control"),
        ({"port": 0}, "kiosk.port"),
        ({"port": "80"}, "port is a number"),
        ({"open_roles": ["queen"]}, "kiosk.open_roles"),
        ({"tokens": "arbiter"}, "tokens is a list"),
        ({"broker": "a b"}, "mqtt.host"),
        ({"page_language": "fr"}, "kiosk.language"),
        ({"page_theme": "pink"}, "kiosk.theme"),
    ],
)
def test_a_wrong_answer_is_named_and_nothing_is_written(
    file: Path, wrong: dict[str, object], says: str
) -> None:
    page = Page(Setup(file, simulated=True))
    page.ask("/api/setup/choose", {"profile": "chess-reed-14"})
    answer = page.ask("/api/setup/save", {**ANSWERS, **wrong})
    assert answer.status_code == 409
    assert says in answer.json()["error"]
    assert not file.exists()
    page.setup.close()


def test_an_odd_wiring_is_learnt_on_the_simulated_board(file: Path) -> None:
    page = Page(Setup(file, simulated=True, odd=7))
    page.ask("/api/setup/choose", {"profile": "chess-reed-14"})
    board = page.setup.board
    clock = random.Random(1)  # steps of a clock that is set forward instead of waiting
    at_ns = [10**12]
    board._clock.now_ns = lambda: at_ns[0]  # type: ignore[method-assign]

    def settle() -> None:
        for _ in range(100):
            at_ns[0] += clock.randrange(8, 12) * MS
            board.scan()

    settle()
    page.ask("/api/setup/put", {"point": "e2"})
    settle()
    assert page.ask("/api/setup/board").json()["on"] != ["e2"]
    page.ask("/api/setup/put", {"point": "e2"})
    settle()
    page.ask("/api/setup/learn", {"what": "start"})
    settle()
    while (walk := page.ask("/api/setup/board").json()["learning"])["next"] is not None:
        before = walk["done"]
        for _ in range(2):  # not through the page, which takes so many orders a second
            board.put(walk["next"])
            settle()
        now = page.ask("/api/setup/board").json()["learning"]
        assert now["done"] == before + 1, now
    page.ask("/api/setup/put", {"point": "e2"})
    settle()
    assert page.ask("/api/setup/board").json()["on"] == ["e2"]
    assert page.ask("/api/setup/save", ANSWERS).status_code == 200
    learnt = load_config(file).sensors.wiring
    points = [point for point in learnt.points if point is not None]
    assert sorted(points) == list(range(64))
    assert points != sorted(points)
    page.setup.close()


@pytest.mark.parametrize("profile", ["chess-hall-14", "chess-field"])
def test_levels_are_measured_on_the_empty_board_and_with_the_pieces(
    file: Path, profile: str
) -> None:
    page = Page(Setup(file, simulated=True))
    page.ask("/api/setup/choose", {"profile": profile})
    board = page.setup.board
    told = page.ask("/api/setup/board").json()["calibration"]
    if told is None:  # switches, though by Hall's effect
        assert page.ask("/api/setup/measure", {"what": "empty"}).status_code == 409
        page.setup.close()
        return
    at_ns = [10**12]
    board._clock.now_ns = lambda: at_ns[0]  # type: ignore[method-assign]
    assert page.ask("/api/setup/measure", {"what": "array"}).status_code == 409
    for what in ("empty", "array"):
        assert page.ask("/api/setup/measure", {"what": what}).status_code == 200
        for _ in range(320):
            at_ns[0] += 10 * MS
            board.scan()
    told = page.ask("/api/setup/board").json()["calibration"]
    assert (told["measuring"], len(told["given"])) == (None, 64)
    assert min(told["given"].values()) > 0
    saved = page.ask("/api/setup/save", {**ANSWERS, "open_roles": []}).json()
    levels = file.with_name("board-calibration.json")
    assert saved["calibration"] == str(levels)
    assert levels.is_file()
    electronics = load_config(file).sensors.electronics
    assert getattr(electronics, "calibration", None) == levels
    page.setup.close()
