"""What players see: not what is for the arbiter alone.

In observer mode nothing of what the board has found: the laws leave it to people to notice an
illegal move, a touch or a repetition (FIDE-11.12, FIDE-12.6). By some laws not that somebody has
moved, nor how many moves were made (CH-12.9, CH-11.3); arbiters and the public do.
"""

from __future__ import annotations

import msgspec

from controller.core.messages import Json
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


COUNTING = frozenset({"moves_to_go", "period"})
"""What a clock's face tells of the number of moves."""
OF_MOVES = frozenset({"move", "correction"})
"""Types of the messages that say how many moves were made."""
PLACED_FIELDS = 4
"""Fields of a FEN before those that count moves."""


def kept_back(view: View) -> frozenset[str]:
    """Types of the messages that players are not sent now."""
    found = FOR_ARBITER if keeps_back(view) else frozenset()
    return found if view.unsaid is None else found | OF_MOVES


def uncounted(clock: Json) -> Json:
    """A clock, as it is shown or told, without what says how many moves were made."""
    faces = {
        side: {name: value for name, value in face.items() if name not in COUNTING}
        for side, face in clock.get("sides", {}).items()
    }
    return {**{name: value for name, value in clock.items() if name != "ply"}, "sides": faces}


def for_players(view: View) -> View:
    """The view without what is for the arbiter alone; unchanged where nothing is kept back."""
    return _without_findings(_without_moves(view))


def _without_moves(view: View) -> View:
    if view.unsaid is None:
        return view
    return msgspec.structs.replace(
        view,
        moves=[],
        ply=0,
        position=" ".join(str(view.position).split()[:PLACED_FIELDS]),
        clock=None if view.clock is None else uncounted(view.clock),
    )


def _without_findings(view: View) -> View:
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
