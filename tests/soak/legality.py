"""Legal moves of random plies are those of another program, and every footprint leads to the position after its move.

COUNT plies of each game. At each position: the list of legal moves is compared with the other program's, which makes
the moves on its own board; for every legal move, the occupation before changed at the points of its footprint is the
occupation after it. Moves that share a footprint are told apart by the choice of a man alone (promotions of one pawn).
Moves that only leave the same points occupied are counted: hands tell them apart by what they lift and set down.
TOUCHMOVE_GAMES names games.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import is_there
from tests.oracles.client import Oracle
from tests.oracles.lines import differences, lines
from tests.soak import _running

if TYPE_CHECKING:
    from rules.position import Move, Position
    from tests.oracles.lines import Line

COUNT = 1_000_000
BATCH = 20
"""Lines that are asked about at once."""
FAIRY = "fairy-stockfish"
ORACLES = {"go": ("sgfmill", "sgfmill_server")}
PY_DRAUGHTS = ("py-draughts", "py_draughts_moves")
PYFFISH = ("pyffish", "pyffish_server")


def oracle_of(name: str) -> Oracle:
    """The other program of a game. For chess and xiangqi Debian's fairy-stockfish where it is, for it is quick."""
    if name in ("chess", "xiangqi"):
        if is_there(FAIRY):
            return Oracle(FAIRY, "fairy_stockfish_server", python=Path(sys.executable))
        return Oracle(*PYFFISH)
    return Oracle(*ORACLES.get(name, PY_DRAUGHTS))


class Footprints:
    """Looks at the footprints of every legal move.

    Attributes:
        moves: how many were looked at.
        unsound: those that do not lead to the position after the move.
        alike: by kind, pairs of moves of one position that have the same footprint.
        same_occupation: pairs that have not, and leave the same points occupied.
    """

    def __init__(self) -> None:
        self.moves = 0
        self.unsound: list[str] = []
        self.alike: Counter[str] = Counter()
        self.same_occupation = 0

    def look(self, position: Position) -> None:
        """Looks at the moves of one position."""
        groups: defaultdict[int, list[Move]] = defaultdict(list)
        occupied = position.occupied
        for move in position.moves():
            footprint = move.footprint
            changed = footprint.lifts ^ footprint.places
            groups[changed].append(move)
            if occupied ^ changed != position.play(move).occupied or footprint.lifts & ~occupied:
                self.unsound.append(f"{move.text} in {position.text}")
        self.moves += len(position.moves())
        for group in groups.values():
            if len(group) > 1:
                self._tell_apart(position, group)

    def _tell_apart(self, position: Position, group: list[Move]) -> None:
        for n, one in enumerate(group):
            for other in group[:n]:
                if one.footprint.steps != other.footprint.steps:
                    self.same_occupation += 1
                    continue
                promotion = (one.origin, one.target) == (other.origin, other.target) and bool(
                    one.choice and other.choice and one.choice != other.choice
                )
                self.alike["promotion" if promotion else "other"] += 1
                if not promotion:
                    self.unsound.append(f"{one.text} looks like {other.text} in {position.text}")


def compared(name: str, seed: int, plies: int) -> dict[str, object]:
    """Compares so many plies of one game.

    Raises:
        AssertionError: there was a difference, or a footprint is unsound; names the first ones.
    """
    footprints = Footprints()
    done = positions = 0
    source = lines(name, seed)
    # What waits for the other program is a thread; the footprints are looked at meanwhile.
    with oracle_of(name) as oracle, ThreadPoolExecutor(1) as waiting:
        while done < plies:
            batch: list[Line] = []
            while len(batch) < BATCH and done < plies:
                batch.append(next(source))
                done += len(batch[-1].moves)
                positions += len(batch[-1].positions)
            asked = waiting.submit(differences, oracle, batch)
            for line in batch:
                for position in line.positions:
                    footprints.look(position)
            wrong = asked.result()
            assert not wrong, wrong[:3]
            assert not footprints.unsound, footprints.unsound[:3]
    return {
        "plies": done,
        "positions": positions,
        "moves": footprints.moves,
        "differences": 0,
        "unsound": 0,
        "alike": dict(footprints.alike),
        "same_occupation": footprints.same_occupation,
    }


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Compares so many plies of each game.

    Raises:
        AssertionError: as `compared`.
    """
    return {name: compared(name, seed, count) for name in _running.games()}
