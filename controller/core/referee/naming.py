"""What hands did that is no legal move, by the name that the laws have for it.

The likeliest world and its log are laid before the rules as a `Deed`; the rules name it.
What is added here is whose hand it was, where only the clock tells.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.core.belief.begun import begun, to_come
from controller.core.belief.costs import costs
from controller.core.belief.line import Kind, Node
from controller.core.belief.world import NOWHERE, HandDeed, Hypothesis, Log, Stand
from controller.core.messages import Irregularity
from controller.core.referee import castling, duty, posterior, worlds
from controller.core.sensing.marks import tone_of, tone_of_letter
from controller.core.settings import MS
from controller.core.state import State
from rules.deed import Deed, Doubt, HandStep, Made, Named
from rules.naming import UNFINISHED, name_taken_back, name_upset
from rules.position import Move, Position
from rules.rulebook import Word
from rules.terms import LawId, Point, Side, points_of

LIFTED = "man-lifted"
"""What draughts calls a piece that was taken off for no reason (DR-7.4.7)."""
NO_MOVE = "press-without-move"


def unlawful(state: State, hyp: Hypothesis, *, pressed: bool) -> Named | None:
    """The name that the laws have for a world that is no legal move; None where they have none."""
    other = state.game.game.other(state.game.to_move)
    pressed = pressed and not (state.duty.late or pressed_by(state, other))
    done = uncleared(state, hyp) or deed_of(state, hyp, pressed=pressed)
    if hyp.lying and not _one_off(hyp):
        upset = name_upset(done, state.game.rulebook)
        fell = _fell_before(state, hyp)
        return replace(upset, side=state.game.game.other(upset.side)) if fell else upset
    found = state.game.game.named(done, state.game.rulebook)
    if found is None:
        return None
    if found.doubt is None and not _all_felt(state):
        return replace(found, doubt=Doubt.UNFELT_PLAY)
    weak = hyp.busy and found.doubt in (None, Doubt.LOST_MAN)
    if weak and _handed_over(state, hyp, found):
        return replace(found, doubt=Doubt.WHOSE_HAND)
    return _by_the_clock(state, hyp, found)


def _one_off(hyp: Hypothesis) -> bool:
    """Whether one piece alone has left: somebody has taken it off, nothing was knocked over."""
    alone = hyp.mess is None or hyp.mess.points.bit_count() <= 1
    return alone and not hyp.stray and hyp.off.bit_count() == 1


def _fell_before(state: State, hyp: Hypothesis) -> bool:
    """Whether pieces fell as the last move was made, or before it was pressed."""
    made = hyp.node if hyp.node is state.belief.told else None
    if made is not None and any(
        d.point != NOWHERE and hyp.lying >> d.point & 1 for d in hyp.done_in(made)
    ):
        return True
    first_ns = min((deed.at_ns for deed in hyp.log), default=state.now_ns)
    return bool(state.game.ply) and first_ns < duty.reach(state).from_ns


def pressed_by(state: State, side: Side) -> bool:
    """Whether this side has pressed its clock since the board changed last.

    Then what stands is its own deed, whoever presses after it.
    """
    return state.duty.pressed_ns.get(side, -1) > state.sensing.rest_ns


def press_in(state: State, log: Log) -> HandDeed | None:
    """The press that came before this ply was made, where nothing has been said of it yet.

    A press that stopped no clock completes nothing.
    """
    press = next((deed for deed in log if deed.point == NOWHERE), None)
    if press is None or press.at_ns <= state.duty.named_ns:
        return None
    idle = state.clock is not None and press.at_ns in state.clock.idle_ns.values()
    return None if idle else press


def pressed_amid(state: State, before: Node, log: Log) -> Named | None:
    """The name of a press upon a move that was not finished; None where there was no such press.

    A piece that seems to be in the hand may have stood: its sensor told of it late.

    Args:
        before: the ply before.
        log: what was done in this one.
    """
    press = press_in(state, log)
    if press is None:
        return None
    later = [deed for deed in log if deed.placed is not None and deed.at_ns > press.at_ns]
    if later and later[-1].at_ns <= press.at_ns + costs().grace_ms * MS:
        return None
    world = worlds.replayed(before, (deed for deed in log if deed.at_ns <= press.at_ns))
    world.log = log
    found = unlawful(state, world, pressed=True)
    in_hand = [held for held in world.air if state.game.position.piece_at(held.origin)]
    unfelt = found is not None and found.kind == UNFINISHED and bool(in_hand)
    return replace(found, doubt=Doubt.UNFELT_MOVE) if found is not None and unfelt else found


def _handed_over(state: State, hyp: Hypothesis, found: Named) -> bool:
    """Whether the named player had pressed the clock before a stone was touched (Go).

    From then on either player's hand may have touched it.
    """
    if state.game.game.pieces_move or state.clock is None or found.side == state.game.to_move:
        return False
    pressed_ns = state.duty.pressed_ns.get(found.side, -1)
    first_ns = min((deed.at_ns for deed in hyp.log), default=state.now_ns)
    return state.game.landed_ns <= pressed_ns <= first_ns


def _all_felt(state: State) -> bool:
    """Whether it is beyond doubt that sensors felt every play (Go)."""
    told = state.belief.told

    def felt(hyp: Hypothesis) -> bool:
        return not any(node.hole for node in hyp.node.line_after(told) or ())

    return posterior.beyond_doubt(state, felt)


def or_taken_back(state: State, found: Named) -> Named:
    """The same deed, in doubt where the opponent may have taken back its own ply instead."""
    told = state.belief.told

    def back(hyp: Hypothesis) -> bool:
        line = hyp.node.line_after(told)
        return bool(line) and line is not None and line[0].kind is Kind.TAKEN_BACK

    if found.doubt is not None or found.side != state.game.to_move:
        return found
    other = sum(share for share, hyp in posterior.alive(state) if back(hyp))
    doubtful = other * 1000 > costs().whose_permille
    return replace(found, doubt=Doubt.WHOSE_HAND) if doubtful else found


def observed(state: State, found: Irregularity) -> Hypothesis:
    """The world that a published irregularity tells of."""
    index, seen = state.game.game.index, found.observed
    new = Hypothesis(Node.start(state.game.game, state.game.position), at_ns=state.duty.named_ns)
    gone = [*seen.removed, *([] if seen.origin is None else [seen.origin])]
    for name in gone:
        new.stand(index[name], Stand("", state.duty.named_ns, NOWHERE))
    if seen.origin is not None and seen.to is not None:
        origin = index[seen.origin]
        token = new.node.book.tokens[origin]
        new.stand(index[seen.to], Stand(token, state.duty.named_ns, origin))
    return new


def taken_back(state: State, plies: int) -> Named | None:
    """The name of plies taken back on the board; None where the last was no legal move."""
    last = state.game.last
    return None if last is None else name_taken_back(last, plies, state.game.rulebook)


def flaw(state: State, move: Move, log: Log, uncrowned: tuple[Point, ...]) -> Named | None:
    """What was irregular in how a legal move was made.

    Args:
        uncrowned: the king that it moved, where the sensor tells that it has no crown.
    """
    line, timings = state.game, state.settings.timings
    return line.game.flaw(
        Made(
            position=line.position,
            move=move,
            before=line.positions[-2] if line.ply else None,
            last=line.last,
            steps=steps_of(deed for deed in log if not _anothers(state, move, deed)),
            uncrowned=uncrowned,
            removal_pause_ms=timings.removal_pause_ms,
            release_ms=timings.release_ms,
            together_ms=timings.together_ms,
        ),
        line.rulebook,
    )


def went_on(log: Log, move: Move, made_ns: int) -> int | None:
    """When hands went on after a move had been made and had stood for so long that it was let go.

    None where that was not done: who hesitates has not let go, and a sensor has no hands.
    """
    hands = [deed for deed in log if deed.placed is not None]
    origin = -1 if move.origin is None else move.origin
    came = [d.at_ns for d in hands if d.placed and (d.point, d.origin) == (move.target, origin)]
    landed = any(at_ns <= made_ns for at_ns in came)
    later = [deed.at_ns for deed in hands if deed.at_ns > made_ns]
    if not landed or not later or min(later) - made_ns < costs().let_go_ms * MS:
        return None
    return min(later)


def _anothers(state: State, move: Move, deed: HandDeed) -> bool:
    """Whether a hand moved no piece of this move's player.

    It was a piece captured before, or a stone of the other side (Go).
    """
    if deed.origin >= 0:
        return state.game.position.piece_at(deed.origin) is None
    if state.game.game.pieces_move or not deed.token:
        return False
    return tone_of_letter(deed.token, state.game.game) is not tone_of(move.side)


def steps_of(log: Iterable[HandDeed]) -> tuple[HandStep, ...]:
    """What hands did, as steps for the laws; their times count from the first step."""
    found = [deed for deed in log if deed.placed is not None and not deed.touch]
    found.sort(key=lambda deed: deed.at_ns)
    first_ns = found[0].at_ns if found else 0
    return tuple(HandStep(d.point, bool(d.placed), (d.at_ns - first_ns) // MS) for d in found)


def uncleared(state: State, hyp: Hypothesis) -> Deed | None:
    """A capture that left captured pieces on the board, as a deed; None where there is none."""
    line, standing = state.game, hyp.left
    if not standing or hyp.busy or hyp.lying:
        return None
    plies = range(line.ply - 1, -1, -1)
    taken = (ply for ply in plies if line.positions[ply].occupied & standing == standing)
    ply = next(taken, None)
    capture = None if ply is None else line.moves[ply]
    if ply is None or capture is None:
        return None
    later = [move.target for move in line.moves[ply + 1 :] if move is not None]
    return Deed(
        position=line.positions[ply],
        came=tuple(p for p in (capture.target, *later[-1:]) if p is not None),
        gone=tuple(point for point in capture.captured if not standing >> point & 1),
        pressed=not later and hyp.node.pressed_ns is not None,
        replied=bool(later),
        timed=state.clock is not None,
    )


def deed_of(state: State, hyp: Hypothesis, *, pressed: bool) -> Deed:
    """How a world differs from the position, as a deed for the laws."""
    line, timings, position = state.game, state.settings.timings, state.game.position
    gone, came, exchanged = _differences(state, hyp)
    in_air = tuple(h.origin for h in hyp.air if h.origin >= 0 and h.origin in gone)
    move = begun(hyp)
    waiting = () if move is None else to_come(hyp, move)
    if move is not None or (pressed and _in_hand(hyp)):
        gone = came = exchanged = ()  # nothing is other than it should be, only not finished yet
    else:
        move = _bound(state)
    before = _before(state, 1)
    own = _before(state, 2)
    first_ns = min((deed.at_ns for deed in hyp.log), default=state.now_ns)
    return Deed(
        position=position,
        before=before[0],
        last=before[1],
        own_before=own[0],
        own_last=own[1],
        gone=gone,
        came=came,
        came_sides=_sides(state, hyp, came),
        exchanged=exchanged,
        steps=steps_of(hyp.log),
        under_way=move,
        in_air=in_air,
        waiting=waiting,
        pressed=pressed,
        at_work=bool(line.ply) and _at_work(state, first_ns),
        amid=bool(line.ply) and first_ns < line.made_ns,
        timed=state.clock is not None,
        together_ms=timings.together_ms,
        bump_ms=timings.bump_ms,
    )


def _before(state: State, plies: int) -> tuple[Position | None, Move | None]:
    line = state.game
    if line.ply < plies:
        return None, None
    return line.positions[-1 - plies], line.moves[-plies]


def _differences(
    state: State, hyp: Hypothesis
) -> tuple[tuple[Point, ...], tuple[Point, ...], tuple[Point, ...]]:
    """Points whose pieces are off them, where pieces came, and where another piece stands."""
    position = state.game.position
    if hyp.lying:  # nobody knows what stands where, only where something does
        known = ~state.sensing.unknown
        return points_of(hyp.off & known), points_of(hyp.stray & known), ()
    since = sorted(hyp.diff.items(), key=lambda item: (item[1].since_ns, item[0]))
    there = position.occupied
    return (
        tuple(point for point, stand in since if not stand.token and there >> point & 1),
        tuple(point for point, stand in since if stand.token and not there >> point & 1),
        tuple(point for point, stand in since if stand.token and there >> point & 1),
    )


def _in_hand(hyp: Hypothesis) -> bool:
    """Whether what is off belongs to a legal move whose piece is still in the hand."""
    book = hyp.node.book
    held = any(each.origin >= 0 and book.mine >> each.origin & 1 for each in hyp.air)
    return held and bool(book.live(hyp.play).count) and book.made(hyp.key) is None


def _bound(state: State) -> Move | None:
    """The castling to which a released king has bound its player (CH-6.3, FIDE-4.7)."""
    due = state.duty.due
    if due is None or not castling.binds(state, due):
        return None
    return state.game.position.by_text(due.alternatives[0])


def _sides(state: State, hyp: Hypothesis, came: tuple[Point, ...]) -> tuple[Side | None, ...]:
    """Whose the pieces at some points are, where sensors tell of sides; empty where they do not."""
    marks, tones = state.sensing.marks, {tone_of(side): side for side in state.game.game.sides}
    if not any(mark.tone in tones for mark in marks.values()):
        return ()
    if hyp.lying:
        return tuple(tones.get(marks[p].tone) if p in marks else None for p in came)
    return tuple(tones.get(tone_of_letter(hyp.at(p), state.game.game)) for p in came)


def _at_work(state: State, first_ns: int) -> bool:
    """Whether it began so soon after the last move that the last mover may have done it."""
    pause_ns = state.settings.timings.removal_pause_ms * MS
    return first_ns < duty.reach(state).from_ns or first_ns - state.game.made_ns < pause_ns


def _by_the_clock(state: State, hyp: Hypothesis, found: Named) -> Named:
    """The same deed, told of the last mover where only its own pieces were taken off by then.

    Until it has pressed its clock, its hand may still be on the board.
    """
    off = {*found.removed}
    if not off or {*found.points} != off or not _all_of_last_mover(state, off):
        return found
    mover, reach = state.game.game.other(state.game.to_move), duty.reach(state)
    early = _lifted_before(hyp, off, reach.from_ns)
    if found.kind == LIFTED:
        # A reply before the press lifts a piece of the player on move, or captures. This is none.
        doubt = found.doubt or Doubt.WHOSE_HAND
        return replace(found, side=mover, doubt=doubt) if early else found
    if found.law != state.game.rulebook.completion.displaced:
        return found
    if early:
        return replace(found, side=mover)
    # Where no clock tells, its own player has likely lifted the piece; but nobody knows.
    alone = len(off) == 1 and not reach.presses
    return replace(found, side=mover, doubt=Doubt.WHOSE_HAND) if alone else found


def _all_of_last_mover(state: State, off: set[Point]) -> bool:
    """Whether all these pieces belong to the side that has made the last move."""
    if not state.game.ply:
        return False
    pieces = [state.game.position.piece_at(point) for point in off]
    return all(piece is not None and piece.side != state.game.to_move for piece in pieces)


def _lifted_before(hyp: Hypothesis, off: set[Point], at_ns: int) -> bool:
    """Whether every lift of these pieces came before a time."""
    return all(deed.at_ns < at_ns for deed in hyp.log if not deed.placed and deed.point in off)


def read_back(state: State, found: Irregularity) -> Named:
    """A published irregularity as the rules name it."""
    index, seen = state.game.game.index, found.observed
    row = state.game.rulebook.irregularities.get(LawId(found.law))
    return Named(
        law=LawId(found.law),
        kind=found.kind,
        side=Side(found.side),
        points=tuple(index[name] for name in found.points),
        origin=None if seen.origin is None else index[seen.origin],
        target=None if seen.to is None else index[seen.to],
        removed=tuple(index[name] for name in seen.removed),
        penalty="" if row is None else row.penalty,
        word=Word.NONE if row is None else row.word,
    )
