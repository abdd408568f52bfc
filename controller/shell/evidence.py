"""Evidence: the service records what its sensors gave, so that any dispute and any bug can be replayed.

Recording never holds up the game. What cannot be written is said in the board's health.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.messages import position_text
from controller.core.sensing.marks import Sensor
from controller.shell.evidence_files import TraceFile, TraceFolder
from controller.shell.evidence_note import note_of, recorded_of
from controller.shell.evidence_tape import Tape, header_of
from controller.shell.signs import alive

if TYPE_CHECKING:
    from pathlib import Path

    from controller.core.board import Board
    from controller.core.inputs import Input

FLUSH_S = 1.0
"""A program that is killed loses no more of its trace than this."""
WAITING_MAX = 1 << 22
"""Characters that wait for a disk that is full or slow: a long game. Then its recording ends."""
_MB = 1_000_000
_log = logging.getLogger("touchmove")


@dataclass(slots=True)
class _Recording:
    """One game's trace on its way to the disk.

    Attributes:
        waiting: lines that are not on disk yet.
        over: nothing more will come.
        given_up: lines were lost; what is on disk stays a true beginning.
    """

    game_id: str
    tape: Tape
    file: TraceFile | None = None
    waiting: str = ""
    over: bool = False
    given_up: bool = False


class Evidence:
    """Records the games of a board. All methods run in the event loop; files are written beside it.

    Args:
        sensor: what the board's sensors tell.

    Attributes:
        folder: where the traces are.
        trouble: why something is not being recorded, and what to do; None when all is well.
    """

    def __init__(
        self,
        folder: Path,
        *,
        megabytes_max: int,
        scan_hz: float,
        sensor: Sensor = Sensor.PRESENCE,
    ) -> None:
        self.folder = folder
        self._folder = TraceFolder(folder, megabytes_max * _MB)
        self._scan_hz = scan_hz
        self._sensor = sensor
        self._recordings: list[_Recording] = []
        self._writing = asyncio.Lock()
        self._repaired = False
        self.trouble: str | None = None

    def begin(self, session: Board, *, board: str, game_id: str, epoch: str) -> None:
        """A game begins, or goes on from where it stands: another trace."""
        self.end()
        ply = session.line.ply
        settings = session.settings
        if ply:
            settings = replace(settings, start=position_text(session.line.position.value))
        recorded = recorded_of(
            settings, board=board, game_id=game_id, epoch=epoch, continues=ply or None
        )
        note = note_of(recorded)
        tape = Tape(
            settings, header_of(settings, sensor=self._sensor, scan_hz=self._scan_hz, note=note)
        )
        self._recordings.append(_Recording(game_id=game_id, tape=tape))

    def take(self, item: Input) -> None:
        """Records an input of the running game, before the game is fed with it."""
        if self._recordings and not self._recordings[-1].over:
            self._recordings[-1].tape.take(item)

    def end(self) -> None:
        """The running game's trace gets its end."""
        if self._recordings and not self._recordings[-1].over:
            last = self._recordings[-1]
            last.waiting += last.tape.finish()
            last.over = True

    async def so_far(self) -> tuple[str, bytes] | None:
        """The running game's id, and its trace as if it ended now, compressed.

        None before the first scan, and where its recording was given up.

        Raises:
            OSError: what is on disk cannot be read.
        """
        async with self._writing:  # nothing goes from the tape to the disk meanwhile
            each = self._recordings[-1] if self._recordings else None
            rest = "" if each is None else each.waiting + ("" if each.over else each.tape.ended())
            if each is None or each.given_up or not rest:
                return None
            file = each.file
            before = b"" if file is None else await asyncio.to_thread(file.read)
            return each.game_id, before + await asyncio.to_thread(gzip.compress, rest.encode())

    async def keep(self) -> None:
        """Writes what is new once in a while, until it is cancelled."""
        while True:
            await asyncio.sleep(FLUSH_S)
            # Cancelled in the middle, a thread would go on writing what the next flush writes again.
            await asyncio.shield(self.flush())
            alive()

    async def flush(self) -> None:
        """Writes what is new."""
        async with self._writing:
            troubles = [await self._flush(each) for each in list(self._recordings)]
            trouble = next((text for text in troubles if text is not None), None)
            if trouble is not None and self.trouble is None:
                _log.warning("%s The game goes on.", trouble)
            self.trouble = trouble

    async def _flush(self, each: _Recording) -> str | None:
        """Writes what is new of one game; says what is wrong."""
        over = each.over
        if not over:
            each.waiting += each.tape.take_text()
        if len(each.waiting) > WAITING_MAX:
            each.given_up = True
        if each.given_up:
            each.waiting = ""
        text = each.waiting
        try:
            if text and not await asyncio.to_thread(self._append, each, text):
                each.given_up = True
            each.waiting = each.waiting[len(text) :]
            if over:
                if each.file is not None:
                    await asyncio.to_thread(each.file.finish)
                self._recordings.remove(each)
        except OSError as error:
            return (
                f"The trace of {each.game_id} cannot be written ({error.strerror}). Make room on the "
                f"disk, and look whether {self._folder.path} can be written."
            )
        if each.given_up:
            return (
                f"The trace of {each.game_id} is not whole: it grew beyond what is kept. "
                "Raise megabytes_max in [evidence], and look for a sensor that chatters."
            )
        return None

    def _append(self, each: _Recording, text: str) -> bool:
        """Runs beside the loop. Returns whether all traces together are within their bound."""
        if not self._repaired:
            self._folder.repair()
            self._repaired = True
        if each.file is None:
            each.file = self._folder.new(each.game_id)
        each.file.append(text)
        return self._folder.make_room(each.file.path)
