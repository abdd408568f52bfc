import pytest

from drivers.joined import JoinedMatrix
from drivers.ports import Symptom, WorldFault
from drivers.sim.bus import Absent, BrownOut, Held, Message, NthTransfer, SimI2c, Wire
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.tca9548a import Tca9548a as Model
from drivers.sim.tca9548a import put
from drivers.sim.tca9555 import Tca9555
from drivers.tca9548a import Tca9548a
from drivers.tca9555 import Tca9555Matrix

MS = 1_000_000
MUX = 0x70
CHIP = 0x20
OUTPUT = b"\x02"


def bench(*channels: int) -> tuple[Wire, Model, list[Tca9555]]:
    """A chip with the same address in each of these channels."""
    wire = Wire({})
    chips = []
    for channel in channels:
        chips.append(Tca9555())
        put(wire, CHIP, chips[-1], (MUX, channel))
    model = wire.chips[MUX]
    assert isinstance(model, Model)
    return wire, model, chips


# The model


def test_closed_at_power_on_and_after_a_dip() -> None:
    wire, model, _ = bench(0)
    with pytest.raises(OSError, match="Remote I/O"):
        wire.read(CHIP, 2)
    model.write(b"\x01")
    assert wire.read(CHIP, 2) == b"\xff\xff"
    assert model.read(2) == b"\x01\x01"
    model.slip()
    model.brown_out()
    with pytest.raises(OSError, match="Remote I/O"):
        wire.transfer((Message(CHIP, b"\x00"),))


def test_the_last_byte_selects() -> None:
    _, model, _ = bench(0)
    model.write(b"")
    model.write(b"\x01\x80")
    assert model.selected == 0x80


def test_chips_of_two_open_channels_answer_together() -> None:
    wire, model, chips = bench(2, 5)
    model.write(bytes([1 << 2 | 1 << 5]))
    chips[0].tie(0x0001, 0)
    chips[1].tie(0x8000, 0)
    assert wire.read(CHIP, 2) == b"\xfe\x7f"
    wire.transfer((Message(CHIP, OUTPUT + b"\x12\x34"),))
    for chip in chips:
        assert chip.read(2) == b"\x12\x34"


def test_faults_of_an_address_strike_every_chip_that_has_it() -> None:
    wire, _, chips = bench(2, 5)
    for chip in chips:
        chip.write(OUTPUT + b"\x00\x00")
    wire.chips[CHIP].slip()
    assert [chip.read(1) for chip in chips] == [b"\x00"] * 2
    wire.chips[CHIP].brown_out()
    for chip in chips:
        chip.write(OUTPUT)
        assert chip.read(2) == b"\xff\xff"


def test_chips_behind_two_multiplexers() -> None:
    wire = Wire({})
    first, second = Tca9555(), Mcp23017()
    put(wire, CHIP, first, (0x70, 0))
    put(wire, CHIP, second, (0x71, 0))
    wire.chips[0x71].write(b"\x01")
    assert wire.read(CHIP, 2) == b"\xff\xff"  # its directions
    put(wire, 0x27, first, None)
    assert wire.chips[0x27] is first


# The driver


def test_arguments_are_checked() -> None:
    bus = SimI2c(Wire({}))
    with pytest.raises(ValueError, match="0x48"):
        Tca9548a(bus, 0x48)
    with pytest.raises(ValueError, match="channels 0 to 7"):
        Tca9548a(bus, MUX).channel(8)


def test_a_channel_is_selected_only_when_another_is_needed() -> None:
    wire, model, _ = bench(1, 6)
    mux = Tca9548a(SimI2c(wire), MUX)
    one, six = mux.channel(1), mux.channel(6)
    one.read(CHIP, 2)
    assert (model.selected, wire.transfers) == (1 << 1, 2)
    one.read(CHIP, 2)
    assert wire.transfers == 3
    six.read(CHIP, 2)
    assert (model.selected, wire.transfers) == (1 << 6, 5)


