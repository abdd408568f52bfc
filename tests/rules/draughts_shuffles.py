"""Games of draughts for tests of the draws: by chance, and endings in which nothing happens."""

from collections import Counter
from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from rules.game import Game
from rules.position import Move, Position

GAMES: list[Game] = [DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN]
STEPS_MAX = 10_000
BACK = 8
"""Plies taken back at a dead end."""


def play_choices(game: Game, start: str | None, choices: list[int]) -> list[Position]:
    """The game in which the nth move is choice n (modulo the moves there are)."""
    positions: list[Position] = [game.start(start)]
    for choice in choices:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions


def play_warily(game: Game, start: str, seed: int, plies: int) -> list[Position]:
    """A game in which men are seldom left to be captured and seldom moved, so that it lasts."""
    random = Random(seed)
    line: list[Position] = [game.start(start)]
    while len(line) <= plies and line[-1].moves():
        moves = line[-1].moves()
        kings = [m for m in moves if m.mover is not None and m.mover.letter.isupper()]
        if kings and random.random() < 0.96:
            moves = kings
        after = [line[-1].play(move) for move in random.sample(moves, len(moves))]
        wary = next(filter(calm, after), after[0])
        line.append(wary if random.random() < 0.995 else after[0])
    return line


def lines(game: Game, *starts: str, plies: int = 60) -> st.SearchStrategy[list[Position]]:
    """Games from the array by chance, or from one of the positions with wary players."""
    if not starts:
        choices = st.lists(st.integers(0, 99), max_size=plies)
        return st.builds(play_choices, st.just(game), st.none(), choices)
    return st.builds(
        play_warily,
        st.just(game),
        st.sampled_from(starts),
        st.integers(0, 2**32),
        st.integers(plies // 2, plies),
    )


def swapped(game: Game, fen: str) -> str:
    """The same position with the colours changed and the board turned."""
    position = game.start(fen)
    men: dict[str, list[str]] = {"W": [], "B": []}
    for point in range(len(game.points)):
        man = position.piece_at(point)
        if man is not None:
            king = "K" if man.letter.isupper() else ""
            there = king + game.points[game.turned(point)]
            men["B" if man.side == game.sides[0] else "W"].append(there)
    mover = "B" if position.side_to_move == game.sides[0] else "W"
    return f"{mover}:W{','.join(men['W'])}:B{','.join(men['B'])}"


def shuffle(
    game: Game,
    fen: str,
    plies: int,
    *,
    seed: int = 0,
    men_at: frozenset[int] = frozenset(),
    capture_at: int | None = None,
    stays: Callable[[int, Position], bool] = lambda _ply, _position: True,
) -> list[Position]:
    """A game of so many plies in which kings walk about and no position stands a third time.

    Args:
        men_at: plies (from 1) at which a man moves instead.
        capture_at: the ply at which a man is captured; at no other can anything be captured.
        stays: what each position must be like, by the number of plies made.
    """
    random = Random(seed)
    line = [game.start(fen)]
    assert not captures(line[0])
    for _ in range(STEPS_MAX):
        ply = len(line)
        if ply > plies:
            return line
        seen = Counter(line)
        choices = [
            after
            for move in line[-1].moves()
            if fits(move, man=ply in men_at, capture=ply == capture_at)
            and stays(ply, after := line[-1].play(move))
            and seen[after] < 2
            and (captures(after) if ply + 1 == capture_at else calm(after))
        ]
        if choices:
            fewest = min(seen[after] for after in choices)
            line.append(random.choice([after for after in choices if seen[after] == fewest]))
        else:  # a dead end
            del line[max(1, ply - BACK) :]
    raise AssertionError(f"no quiet game of {plies} plies from {fen}")


def fits(move: Move, *, man: bool, capture: bool) -> bool:
    """Whether a move is of the kind that is wanted."""
    assert move.mover is not None
    return len(move.captured) == capture and (capture or move.mover.letter.islower() == man)


def captures(position: Position) -> bool:
    """Whether the side to move can capture."""
    return any(move.captured for move in position.moves())


def calm(position: Position) -> bool:
    """Whether nothing can be captured now, and the side to move need not let it happen next.

    A side without men is calm too.
    """
    moves = position.moves()
    return not captures(position) and (
        not moves or any(not captures(position.play(move)) for move in moves)
    )
