"""What follows from an irregularity: the remedies of the rulebooks, and the slice `Remedy`.

The rules name what was done and the remedy; here the board acts on it. In observer mode nothing
is decided: the arbiter is told, and the pieces are asked back, unless the opponent may choose.
"""

from __future__ import annotations

from controller.core.belief.costs import costs
from controller.core.belief.world import Hypothesis
from controller.core.messages import (
    Claim,
    Correction,
    Irregularity,
    Move,
    Penalty,
    Restore,
    Result,
    Ruling,
)
from controller.core.referee import duty, fouling, naming, posterior, restoring
from controller.core.slices import Remedy as Slice
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, PutRight, Recovered, State, Step, Steps
from controller.core.table import penalties, record
from rules.deed import Doubt, Named
from rules.position import Position
from rules.rulebook import Remedy, Word
from rules.terms import RulesError, Side, point_set

UNTIL_REPLY = "opponent-move"
"""The opponent may demand correction until the next move; playing on accepts (DR-7.7)."""
UNTIL_TOUCH = "opponent-touch"
"""A breach may be claimed until the opponent touches a piece (CH-7.4, FIDE-4.8)."""
CHOICE = "accept-or-correct"
"""The remedy of an irregularity that the opponent may let stand."""
CLAIM = "claim-or-accept"
"""The remedy of a breach that stands unless the opponent claims it."""
TAKEN_BACK = "move-taken-back"
REFEREE, ARBITER, EVIDENCE = "referee", "arbiter", duty.EVIDENCE
A_SENSOR, PRESSED, TAKEN_OFF = "sensor", "pressed", "taken-off"
"""Why an irregularity was none, or was another's."""


def note(remedy: Slice, step: Step, state: State) -> None:
    """Reduces a step; the record has it already."""
    match step:
        case Irregularity():
            _named(remedy, step)
        case Move():
            _made(remedy, step)
        case Correction():
            _corrected(remedy, step)
        case Ruling() if step.law is None and step.irregularity is None:
            _ruling(remedy, step, state)
        case Restore():
            _restore(remedy, step, state)
        case Penalty():
            remedy.counted = True
        case Claim():
            remedy.refused |= step.law is not None and step.law == state.game.rulebook.refused
        case _:
            _fact(remedy, step, state)


def _named(remedy: Slice, found: Irregularity) -> None:
    remedy.left = _left(found) or remedy.left
    if found.remedy != "none":
        remedy.irregularity, remedy.counted, remedy.refused = found, False, False


def _made(remedy: Slice, move: Move) -> None:
    """A ply closes what was open before it, but for the breach that it is itself."""
    if remedy.left is not None and remedy.left[0] == move.side:
        remedy.left = None
    found = remedy.irregularity
    remedy.breach = found if found is not None and found.id == move.breach else None
    remedy.irregularity = found if move.imposed else None
    remedy.offered = False


def _corrected(remedy: Slice, step: Correction) -> None:
    """A breach is still to be put right where its move was claimed and is retracted."""
    players = step.cause == "players" and step.why not in (duty.AGREED, record.SEALED)
    remedy.irregularity = remedy.breach if players else None
    remedy.breach, remedy.offered = None, False


def _left(found: Irregularity) -> tuple[str, frozenset[str]] | None:
    """Who left which captured pieces standing; None for an irregularity of another kind."""
    seen = found.observed
    left = seen.origin is None and seen.to is not None and seen.removed
    return (found.side, frozenset(seen.removed)) if left else None


def _ruling(remedy: Slice, step: Ruling, state: State) -> None:
    """Closes an irregularity that was ruled on, unless it is still to be put right."""
    if step.found == "right" and state.stage is Stage.RESTORE:
        return
    for name in ("breach", "irregularity"):
        found: Irregularity | None = getattr(remedy, name)
        if found is not None and (found.kind, found.side) == (step.kind, step.side):
            setattr(remedy, name, None)
            remedy.offered = remedy.offered and name != "irregularity"


def _restore(remedy: Slice, step: Restore, state: State) -> None:
    index = state.game.game.index
    if step.done:
        remedy.irregularity, remedy.shown = None, None
        return
    missing = point_set(index[spot.point] for spot in step.missing)
    remedy.shown = missing, point_set(index[spot.point] for spot in step.extra)


def _fact(remedy: Slice, step: Step, state: State) -> None:
    match step:
        case AskBack():
            remedy.target = step.position or state.game.position
            remedy.why, remedy.shown, remedy.offered = step.why, None, False
        case PutRight() | Result():
            remedy.target = remedy.why = remedy.shown = None
            if isinstance(step, PutRight) and step.event is not None:
                remedy.irregularity = None
        case Event.OFFERED:
            remedy.offered = True
        case Event.ACCEPTED | Event.STANDS:
            remedy.irregularity, remedy.offered = None, False
        case Recovered():
            found = remedy.irregularity
            remedy.offered = found is not None and found.remedy == CHOICE
        case _:
            pass


# What the law does.


