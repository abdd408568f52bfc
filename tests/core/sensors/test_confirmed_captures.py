"""A capture that nobody felt, and that people say was made: its sensor has kept silent, and is not believed until it changes."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.game import Game
from rules.xiangqi import XIANGQI
from tests.core.fair import accused, assert_told_by_people
from tests.core.rig import CHESS, Rig


class Case(NamedTuple):
    """Where men stand, who captures unfelt, the reply, the answer, and whom the captor takes next."""

    game: Game
    start: str
    captor: str
    reply: str
    made: str
    answer: str
    taken: str
    go_on: str
    third: str

    def rig(self) -> Rig:
        """The capture has been made, and confirmed."""
        books = {"chess": "chess-fide-2023", "xiangqi": "xiangqi-cxa"}
        rig = Rig(self.start, game=self.game, rulebook=books[self.game.name])
        rig.hands(f"1000 {self.captor}- 4000 {self.reply} 2000")
        assert_told_by_people(rig, [self.made, self.answer])
        return rig


QUEEN = Case(
    CHESS, "rn2kb1r/pp2pqpp/7n/2p2p2/8/1P2Pb2/P2P1P1P/RNBQKR2 w Qq - 0 12",
    "d1", "e8- 600 d8+", "d1f3", "e8d8", "f5", "f3- 300 h5+", "a2- 300 a4+",
)  # fmt: skip
CHARIOT = Case(
    XIANGQI, "2rk5/9/9/9/2c1n4/9/P8/9/4R4/4K4 w - - 0 1",
    "e1", "d9- 600 d8+", "e1e5", "d9d8", "c5", "e5- 300 h5+", "a3- 300 a4+",
)  # fmt: skip
CASES = [QUEEN, CHARIOT]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.made)
def test_once_it_is_felt_to_leave_it_is_believed(case: Case) -> None:
    rig = case.rig()
    rig.hands(f"{case.go_on} 2000")
    assert len(rig.moves) == 3, rig.story()
    assert accused(rig) == []
