"""One suite for every `Lamps` on modelled lamps: what is asked for is lit and nothing else, within the current.

What must hold: a transfer that fails is told and the next picture is right; a supply that has dipped is right
again with the next picture, and the scan thread writes one within the second; closing darkens.
"""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core.inputs import LampKind
from controller.shell.hardware import Hardware
from controller.shell.lamphand import LampHand
from controller.shell.profile import Wiring
from controller.shell.scenes import APPEARANCES
from drivers.ports import Colour, Kind, Symptom, WorldFault
from rules.registry import game_by_name
from tests.conformance.lamp_rigs import LAMP_RIGS, WHITE, LampRig
from tests.shell.test_framing import Matrix

MS = 1_000_000
PLENTY_MA = 20_000.0
SYMPTOMS = [
    Symptom.NAK, Symptom.STUCK, Symptom.ARBITRATION, Symptom.IO, Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
]  # fmt: skip
AMBER, BLUE = (255, 120, 0), (0, 40, 255)

names = st.sampled_from(sorted(LAMP_RIGS))
colours = st.tuples(*[st.integers(0, 255)] * 3).filter(any)
pictures = st.dictionaries(st.integers(0, 15), colours, max_size=16)


def make(name: str, brightness: float = 1.0, ma_max: float = PLENTY_MA) -> LampRig:
    return LAMP_RIGS[name](brightness, ma_max)


@pytest.fixture(params=LAMP_RIGS)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def shown(rig: LampRig, picture: dict[int, Colour]) -> dict[int, Colour]:
    """What a person reads when this picture, or as much of it as can be shown together, is shown."""
    readable = rig.readable(set(picture))
    rig.lamps.show({channel: picture[channel] for channel in readable})
    return rig.seen()


@given(names, st.lists(pictures, min_size=1, max_size=4))
def test_what_is_asked_for_is_lit_and_nothing_else(
    name: str, sequence: list[dict[int, Colour]]
) -> None:
    rig = make(name)
    for picture in sequence:
        seen = shown(rig, picture)
        assert set(seen) == rig.readable(set(picture))
        if rig.colours and not rig.edges:
            assert seen == picture


def test_each_lamp_is_its_own(name: str) -> None:
    rig = make(name)
    for channel in range(rig.lamps.count):
        rig.lamps.show({channel: WHITE})
        assert rig.lit == {channel}
    rig.lamps.show({})
    assert rig.lit == set()


def test_all_lamps_together(name: str) -> None:
    rig = make(name)
    rig.lamps.show(dict.fromkeys(range(rig.lamps.count), AMBER))
    assert rig.lit == set(range(rig.lamps.count))


@pytest.mark.parametrize("name", LAMP_RIGS)
@settings(max_examples=20)
@given(
    st.lists(st.tuples(pictures, st.booleans()), min_size=2, max_size=5),
    st.floats(0.001, 1),
    st.floats(50, 400),
    st.sets(st.integers(0, 60), max_size=3),
)
def test_the_current_is_kept_at_every_moment(
    name: str,
    sequence: list[tuple[dict[int, Colour], bool]],
    brightness: float,
    ma_max: float,
    fails: set[int],
) -> None:
    """After each transfer, and so while some chips show the old picture and some the new one; bus faults or no."""
    rig = make(name, brightness, ma_max)
    rig.tap.fails = dict.fromkeys(fails, Symptom.STUCK)
    most: list[float] = [0.0]
    rig.tap.after = lambda: most.append(rig.model.ma)
    for picture, everything in sequence:
        with contextlib.suppress(WorldFault):
            if everything:
                rig.lamps.show(dict.fromkeys(range(rig.lamps.count), WHITE))
            else:
                shown(rig, picture)
    assert max(most) <= ma_max + 1e-6


def test_the_current_is_kept_from_many_lamps_to_few_and_back(name: str) -> None:
    """Many are dimmed, few are bright: in between it must not be many and bright, not after a fault either."""
    many, few = range(make(name).lamps.count), range(1)
    rig = make(name, 1.0, 60.0)
    for channels in (many, few, many):
        rig.lamps.show(dict.fromkeys(channels, WHITE))
    transfers = rig.tap.transfers
    for number in range(transfers):
        rig = make(name, 1.0, 60.0)
        rig.tap.fails = {number: Symptom.STUCK}
        most: list[float] = [0.0]
        rig.tap.after = lambda most=most, rig=rig: most.append(rig.model.ma)
        for channels in (many, few, many, few):
            with contextlib.suppress(WorldFault):
                rig.lamps.show(dict.fromkeys(channels, WHITE))
        assert max(most) <= 60.0 + 1e-6


@given(names, pictures, st.floats(0.001, 1))
def test_a_dark_room_costs_no_scene(
    name: str, picture: dict[int, Colour], brightness: float
) -> None:
    rig = make(name, brightness)
    assert set(shown(rig, picture)) == rig.readable(set(picture))


def test_no_brightness_is_dark(name: str) -> None:
    rig = make(name, brightness=0)
    rig.lamps.show({0: WHITE, 3: AMBER})
    assert rig.lit == set()


