"""Boards with rows and columns on GPIO lines, with and without diodes."""

from collections.abc import Callable

from drivers.ghosts import hidden
from drivers.gpio_matrix import GpioMatrix
from drivers.ports import InputLines, OutputLines, Symptom, WorldFault
from drivers.sim.gpio_matrix import wire_gpio_matrix
from drivers.sim.machine import SimMachine
from tests.conformance.rig import Rig


class Spoiler:
    """Counts calls and makes some of them fail.

    Attributes:
        calls: so far.
        planned: the numbers of calls that fail.
        broken: whether all of them do.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.planned: set[int] = set()
        self.broken = False

    def strike(self) -> None:
        """One call.

        Raises:
            WorldFault: it fails.
        """
        self.calls += 1
        if self.broken or self.calls - 1 in self.planned:
            raise WorldFault(Symptom.IO, "GPIO 5", "The line does not answer.")


class SpoiltOutputs:
    """Implements `OutputLines`."""

    def __init__(self, lines: OutputLines, spoiler: Spoiler) -> None:
        self.lines, self.spoiler = lines, spoiler
        self.count = lines.count

    def set(self, levels: int) -> None:
        self.spoiler.strike()
        self.lines.set(levels)

    def close(self) -> None:
        self.lines.close()


class SpoiltInputs:
    """Implements `InputLines`."""

    def __init__(self, lines: InputLines, spoiler: Spoiler) -> None:
        self.lines, self.spoiler = lines, spoiler
        self.count = lines.count

    def read(self) -> int:
        self.spoiler.strike()
        return self.lines.read()

    def close(self) -> None:
        self.lines.close()


class MatrixRig(Rig):
    """A matrix of some rows and columns of contacts."""

    def __init__(
        self, height: int, width: int, *, diodes: bool, guards: bool = False, rise_reads: int = 0
    ) -> None:
        self.height, self.width, self.diodes = height, width, diodes
        machine = SimMachine()
        rows, columns = range(4, 4 + height + guards), range(16, 16 + width + guards)
        self.contacts = wire_gpio_matrix(machine, rows, columns, diodes=diodes, guards=guards)
        self.contacts.rise_reads = rise_reads
        self.spoiler = Spoiler()
        super().__init__(
            GpioMatrix(
                SpoiltOutputs(machine.outputs(rows, open_drain=True), self.spoiler),
                SpoiltInputs(machine.inputs(columns, "up"), self.spoiler),
                diodes=diodes,
                guards=guards,
            )
        )

    def put(self, truth: int) -> None:
        self.contacts.close_contacts(truth)

    @property
    def hidden(self) -> int:
        if self.diodes:
            return 0
        mask = (1 << self.width) - 1
        rows = [self.truth >> row * self.width & mask for row in range(self.height)]
        return sum(1 << row * self.width + column for row, column in hidden(rows, self.width))

    @property
    def calls(self) -> int:
        return self.spoiler.calls

    def fail(self, call: int) -> None:
        self.spoiler.planned.add(call)

    def break_off(self) -> int:
        self.spoiler.broken = True
        return self.all

    def mend(self) -> None:
        self.spoiler.broken = False
        self.spoiler.planned.clear()


RIGS: dict[str, Callable[[], Rig]] = {
    "rows and columns with diodes": lambda: MatrixRig(4, 3, diodes=True, rise_reads=2),
    "rows and columns with diodes and guards": lambda: MatrixRig(3, 4, diodes=True, guards=True),
    "rows and columns without diodes": lambda: MatrixRig(4, 3, diodes=False, rise_reads=2),
}
