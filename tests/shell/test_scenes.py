"""What each scene looks like on every kind of lamps, and when."""

from __future__ import annotations

import colorsys
import math
import re
from importlib import resources
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.inputs import LampKind
from controller.shell.hardware import Hardware, bench_hardware
from controller.shell.lamphand import RENEW_NS, RETRY_NS, TRIES_AT_ONCE, LampHand
from controller.shell.profile import Wiring, row_major
from controller.shell.scenes import (
    APPEARANCES,
    SLOT_NS,
    TURN_SLOTS,
    Abilities,
    Pattern,
    picture,
)
from drivers.edge_lamps import turns
from drivers.ports import Kind, Symptom, WorldFault
from drivers.sim.noise import CLEAN
from rules.registry import GAMES, game_by_name
from tests.shell.test_framing import Matrix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Colour

MS = 1_000_000
CHESS = game_by_name("chess")
PLACES = {point: CHESS.place(point) for point in range(64)}
COLOUR, ONE, EDGES = Abilities(), Abilities(colours=False), Abilities(places=PLACES)
pictures = st.dictionaries(st.integers(0, 63), st.sampled_from(LampKind), max_size=12)
kinds = pytest.mark.parametrize("kind", LampKind)


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_can_be_shown_on_the_bench(name: str) -> None:
    """Dead stones once had no colour: the first one that was marked stopped the board."""
    game = game_by_name(name)
    hardware = bench_hardware(game, Wiring(tuple(range(len(game.points)))), CLEAN, seed=0)
    assert hardware.lamps is not None
    assert hardware.bench is not None
    for kind in LampKind:
        hardware.lamps.show(hardware.colours({3: kind, 7: kind}))
        assert set(hardware.bench.lit()) == {3, 7}
    hardware.close()


@kinds
@pytest.mark.parametrize("abilities", [COLOUR, ONE, EDGES])
def test_every_kind_has_an_appearance_on_every_kind_of_lamps(
    kind: LampKind, abilities: Abilities
) -> None:
    assert picture({12: kind}, 0, abilities) == {12: APPEARANCES[kind].colour}
    assert any(APPEARANCES[kind].colour)


