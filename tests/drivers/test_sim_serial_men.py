import random

import pytest

from drivers.serial_board import SerialBoardMatrix
from drivers.serial_codec import Codes
from drivers.sim.board import MagnetBoard, grid
from drivers.sim.machine import ContactCircuit
from drivers.sim.serial_board import SimSerialBoard
from drivers.sim.serial_men import SerialMen

MS = 1_000_000


class Table:
    """A simulated board of 8 by 8 whose men stand on a serial board."""

    def __init__(
        self, codes: Codes = "chess", *, turned: bool = False, follows: bool = True
    ) -> None:
        line = SimSerialBoard()
        self.board = MagnetBoard(grid(8, 8, 50.0), 50.0)
        self.circuit = SerialMen(line, codes, turned=turned)
        self.matrix = SerialBoardMatrix(line, codes=codes, turned=turned)
        if follows:
            self.circuit.follow(self.board, grid(8, 8, 50.0), range(64))
        self.at_ns = 0

    def rest(self) -> dict[int, object]:
        """Scans until nothing changes by itself; what the driver says then."""
        self.board.levels(self.at_ns)
        self.circuit.advance(self.at_ns)
        scan = self.matrix.scan(self.at_ns)
        while (next_ns := self.circuit.next_look_ns(self.at_ns)) is not None:
            self.at_ns = next_ns
            self.board.levels(self.at_ns)
            self.circuit.advance(self.at_ns)
            scan = self.matrix.scan(self.at_ns)
        assert not scan.unknown
        return dict(scan.readings or {})


@pytest.mark.parametrize("turned", [False, True])
def test_who_stands_where_is_told(turned: bool) -> None:  # noqa: FBT001
    dice = random.Random(2)
    men = {point: dice.choice("PRNBKQprnbkq") for point in dice.sample(range(64), 20)}
    table = Table(turned=turned)
    table.board.setup(men)
    assert table.rest() == men
    for _ in range(15):
        origin, goal = dice.choice(sorted(men)), dice.randrange(64)
        if goal in men:
            continue
        table.board.lift(origin, table.at_ns)
        man = men.pop(origin)
        assert table.rest() == men
        table.at_ns += dice.randrange(5000) * MS
        table.board.place(goal, table.at_ns)
        men[goal] = man
        assert table.rest() == men


def test_a_man_who_is_pushed_is_met_on_his_way() -> None:
    table = Table()
    table.board.setup({0: "R"})
    assert table.rest() == {0: "R"}
    table.board.slide([0, 1, 2, 3], table.at_ns, 600 * MS)
    met = set()
    for _ in range(300):
        table.at_ns += 10 * MS
        table.board.levels(table.at_ns)
        table.circuit.advance(table.at_ns)
        scan = table.matrix.scan(table.at_ns)
        assert set((scan.readings or {}).values()) <= {"R"}
        met |= set(scan.readings or {})
    assert met == {0, 1, 2, 3}
    assert table.rest() == {3: "R"}


@pytest.mark.parametrize(("codes", "letter"), [("chess", "P"), ("draughts", "w")])
def test_contacts_are_light_men(codes: Codes, letter: str) -> None:
    table = Table(codes, follows=False)
    circuit: ContactCircuit = table.circuit
    circuit.close_contacts(0b1010)
    assert table.rest() == {1: letter, 3: letter}
    circuit.close_contacts(0b0010)
    table.at_ns += 1000 * MS
    for _ in range(100):
        table.at_ns += 10 * MS
        table.circuit.advance(table.at_ns)
        scan = table.matrix.scan(table.at_ns)
    assert scan.readings == {1: letter}


def test_a_field_that_sticks_recognises_who_stood_there_last() -> None:
    table = Table()
    table.board.setup({0: "R", 1: "N"})
    table.rest()
    for point, level in ((0, True), (1, False), (2, True)):
        table.board.stick(point, level, table.at_ns)
    assert table.rest() == {0: "R"}
    table.board.lift(0, table.at_ns)
    table.board.place(3, table.at_ns)
    assert table.rest() == {0: "R", 3: "R"}


def test_a_coupled_field_recognises_its_neighbours_man() -> None:
    table = Table()
    table.board.couple(0, 1)
    table.board.couple(0, 9)
    table.board.setup({0: "R", 9: "p"})
    assert table.rest() == {0: "R", 1: "R", 9: "p"}
