"""What comes from a serial board is spoilt, late, or a lie: the driver is right or says that it does not know."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ports import Symptom
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
from tests.drivers.serial_witness import KINDS, MS, Witness


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


@pytest.mark.parametrize("n", range(400, 424))
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
    st.sampled_from(KINDS),
    st.integers(0, 99),
    st.lists(st.one_of(line_faults, windows), max_size=5),
    st.lists(st.integers(0, 500), max_size=6),
)
@settings(max_examples=100)
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


lies = st.one_of(
    st.binary(min_size=1, max_size=9),
    st.tuples(st.integers(0, 63), st.integers(0, 12)).map(
        lambda each: encode(Id.FIELD, bytes(each))
    ),
    st.lists(st.sampled_from([0, 1, 7]), min_size=64, max_size=64).map(
        lambda each: encode(Id.BOARD, bytes(each))
    ),
    st.sampled_from([encode(Id.BOARD, bytes(64)), encode(Id.VERSION, b"\x01\x02")]),
)


@given(
    st.integers(0, 400).map(lambda ms: 1000 + ms),
    st.lists(lies, min_size=1, max_size=5).map(b"".join),
    st.booleans(),
)
@settings(max_examples=50)
def test_even_whole_messages_that_no_board_sent_do_not_last(
    at_ms: int,
    lie: bytes,
    moves: bool,  # noqa: FBT001
) -> None:
    witness = Witness(men=8)
    witness.wait(at_ms)
    witness.lied_to = True
    witness.line.inject(Noise(witness.line.sent, lie))
    if moves:
        witness.move()
    witness.wait(700)  # until the lie comes, and is over
    witness.check_heals()
    assert witness.wrong_ms <= 500


@pytest.mark.parametrize("empty", [bytes([28, 1]), bytes([20, 0])])
def test_a_dump_that_nobody_asked_for_is_no_evidence(empty: bytes) -> None:
    class Liar(SimSerialBoard):
        lie = b""

        def read(self) -> bytes:
            found, self.lie = super().read() + self.lie, b""
            return found

    line = Liar()
    line.put({20: 1})
    matrix = SerialBoardMatrix(line)
    readings = set()
    for at_ms in range(0, 3000, 5):
        line.advance(at_ms * MS)
        if at_ms > 1000 and matrix._asked_ns is None:
            codes = bytearray(64)
            codes[empty[0]] = empty[1]
            line.lie = encode(Id.BOARD, bytes(codes)) * 2
        scan = matrix.scan(at_ms * MS)
        if at_ms > 700:
            readings.add(None if scan.unknown else tuple((scan.readings or {}).items()))
    assert readings == {((44, "P"),)}


@pytest.mark.parametrize("gone_ms", [30, 400, 5_000])
def test_an_adapter_that_is_pulled_out_and_put_in(gone_ms: int) -> None:
    witness = Witness()
    witness.wait(1000)
    witness.line.inject(Unplugged(1000 * MS, (1000 + gone_ms) * MS))
    assert witness.wait(5).faults[0].symptom is Symptom.BUS_MISSING
    witness.wait(gone_ms)
    assert witness.line.refused <= 1 + gone_ms // 200
    witness.check_heals()
