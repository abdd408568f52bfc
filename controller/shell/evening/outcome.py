"""What became of a simulated evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.shell.evening.oracles import Failing


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What became of an evening.

    Attributes:
        moves: made by the hands.
        asked: questions.
        answered: questions that people had to answer.
        none_of_these: those of them whose moves had not been made, so that the men were put back.
        irregularities: all that were named.
        false_irregularities: those of them that the hands gave no cause for.
        refused: commands that were refused at first.
        seconds: how long it lasted on the board's clock.
        digest: of all messages with their times.
        failing: in what way it failed; None for a good one.
        what: happened in turn `turn`: the failure, else the first false irregularity.
    """

    seed: int
    moves: int = 0
    asked: int = 0
    answered: int = 0
    none_of_these: int = 0
    irregularities: int = 0
    false_irregularities: int = 0
    refused: int = 0
    lost: int = 0
    seconds: float = 0.0
    digest: str = ""
    failing: Failing | None = None
    what: str = ""
    turn: int = 0
