"""Takes back what was told: it was never played, or hands have undone it after letting go."""

from __future__ import annotations

from controller.core.belief.costs import costs
from controller.core.belief.decision import Undone
from controller.core.belief.line import Node
from controller.core.belief.posterior import past_claim
from controller.core.belief.world import Hypothesis
from controller.core.messages import Answered
from controller.core.referee import naming, posterior, remedies, worlds
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import State, Steps


def undone(state: State, found: Undone) -> Steps[None]:
    """Plies that were told are retracted; what was played instead follows.

    Who goes on after a move was made and let go retracts nothing
    (FIDE-4.7, DR-5.10, GO-17.release), unless both have played upon it (FIDE-4.8).
    """
    if found.plies > state.game.ply:
        return
    if state.game.question is not None:
        yield Answered(id=state.game.question.id, move=None, by=remedies.EVIDENCE)
    if not found.plies:
        return
    hyp = posterior.likeliest(state)
    plain = hyp if state.stage is Stage.PLAY and hyp is not None and not hyp.lying else None
    if plain is not None and (yield from after_release(state, plain, found.to, found.plies)):
        return
    if state.stage is Stage.CHOICE and (offered := state.remedy.irregularity) is not None:
        yield from remedies.withdrawn(state, offered, remedies.EVIDENCE)
    ended = state.stage is Stage.ENDED
    yield remedies.retract(state, found.plies, remedies.EVIDENCE, remedies.EVIDENCE)
    if ended:
        yield Event.CORRECTED


def after_release(state: State, hyp: Hypothesis, to: Node, plies: int) -> Steps[bool]:
    """Whether hands have undone or changed what had been made and let go; then that is named.

    Args:
        to: the ply before those; plies: how many they are.
    """
    if _put_back(state, hyp, to):
        named = naming.taken_back(state, plies)
        if named is not None:
            yield from remedies.apply(state, named)
        return named is not None
    deed = None if hyp.node is to and not hyp.busy else _deed_after(state, hyp, to, plies)
    named = None if deed is None else naming.unlawful(state, deed, pressed=False)
    if deed is not None and named is not None:
        yield from remedies.name(state, deed, named)
    return named is not None


def _put_back(state: State, hyp: Hypothesis, to: Node) -> bool:
    """Whether hands put the pieces back after the last move had stood; else it was never made.

    What was played from there afterwards is no part of it.
    """
    settle_ms, calm = state.settings.timings.settle_ms, hyp.node is to and not hyp.busy
    last, log = state.game.last, posterior.log_after(hyp, to)
    if last is None or log is None:
        return False
    from_ns = naming.went_on(log, last, state.game.made_ns)
    if from_ns is None:
        return calm and not log and hyp.landed_ns - state.game.made_ns >= settle_ms * MS
    later = [deed.at_ns for deed in log if deed.at_ns >= from_ns]
    stood = (worlds.replayed(to, (d for d in log if d.at_ns <= at_ns)) for at_ns in later)
    return calm or any(not world.busy for world in stood)


def _deed_after(state: State, hyp: Hypothesis, to: Node, plies: int) -> Hypothesis | None:
    """The world beside the record, where the last move was made and hands then went on.

    Another choice of the new piece is no other move.
    """
    last, line = state.game.last, hyp.node.line_after(to)
    if last is None or line is None or plies != 1:
        return None
    if line and past_claim(hyp, line[0], costs()):
        return None
    instead = line[0].move if line else None
    if instead is not None and (instead.origin, instead.target) == (last.origin, last.target):
        return None
    log = posterior.log_after(hyp, to) or ()
    from_ns = naming.went_on(log, last, state.game.made_ns)
    if from_ns is None:
        return None
    world = Hypothesis(line[0], at_ns=hyp.landed_ns) if line else hyp  # before any reply
    return worlds.since(world, to.child(last), log, from_ns)
