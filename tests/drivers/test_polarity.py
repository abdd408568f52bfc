from dataclasses import dataclass, field

import pytest

from drivers.polarity import PolarityMatrix
from drivers.ports import Fault, Kind, Scan, Symptom
from drivers.sim.bench import SimBench
from drivers.sim.noise import CLEAN, NOISES

MS = 1_000_000
MISSING = Fault(symptom=Symptom.MISSING, where="chip 0x21", remedy="Look at it.")


@dataclass
class Contacts:
    """A matrix that gives what it is told to."""

    result: Scan = field(default_factory=lambda: Scan(levels=0))
    closed: int = 0
    kind: Kind = Kind.PRESENCE
    channels: int = 9

    def scan(self, at_ns: int) -> Scan:
        del at_ns
        return self.result

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    ("levels", "unknown", "expected"),
    [
        (0b00, 0b00, (0, 0, {})),
        (0b01, 0b00, (1, 0, {0: 1})),
        (0b10, 0b00, (1, 0, {0: -1})),
        (0b11, 0b00, (0, 1, {})),
        (0b00, 0b01, (0, 1, {})),
        (0b10, 0b01, (0, 1, {})),
        (0b01, 0b10, (0, 1, {})),
        (0b00, 0b11, (0, 1, {})),
    ],
)
def test_a_point_of_two_switches(
    levels: int, unknown: int, expected: tuple[int, int, dict[int, int]]
) -> None:
    for shift in (0, 3):
        contacts = Contacts(Scan(levels=levels << 2 * shift, unknown=unknown << 2 * shift))
        scan = PolarityMatrix(contacts).scan(0)
        stands, blind, readings = expected
        assert (scan.levels, scan.unknown) == (stands << shift, blind << shift)
        assert scan.readings == {shift + n: reading for n, reading in readings.items()}


def test_both_poles_are_told_beside_the_faults_of_the_chips() -> None:
    contacts = Contacts(Scan(levels=0b1100, unknown=1, faults=(MISSING,)))
    faults = PolarityMatrix(contacts).scan(0).faults
    assert [fault.symptom for fault in faults] == [Symptom.MISSING, Symptom.BOTH_POLES]
    assert faults[1].where == "contact 2 and contact 3"
    named = PolarityMatrix(contacts, place="chip 0x20 pin GPA{}".format).scan(0).faults
    assert named[1].where == "chip 0x20 pin GPA2 and chip 0x20 pin GPA3"


def test_the_odd_contact_is_left_out_and_closing_goes_on() -> None:
    contacts = Contacts(Scan(levels=1 << 8))
    matrix = PolarityMatrix(contacts)
    assert (matrix.channels, matrix.kind, matrix.scan(0).levels) == (4, Kind.POLARITY, 0)
    matrix.close()
    assert contacts.closed == 1


@pytest.mark.parametrize("name", NOISES)
def test_a_bench_of_magnets_tells_the_sides(name: str) -> None:
    bench = SimBench(noise=NOISES[name], seed=5, dark=str.islower)
    assert (bench.matrix.channels, bench.matrix.kind) == (64, Kind.POLARITY)
    bench.board.setup({0: "R", 9: "p", 63: "r"})
    scan = bench.matrix.scan(0)
    assert scan.readings == {0: 1, 9: -1, 63: -1}
    bench.board.lift(9, 10 * MS)
    bench.board.place(0, 20 * MS)
    bench.board.remove(0, 120 * MS)
    assert bench.matrix.scan(200 * MS).readings == {0: -1, 63: -1}


def test_men_of_both_sides_on_one_point_are_unknown() -> None:
    bench = SimBench(noise=CLEAN, dark=str.islower)
    bench.board.setup({0: "R"})
    bench.board.add(0, 10 * MS, "p")
    scan = bench.matrix.scan(15 * MS)
    assert (scan.levels, scan.unknown) == (0, 1)
    assert [fault.symptom for fault in scan.faults] == [Symptom.BOTH_POLES]


def test_what_breaks_at_a_point_of_two_switches() -> None:
    bench = SimBench(noise=CLEAN, dark=str.islower)
    bench.board.setup({0: "R", 1: "r", 2: "R"})
    bench.board.stick(1, level=True)
    bench.board.stick(2, level=False)
    scan = bench.matrix.scan(0)
    assert (scan.levels, scan.unknown) == (0b001, 0b010)
    bench.board.stick(1, level=None)
    bench.board.stick(2, level=None)
    assert bench.matrix.scan(5 * MS).readings == {0: 1, 1: -1, 2: 1}
    bench.board.couple(1, 9)
    assert bench.matrix.scan(10 * MS).readings == {0: 1, 1: -1, 2: 1, 9: -1}
