"""Programs of others at a board: the serial line of a running service, and records that their libraries read."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any

import chess.pgn
import pytest

from controller.shell.export import record_text
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.overlay import overlay
from controller.shell.feeds.relay import Relayed, game
from controller.shell.web.app import make_app
from controller.shell.web.security import Tokens
from drivers.serial_codec import BAUD, Command, Id, Message, Parser
from drivers.serial_emulator import TRADEMARK
from drivers.serial_port import SerialLine
from rules.formats import format_of_game
from rules.registry import GAMES
from tests.core.rig import played
from tests.end_to_end.listening import service
from tests.end_to_end.programs import GAMES as RECORDS
from tests.end_to_end.programs import free_port
from tests.oracles.client import Oracle
from tests.shell.fake_desk import FakeDesk
from tests.shell.web_client import Client

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE_S = 60.0
E2, E4 = 52, 36
"""Fields of the serial protocol, counted from a8."""
EMULATED = '[emulator]\nlink = "eboard"\nserial = "00042"'


class Host:
    """A program that opens the line, and asks."""

    def __init__(self, link: Path) -> None:
        self._line = SerialLine(str(link), BAUD)
        self._parser = Parser()
        self.told: list[Message] = []

    async def until(self, wanted: Id, data: bytes | None = None) -> bytes:
        """Reads up to a message."""
        told = self._told(wanted, data)
        async with asyncio.timeout(PATIENCE_S):
            while told is None:
                await asyncio.sleep(0.01)
                told = self._told(wanted, data)
        return told.data

    def _told(self, wanted: Id, data: bytes | None) -> Message | None:
        for found in self._parser.feed(self._line.read()):
            assert isinstance(found, Message)
            self.told.append(found)
        for told in self.told:
            if told.id == wanted and data in {None, told.data}:
                self.told.remove(told)
                return told
        return None

    async def ask(self, command: Command, answer: Id) -> bytes:
        self._line.write(bytes([command]))
        return await self.until(answer)

    def say(self, command: Command) -> None:
        self._line.write(bytes([command]))

    def close(self) -> None:
        self._line.close()


def test_a_program_reads_the_game_of_a_running_service(tmp_path: Path) -> None:
    async def run() -> None:
        async with service(tmp_path, free_port(), embedded=True, keys=EMULATED) as board:
            host = Host(tmp_path / "eboard")
            try:
                host.say(Command.RESET)
                assert await host.ask(Command.SERIAL, Id.SERIAL) == b"00042"
                assert await host.ask(Command.TRADEMARK, Id.TRADEMARK) == TRADEMARK.encode()
                dump = await host.ask(Command.SEND_BOARD, Id.BOARD)
                assert (dump[E2], dump[E4], len(dump)) == (1, 0, 64)
                host.say(Command.UPDATE_BOARD)
                await board.move("e2", "e4")
                await host.until(Id.FIELD, bytes([E2, 0]))
                await host.until(Id.FIELD, bytes([E4, 1]))
            finally:
                host.close()
        assert (tmp_path / "eboard").is_symlink()  # it was killed; the next run takes the link over

    asyncio.run(run())


def served(name: str, file: str, form: str) -> str:
    """What the board gives relays of the first game of a file, after it was written as our boards do."""
    written_by = format_of_game(name)
    record = written_by.read((RECORDS / file).read_text(encoding="utf-8"))[0]
    desk = FakeDesk()
    desk.pgn = written_by.write(record, written_by.styles[0])
    answer = Client(desk, app=make_app(desk, tokens=Tokens(), feed=Feed(desk))).get(
        f"/games.{form}"
    )
    assert answer.status_code == 200
    return answer.text


@pytest.mark.needs("oracle:pydraughts")
def test_another_library_reads_the_pdn_feed() -> None:
    text = served("draughts-100", "draughts-100-nk2009-round12.pdn", "pdn")
    (ours,) = format_of_game("draughts-100").read(text)
    with Oracle("pydraughts", "pdn_server") as oracle:
        answer: Any = oracle.ask({"pdn": text})
    (theirs,) = answer
    position = GAMES["draughts-100"].start(ours.start)
    for move_text in ours.moves:
        move = position.by_text(move_text)
        assert move is not None
        position = position.play(move)
    men = {n: man.letter for n in range(50) if (man := position.piece_at(n)) is not None}
    assert len(theirs["moves"]) == len(ours.moves) > 40
    assert {at - 1: letter for at, letter in theirs["men"]} == men


@pytest.mark.needs("oracle:sgfmill")
def test_another_library_reads_the_sgf_feed() -> None:
    text = served("go", "go-2016-03-10-lee-alphago.sgf", "sgf")
    (ours,) = format_of_game("go").read(text)
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        theirs: Any = oracle.ask({"ask": "sgf", "text": text})
    assert (theirs["size"], len(theirs["plays"])) == (19, len(ours.moves))
    assert len(ours.moves) > 200


def test_python_chess_finds_no_fault_with_the_headers_of_a_xiangqi_feed() -> None:
    text = served("xiangqi", "xiangqi-masters-ucci.pgn", "pgn")
    headers = chess.pgn.read_headers(io.StringIO(text))
    assert headers is not None
    (ours,) = format_of_game("xiangqi").read(text)
    assert headers["Red"] == ours.headers["Red"]


def test_what_stands_though_it_is_not_legal_ends_the_relays_record_and_is_told_beside_it() -> None:
    rig = played("e2- 300 e4+ 1500 e7- 300 e5+ 1500 f1- 300 f4+ 3000")
    (found,) = [m for m in rig.said if type(m).__name__ == "Irregularity"]
    if rig.stage != "play":
        rig.command("arbiter", "accept-irregularity", id=found.id)  # type: ignore[attr-defined]
    rig.hands("g8- 300 f6+ 3000")
    relayed = Relayed(board=1, text=record_text(rig.said), live=True)
    read = chess.pgn.read_game(io.StringIO(relayed.text))
    assert read is not None
    assert read.errors == []
    assert [node.san() for node in read.mainline()] == ["e4", "e5"]
    truth = " ".join(read.end().comment.split())
    assert "f1f4" in truth
    assert "g8f6" in truth
    told, shown = game(relayed), overlay(relayed)
    assert [move.split()[0] for move in told["moves"]] == ["e4", "e5"]
    assert " ".join(told["comment"].split()) == truth
    assert shown is not None
    assert (shown["men"]["f4"], shown["men"]["f6"]) == ("B", "n")  # the overlay goes on
    assert "f1" not in shown["men"]
