"""Hall boards: thresholds, stacks, drift, neighbours, and sensors and multiplexers that break."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ads7828 import Ads7828
from drivers.calibration import Calibration, CalibrationError, PointCalibration
from drivers.hall import HallMatrix
from drivers.hall_cross import BEST_DEPTH, from_places, part_at
from drivers.hall_point import Gauge
from drivers.hall_reader import Input, behind_multiplexers
from drivers.hall_wiring import does_not_switch
from drivers.hc4067 import Selects
from drivers.ports import Fault, Kind, Symptom, WorldFault
from drivers.sim.ads7828 import Ads7828 as Model
from drivers.sim.board import MagnetBoard, grid
from drivers.sim.bus import Absent, SimI2c, Wire
from drivers.sim.hall import DRV5055Z1, SS49E, FieldCircuit, Parts, steady, swinging
from drivers.sim.hall_bench import BUS, hall_matrix, wire_up
from drivers.sim.hc4067 import Hc4067
from drivers.sim.machine import SimMachine
from drivers.sim.noise import CLEAN

MS = 1_000_000
PLACES = grid(8, 8, 50.0)
ARRAY = 0xFFFF_0000_0000_FFFF


class Board:
    """64 sensors behind four multiplexers on an ADS7828."""

    def __init__(
        self, seed: int = 2, temperature: Callable[[int], float] = steady, kind: Kind = Kind.FIELD
    ) -> None:
        self.machine = SimMachine()
        self.field = FieldCircuit(PLACES, seed=seed, temperature=temperature)
        self.multiplexers: list[Hc4067] = wire_up(self.machine, self.field, 64)
        self.matrix = hall_matrix(
            self.machine, PLACES, 50.0, self.field.calibration(12, error=0.02), kind=kind
        )
        self.at_ms = 0

    def wait(self, ms: int, every_ms: int = 250) -> dict[int, int]:
        """The readings after a while."""
        for _ in range(max(1, ms // every_ms)):
            self.at_ms += every_ms
            self.field.advance(self.at_ms * MS)
            scan = self.matrix.scan(self.at_ms * MS)
        assert not scan.unknown
        return {n: int(reading) for n, reading in (scan.readings or {}).items()}

    def look(self) -> tuple[int, int, tuple[Fault, ...]]:
        self.at_ms += 5
        scan = self.matrix.scan(self.at_ms * MS)
        return scan.levels, scan.unknown, scan.faults


# One sensor


POINT = PointCalibration(baseline=2048, man=250, noise=0)


@pytest.mark.parametrize("man", [250.0, -250.0])
def test_thresholds_have_hysteresis_at_every_strength(man: float) -> None:
    """From empty, and from a man of either side: occupied from 250 on, empty below 180."""
    for before in (0, 1, -1):
        for strength in range(-548, 549, 2):
            gauge = Gauge(PointCalibration(baseline=2048, man=man))
            if before:
                gauge.take(2048 + before * round(man), 0)
            gauge.take(2048 + round(strength * man / 500), 1)
            size, sign = abs(strength), 1 if strength > 0 else -1
            assert gauge.state == (sign if size >= (180 if sign == before else 250) else 0)


@pytest.mark.parametrize("pole", [1, -1])
@pytest.mark.parametrize("alone", range(346, 530, 4))
def test_a_second_man_is_felt_whatever_the_first_one_gives(alone: int, pole: int) -> None:
    gauge = Gauge(POINT)

    def take(strength: float, at_ms: int) -> tuple[int, int]:
        gauge.take(2048 + round(pole * strength / 2), at_ms * MS)
        return gauge.state * pole, abs(gauge.told) if gauge.state else 0

    assert take(alone, 0)[0] == 1
    state, told = take(1.55 * alone, 1000)
    assert state == 2
    assert 720 <= told <= 1000
    assert take(1.5 * alone, 1500)[0] == 2
    assert take(alone, 2500) == (1, alone)
    assert take(0, 3000)[0] == 0


@pytest.mark.parametrize("pole", [1, -1])
@pytest.mark.parametrize("alone", range(390, 546, 4))
def test_a_jolt_makes_no_second_man(alone: int, pole: int) -> None:
    """Two men who come together may give no more than that; this one has stood there alone."""
    gauge = Gauge(POINT)
    for at_ms, strength in ((0, alone), (1000, 560), (1010, alone), (3000, alone)):
        gauge.take(2048 + round(pole * strength / 2), at_ms * MS)
        assert gauge.state == pole
        assert abs(gauge.told) in (alone, 560)


@given(st.lists(st.tuples(st.integers(0, 4095), st.integers(1, 3000)), max_size=30))
def test_any_readings_give_a_state_and_a_strength_in_range(steps: list[tuple[int, int]]) -> None:
    gauge, at_ms, state = Gauge(POINT), 0, 0
    for count, ms in steps:
        at_ms += ms
        state += gauge.take(count, at_ms * MS)
        assert state == gauge.state
        if state:
            assert 180 <= abs(gauge.told) <= (1000 if abs(state) == 2 else 630)
            assert (gauge.told > 0) is (state > 0)
            assert (abs(gauge.told) >= 700) is (abs(state) == 2)


def test_a_man_lowered_slowly_is_one_man() -> None:
    gauge = Gauge(POINT)
    for step, strength in enumerate(range(0, 500, 20)):
        gauge.take(2048 + strength // 2, step * 40 * MS)
    assert gauge.state == 1


# The formula


def test_the_part_aside_is_the_dipoles() -> None:
    """Against B = (2 z^2 - r^2) / (z^2 + r^2) ^ (5/2), over that at r = 0."""
    for r in range(0, 200, 5):
        for z in range(10, 60, 5):
            whole = (2 * z * z - r * r) / math.hypot(r, z) ** 5
            assert part_at(r, z) == pytest.approx(whole / (2 / z**3), abs=1e-12)
    assert part_at(50, 50 * BEST_DEPTH) == pytest.approx(0, abs=1e-12)


def test_crossing_is_the_same_both_ways() -> None:
    cross = from_places(PLACES, 35.0, 50.0)
    for one, parts in enumerate(cross):
        assert all(cross[other][one] == part for other, part in parts.items())
        assert len(parts) >= 10


# Boards


@pytest.mark.parametrize("seed", range(3))
def test_the_array_is_read_with_its_sides(seed: int) -> None:
    board = Board(seed)
    board.field.close_contacts(ARRAY)
    readings = board.wait(1000)
    assert sum(1 << n for n in readings) == ARRAY
    assert all(450 < (-reading if n % 2 else reading) < 560 for n, reading in readings.items())


def test_a_scan_is_sixteen_settings_and_one_transfer_for_each_sensor() -> None:
    board = Board()
    board.wait(1000)
    wire = board.machine.wires[BUS]
    transfers, clocks = wire.transfers, wire.clocks
    for _ in range(20):
        board.wait(5, every_ms=5)
    assert 20 * 64 <= wire.transfers - transfers <= 20 * 64 + 40  # what noise makes look twice at
    assert (wire.clocks - clocks) // (wire.transfers - transfers) == 49


def test_polarity_keeps_the_strengths_back() -> None:
    board = Board(kind=Kind.POLARITY)
    board.field.close_contacts(0b1011)
    assert board.wait(250) == {0: 1, 1: -1, 3: -1}


def test_drift_is_followed_under_men_and_without() -> None:
    """Two hours from -10 to 45 degrees: nobody appears, nobody goes, and no strength wanders far."""
    board = Board(temperature=swinging(-10, 45, 7200))
    board.field.close_contacts(ARRAY)
    first = board.wait(3000)
    for _ in range(120):
        now = board.wait(60_000, every_ms=5000)
        assert now.keys() == first.keys()
        assert all(abs(now[n] - first[n]) < 60 for n in first)
    board.field.close_contacts(0)
    assert board.wait(1000) == {}


def test_a_board_switched_on_in_the_cold() -> None:
    board = Board(temperature=lambda _: -10.0)
    board.field.advance(0)
    board.field.close_contacts(ARRAY)
    assert sum(1 << n for n in board.wait(250)) == ARRAY


@pytest.mark.parametrize("parts", [DRV5055Z1, SS49E])
def test_other_sensors_in_a_room(parts: Parts) -> None:
    field = FieldCircuit(PLACES, parts=parts, seed=1)
    machine = SimMachine()
    wire_up(machine, field, 64)
    matrix = hall_matrix(machine, PLACES, 50.0, field.calibration(12))
    field.close_contacts(ARRAY)
    assert matrix.scan(0).levels == ARRAY


def test_men_pushed_to_the_edge_give_no_man_next_door() -> None:
    """Four men, each a quarter of a square towards an empty point."""
    board = Board()
    for n, (dx, dy) in {26: (12.5, 0), 28: (-12.5, 0), 19: (0, 12.5), 35: (0, -12.5)}.items():
        x, y = PLACES[n]
        board.field.put(n, x + dx, y + dy)
    assert board.wait(500).keys() == {26, 28, 19, 35}
    assert board.matrix.strengths[27] < 180


# What breaks


@pytest.mark.parametrize("level", [0.0, 1.0])
@pytest.mark.parametrize("sensor", [0, 21, 63])
def test_a_sensor_at_its_supply_or_ground_is_unknown_and_named(sensor: int, level: float) -> None:
    board = Board()
    board.field.close_contacts(ARRAY)
    board.look()
    board.field.broken[sensor] = level
    levels, unknown, (fault,) = board.look()
    assert (levels, unknown) == (ARRAY & ~(1 << sensor), 1 << sensor)
    assert fault.symptom is Symptom.OUT_OF_RANGE
    assert fault.where == (f"{BUS} chip 0x48 input {sensor // 16}, multiplexer input {sensor % 16}")
    board.field.broken.clear()
    assert board.look() == (ARRAY, 0, ())


@pytest.mark.parametrize("floats_at", [0.0, 0.3, 0.5, 0.55, 1.0])
@pytest.mark.parametrize("number", range(4))
def test_a_dead_multiplexer_is_unknown_at_once(number: int, floats_at: float) -> None:
    board = Board()
    board.field.close_contacts(ARRAY)
    board.look()
    board.multiplexers[number].dead = floats_at
    mine = 0xFFFF << 16 * number
    for _ in range(5):
        levels, unknown, (fault,) = board.look()
        assert (levels, unknown) == (ARRAY & ~mine, mine)
        assert fault.symptom is Symptom.MULTIPLEXER
        assert fault.where == f"{BUS} chip 0x48 input {number}, its multiplexer"
    board.multiplexers[number].dead = None
    assert board.look() == (ARRAY, 0, ())


@pytest.mark.parametrize("line", range(4))
def test_a_select_line_that_does_not_arrive_is_named(line: int) -> None:
    board = Board()
    board.field.close_contacts(ARRAY)
    for multiplexer in board.multiplexers:
        multiplexer.stuck = frozenset({line})
    levels, unknown, faults = board.look()
    assert (levels, unknown) == (0, (1 << 64) - 1)
    assert all(f"S{line} high and low" in fault.remedy for fault in faults)


def test_multiplexers_whose_sensors_cannot_be_told_apart_are_believed() -> None:
    flat = dict.fromkeys(range(16), 2048)
    assert does_not_switch(flat, dict.fromkeys(range(16), 2048.0)) is None
    assert does_not_switch(flat, {n: 2048.0 + 20 * n for n in range(16)}) is not None


def test_select_lines_that_cannot_be_driven_blind_the_board_until_they_can() -> None:
    class Lines:
        count = 4
        fault: WorldFault | None = None

        def set(self, levels: int) -> None:
            if self.fault is not None:
                raise self.fault
            for n in range(4):
                machine.driven[n] = bool(levels >> n & 1)

        def close(self) -> None: ...

    machine, lines = SimMachine(), Lines()
    field = FieldCircuit(PLACES[:16], seed=1)
    multiplexer = Hc4067(machine, (0, 1, 2, 3), [field.source(n) for n in range(16)])
    wire = machine.wire(BUS)
    wire.chips[0x48] = Model([multiplexer.common])
    matrix = HallMatrix(
        [Ads7828(machine.i2c(BUS), 0x48)],
        Selects(lines),
        layout=behind_multiplexers([(0, 0)], 16),
        calibration=field.calibration(12),
    )
    field.close_contacts(0b101)
    assert matrix.scan(0).levels == 0b101
    lines.fault = WorldFault(Symptom.BUS_MISSING, "GPIO 5", "It is gone.")
    scan = matrix.scan(5 * MS)
    assert (scan.unknown, scan.faults[0].symptom) == (0xFFFF, Symptom.BUS_MISSING)
    lines.fault = None
    assert matrix.scan(10 * MS).levels == 0b101


def test_a_converter_that_is_gone_leaves_the_others_and_its_men_count_for_neighbours() -> None:
    board = Board()
    board.field.close_contacts(ARRAY)
    board.wait(500)
    wire = board.machine.wires[BUS]
    wire.now_ns = board.at_ms * MS
    wire.inject(Absent(address=0x48, from_ns=0, until_ns=1 << 62))
    assert board.look()[:2] == (0, (1 << 64) - 1)
    wire.heal()
    assert board.look() == (ARRAY, 0, ())


# What is refused


def adc(address: int = 0x48) -> Ads7828:
    return Ads7828(SimI2c(Wire({})), address)


def test_boards_that_cannot_be() -> None:
    nominal, one = Calibration.nominal(1, 12), [Input(adc=0, channel=0)]
    with pytest.raises(ValueError, match="at least one converter"):
        HallMatrix([], None, layout=one, calibration=nominal)
    with pytest.raises(ValueError, match="the same input"):
        HallMatrix([adc()], None, layout=one * 2, calibration=Calibration.nominal(2, 12))
    with pytest.raises(CalibrationError, match="of 10 bits and the converters have 12"):
        HallMatrix([adc()], None, layout=one, calibration=Calibration.nominal(1, 10))
    with pytest.raises(CalibrationError, match="of 3 sensors and the board has 1"):
        HallMatrix([adc()], None, layout=one, calibration=Calibration.nominal(3, 12))
    with pytest.raises(ValueError, match="1 multiplexers are too few for 17"):
        behind_multiplexers([(0, 0)], 17)


# The physics


def test_the_field_of_a_man_is_the_formulas() -> None:
    """3.8 mT straight above, 60 mV/mT of 3.3 V: some 230 mV."""
    field = FieldCircuit([(0.0, 0.0)], 50.0, seed=1)
    empty = field.calibration(12).points[0]
    field.put("man", 0, 0)
    counts = [field.source(0)() * 4096 for _ in range(400)]
    tesla = 2e-7 * 0.84 / (0.05 / math.sqrt(2)) ** 3
    expected = tesla * 1000 * 0.060 / 3.3 * 4096
    assert sum(counts) / 400 - empty.baseline == pytest.approx(expected, rel=0.06)


def test_the_same_seed_gives_the_same_voltages() -> None:
    def voltages(seed: int) -> list[float]:
        field = FieldCircuit(PLACES, seed=seed)
        field.close_contacts(ARRAY)
        return [field.source(n)() for n in range(64)]

    assert voltages(4) == voltages(4)
    assert voltages(4) != voltages(5)


def test_magnets_put_and_taken_leave_nothing() -> None:
    dice = random.Random(1)
    field = FieldCircuit(PLACES, seed=1)
    before = list(field._outputs)
    for _ in range(300):
        field.put(dice.randrange(9), dice.uniform(0, 350), dice.uniform(0, 350))
    for key in range(9):
        field.take(key)
    assert field._outputs == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize("act", ["lift", "place", "slide", "remove", "add", "dip"])
def test_men_of_the_board_are_felt_where_they_are(act: str) -> None:
    """After each act the field is what men who stand so give, and while it lasts something moves."""
    board = MagnetBoard(PLACES, noise=CLEAN, dark=str.islower)
    field = FieldCircuit(PLACES, seed=3)
    field.follow(board, PLACES, range(64))
    board.setup({0: "R", 9: "p", 20: "N"})
    field.advance(0)
    if act == "place":
        board.lift(0, 100 * MS)
    acts = {
        "lift": lambda: board.lift(0, 500 * MS),
        "place": lambda: board.place(40, 500 * MS),
        "slide": lambda: board.slide([20, 21, 22], 500 * MS, 200 * MS),
        "remove": lambda: board.remove(9, 500 * MS),
        "add": lambda: board.add(0, 500 * MS, "R"),
        "dip": lambda: board.dip(20, 500 * MS, 100 * MS),
    }
    acts[act]()
    moved = False
    for ms in range(0, 1500, 10):
        board.levels(ms * MS)
        field.advance(ms * MS)
        moved |= field.moving or bool(field.next_look_ns(ms * MS))
    assert moved
    assert not field.moving
    strong = {n for n, felt in enumerate(field._felt) if abs(felt) > 0.5}
    assert strong == set(board.standing())
    assert (field._felt[0] > 1.3) is (act == "add")
