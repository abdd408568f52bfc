"""The page docs/states.md, made from the table of stages: `python -m controller.shell.states FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from controller.core.stages import TRANSITIONS


def page() -> str:
    """The table and a diagram of it, as Markdown."""
    rows = [(str(stage), str(event), str(to)) for (stage, event), to in TRANSITIONS.items()]
    lines = [
        "# The stages of a board",
        "",
        "Made from `controller/core/stages.py` by `python -m controller.shell.states docs/states.md`.",
        "A pair of stage and event that is not here cannot happen; if it does, the program stops.",
        "",
        "```mermaid",
        "stateDiagram-v2",
        "    [*] --> setup",
        *(f"    {stage} --> {to}: {event}" for stage, event, to in rows if stage != to),
        "```",
        "",
        "| stage | event | next stage |",
        "|---|---|---|",
        *(f"| {stage} | {event} | {to} |" for stage, event, to in rows),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