def test_all_but_bare_reads_look_at_the_selection_first() -> None:
    wire, _, chips = bench(1)
    bus = Tca9548a(SimI2c(wire), MUX).channel(1)
    bus.write(CHIP, OUTPUT + b"\x12\x34")
    assert bus.write_read(CHIP, OUTPUT, 2) == b"\x12\x34"
    assert wire.transfers == 1 + 2 + 2
    assert chips[0].read(2) == b"\x12\x34"


def test_names_say_the_way() -> None:
    wire, _, _ = bench(1)
    bus = Tca9548a(SimI2c(wire, name="/dev/i2c-1"), MUX).channel(1)
    assert bus.name == "/dev/i2c-1 multiplexer 0x70 channel 1"
    with pytest.raises(WorldFault) as caught:
        bus.read(0x27, 2)
    assert caught.value.where == "/dev/i2c-1 multiplexer 0x70 channel 1 chip 0x27"
    assert caught.value.symptom is Symptom.NAK


@pytest.mark.parametrize("careful", [0, 1])
def test_a_lost_selection_is_named_and_made_again(careful: int) -> None:
    wire, model, _ = bench(1)
    bus = Tca9548a(SimI2c(wire), MUX).channel(1)
    bus.read(CHIP, 2)
    model.brown_out()
    with pytest.raises(WorldFault) as caught:
        bus.write_read(CHIP, OUTPUT, 2) if careful else bus.read(CHIP, 2)
    assert caught.value.symptom is Symptom.BROWN_OUT
    assert caught.value.where == "simulated bus multiplexer 0x70"
    assert bus.read(CHIP, 2) == b"\xff\xff"


def test_a_wrong_selection_is_never_written_through() -> None:
    wire, model, chips = bench(1, 6)
    bus = Tca9548a(SimI2c(wire), MUX).channel(1)
    bus.read(CHIP, 2)
    model.write(bytes([1 << 1 | 1 << 6]))  # another program's
    with pytest.raises(WorldFault):
        bus.write(CHIP, OUTPUT + b"\x12\x34")
    chips[1].write(OUTPUT)
    assert chips[1].read(2) == b"\xff\xff"
    bus.write(CHIP, OUTPUT + b"\x12\x34")
    assert model.selected == 1 << 1


def test_another_kind_of_chip_is_named_as_such() -> None:
    wire = Wire({MUX: Mcp23017()})
    with pytest.raises(WorldFault) as caught:
        Tca9548a(SimI2c(wire), MUX).channel(1).write(CHIP, b"\x00")
    assert caught.value.symptom is Symptom.IO
    assert "TCA9548A" in caught.value.remedy


@pytest.mark.parametrize("symptom", [Symptom.NAK, Symptom.IO, Symptom.ARBITRATION])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_failing_transfer_is_laid_to_the_right_chip(symptom: Symptom, number: int) -> None:
    wire, _, _ = bench(1)
    wire.inject(NthTransfer(n=number, symptom=symptom))
    bus = Tca9548a(SimI2c(wire), MUX).channel(1)
    with pytest.raises(WorldFault) as caught:
        bus.write_read(CHIP, OUTPUT, 2)
    assert caught.value.symptom is symptom
    assert caught.value.where.endswith("multiplexer 0x70" if number < 2 else "chip 0x20")
    assert bus.write_read(CHIP, OUTPUT, 2) == b"\xff\xff"


def test_a_missing_multiplexer_is_named_once_for_all_its_chips() -> None:
    wire, _, _ = bench(1)
    put(wire, 0x21, Tca9555(), (MUX, 1))
    matrix = Tca9555Matrix(Tca9548a(SimI2c(wire), MUX).channel(1), (CHIP, 0x21))
    assert not matrix.scan(0).unknown
    wire.inject(Absent(address=MUX, from_ns=0, until_ns=1 << 60))
    for at_ms in range(5, 500, 5):
        (fault,) = matrix.scan(at_ms * MS).faults
        assert fault.where == "simulated bus multiplexer 0x70"
    assert fault.symptom is Symptom.MISSING


