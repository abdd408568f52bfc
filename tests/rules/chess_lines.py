"""Positions of chess that random play reaches, for property tests."""

from hypothesis import strategies as st

from rules.chess import CHESS, ChessPosition

STARTS = {
    "array": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "castling everywhere": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "en passant and pins": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "promotions": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "promotions of both sides": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
}


def play_choices(start: str, choices: list[int]) -> list[ChessPosition]:
    """The game in which the nth move is choice n (modulo the moves there are)."""
    positions = [CHESS.start(start)]
    for choice in choices:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions


lines = st.builds(
    play_choices,
    st.sampled_from(sorted(STARTS.values())),
    st.lists(st.integers(0, 199), max_size=40),
)
"""Games from the array and from positions where much can happen."""
positions = lines.map(lambda line: line[-1])