class TestPatterns:
    def test_none_flashes_more_than_three_times_a_second(self) -> None:
        """WCAG 2.2, success criterion 2.3.1."""
        for pattern in Pattern:
            slots = pattern.value * 4
            rises = [slots[n - 1 : n + 1] == ".#" for n in range(1, len(slots))]
            for start in range(len(rises) - 10):
                assert sum(rises[start : start + 10]) <= 3

    def test_all_begin_lit_and_repeat_within_a_turn(self) -> None:
        for pattern in Pattern:
            assert pattern.lit(0)
            assert TURN_SLOTS % len(pattern.value) == 0

    def test_each_is_told_from_every_other_whenever_one_begins_to_look(self) -> None:
        whole = {p: p.value * (TURN_SLOTS // len(p.value)) for p in Pattern}
        for one, other in product(Pattern, Pattern):
            turned = {whole[one][n:] + whole[one][:n] for n in range(TURN_SLOTS)}
            assert (whole[other] in turned) == (one is other)

    @given(st.integers(0, 10**15))
    def test_nothing_changes_within_a_slot(self, at_ns: int) -> None:
        start_ns = at_ns - at_ns % SLOT_NS
        for pattern in Pattern:
            assert pattern.lit(at_ns) == pattern.lit(start_ns)


class TestColourAndOneColour:
    @given(pictures, st.integers(0, 10**12))
    def test_points_are_lit_by_their_own_pattern_and_no_others(
        self, scenes: dict[int, LampKind], at_ns: int
    ) -> None:
        for abilities in (COLOUR, ONE):
            expected = {}
            for point, kind in scenes.items():
                look = APPEARANCES[kind]
                pattern = look.pattern if abilities.colours else look.alone
                if pattern.lit(at_ns):
                    expected[point] = look.colour
            assert picture(scenes, at_ns, abilities) == expected


# Simulation of colour vision without one kind of cone, on linear light: G. M. Machado, M. M. Oliveira, L. A. F.
# Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009, table 1 (severity 1.0).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# What may be lit at the same time. (Promotion and crowning are not of one game.)
TOGETHER = [
    set(LampKind)
    - {LampKind.MISSING, LampKind.EXTRA, LampKind.DEAD, LampKind.END, LampKind.CROWNING},
    set(LampKind)
    - {LampKind.MISSING, LampKind.EXTRA, LampKind.DEAD, LampKind.END, LampKind.PROMOTION},
    {LampKind.MISSING, LampKind.EXTRA},
    {LampKind.LAST_MOVE, LampKind.DEAD},
    {LampKind.LAST_MOVE, LampKind.FLAG, LampKind.END, LampKind.CROWNING},
]
# What one-colour lamps ask of hands with each pattern.
ASKS = {
    Pattern.STEADY: {LampKind.LAST_MOVE},
    Pattern.WINK: {LampKind.DEAD, LampKind.END},
    Pattern.SLOW: {LampKind.MAY_GO, LampKind.MISSING},
    Pattern.FAST: {LampKind.MUST_CAPTURE, LampKind.REMOVE, LampKind.EXTRA, LampKind.FLAG},
    Pattern.DOUBLE: {
        LampKind.MUST_MOVE,
        LampKind.PROMOTION,
        LampKind.CROWNING,
        LampKind.QUESTION,
    },
}


def lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    """CIELAB of a lamp's light as such eyes see it (CIE 15, from the primaries of sRGB)."""
    seen = [
        min(1.0, max(0.0, sum(k * level / 255 for k, level in zip(row, colour, strict=True))))
        for row in EYES[eyes]
    ]
    primaries = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        _cube(sum(k * level for k, level in zip(row, seen, strict=True)) / sum(row))
        for row in primaries
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(t: float) -> float:
    return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116


class TestEyes:
    @pytest.mark.parametrize("eyes", EYES)
    def test_what_is_lit_together_is_told_apart_by_pattern_or_by_any_eyes(self, eyes: str) -> None:
        """A distance of 30 in CIELAB is plain: about ten times what is just seen side by side."""
        for group in TOGETHER:
            for one, other in combinations(sorted(group), 2):
                first, second = APPEARANCES[one], APPEARANCES[other]
                apart = math.dist(lab(first.colour, eyes), lab(second.colour, eyes))
                assert first.pattern is not second.pattern or apart >= 30, (one, other, apart)

    def test_one_pattern_asks_one_thing(self) -> None:
        assert {kind: look.alone for kind, look in APPEARANCES.items()} == {
            kind: pattern for pattern, kinds in ASKS.items() for kind in kinds
        }

    def test_the_kiosk_has_the_same_hues(self) -> None:
        css = (resources.files("controller.shell.web") / "static/kiosk.css").read_text()
        for kind, look in APPEARANCES.items():
            name = "last" if kind is LampKind.LAST_MOVE else kind.value
            found = re.search(rf"^  --{name}: #(\w\w)(\w\w)(\w\w);", css, re.MULTILINE)
            assert found is not None, kind
            if kind is LampKind.DEAD:
                continue  # nearly grey on both
            turn = abs(_hue(look.colour) - _hue(tuple(int(part, 16) for part in found.groups())))
            assert min(turn, 1 - turn) <= 1 / 12, kind


def _hue(colour: Sequence[int]) -> float:
    red, green, blue = colour
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]


class TestEdges:
    @given(pictures)
    def test_what_is_shown_at_any_moment_is_read_in_one_way(
        self, scenes: dict[int, LampKind]
    ) -> None:
        """The crossings of lit columns and rows are exactly the points meant, of the most urgent scene."""
        seen: set[int] = set()
        order = list(LampKind)
        urgent = max(scenes.values(), key=order.index, default=None)
        wanted = {point for point, kind in scenes.items() if kind is urgent}
        for turn in range(8):
            shown = set(picture(scenes, turn * TURN_SLOTS * SLOT_NS, EDGES))
            columns, rows = {PLACES[p][0] for p in shown}, {PLACES[p][1] for p in shown}
            crossings = {p for p, (c, r) in PLACES.items() if c in columns and r in rows}
            assert crossings == shown <= wanted
            seen |= shown
        assert seen == wanted  # eight rows need eight turns at most

    @given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30))
    def test_turns_hold_every_place_once(self, places: list[tuple[int, int]]) -> None:
        once = list(dict.fromkeys(places))
        groups = turns(once)
        assert sorted(place for group in groups for place in group) == sorted(once)
        assert [group[0] for group in groups] == sorted(
            (group[0] for group in groups), key=once.index
        )
        for group in groups:
            assert set(group) == set(product({c for c, _ in group}, {r for _, r in group}))

    def test_a_move_along_a_line_is_shown_whole_and_another_in_two_turns(self) -> None:
        e2, e4, g1, f3 = (CHESS.index[name] for name in ("e2", "e4", "g1", "f3"))
        turn_ns = TURN_SLOTS * SLOT_NS
        along = dict.fromkeys((e2, e4), LampKind.LAST_MOVE)
        jump = dict.fromkeys((g1, f3), LampKind.LAST_MOVE)
        assert set(picture(along, 0, EDGES)) == {e2, e4}
        assert [set(picture(jump, n * turn_ns, EDGES)) for n in range(3)] == [{g1}, {f3}, {g1}]

    def test_columns_of_the_same_rows_go_together_where_that_takes_fewer_turns(self) -> None:
        assert turns([(0, 0), (1, 1), (0, 2), (1, 2)]) == (((0, 0), (0, 2)), ((1, 1), (1, 2)))

    def test_the_array_on_a_bare_board_is_one_group(self) -> None:
        places = [(c, r) for r in (0, 1, 6, 7) for c in range(8)]
        assert len(turns(places)) == 1


