"""A move as people write it down: in points ("e2e4") or in a notation of the game ("Nf3", "炮二平五")."""

from __future__ import annotations

import re

from rules.game import Game
from rules.position import Move, Position
from rules.terms import RulesError, shortened

TEXT_MAX = 60
"""Characters; the longest capture that draughts allow, square by square, has fewer."""
_REMARKS = re.compile(r"[+#!?\s]+$")


class AmbiguousMoveError(RulesError):
    """What is written fits more than one legal move."""


def entered_move(game: Game, position: Position, text: str) -> Move:
    """The one legal move that is written.

    Args:
        text: in points, or in any notation of the game; signs for check and comment are optional.

    Raises:
        AmbiguousMoveError: it fits several legal moves.
        RulesError: it fits none.
    """
    exact = position.by_text(text.strip())
    if exact is not None:
        return exact
    wanted = _plain(text[:TEXT_MAX])
    found = [move for move in position.moves() if wanted and wanted in _forms(game, position, move)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise RulesError(f"{shortened(text)} is not a legal move in {position.text}")
    meant = ", ".join(move.text for move in found[:4])
    raise AmbiguousMoveError(f"{shortened(text)} may be {meant} in {position.text}; write which")


def _forms(game: Game, position: Position, move: Move) -> set[str]:
    forms = {_plain(form) for form in (move.text, *game.notation(position, move).values())}
    if move.choice:
        forms.add(_plain(move.text[: -len(move.choice)]))  # what it becomes is left out: ambiguous
    return forms


def _plain(text: str) -> str:
    """Without what is optional; letters that tell men apart keep their case."""
    text = _REMARKS.sub("", text.strip())
    if re.fullmatch(r"[0Oo]-[0Oo](-[0Oo])?", text):
        return text.upper().replace("0", "O")
    if re.fullmatch(r"[A-Za-z]\d{1,2}|pass|PASS|Pass", text):
        return text.lower()  # a play of Go
    return text
