"""Repetition by the Chinese association's rules of 2020 (XQ-4.1).

Checks, threats of mate and chases are forbidden where they fill a side's every ply of the cycle, alone
or mixed and whomever they attack (24.9 to 24.13). Checking without end never stands, whatever the
opponent does (25.1); two sides that do what is allowed draw (25.2); against an opponent who does what
is allowed the other must do otherwise (25.3). Where both do what is forbidden their offences are weighed
(26.9): that, and whatever cannot be proved (`rules.xiangqi.threats`), is the arbiter's.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.rulebook import Termination
from rules.xiangqi.cycles import Cycle
from rules.xiangqi.findings import Finding, name_of, side_of
from rules.xiangqi.threats import Nature, Threat, threat


def judge(cycle: Cycle) -> Finding:
    """The judgement of a cycle. Not sure where a proof is missing or offences must be weighed."""
    threats = {ply.number: threat(ply) for ply in cycle.plies}
    sides = {red: [threats[ply.number] for ply in cycle.side(red=red)] for red in (True, False)}
    reasons = [f"ply {ply.number} {ply.text} {threats[ply.number].words}" for ply in cycle.plies]
    checks = {red: _all(each, Nature.CHECK) for red, each in sides.items()}
    forbidden = {red: _forbidden(each) for red, each in sides.items()}
    offender: bool | None = None
    termination, sure = Termination.REPETITION, True
    if checks[True] != checks[False]:
        offender, termination = checks[True], Termination.PERPETUAL_CHECK
        whole = f"{name_of(red=offender)} alone checks on every ply, which never stands (25.1)."
    elif checks[True]:
        whole = "Both check on every ply: a draw (26.9.4)."
    elif None in forbidden.values():
        sure = False
        whole = "Whether every ply of one side is forbidden is not proved."
    elif forbidden[True] and forbidden[False]:
        sure = False
        whole = "Every ply of both sides is forbidden: the offences must be weighed (26.9)."
    elif not forbidden[True] and not forbidden[False]:
        whole = "Neither side does what is forbidden: a draw (25.2)."
    else:
        offender = bool(forbidden[True])
        chases = _all(sides[offender], Nature.CHASE)
        termination = Termination.PERPETUAL_CHASE if chases else Termination.PERPETUAL_THREAT
        whole = (
            f"Every ply of {name_of(red=offender)} is forbidden and"
            f" {name_of(red=not offender)} does what is allowed (25.3)."
        )
    return Finding(
        termination=termination,
        offender=None if offender is None else side_of(red=offender),
        sure=sure,
        reasons=(*reasons, whole),
    )


def _all(threats: Sequence[Threat], nature: Nature) -> bool:
    return all(one.nature is nature for one in threats)


def _forbidden(threats: Sequence[Threat]) -> bool | None:
    """Whether every ply is forbidden; None where that is not proved."""
    natures = {one.nature for one in threats}
    if Nature.ALLOWED in natures:
        return False
    return None if Nature.UNPROVED in natures else True
