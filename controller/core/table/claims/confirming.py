"""Results that people say: confirmed after the end, or claimed before it by word or by a gesture.

After the end both players and the arbiter confirm the result, or say what else it is (XQ-10.1). A
result claimed before the end holds when both players have said it.
"""

from __future__ import annotations

from controller.core.messages import Claim, Ruling
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, State, Steps
from controller.core.table import ending, penalties
from controller.core.table.claims import offers
from controller.core.table.claims.claims import BOTH, GESTURE, Kind
from controller.core.table.claims.gestures import CENTRE, KINGS, result_gesture
from rules.claim_law import claim_law
from rules.naming import ILLEGAL_MOVE
from rules.rulebook import Outcome
from rules.terms import RulesError, Side

SHOWN = "result-gesture"
"""Why the pieces are asked back when the kings have shown a result."""
MAY_SHOW = frozenset({None, "irregularity", "question", SHOWN})
"""Why pieces may be asked back while kings show a result all the same."""
PLAYED = frozenset({Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW})


def confirm(state: State, who: str, text: str | None) -> Steps[str | None]:
    """After the end: somebody says what the result is; why not, if the game goes on.

    Args:
        who: a side, or "arbiter".
        text: the result; None for the one that was published.
    """
    result = state.game.result
    if state.stage is not Stage.ENDED or result is None:
        return "the game goes on"
    said = result.result if text is None else text
    if state.claims.results.get(who) == said:
        return f"{who} has said so already"
    kind = Kind.RESULT_CONFIRMED if said == result.result else Kind.RESULT_DISPUTED
    yield Claim(kind=kind, side=who, law=claim_law(state.game.rulebook).confirms, result=said)
    return None


def claim(state: State, side: Side, text: str) -> Steps[str | None]:
    """While the game goes on: this side says what the result is; why not, if it may not."""
    try:
        outcome = state.game.game.outcome(text)
    except RulesError as error:
        return str(error)
    if outcome not in PLAYED:
        return f"{text} is for the arbiter to decide"
    if state.claims.proposed is None:
        return (yield from _propose(state, side, text, outcome))
    if state.claims.results.get(side) == text:
        return "you have said so already"
    kind = Kind.RESULT_CONFIRMED if text == state.claims.proposed else Kind.RESULT_DISPUTED
    yield Claim(kind=kind, side=side, result=text)
    if all(state.claims.results.get(each) == text for each in state.game.game.sides):
        yield from ending.decide(state, outcome, "agreement", text=text)
    return None


def _propose(state: State, side: Side, text: str, outcome: Outcome) -> Steps[str | None]:
    """A draw is agreed as the law of offers has it."""
    if outcome is not Outcome.DRAW:
        yield Claim(kind=Kind.RESULT, side=side, result=text)
        return None
    if state.claims.offer == state.game.game.other(side):
        return (yield from offers.accept(state, side))
    return (yield from offers.offer(state, side))


def shown(state: State) -> Steps[bool]:
    """Whether the kings in the centre show a result instead of a move; then it is claimed.

    The pieces are asked back to where they stood, so that play can go on if it is not confirmed.
    """
    if not (yield from _claim_shown(state)):
        return False
    yield AskBack(event=Event.IRREGULAR, why=SHOWN)
    return True


def watch(state: State) -> Steps[None]:
    """Kings that show a result and rest claim it; it lapses when all stand again."""
    if (due := deadline(state)) is not None and state.now_ns >= due:
        if state.stage is Stage.PLAY:
            yield from state.referee.as_it_stands(state)  # what was played before is part of it
            if state.stage is Stage.PLAY:
                yield from shown(state)
        elif (yield from _claim_shown(state)):
            yield from _has_not_moved(state)
    if state.claims.shown and state.stage is Stage.PLAY:
        yield from withdraw(state, BOTH, "men-back")


def _has_not_moved(state: State) -> Steps[None]:
    """A king that was named for a move was only set in the centre first: that is withdrawn."""
    found, counted = state.remedy.irregularity, state.remedy.counted
    if found is None or found.observed.origin is None or found.observed.to not in CENTRE:
        return
    king = state.game.position.piece_at(state.game.game.index[found.observed.origin])
    if king is None or king.letter not in KINGS:
        return
    yield Ruling(kind=found.kind, side=found.side, found="wrong", why=GESTURE)
    if counted:
        yield from penalties.withdraw(state, king.side, ILLEGAL_MOVE, found.law, why=GESTURE)
    yield AskBack(event=None, why=SHOWN)


def deadline(state: State) -> int | None:
    """When kings that show a result have rested for long enough."""
    if state.stage not in (Stage.PLAY, Stage.RESTORE) or _outcome(state) is None:
        return None
    return state.sensing.rest_ns + state.settings.timings.settle_ms * MS


def _outcome(state: State) -> Outcome | None:
    if state.remedy.why not in MAY_SHOW or state.sensing.unknown:
        return None
    sensing, line = state.sensing, state.game
    return result_gesture(line.game, line.position, sensing.standing, sensing.changed)


def _claim_shown(state: State) -> Steps[bool]:
    outcome = _outcome(state)
    if outcome is None:
        return False
    text = state.game.game.result_text(outcome)
    if state.claims.proposed != text:
        yield Claim(kind=Kind.RESULT, side=BOTH, result=text, by=GESTURE)
    return True


def pressed(state: State, side: Side) -> Steps[bool]:
    """Whether a press confirms the result that the kings show: nothing else can be meant by it."""
    proposed = state.claims.proposed
    if proposed is None or not state.claims.shown or state.stage is not Stage.RESTORE:
        return False
    yield from claim(state, side, proposed)
    return True


def withdraw(state: State, side: str, by: str) -> Steps[None]:
    """Play goes on: a claimed result lapses."""
    if state.claims.proposed is not None:
        yield Claim(
            kind=Kind.RESULT_WITHDRAWN, side=side, result=state.claims.proposed, by=by
        )  # fmt: skip
