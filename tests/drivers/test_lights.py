"""What each kind of lamps does in its own way, on models of its chips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.apa102 import Apa102
from drivers.edge_lamps import EdgeLamps
from drivers.ht16k33_lamps import STEPS_MA, Ht16k33Lamps
from drivers.lights import step_for, steps_of
from drivers.max7219 import Max7219Lamps, steps_ma
from drivers.ports import Colour, Symptom, WorldFault
from drivers.sim.apa102 import Apa102Strip, BadFrame
from drivers.sim.bus import Absent, Held, NthTransfer, SimI2c, Wire
from drivers.sim.ht16k33 import Ht16k33
from drivers.sim.max7219 import Max7219Chain
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812

WHITE = (255, 255, 255)
FOR_EVER = 1 << 60


class Line:
    """An SPI line that keeps what was sent."""

    name = "a line"

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def exchange(self, data: bytes) -> bytes:
        self.write(data)
        return bytes(len(data))

    def close(self) -> None:
        pass


class TestApa102:
    @pytest.mark.parametrize("sk9822", [False, True])
    @pytest.mark.parametrize("count", [1, 2, 15, 16, 17, 31, 32, 33, 64, 90, 361])
    def test_the_end_is_long_enough_for_the_last_lamp(self, count: int, sk9822: bool) -> None:  # noqa: FBT001
        strip = Apa102Strip(count, sk9822=sk9822)
        Apa102(strip, count, ma_max=20_000).show({count - 1: (1, 2, 3)})
        assert strip.colours()[-1] == (1, 2, 3)

    def test_a_frame_is_four_bytes_a_lamp_and_a_byte_for_sixteen(self) -> None:
        line = Line()
        Apa102(line, 64).show({0: (1, 2, 3)})
        assert len(line.sent[0]) == 4 + 4 * 64 + 4 + 5
        assert line.sent[0][:8] == bytes([0, 0, 0, 0, 0xFF, 3, 2, 1])

    @given(st.integers(0, 255), st.integers(0, 255), st.floats(0.04, 1))
    def test_the_hue_survives_dimming(self, red: int, blue: int, brightness: float) -> None:
        """By the overall brightness: the levels stay within one of what was asked, times a factor near one."""
        line = Line()
        Apa102(line, 1, brightness=brightness).show({0: (red, 0, blue)})
        overall, blue_sent, _, red_sent = line.sent[0][4:8]
        factor = brightness * 31 / (overall & 31)
        assert 0.5 <= factor <= 1 + 1e-9
        assert abs(red_sent - red * factor) <= 1
        assert abs(blue_sent - blue * factor) <= 1

    @pytest.mark.parametrize("sk9822", [False, True])
    def test_the_model_shows_nothing_that_real_lamps_would_not(self, sk9822: bool) -> None:  # noqa: FBT001
        strip = Apa102Strip(3, sk9822=sk9822)
        lamps = bytes([0xFF, 0, 0, 9]) * 3
        strip.write(bytes(4) + lamps)  # no end
        seen = [colour != (0, 0, 0) for colour in strip.colours()]
        assert seen == ([False] * 3 if sk9822 else [True, True, False])
        for broken in (bytes(4) + bytes(4) * 3 + bytes(8), b"\xff" * 4 + lamps + bytes(8)):
            with pytest.raises(BadFrame):
                Apa102Strip(3, sk9822=sk9822).write(broken)


class TestWs2812:
    @given(st.dictionaries(st.integers(0, 8), st.tuples(*[st.integers(0, 255)] * 3)))
    def test_faint_pictures_stay_within_a_small_current(self, picture: dict[int, Colour]) -> None:
        strip = Ws2812Strip(9, speed_hz=SPEED_HZ[3])
        Ws2812(strip, 9, ma_max=0.5).show(picture)
        assert strip.ma <= 0.5


class Chips:
    """HT16K33 lamps on a wire."""

    def __init__(self, *addresses: int, ma_max: float = 2_000) -> None:
        self.chips = {address: Ht16k33() for address in addresses}
        self.wire = Wire(self.chips)
        self.lamps = Ht16k33Lamps(SimI2c(self.wire), addresses, ma_max=ma_max)


class TestHt16k33:
    def test_a_picture_takes_228_clocks_a_chip(self) -> None:
        """0.57 ms at 400 kHz: oscillator, dimming and switch 21 each, the memory 165. The first asks for one dimming more."""
        rig = Chips(0x70, 0x71)
        rig.lamps.show({})
        before = rig.wire.clocks, rig.wire.transfers
        rig.lamps.show({3: WHITE})
        assert (rig.wire.clocks - before[0], rig.wire.transfers - before[1]) == (2 * 228, 2 * 4)

    def test_a_chip_that_is_off_the_bus_leaves_the_others_right(self) -> None:
        rig = Chips(0x70, 0x71, 0x72)
        rig.lamps.show({5: WHITE})
        rig.wire.inject(Absent(address=0x71, from_ns=0, until_ns=FOR_EVER))
        with pytest.raises(WorldFault, match="0x71") as raised:
            rig.lamps.show({7: WHITE, 2 * 128 + 9: WHITE})
        assert raised.value.symptom is Symptom.NAK
        assert rig.chips[0x70].lit() == {7}
        assert rig.chips[0x72].lit() == {9}
        before = rig.wire.transfers
        with pytest.raises(WorldFault):
            rig.lamps.show({8: WHITE})
        assert rig.wire.transfers - before == 4 + 1 + 4  # the missing one is asked once a picture

    def test_a_held_bus_costs_one_timeout_a_picture(self) -> None:
        rig = Chips(0x70, 0x71)
        rig.wire.inject(Held(from_ns=0, until_ns=FOR_EVER))
        with pytest.raises(WorldFault):
            rig.lamps.show({})
        assert rig.wire.timeouts == 1

    def test_a_dimming_that_fails_at_the_end_is_told(self) -> None:
        rig = Chips(0x70)
        rig.wire.inject(NthTransfer(n=4, symptom=Symptom.NAK))
        rig.lamps._ma_max = 30  # all but three lamps must be dimmed
        with pytest.raises(WorldFault):
            rig.lamps.show({0: WHITE})
        rig.lamps.show({0: WHITE})
        assert rig.chips[0x70].lit() == {0}
        assert rig.chips[0x70].brightness == 15

    @pytest.mark.parametrize("addresses", [(), (0x6F,), (0x78,), (0x70, 0x70)])
    def test_addresses_are_checked(self, addresses: tuple[int, ...]) -> None:
        with pytest.raises(ValueError, match=r"0x70 to 0x77|count"):
            Ht16k33Lamps(SimI2c(Wire({})), addresses)


class TestMax7219:
    def test_a_picture_takes_thirteen_transfers_of_a_word_a_chip(self) -> None:
        line = Line()
        lamps = Max7219Lamps(line, 3, ma_max=2_000)
        lamps.show({})
        line.sent.clear()
        lamps.show({64 + 8: WHITE})
        assert [len(data) for data in line.sent] == [6] * 13
        assert line.sent[5] == bytes([2, 0, 2, 1, 2, 0])  # digit 1 of the chip in the middle

    def test_a_display_test_that_noise_has_switched_on_is_ended(self) -> None:
        chain = Max7219Chain(1)
        lamps = Max7219Lamps(chain, 1)
        chain.write(bytes([0x0F, 1]))
        assert len(chain.lit()) == 64
        lamps.show({4: WHITE})
        assert chain.lit() == {4}

    def test_the_model_scans_as_many_digits_as_it_is_told(self) -> None:
        chain = Max7219Chain(1)
        for address, value in ((1, 0xFF), (2, 0xFF), (0x0B, 0), (0x0C, 1)):
            chain.write(bytes([address, value]))
        assert chain.lit() == set(range(8))
        chain.write(bytes([9, 1]))
        with pytest.raises(ValueError, match="decoded"):
            chain.lit()


class TestOneColour:
    @given(st.integers(0, 128), st.floats(30, 500), st.integers(0, 15))
    def test_the_brightest_step_within_the_current(
        self, lit: int, ma_max: float, brightest: int
    ) -> None:
        for steps in (STEPS_MA, steps_ma(40)):
            step = step_for(lit, steps, brightest=brightest, ma_max=ma_max)
            assert step <= brightest
            assert lit * steps[step] <= ma_max
            assert step == brightest or lit * steps[step + 1] > ma_max

    def test_less_current_than_all_lamps_need_is_refused(self) -> None:
        with pytest.raises(ValueError, match="128 lamps at their dimmest draw 22 mA"):
            steps_of(128, STEPS_MA, brightness=1, ma_max=20)

    def test_each_step_draws_more(self) -> None:
        for steps in (STEPS_MA, steps_ma(40)):
            assert list(steps) == sorted(set(steps))
            assert len(steps) == 16


class TestEdgeLamps:
    def test_every_column_and_row_has_a_lamp_and_every_point_both(self) -> None:
        lamps = Ws2812(Line(), 5)
        assert EdgeLamps(lamps, [0, 1], [2, 3], [(0, 0), (1, 1)]).count == 2
        for columns, rows in (([0, 0], [2, 3]), ([0, 1], [1, 3]), ([0, 1], [2, 5]), ([-1, 1], [2])):
            with pytest.raises(ValueError, match="a lamp of its own"):
                EdgeLamps(lamps, columns, rows, [])
        for place in ((2, 0), (0, 2), (-1, 0)):
            with pytest.raises(ValueError, match="no edge lamps"):
                EdgeLamps(lamps, [0, 1], [2, 3], [place])

    def test_a_point_takes_its_colour_to_both_lamps(self) -> None:
        strip = Ws2812Strip(4, speed_hz=SPEED_HZ[3])
        EdgeLamps(Ws2812(strip, 4), [0, 1], [2, 3], [(0, 0), (1, 0), (0, 1), (1, 1)]).show(
            {2: (9, 8, 7)}
        )
        assert strip.colours() == ((9, 8, 7), (0, 0, 0), (0, 0, 0), (9, 8, 7))
