import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ports import Kind, SensorMatrix, Symptom
from drivers.serial_board import SerialBoardMatrix
from drivers.serial_codec import Codes, Id, encode
from drivers.sim.serial_board import (
    Delayed,
    Doubled,
    Dropped,
    Flipped,
    LineFault,
    Lossy,
    Noise,
    Off,
    SimSerialBoard,
    Unplugged,
    Window,
)
from tests.drivers.serial_witness import HEALING_MS, MS, Witness

KINDS: list[tuple[int, Codes]] = [(64, "chess"), (64, "draughts"), (100, "draughts")]
kinds = st.sampled_from(KINDS)


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


@given(kinds, st.integers(0, 999), st.lists(st.integers(0, 400), max_size=12))
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
@pytest.mark.parametrize("offset_ms", range(0, 500, 13))
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


def single_faults(n: int) -> list[LineFault]:
    return [
        Dropped(n),
        Doubled(n),
        Flipped(n, 0x01),
        Flipped(n, 0x08),
        Flipped(n, 0x80),
        Noise(n, bytes([Id.FIELD, 0, 5, 30, 0])),
    ]


@pytest.mark.parametrize(("fields", "codes"), [(64, "chess"), (100, "draughts")])
def test_each_byte_spoilt_once(fields: int, codes: Codes) -> None:
    def session(fault: LineFault | None) -> Witness:
        witness = Witness(fields, codes, seed=3, step=10)
        if fault is not None:
            witness.line.inject(fault)
        witness.wait(700)
        witness.move()
        witness.wait(300)
        return witness

    for number, n in enumerate(range(0, session(None).line.sent, 5)):
        witness = session(single_faults(n)[number % 6])
        witness.check_heals()


@pytest.mark.parametrize("n", range(400, 440))
def test_each_byte_of_a_second_spoilt_in_every_way(n: int) -> None:
    for fault in single_faults(n):
        witness = Witness(seed=n, men=5, step=10)
        witness.wait(700)
        witness.line.inject(fault)
        witness.move()
        witness.wait(250)
        witness.check_heals()


@pytest.mark.parametrize("begins_ms", range(900, 1300, 23))
@pytest.mark.parametrize("lasts_ms", [1, 20, 90, 240, 700, 3000])
def test_a_board_that_was_off_is_never_taken_for_an_empty_one(
    begins_ms: int, lasts_ms: int
) -> None:
    witness = Witness(men=3)
    end_ms = begins_ms + lasts_ms
    witness.line.inject(Off(begins_ms * MS, end_ms * MS))
    witness.wait(end_ms)
    # The board itself needs a sweep before it knows its men.
    witness.wait(250)
    witness.check_heals()


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


def test_each_update_that_is_lost_blinds_anew() -> None:
    witness = Witness(men=0)
    witness.wait(1000)
    for code in (1, 0, 6):
        witness.put(20, code)
        # Lost is what the board says of the field, whenever it does; not its dumps.
        for _ in range(60):
            witness.line.board.codes[20] = code
            witness.wait(5)
        assert any(witness.wait(5).unknown for _ in range(160))
        assert witness.scan.faults == () or witness.scan.faults[0].symptom is Symptom.OUT_OF_STEP
        witness.check_heals()


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


@pytest.mark.parametrize("wrong", [bytes([64, 0]), bytes([0, 16]), bytes([127, 127])])
def test_updates_that_cannot_be_raise_doubt(wrong: bytes) -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Noise(witness.line.sent, encode(Id.FIELD, wrong)))
    known = True
    for _ in range(80):
        known &= not witness.wait(5).unknown
    assert not known
    witness.check_right()


def test_spoilt_bytes_blind_for_one_dump_only() -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Noise(witness.line.sent, b"\x05"))
    blind = sum(bool(witness.wait(5).unknown) for _ in range(200))
    assert 5 * blind <= 160
    witness.check_right()


@pytest.mark.parametrize("mask", [0x10, 0x80])
@pytest.mark.parametrize("n", range(3, 67, 5))
def test_a_spoilt_dump_blinds_until_the_next(n: int, mask: int) -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Flipped(witness.line.sent + n, mask))
    blind = sum(bool(witness.wait(5).unknown) for _ in range(200))
    assert 0 < 5 * blind <= 250
    witness.check_right()


@pytest.mark.parametrize("held_ms", [50, 200, 500, 2_000, 5_000])
def test_delayed_bytes_are_not_taken_for_news(held_ms: int) -> None:
    witness = Witness(seed=1)
    witness.wait(1000)
    witness.line.inject(Delayed(1000 * MS, (1000 + held_ms) * MS))
    for _ in range(held_ms // 50):
        witness.move()
        witness.wait(50)
    witness.check_heals()


@pytest.mark.parametrize("chance", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_spoils_bytes_never_gives_wrong_men(chance: float, seed: int) -> None:
    witness = Witness(seed=seed)
    witness.line.inject(Lossy(chance, seed))
    for _ in range(20):
        witness.move()
        witness.wait(200)
    witness.line.heal()
    witness.check_heals()


@pytest.mark.parametrize("n", range(12))
def test_commands_that_do_not_arrive(n: int) -> None:
    witness = Witness()
    witness.line.deaf.add(n)
    witness.wait(300)
    witness.move()
    witness.check_heals()


times = st.integers(0, 2500).map(lambda ms: ms * MS)
numbers = st.integers(0, 1500)
line_faults = st.one_of(
    st.builds(Dropped, n=numbers, count=st.integers(1, 80)),
    st.builds(Doubled, n=numbers),
    st.builds(Flipped, n=numbers, mask=st.integers(1, 255)),
    st.builds(Noise, n=numbers, data=st.binary(min_size=1, max_size=20)),
)
windows = st.builds(
    lambda kind, from_ns, lasts_ms: kind(from_ns, from_ns + lasts_ms * MS),
    st.sampled_from([Unplugged, Delayed, Off]),
    times,
    st.integers(1, 1500),
)


@given(
    kinds,
    st.integers(0, 99),
    st.lists(st.one_of(line_faults, windows), max_size=5),
    st.lists(st.integers(0, 500), max_size=6),
)
@settings(max_examples=150)
def test_any_mixture_of_faults(
    kind: tuple[int, Codes], seed: int, faults: list[LineFault | Window], pauses: list[int]
) -> None:
    witness = Witness(*kind, seed=seed, men=6, step=10)
    for fault in faults:
        witness.line.inject(fault)
    for pause in pauses:
        witness.move()
        witness.wait(pause)
    witness.line.heal()
    witness.wait(250)  # a board that was off samples its fields first
    witness.check_heals()


@pytest.mark.parametrize("gone_ms", [30, 400, 5_000])
def test_an_adapter_that_is_pulled_out_and_put_in(gone_ms: int) -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Unplugged(1000 * MS, (1000 + gone_ms) * MS))
    assert witness.wait(5).faults[0].symptom is Symptom.BUS_MISSING
    witness.wait(gone_ms)
    assert witness.line.refused <= 1 + gone_ms // 200
    witness.check_heals()


def test_closing_closes_the_line() -> None:
    class Port(SimSerialBoard):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    port = Port()
    SerialBoardMatrix(port).close()
    assert port.closed == 1
