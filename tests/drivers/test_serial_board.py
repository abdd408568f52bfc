import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ports import Kind, SensorMatrix, Symptom
from drivers.serial_board import SerialBoardMatrix
from drivers.serial_codec import Codes, Id, encode
from drivers.sim.serial_board import Off, SimSerialBoard
from tests.drivers.serial_witness import HEALING_MS, KINDS, MS, Witness


@pytest.mark.parametrize(
    ("fields", "codes", "turned", "where"),
    [
        (64, "chess", False, {0: 56, 1: 57, 7: 63, 56: 0, 63: 7}),
        (64, "chess", True, {0: 7, 1: 6, 7: 0, 56: 63, 63: 56}),
        (64, "draughts", False, {0: 56, 3: 62, 4: 49, 28: 1, 31: 7}),
        (100, "draughts", False, {0: 90, 4: 98, 5: 81, 45: 1, 49: 9}),
        (100, "draughts", True, {0: 9, 49: 90}),
    ],
)
def test_which_field_each_channel_is(
    fields: int,
    codes: Codes,
    turned: bool,  # noqa: FBT001
    where: dict[int, int],
) -> None:
    line = SimSerialBoard(fields)
    matrix: SensorMatrix = SerialBoardMatrix(line, fields=fields, codes=codes, turned=turned)
    assert matrix.kind is Kind.IDENTITY
    assert matrix.channels == (64 if codes == "chess" else fields // 2)
    for field in where.values():
        line.put({field: 1})
    for at_ms in range(0, 1500, 10):
        line.advance(at_ms * MS)
        scan = matrix.scan(at_ms * MS)
    assert scan.readings == dict.fromkeys(where, "P" if codes == "chess" else "w")


@pytest.mark.parametrize(("fields", "codes"), [(49, "chess"), (100, "chess"), (0, "draughts")])
def test_boards_that_cannot_be(fields: int, codes: Codes) -> None:
    with pytest.raises(ValueError, match="64 fields, or 100"):
        SerialBoardMatrix(SimSerialBoard(), fields=fields, codes=codes)


@given(st.sampled_from(KINDS), st.integers(0, 999), st.lists(st.integers(0, 400), max_size=12))
@settings(max_examples=40)
def test_games_are_followed(kind: tuple[int, Codes], seed: int, pauses: list[int]) -> None:
    witness = Witness(*kind, seed=seed)
    witness.check_heals()
    for pause in pauses:
        witness.move()
        witness.wait(pause)
        assert not witness.scan.unknown
    witness.check_heals()


@pytest.mark.parametrize(("fields", "codes"), KINDS)
@pytest.mark.parametrize("offset_ms", range(0, 500, 23))
def test_a_touch_as_long_as_a_sweep_is_seen(fields: int, codes: Codes, offset_ms: int) -> None:
    witness = Witness(fields, codes)
    witness.wait(1000 + offset_ms)
    channel = next(iter(witness.scan.readings or {}))
    field = witness.fields[channel]
    code = witness.line.truth[field]
    witness.put(field, 0)
    seen = False
    for waited in range(0, 800, 5):
        if waited == 205:
            witness.put(field, code)
        seen |= not witness.wait(5).levels >> channel & 1
        assert not witness.scan.unknown
    assert seen
    witness.check_right()


def test_a_silent_board_is_noticed() -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Off(1000 * MS, 60_000 * MS))
    scan = witness.wait(620)
    assert scan.unknown == (1 << 64) - 1
    assert [(fault.symptom, fault.where) for fault in scan.faults] == [
        (Symptom.NAK, "/dev/ttyUSB0 board of 64 fields")
    ]
    assert witness.wait(5_000) is scan


def test_a_board_that_never_answers() -> None:
    witness = Witness(men=0)
    witness.line.inject(Off(0, 1 << 62))
    assert witness.wait(290).faults[0].symptom is Symptom.OUT_OF_STEP
    scan = witness.wait(20)
    assert scan.faults[0].symptom is Symptom.NAK
    assert "Switch the board on" in scan.faults[0].remedy


def test_something_that_does_not_say_its_version_is_no_such_board() -> None:
    class Chatter(SimSerialBoard):
        def read(self) -> bytes:
            return encode(Id.BOARD, bytes(64))

    line = Chatter()
    matrix = SerialBoardMatrix(line)
    for at_ms in range(0, 3000, 10):
        line.advance(at_ms * MS)
        assert matrix.scan(at_ms * MS).unknown == (1 << 64) - 1


def test_a_board_that_comes_back_is_watched_for_longer_than_its_sweep() -> None:
    witness = Witness(men=20)
    witness.wait(1000)
    witness.line.inject(Off(1000 * MS, 2000 * MS))
    witness.wait(1000)
    known_ms = [witness.at_ms for _ in range(200) if witness.wait(5).unknown != (1 << 64) - 1]
    assert known_ms[0] >= 2350
    witness.check_right()


def test_a_field_that_changes_while_all_are_being_read_takes_longer() -> None:
    witness = Witness(men=1)
    witness.wait(250)
    witness.put(20, 1)
    channel = witness.fields.index(20)
    while witness.wait(5).unknown >> channel & 1:
        assert witness.at_ms < 2000
    assert witness.at_ms >= 600
    assert (witness.scan.readings or {})[channel] == "P"


def test_a_board_of_another_size_is_named() -> None:
    line = SimSerialBoard(100)
    matrix = SerialBoardMatrix(line)
    for at_ms in range(0, 2000, 10):
        line.advance(at_ms * MS)
        scan = matrix.scan(at_ms * MS)
    assert scan.unknown == (1 << 64) - 1
    assert scan.faults[0].symptom is Symptom.UNSUPPORTED
    assert "100 fields" in scan.faults[0].remedy


def test_what_is_no_man_is_a_stranger() -> None:
    witness = Witness(men=0)
    witness.put(0, 0x0D)
    witness.put(63, 0x0F)
    witness.wait(HEALING_MS)
    assert witness.scan.readings == {56: "x", 7: "x"}


def test_one_man_for_another() -> None:
    witness = Witness(men=0)
    witness.put(0, 1)
    witness.wait(1000)
    witness.put(0, 6)
    witness.wait(450)
    assert witness.scan.readings == {56: "Q"}


def test_closing_closes_the_line() -> None:
    class Port(SimSerialBoard):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    port = Port()
    SerialBoardMatrix(port).close()
    assert port.closed == 1