class Panel:
    """Lamps that remember what they were asked to show, and fail on request."""

    count = 64

    def __init__(self) -> None:
        self.shown: list[Mapping[int, Colour]] = []
        self.tries = 0
        self.broken = False

    def show(self, colours: Mapping[int, Colour]) -> None:
        self.tries += 1
        if self.broken:
            raise WorldFault(Symptom.NAK, "panel", "mend it")
        self.shown.append(colours)

    def close(self) -> None:
        pass


class Board:
    """A hand that keeps lamps up to date, and scans every 5 ms."""

    def __init__(self, abilities: Abilities = ONE) -> None:
        points = Wiring(row_major(CHESS))
        self.panel = Panel()
        self.hardware = Hardware(
            game=CHESS,
            matrix=Matrix(Kind.PRESENCE),
            sensor_points=points,
            lamps=self.panel,
            lamp_points=points,
            abilities=abilities,
        )
        self.hand = LampHand(self.hardware)
        self.wanted: Mapping[int, LampKind] = {}
        self.at_ns = 0
        self.fault: str | None = None

    def run(self, for_ms: int) -> int:
        """How often the lamps were written meanwhile."""
        before = self.panel.tries
        for _ in range(for_ms // 5):
            self.fault = self.hand.step(self.wanted, self.at_ns)
            self.at_ns += 5 * MS
        return self.panel.tries - before


class TestLampHand:
    def test_what_stands_still_is_written_once_and_then_renewed_within_a_second(self) -> None:
        board = Board()
        board.wanted = {5: LampKind.LAST_MOVE}
        assert board.run(5) == 1
        assert board.run(890) == 0
        assert board.run(10) == 1
        assert board.run(9_000) == 10
        assert board.panel.shown[-1] == {5: APPEARANCES[LampKind.LAST_MOVE].colour}

    def test_patterns_repaint_where_they_change_and_never_ten_times_a_second(self) -> None:
        board = Board()
        board.wanted = dict(enumerate(LampKind))
        for _ in range(10):
            assert board.run(1_000) <= 10
        board.wanted = {1: LampKind.EXTRA}
        board.run(500)
        lit = []
        for _ in range(20):
            board.run(100)
            lit.append(bool(board.panel.shown[-1]))
        assert "".join("#" if on else "." for on in lit) in "##..." * 5

    def test_a_new_picture_is_shown_at_the_next_scan(self) -> None:
        board = Board()
        for point in range(30):
            board.wanted = {point: LampKind.LAST_MOVE}
            assert board.run(5) == 1
            assert set(board.panel.shown[-1]) == {point}

    @given(st.integers(0, 3_000), st.sampled_from(LampKind), st.sampled_from([COLOUR, ONE, EDGES]))
    def test_what_is_new_is_lit_at_once(
        self, after_ms: int, kind: LampKind, abilities: Abilities
    ) -> None:
        board = Board(abilities)
        board.wanted = {1: LampKind.EXTRA}
        board.run(after_ms)
        board.wanted = {2: kind}
        board.run(5)
        assert set(board.panel.shown[-1]) == {2}

    def test_broken_lamps_are_tried_at_once_and_then_seldom(self) -> None:
        board = Board()
        board.panel.broken = True
        board.wanted = {5: LampKind.QUESTION}
        assert board.run(TRIES_AT_ONCE * 5) == TRIES_AT_ONCE
        for point in range(200):  # new pictures do not change that
            board.wanted = {point % 64: LampKind.QUESTION}
            board.run(50)
        assert board.panel.tries <= TRIES_AT_ONCE + 10_000 * MS // RETRY_NS
        assert "panel" in str(board.fault)
        board.panel.broken = False
        board.run(RETRY_NS // MS)
        assert board.fault is None
        assert board.panel.shown[-1].keys() <= board.wanted.keys()

    def test_a_picture_is_written_again_after_another_that_may_have_been_half_written(self) -> None:
        board = Board()
        board.wanted = {5: LampKind.LAST_MOVE}
        board.run(5)
        board.panel.broken = True
        board.wanted = {6: LampKind.LAST_MOVE}
        board.run(5)
        board.panel.broken = False
        board.wanted = {5: LampKind.LAST_MOVE}
        assert board.run(5) == 1
        assert set(board.panel.shown[-1]) == {5}

    def test_renewing_comes_within_a_second(self) -> None:
        assert RENEW_NS + 20 * MS < 1_000 * MS
