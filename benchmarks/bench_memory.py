"""Memory of `touchmove run`: after its start, and after a game.

    python -m benchmarks.bench_memory

The service runs as users start it, with the simulated board. The game is played over HTTP. Resident memory is read from the kernel.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from importlib import resources
from pathlib import Path

from rules.chess.pgn import read_games
from rules.registry import game_by_name
from tests.end_to_end.listening import Board, service
from tests.end_to_end.programs import free_port
from tests.shell.mqtt_peer import Mosquitto

CHESS = game_by_name("chess")


def main() -> None:
    print("python -m benchmarks.bench_memory\n")
    print(f"{'MiB resident':34}{'started':>9}{'game':>9}{'highest':>9}{'ratio':>8}")
    bare = asyncio.run(interpreter())
    print(f"{'an idle Python interpreter':34}{bare:9.1f}")
    for label, embedded in (
        ("run, embedded broker, kiosk", True),
        ("run, Mosquitto, kiosk", False),
    ):
        started, after, highest, records = asyncio.run(measure(embedded=embedded))
        print(f"{label:34}{started:9.1f}{after:9.1f}{highest:9.1f}{after / started:7.2f}x")
    print(f"\none game: {records:.0f} KiB of journal")


async def interpreter() -> float:
    """What Python takes by itself."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "print(flush=True); input()",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    await process.stdout.readline()
    found = mib(process.pid, "VmRSS")
    process.kill()
    await process.wait()
    return found


async def measure(*, embedded: bool) -> tuple[float, float, float, float]:
    """MiB after the start, after the game, at most; KiB of journal."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Mosquitto(folder / "broker", port)
        if not embedded:
            await broker.start()
        async with service(folder, port, embedded=embedded) as board:
            pid = board.process.pid
            started = mib(pid, "VmRSS")
            await play(board)
            after, highest = mib(pid, "VmRSS"), mib(pid, "VmHWM")
        if not embedded:
            await broker.kill()
        size = (folder / "journal" / "journal.db").stat().st_size
    return started, after, highest, size / 1024


async def play(board: Board) -> None:
    text = (resources.files("controller.shell") / "data" / "demo-chess.pgn").read_text("utf-8")
    position = CHESS.start()
    for ply, name in enumerate(read_games(text)[0].moves, 1):
        move = position.by_text(name)
        assert move is not None
        assert move.origin is not None
        assert move.target is not None
        await board.move(CHESS.points[move.origin], CHESS.points[move.target])
        if move.partner is not None:
            fills = move.footprint.fills & ~(1 << move.target)
            await board.move(CHESS.points[move.partner], CHESS.points[fills.bit_length() - 1])
        await board.until_ply(ply)
        position = position.play(move)


def mib(pid: int, field: str) -> float:
    """A field of the kernel's account of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) / 1024
    raise RuntimeError(f"the kernel tells no {field}")


if __name__ == "__main__":
    main()
