"""The electronics behind the set-up page: whose they are, and what stones of Go give where there is no array."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.shell.config import load_config, read_config
from controller.shell.setup import serving
from controller.shell.setup.board import LiveBoard
from controller.shell.setup.draft import PROFILES
from controller.shell.setup.holding import BoardService, holder
from controller.shell.setup.serving import HeldError, Setup
from drivers.hall_findings import Trouble
from drivers.ports import Symptom
from tests.shell.test_setup import MS, Page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from controller.core.messages import Json
    from controller.shell.config_types import Config


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "board.toml"


class Systemd:
    """Stands in for systemctl.

    Attributes:
        obeys: it lets us stop and start the service.
    """

    def __init__(self, *, active: bool = True, obeys: bool = True) -> None:
        self.active, self.obeys = active, obeys

    def __call__(self, command: Sequence[str]) -> int:
        if "is-active" in command:
            return 0 if self.active else 3
        if self.obeys and command[-2] in ("stop", "start"):
            self.active = command[-2] == "start"
        return 0


REAL = {"profile": "chess-reed-14"}


def held(page: Page, path: str, body: object) -> Any:  # noqa: ANN401 - JSON
    answer = page.ask(f"/api/setup/{path}", body)
    assert answer.status_code == 409, answer.text
    return answer.json()["held"]


def test_a_service_that_runs_is_left_alone_until_the_operator_agrees(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    class Opened:
        learnt = measuring = None

        def __init__(self, config: Config, **_: object) -> None:
            opened.append(config.board.id)

        def close(self) -> None:
            opened.clear()

    monkeypatch.setattr(serving, "LiveBoard", Opened)
    systemd = Systemd()
    page = Page(Setup(file, service=BoardService(systemd, there=True)))
    assert held(page, "choose", REAL) == "service"
    assert (opened, systemd.active) == ([], True)
    assert page.ask("/api/setup/service", {"what": "stop"}).json()["stopped"] is True
    assert page.ask("/api/setup/choose", REAL).status_code == 200
    assert (opened, systemd.active) == (["board-1"], False)
    assert page.ask("/api/setup/service", {"what": "start"}).json()["stopped"] is False
    assert (opened, systemd.active) == ([], True), "its electronics are let go before it starts"


def test_the_service_starts_again_when_the_program_ends(file: Path) -> None:
    systemd = Systemd()
    setup = Setup(file, service=BoardService(systemd, there=True))
    setup.pause("stop")
    assert setup.end()
    assert systemd.active
    systemd.obeys = False
    with pytest.raises(HeldError, match="stop"):
        setup.pause("stop")


def test_a_service_that_was_not_running_is_not_started(file: Path) -> None:
    systemd = Systemd(active=False)
    setup = Setup(file, service=BoardService(systemd, there=True))
    assert setup.end()
    assert not systemd.active


def test_another_program_that_has_the_electronics_is_named(file: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    for number, device in (("7", "/dev/null"), ("812", "/dev/i2c-1")):
        (proc / number / "fd").mkdir(parents=True)
        (proc / number / "fd" / "5").symlink_to(device)
        (proc / number / "cmdline").write_bytes(b"touchmove\0run\0--config\0board.toml\0")
    uses = load_config(PROFILES / "chess-reed-14.toml").uses()
    assert holder(uses, proc) == "812 touchmove run --config board.toml"
    assert holder({"/dev/spidev0.0": "the lamps"}, proc) is None
    assert holder(uses, tmp_path / "nowhere") is None
    del file


class Steps:
    """A clock that goes on by itself."""

    def __init__(self) -> None:
        self.at_ns = 0

    def now_ns(self) -> int:
        self.at_ns += 100 * MS
        return self.at_ns


def go_board(file: Path, monkeypatch: pytest.MonkeyPatch) -> LiveBoard:
    """A board of 9 by 9 linear Hall sensors on models."""
    profile = (PROFILES / "chess-field.toml").read_text(encoding="utf-8")
    found = re.search(r"\[sensors\]\n(.*?)\n\n", profile, re.DOTALL)
    assert found is not None
    sensors = re.sub(r"calibration.*\n", "", found[1])
    text = f'[board]\nid = "go-9"\ngame = "go"\nsize = 9\n[journal]\nfolder = "j"\n[sensors]\n{sensors}\n'
    monkeypatch.setattr("controller.shell.setup.board.BoardClock", Steps)
    return LiveBoard(read_config(text.encode(), file), simulated=True)


def looked(board: LiveBoard) -> Json:
    """What the page is told once the board has been looked at."""
    while (told := board.measuring.told(board.wiring) or {})["measuring"]:
        board.scan()
    return told


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sets(st.integers(0, 80), min_size=1), min_size=1, max_size=3))
def test_at_go_stones_are_measured_wherever_they_are_put(
    tmp_path: Path, rounds: list[set[int]]
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        board = go_board(tmp_path / "board.toml", monkeypatch)
        board.measure("empty")
        told = looked(board)
        assert (told["array"], told["empty"], told["given"]) == (False, True, {})
        points, put = board.config.board.game.points, set[int]()
        for stones in rounds:
            put |= stones
            board.measure("array")
            assert board.bench is not None
            board.bench.sim.board.setup(dict.fromkeys(stones, "w"))
            told = looked(board)
            assert set(told["given"]) == {points[n] for n in put}
        assert (told["trouble"], told["notes"]) == ("", [])
        board.close()


def test_at_go_an_empty_board_is_no_stones(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = go_board(file, monkeypatch)
    board.measure("empty")
    looked(board)
    board.measure("array")
    assert board.bench is not None
    board.bench.sim.board.setup({})
    told = looked(board)
    assert "no man stands anywhere" in told["trouble"]
    assert not told["given"]
    board.close()


def test_every_symptom_and_finding_has_its_words_in_both_languages() -> None:
    folder = resources.files("controller.shell.web") / "static"
    names = {f"symptom.{each}" for each in Symptom} | {f"symptom.{each}.do" for each in Symptom}
    names |= {f"level.{each}" for each in Trouble if each is not Trouble.SWAPPED}
    names |= {f"profile.{each.stem}" for each in PROFILES.glob("*.toml")}
    for language in ("en", "zh"):
        assert names <= set(json.loads((folder / f"texts.{language}.json").read_text()))
