"""Names, ratings, titles and other headers of a game under way are mended.

The game is published anew under its id (`GameStarted.amended_by`): whoever reads it has the newest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import ending
from controller.core.table.commands.common import ARBITER, EVER, OPERATOR, Obeying, Row, Rows

TEXT_MAX = 200
"""Characters of a name or a header."""
HEADERS_MAX = 60
"""Headers of a game; records have some twenty."""


def amended(old: Mapping[str, str | None], given: object) -> dict[str, str | None] | None:
    """Texts by name with those that are given instead; None where what is given is none.

    What is given as null, or empty, is left out.
    """
    if not isinstance(given, dict) or not all(_is_text(key, given[key]) for key in given):
        return None
    return {key: value for key, value in {**old, **given}.items() if value}


def _is_text(key: object, value: Any) -> bool:  # noqa: ANN401 - as it came from outside
    named = isinstance(key, str) and 0 < len(key) <= TEXT_MAX
    return named and (value is None or (isinstance(value, str) and len(value) <= TEXT_MAX))


def _amend(state: State, command: Command) -> Obeying:
    settings, sides = state.settings, state.game.game.sides
    players = amended(settings.players, command.args.get("players", {}))
    headers = amended(settings.headers, command.args.get("headers", {}))
    known = " and ".join(sides)
    if players is None or any(side not in sides for side in players):
        return Refusal(reason=f'"players" is an object of names by side ({known})')
    if headers is None or len(headers) > HEADERS_MAX:
        return Refusal(reason='"headers" is an object of texts, such as "WhiteElo": "2400"')
    before = {side: name for side, name in settings.players.items() if name}
    if (players, headers) == (before, settings.headers):
        return Refusal(reason="the names and headers are so already")
    found = {name: text for name, text in headers.items() if text is not None}
    yield ending.amended(state, players, found, command.role)
    return None


ROWS: Rows = {
    "amend": Row(obey=_amend, roles=frozenset({ARBITER, OPERATOR}), stages=EVER - {Stage.SETUP}),
}
