"""Same inputs, same effects, byte for byte; and how often the time is told makes no difference."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.inputs import Frame, Gap, Tick
from controller.shell.cores import new_board
from tests.core.programs import Program, board
from tests.core.rig import MS, Rig

if TYPE_CHECKING:
    from controller.core.inputs import Input
    from controller.core.messages import Message

SEEDS = 10
STEPS = 150


def program(seed: int) -> Rig:
    """A board after a program, with all its inputs."""
    rig = board(seed)
    random = Program(rig, seed)
    for _ in range(STEPS):
        random.step()
    return rig


def encoded(messages: list[Message]) -> list[str]:
    return [msgspec.json.encode(message).decode() for message in messages]


def fed(rig: Rig, inputs: list[Input], *, exact: bool = False) -> list[Message]:
    """What a new session says to some inputs, with its own ticks or with none but those."""
    if not exact:
        said = Rig(rig.settings.start, feed_first=False, settings=rig.settings)
        for item in inputs:
            said.feed(item)
        return said.said
    session = new_board(rig.settings)
    return [message for item in inputs for message in session.feed(item).messages]


def finer(inputs: list[Input], dice: Random) -> list[Input]:
    """The inputs with more ticks between them, and with scans in which nothing differs; in a gap there are none."""
    found: list[Input] = []
    shown: Frame | None = None
    for item in inputs:
        before_ns = found[-1].at_ns if found else 0
        until_ns = item.from_ns if isinstance(item, Gap) else item.at_ns
        for at_ns in sorted(dice.randint(before_ns, until_ns) for _ in range(3)):
            if found and dice.random() < 0.7:
                found.append(Tick(at_ns=at_ns))
            elif shown is not None:
                found.append(Frame(at_ns=at_ns, levels=shown.levels, unknown=shown.unknown))
        found.append(item)
        shown = item if isinstance(item, Frame) else shown if isinstance(item, Tick) else None
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_same_inputs_same_messages(seed: int) -> None:
    rig = program(seed)
    assert encoded(fed(rig, rig.fed)) == encoded(rig.said)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_finer_ticks_change_nothing(seed: int) -> None:
    rig = program(seed)
    assert encoded(fed(rig, finer(rig.fed, Random(seed)))) == encoded(rig.said)


@pytest.mark.parametrize("hands", ["e2- 300 e4+ 2000", "e2- 300 e5+ 3000", "b1- 300 b1+ 2000"])
def test_every_scan_reported_makes_no_difference(hands: str) -> None:
    """A service that reports all 200 scans a second says the same as one that reports changes."""
    rig = Rig().hands(f"500 {hands}")
    dense: list[Input] = []
    changes = [item for item in rig.fed if isinstance(item, Frame)]
    for at_ns in range(0, rig.at_ns + 1, 5 * MS):
        shown = [item for item in changes if item.at_ns <= at_ns][-1]
        dense.append(Frame(at_ns=at_ns, levels=shown.levels))
    assert encoded(fed(rig, dense, exact=True)) == encoded(rig.said)
