"""The Berger tables: who plays whom in each round of a round robin (DR-18).

The tables are those of the FIDE Handbook, C.05, Annex 1.
"""

from __future__ import annotations

from rules.terms import RulesError


def rounds_of(players: int, cycles: int = 1) -> int:
    """How many rounds a round robin has."""
    return (players + players % 2 - 1) * cycles


def berger(players: int, round_: int, cycles: int = 1) -> tuple[tuple[int, int], ...]:
    """The games of a round as pairing numbers, who has the first move before the other.

    An odd number of players is filled up with one who is not there: the game of the number `players + 1` is
    that of the player who is free.

    Args:
        round_: from 1.
        cycles: how often each meets each; the colours of a second cycle are those of the first turned round.

    Raises:
        RulesError: there is no such round.
    """
    even = players + players % 2
    if players < 2 or not 1 <= round_ <= rounds_of(players, cycles):
        raise RulesError(
            f"a round robin of {players} players has rounds 1 to {rounds_of(players, cycles)}, "
            f"not {round_}"
        )
    turned, index = divmod(round_ - 1, even - 1)
    # The last number stays; the others move on by half their circle in each round.
    lead = index * even // 2 % (even - 1)
    pairs = [(lead, even - 1) if index % 2 == 0 else (even - 1, lead)]
    pairs += [
        ((lead + step) % (even - 1), (lead - step) % (even - 1)) for step in range(1, even // 2)
    ]
    return tuple(
        (second + 1, first + 1) if turned % 2 else (first + 1, second + 1)
        for first, second in pairs
    )
