"""How likely each ply is after the last one told, and what a hypothesis says of the plies since."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from controller.core.belief.beam import Beam
from controller.core.belief.costs import Costs
from controller.core.belief.deeds.aims import unaimed
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting
from controller.core.belief.world import NOWHERE, Hypothesis, Symptom
from controller.core.settings import MS


@dataclass(slots=True)
class Posterior:
    """Shares of the hypotheses by the first ply after the last one told.

    Attributes:
        none: no further ply yet, or the next game is set up.
        vain: the part of `none` in which hands have done: the clock was pressed, or only a sensor
            felt something.
        other: another line than the one that was told.
        denied: the part of `other` in which no ply is under way.
        moved: the part of `other` in which hands went on with a piece that they had let go.
        astray: hands left what is no legal move.
        lost: what happened is beyond this model, or nobody knows where a stone was set down.
        plies: the share of each ply.
        best: the likeliest hypothesis of each ply.
    """

    none: float = 0.0
    vain: float = 0.0
    other: float = 0.0
    astray: float = 0.0
    lost: float = 0.0
    denied: float = 0.0
    moved: float = 0.0
    plies: dict[Node, float] = field(default_factory=dict)
    best: dict[Node, Hypothesis] = field(default_factory=dict)


ASTRAY = (Kind.AGAINST, Kind.TAKEN_BACK)
"""What is no legal move, and may be let stand."""


def posterior(
    beam: Beam,
    told: Node,
    now_ns: int,
    refused: Collection[Node] = (),
    *,
    offered: str | None = None,
) -> Posterior:
    """Weighs the beam as it is now.

    Args:
        refused: plies that people have denied. What was played instead is beyond this model.
        offered: the position after what is no legal move, where that may be accepted.
    """
    found = Posterior(lost=1.0)
    for mass, hyp in beam.weighed(now_ns):
        found.lost -= mass
        line = hyp.node.line_after(told)
        if line is None and _holed(hyp, told):
            found.lost += mass
        elif line is None and beyond(hyp, told):
            found.astray += mass
        elif line is None:
            found.other += mass
            moved = moved_on(hyp, told, beam.setting.costs)
            found.moved += mass if moved else 0.0
            found.denied += 0.0 if hyp.busy or moved else mass
        elif not line or line[0].kind is Kind.OVER:
            found.none += mass
            found.vain += mass if pressed_in_vain(hyp) or only_felt(hyp) else 0.0
        elif line[0].kind in ASTRAY and line[0].position.text != offered:
            if let_lie(hyp, line[0], beam.setting):
                found.lost += mass
            else:
                found.astray += mass
        elif line[0] in refused or line[0].hole:
            found.lost += mass
        else:
            found.plies[line[0]] = found.plies.get(line[0], 0.0) + mass
            found.best.setdefault(line[0], hyp)
    return found


def beyond(hyp: Hypothesis, told: Node) -> bool:
    """Whether a hypothesis has what was told and something illegal together as one ply."""
    return hyp.node.kind is Kind.AGAINST and hyp.node.parent is told.parent


def _holed(hyp: Hypothesis, told: Node) -> bool:
    """Whether a line parts from the one that was told by a ply that nobody knows."""
    line = hyp.node.line_after(told.common(hyp.node)) or []
    return any(node.hole for node in line)


# What one hypothesis says.


def played_upon(hyp: Hypothesis, ply: Node) -> bool:
    """Whether the opponent has played upon what is no legal move.

    After plies were taken back, the player who did so plays first.
    """
    line = hyp.node.line_after(ply) or []
    own = ply.kind is Kind.TAKEN_BACK
    lifted = bool(hyp.touched & hyp.node.book.mine)
    return len(line) > own or (len(line) == own and lifted)


def past_claim(hyp: Hypothesis, ply: Node, costs: Costs) -> bool:
    """Whether both have played upon a ply: nobody can claim a breach in it now (FIDE-4.8)."""
    return hyp.node.depth - ply.depth >= costs.open_plies


def let_lie(hyp: Hypothesis, ply: Node, setting: Setting) -> bool:
    """Whether nobody can claim any more that a ply of Go was irregular, and what it was is unknown.

    Pieces show what was played. On a stone that was moved, or not felt, the colours of all later
    ones depend.
    """
    return setting.stones and past_claim(hyp, ply, setting.costs)


def pressed_in_vain(hyp: Hypothesis) -> bool:
    """Whether the clock was pressed, and nothing is under way."""
    return not hyp.busy and any(deed.point == NOWHERE for deed in hyp.log)


def only_felt(hyp: Hypothesis) -> bool:
    """Whether nothing is under way, and a sensor feels what is not there."""
    made_up = any(felt.symptom is Symptom.GHOST for felt in hyp.felt.values())
    return made_up and not hyp.busy


def uncleared(hyp: Hypothesis) -> bool:
    """Whether captured pieces still stand after the reply, or the press, that should be off."""
    return bool(hyp.forgotten or (hyp.left and hyp.node.pressed_ns is not None))


def fallen(hyp: Hypothesis) -> bool:
    """Whether pieces lie wrong that hands are to put right."""
    return bool(unaimed(hyp))


def moved_on(hyp: Hypothesis, told: Node, costs: Costs) -> bool:
    """Whether hands went on with the piece of a ply that was told, once it had been let go.

    Not once both have played upon that: nobody can claim it any more (FIDE-4.8).
    """
    before, move = told.parent, told.move
    line = None if before is None else hyp.node.line_after(before)
    if line is None or move is None or hyp.node is told or (line and line[0] is told):
        return False
    if line and past_claim(hyp, line[0], costs):
        return False
    stood_ns: int | None = None
    origin = -1 if move.origin is None else move.origin
    for deed in hyp.done_in(line[0]) if line else hyp.log:
        if deed.point != move.target or deed.placed is None:
            continue
        if (
            stood_ns is not None
            and not deed.placed
            and deed.at_ns - stood_ns >= costs.let_go_ms * MS
        ):
            return True
        stood_ns = deed.at_ns if deed.placed and deed.origin == origin else None
    return False


def made_ns(hyp: Hypothesis, node: Node, now_ns: int) -> int:
    """When a ply of a hypothesis's line was made; now, where nobody saw it."""
    return max((deed.at_ns for deed in hyp.done_in(node)), default=now_ns)


def people_only(hyp: Hypothesis, told: Node) -> bool:
    """Whether nobody saw a ply of this line, and too little was played upon it to be sure."""
    line = hyp.node.line_after(told) or []
    return any(node.kind is Kind.UNSEEN and hyp.node.depth - node.depth < 2 for node in line)


def out_of_sight(hyp: Hypothesis, node: Node, setting: Setting) -> bool:
    """Whether the piece of a ply was seen to land, but its point can no longer be read."""
    point = node.landed
    if point is None or not setting.blind >> point & 1:
        return False
    return any(deed.placed and deed.point == point for deed in hyp.done_in(node))
