"""The configuration that is being made: a profile, what the page has asked, and what was learnt."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.shell.config import read_config
from controller.shell.reaching import board_reach
from controller.shell.recordfiles import write_whole
from controller.shell.roles import hash_token, new_token, roles
from controller.shell.setup.editing import edited
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json
    from controller.shell.config_types import Config
    from controller.shell.setup.editing import Value

PROFILES = Path(__file__).resolve().parents[3] / "hardware"
"""Where the program was installed from; a wheel alone has none."""
SIMULATED = "simulated"
KEPT = "kept"
"""In place of a profile: the configuration that is there already."""
BENCH = """\
# A simulated board: everything is as with a real one, and pieces are moved on the page.

[board]
id = "board-1"
game = "{game}"

[journal]
folder = "journal"

[sensors]
driver = "bench"

[kiosk]
host = "127.0.0.1"
port = 8080
open_roles = []
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A board that can be chosen."""

    name: str
    about: str
    text: str
    config: Config

    def told(self) -> Json:
        """For the page."""
        board, sensors = self.config.board, self.config.sensors
        return {
            "name": self.name,
            "about": self.about,
            "game": board.game.name,
            "points": len(board.game.points),
            "driver": sensors.driver,
            "kind": sensors.kind.value,
            "lamps": self.config.lamps.driver,
            "learns": learns(self.config),
            "values": values_of(self.config),
            "roles": list(roles(board.game)),
            "controls": [each.name for each in board.rulebook.times],
        }


def profiles(file: Path, folder: Path = PROFILES) -> list[Profile]:
    """What can be chosen: the configuration that is there, those of `hardware/`, and a simulated board of each game."""
    from rules.registry import GAMES  # noqa: PLC0415 - all games are loaded only here

    found = []
    if file.is_file():
        found.append(_profile(KEPT, file.read_text(encoding="utf-8"), file))
    texts = {each.stem: each.read_text(encoding="utf-8") for each in sorted(folder.glob("*.toml"))}
    texts |= {f"{SIMULATED}-{game}": BENCH.format(game=game) for game in GAMES}
    return found + [_profile(name, text, file) for name, text in texts.items()]


def _profile(name: str, text: str, file: Path) -> Profile:
    comment = re.match(r"#[ ]?([^\n]*)(?:\n#[ ]?([^\n]+))?", text)
    about = " ".join(filter(None, comment.groups())) if comment else ""
    sentence = re.match(r".*?[.:](?=\s|$)", about)
    config = read_config(text.encode(), file)
    return Profile(name=name, about=(sentence or [about])[0].rstrip(":"), text=text, config=config)


def learns(config: Config) -> bool:
    """Whether the wiring of a board's sensors has an order that can be learnt."""
    return config.sensors.driver not in ("serial", "bench")


def values_of(config: Config) -> Json:
    """What the page asks, as a configuration has it."""
    kiosk, mqtt = config.kiosk, config.mqtt
    return {
        "id": config.board.id,
        "time_control": config.board.time_control or "",
        "folder": str(config.journal) if _may_write(config.journal) else "journal",
        "network": kiosk.host not in ("127.0.0.1", "localhost"),
        "port": kiosk.port,
        "open_roles": list(kiosk.open_roles),
        "page_language": kiosk.language or "",
        "page_theme": kiosk.theme or "",
        "keyboard": kiosk.keyboard,
        "broker": "" if mqtt.embedded else mqtt.host,
        "tokens": [],
    }


def _may_write(folder: Path) -> bool:
    """Whether whoever sets the board up could make this folder, or write in it."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    return os.access(there, os.W_OK)


def drafted(
    profile: Profile,
    values: Mapping[str, Any],
    points: Sequence[str] | None,
    file: Path,
    levels: Path | None = None,
) -> tuple[str, dict[str, str]]:
    """The text of the configuration, and the tokens that were made for it, by role.

    Args:
        points: what each channel is connected to; None as the profile has it.
        levels: the file of the calibration beside it; None as the profile has it.

    Raises:
        ConfigError: with every mistake.
        RulesError: an answer is missing or of another kind; or the profile cannot be changed there.
    """
    changes: dict[tuple[str, str], Value] = {
        ("board", "id"): _text(values, "id"),
        ("board", "time_control"): _text(values, "time_control") or None,
        ("journal", "folder"): _text(values, "folder") or "journal",
        ("kiosk", "host"): "0.0.0.0" if values.get("network") is True else "127.0.0.1",  # noqa: S104 - asked for
        ("kiosk", "port"): _port(values),
        ("kiosk", "open_roles"): _names(values, "open_roles"),
    }
    for key in ("language", "theme"):
        changes[("kiosk", key)] = _text(values, f"page_{key}") or None
    if (keyboard := values.get("keyboard") is True) is not profile.config.kiosk.keyboard:
        changes[("kiosk", "keyboard")] = keyboard
    broker = _text(values, "broker")
    if broker:
        changes[("mqtt", "embedded")] = False
        changes[("mqtt", "host")] = broker
    elif not profile.config.mqtt.embedded:
        changes[("mqtt", "embedded")] = True
        changes[("mqtt", "host")] = "127.0.0.1"
    if points is not None:
        changes[("sensors", "points")] = list(points)
    if levels is not None:
        changes[("sensors", "calibration")] = levels.name
    tokens = {role: new_token() for role in _names(values, "tokens")}
    for role, token in tokens.items():
        changes[("roles.tokens", role)] = hash_token(token)
    text = edited(profile.text, changes)
    read_config(text.encode(), file)
    return text, tokens


def saved(file: Path, text: str, now_s: float | None = None) -> Path | None:
    """Writes the configuration; gives the copy of what was there before, None where nothing was.

    Raises:
        OSError: it cannot be written.
    """
    copy = None
    if file.exists():
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now_s))
        copy = file.with_name(f"{file.name}.before-{stamp}")
        write_whole(copy, file.read_text(encoding="utf-8"))
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return copy


def reach_of(file: Path, text: str) -> list[Json]:
    """Who can reach what by it, a line each in both languages."""
    lines = board_reach(read_config(text.encode(), file))
    return [{"en": each.english, "zh": each.chinese} for each in lines]


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key, "")
    if not isinstance(value, str):
        raise RulesError(f"{key} is a text")
    return value.strip()


def _port(values: Mapping[str, Any]) -> int:
    value = values.get("port")
    if not isinstance(value, int) or isinstance(value, bool):
        raise RulesError("port is a number")
    return value


def _names(values: Mapping[str, Any], key: str) -> list[str]:
    value = values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise RulesError(f"{key} is a list of names")
    return value
