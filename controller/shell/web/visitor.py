"""What a visitor's page needs once: his roles, what the rulebook lets the arbiter give, the game's events so far.

What changes with every move is in the state (`events`), which is the same for all visitors.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from controller.core.observing import kept_back
from controller.core.stages import Stage
from controller.core.table.commands import COMMANDS
from controller.core.table.commands.common import ARBITER, OPERATOR, PLAYER
from controller.shell.roles import STARTERS, roles
from controller.shell.web.entries import shown
from rules.arbiter_law import VoidCause, sanctions
from rules.clock_law import clock_law
from rules.go import handicap_points
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from controller.core.messages import Json
    from controller.core.view import View
    from controller.shell.desk import Desk, Entry
    from rules.game import Game
    from rules.rulebook import Rulebook

TOLD = frozenset({"claim", "ruling", "penalty", "irregularity", "correction", "result"})
"""Types of the messages that the page tells in words; besides, what people have done to the clock."""
HANDICAP_MOST = 9
TOLD_MAX = 60
"""Events of one game that a page that is opened late is told: more than anybody reads back."""


def allowed(stage: str) -> Json:
    """The commands that may be given at a stage, by kind of role; each is then judged by the laws."""
    now = Stage(stage)
    return {
        role: [name for name, row in COMMANDS.items() if now in row.stages_of(role)]
        for role in (PLAYER, ARBITER, OPERATOR)
    }


def visitor(desk: Desk, holds: Callable[[str], bool]) -> Json:
    """The answer of `/api/desk`.

    Args:
        holds: whether the visitor may act for a role.
    """
    view = desk.view()
    game = game_by_name(view.game, view.game_options)
    return {
        "roles": [role for role in roles(game) if holds(role)],
        **rulings(game, view.rulebook),
        "rulebooks": list(game.rulebooks),
        "times": {name: _times(book) for name, book in game.rulebooks.items()},
        **_for_starters(desk, game, starts=any(map(holds, STARTERS))),
        "told": _told(desk, view, arbiter=holds(ARBITER)),
    }


def _for_starters(desk: Desk, game: Game, *, starts: bool) -> Json:
    """For the form that starts a game: names are shown to nobody else."""
    if not starts:
        return {"names": [], "paired": {}, "handicaps": {}}
    found = desk.acquaintances()
    return {
        "names": list(found.names),
        "paired": dict(found.paired),
        "handicaps": _handicaps(game.options),
    }


def _handicaps(options: Mapping[str, object]) -> Json:
    """Where so many handicap stones stand on this board of Go; of other games nothing."""
    size, found = options.get("size"), {}
    for stones in range(2, HANDICAP_MOST + 1):
        with contextlib.suppress(RulesError):
            found[str(stones)] = list(handicap_points(int(str(size)), stones)) if size else None
    return {stones: points for stones, points in found.items() if points}


def _times(rulebook: Rulebook) -> list[Json]:
    """The time controls that a rulebook names, for the form that starts a game."""
    return [
        {"name": each.name, "law": each.law, "text": each.text}
        for each in clock_law(rulebook).presets
    ]


def rulings(game: Game, rulebook: str) -> Json:
    """What an arbiter may give in a game: results, penalties, causes of a void game.

    Raises:
        KeyError: the game has no such rulebook.
    """
    penalties = sanctions(game.rulebooks[rulebook]).values()
    first, second = game.sides
    winners = {Outcome.FIRST_WINS: first, Outcome.SECOND_WINS: second, Outcome.DRAW: None}
    return {
        "results": [
            {"result": game.result_text(outcome), "winner": winner}
            for outcome, winner in winners.items()
        ],
        "both_lose": game.result_text(Outcome.BOTH_LOSE),
        "penalties": [
            {
                "kind": each.kind,
                "law": each.law,
                "effect": each.effect.value,
                "english": each.english,
                "chinese": each.chinese,
            }
            for each in penalties
        ],
        "irregularities": {
            each.kind: {"english": each.english, "chinese": each.chinese}
            for each in game.rulebooks[rulebook].irregularities.values()
        },
        "causes": [cause.value for cause in VoidCause],
        "clock": _clock(game.rulebooks[rulebook]),
    }


def _clock(rulebook: Rulebook) -> Json:
    """What the arbiter may do to the times by a rulebook, and by which law."""
    law = clock_law(rulebook)
    found = {
        "shared": law.shared,
        "equally": law.equally,
        "off": law.off,
        "countdown": law.countdown,
    }
    return {name: law for name, law in found.items() if law is not None}


def _told(desk: Desk, view: View, *, arbiter: bool) -> list[Json]:
    """The newest events of the game that people are told of."""
    if desk.game_id is None:
        return []
    hidden: frozenset[str] = frozenset() if arbiter else kept_back(view)
    told = [e for e in desk.game_entries(desk.game_id) if e.type not in hidden and _is_told(e)]
    counts = arbiter or view.unsaid is None
    return [shown(entry, counts=counts) for entry in told[-TOLD_MAX:]]


def _is_told(entry: Entry) -> bool:
    by_people = bool(entry.body.get("why")) and bool(entry.body.get("by"))
    return entry.type in TOLD or (entry.type == "clock" and by_people)
