"""The board lifted, turned, tilted or cleared, a box set on it: nothing of it ever becomes a move."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity, Move, Restore, Touched
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import BOOKS, Rig

NAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")
LAWS = {
    "chess": ("FIDE-7.4", "displaced"),
    "xiangqi": ("XQ-5.8", "displaced"),
    "go": ("GO-17.scatter", "position-scattered"),
}
DRAUGHTS = ("DR-7.5", "displaced")
STONES = '{"size":9,"black":["c3","g7","d5","c7","f3"],"white":["e5","d6","g3","c4","f7"],"to_move":"black"}'
SPREADS_MS = (0, 30, 150, 600)
games = pytest.mark.parametrize(
    "name",
    [
        pytest.param("chess", marks=pytest.mark.law("FIDE-7.4", "CH-8.3")),
        pytest.param("xiangqi", marks=pytest.mark.law("XQ-5.8")),
        *(pytest.param(name, marks=pytest.mark.law("DR-7.5")) for name in NAMES[2:5]),
        pytest.param("go", marks=pytest.mark.law("GO-17.scatter")),
    ],
)
spreads = pytest.mark.parametrize("spread_ms", SPREADS_MS)


class Upset:
    """A board to which something happens that is no playing."""

    def __init__(self, name: str, seed: int = 1) -> None:
        game = game_by_name(name)
        start = None
        if name == "go":
            game, start = game.with_options({"size": 9}), STONES
        self.rig = Rig(start, game=game, rulebook=game.rulebook.name)
        self.rig.hands("1000")
        self.game = game
        self.men = self.rig.levels
        self.dice = Random(seed)

    def change(self, levels: int, spread_ms: int) -> None:
        """The sensors come to show this, one after another within about so long."""
        rig = self.rig
        points = [p for p in range(len(self.game.points)) if (rig.levels ^ levels) >> p & 1]
        self.dice.shuffle(points)
        for point in points:
            rig.wait(self.dice.uniform(0, 2 * spread_ms / len(points)) if spread_ms else 0)
            name = self.game.points[point]
            if spread_ms:
                rig.hands(f"{name}{'-' if rig.levels >> point & 1 else '+'}")
        if not spread_ms:
            both = (f"{self.game.points[p]}{'-' if rig.levels >> p & 1 else '+'}" for p in points)
            rig.hands(",".join(both))

    def slid(self, columns: int, rows: int) -> int:
        """The men after all have slid so far; those that slide over the edge are off."""
        at = {self.game.place(p): p for p in range(len(self.game.points))}
        found = 0
        for place, point in at.items():
            target = at.get((place[0] + columns, place[1] + rows))
            if self.men >> point & 1 and target is not None:
                found |= 1 << target
        return found

    def set_right(self) -> None:
        """The men are put back, and play goes on."""
        self.change(self.men, 3000)
        self.rig.wait(NAMED.within_ms)
        assert (self.rig.stage, self.rig.of(Restore)[-1].done) == ("play", True)
        assert self.rig.line == []


def named(board: Upset, name: str, spread_ms: int = 0) -> None:
    assert board.rig.line == []
    # What slides slowly looks at first as if a hand had lifted a man.
    assert board.rig.of(Touched) == [] or spread_ms > 150
    assert board.rig.odd == [LAWS.get(name, DRAUGHTS)]
    assert board.rig.stage == "restore"


@games
@spreads
def test_a_lifted_board(name: str, spread_ms: int) -> None:
    board = Upset(name)
    board.change(0, spread_ms)
    board.rig.wait(NAMED.within_ms)
    named(board, name, spread_ms)
    board.set_right()


@games
@spreads
def test_a_board_lifted_and_put_down_at_once(name: str, spread_ms: int) -> None:
    board = Upset(name)
    board.change(0, spread_ms)
    board.rig.hands("300")
    board.change(board.men, spread_ms)
    board.rig.hands("3000")
    assert (board.rig.line, board.rig.odd, board.rig.of(Touched)) == ([], [], [])
    assert board.rig.stage == "play"


@games
@spreads
@pytest.mark.parametrize("by", [(1, 1), (-2, 0), (0, -2)])
def test_a_tilted_board(name: str, spread_ms: int, by: tuple[int, int]) -> None:
    board = Upset(name)
    board.change(board.slid(*by), spread_ms)
    board.rig.wait(NAMED.within_ms)
    named(board, name, spread_ms)
    board.set_right()


@games
@pytest.mark.parametrize("seed", range(4))
def test_men_swept_together(name: str, seed: int) -> None:
    board = Upset(name, seed)
    board.change(0, 1500)
    board.rig.wait(NAMED.within_ms)
    assert board.rig.line == []
    assert board.rig.session.result is None
    assert board.rig.stage == "restore"
    board.set_right()


@games
def test_a_box_set_on_the_board(name: str) -> None:
    board = Upset(name)
    free = [p for p in range(len(board.game.points)) if not board.men >> p & 1]
    board.change(board.men | sum(1 << p for p in free[-10:]), 30)
    board.rig.wait(NAMED.within_ms)
    assert (board.rig.line, board.rig.of(Touched), board.rig.stage) == ([], [], "restore")
    assert set(board.rig.odd) <= {LAWS.get(name, DRAUGHTS)}  # what few points feel may be anything
    board.set_right()


def test_nobody_is_blamed_twice_while_the_board_is_set_right() -> None:
    board = Upset("xiangqi")
    board.change(0, 400)
    board.rig.wait(NAMED.within_ms)
    board.change(board.men, 8000)
    board.rig.hands("3000")
    assert len(board.rig.of(Irregularity)) == 1
    assert board.rig.session.penalties == {}


def test_play_goes_on_after_it() -> None:
    board = Upset("chess")
    board.change(0, 100)
    board.rig.wait(NAMED.within_ms)
    board.set_right()
    board.rig.hands("e2- 300 e4+ 1500 e7- 300 e5+ 1500")
    assert [move.move for move in board.rig.of(Move)] == ["e2e4", "e7e5"]


@pytest.mark.law("CH-6.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("reply_ms", [70, 200, 500])
@pytest.mark.parametrize("jolt_ms", [30, 67, 110])
def test_a_reply_and_a_jolt_right_after_castling_upset_nothing(
    reply_ms: int, jolt_ms: int, book: str
) -> None:
    """Four points of castling, the man who replies, and his neighbour: all of it is play, and two more moves follow at once."""
    hands = f"1000 e8- 260 g8+ 200 h8- 165 f8+ {reply_ms} h3- h2~{jolt_ms} 172 f2+ 80 g8- 155 h8+ 90 e1- 300 e2+ 2000"
    rig = Rig(
        "r1b1k2r/2ppnp1p/p1q5/p3p3/P3PP2/1P1P3N/R1P3PP/1N2QRK1 b kq - 0 12", rulebook=book
    ).hands(hands)
    assert (rig.line, rig.odd, rig.questions) == (["e8g8", "h3f2", "g8h8", "e1e2"], [], [])


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize("clock", [None, "5:00"])
@pytest.mark.parametrize("fallen", ["a1 a8 h1 h8 c2", "a1 a8 h1 h8 c2 f7 g2"])
@pytest.mark.parametrize("after_ms", [350, 500, 700])
def test_who_moves_as_soon_as_all_stand_again_has_moved(
    after_ms: int, fallen: str, clock: str | None
) -> None:
    """Before the board has been at rest for long enough, and before anything was said."""
    press = "w! " if clock else ""
    rig = Rig(rulebook="chess-fide-2023", time_control=clock).hands("1000")
    for man in fallen.split():
        rig.hands(f"{man}- 40")
    for man in fallen.split():
        rig.hands(f"130 {man}+ 20")
    rig.hands(f"{after_ms} g1- 400 f3+ 320 {press}2000")
    assert rig.line == ["g1f3"], rig.story()
    assert (rig.odd, rig.session.breach) == ([], None)


@pytest.mark.law("DR-7.5", "DR-7.4.14")
def test_a_sweep_that_begins_like_a_move_is_none() -> None:
    """Another man of the mover's leaves in the very moment of the landing, and no hand has replied."""
    game = game_by_name("draughts-russian")
    rig = Rig("W:Wb2,d4,g1,h2:Bg7,h4", game=game, rulebook="draughts-russian-national")
    rig.hands("1000 d4- 175 e5+,b2- 275 g7-,e7+ 30 h4- 135 h2-")
    rig.wait(NAMED.within_ms)
    assert (rig.line, rig.stage in ("restore", "question")) == ([], True), rig.story()
    assert {kind for _, kind in rig.odd} <= {"displaced"}
