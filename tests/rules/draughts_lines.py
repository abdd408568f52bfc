"""Games of draughts that random play reaches, for property tests."""

from hypothesis import strategies as st

from rules.draughts.game import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from rules.game import Game, Position

games: list[Game] = [DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN]


def play_choices(game: Game, start: str | None, choices: list[int]) -> list[Position]:
    """The game in which the nth move is choice n (modulo the moves there are)."""
    positions: list[Position] = [game.start(start)]
    for choice in choices:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions


def lines(game: Game, *starts: str, plies: int = 60) -> st.SearchStrategy[list[Position]]:
    """Games from the array, or from one of the positions."""
    return st.builds(
        play_choices,
        st.just(game),
        st.sampled_from(starts or (None,)),
        st.lists(st.integers(0, 99), max_size=plies),
    )
