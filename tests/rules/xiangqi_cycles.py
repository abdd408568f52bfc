"""Cycles of xiangqi for the tests of repetition, read from tests/data/xiangqi-repetition.toml."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.rulebook import Rulebook, Termination, Verdict
from rules.xiangqi.game import XIANGQI
from rules.xiangqi.laws import CXA, WXF
from rules.xiangqi.position import XiangqiPosition
from rules.xiangqi.repetition import verdicts

BOOKS = (WXF, CXA)
FILES = "abcdefghi"
TURNED = {"red": "black", "black": "red"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One position with its cycle; the fields as the data file explains them."""

    id: str
    source: str
    about: str
    fen: str
    lead: tuple[str, ...]
    cycle: tuple[str, ...]
    verdict: str
    wxf: str
    reason: str
    cxa: str
    pyffish: str
    article: str = ""
    why: str = ""
    why_pyffish: str = ""

    def moves(self, cycles: int = 2) -> list[str]:
        """The moves with so many rounds of the cycle."""
        return [*self.lead, *self.cycle * cycles]


def _case(entry: dict[str, object]) -> Case:
    tuples = {name: tuple(value) for name, value in entry.items() if isinstance(value, list)}
    return Case(**{**entry, **tuples})  # type: ignore[arg-type]  # the file names the fields


DATA = Path(__file__).resolve().parents[1] / "data" / "xiangqi-repetition.toml"
CASES = tuple(_case(entry) for entry in tomllib.loads(DATA.read_text())["position"])


def game_of(fen: str, moves: Sequence[str]) -> list[XiangqiPosition]:
    """The positions of a game, one a ply."""
    return list(_game(fen, tuple(moves)))


@cache
def _game(fen: str, moves: tuple[str, ...]) -> tuple[XiangqiPosition, ...]:
    positions = [XiangqiPosition.from_fen(fen)]
    for text in moves:
        move = positions[-1].by_text(text)
        assert move is not None, f"{text} is not legal in {positions[-1].text}"
        positions.append(positions[-1].play(move))
    return tuple(positions)


def repetition(positions: Sequence[XiangqiPosition], book: Rulebook) -> Verdict | None:
    """What the laws find about repetition, the natural-move limit aside."""
    found = verdicts(positions, book, XIANGQI)
    return next((v for v in found if v.termination is not Termination.NATURAL_LIMIT), None)


def change_colours(fen: str, moves: Sequence[str]) -> tuple[str, list[str]]:
    """The same game with the board turned half round and the colours changed."""
    rows, side = fen.split()[:2]
    turned_rows = "/".join(row[::-1].swapcase() for row in reversed(rows.split("/")))
    return f"{turned_rows} {'b' if side == 'w' else 'w'}", [
        _turn(move[:2]) + _turn(move[2:]) for move in moves
    ]


def mirror(fen: str, moves: Sequence[str]) -> tuple[str, list[str]]:
    """The same game with left and right changed."""
    rows, side = fen.split()[:2]
    mirrored = "/".join(row[::-1] for row in rows.split("/"))
    files = str.maketrans(FILES, FILES[::-1])
    return f"{mirrored} {side}", [move.translate(files) for move in moves]


def _turn(point: str) -> str:
    return FILES[8 - FILES.index(point[0])] + str(9 - int(point[1]))
