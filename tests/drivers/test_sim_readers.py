"""Readers of tags under contacts."""

from __future__ import annotations

from drivers.sim.bench import SimBench
from drivers.sim.board import grid
from drivers.sim.bus import Held
from drivers.sim.noise import CLEAN, ROUGH
from drivers.sim.readers import ReaderMatrix

MS = 1_000_000
PLACES = grid(8, 8, 50.0)


class Table:
    def __init__(self, men: dict[int, str]) -> None:
        self.bench = SimBench(noise=CLEAN)
        self.board = self.bench.board
        self.matrix = ReaderMatrix(self.bench.matrix, self.board, PLACES, 50.0)
        self.board.setup(men)
        self.at_ns = 0
        self.read()

    def read(self, ms: int = 20) -> dict[int, object]:
        self.at_ns += ms * MS
        scan = self.matrix.scan(self.at_ns)
        readings: dict[int, object] = dict(scan.readings or {})
        assert sum(1 << point for point in readings) == scan.levels
        return readings


def test_who_stands_where_is_read() -> None:
    table = Table({0: "R", 9: "p"})
    assert table.read() == {0: "R", 9: "p"}
    table.board.lift(0, table.at_ns)
    assert table.read() == {9: "p"}
    table.board.place(9, table.at_ns)
    table.board.remove(9, table.at_ns)
    assert table.read() == {9: "R"}


def test_a_man_who_is_pushed_is_read_on_his_way() -> None:
    table = Table({0: "R", 10: "n"})
    table.board.slide([0, 1, 2], table.at_ns, 100 * MS)
    met = [table.read(5) for _ in range(60)]
    assert {point for readings in met for point in readings} == {0, 1, 2, 10}
    assert all(readings.get(point, "R") == "R" for readings in met for point in range(3))
    assert met[-1] == {2: "R", 10: "n"}


def test_a_reader_that_sticks_gives_what_it_read_last() -> None:
    table = Table({0: "R", 1: "N"})
    table.board.stick(0, level=True, at_ns=table.at_ns)
    table.board.stick(1, level=False, at_ns=table.at_ns)
    table.board.stick(2, level=True, at_ns=table.at_ns)
    assert table.read() == {0: "R"}
    table.board.lift(0, table.at_ns)
    table.board.add(0, table.at_ns, "q")
    table.board.add(2, table.at_ns, "q")
    assert table.read() == {0: "R"}
    table.board.stick(2, None, table.at_ns)
    assert table.read() == {0: "R", 2: "q"}


def test_a_coupled_reader_reads_its_neighbours_man() -> None:
    table = Table({0: "R", 9: "p"})
    table.board.couple(0, 1)
    table.board.couple(0, 9)
    assert table.read() == {0: "R", 1: "R", 9: "p"}
    table.board.lift(0, table.at_ns)
    assert table.read() == {9: "p"}


def test_a_passing_hand_lets_a_point_read_its_man() -> None:
    table = Table({0: "R", 9: "p"})
    table.board.err(ROUGH)
    for _ in range(200):
        table.board.lift(0, table.at_ns)
        table.board.place(0, table.at_ns + 50 * MS)
        for _ in range(20):
            readings = table.read(5)
            passing = {point: man for point, man in readings.items() if point not in (0, 9)}
            if passing:
                assert set(passing.values()) == {"R"}
                return
    raise AssertionError("no hand passed by")


def test_what_cannot_be_read_is_unknown() -> None:
    table = Table({0: "R"})
    table.bench.wires[0].inject(Held(from_ns=table.at_ns, until_ns=table.at_ns + 1000 * MS))
    scan = table.matrix.scan(table.at_ns + 500 * MS)
    assert scan.unknown & 1
    assert not scan.readings
    table.matrix.close()