def test_a_dip_of_the_multiplexer_costs_one_scan() -> None:
    wire, _, _ = bench(1)
    matrix = Tca9555Matrix(Tca9548a(SimI2c(wire), MUX).channel(1), (CHIP,))
    matrix.scan(0)
    wire.inject(BrownOut(address=MUX, at_ns=0))
    symptoms = [[f.symptom for f in matrix.scan(at_ms * MS).faults] for at_ms in range(5, 50, 5)]
    assert symptoms == [[Symptom.BROWN_OUT], *[[]] * 8]


def test_a_held_bus_costs_one_timeout_for_all_channels() -> None:
    wire, _, _ = bench(0, 1, 2)
    mux = Tca9548a(SimI2c(wire), MUX)
    matrix = JoinedMatrix([Tca9555Matrix(mux.channel(n), (CHIP,)) for n in range(3)])
    matrix.scan(0)
    wire.inject(Held(from_ns=0, until_ns=1 << 60))
    for at_ms in range(5, 60_000, 100):
        before = wire.timeouts
        assert matrix.scan(at_ms * MS).unknown == (1 << 48) - 1
        assert wire.timeouts <= before + 1
    wire.heal()
    matrix.scan(60_500 * MS)
    assert matrix.scan(61_000 * MS).unknown == 0


def test_the_others_do_not_wait_for_a_channel_that_asks_no_more() -> None:
    wire, _, _ = bench(0, 1)
    mux = Tca9548a(SimI2c(wire), MUX)
    first, second = mux.channel(0), mux.channel(1)
    wire.inject(Held(from_ns=0, until_ns=1 << 60))
    with pytest.raises(WorldFault):
        first.read(CHIP, 2)
    wire.heal()
    with pytest.raises(WorldFault):
        second.read(CHIP, 2)  # told of the other's failure
    assert second.read(CHIP, 2) == b"\xff\xff"


def test_a_failure_that_is_over_is_not_told_any_more() -> None:
    wire, _, _ = bench(0, 1)
    mux = Tca9548a(SimI2c(wire), MUX)
    first, second = mux.channel(0), mux.channel(1)
    wire.inject(Held(from_ns=0, until_ns=1 << 60))
    with pytest.raises(WorldFault):
        first.read(CHIP, 2)
    wire.heal()
    first.read(CHIP, 2)
    assert second.read(CHIP, 2) == b"\xff\xff"


def test_after_a_broken_transfer_the_channel_is_selected_anew() -> None:
    wire, _, _ = bench(1)
    bus = Tca9548a(SimI2c(wire), MUX).channel(1)
    bus.read(CHIP, 2)
    wire.inject(NthTransfer(n=wire.transfers, symptom=Symptom.IO))
    with pytest.raises(WorldFault):
        bus.read(CHIP, 2)
    before = wire.transfers
    bus.read(CHIP, 2)
    assert wire.transfers == before + 2


class Closable(SimI2c):
    closed = 0

    def close(self) -> None:
        self.closed += 1


def test_the_last_channel_closes_everything() -> None:
    wire, model, _ = bench(0, 1)
    bus = Closable(wire)
    mux = Tca9548a(bus, MUX)
    first, second = mux.channel(0), mux.channel(1)
    second.read(CHIP, 2)
    first.close()
    first.close()
    assert (bus.closed, model.selected) == (0, 1 << 1)
    wire.inject(NthTransfer(n=wire.transfers, symptom=Symptom.NAK))
    second.close()
    assert bus.closed == 1
    second.close()
    assert bus.closed == 1


def test_nothing_is_left_open() -> None:
    wire, model, _ = bench(3)
    bus = Tca9548a(SimI2c(wire), MUX).channel(3)
    bus.read(CHIP, 2)
    bus.close()
    assert model.selected == 0
