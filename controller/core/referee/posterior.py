"""What is asked of the belief: the likeliest world, what was done in a ply, and how sure something is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.core.belief.costs import costs
from controller.core.belief.world import Hypothesis, Log
from controller.core.state import State


def alive(state: State) -> Sequence[tuple[float, Hypothesis]]:
    """The hypotheses with their probabilities, the likeliest first."""
    return state.belief.weighed(state.now_ns)


def likeliest(state: State) -> Hypothesis | None:
    """The likeliest hypothesis; None where the belief has none."""
    found = alive(state)
    return found[0][1] if found else None


def log_of(state: State, hyp: Hypothesis) -> Log | None:
    """What was done since the last ply that was told, in the ply after it; None on another line."""
    told = state.belief.told
    line = hyp.node.line_after(told)
    if line is None:
        return None
    if not line:
        return hyp.log
    return next((log for depth, log in hyp.logs if depth == told.depth), ())


def beyond_doubt(state: State, holds: Callable[[Hypothesis], bool]) -> bool:
    """Whether so much of the posterior says this that somebody may be accused of it."""
    sure = sum(share for share, hyp in alive(state) if holds(hyp))
    return (1 - sure) * costs().loss_accused <= 1
