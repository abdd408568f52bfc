"""What is asked of the belief: the likeliest world, the log of a ply, how sure something is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.core.belief.costs import costs
from controller.core.belief.line import Node
from controller.core.belief.world import Hypothesis, Log
from controller.core.state import State
from rules.position import Position


def alive(state: State) -> Sequence[tuple[float, Hypothesis]]:
    """The hypotheses with their probabilities, the likeliest first."""
    return state.belief.weighed(state.now_ns)


def likeliest(state: State) -> Hypothesis | None:
    """The likeliest hypothesis; None where the belief has none."""
    found = alive(state)
    return found[0][1] if found else None


def log_after(hyp: Hypothesis, node: Node) -> Log | None:
    """What was done in the ply after a node; None on a line that does not lead through it."""
    line = hyp.node.line_after(node)
    if line is None:
        return None
    if not line:
        return hyp.log
    return next((log for depth, log in hyp.logs if depth == node.depth), ())


def followed(state: State, after: Position) -> bool:
    """Whether what was done since, by the likeliest hypothesis, was played from this position."""
    hyp = likeliest(state)
    line = None if hyp is None else hyp.node.line_after(state.belief.told)
    return bool(line) and line is not None and line[0].position.text == after.text


def beyond_doubt(
    state: State, holds: Callable[[Hypothesis], bool], at_ns: int | None = None
) -> bool:
    """Whether so much of the posterior says this that somebody may be accused of it.

    Args:
        at_ns: when, if nothing more is done until then; None for now.
    """
    weighed = state.belief.weighed(state.now_ns if at_ns is None else at_ns)
    return accuses(sum(share for share, hyp in weighed if holds(hyp)))


def accuses(probability: float) -> bool:
    """Whether somebody may be accused of what is so probable."""
    return (1 - probability) * costs().loss_accused <= 1
