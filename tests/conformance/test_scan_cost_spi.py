"""What a scan costs on shift registers and on GPIO lines: counted on the models, so that it stays so."""

from collections import Counter

import pytest
from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]

from drivers.gpio_matrix import open_gpio_matrix
from drivers.machine import PiMachine
from tests.conformance.rigs_gpio import MatrixRig
from tests.conformance.rigs_spi import ChainRig

GUARD_BYTES = 2
CHANNELS = [8, 64, 90, 100, 169, 361]


@pytest.mark.parametrize("channels", CHANNELS)
def test_a_quiet_scan_of_a_chain_is_one_exchange(channels: int) -> None:
    rig = ChainRig(channels)
    rig.close_contacts(0x5A5A5A5A)
    scan = rig.scan(0)
    exchanges, moved = rig.chain.exchanges, rig.chain.bytes
    for at_ms in range(5, 505, 5):
        assert rig.scan(at_ms) is scan
    assert rig.chain.exchanges - exchanges == 100
    assert rig.chain.bytes - moved == 100 * (-(-channels // 8) + GUARD_BYTES)


@pytest.mark.parametrize("channels", CHANNELS)
def test_news_of_a_chain_is_looked_at_twice(channels: int) -> None:
    rig = ChainRig(channels)
    rig.scan(0)
    for at_ms in range(5, 55, 5):
        before = rig.chain.exchanges
        rig.close_contacts(1 << at_ms % channels)
        assert rig.scan(at_ms).levels == rig.truth
        assert rig.chain.exchanges - before == 2


@pytest.mark.parametrize("channels", [64, 361])
def test_a_latch_on_a_pin_is_pulsed_once_a_scan(channels: int) -> None:
    rig = ChainRig(channels, latch_pin=25)
    rig.scan(0)
    edges: list[bool] = []
    rig.machine.watchers.append(lambda driven: edges.append(driven[25]))
    for at_ms in range(5, 55, 5):
        rig.scan(at_ms)
    assert edges == [False, True] * 10


@pytest.mark.parametrize(
    ("height", "width", "men_in_rows", "calls"),
    [(8, 8, 0, 19), (8, 8, 4, 27), (10, 10, 0, 23), (10, 10, 8, 39), (10, 9, 5, 33)],
)
def test_rows_are_read_once_and_waited_for_only_after_men(
    height: int, width: int, men_in_rows: int, calls: int
) -> None:
    rig = MatrixRig(height, width, diodes=True)
    rig.close_contacts(sum(1 << row * width for row in range(men_in_rows)))
    scan = rig.scan(0)
    before = rig.calls
    assert rig.scan(5) is scan
    # All rows let go of at first and at last, once more after each with men; and so often the columns.
    assert calls == height + 2 + men_in_rows + 1 + height + men_in_rows
    assert rig.calls - before == calls


@pytest.fixture
def touched(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often gpiozero asks the kernel for something of a line."""
    counted: Counter[str] = Counter()

    def counting(name: str) -> None:
        method = getattr(MockPin, name)

        def counts(pin: MockPin, *values: object) -> object:
            counted[name] += 1
            return method(pin, *values)

        monkeypatch.setattr(MockPin, name, counts)

    for name in ("_set_function", "_get_state", "_set_pull"):
        counting(name)
    monkeypatch.setattr(
        MockPin, "state", property(lambda pin: pin._get_state(), MockPin._set_state)
    )
    monkeypatch.setattr(
        MockPin,
        "function",
        property(MockPin._get_function, lambda pin, value: pin._set_function(value)),
    )
    return counted


@pytest.mark.parametrize(("height", "width"), [(8, 8), (10, 10)])
def test_a_scan_of_an_empty_matrix_touches_each_line_as_often_as_it_must(
    touched: Counter[str], height: int, width: int
) -> None:
    factory = MockFactory()
    rows, columns = range(4, 4 + height), range(27, 27 - width, -1)
    matrix = open_gpio_matrix(PiMachine(factory), rows, columns, diodes=True)
    matrix.scan(0)
    touched.clear()
    matrix.scan(1)
    assert touched["_set_function"] == 2 * height  # pulled down and let go of
    assert touched["_get_state"] == (height + 1) * width
    factory.reset()
