import errno
import fcntl
import os
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from drivers.ports import Reading, SerialPort, Symptom, WorldFault
from drivers.serial_board import SerialBoardMatrix
from drivers.serial_port import SerialLine
from drivers.sim.serial_board import SimSerialBoard

MS = 1_000_000
PATIENCE_S = 20


class Terminal:
    """A pseudo-terminal behind a path, as a USB adapter is: it can be pulled out and put in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.master: int | None = None
        self.plug()

    def plug(self) -> None:
        self.master, slave = os.openpty()
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        self._slave = slave

    def pull(self) -> None:
        if self.master is not None:
            self.path.unlink()
            os.close(self._slave)
            os.close(self.master)
            self.master = None


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path / "tty")
    yield found
    found.pull()


def arrived(line: SerialLine, count: int) -> bytes:
    """What has come, once so many bytes have: the kernel brings them a moment later."""
    end = time.monotonic() + PATIENCE_S
    found = line.read()
    while len(found) < count:
        assert time.monotonic() < end
        found += line.read()
    return found


def sent(terminal: Terminal, count: int) -> bytes:
    assert terminal.master is not None
    found = b""
    while len(found) < count:
        found += os.read(terminal.master, count - len(found))
    return found


def test_bytes_go_both_ways_as_they_are(terminal: Terminal) -> None:
    line: SerialPort = SerialLine(str(terminal.path), 9600)
    assert line.name == str(terminal.path)
    assert line.read() == b""
    everything = bytes(range(256))
    line.write(everything)
    assert sent(terminal, 256) == everything
    assert terminal.master is not None
    os.write(terminal.master, everything)
    assert isinstance(line, SerialLine)
    assert arrived(line, 256) == everything
    line.close()
    line.close()


def test_the_line_is_set_up_as_the_protocol_wants(terminal: Terminal) -> None:
    line = SerialLine(str(terminal.path), 9600)
    line.read()
    assert terminal.master is not None
    flags = termios.tcgetattr(terminal.master)
    assert flags[4] == flags[5] == termios.B9600
    assert flags[2] & termios.CSIZE == termios.CS8
    assert not flags[2] & (termios.PARENB | termios.CSTOPB | termios.CRTSCTS)
    assert not flags[3] & (termios.ICANON | termios.ECHO)
    line.close()


def test_a_device_that_is_pulled_out_and_put_in(terminal: Terminal) -> None:
    line = SerialLine(str(terminal.path), 9600)
    line.write(b"\x40")
    terminal.pull()
    for _ in range(3):
        with pytest.raises(WorldFault) as caught:
            line.read()
        assert caught.value.symptom is Symptom.BUS_MISSING
        assert caught.value.where == str(terminal.path)
        with pytest.raises(WorldFault):
            line.write(b"\x42")
    terminal.plug()
    assert line.read() == b""
    line.write(b"\x42")
    assert sent(terminal, 1) == b"\x42"
    line.close()


def test_two_programs_cannot_have_it(terminal: Terminal) -> None:
    line = SerialLine(str(terminal.path), 9600)
    line.read()
    with pytest.raises(WorldFault, match="Another program"):
        SerialLine(str(terminal.path), 9600).read()
    line.close()


def test_what_is_no_serial_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WorldFault, match="no such serial line"):
        SerialLine(str(tmp_path / "file"), 9600).read()


def test_a_forbidden_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise serial.SerialException(errno.EACCES, "no")

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(WorldFault, match="group dialout"):
        SerialLine("/dev/ttyUSB0", 9600).read()


def test_a_line_that_is_full_does_not_wait(terminal: Terminal) -> None:
    line = SerialLine(str(terminal.path), 9600)

    def fill() -> None:
        for _ in range(10_000):
            line.write(bytes(1000))

    with pytest.raises(WorldFault, match="takes no more") as caught:
        fill()
    assert caught.value.symptom is Symptom.IO


class Adapter:
    """A simulated board behind a pseudo-terminal, in step with the simulated time. Implements `SerialPort`."""

    def __init__(self, terminal: Terminal, board: SimSerialBoard) -> None:
        self._line = SerialLine(str(terminal.path), 9600)
        self._terminal = terminal
        self._board = board
        self.name = self._line.name

    def write(self, data: bytes) -> None:
        self._line.write(data)
        self._board.write(sent(self._terminal, len(data)))

    def read(self) -> bytes:
        data = self._board.read()
        if self._terminal.master is not None and data:
            os.write(self._terminal.master, data)
            return arrived(self._line, len(data))
        return self._line.read()

    def close(self) -> None:
        self._line.close()


def test_a_board_at_a_line_of_the_kernel(terminal: Terminal) -> None:
    board = SimSerialBoard()
    board.put({0: 8, 63: 2})
    adapter = Adapter(terminal, board)
    matrix = SerialBoardMatrix(adapter)
    seen: list[dict[int, Reading] | None] = []
    for at_ms in range(0, 4000, 5):
        if at_ms == 1000:
            board.put({63: 0, 7: 2})
        if at_ms == 2000:
            terminal.pull()
        if at_ms == 2500:
            terminal.plug()
        board.advance(at_ms * MS)
        scan = matrix.scan(at_ms * MS)
        now = None if scan.unknown else dict(scan.readings or {})
        if not seen or seen[-1] != now:
            seen.append(now)
    matrix.close()
    # A man may be seen at his new place before he is missed at the old one.
    assert seen[:2] == [None, {56: "r", 7: "R"}]
    assert seen[-3:] == [{56: "r", 63: "R"}, None, {56: "r", 63: "R"}]
    assert len(seen) <= 6


def test_the_lock_is_let_go_of(terminal: Terminal) -> None:
    first, second = (SerialLine(str(terminal.path), 9600) for _ in range(2))
    first.read()
    first.close()
    assert second.read() == b""
    second.close()
    with terminal.path.open("rb", buffering=0) as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert other.fileno() >= 0
