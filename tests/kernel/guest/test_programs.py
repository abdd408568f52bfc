"""The programs as people start them, in processes of their own, on a kernel's bus."""

import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.core.messages import Move
from controller.journal.store import Journal
from controller.shell.config import load_config
from drivers.sim.bus import Wire
from drivers.sim.machine import SimMachine
from rules.registry import game_by_name
from tests.end_to_end.programs import finished, free_port, running
from tests.kernel.guest.boards import BUS
from tests.kernel.plugin import Buses

CONFIG = """
[board]
id = "board-1"
game = "chess"

[journal]
folder = "{folder}/journal"

[sensors]
driver = "mcp23017"
bus = "/dev/i2c-1"
addresses = [0x20, 0x21, 0x22, 0x23, 0x24]
inputs_per_chip = 14
active_low = true
points = "row-major"

[lamps]
driver = "none"

[mqtt]
embedded = true
port = {mqtt}

[kiosk]
host = "127.0.0.1"
port = {kiosk}
"""
CHESS = game_by_name("chess")
PATIENCE_S = 30


class Stand:
    """A configuration, the chips that it names, and men on the board."""

    def __init__(self, folder: Path, buses: Buses) -> None:
        self.kiosk = free_port()
        self.folder = folder
        self.file = folder / "board.toml"
        text = CONFIG.format(folder=folder, mqtt=free_port(), kiosk=self.kiosk)
        self.file.write_text(text, encoding="utf-8")
        sensors = load_config(self.file).sensors
        assert sensors.electronics is not None
        machine = SimMachine()
        self._circuit = sensors.electronics.simulate(machine)
        self._channel = sensors.wiring.channel_of
        self.wire: Wire = machine.wires[BUS]
        buses.bus(self.wire, name=BUS).close()
        self.stand(CHESS.start().occupied)

    def stand(self, points: int) -> None:
        """Men stand on these points."""
        self.standing = points
        places = range(len(CHESS.points))
        self._circuit.close_contacts(sum(1 << self._channel[p] for p in places if points >> p & 1))

    def doctor(self) -> dict[str, Any]:
        """What the doctor finds, by where it is."""
        done = finished("doctor", "--config", self.file, "--men", "array", "--json")
        return {found["where"]: found for found in json.loads(done.stdout)["findings"]}

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Waits for the kiosk to show something."""
        until_s = time.monotonic() + PATIENCE_S
        while (state := self._state()) is None or not holds(state):
            assert time.monotonic() < until_s, state
            time.sleep(0.05)

    def move(self, origin: str, target: str) -> None:
        """A hand lifts a man and sets him down when the board has seen it."""
        state = self._state()
        assert state is not None
        ply = state["view"]["ply"]
        self.stand(self.standing & ~(1 << CHESS.index[origin]))
        self.until(lambda state: origin not in state["view"]["standing"])
        self.stand(self.standing | 1 << CHESS.index[target])
        self.until(lambda state: state["view"]["ply"] == ply + 1)

    def _state(self) -> dict[str, Any] | None:
        """What the kiosk shows; None while it does not answer yet."""
        address = f"http://127.0.0.1:{self.kiosk}/api/state"
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
        except OSError:
            return None
        return found


def says(words: str) -> Callable[[dict[str, Any]], bool]:
    """Whether health tells of something."""
    return lambda state: words in " | ".join(state["health"]["faults"])


def is_well(state: dict[str, Any]) -> bool:
    return not state["health"]["faults"] and state["status"]["state"] == "online"


@pytest.fixture
def stand(tmp_path: Path, kernel_buses: Buses) -> Stand:
    return Stand(tmp_path, kernel_buses)


def test_the_doctor_finds_a_chip_at_a_wrong_address(stand: Stand) -> None:
    stand.wire.chips[0x26] = stand.wire.chips.pop(0x24)
    found = stand.doctor()
    assert found[BUS]["kind"] == "ok"
    assert found[f"{BUS} chip 0x24"]["kind"] == "wrong-address"
    assert "0x26" in found[f"{BUS} chip 0x24"]["text"]


def test_the_service_plays_on(stand: Stand, kernel_buses: Buses) -> None:
    """A chip falls off the bus and comes back reset; the adapter is unplugged and plugged in again."""
    node = kernel_buses.nodes[1]
    with running("run", "--config", stand.file) as service:
        stand.until(lambda state: state["view"]["stage"] == "play")
        stand.move("e2", "e4")
        chip = stand.wire.chips.pop(0x22)
        stand.until(says(f"{BUS} chip 0x22: chip-missing"))
        chip.brown_out()
        stand.wire.chips[0x22] = chip
        stand.until(is_well)
        node.unplug()
        stand.until(says(f"{BUS}: bus-missing"))
        node.plug()
        stand.until(is_well)
        stand.move("e7", "e5")
        service.terminate()
        said, _ = service.communicate()
    assert service.returncode == 0, said
    with Journal.open(stand.folder / "journal", "board-1") as journal:
        game = journal.games()[-1].game_id
        assert [m.move for m in journal.messages_of(game) if isinstance(m, Move)] == [
            "e2e4",
            "e7e5",
        ]
