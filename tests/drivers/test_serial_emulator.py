import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.serial_codec import Command, Garbled, Id, Message, Parser
from drivers.serial_emulator import TRADEMARK, ClockFace, EBoard


def told(data: bytes) -> list[Message | Garbled]:
    return list(Parser().feed(data))


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("40", ""),
        ("41", "8d 00 0a 00 00 00 00 00 00 20"),
        ("42", "86 00 43 08 00" + " 00" * 61 + " 02"),
        ("43", ""),
        ("44", ""),
        ("45", "91 00 08 30 31 30 32 35"),
        ("46", "90 00 05 08 01"),
        ("48", "96 00 05 01 02"),
        ("49", "8f 00 0c 7f 7f 7f 6a 48 00 42 3f 6b"),
        ("4a", ""),
        ("4b", "8d 00 0a 00 00 00 00 00 00 20"),
        ("4c", "a0 00 0c 64 7f 7f 7f 7f 00 00 00 00"),
        ("4d", "93 00 05 01 02"),
        ("4e", ""),
        ("50", ""),
        ("55", "a2 00 0d 30 30 30 30 30 30 31 30 32 35"),
        ("2b 03 03 09 00", ""),
        ("60 04 01 00 3f 00", ""),
        ("63 07 41 42 43 44 45 46 00", ""),
        ("81 10 06 17", ""),
        ("42 82 10 06 18 4d", "86 00 43 08 00" + " 00" * 61 + " 02" + " 93 00 05 01 02"),
    ],
)
def test_each_command_is_answered_as_the_protocol_says(command: str, answer: str) -> None:
    board = EBoard(serial="01025", version=(1, 2))
    board.show({0: 8, 63: 2})
    assert board.receive(bytes.fromhex(command)) == bytes.fromhex(answer)


def test_the_trademark_is_our_own() -> None:
    answer = told(EBoard().receive(b"\x47"))
    assert answer == [Message(Id.TRADEMARK, TRADEMARK.encode("ascii"))]
    assert "DGT" not in TRADEMARK.upper()


def test_dumps_of_dark_and_of_light_fields() -> None:
    board = EBoard(100)
    board.show({1: 4, 98: 1, 0: 13})
    dark, light, whole = told(board.receive(b"\x50\x52\x42"))
    assert dark == Message(Id.BOARD_50B, bytes([4] + [0] * 48 + [1]))
    assert light == Message(Id.BOARD_50W, bytes([13] + [0] * 49))
    assert isinstance(whole, Message)
    assert len(whole.data) == 100


@pytest.mark.parametrize("mode", ["40", "43", "44", "4b"])
def test_updates_by_mode(mode: str) -> None:
    board = EBoard()
    board.receive(bytes.fromhex(mode))
    assert board.show({52: 0}) == b""
    expected = "" if mode == "40" else "8e 00 05 24 01"
    assert board.show({36: 1}) == bytes.fromhex(expected)
    assert board.show({36: 1}) == b""


FACE = ClockFace(left_s=5399, right_s=3661, running=True, right_high=True)
FACE_LINE = bytes.fromhex("8d 00 0a 01 01 01 01 29 59 0b")


def test_the_clock_by_mode() -> None:
    board = EBoard()
    assert board.set_clock(FACE) == b""
    assert board.receive(b"\x41") == FACE_LINE
    board.receive(b"\x44")
    assert board.set_clock(None) == b""
    board.receive(b"\x4b")
    assert board.set_clock(FACE) == FACE_LINE
    assert board.set_clock(FACE) == b""
    assert board.tick(0) == b""
    board.receive(b"\x43")
    sent = [board.tick(ms * 1_000_000) for ms in range(0, 3001, 100)]
    assert [bool(each) for each in sent].count(True) == 4
    assert set(sent) == {b"", FACE_LINE}


@given(st.integers(-5, 60_000), st.integers(-5, 60_000), st.booleans(), st.booleans())
def test_times_are_decimals_by_halves_of_bytes(
    left: int,
    right: int,
    running: bool,  # noqa: FBT001
    high: bool,  # noqa: FBT001
) -> None:
    body = ClockFace(left_s=left, right_s=right, running=running, right_high=high).body()
    assert not any(byte & 0x80 for byte in body)
    for told_s, side in ((right, body[:3]), (left, body[3:6])):
        h, m, s = (int(f"{byte:x}") for byte in side)
        assert h * 3600 + m * 60 + s == min(max(0, told_s), 35_999)
    assert (body[6] & 1, body[6] >> 1 & 1) == (running, high)
    assert body[6] & 0x18 == (0 if not running else 0x08 if high else 0x10)


def test_clock_commands_are_acknowledged() -> None:
    board = EBoard()
    board.set_clock(FACE)
    assert board.receive(bytes.fromhex("2b 03 03 09 00")) == b""
    board.receive(b"\x4b")
    # The marks 0xA in the first and fourth byte, 0x10 for "done", the command, its version 1.0.
    assert board.receive(bytes.fromhex("2b 03 03 09 00")) == bytes.fromhex(
        "8d 00 0a 0a 10 09 0a 10 00 00"
    )
    assert board.receive(bytes.fromhex("2b 04 03 0b 01 00"))[3:] == bytes.fromhex("0a100b0a000000")
    board.set_clock(None)
    assert board.receive(bytes.fromhex("2b 03 03 09 00"))[-1] == 0x20


def test_lamps() -> None:
    board = EBoard()
    board.receive(bytes.fromhex("60 04 01 0c 0c 00 60 04 01 1c 1d 00"))
    assert board.lamps == {12, 28, 29}
    board.receive(bytes.fromhex("60 04 00 1c 1c 00"))
    assert board.lamps == {12, 29}
    board.receive(bytes.fromhex("60 04 00 40 00 00"))
    assert board.lamps == set()


def test_a_host_that_goes_leaves_nothing_behind() -> None:
    board = EBoard()
    board.receive(bytes.fromhex("4b 60 04 01 0c 0c 00 60 04"))
    board.forget()
    assert board.show({1: 1}) == b""
    assert board.mode == Command.RESET
    assert not board.lamps
    assert board.receive(b"\x4d")


@given(st.binary(max_size=60), st.data())
def test_any_bytes_in_any_pieces(data: bytes, cuts: st.DataObject) -> None:
    whole, pieces = EBoard(), EBoard()
    at = cuts.draw(st.integers(0, len(data)))
    answer = whole.receive(data)
    assert pieces.receive(data[:at]) + pieces.receive(data[at:]) == answer
    assert Garbled() not in told(answer)
    after = EBoard()
    after.receive(data)
    after.receive(bytes(130))  # what was begun is over
    assert told(after.receive(bytes([Command.SEND_BOARD]))) == [Message(Id.BOARD, bytes(64))]


@pytest.mark.parametrize(
    "wrong",
    [
        {"fields": 81},
        {"serial": "1"},
        {"serial": "1234x"},
        {"trademark": "é"},
        {"trademark": "a" * 257},
    ],
)
def test_boards_that_cannot_be(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"serial|trademark"):
        EBoard(**wrong)  # type: ignore[arg-type]
