"""A capture that nobody felt, and that people say was made: its sensor has kept silent, and is not believed until it changes."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Irregularity
from rules.game import Game
from rules.xiangqi import XIANGQI
from tests.core.rig import CHESS, Rig


class Case(NamedTuple):
    """Where men stand, who captures unfelt, the reply, the answer, and whom the captor takes next."""

    game: Game
    start: str
    captor: str
    reply: str
    made: str
    taken: str
    go_on: str
    third: str

    def rig(self) -> Rig:
        """The capture has been made, and confirmed."""
        books = {"chess": "chess-fide-2023", "xiangqi": "xiangqi-cxa"}
        rig = Rig(self.start, game=self.game, rulebook=books[self.game.name])
        rig.hands(f"1000 {self.captor}- 4000 {self.reply} 2000")
        assert self.made in rig.questions[0], rig.story()
        assert rig.command("arbiter", "answer", move=self.made)
        rig.hands("1000")
        assert rig.moves[0] == self.made
        assert len(rig.moves) == 2
        return rig


QUEEN = Case(
    CHESS, "rn2kb1r/pp2pqpp/7n/2p2p2/8/1P2Pb2/P2P1P1P/RNBQKR2 w Qq - 0 12",
    "d1", "e8- 600 d8+", "d1f3", "f5", "f3- 300 h5+", "a2- 300 a4+",
)  # fmt: skip
CHARIOT = Case(
    XIANGQI, "2rk5/9/9/9/2c1n4/9/P8/9/4R4/4K4 w - - 0 1",
    "e1", "d9- 600 d8+", "e1e5", "c5", "e5- 300 h5+", "a3- 300 a4+",
)  # fmt: skip
CASES = [QUEEN, CHARIOT]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.made)
@pytest.mark.parametrize("off", [250, 350, 600])
@pytest.mark.parametrize("rest", [400, 900, 1500])
def test_it_goes_on_from_there_unfelt(case: Case, off: int, rest: int) -> None:
    """It captures, is captured there by another who was not felt, and only then is something else moved: that is asked about."""
    rig = case.rig()
    exchange = f"{case.taken}- {off} {case.taken}+ {rest}"
    rig.hands(f"{exchange} {exchange} {case.third} 2500 ")
    assert len(rig.moves) == 2, rig.story()
    onward = case.made[2:] + case.taken
    assert any(onward in asked for asked in rig.questions[1:]), rig.story()
    assert not rig.of(Irregularity)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.made)
def test_once_it_is_felt_to_leave_it_is_believed(case: Case) -> None:
    rig = case.rig()
    rig.hands(f"{case.go_on} 2000")
    assert len(rig.moves) == 3, rig.story()
    assert len(rig.questions) == 1
    assert not rig.session.health.suspects(rig.at_ns)
