"""Breaks contacts, chips and buses of a simulated bench as a plan says."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from controller.shell.evening.plan import OF_POINTS, Ill, Trouble
from drivers.ports import Symptom
from drivers.sim.bus import Absent, BrownOut, Held, WrongData
from drivers.sim.serial_board import Flipped, Off, Unplugged

if TYPE_CHECKING:
    from drivers.sim.bench import SimBench
    from drivers.sim.serial_board import SimSerialBoard

_MS = 1_000_000
_CHIPS_PER_BUS = 8
_FIRST_ADDRESS = 0x20
_CHATTER_TIMES = 400
"""A contact that chatters does so for a minute or two; then the evening is over or it has been found."""


def strike(bench: SimBench, trouble: Trouble, now_ns: int, seed: int) -> None:
    """Lets a trouble of the electronics begin.

    Args:
        trouble: no gap and no death of the program, which are not the bench's.
        seed: of the times at which a contact chatters.
    """
    board, wires = bench.board, bench.wires
    if bench.line is not None and trouble.ill not in OF_POINTS:
        _spoil(bench.line, trouble, now_ns)
        return
    bus, chip = divmod(trouble.target, _CHIPS_PER_BUS)
    address = _FIRST_ADDRESS + chip
    if address not in wires[bus % len(wires)].chips:  # a board of sensors of another kind
        bus %= len(wires)
        address = min(wires[bus].chips)
    end_ns = now_ns + trouble.for_ns
    match trouble.ill:
        case Ill.STUCK_ON | Ill.STUCK_OFF:
            board.stick(trouble.target, trouble.ill is Ill.STUCK_ON, now_ns)
        case Ill.COUPLED:
            board.couple(trouble.other, trouble.target)
        case Ill.CHATTER:
            dice = Random(f"{seed} {trouble.target}")  # noqa: S311 - a simulation
            at_ns = now_ns
            for _ in range(_CHATTER_TIMES):
                at_ns += dice.randint(50, 400) * _MS
                board.dip(trouble.target, at_ns, dice.randint(2, 60) * _MS)
        case Ill.NAK:
            wires[bus].inject(Held(from_ns=now_ns, until_ns=end_ns, symptom=Symptom.NAK))
        case Ill.ABSENT:
            wires[bus].inject(Absent(address=address, from_ns=now_ns, until_ns=end_ns))
        case Ill.BROWN_OUT:
            wires[bus].inject(BrownOut(address=address, at_ns=now_ns))
        case Ill.WRONG_DATA:
            wires[bus].inject(WrongData(n=wires[bus].transfers))
        case _:
            raise AssertionError(f"{trouble.ill.value} is no trouble of the bench")


def _spoil(line: SimSerialBoard, trouble: Trouble, now_ns: int) -> None:
    """The same troubles of a board that is bought whole: it has one line and one supply."""
    end_ns = now_ns + trouble.for_ns
    match trouble.ill:
        case Ill.NAK:
            line.inject(Unplugged(now_ns, end_ns))
        case Ill.ABSENT:
            line.inject(Off(now_ns, end_ns))
        case Ill.BROWN_OUT:
            line.inject(Off(now_ns, now_ns + _MS))
        case Ill.WRONG_DATA:
            line.inject(Flipped(line.sent, 1))
        case _:
            raise AssertionError(f"{trouble.ill.value} is no trouble of a line")
