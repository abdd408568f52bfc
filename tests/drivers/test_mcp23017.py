import pytest

from drivers.mcp23017 import Mcp23017Matrix
from drivers.ports import Scan, Symptom
from drivers.sim.bus import Absent, Held, SimI2c, Wire
from drivers.sim.mcp23017 import Mcp23017

MS = 1_000_000


class Mute(Mcp23017):
    """Acknowledges, and keeps nothing: another kind of chip at this address."""

    def write(self, data: bytes) -> None:
        pass

    def read(self, count: int) -> bytes:
        return bytes(count)


def build(
    *chips: Mcp23017, inputs: int = 14, active_low: bool = True
) -> tuple[Mcp23017Matrix, Wire]:
    wire = Wire(dict(enumerate(chips, 0x20)))
    matrix = Mcp23017Matrix(
        SimI2c(wire),
        list(wire.chips),
        inputs_per_chip=14 if inputs == 14 else 16,
        active_low=active_low,
    )
    return matrix, wire


def scan(matrix: Mcp23017Matrix, wire: Wire, at_ms: int) -> Scan:
    wire.now_ns = at_ms * MS
    return matrix.scan(at_ms * MS)


@pytest.mark.parametrize(
    ("addresses", "words"), [([], "at least one"), ([0x20, 0x20], "twice"), ([0x20, 0x48], "0x48")]
)
def test_addresses_are_checked(addresses: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Mcp23017Matrix(SimI2c(Wire({})), addresses)


@pytest.mark.parametrize(
    ("inputs", "channel", "pin"),
    [
        (16, 0, 0),
        (16, 7, 7),
        (16, 8, 8),
        (16, 15, 15),
        (14, 0, 0),
        (14, 6, 6),
        (14, 7, 8),
        (14, 13, 14),
    ],
)
def test_channels_go_by_pins(inputs: int, channel: int, pin: int) -> None:
    chips = Mcp23017(), Mcp23017()
    matrix, wire = build(*chips, inputs=inputs)
    chips[1].ground(1 << pin)
    assert matrix.channels == 2 * inputs
    assert scan(matrix, wire, 0).levels == 1 << inputs + channel


@pytest.mark.parametrize("inputs", [14, 16])
def test_active_high_sensors(inputs: int) -> None:
    chip = Mcp23017(floating=0x0101)  # driven by the sensors themselves
    matrix, wire = build(chip, inputs=inputs, active_low=False)
    assert scan(matrix, wire, 0).levels == (1 | 1 << (7 if inputs == 14 else 8))


def test_two_pins_are_outputs_where_inputs_are_14() -> None:
    chip = Mcp23017()
    matrix, wire = build(chip)
    scan(matrix, wire, 0)
    assert chip.driven == 0x8080
    other = Mcp23017()
    matrix, wire = build(other, inputs=16)
    scan(matrix, wire, 0)
    assert other.driven == 0


def test_a_healthy_scan_is_one_bare_read_a_chip() -> None:
    matrix, wire = build(Mcp23017(), Mcp23017())
    scan(matrix, wire, 0)
    transfers, clocks = wire.transfers, wire.clocks
    scan(matrix, wire, 5)
    assert wire.transfers - transfers == 2
    assert wire.clocks - clocks == 2 * 30


def test_settings_are_compared_every_second_chip_by_chip() -> None:
    matrix, wire = build(*(Mcp23017() for _ in range(5)))
    scan(matrix, wire, 0)
    extra = []
    for at_ms in range(5, 2_005, 5):
        before = wire.transfers
        scan(matrix, wire, at_ms)
        if wire.transfers - before != 5:
            extra.append(at_ms)
    assert extra == [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000]


def test_a_chip_left_in_the_other_register_order_is_set_right() -> None:
    chip = Mcp23017()
    chip.write(bytes([0x0A, 0x80]))  # IOCON.BANK
    matrix, wire = build(chip)
    chip.ground(0b10)
    assert scan(matrix, wire, 0) == Scan(levels=0b10)
    fresh, other = build(Mcp23017())
    scan(fresh, other, 0)
    assert wire.transfers == other.transfers  # at the first try


def test_another_kind_of_chip_is_named_as_such() -> None:
    matrix, wire = build(Mute())
    for at_ms in range(0, 50, 5):
        (fault,) = scan(matrix, wire, at_ms).faults
        assert fault.symptom is Symptom.IO
        assert "MCP23017" in fault.remedy
        assert "0x20" in fault.where


def test_a_chip_that_stays_away_is_called_missing() -> None:
    matrix, wire = build(Mcp23017(), Mcp23017())
    scan(matrix, wire, 0)
    wire.inject(Absent(address=0x21, from_ns=1, until_ns=1 << 60))
    symptoms = [scan(matrix, wire, at_ms).faults[0].symptom for at_ms in range(5, 500, 5)]
    assert symptoms[0] is Symptom.NAK
    assert symptoms[-1] is Symptom.MISSING
    assert symptoms == sorted(symptoms, key=[Symptom.NAK, Symptom.MISSING].index)


def test_a_missing_chip_is_asked_seldom() -> None:
    matrix, wire = build(Mcp23017(), Mcp23017())
    scan(matrix, wire, 0)
    wire.inject(Absent(address=0x21, from_ns=1, until_ns=1 << 60))
    for at_ms in range(5, 60_000, 5):
        scan(matrix, wire, at_ms)
    before = wire.transfers
    for at_ms in range(60_000, 61_000, 5):
        scan(matrix, wire, at_ms)
    # 200 bare reads and one comparison of the sound chip, and a few knocks at the other's door.
    assert wire.transfers - before < 200 + 12 + 3 * 3


def test_a_stuck_bus_names_the_bus_and_is_left_alone() -> None:
    matrix, wire = build(*(Mcp23017() for _ in range(5)))
    scan(matrix, wire, 0)
    wire.inject(Held(from_ns=1, until_ns=1 << 60))
    for at_ms in range(5, 60_005, 5):
        result = scan(matrix, wire, at_ms)
    (fault,) = result.faults
    assert (fault.symptom, fault.where) == (Symptom.STUCK, "simulated bus")
    assert result.unknown == (1 << 70) - 1
    assert wire.timeouts < 150


class Stubborn(Mcp23017):
    """Loses its pull-ups at a word, and then keeps none."""

    stubborn = False

    def write(self, data: bytes) -> None:
        if not (self.stubborn and data[:1] == b"\x0c" and len(data) > 1):
            super().write(data)

    def spoil(self) -> None:
        self.write(bytes([0x0C, 0, 0]))
        self.write(bytes([0x12]))
        self.stubborn = True


def test_lost_pull_ups_are_found_within_a_second() -> None:
    chip = Stubborn()
    matrix, wire = build(chip)
    chip.ground(0x7F7F)  # every contact closed: nothing seems to change
    scan(matrix, wire, 0)
    chip.spoil()
    chip.stubborn = False
    results = [scan(matrix, wire, at_ms) for at_ms in range(5, 1_010, 5)]
    symptoms = [fault.symptom for result in results for fault in result.faults]
    assert symptoms == [Symptom.BROWN_OUT]
    chip.ground(0)
    assert scan(matrix, wire, 1_010) == Scan(levels=0)


def test_settings_written_anew_are_compared_at_once() -> None:
    chip = Stubborn()
    matrix, wire = build(chip)
    chip.ground(0x7F7F)
    scan(matrix, wire, 0)
    chip.spoil()
    symptoms = [
        fault.symptom for at_ms in range(5, 1_020, 5) for fault in scan(matrix, wire, at_ms).faults
    ]
    assert symptoms[:2] == [Symptom.BROWN_OUT, Symptom.IO]


def test_a_chip_that_comes_back_is_set_up_without_more_ado() -> None:
    matrix, wire = build(Mcp23017(), Mcp23017())
    scan(matrix, wire, 0)
    wire.inject(Absent(address=0x21, from_ns=5 * MS, until_ns=20 * MS))
    symptoms = [
        [fault.symptom for fault in scan(matrix, wire, at_ms).faults] for at_ms in range(5, 400, 5)
    ]
    failed = symptoms.index([])
    assert symptoms == [[Symptom.NAK]] * failed + [[]] * (len(symptoms) - failed)


def test_old_failures_are_forgotten() -> None:
    matrix, wire = build(Mcp23017(), Mcp23017())
    scan(matrix, wire, 0)
    wire.inject(Absent(address=0x21, from_ns=5 * MS, until_ns=60_000 * MS))
    for at_ms in range(5, 62_000, 5):
        scan(matrix, wire, at_ms)
    wire.inject(Absent(address=0x21, from_ns=62_000 * MS, until_ns=62_004 * MS))
    assert scan(matrix, wire, 62_000).faults[0].symptom is Symptom.NAK
    assert not scan(matrix, wire, 62_005).faults


def test_old_failures_of_the_bus_are_forgotten() -> None:
    matrix, wire = build(Mcp23017())
    scan(matrix, wire, 0)
    wire.inject(Held(from_ns=5 * MS, until_ns=60_000 * MS))
    for at_ms in range(5, 62_000, 5):
        scan(matrix, wire, at_ms)
    wire.inject(Held(from_ns=62_000 * MS, until_ns=62_004 * MS))
    assert scan(matrix, wire, 62_000).unknown
    assert not scan(matrix, wire, 62_005).unknown


def test_after_a_held_bus_no_bare_read_is_trusted() -> None:
    chip = Mcp23017()
    matrix, wire = build(chip, inputs=16)
    chip.ground(0x00FF)
    assert scan(matrix, wire, 0).levels == 0x00FF
    wire.inject(Held(from_ns=5 * MS, until_ns=9 * MS))
    scan(matrix, wire, 5)
    chip.slip()
    chip.ground(0xFF00)  # read from the wrong port this is what was there before
    assert scan(matrix, wire, 10).levels == 0xFF00
