"""Cuts a failing evening down to a short one that fails in the same way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from controller.shell.evening.outcome import Outcome
from controller.shell.evening.playing import play
from drivers.sim.hands import Act
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from controller.shell.evening.plan import Plan

RUNS_MAX = 150
"""Evenings played for one shrinking; more would take longer than reading what is left."""
FALSE = "irregular"
"""The symptom of an evening on which lawful play was called irregular, and nothing worse."""


def symptom(outcome: Outcome) -> str | None:
    """What an evening suffers from; None for a good one."""
    if outcome.failing is not None:
        return outcome.failing.value
    return FALSE if outcome.false_irregularities else None


class Atom(NamedTuple):
    """Something that can be left out: a trouble, a mess, or slips of a turn (`acts` says which)."""

    trouble: int = -1
    turn: int = -1
    acts: tuple[int, ...] = ()


@dataclass(slots=True)
class _Budget:
    """Plays evenings as long as there are runs left."""

    wanted: str
    player: Callable[[Plan], Outcome]
    left: int = RUNS_MAX

    def shows(self, plan: Plan) -> Outcome | None:
        """The outcome, if the evening shows the symptom."""
        if self.left <= 0:
            return None
        self.left -= 1
        outcome = self.player(plan)
        return outcome if symptom(outcome) == self.wanted else None


def shrink(plan: Plan, outcome: Outcome, player: Callable[[Plan], Outcome] = play) -> Plan:
    """A plan as short as can be found that shows the same symptom.

    Args:
        plan: shows a symptom.
        outcome: of the plan.
        player: plays an evening.
    """
    wanted = symptom(outcome)
    assert wanted is not None, "this evening is a good one"
    budget = _Budget(wanted, player)
    before = -1
    while before != _size(plan):
        before = _size(plan)
        plan, outcome = _without_end(plan, outcome, budget)
        plan = _without_beginning(plan, budget)
        plan = _without_atoms(plan, budget)
        outcome = budget.shows(plan) or outcome
    return plan


def _size(plan: Plan) -> int:
    return len(plan.turns) + len(plan.troubles) + sum(len(turn.acts) for turn in plan.turns)


def _without_end(plan: Plan, outcome: Outcome, budget: _Budget) -> tuple[Plan, Outcome]:
    """Only the turns up to the failure, and a few more where those are needed."""
    for more in (1, 2, 3, 5, 9):
        length = outcome.turn + more
        if length >= len(plan.turns):
            break
        shorter = replace(plan, turns=plan.turns[:length])
        found = budget.shows(shorter)
        if found is not None:
            return shorter, found
    return plan, outcome


def _without_beginning(plan: Plan, budget: _Budget) -> Plan:
    """Begins from the position as late as possible."""
    for kept in _growing(len(plan.turns)):
        shorter = from_turn(plan, len(plan.turns) - kept)
        if shorter is not None and budget.shows(shorter):
            return shorter
    return plan


def _growing(most: int) -> Iterator[int]:
    kept = 1
    while kept < most:
        yield kept
        kept += 1 + kept // 2


def from_turn(plan: Plan, number: int) -> Plan | None:
    """The evening from a turn on, from the position that stands then; None where no game may begin so."""
    try:
        position = plan.game.start(plan.start)
        for turn in plan.turns[:number]:
            move = position.by_text(turn.move) if turn.move else None
            if move is not None:
                position = position.play(move)
        if plan.game.start(position.text).moves() != position.moves():
            return None
    except RulesError:
        return None
    return replace(plan, start=position.text, turns=plan.turns[number:])


def _without_atoms(plan: Plan, budget: _Budget) -> Plan:
    """Delta debugging: leaves out all that can be left out, larger parts first."""
    atoms = list(_atoms(plan))
    part = len(atoms)
    while part and budget.left > 0:
        start = 0
        while start < len(atoms):
            kept = atoms[:start] + atoms[start + part :]
            if budget.shows(_only(plan, kept)):
                atoms = kept
            else:
                start += part
        part //= 2
    return _only(plan, atoms)


def _atoms(plan: Plan) -> Iterator[Atom]:
    for number in range(len(plan.troubles)):
        yield Atom(trouble=number)
    for number, turn in enumerate(plan.turns):
        if not turn.move:
            yield Atom(turn=number)
            continue
        slips = [n for n, entry in enumerate(turn.acts) if entry.slip]
        while slips:
            first = slips.pop(0)
            if turn.acts[first].act.act is Act.BUMP:
                yield Atom(turn=number, acts=(first,))
            else:  # set down and lifted again
                yield Atom(turn=number, acts=(first, slips.pop(0)))


def _only(plan: Plan, kept: Sequence[Atom]) -> Plan:
    """The plan with these atoms and no others."""
    left_out = set(_atoms(plan)) - set(kept)
    troubles = tuple(t for n, t in enumerate(plan.troubles) if Atom(trouble=n) not in left_out)
    turns = []
    for number, turn in enumerate(plan.turns):
        if Atom(turn=number) in left_out:
            continue
        gone = {n for atom in left_out if atom.turn == number for n in atom.acts}
        acts = tuple(entry for n, entry in enumerate(turn.acts) if n not in gone)
        turns.append(replace(turn, acts=acts))
    return replace(plan, turns=tuple(turns), troubles=troubles)
