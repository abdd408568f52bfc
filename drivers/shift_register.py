"""Contact sensors on a chain of 74HC165 shift registers (Nexperia 74HC165; 74HCT165, rev. 6).

At a low level on PL every chip takes over its eight inputs, in one moment for the whole board; then the
clock moves all bits towards the Raspberry Pi (section 1). One exchange is a scan.

SPI has no acknowledge: a chain that is broken, without supply or short-circuited still gives bits. So
MOSI is wired to the free serial input (DS) of the last chip. Two guard bytes are sent ahead and must
arrive behind the data of all chips: that proves supply, clock and every wire from chip to chip, and that
no bit is lost or doubled. The bytes sent after them stay behind in the chips; a chip that gives them back
has not latched. All that is sent is inverted from one exchange to the next, so that nothing that merely
stays the same can pass.

One disturbance passes the guard: an edge added to the clock before the first or second bit moves all data by
one. Tied inputs show it: with k neighbours tied, the higher-numbered ones to one level and the lower to the
other, up to k - 1 edges.

Where MOSI is in use, by WS2812 lamps on the same bus, DS may be tied to a level instead, if an input of
the last chip is tied to the other level. Then a chip in the middle that does not latch is not found.

The latch: chip select through an inverter (PL must be low between exchanges), or a GPIO line. The
kernel's option for a chip select that is active high has no effect on a Raspberry Pi since Linux 5.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from drivers.ports import Fault, Kind, Scan, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Machine, OutputLines, SpiBus

MODE: Final = 0
"""SPI mode: the clock is low between exchanges, and no edge comes when the latch is already high."""
SPEED_HZ: Final = 1_000_000
"""Clock where a profile says no other: 46 chips take 0.4 ms."""
SerialInput = Literal["mosi", "low", "high"]
"""What DS of the last chip is wired to."""

_GUARD: Final = bytes([0xB2, 0x3C])
_FILL: Final = 0x69
_EXCHANGES: Final = 6  # in a scan that differs: time for a disturbance to pass
_VOTES: Final = 3
_UNSTEADY_BITS: Final = 8  # more bits that flip at once are no contacts that bounce
_RETRY_NS: Final = 100_000_000
_TRIES_AT_ONCE: Final = 3
_SILENT_REMEDY: Final = "Every bit is the same: check the chips' supply, the clock and latch wires, and the wire of MISO."
_BROKEN_REMEDY: Final = (
    "From here on all bits are the same: check the supply of this chip and of those behind it, and the "
    "wires from Q7 (pin 9) of each to DS (pin 10) of the one before it."
)
_LAST_REMEDY: Final = "What is sent does not come back from the end of the chain: check the wire to DS (pin 10) of this chip."
_SHIFTED_REMEDY: Final = (
    "Bits are lost or added on the way: lower the speed, shorten the clock wire, and check the number of "
    "chips and that DS of the last one is wired as configured."
)
_UNSTEADY_REMEDY: Final = "It reads differently each time: check its supply and ground, lower the speed, shorten the wires."
_NO_LATCH_REMEDY: Final = "It does not take over its inputs: check the wire to its PL (pin 1)."
_TIE_REMEDY: Final = (
    "Its tied input {} reads the wrong level, and so nothing that comes through the chain can be believed: "
    "check that wire, the chip's supply and the clock wire."
)


class ShiftRegisterMatrix:
    """Sensors that each close an input of a 74HC165.

    Chips are counted from the one whose Q7 is wired to MISO; channel n is input D(n % 8) of chip n // 8.

    Args:
        spi: in mode `MODE`; closed together with the matrix.
        channels: how many inputs have sensors, from the first on.
        active_low: an occupied point pulls its input to ground.
        latch: one line, wired to PL of all chips; None where chip select does it. Closed with the matrix.
        serial_input: what DS of the last chip is wired to.
        ties: inputs that are tied to a level, numbered like channels. The rest of those without sensors
            is not looked at, but must not float: tie them too.

    Raises:
        ValueError: no channel; a tied input with a sensor or beyond the chain; or DS at a level without an
            input of the last chip at the other.
    """

    def __init__(
        self,
        spi: SpiBus,
        channels: int,
        *,
        active_low: bool = True,
        latch: OutputLines | None = None,
        serial_input: SerialInput = "mosi",
        ties: Mapping[int, bool] | None = None,
    ) -> None:
        self._chips = -(-channels // 8)
        self._ties = dict(ties or {})
        if channels < 1:
            raise ValueError("a chain of shift registers needs at least one channel")
        if bad := [n for n in self._ties if not channels <= n < 8 * self._chips]:
            raise ValueError(f"inputs {bad} are no inputs without sensors, and cannot be tied")
        self._loop = serial_input == "mosi"
        if not self._loop and not any(
            level == (serial_input == "low") for level in self._ties.values()
        ):
            raise ValueError(
                "with DS at a level an input of the last chip must be tied to the other level; or wire DS to MOSI"
            )
        self._spi, self._latch = spi, latch
        self._channels, self._active_low = channels, active_low
        self._all = (1 << channels) - 1
        if self._loop:
            frame = _GUARD + bytes([_FILL]) * self._chips
            self._frames = frame, bytes(byte ^ 0xFF for byte in frame)
            self._guards = _GUARD, self._frames[1][:2]
        else:
            self._frames = (bytes(self._chips + 2),) * 2
            self._guards = (bytes([0xFF if serial_input == "high" else 0]) * 2,) * 2
        self._phase = 0
        # What is expected in each phase while nothing changes; None where all must be looked at.
        self._expected: tuple[bytes, bytes] | None = None
        self._whole = (
            False  # whether the last exchange went through: then it is known what it left behind
        )
        self._failures = 0
        self._retry_ns = 0
        self._result = Scan(levels=0, unknown=self._all)

    @property
    def channels(self) -> int:
        return self._channels

    @property
    def kind(self) -> Kind:
        return Kind.PRESENCE

    def scan(self, at_ns: int) -> Scan:
        if self._failures and at_ns < self._retry_ns:
            return self._result
        try:
            came = self._exchange()
            if self._expected is not None and came == self._expected[self._phase]:
                return self._result
            result = self._judge(self._votes(came))
        except WorldFault as fault:
            self._expected = None
            self._whole = False
            self._failures += 1
            self._retry_ns = at_ns + (0 if self._failures < _TRIES_AT_ONCE else _RETRY_NS)
            found = Fault(symptom=fault.symptom, where=fault.where, remedy=fault.remedy)
            result = Scan(levels=0, unknown=self._all, faults=(found,))
        else:
            self._failures = 0
        if result != self._result:
            self._result = result
        return self._result

    def close(self) -> None:
        self._spi.close()
        if self._latch is not None:
            self._latch.close()

    def _exchange(self) -> bytes:
        """Latches and reads all chips."""
        if self._latch is not None:
            self._latch.set(0)
            self._latch.set(1)
        self._phase ^= 1
        return self._spi.exchange(self._frames[self._phase])

    def _votes(self, came: bytes) -> list[tuple[int, bytes]]:
        """Snapshots that went through the whole chain, with their phases: two that agree, or three.

        Args:
            came: the first exchange of this scan.

        Raises:
            WorldFault: the chain does not give back what is sent.
        """
        votes: list[tuple[int, bytes]] = []
        for number in range(_EXCHANGES):
            if number:
                came = self._exchange()
            before, self._whole = self._whole, came[self._chips :] == self._guards[self._phase]
            if not (before and self._whole):
                continue
            votes.append((self._phase, came[: self._chips]))
            if len(votes) == _VOTES or (len(votes) > 1 and votes[-1][1] == votes[-2][1]):
                return votes
        raise self._broken(came)

    def _judge(self, votes: Sequence[tuple[int, bytes]]) -> Scan:
        """What these snapshots say.

        Raises:
            WorldFault: no two agree, and they differ too much.
        """
        asleep = self._unlatched(votes)
        snapshots = [int.from_bytes(data, "little") for _, data in votes]
        for chip in asleep:
            snapshots = [snapshot & ~(0xFF << 8 * chip) for snapshot in snapshots]
        first, second, third = snapshots[0], snapshots[-2], snapshots[-1]
        unsteady = (first ^ second) | (second ^ third)
        if second != third and unsteady.bit_count() > _UNSTEADY_BITS:
            raise WorldFault(Symptom.IO, self._where(), _UNSTEADY_REMEDY)
        inputs = first & second | first & third | second & third
        faults, unknown = self._lost(asleep, inputs)
        levels = (~inputs if self._active_low else inputs) & self._all & ~unknown
        self._expected = None
        if not faults:
            data = inputs.to_bytes(self._chips, "little")
            self._expected = data + self._guards[0], data + self._guards[1]
        return Scan(levels=levels, unknown=unknown, faults=tuple(faults))

    def _unlatched(self, votes: Sequence[tuple[int, bytes]]) -> list[int]:
        """The chips that give back what the exchange before had left in them.

        No contacts can look so: it is inverted each time.
        """
        if not self._loop:
            return []
        return [
            chip
            for chip in range(self._chips)
            if all(data[chip] == self._frames[phase ^ 1][2 + chip] for phase, data in votes)
        ]

    def _lost(self, asleep: Sequence[int], inputs: int) -> tuple[list[Fault], int]:
        """Why some chips cannot be believed, and their channels."""
        if len(asleep) == self._chips:
            return [self._fault(self._where(), _NO_LATCH_REMEDY)], self._all
        for number, level in self._ties.items():
            chip = number // 8
            if chip not in asleep and inputs >> number & 1 != level:
                remedy = _TIE_REMEDY.format(f"D{number % 8}")
                return [self._fault(self._where(chip), remedy)], self._all
        faults = [self._fault(self._where(chip), _NO_LATCH_REMEDY) for chip in asleep]
        return faults, sum(0xFF << 8 * chip for chip in asleep) & self._all

    def _broken(self, came: bytes) -> WorldFault:
        """Why the guard bytes have not come back."""
        bits = int.from_bytes(came, "big")
        silent = 0x00 if not bits & 1 else 0xFF
        alive = len(came.rstrip(bytes([silent])))
        if not alive:
            return WorldFault(Symptom.CHAIN, self._where(), _SILENT_REMEDY)
        if alive < self._chips:
            return WorldFault(Symptom.CHAIN, self._where(alive), _BROKEN_REMEDY)
        if alive == self._chips:
            return WorldFault(Symptom.CHAIN, self._where(alive - 1), _LAST_REMEDY)
        return WorldFault(Symptom.CHAIN, self._where(), _SHIFTED_REMEDY)

    def _where(self, chip: int | None = None) -> str:
        if chip is None:
            return f"{self._spi.name} chain of {self._chips} chips"
        return f"{self._spi.name} chip {chip + 1} of {self._chips}"

    def _fault(self, where: str, remedy: str) -> Fault:
        return Fault(symptom=Symptom.CHAIN, where=where, remedy=remedy)


def open_shift_registers(
    machine: Machine,
    device: str,
    channels: int,
    *,
    speed_hz: int = SPEED_HZ,
    active_low: bool = True,
    latch_pin: int | None = None,
    serial_input: SerialInput = "mosi",
    ties: Mapping[int, bool] | None = None,
) -> ShiftRegisterMatrix:
    """A chain at an SPI device, as `ShiftRegisterMatrix` says.

    Args:
        latch_pin: BCM number of the line at PL; None where chip select latches.

    Raises:
        WorldFault: the device or the line cannot be used.
    """
    spi = machine.spi(device, speed_hz=speed_hz, mode=MODE)
    try:
        return ShiftRegisterMatrix(
            spi,
            channels,
            active_low=active_low,
            latch=None if latch_pin is None else machine.outputs([latch_pin]),
            serial_input=serial_input,
            ties=ties,
        )
    except WorldFault:
        spi.close()
        raise