@pytest.mark.parametrize("symptom", SYMPTOMS)
def test_every_transfer_failing_once(name: str, symptom: Symptom) -> None:
    healthy = make(name)
    shown(healthy, {1: AMBER})
    shown(healthy, {9: BLUE, 10: BLUE})
    for number in range(healthy.tap.transfers):
        rig = make(name)
        rig.tap.fails = {number: symptom}
        faults = []
        for picture in ({1: AMBER}, {9: BLUE, 10: BLUE}):
            try:
                shown(rig, picture)
            except WorldFault as fault:
                faults.append(fault)
        assert [fault.symptom for fault in faults] == [symptom]
        assert faults[0].where
        assert set(shown(rig, {9: BLUE, 10: BLUE})) == {9, 10}


def test_after_a_brown_out_the_next_picture_is_right_and_nothing_strange_is_seen(name: str) -> None:
    rig = make(name)
    shown(rig, {1: AMBER})
    rig.model.brown_out()
    seen: set[int] = set()
    rig.tap.after = lambda: seen.update(rig.lit)
    shown(rig, {9: BLUE})
    assert rig.lit == {9}
    # Where there are more chips, one that has not dipped may show the picture before for a moment.
    assert seen <= {1, 9}


def test_a_brown_out_while_a_picture_is_written_is_over_with_the_next(name: str) -> None:
    healthy = make(name)
    shown(healthy, {9: BLUE})
    for number in range(healthy.tap.transfers):
        rig = make(name)

        def dip(rig: LampRig = rig, last: int = number + 1) -> None:
            if rig.tap.transfers == last:
                rig.model.brown_out()

        rig.tap.after = dip
        shown(rig, {9: BLUE})
        shown(rig, {9: BLUE})
        assert rig.lit == {9}


def test_closing_darkens_once_and_releases_the_bus(name: str) -> None:
    rig = make(name)
    shown(rig, {3: WHITE})
    rig.lamps.close()
    assert rig.lit == set()
    transfers = rig.tap.transfers
    rig.lamps.close()
    assert (rig.tap.transfers, rig.tap.closed) == (transfers, 1)


def test_closing_a_broken_bus_releases_it_too(name: str) -> None:
    rig = make(name)
    rig.tap.fails = dict.fromkeys(range(100), Symptom.BUS_MISSING)
    rig.lamps.close()
    assert rig.tap.closed == 1


def test_what_no_lamp_can_show_is_refused_and_nothing_sent(name: str) -> None:
    rig = make(name)
    for picture in (
        {rig.lamps.count: WHITE},
        {-1: WHITE},
        {0: (256, 0, 0)},
        {0: (0, -1, 0)},
    ):
        with pytest.raises(ValueError, match="cannot show"):
            rig.lamps.show(picture)
    assert rig.tap.transfers == 0


@pytest.mark.parametrize(("brightness", "ma_max"), [(1.1, 500), (-0.1, 500), (1, 0), (1, -5)])
def test_settings_are_checked(name: str, brightness: float, ma_max: float) -> None:
    with pytest.raises(ValueError, match=r"lamps (need|at their dimmest)"):
        make(name, brightness, ma_max)


class Board:
    """Sixteen points of a chess board on these lamps, and the scans that keep them up to date."""

    def __init__(self, name: str) -> None:
        self.rig = make(name)
        game = game_by_name("chess")
        points = Wiring(tuple(range(min(64, self.rig.lamps.count))))
        self.hand = LampHand(
            Hardware(
                game=game,
                matrix=Matrix(Kind.PRESENCE),
                sensor_points=points,
                lamps=self.rig.lamps,
                lamp_points=points,
            )
        )
        self.at_ms = 0

    def run(self, for_ms: int) -> str | None:
        """Scans every 5 ms with one lamp lit; what is wrong at the end."""
        fault = None
        for _ in range(for_ms // 5):
            fault = self.hand.step({2: LampKind.LAST_MOVE}, self.at_ms * MS)
            self.at_ms += 5
        return fault

    def right(self) -> bool:
        return self.rig.lit == {2}


def test_a_brown_out_is_healed_within_a_second(name: str) -> None:
    board = Board(name)
    for into_ms in range(0, 1_000, 130):
        assert board.run(1_000 + into_ms) is None
        board.rig.model.brown_out()
        board.run(1_000)
        assert board.right()


@pytest.mark.parametrize("gone_ms", [3, 60, 700, 5_000])
def test_a_bus_that_fails_for_a_while_is_healed_within_a_second(name: str, gone_ms: int) -> None:
    board = Board(name)
    board.run(200)
    tap = board.rig.tap
    tap.fails = dict.fromkeys(range(tap.transfers, tap.transfers + 1_000), Symptom.STUCK)
    board.rig.model.brown_out()
    fault = board.run(gone_ms)
    told = gone_ms >= 1_000  # what stands still is not written more often
    assert (fault is not None and "bus-stuck" in fault) or not told
    tap.fails = {}
    assert board.run(1_000) is None
    assert board.right()


def test_every_scene_is_lit_on_every_kind_of_lamps(name: str) -> None:
    rig = make(name)
    for look in APPEARANCES.values():
        rig.lamps.show({5: look.colour})
        assert rig.lit == {5}
