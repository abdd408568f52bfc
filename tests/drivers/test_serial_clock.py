import pytest

from drivers.ports import Keys
from drivers.serial_board import SerialBoardMatrix
from drivers.serial_clock import SerialClock
from drivers.serial_emulator import ClockFace
from drivers.sim.serial_board import Flipped, SimSerialBoard, Unplugged

MS = 1_000_000


class Table:
    """A board with a clock, scanned every 5 ms; its clock runs."""

    def __init__(self) -> None:
        self.line = SimSerialBoard()
        self.clock = SerialClock(left="white", right="black")
        self.matrix = SerialBoardMatrix(self.line, clock=self.clock)
        self.at_ms = 0
        self.right_high = False
        self.pressed: list[str] = []

    def wait(self, ms: int) -> list[str]:
        """What was pressed meanwhile."""
        found: list[str] = []
        for at_ms in range(self.at_ms, self.at_ms + ms, 5):
            if at_ms % 1000 == 0:
                self._tell(at_ms)
            self.line.advance(at_ms * MS)
            self.matrix.scan(at_ms * MS)
            found += self.clock.pressed(at_ms * MS)
        self.at_ms += ms
        return found

    def lever(self, *, right_high: bool) -> None:
        self.right_high = right_high
        self._tell(self.at_ms)

    def _tell(self, at_ms: int) -> None:
        left = 5400 - at_ms // 1000
        self.line.set_clock(
            ClockFace(left_s=left, right_s=5400, running=True, right_high=self.right_high)
        )


def test_the_lever_is_two_keys() -> None:
    table = Table()
    keys: Keys = table.clock
    assert keys.names == ("white", "black")
    assert table.wait(3000) == []
    for right_high, name in ((True, "white"), (False, "black"), (True, "white")):
        table.lever(right_high=right_high)
        assert table.wait(300) == [name]
        assert table.wait(2500) == []
    keys.close()


@pytest.mark.parametrize("n", range(10))
@pytest.mark.parametrize("mask", [0x01, 0x02, 0x20, 0x40])
def test_one_message_is_not_believed(n: int, mask: int) -> None:
    table = Table()
    table.wait(2995)
    table.line.inject(Flipped(table.line.sent + n, mask))
    assert table.wait(4005) == []
    table.lever(right_high=True)
    assert table.wait(1500) == ["white"]


def test_a_press_while_the_board_was_away_comes_late() -> None:
    table = Table()
    table.wait(3000)
    table.line.inject(Unplugged(3000 * MS, 5000 * MS))
    table.wait(500)
    table.lever(right_high=True)
    assert table.wait(1500) == []
    assert table.wait(2000) == ["white"]


@pytest.mark.parametrize(
    "data",
    [
        "0a100b0a000000",  # the answer to a command
        "00000000000000",  # nothing at all, which some boards send with an answer
        "00000000000022",  # no clock
        "00600000000002",  # sixty minutes
        "01003a01000002",  # ten as a second digit
    ],
)
def test_messages_that_say_nothing_of_the_lever(data: str) -> None:
    clock = SerialClock(left="white", right="black")
    for body in ("01000001000000", "01000001000000", data, data, data):
        clock.take(bytes.fromhex(body), 0)
        clock.asks(0)
    assert clock.pressed(0) == []
    assert not clock.asks(10**12)


def test_a_clock_that_says_something_once_is_not_asked_for_ever() -> None:
    clock = SerialClock(left="white", right="black")
    clock.take(bytes.fromhex("01000001000000"), 0)
    assert sum(clock.asks(at_ms * MS) for at_ms in range(0, 60_000, 5)) == 20
