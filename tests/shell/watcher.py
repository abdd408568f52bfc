"""A viewer of the event stream that keeps the state as the protocol says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.web.changes import MAPS

if TYPE_CHECKING:
    from controller.core.messages import Json


def changed(state: Json, change: Json) -> Json:
    """The state after an event `change`, which is used up."""
    view, moves = dict(state["view"]), change.pop("moves", None)
    told, standing = change.pop("view", {}), change.pop("standing", {"come": [], "gone": []})
    stays = set(view["standing"]) - set(standing["gone"])
    view["standing"] = sorted({*stays, *standing["come"]})
    for name in MAPS:
        points = {**view[name], **told.pop(name, {})}
        view[name] = {point: there for point, there in points.items() if there is not None}
    view |= told
    if moves is not None:
        view["moves"] = view["moves"][: moves["keep"]] + moves["add"]
    return {**state, **change, "view": view}
