"""The sensors as they are now: what scans leave behind, and what the page is told."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import Health
from controller.shell.doctor.places import Places
from controller.shell.doctor.simulating import simulated_rig
from controller.shell.livesensors import FRESH_NS, LiveSensors, noise
from controller.shell.scanner import Scanner
from controller.shell.tallying import Tally
from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens
from drivers.ports import Scan
from drivers.sim.bus import Absent
from tests.shell.doctor_boards import EVERYTHING, HALL, board
from tests.shell.fake_desk import FakeDesk
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from controller.shell.service import Service

MS = 1_000_000
HEALTH = Health(
    suspects=[{"point": "e2", "symptom": "weak"}],
    bus="ok",
    broker="none",
    disk="ok",
    scan_hz=200.0,
    latency_ms=None,
    gaps=3,
    faults=[],
)


class FakeClock:
    """Time that is set."""

    at_ns = 0

    def now_ns(self) -> int:
        return self.at_ns


class Board:
    """A scanned board, and the page's answers."""

    def __init__(self, text: str = EVERYTHING) -> None:
        config = board(text)
        rig, _, _ = simulated_rig(config)
        assert rig.hardware is not None
        assert rig.hardware.bench is not None
        self.hardware, self.bench = rig.hardware, rig.hardware.bench
        self.clock = FakeClock()
        self.scanner = Scanner(rig.hardware, lambda _item: None)
        self.service = SimpleNamespace(
            clock=self.clock,
            scanner=self.scanner,
            hardware=rig.hardware,
            session=SimpleNamespace(settings=SimpleNamespace(game=config.board.game)),
            health=lambda: HEALTH,
        )
        self.live = LiveSensors(cast("Service", self.service), Places(config).pins())

    def scan_until(self, at_ms: int) -> None:
        while self.clock.at_ns < at_ms * MS:
            self.clock.at_ns += 5 * MS
            self.scanner.step(self.clock.at_ns)

    def told(self) -> dict[str, Any]:
        self.clock.at_ns += FRESH_NS
        found: dict[str, Any] = json.loads(self.live.body())
        return found

    def point(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(p for p in self.told()["points"] if p["point"] == name)
        return found


levels = st.integers(0, 255)


@given(st.lists(st.tuples(levels, levels), max_size=20))
def test_changes_that_were_seen_are_counted(scans: list[tuple[int, int]]) -> None:
    tally = Tally()
    known: dict[int, int] = {}
    wanted = dict.fromkeys(range(8), 0)
    before_unknown = 0
    for turn, (up, unknown) in enumerate(scans):
        scan = Scan(levels=up & ~unknown, unknown=unknown)
        tally.take(turn, scan)
        for channel in range(8):
            if unknown >> channel & 1:
                continue
            level = up >> channel & 1
            blind = before_unknown >> channel & 1
            if turn and not blind and known.get(channel, 0) != level:
                wanted[channel] += 1
            known[channel] = level
        before_unknown = unknown
    assert {channel: tally.changes.get(channel, 0) for channel in range(8)} == wanted
    assert set(tally.changed_ns) == set(tally.changes)


def test_a_point_tells_its_level_changes_and_place() -> None:
    here = Board()
    here.scan_until(100)
    point = here.point("e2")
    assert (point["on"], point["changes"], point["ago_ms"]) == (1, 0, None)
    assert point["where"] == "/dev/i2c-1 chip 0x20 pin GPB5"
    here.bench.board.lift(12, here.clock.at_ns)
    here.scan_until(1000)
    point = here.point("e2")
    assert point["on"] == 0
    assert point["changes"] >= 1
    assert 0 < point["ago_ms"] < 1000


def test_blind_points_suspects_and_faults_are_told() -> None:
    here = Board()
    here.scan_until(100)
    fault = Absent(address=0x24, from_ns=0, until_ns=10**12)
    here.bench.wires[0].inject(fault)
    here.scan_until(1000)
    told = here.told()
    blind = [point["point"] for point in told["points"] if point["on"] is None]
    assert blind == [f"{file}8" for file in "abcdefgh"]
    assert told["suspects"] == {"e2": "weak"}
    assert [fault["where"] for fault in told["faults"]] == ["/dev/i2c-1 chip 0x24"]
    assert (told["kind"], told["gaps"], told["scanning"]) == ("presence", 3, True)


def test_field_sensors_tell_strength_noise_and_thresholds() -> None:
    here = Board(HALL)
    for at_ms in range(500, 4000, 500):
        here.scan_until(at_ms)
        here.live.body()
    point, other = here.point("e2"), here.point("e7")
    assert 400 < point["strength"] < 600
    assert -600 < other["strength"] < -400
    assert 0.5 < point["noise"] < 6
    assert (point["enter"], point["leave"]) == (250, 180)
    assert here.told()["kind"] == "field"


def test_many_pages_cost_one_answer() -> None:
    here = Board()
    here.scan_until(100)
    first = here.live.body()
    here.clock.at_ns += FRESH_NS - 1
    assert here.live.body() is first
    here.clock.at_ns += 1
    assert here.live.body() is not first


def test_before_the_first_scan() -> None:
    here = Board()
    here.service.scanner = here.service.hardware = None
    told = here.told()
    assert (told["points"], told["scanning"], told["kind"]) == ([], False, None)


def test_noise_is_a_standard_deviation() -> None:
    assert noise([(10, None), (12, 5), (10, 5), (12, 5), (11, 5)]) == {
        0: pytest.approx(0.89),
        1: 0,
    }
    assert noise([(1,), (2,)]) == {}


@pytest.mark.parametrize(
    ("tokens", "status"),
    [
        (Tokens(open_roles=frozenset({"operator"})), 200),
        (Tokens(open_roles=frozenset({"arbiter"})), 200),
        (Tokens(open_roles=frozenset({"white", "black"})), 401),
    ],
)
def test_who_may_look(tokens: Tokens, status: int) -> None:
    desk = FakeDesk()
    client = Client(desk, app=make_app(desk, tokens=tokens, sensors=lambda: b"{}"))
    assert client.get("/api/sensors").status_code == status
    assert client.get("/sensors").status_code == 200


def test_a_board_that_tells_nothing() -> None:
    assert Client(FakeDesk()).get("/api/sensors").status_code == 404
