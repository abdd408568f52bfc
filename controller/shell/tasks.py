"""Every task of the service and of the hub: what it does, what follows when it ends, and what a person can do.

A new task is a row here and one line where it begins: `supervisor.start(tasks.NAME, work)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class OnEnd(Enum):
    """What follows when a task has ended that should not."""

    RESTART = "started again"
    STOP = "the process stops"


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What a task does, and what follows when it ends.

    Attributes:
        name: of the task, in figures and logs.
        does: in words, as the subject of a sentence.
        next_step: what a person can do.
        may_finish: it ends rightly when it returns.
        silent_s: a task that gives no sign of life (`alive`) for so long hangs, and is ended; None where each of
            its waits has a limit of its own.
    """

    name: str
    does: str
    next_step: str
    on_end: OnEnd = OnEnd.RESTART
    may_finish: bool = False
    silent_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskState:
    """How a task is.

    Attributes:
        up: it runs, and has not ended lately.
        restarts: how often it was started again.
        cause: why it ended, until it has run well for a while.
        next_step: what a person can do; empty where nothing is wrong.
    """

    name: str
    up: bool
    restarts: int
    cause: str | None = None
    next_step: str = ""


_OUR_FAULT: Final = "Send the log to those who make Touchmove. The game goes on."

SCAN: Final = Duty(
    name="scan",
    does="following the board",
    on_end=OnEnd.STOP,
    next_step="It is started again by itself and goes on from where the board stands; see the log.",
    silent_s=10.0,
)
PULSE: Final = Duty(
    name="pulse", does="telling systemd how it goes", next_step=_OUR_FAULT, silent_s=8.0
)
WATCH: Final = Duty(
    name="watch", does="telling how the board is", next_step=_OUR_FAULT, silent_s=15.0
)
JOURNAL: Final = Duty(
    name="journal",
    does="proving and archiving the journal",
    next_step="Look at the folder of [journal] and its disk. The game goes on.",
    silent_s=300.0,
)
ROOM: Final = Duty(
    name="room",
    does="looking for room on the disks",
    next_step="Look at the folders of [journal] and [evidence], and at their disks. The game goes on.",
    silent_s=60.0,
)
BROKER: Final = Duty(
    name="broker",
    does="the embedded broker",
    next_step="It comes back by itself. If it does not, use a broker of its own, such as Mosquitto.",
)
MQTT: Final = Duty(
    name="mqtt",
    does="publishing over MQTT",
    next_step="Look at [mqtt] in the configuration, and at the disk. The game goes on; nothing is lost.",
)
PUBLIC: Final = Duty(
    name="public",
    does="the public copy of the records",
    next_step="Look at [mqtt] in the configuration. The game goes on; the public waits.",
    silent_s=60.0,
)
FEED: Final = Duty(
    name="feed",
    does="keeping what the public waits for",
    next_step="Look at the disk. The game goes on; after a new start the public may wait longer.",
    silent_s=60.0,
)
PUSH: Final = Duty(
    name="push",
    does="pushing to the broadcast",
    next_step="Look at [feed] in the configuration. The game goes on.",
    silent_s=90.0,
)
EVIDENCE: Final = Duty(
    name="evidence",
    does="recording the evidence",
    next_step="Look at the folder of [evidence] and its disk. The game goes on.",
    silent_s=90.0,
)
KIOSK: Final = Duty(
    name="kiosk",
    does="serving the web pages",
    next_step="It comes back by itself. Look whether another program has taken the port of [kiosk].",
)
VIEWERS: Final = Duty(
    name="viewers", does="telling the web pages what is new", next_step=_OUR_FAULT, silent_s=15.0
)
LIVECHESS: Final = Duty(
    name="livechess",
    does="serving programs for electronic boards",
    next_step="It comes back by itself. Look whether another program has taken the port of [livechess].",
)
EMULATOR: Final = Duty(
    name="emulator",
    does="answering at the serial line",
    next_step="Look at the device or link of [emulator]. The game goes on.",
    silent_s=15.0,
)
BOARDS: Final = Duty(
    name="boards",
    does="following the boards over MQTT",
    next_step="Look at [mqtt] in the hub's configuration. The games go on at the boards.",
)

DUTIES: Final = {
    duty.name: duty
    for duty in (
        SCAN,
        PULSE,
        WATCH,
        JOURNAL,
        ROOM,
        BROKER,
        MQTT,
        PUBLIC,
        FEED,
        PUSH,
        EVIDENCE,
        KIOSK,
        VIEWERS,
        LIVECHESS,
        EMULATOR,
        BOARDS,
    )
}
"""All of them, by name."""
