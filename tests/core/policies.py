"""When the board speaks, and how much it may ask: what is policy and no law, in one table.

A test of what is true or must not be does not say when. It waits as long as the policy allows, then looks. To change
when the board speaks, change the model and this table; no other test may know the figure.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """What the board does in a kind of situation.

    Attributes:
        within_ms: it has spoken so long after the last deed of hands.
        candidates: at most so many moves are asked about.
        why: for whoever wants to change it.
    """

    within_ms: int
    why: str
    candidates: int = 0


TOLD = Policy(1000, "a move that nothing else can follow; viewers wait for it")
NAMED = Policy(
    6000,
    "what is no legal move, where hands may still go on; an arbiter can wait, a player is not accused in vain",
)
ASKED = Policy(6000, "a doubt that later play may still end", candidates=4)
CORRECTED = Policy(3000, "what was told and is not so; hands have let go by then")
SETTLED = Policy(30_000, "all that time alone can tell: the last corner of the curves of the model")
