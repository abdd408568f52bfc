"""The configuration of a hub."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.config import BOARD_ID, BOARDS_MAX
from controller.shell.config_faces import read_feed, read_kiosk, read_mqtt, read_tokens
from controller.shell.file_kinds import HUB
from controller.shell.roles import ARBITER, OPERATOR
from controller.shell.toml_section import Document, read_file, refuse_kind

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from controller.shell.config_types import FeedConfig, KioskConfig, MqttConfig

HUB_ROLES = (ARBITER, OPERATOR)
"""Players give their orders at their own boards."""
_SECTIONS = ("hub", "mqtt", "kiosk", "feed", "roles")


@dataclass(frozen=True, slots=True, kw_only=True)
class HubConfig:
    """Everything that `touchmove hub` needs.

    Attributes:
        boards: ids of the boards, in the order of their numbers at the event.
        event: files that the table of the event is counted from, beside the games on the boards.
        state: folder where what waits for the public outlasts a restart.
        tokens: role to the hash of its token.
    """

    boards: tuple[str, ...]
    event: tuple[Path, ...]
    state: Path
    mqtt: MqttConfig
    kiosk: KioskConfig
    feed: FeedConfig
    tokens: Mapping[str, str]


def load_hub_config(path: str | os.PathLike[str]) -> HubConfig:
    """The configuration in a file. Paths in it count from the folder of the file.

    Raises:
        ConfigError: with every mistake in the file; also where the file cannot be read.
    """
    file = Path(path)
    return read_hub_config(read_file(file), file)


def is_hub_config(path: str | os.PathLike[str]) -> bool:
    """Whether a configuration is meant for a hub: it has the section.

    Raises:
        ConfigError: the file cannot be read.
    """
    return re.search(rb"(?m)^[ \t]*\[[ \t]*hub[ \t]*\]", read_file(Path(path))) is not None


def read_hub_config(data: bytes, file: Path) -> HubConfig:
    """The configuration in the bytes of a file.

    Raises:
        ConfigError: with every mistake in it.
    """
    refuse_kind(data, file, HUB, "touchmove run --config FILE is for it; a hub's has [hub]")
    document = Document(data, str(file))
    document.refuse_unknown_sections(_SECTIONS)
    sections = {name: document.section(name) for name in _SECTIONS}
    hub, base = sections["hub"], file.parent
    boards: tuple[str, ...] = hub.list_of(
        "boards",
        (),
        lambda value: isinstance(value, str) and re.fullmatch(BOARD_ID, value) is not None,
        'the id of a board, such as "table-1"',
        once="each board has one number",
    )
    if not 0 < len(boards) <= BOARDS_MAX:
        hub.wrong("boards", "list the ids of the boards, the first has number 1")
    event: tuple[str, ...] = hub.list_of(
        "event",
        (),
        lambda value: isinstance(value, str) and value != "" and "\0" not in value,
        "a report (TRF16), a list of players, a record or the folder of a journal",
    )
    config = HubConfig(
        boards=boards,
        event=tuple(base / each for each in event),
        state=base
        / hub.text("folder", "/var/lib/touchmove/hub", pattern=r"[^\0\n]+", allowed="a folder"),
        mqtt=read_mqtt(sections["mqtt"], base),
        kiosk=read_kiosk(sections["kiosk"], HUB_ROLES),
        feed=read_feed(sections["feed"], base),
        tokens=read_tokens(sections["roles"], HUB_ROLES),
    )
    for section in sections.values():
        section.done()
    document.check()
    return config