def name(state: State, hyp: Hypothesis, named: Named) -> Steps[None]:
    """Publishes what a world is by the law, with the touches of whoever has done it."""
    if named.side == state.game.to_move and named.kind != "displaced" and not hyp.lying:
        told = state.belief.told
        known = duty.known(state, duty.in_ply(state, hyp, told), named.removed)
        yield from duty.tell(state, known)
        yield from charge_fouls(state, fouling.fouls(state, duty.sure(state, known, told)))
    if state.stage is Stage.PLAY:
        yield from apply(state, named)


def apply(state: State, named: Named) -> Steps[None]:
    """Publishes an irregularity on the board and does what the law does about it."""
    acts = state.settings.mode == "referee"
    if named.remedy is Remedy.OPPONENT_CHOOSES and _can_stand(state, named):
        if not claimed_unasked(state, named):
            yield record.irregularity(state, named, CHOICE, UNTIL_REPLY)
            yield Event.OFFERED
            return
        word = Remedy.RESTORE.value
    else:
        word = _word(named) if acts else Remedy.RESTORE.value
    message = record.irregularity(state, named, word if named.restore else "none", None)
    again = state.remedy.left is not None and _left(message) == state.remedy.left
    yield message
    if acts and not again:
        yield from punish(state, named)
        if state.stage is Stage.ENDED:
            return
    if acts and named.remedy is Remedy.TURN_LOST and named.doubt is None:
        found = state.remedy.irregularity
        yield from record.impose_pass(state, named.side)
        if found is not None and named.restore:
            yield AskBack(event=Event.IRREGULAR, why="irregularity")
    elif named.restore:
        yield AskBack(event=Event.IRREGULAR, why="irregularity")


def claimed_unasked(state: State, named: Named) -> bool:
    """Whether the referee claims it at once; not where the choice is the opponent's (DR-15.1.3)."""
    settings, alone = state.settings, state.game.rulebook.opponents_alone
    if named.remedy is Remedy.OPPONENT_CHOOSES and alone is not None:
        return False
    return settings.claims == "automatic" and settings.mode == "referee"


def _word(named: Named) -> str:
    """What players read that is due."""
    asks = (Remedy.OPPONENT_CHOOSES, Remedy.ARBITER, Remedy.SET_RIGHT)
    return Remedy.RESTORE.value if named.remedy in asks else named.remedy.value


def claimable(state: State, found: Named) -> tuple[str, str]:
    """What the opponent may do about a legal move that went against a law, and until when."""
    if found.remedy is Remedy.OPPONENT_CHOOSES:
        return CHOICE, UNTIL_REPLY
    touching = state.game.rulebook.touch.claim_ends is not None
    return CLAIM, UNTIL_TOUCH if touching else UNTIL_REPLY


def punish(state: State, named: Named) -> Steps[None]:
    """Counts the penalty of an irregularity, unless it waits for a word (`Irregularity.charge`)."""
    if named.penalty and named.waits_for is Word.NONE:
        yield from penalties.count(state, named.side, named.penalty, named.law)


def punish_claimed(state: State, found: Irregularity, by: str) -> Steps[None]:
    """Counts the penalty, if the law has one, of a breach that somebody has claimed.

    What may be an accident costs nothing by the claim of the referee alone.
    """
    named = naming.read_back(state, found)
    waits = by == REFEREE and found.charge is not None
    if state.settings.mode == "referee" and named.penalty and not waits:
        yield from penalties.count(
            state, named.side, named.penalty, named.law, by=by, charge=found.charge and found.id
        )


def charge_fouls(state: State, found: list[Named]) -> Steps[None]:
    """Publishes fouls of touching, and counts them."""
    for foul in found:
        if state.stage is Stage.ENDED:
            return
        yield record.irregularity(state, foul, "none", None)
        if state.settings.mode == "referee":
            yield from punish(state, foul)


def if_it_stands(state: State, found: Irregularity) -> Position | None:
    """The position after an irregularity that is let stand; None where that cannot be."""
    if found.kind == TAKEN_BACK:
        return state.game.positions[-2] if state.game.ply else None
    try:
        return record.if_stands(state.game, found)
    except RulesError:
        return None


def _can_stand(state: State, named: Named) -> bool:
    """Whether all stands as a deed has left it, but for lawful play after it."""
    after = if_it_stands(state, record.irregularity(state, named, CHOICE, None))
    return after is not None and (is_whole(state, after) or _played_from(state, after))


def is_whole(state: State, after: Position) -> bool:
    """Whether all stands as in this position, or as in the middle of a lawful reply to it."""
    missing, extra = restoring.difference(state, after)
    if not extra:
        return not missing or any(not missing & ~m.footprint.empties for m in after.moves())
    return any(
        not (extra & ~m.footprint.fills or missing & ~m.footprint.empties) for m in after.moves()
    )


def _played_from(state: State, position: Position) -> bool:
    """Whether the plies after a position, beyond doubt, have been played from it."""
    told = state.belief.told
    return posterior.beyond_doubt(
        state,
        lambda hyp: any(
            node.position.text == position.text for node in hyp.node.line_after(told) or ()
        ),
    )


