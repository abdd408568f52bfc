"""What the suites for `SensorMatrix` ask of a matrix on modelled electronics."""

from collections.abc import Sequence

from drivers.ports import Kind, Reading, Scan, SensorMatrix, Symptom
from drivers.sim.bus import BusFault, Held, NthTransfer, Wire

MS = 1_000_000
SCAN_MS = 5


class Rig:
    """A matrix and the truth about its channels. Each kind of electronics has a class of its own.

    Attributes:
        truth: the channels where something stands.
        settle_ms: how long after a change the levels may still be the old ones.
    """

    settle_ms = 0

    def __init__(self, matrix: SensorMatrix) -> None:
        self.matrix = matrix
        self.truth = 0

    # What each kind says for itself

    def put(self, truth: int) -> None:
        """Makes the models so."""
        raise NotImplementedError

    def advance(self, at_ns: int) -> None:
        """Tells the models what time it is."""

    @property
    def hidden(self) -> int:
        """Channels that nobody can know while the truth is what it is: a matrix without diodes has such."""
        return 0

    def readings(self) -> dict[int, Reading] | None:
        """What the channels of `truth` must give; None where it is presence only, or not so exactly known."""
        return None

    @property
    def calls(self) -> int:
        """How often the electronics have been spoken to."""
        raise NotImplementedError

    def fail(self, call: int) -> None:
        """The call with this number (from 0) fails, once, with an error that passes."""
        raise NotImplementedError

    def break_off(self) -> int:
        """Everything stops answering, or what can stop so that a driver must notice.

        Returns:
            The channels that cannot be read any more.
        """
        raise NotImplementedError

    def mend(self) -> None:
        """Ends that and every other fault."""
        raise NotImplementedError

    # What the suites use

    @property
    def all(self) -> int:
        """Every channel."""
        return (1 << self.matrix.channels) - 1

    def close_contacts(self, truth: int) -> None:
        """Sets men on these channels, and takes all others away."""
        self.truth = truth & self.all
        self.put(self.truth)

    def scan(self, at_ms: float) -> Scan:
        """Scans, and checks what holds for every scan: no guess, each blindness with its reason."""
        self.advance(int(at_ms * MS))
        scan = self.matrix.scan(int(at_ms * MS))
        assert not scan.levels & scan.unknown
        assert not (scan.levels | scan.unknown) & ~self.all
        assert bool(scan.unknown) == bool(scan.faults)
        assert all(fault.where and fault.remedy for fault in scan.faults)
        if self.matrix.kind is Kind.PRESENCE:
            assert scan.readings is None
        else:
            assert scan.readings is not None
            assert set(scan.readings) == set(bits(scan.levels))
        return scan

    def settled(self, at_ms: int) -> tuple[Scan, int]:
        """Scans until the levels must be the new ones: the last scan, and when the next is due."""
        until_ms = at_ms + self.settle_ms
        scan = self.scan(at_ms)
        while at_ms < until_ms:
            at_ms += SCAN_MS
            scan = self.scan(at_ms)
        return scan, at_ms + SCAN_MS

    def check_right(self, scan: Scan) -> None:
        """Each channel is known and right, but those that nobody can know."""
        assert (scan.levels, scan.unknown) == (self.truth & ~self.hidden, self.hidden)
        assert bool(scan.faults) == bool(self.hidden)
        readings = self.readings()
        if readings is not None:
            assert scan.readings == readings


class WireRig(Rig):
    """A matrix on I2C: with the buses to spoil.

    Args:
        wires: the first is the one that is spoilt.
        chip_mask: channels that are lost with the chip at `address` of the first wire,
        wire_mask: and with the whole of that wire.
        address: of that chip.
        brown_outs_show: whether that chip's settings tell that its supply has dipped.

    Attributes:
        scans: the numbers of the transfers of each scan so far.
    """

    def __init__(
        self,
        matrix: SensorMatrix,
        wires: Sequence[Wire],
        *,
        chip_mask: int,
        wire_mask: int,
        address: int,
        brown_outs_show: bool = True,
    ) -> None:
        super().__init__(matrix)
        self.wires = wires
        self.chip_mask = chip_mask
        self.wire_mask = wire_mask
        self.address = address
        self.brown_outs_show = brown_outs_show
        self.scans: list[range] = []
        self._now_ns = 0

    @property
    def wire(self) -> Wire:
        return self.wires[0]

    def advance(self, at_ns: int) -> None:
        self._now_ns = at_ns
        for wire in self.wires:
            wire.now_ns = at_ns

    def inject(self, fault: BusFault) -> None:
        self.wire.inject(fault)

    def scan(self, at_ms: float) -> Scan:
        before = self.wire.transfers
        scan = super().scan(at_ms)
        self.scans.append(range(before, self.wire.transfers))
        return scan

    def unlike_transfers(self) -> list[int]:
        """The transfers of the scans so far, those scans left out that took as many as an earlier one."""
        unlike = {len(numbers): numbers for numbers in reversed(self.scans)}
        return sorted(number for numbers in unlike.values() for number in numbers)

    @property
    def calls(self) -> int:
        return self.wire.transfers

    def fail(self, call: int) -> None:
        self.inject(NthTransfer(n=call, symptom=Symptom.IO))

    def break_off(self) -> int:
        self.inject(Held(from_ns=self._now_ns, until_ns=1 << 62))
        return self.wire_mask

    def mend(self) -> None:
        self.wire.heal()


def bits(channels: int) -> list[int]:
    return [n for n in range(channels.bit_length()) if channels >> n & 1]
