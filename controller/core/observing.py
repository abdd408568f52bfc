"""What players see in observer mode: nothing of what the board has found, which is for the arbiter.

The laws leave it to people to notice an illegal move, a touch or a repetition (FIDE-11.12,
FIDE-12.6). So players see only the moves, the pieces and the clocks.
"""

from __future__ import annotations

import msgspec

from controller.core.view import View

FOR_ARBITER = frozenset(
    {
        "touched", "obligation", "irregularity", "question", "answered", "restore", "ruling",
        "claim", "penalty",
    }
)  # fmt: skip
"""Types of the messages that observer mode keeps from players."""
_BOARD_WAITS = frozenset({"restore", "question", "choice"})
"""Stages that tell that the board has found something."""


def keeps_back(view: View) -> bool:
    """Whether players are not told what the board finds: in observer mode, after the setup."""
    return view.mode == "observer" and view.stage != "setup"


def for_players(view: View) -> View:
    """The view without what is for the arbiter alone; unchanged where nothing is kept back."""
    if not keeps_back(view):
        return view
    return msgspec.structs.replace(
        view,
        stage="play" if view.stage in _BOARD_WAITS else view.stage,
        touched=[],
        obligation=None,
        question=None,
        irregularity=None,
        charges=[],
        losses_due=[],
        restore=None,
        moves=[msgspec.structs.replace(line, breach=None) for line in view.moves],
    )
