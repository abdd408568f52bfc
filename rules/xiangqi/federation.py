"""Repetition by the world federation's rules, World Xiangqi Rules 2018 (XQ-4.1).

Who gives check on every ply loses, unless both do. Else who chases one man on every ply loses, unless
both do. All else is a draw: checks and chases in turn, chases of several men in turn, threats of mate,
offers, exchanges and idle plies are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules.rulebook import Termination
from rules.xiangqi.chase import Chased, chased
from rules.xiangqi.cycles import Cycle, Ply
from rules.xiangqi.findings import Finding, man_name, name_of, side_of
from rules.xiangqi.moves import NAMES


class Offence(IntEnum):
    """What one side does through a whole cycle, the graver the greater."""

    NOTHING = 0
    UNCOVERING = 1
    """It chases one man, at times only by taking its protector away."""
    CHASE = 2
    """It chases one man, each time by a new attack."""
    CHECK = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """One side's plies in one reading of the rules.

    Attributes:
        forcing: every ply checks or chases somebody.
    """

    offence: Offence
    forcing: bool
    chased: tuple[tuple[Chased, ...], ...]


def judge(cycle: Cycle) -> Finding:
    """The judgement of a cycle. Not sure where the two readings of chases differ."""
    wide, narrow = (
        {red: _read(cycle, red=red, wide=reading) for red in (True, False)}
        for reading in (True, False)
    )
    offender, sure = _offender(wide)
    if sure:
        sure = _offender(narrow) == (offender, True)
    reasons = tuple(_sentence(cycle, ply, wide) for ply in cycle.plies)
    if not sure:
        whole = "The rules can be read so that this cycle is forbidden, and so that it is not."
        return Finding(
            termination=Termination.REPETITION, offender=None, sure=False, reasons=(*reasons, whole)
        )
    if offender is None:
        kinds = {wide[True].offence, wide[False].offence}
        whole = "Neither side does what is forbidden." if not any(kinds) else "Both do the same."
        return Finding(
            termination=Termination.REPETITION, offender=None, sure=True, reasons=(*reasons, whole)
        )
    checks = wide[offender].offence is Offence.CHECK
    whole = (
        f"{name_of(red=offender)} {'checks' if checks else 'chases one man'} on every ply"
        f" and {name_of(red=not offender)} does not."
    )
    return Finding(
        termination=Termination.PERPETUAL_CHECK if checks else Termination.PERPETUAL_CHASE,
        offender=side_of(red=offender),
        sure=True,
        reasons=(*reasons, whole),
    )


def _offender(sides: dict[bool, _Reading]) -> tuple[bool | None, bool]:
    """Which side (True for Red) must do otherwise, if any, and whether that is sure."""
    red, black = sides[True].offence, sides[False].offence
    if red == black:
        return None, True
    graver = red > black
    # One side only uncovers a man, the other chases several in turn: the diagrams have a draw here
    # (74), although the letter of the rules blames the first.
    sure = not (sides[graver].offence is Offence.UNCOVERING and sides[not graver].forcing)
    return graver, sure


def _read(cycle: Cycle, *, red: bool, wide: bool) -> _Reading:
    plies = cycle.side(red=red)
    all_chased = tuple(chased(cycle, ply, wide=wide) for ply in plies)
    forcing = all(ply.checks or men for ply, men in zip(plies, all_chased, strict=True))
    offence = Offence.NOTHING
    if all(ply.checks for ply in plies):
        offence = Offence.CHECK
    elif set.intersection(*({one.man for one in men if one.anew} for men in all_chased)):
        offence = Offence.CHASE
    elif set.intersection(*({one.man for one in men} for men in all_chased)):
        offence = Offence.UNCOVERING
    return _Reading(offence=offence, forcing=forcing, chased=all_chased)


def _sentence(cycle: Cycle, ply: Ply, sides: dict[bool, _Reading]) -> str:
    """What a ply does, for the arbiter."""
    name = f"ply {ply.number} {ply.text}"
    if ply.checks:
        return f"{name} gives check"
    men = sides[ply.red].chased[cycle.side(red=ply.red).index(ply)]
    if not men:
        return f"{name} chases nobody"
    return f"{name} " + " and ".join(_chase_words(ply, one) for one in men)


def _chase_words(ply: Ply, one: Chased) -> str:
    what = f"the {man_name(ply.after[one.point])} on {NAMES[one.point]}"
    by = f"with the {man_name(ply.after[one.attacker])} on {NAMES[one.attacker]}"
    return (
        f"chases {what} {by}" if one.anew else f"leaves {what} without a protector {by} before it"
    )