def plies_since(state: State, position: Position) -> int:
    """How many plies ago this stood."""
    before = range(1, state.game.ply + 1)
    return next(n for n in before if state.game.positions[-1 - n].text == position.text)


# What people, or their next move, say of it.


def take_back(state: State, by: str) -> Steps[None]:
    """The last move breached a touch law and is claimed: it is retracted, the touches stand."""
    found, ply = state.remedy.breach, state.game.ply
    assert found is not None
    yield Claim(kind=found.kind, side=state.game.to_move, found="right")
    yield _retraction(state, ply, ply, found.law, by)
    yield AskBack(event=Event.CORRECTED, why="correction")
    yield from duty.owe(state)
    yield from punish_claimed(state, found, by)


def _retraction(state: State, first: int, last: int, why: str, by: str) -> Correction:
    position = state.game.positions[first - 1]
    return Correction(from_ply=first, to_ply=last, why=why, by=by, position=position.value)


def retract(state: State, plies: int, why: str, by: str) -> Correction:
    """The last plies have not been made."""
    ply = state.game.ply
    return _retraction(state, ply - plies + 1, ply, why, by)


def demand(state: State, found: Irregularity, by: str) -> Steps[str | None]:
    """See `Referee.demand`."""
    if state.remedy.offered:
        yield AskBack(event=Event.DEMANDED, why="irregularity")
        yield Ruling(kind=found.kind, side=found.side, found="right")
        return None
    yield from take_back(state, by)
    return None


def corrected(state: State, found: Irregularity) -> Steps[None]:
    """The pieces were put back while the irregularity was offered."""
    yield Ruling(kind=found.kind, side=found.side, found="right")
    yield Event.STANDS
    yield from duty.owe(state)


def withdrawn(state: State, found: Irregularity, why: str) -> Steps[None]:
    """Nothing irregular was done."""
    yield Ruling(kind=found.kind, side=found.side, found="wrong", why=why)
    if state.stage is Stage.RESTORE:
        yield from restoring.over(state)
    else:
        yield Event.STANDS


def stand_right(state: State, by: str) -> Steps[str | None]:
    """Somebody says that the pieces stand right: then sensors that say otherwise are wrong."""
    found = state.remedy.irregularity
    if state.stage not in (Stage.SETUP, Stage.RESTORE):
        return "nothing waits to be restored"
    most = costs().sensors_declared
    if (wrong := restoring.wrong_sensors(state)) > most:
        return f"more than {most} sensors would be wrong ({wrong}); set the men right"
    if found is not None and _made_up(found):
        yield Ruling(kind=found.kind, side=found.side, found="wrong", by=by, why=A_SENSOR)
    yield from restoring.over(state, word=True)
    return None


def _made_up(found: Irregularity) -> bool:
    """Whether a sensor has made up all that was named, if the pieces stand right all the while."""
    lost = found.doubt == Doubt.LOST_MAN and found.observed.to is None
    return lost or (found.doubt is not None and found.remedy == Remedy.TURN_LOST)


def watch(state: State) -> Steps[None]:
    """While something is to be put right, or is offered: looks whether it has been put right."""
    found = state.remedy.irregularity
    if state.stage is Stage.CHOICE and found is not None:
        if restoring.stands_as(state, state.game.position, found.points):
            yield from corrected(state, found)
        return
    setup = state.stage is Stage.SETUP
    if (yield from restoring.watch(state)) and not setup:
        yield from duty.owe(state)


def played_on(state: State) -> Steps[None]:
    """Ends restoring by a ply that was made before the pieces were seen to stand right."""
    setup = state.stage is Stage.SETUP
    yield from restoring.over(state)
    if not setup:
        yield from duty.owe(state)


def pressed_upon(state: State, side: Side) -> Steps[None]:
    """A press upon what was named before it, while nothing has been put back yet.

    It completes what its own player has done (FIDE-7.5.1). What was taken for the other
    player's doing was done by whoever is on move and presses upon it.
    """
    found = state.remedy.irregularity
    if found is None or state.clock is None or state.sensing.rest_ns > state.duty.named_ns:
        return
    if found.side != side:
        yield from _his_own(state, found, side)
    elif state.settings.mode == "referee" and not state.remedy.counted:
        yield from punish(state, state.game.game.completed(naming.read_back(state, found)))


def _his_own(state: State, found: Irregularity, side: Side) -> Steps[None]:
    if side != state.game.to_move or state.duty.late:
        return
    if naming.pressed_by(state, Side(found.side)):
        return
    if found.observed.origin is None or found.observed.to is None:
        return
    if state.game.ply and is_whole(state, state.game.positions[-2]):
        return  # what was made is undone: that was not its own doing
    world = naming.observed(state, found)
    yield from withdrawn(state, found, PRESSED)
    named = naming.unlawful(state, world, pressed=True)
    if named is not None:
        yield from apply(state, named)
