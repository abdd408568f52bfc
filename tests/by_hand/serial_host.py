"""Random games over the pseudo-terminal of the serial emulation, read by a driver that we did not write.

    python -m tests.by_hand.serial_host [--games 500] [--plies 40] [--seed 1] -- COMMAND...

The command is given the terminal's path as its last argument. It reads the board there, and at every change
prints the codes of all fields, from the corner with the first one on, as a line of hexadecimal digits. With
asyncdgt 0.0.3 (its repository is niklasf/python-asyncdgt; needs Python 3.9 or older, pyserial, pyee below 9)
these lines are such a command:

    import asyncio, sys, asyncdgt

    loop = asyncio.get_event_loop()
    board = asyncdgt.auto_connect(loop, sys.argv[1:])
    board.on("connected", lambda port: board.get_board())
    board.on("board", lambda each: print(each.state.hex(), flush=True))
    loop.run_forever()

Exit code 1 where the driver saw something else than what stood there, or nothing for ten seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import selectors
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from controller.shell.config_types import SERIAL_GAMES
from controller.shell.emulator.shown import Emulator
from drivers.serial_codec import code_of
from drivers.serial_pty import PseudoTerminal
from rules.game import Game
from rules.registry import game_by_name
from tests.shell.test_emulator import random_boards, standing

PATIENCE_S = 10
_TURN_S = 0.001


@dataclass
class Host:
    """The driver's process, and the last codes that it told."""

    process: subprocess.Popen[bytes]
    told: str = ""

    def __post_init__(self) -> None:
        assert self.process.stdout is not None
        self._fd = self.process.stdout.fileno()
        os.set_blocking(self._fd, False)
        self._rest = b""
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._fd, selectors.EVENT_READ)

    def listen(self) -> None:
        """Waits a moment for what it says."""
        if not self._ready.select(_TURN_S):
            return
        data = os.read(self._fd, 65536)
        if not data:
            raise SystemExit("The driver has ended.")
        *lines, self._rest = (self._rest + data).split(b"\n")
        if lines:
            self.told = lines[-1].decode().strip()


class Table:
    """One game on an emulated board that the host reads."""

    def __init__(self, game: Game, line: PseudoTerminal, host: Host) -> None:
        self.game, self.line, self.host = game, line, host
        self.emulator = Emulator(game)
        self.looks = 0

    def shows(self, men: dict[str, str], *, without: str | None = None) -> None:
        """These men stand there: until the host says the same."""
        self.line.write(self.emulator.shown(standing(men, without=without)))
        wanted = self._codes({point: man for point, man in men.items() if point != without})
        until = time.monotonic() + PATIENCE_S
        while self.host.told != wanted:
            asked = self.line.read()
            self.line.write(self.emulator.received(asked))
            self.host.listen()
            if time.monotonic() > until:
                raise SystemExit(f"wanted {wanted}\ntold   {self.host.told}")
        self.looks += 1

    def _codes(self, men: dict[str, str]) -> str:
        fields, codes = SERIAL_GAMES[self.game.name]
        columns = 8 if fields == 64 else 10
        found = bytearray(fields)
        for point, name in enumerate(self.game.points):
            if name in men:
                column, row = self.game.place(point)
                found[(columns - 1 - row) * columns + column] = code_of(men[name], codes)
        return found.hex()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    for name in SERIAL_GAMES:
        with tempfile.TemporaryDirectory() as folder:
            line = PseudoTerminal(Path(folder) / "eboard")
            command = [*asked.command, line.name]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=sys.stderr) as process:
                table = Table(game_by_name(name), line, Host(process))
                dice = random.Random(asked.seed)
                try:
                    for _ in range(asked.games):
                        for men, lifted in random_boards(table.game, dice, asked.plies):
                            table.shows(men, without=lifted)
                finally:
                    process.terminate()
                    line.close()
            sys.stdout.write(
                f"{name}: {asked.games} games, {table.looks} boards, all as they stood\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
