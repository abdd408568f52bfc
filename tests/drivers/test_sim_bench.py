from typing import Literal

import pytest

from drivers.ports import Symptom
from drivers.sim.bench import SimBench
from drivers.sim.board import grid
from drivers.sim.bus import Absent
from drivers.sim.hands import Act, HandAct, Hands
from drivers.sim.noise import CLEAN, NOISES

MS = 1_000_000


@pytest.mark.parametrize("inputs", [14, 16])
@pytest.mark.parametrize("count", [8, 9, 10, 13, 19])
def test_every_point_is_its_channel(inputs: Literal[14, 16], count: int) -> None:
    bench = SimBench(grid(count, count, 22.0), square_mm=22.0, inputs_per_chip=inputs)
    assert bench.matrix.channels == bench.lamps.count == count * count
    for at_ms, point in enumerate(range(0, count * count, 7)):
        bench.board.setup({point: "b"})
        scan = bench.matrix.scan(at_ms * 5 * MS)
        assert (scan.levels, scan.unknown) == (1 << point, 0)


def test_large_boards_have_several_buses() -> None:
    assert [len(SimBench(grid(n, n, 22.0), inputs_per_chip=16).wires) for n in (8, 13, 19)] == [
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("name", NOISES)
def test_the_driver_sees_what_the_contacts_do(name: str) -> None:
    bench = SimBench(noise=NOISES[name], seed=3)
    bench.board.setup(dict.fromkeys(range(16), "P"))
    hands = Hands(3)
    end_ns = 0
    for point in range(8, 16):
        move = [HandAct(act=Act.LIFT, point=point), HandAct(act=Act.PLACE, point=point + 16)]
        end_ns = hands.schedule(bench.board, move, end_ns)
    for at_ns in range(0, end_ns + 200 * MS, 5 * MS):
        scan = bench.matrix.scan(at_ns)
        assert (scan.levels, scan.unknown) == (bench.board.levels(at_ns), 0)
    assert scan.levels == 0xFF0000FF
    assert bench.next_change_ns(at_ns) is None


def test_a_dead_chip_hides_its_points_only() -> None:
    bench = SimBench(noise=CLEAN)
    bench.board.setup({0: "R", 63: "r"})
    bench.wires[0].inject(Absent(address=0x24, from_ns=0, until_ns=1 << 60))
    scan = bench.matrix.scan(0)
    assert scan.levels == 1
    assert scan.unknown == (1 << 64) - (1 << 56)
    assert [fault.symptom for fault in scan.faults] == [Symptom.NAK]


def test_lamps_are_read_from_their_line() -> None:
    bench = SimBench()
    assert bench.lit() == {}
    bench.lamps.show({3: (255, 0, 0), 60: (1, 2, 3)})
    assert bench.lit() == {3: (255, 0, 0), 60: (1, 2, 3)}
    bench.lamps.close()
    bench.matrix.close()
    assert bench.lit() == {}
