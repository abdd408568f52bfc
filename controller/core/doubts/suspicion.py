"""Second thoughts about what was found: a sensor may be wrong that nobody suspects yet.

What a sensor fails to show may be a whole move. Where all that was seen fits a legal move of which one
point alone kept silent, the board asks instead of calling it irregular; it never guesses.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from controller.core.doubts import as_it_stands, excuses, in_a_gap, plays, pressing, too_soon
from controller.core.doubts import taken_in_vain as in_vain
from controller.core.doubts.beside import (
    both_unfelt,
    castled_unfelt,
    felt_at_both,
    felt_long_after,
    felt_too_early,
    hidden_before,
    landed_in_reply,
    not_put_back,
    played_between,
    put_back_beside,
    read_late,
    replied_before,
    set_aside,
    silent_reply,
    slid_off,
    stood_and_left,
)
from controller.core.doubts.in_a_gap import empty_since
from controller.core.doubts.instead import (
    captured_since,
    cheaper,
    felt_with,
    held_too,
    landed_elsewhere,
    lifted_early,
    taken_before,
    taken_instead,
    taken_where_he_stood,
)
from controller.core.doubts.made_up_before import made_up_before
from controller.core.doubts.moved_on import captured_first
from controller.core.doubts.past_silent import gone_on_past, taken_as_put_back
from controller.core.doubts.pushed import pushed_and_taken_off
from controller.core.doubts.unexplained import (
    STRANGER,
    after_a_mess,
    after_another,
    before_it_landed,
    came_back,
    came_meanwhile,
    come_from_silent,
    done_before,
    made_up_at,
    may_be_nothing,
    out_of_thin_air,
)
from controller.core.doubts.unfelt import (
    captured_unfelt,
    landed_unread,
    left_on,
    lost_just_then,
    lost_meanwhile,
    may_be_first,
    or_landed_unread,
    stood_before,
    taken_in_reply,
    taken_unfelt,
)
from controller.core.inference import in_hand, replies, resting
from controller.core.inference.completing import complete
from controller.core.inference.decisions import (
    DOUBT,
    Ask,
    Complete,
    Faulty,
    Irregular,
    firsts,
    likely,
    oddness,
)
from controller.core.inference.knocked import lie, lies_beside
from controller.core.inference.prices import BAD_MAX, EXCHANGE_MS, ODD, UNSEEN, UNSEEN_BLIND
from controller.core.inference.stones import ghost, hardly_felt
from controller.core.inference.supposing import (
    MESS_EDGES_MAX,
    SILENT_MAX,
    STRANGE,
    felt_besides,
    hidden_steps,
    hidden_wholly,
    is_seen,
    may_be_capturing,
    moves_if_wrong,
    nothing_if_wrong,
    replied_instead,
    replied_past_silent,
    silent_points,
)
from controller.core.inference.turned_over import only_lifted
from controller.core.inference.upset import gone_along
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.tracking.branch import Branch
    from rules.terms import PointSet


_LOOKS: Sequence[Callable[[Branch, Complete, int], list[Complete]]] = (
    felt_at_both, held_too, put_back_beside, taken_before, taken_instead, not_put_back, cheaper, captured_unfelt,
    landed_in_reply, hidden_before, replied_before, read_late, castled_unfelt, set_aside,
    stood_and_left, felt_long_after, captured_since, felt_too_early, taken_where_he_stood, pushed_and_taken_off,
)  # fmt: skip
"""What else an ordinary move may have been, in the order in which it is looked for."""
_FIRST_LOOKS = (
    may_be_first, landed_unread, stood_before, taken_in_reply, lifted_early, lost_meanwhile, silent_reply, plays.just_before_two,
    both_unfelt, plays.at_the_last_captured, plays.taken_and_back, plays.taken_by_this, taken_as_put_back,
)  # fmt: skip
"""What else any move may have been, however it was found."""
_ANOTHER = (after_another, came_back, came_meanwhile, done_before, before_it_landed)
"""Whether what was seen besides a move was done before it."""


def second_thoughts(
    branch: Branch, found: Decision | None, now_ns: int, *, again: bool = False
) -> Decision | None:
    """What is to be made of a decision, seen that one sensor may keep silent or say what is not.

    A move that is ordinary in all that was seen stands. Where something is odd, or is not seen, or no law
    allows it, other moves that would explain everything are in question.

    Args:
        again: men have been set right, and just the same is irregular once more. Then also the rest of a move that
            seems to be under way may have been done, and many men may have moved behind one silent sensor.
    """
    if isinstance(found, Irregular):
        found = plays.with_forbidden_play(branch, found)
    with branch.judge.blind_at(branch.doubted):
        made = captured_first(branch, found) or _weighed(branch, found, now_ns, again=again)
        return as_it_stands.with_what_stands(branch, made, now_ns)


def _weighed(
    branch: Branch, found: Decision | None, now_ns: int, *, again: bool
) -> Decision | None:
    match found:
        case None:
            return left_on(branch, now_ns) or _of_haste(branch, now_ns)
        case Complete() | Irregular() if too_soon.cannot_be_told(branch, found, now_ns):
            return in_a_gap.out_of_sight(branch, found, now_ns)
        case Complete() | Irregular() if made := (
            made_up_before(branch, found, now_ns)
            or excuses.told(branch, found, now_ns, again=again)
        ):
            return made
        case Complete(unexplained=True) if found.by != "pressed":  # else he has said it is his
            return _of_unexplained(branch, found, now_ns)
        case Complete() if not pressing.moved_twice(branch, found, now_ns):
            return _of_move(branch, found, now_ns)
        case Ask():
            found = plays.or_unread(branch, or_landed_unread(branch, found, now_ns), now_ns)
            return _of_question(branch, found, now_ns)
        case Irregular():
            look = excuses.of_pressed if found.pressed else partial(_of_irregularity, again=again)
            return look(branch, found, now_ns)
        case _:
            return found


def _of_haste(branch: Branch, now_ns: int) -> Ask | None:
    """The question about play that goes on without a pause past one silent point."""
    found = gone_on_past(branch, now_ns)
    made = None if found is None else _of_irregularity(branch, found, now_ns, again=False)
    return made if isinstance(made, Ask) else None


def _of_irregularity(
    branch: Branch, found: Irregular, now_ns: int, *, again: bool
) -> Decision | None:
    if wrong := ghost(branch):
        return Faulty(wrong=wrong)
    if (
        ask := in_hand.or_another_hand(branch, found)
        or excuses.of_colours(branch, now_ns)
        or excuses.of_lost(branch, now_ns)
        or excuses.of_plays(branch, (), now_ns)
    ):
        return ask
    mess = branch.upset and (len(branch.edges) > MESS_EDGES_MAX or not branch.judge.game.men_move)
    named = found.bound or mess or lie(branch, found.reading) or in_vain.replied_to(branch, found)
    if named and not again:
        ask = excuses.of_another_man(branch, found, now_ns)
        return ask or taken_unfelt(branch, found.reading.pending, now_ns) or found
    moves = moves_if_wrong(branch, now_ns, ODD if again else STRANGE)
    moves = {**replied_past_silent(branch, now_ns), **moves}
    beside = {} if moves or again else as_it_stands.beside_a_jolt(branch, now_ns)
    moves = moves or beside
    nothing = nothing_if_wrong(branch, now_ns)
    if moves:
        moves |= landed_elsewhere(branch, moves.values(), now_ns)
        sure = not (again or beside or replied_instead(branch, moves))
        made = _ask(branch, moves, nothing, now_ns, sure=sure)
        if isinstance(made, Ask):  # then also what is a little stranger is asked about
            stranger = moves_if_wrong(branch, now_ns, STRANGER)
            known = {each.ply.move.text for each in made.moves}
            others = [each for text, each in stranger.items() if text not in known]
            others += in_hand.castling_begun(branch, known)
            nothing = nothing or nothing_if_wrong(branch, now_ns, at_work=True)
            made = replace(made, moves=(*made.moves, *others), wrong=nothing)
        rested_ms = (now_ns - branch.edges[-1].at_ns) / MS
        waits = isinstance(made, Complete) and rested_ms < branch.judge.timings.irregular_ms
        if isinstance(made, Complete):
            waits = waits or lies_beside(branch, made, now_ns) != 0
            made = excuses.of_lying(branch, made) or made
        return None if waits else made  # hands that are still at work may do what explains it
    nothing &= ~branch.judge.lying
    if nothing and may_be_capturing(branch, nothing, now_ns):
        return None
    if nothing:
        # The reply to it may have come from a silent point.
        unseen = tuple(hidden_wholly(branch)) or come_from_silent(branch, nothing, now_ns)
        return Ask(moves=unseen, reason=DOUBT, wrong=nothing) if unseen else Faulty(wrong=nothing)
    if found.mild:
        return left_on(branch, now_ns) or played_between(branch, now_ns)
    ask = None
    if len(branch.edges) <= MESS_EDGES_MAX:  # of a longer mess any two sensors would make something
        ask = excuses.of_two(branch, now_ns) or excuses.of_lost_in_vain(branch, now_ns)
    return ask or only_lifted(branch, found, now_ns)


def _of_unexplained(branch: Branch, found: Complete, now_ns: int) -> Decision | None:
    """What is to be made of a move beside which something is left; it may be a point that has closed by itself."""
    ask = excuses.of_plays(branch, (found,), now_ns) or excuses.of_lying(branch, found)
    ask = ask or excuses.of_unread(branch, found, now_ns)
    if ask := ask or plays.or_the_second(branch, found, now_ns):
        return ask
    best, move = branch.readings(now_ns)[0], found.ply.move
    nothing = nothing_if_wrong(branch, now_ns, at_work=True) & move.footprint.fills
    if nothing and move.origin in best.came:  # he was jolted, and stands where he stood
        return Ask(moves=(found,), reason=DOUBT, wrong=nothing)
    ghosts = point_set(best.came) & best.unexplained & made_up_at(branch)
    if not ghosts or not branch.judge.game.men_move:
        return _of_move(branch, found, now_ns)
    other = branch.supposing(ghosts)
    decision = other.decide(now_ns)
    if decision is None and now_ns - branch.edges[-1].at_ns < branch.judge.timings.ask_ms * MS:
        return None
    if isinstance(decision, Complete) and decision.ply.move == found.ply.move:
        decision = second_thoughts(other, decision, now_ns)
    if not isinstance(decision, Ask):
        return _of_move(branch, found, now_ns)
    moves = tuple(replace(made, wrong=made.wrong | ghosts) for made in decision.moves)
    return replace(decision, moves=moves, people=True)


def _of_move(branch: Branch, found: Complete, now_ns: int) -> Decision | None:
    hardly = found.ply.move.footprint.places if hardly_felt(branch, found) else 0
    others = [] if hardly else felt_with(branch, found, now_ns) or plays.lost_before(branch, found)
    for look in _FIRST_LOOKS:
        others = others or look(branch, found, now_ns)
    if (made_up := plays.if_made_up(branch, found, now_ns)) is not None:
        hardly, others = found.ply.move.footprint.places, [*made_up, *others]
    moved, undone = branch.judge.game.men_move, resting.taken_back_before(branch)
    odd = in_vain.doubtful(branch, found)
    odd = odd if moved else bool(lost_just_then(branch, found, now_ns)) or undone
    if hardly or others or odd:
        return Ask(moves=(found, *others), reason=DOUBT, wrong=hardly, people=odd and not others)
    if not (found.odd or found.unexplained or found.unseen):
        others = next(filter(None, (look(branch, found, now_ns) for look in _LOOKS)), [])
        plain = plays.past_lost(branch, found)
        return Ask(moves=(found, *others), reason=DOUBT) if others else plain
    text, pressed = found.ply.move.text, found.by == "pressed"
    nothing = not pressed and may_be_nothing(branch, found, now_ns)
    waits = now_ns - branch.edges[-1].at_ns < branch.judge.timings.ask_ms * MS
    if nothing and waits and not (found.odd or found.unexplained):
        return None
    # That a point could not be read just then is reason enough why nothing was seen there, on a board of sound sensors;
    # not in a short moment that men were exchanged.
    exchanged = points_of(found.ply.move.footprint.exchanges)
    hidden = point_set(p for p in exchanged if branch.judge.silence.of(p) < EXCHANGE_MS)
    unread = branch.blinded & ~(hidden | empty_since(branch, found, now_ns))
    failing = found.ply.unseen and branch.judge.blind
    readable = found.odd or found.unexplained or failing or found.unseen & ~unread
    strange = STRANGE + _strange_anyhow(branch, found, now_ns)
    moves = moves_if_wrong(branch, now_ns, strange, pressed=pressed) if readable else {}
    if found.odd:
        return _of_odd(branch, found, moves, now_ns)
    if nothing:
        moves.pop(text, None)
        return _ask(branch, {text: found, **moves}, nothing_if_wrong(branch, now_ns), now_ns)
    if found.unseen and not found.unexplained:
        moves |= excuses.rivals(branch, found, now_ns)
    same = moves.pop(text, None)
    ghosts = out_of_thin_air(branch, found, now_ns)
    # So many points may have kept silent that not all the moves are known that may have been made.
    silent = silent_points(branch, branch.edges) if found.unseen & ~branch.blinded else 0
    another = any(seen(branch, found, now_ns) for seen in _ANOTHER)
    if silent.bit_count() > SILENT_MAX or ghosts or another or after_a_mess(branch, found):
        wrong = ghosts  # but which of several it is, what follows may tell
        for reading in likely(branch.readings(now_ns)):
            wrong &= point_set(reading.came)
        found = felt_besides(replace(found, wrong=found.wrong | wrong), same)
        return Ask(moves=(found, *moves.values()), reason=DOUBT, people=bool(ghosts) or another)
    return _ask(branch, {text: felt_besides(found, same), **moves}, 0, now_ns) if moves else found


def _of_odd(
    branch: Branch, found: Complete, moves: Mapping[str, Complete], now_ns: int
) -> Decision | None:
    """What is to be made of a move beside which something is odd, but for these moves past one wrong sensor."""
    if not moves:
        return excuses.of_odd(branch, found, now_ns)
    before = excuses.of_gone_before(branch, found, moves)
    if before is None and in_vain.stood_for_another(branch, moves.get(found.ply.move.text, found)):
        before = replace(found, odd=False)
    gone = gone_along(branch)
    along = any(each.wrong and not each.wrong & ~gone for each in moves.values())
    sure = not (along or replied_instead(branch, moves))
    if found.by == "pressed" and not found.unseen:  # somebody takes this for made, too
        moves = {found.ply.move.text: found, **moves}
    return pressing.upon(found, before or _ask(branch, moves, 0, now_ns, sure=sure))


def _strange_anyhow(branch: Branch, found: Complete, now_ns: int) -> float:
    """What is strange besides a move, as a price, and speaks for no other one: not that a step of it was not seen."""
    best = branch.readings(now_ns)[0]
    if found.unexplained or found.odd or best.first != found.ply.move:
        return 0.0
    hidden = hidden_steps(branch, best, branch.judge.blind)
    unseen = UNSEEN if found.ply.unseen and not hidden else 0.0
    return max(0.0, oddness(best, UNSEEN_BLIND * hidden) - unseen)


def _of_question(branch: Branch, found: Ask, now_ns: int) -> Ask:
    """A question about moves past sensors that tell nothing: one sensor more may have kept silent about another."""
    if len(found.moves) == 1 and in_vain.jolted_or_captured_elsewhere(branch, found.moves[0]):
        known = {made.ply.move.text: made for made in found.moves}
        moves = {**moves_if_wrong(branch, now_ns), **known}
        return replace(found, moves=tuple(moves.values()), people=True)
    blind = branch.judge.blind
    hidden = any(made.unseen & blind or made.ply.unseen for made in found.moves)
    odd = all(made.odd or replies.hardly_stood(branch, made.ply) for made in found.moves)
    if len(found.moves) < 2 or not (hidden or odd):
        return found
    moves = {made.ply.move.text: made for made in found.moves}
    pressed = all(made.by == "pressed" for made in found.moves)
    strange = STRANGE + max(_strange_anyhow(branch, made, now_ns) for made in found.moves)
    for text, made in moves_if_wrong(branch, now_ns, strange, pressed=pressed).items():
        moves.setdefault(text, made)
    if len(moves) > len(found.moves):
        return Ask(moves=tuple(moves.values()), reason=DOUBT)
    # Captures that nobody saw, and nobody has replied to, beside a bad sensor: another point may have felt no landing.
    if blind and all(made.ply.unseen for made in found.moves):
        return replace(found, reason=DOUBT, people=True)
    return found


def _ask(
    branch: Branch,
    moves: Mapping[str, Complete],
    nothing: PointSet,
    now_ns: int,
    *,
    sure: bool = True,
) -> Ask | Complete:
    """The question which move was made; the move itself if it is the only one and all of it was seen.

    Where several sensors have failed already, or just this was strange before, one more explains too much. Another move
    that is as likely with nothing wrong is added.
    """
    made = next(iter(moves.values()))
    few = branch.judge.blind.bit_count() < BAD_MAX and sure and not slid_off(branch, made)
    few = few and not in_vain.beside_an_exchange(branch, made)
    near = firsts(r for r in likely(branch.readings(now_ns)) if not r.irregular)
    known = {*branch.asked, *moves}
    moves = {**moves, **{m.text: Complete(ply=p) for m, p in near.items() if m.text not in known}}
    if few and len(moves) == 1 and is_seen(made) and not nothing:
        other = branch.supposing(made.wrong, rested=made.rested)
        return replace(complete(other, made.ply, "settled"), wrong=made.wrong, rested=made.rested)
    return Ask(moves=tuple(moves.values()), reason=DOUBT, wrong=nothing, people=not few)
