"""The bench: what its hands do to the simulated board, what breaks, and what is told of it."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.benchhands import Bench
from controller.shell.benchscope import BenchScope
from controller.shell.boardclock import SteppedClock
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from controller.shell.web.bodies import Break, Disturb, Mend, NoiseOrder, SetUp
from drivers.sim.noise import CLEAN, NORMAL
from rules.registry import game_by_name
from tests.shell.evidence_table import Table, replayed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from controller.shell.web.bodies import Trouble

MS = 1_000_000
GAME = game_by_name("chess")


def a_bench() -> tuple[Bench, SteppedClock]:
    clock = SteppedClock()
    found = bench_hardware(GAME, Wiring(tuple(range(64))), CLEAN, 1)
    assert found.bench is not None
    hands = Bench(GAME, found.bench, clock)
    hands.set_up(GAME.start())
    return hands, clock


class Model:
    """The men as plain values: where they stand, lie and are held."""

    def __init__(self, men: Mapping[str, str]) -> None:
        self.men = dict(men)
        self.hands: dict[int, str | None] = {1: None, 2: None}
        self.lying: dict[str, str] = {}

    def act(self, name: str, point: str, other: str, hand: int) -> bool:
        """Whether it can be done; if so it has been."""
        possible = {
            "lift": point in self.men and self.hands[hand] is None,
            "place": self.hands[hand] is not None,
            "put_away": self.hands[hand] is not None,
            "remove": point in self.men,
            "add": point not in self.men,
            "slide": point in self.men and point != other,
            "knock": point in self.men,
            "set_right": point in self.lying and point not in self.men,
        }[name]
        if not possible:
            return False
        match name:
            case "lift":
                self.hands[hand] = self.men.pop(point)
            case "place":
                self.men[point], self.hands[hand] = self.hands[hand] or "", None
            case "put_away":
                self.hands[hand] = None
            case "remove":
                del self.men[point]
            case "add":
                self.men[point] = "Q"
            case "slide":
                self.men[other] = self.men.pop(point)
            case "knock":
                # Who lay there already is below him.
                self.lying[point] = self.lying.get(point, "") + self.men.pop(point)
            case _:
                self.men[point] = self.lying.pop(point)
        return True


ACTS = ["lift", "place", "put_away", "remove", "add", "slide", "knock", "set_right"]
POINTS = ["a1", "b1", "e2", "e4", "d7", "h8"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(ACTS),
            st.sampled_from(POINTS),
            st.sampled_from(POINTS),
            st.sampled_from([1, 2]),
        ),
        max_size=25,
    )
)
def test_hands_do_what_was_asked_or_refuse(orders: list[tuple[str, str, str, int]]) -> None:
    hands, clock = a_bench()
    model = Model(hands.men())
    for name, point, other, hand in orders:
        if len(model.lying.get(point, "")) > 0 and name == "knock":
            continue  # two who lie on one point stand up as a stack: shown as its top
        done = model.act(name, point, other, hand)
        calls: dict[str, Callable[[], None]] = {
            "lift": partial(hands.lift, point, hand),
            "place": partial(hands.place, point, hand),
            "put_away": partial(hands.put_away, hand),
            "remove": partial(hands.remove, point),
            "add": partial(hands.add, point, "Q"),
            "slide": partial(hands.slide, [point, other], 50),
            "knock": partial(hands.knock, point),
            "set_right": partial(hands.set_right, point),
        }
        if done:
            calls[name]()
        else:
            with pytest.raises(ValueError, match=r"hand|man|point"):
                calls[name]()
        clock.at_ns += 2000 * MS
        assert hands.men() == model.men
        assert {1: hands.in_hand(1), 2: hands.in_hand(2)} == model.hands
        assert hands.state()["lying"] == model.lying


def test_a_stack_is_lifted_and_captured_as_one() -> None:
    game = game_by_name("draughts-100")
    clock = SteppedClock()
    hardware = bench_hardware(game, Wiring(tuple(range(50))), CLEAN, 1)
    assert hardware.bench is not None
    hands = Bench(game, hardware.bench, clock)
    hands.add("5", "w")
    hands.add("5", "w", on_top=True)
    assert hands.men() == {"5": "W"}
    hands.lift("5")
    assert (hands.men(), hands.in_hand()) == ({}, "ww")
    hands.place("10")
    hands.add("4", "b")
    hands.lift("4")
    hands.place("10")
    clock.at_ns += 1000 * MS
    assert hands.men() == {"10": "b"}


STRIKES: list[tuple[Trouble, int, int]] = [
    (Break(point="e4", what="stuck-on"), 33, 0),
    (Break(point="e2", what="stuck-off"), 31, 0),
    (Break(point="e2", what="coupled", other="e4"), 33, 0),
    (Disturb(what="absent", bus=0, address=0x20, for_ms=5000), 18, 14),
    (Disturb(what="held", bus=0, for_ms=5000), 0, 64),
    (Disturb(what="brown-out", bus=0, address=0x20), 32, 0),
]


@pytest.mark.parametrize(("order", "closed", "unknown"), STRIKES, ids=lambda value: str(value)[:30])
def test_what_breaks_is_seen(tmp_path: Path, order: Trouble, closed: int, unknown: int) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", [])
        table.bench.auto(on=False)
        scope = BenchScope(table.service)
        await table.run(500)
        scope.strike(order)
        await table.run(2000)
        told = json.loads(scope.body(0))
        assert (len(told["closed"]), len(told["unknown"])) == (closed, unknown)
        scope.strike(Mend())
        await table.run(9000)
        told = json.loads(scope.body(0))
        assert (len(told["closed"]), told["unknown"], told["stuck"]) == (32, [], {})
        assert (told["coupled"], told["faults"]) == ([], [])
        await table.stop()

    asyncio.run(play())


def test_a_sensor_chatters_and_the_board_is_not_moved_by_it(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", [])
        table.bench.auto(on=False)
        scope = BenchScope(table.service)
        await table.run(500)
        scope.strike(Break(point="e2", what="chatter"))
        with pytest.raises(ValueError, match="chatters already"):
            scope.strike(Break(point="e2", what="chatter"))
        await table.run(5000)
        told = json.loads(scope.body(0))
        assert told["chatter"] == ["e2"]
        assert told["changes"]["e2"] > 4
        await table.run(20_000)
        told = json.loads(scope.body(0))
        assert told["chatter"] == []
        assert table.service.session.line.ply == 0
        await table.stop()

    asyncio.run(play())


def test_a_gap_is_told_and_noise_is_changed(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", [])
        table.bench.auto(on=False)
        scope = BenchScope(table.service)
        await table.run(100)
        scope.strike(NoiseOrder(level="rough"))
        starts = len(table.scanner.scans.starts)
        scope.strike(Disturb(what="gap", for_ms=1000))
        await table.run(900)
        assert len(table.scanner.scans.starts) == starts
        await table.run(300)
        assert len(table.scanner.scans.starts) > starts
        assert json.loads(scope.body(0))["noise"] == "rough"
        table.bench.remove("e2")
        scope.strike(SetUp())
        assert len(table.bench.men()) == 32
        await table.stop()

    asyncio.run(play())


WRONG: list[Trouble] = [
    Break(point="j9", what="stuck-on"),
    Break(point="e2", what="coupled"),
    Break(point="e2", what="coupled", other="e2"),
    Disturb(what="absent", bus=0),
    Disturb(what="absent", bus=0, address=0x70),
    Disturb(what="brown-out", bus=3, address=0x20),
    Disturb(what="held", bus=9),
    Disturb(what="gap", for_ms=60_000),
]


@pytest.mark.parametrize("order", WRONG, ids=str)
def test_what_is_not_there_cannot_break(tmp_path: Path, order: Trouble) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", [])
        await table.run(20)
        with pytest.raises(ValueError, match=r"no such|no chip|point|at most"):
            BenchScope(table.service).strike(order)
        await table.stop()

    asyncio.run(play())


def test_what_is_believed_and_gestures_are_told(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", [])
        table.bench.auto(on=False)
        scope = BenchScope(table.service)
        await table.run(500)
        (found,) = json.loads(scope.body(0))["believed"]["hypotheses"]
        assert (found["line"], found["under_way"], found["deeds"]) == ([], False, [])
        table.bench.lift("e2")
        await table.run(300)
        told = json.loads(scope.body(0))
        best = told["believed"]["hypotheses"][0]
        assert best["under_way"]
        assert [(deed["name"], deed["point"]) for deed in best["deeds"]] == [("lift", "e2")]
        assert best["deeds"][0]["cost"] > 0
        assert "lifted" in {gesture["type"] for gesture in told["gestures"]}
        table.bench.place("e4")
        await table.run(300)
        table.clock.at_ns += 200 * MS
        best = json.loads(scope.body(told["seq"]))["believed"]["hypotheses"][0]
        assert best["line"] == ["e2e4"]
        assert best["probability"] > 0.5
        await table.run(2000)
        assert json.loads(scope.body(told["seq"]))["believed"]["plies"] == 1
        await table.stop()

    asyncio.run(play())


def test_the_players_begin_though_a_piece_was_taken_up_and_put_back(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", ["e2e4"])
        table.bench.auto(on=False)
        await table.run(500)
        table.bench.lift("e2")
        await table.run(800)
        table.bench.place("e2")
        await table.run(800)
        table.bench.auto(on=True)
        await table.play(1, seconds=60)
        assert [line.move for line in table.service.session.line.lines] == ["e2e4"]
        await table.stop()

    asyncio.run(play())


def test_the_trace_so_far_says_what_was_published_so_far(tmp_path: Path) -> None:
    """At any moment, also while a chip is away, and nothing of it is felt by the trace that is kept."""
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6"]
    dice = Random(7)

    async def play() -> None:
        table = Table(tmp_path, "chess", moves)
        scope = BenchScope(table.service)
        assert await scope.trace() is None
        for number in range(8):
            await table.run(dice.randint(300, 4000))
            if number % 3 == 1:
                table.brown_out(1500)
                await table.run(dice.randint(50, 1400))
            if number % 2:
                await table.evidence.flush()
            found = await scope.trace()
            assert found is not None
            file = tmp_path / f"{number}.jsonl.gz"
            file.write_bytes(found[1])
            assert replayed(file) == table.published(found[0])
        await table.stop()
        assert replayed(tmp_path / "traces" / "g1.jsonl.gz") == table.published("g1")

    asyncio.run(play())


def test_noise_changes_while_men_stand() -> None:
    hands, clock = a_bench()
    hands.sim.board.err(NORMAL)
    for point, other in (("e2", "e4"), ("e7", "e5"), ("e4", "e3"), ("e3", "e2")):
        hands.lift(point)
        clock.at_ns += 500 * MS
        hands.place(other)
        clock.at_ns += 500 * MS
    closed = hands.sim.board.levels(clock.at_ns)
    assert closed.bit_count() == 32
    assert {GAME.points[p] for p in range(64) if closed >> p & 1} == set(hands.men())
