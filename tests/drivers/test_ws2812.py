from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Colour, Lamps
from drivers.sim.strip import BadPulse, Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812

levels = st.integers(0, 255)
pictures = st.dictionaries(st.integers(0, 8), st.tuples(levels, levels, levels))
widths: st.SearchStrategy[Literal[3, 4]] = st.sampled_from([3, 4])


class Line:
    """An SPI line that keeps what was sent."""

    name = "a line"

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = 0

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def exchange(self, data: bytes) -> bytes:
        self.write(data)
        return bytes(len(data))

    def close(self) -> None:
        self.closed += 1


@given(widths, pictures)
def test_lamps_show_what_was_asked(bits: Literal[3, 4], picture: dict[int, Colour]) -> None:
    strip = Ws2812Strip(9, speed_hz=SPEED_HZ[bits])
    Ws2812(strip, 9, bits=bits, ma_max=9 * 60).show(picture)
    assert strip.colours() == tuple(picture.get(lamp, (0, 0, 0)) for lamp in range(9))


@given(pictures, st.floats(1, 600), st.floats(0, 1))
def test_current_stays_within_the_limit(
    picture: dict[int, Colour], ma_max: float, brightness: float
) -> None:
    strip = Ws2812Strip(9, speed_hz=SPEED_HZ[3])
    Ws2812(strip, 9, ma_max=ma_max, brightness=brightness).show(picture)
    shown = strip.colours()
    assert sum(map(sum, shown)) * 20 / 255 <= ma_max + 1e-6
    for lamp, colour in picture.items():
        assert all(is_ <= asked for is_, asked in zip(shown[lamp], colour, strict=True))


def test_a_lamp_not_named_goes_dark() -> None:
    strip = Ws2812Strip(2, speed_hz=SPEED_HZ[3])
    lamps: Lamps = Ws2812(strip, 2)
    lamps.show({0: (9, 8, 7)})
    lamps.show({1: (1, 2, 3)})
    assert strip.colours() == ((0, 0, 0), (1, 2, 3))


@pytest.mark.parametrize(
    "picture", [{2: (0, 0, 0)}, {-1: (0, 0, 0)}, {0: (256, 0, 0)}, {0: (0, -1, 0)}]
)
def test_what_no_lamp_can_show_is_refused(picture: dict[int, Colour]) -> None:
    line = Line()
    with pytest.raises(ValueError, match="cannot show"):
        Ws2812(line, 2).show(picture)
    assert not line.sent


@pytest.mark.parametrize(
    ("count", "ma_max", "brightness"), [(0, 1, 1), (1, 0, 1), (1, 1, 1.1), (1, 1, -0.1)]
)
def test_settings_are_checked(count: int, ma_max: float, brightness: float) -> None:
    with pytest.raises(ValueError, match="lamps need"):
        Ws2812(Line(), count, ma_max=ma_max, brightness=brightness)


def test_a_frame_is_nine_bytes_a_lamp_between_two_latches() -> None:
    line = Line()
    Ws2812(line, 64).show({})
    frame = line.sent[0]
    assert len(frame) == 64 * 9 + 2 * 91
    assert not any(frame[:91])
    assert not any(frame[-91:])


def test_closing_darkens_once() -> None:
    line = Line()
    lamps = Ws2812(line, 2)
    lamps.close()
    lamps.close()
    assert (len(line.sent), line.closed, lamps.count) == (1, 1, 2)


def frame_of(picture: dict[int, Colour], bits: Literal[3, 4] = 3) -> bytes:
    line = Line()
    Ws2812(line, 2, bits=bits).show(picture)
    return line.sent[0]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (b"", None),
        (frame_of({})[:-20], "latch"),
        (bytes(100), "latch"),
        (b"\xff" + frame_of({}), "high for"),
        (frame_of({}).replace(b"\x92", b"\x90", 1), "low for"),
        (frame_of({})[:91] + frame_of({})[91 + 9 :], "24 pulses for 2 lamps"),
        (frame_of({0: (255, 255, 255)}, 4), "pulse"),
    ],
)
def test_the_modelled_lamps_refuse_what_real_ones_misread(frame: bytes, words: str | None) -> None:
    strip = Ws2812Strip(2, speed_hz=SPEED_HZ[3])
    strip.write(frame)
    if words is None:
        assert strip.colours() == ((0, 0, 0),) * 2
        return
    with pytest.raises(BadPulse, match=words):
        strip.colours()


@pytest.mark.parametrize("speed_hz", [1_000_000, 5_000_000])
def test_a_wrong_clock_is_refused(speed_hz: int) -> None:
    strip = Ws2812Strip(2, speed_hz=speed_hz)
    Ws2812(strip, 2).show({0: (1, 2, 3)})
    with pytest.raises(BadPulse):
        strip.colours()
