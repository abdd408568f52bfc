"""What `touchmove run` loads: what its board has, and nothing else."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from controller.shell.later import BARE, LATER, put_off
from controller.shell.pauses import SWITCH_S, keep_pauses_short
from rules.arbiter_law import CLASSIC, FIDE_2023
from rules.draughts import pdn
from rules.formats import FORMATS
from rules.registry import GAMES
from rules.xiangqi import pgn as xqpgn
from tests.shell.mqtt_peer import free_port

ROOT = Path(__file__).resolve().parents[2]
NEVER = (
    *("click", "cryptography", "multiprocessing", "reportlab", "serial", "smbus2", "yaml"),
    *("controller.shell.evening", "controller.shell.install", "controller.shell.doctor.walk"),
    *("controller.shell.explaining", "controller.shell.wiring", "controller.shell.hub.hub"),
    *("controller.shell.electronics.expanders", "controller.shell.electronics.hall"),
    *("rules.draughts.game", "rules.xiangqi.game"),
)
"""What a chess board on the simulated bench has no use for."""
BARE_NEVER = ("amqtt", "h11", "starlette", "uvicorn.config", "websockets", "controller.shell.web")
"""What it has no use for without a kiosk, and without a broker of its own."""
STARTED_MIB = 58
"""At the start with broker and kiosk; measured were 50 (docs/figures.md)."""


RUN = """
import sys
from controller.shell.cli import main
assert main() == 0
print(*(name for name, module in sys.modules.items() if type(module).__name__ != "_Later"))
"""
"""Says at the end which modules have been loaded."""


def started(folder: Path, keys: str) -> tuple[set[str], float]:
    """The modules that a board has loaded, and the most memory that it had taken when it was ready, in MiB."""
    config, address = folder / "board.toml", folder / "notify"
    config.write_text(
        f'[board]\nid = "lean"\n[journal]\nfolder = "journal"\n[sensors]\ndriver = "bench"\n{keys}'
    )
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(address))
        told.settimeout(60)
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, "run", "--config", str(config)],
            cwd=ROOT,
            env={**os.environ, "NOTIFY_SOCKET": str(address)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            while b"READY=1" not in told.recv(4096):
                pass
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        finally:
            process.send_signal(signal.SIGTERM)
            loaded = process.communicate(timeout=60)[0]
    most = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return set(loaded.split()), int(most) / 1024


def within(modules: set[str], names: tuple[str, ...]) -> set[str]:
    return {m for m in modules if any(m == name or m.startswith(f"{name}.") for name in names)}


def test_a_board_loads_what_it_has(tmp_path: Path) -> None:
    keys = f"[kiosk]\nenabled = false\n[mqtt]\nembedded = false\nport = {free_port()}\n"
    modules, _ = started(tmp_path, keys)
    assert "rules.chess.game" in modules
    assert not within(modules, NEVER + BARE_NEVER)


def test_with_broker_and_kiosk_it_stays_small(tmp_path: Path) -> None:
    keys = f"[mqtt]\nembedded = true\nport = {free_port()}\n[kiosk]\nport = {free_port()}\n"
    modules, most_mib = started(tmp_path, keys)
    assert within(modules, ("starlette",))
    assert not within(modules, NEVER)
    assert most_mib <= STARTED_MIB


def test_what_is_put_off_comes_when_it_is_asked_for() -> None:
    program = (
        "import sys\n"
        "from controller.shell.later import BARE, LATER, put_off\n"
        "put_off()\n"
        "assert type(sys.modules['zipfile']) is not type(sys)\n"
        "import yaml, zipfile, statistics, uvicorn\n"
        "assert yaml.safe_load('a: [1]') == {'a': [1]}\n"
        "assert zipfile.ZipFile and statistics.median([1, 2, 9]) == 2\n"
        "assert type(yaml) is type(sys)\n"
        "assert not hasattr(statistics, 'no_such_name')\n"
        "assert uvicorn.Config.__module__ == 'uvicorn.config'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_loaded_already_is_left_alone() -> None:
    before = dict(sys.modules)
    put_off()
    names = [name for name in (*LATER, *BARE) if name in before]
    assert names
    assert all(sys.modules[name] is before[name] for name in names)
    assert all(isinstance(sys.modules[name], ModuleType) for name in (*LATER, *BARE))


def test_games_and_formats_say_without_loading_what_their_modules_say() -> None:
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}
    assert FORMATS["pdn"].styles == pdn.STYLES
    assert FORMATS["xqpgn"].styles == tuple(xqpgn.STYLES)
    assert {game for each in FORMATS.values() for game in each.games} == set(GAMES)
    assert {FIDE_2023, CLASSIC} <= set(GAMES["chess"].rulebooks)


def test_a_package_of_a_game_has_the_names_that_it_lists_and_no_others() -> None:
    for name in ("chess", "draughts", "go", "xiangqi"):
        package = __import__(f"rules.{name}", fromlist=["x"])
        assert all(getattr(package, each) is not None for each in package.__all__)
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            _ = package.nothing


def test_after_the_start_collections_look_at_what_came_since() -> None:
    interval = sys.getswitchinterval()
    try:
        keep_pauses_short()
        assert gc.get_freeze_count() > 10_000
        assert len(gc.get_objects()) < gc.get_freeze_count()
        assert sys.getswitchinterval() == pytest.approx(SWITCH_S)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
