"""Scenes beside failing sensors, each found in an evening: in the end the record is right, or the truth is asked about.

`evenings.toml` says what hands and sensors did, and what was really played.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.registry import game_by_name
from tests.core.policies import SETTLED
from tests.core.rig import Rig


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One scene.

    Attributes:
        kind: what is odd about it.
        hands: see `Rig`.
        played: the plies; more than one line where nobody can know, the board least of all.
        named: laws that were really broken; nobody is accused of anything else.
        unsure: what the model cannot tell yet.
    """

    kind: str
    game: str
    hands: str
    played: tuple[str, ...]
    book: str = ""
    start: str | None = None
    clock: str | None = None
    named: tuple[str, ...] = ()
    unsure: str = ""

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"


def _evening(row: dict[str, object]) -> Evening:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Evening(**fields)  # type: ignore[arg-type]


ROWS = tomllib.loads(Path(__file__).with_name("evenings.toml").read_text("utf-8"))["evening"]
EVENINGS = [_evening(row) for row in ROWS]
SCENES = [
    pytest.param(
        each,
        id=str(each),
        marks=[pytest.mark.xfail(strict=True, reason=each.unsure)] if each.unsure else [],
    )
    for each in EVENINGS
]


def played(evening: Evening) -> Rig:
    """The board when all that can be told has been told."""
    options = {"size": 9} if evening.game == "go" else {}
    game = game_by_name(evening.game, options)
    rig = Rig(
        evening.start,
        game=game,
        rulebook=evening.book or game.rulebook.name,
        time_control=evening.clock,
    )
    rig.hands(f"1000 {evening.hands}")
    rig.wait(SETTLED.within_ms)
    return rig


def asked(rig: Rig) -> tuple[str, ...]:
    """What is asked about."""
    question = rig.session.question
    return () if question is None else tuple(question.candidates)


def right(rig: Rig, truth: list[str]) -> bool:
    """Whether the record is the truth, or its beginning and the rest is asked for."""
    known = len(rig.line)
    if rig.line != truth[:known]:
        return False
    if known == len(truth):
        return True
    return truth[known] in asked(rig) or rig.stage == "restore"


@pytest.mark.parametrize("evening", SCENES)
def test_the_record_is_right_or_the_truth_is_asked_about(evening: Evening) -> None:
    """And nobody is accused who did nothing."""
    rig = played(evening)
    assert any(right(rig, line.split()) for line in evening.played), rig.story()
    accused = {law for law, kind in rig.odd if kind != "displaced"}  # that accuses nobody
    assert accused <= set(evening.named), rig.story()
