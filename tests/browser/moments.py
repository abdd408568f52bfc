"""What the kiosk must never cut off: each state in each game, with clock, log and all that may be asked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import Spot
from controller.core.view import Adjourned, AreaCount, Charge, OpenClaims, Pending, Restoring
from rules.registry import game_by_name
from tests.browser.games import PLIES, game_view
from tests.shell.fake_desk import irregularity, question

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.core.view import View


def _some_moves(view: View, count: int = 3) -> list[str]:
    if view.game == "go":
        return [point for point in game_by_name("go").points if point not in view.men][:count]
    position = game_by_name(view.game).start(str(view.position))
    return [move.text for move in position.moves() if move.target is not None][:count]


def asking(view: View) -> View:
    """A question with three answers and none of them."""
    found = question(reason="two-moves-fit", candidates=_some_moves(view))
    return msgspec.structs.replace(view, stage="question", question=found)


def ended(view: View) -> View:
    """The result has still to be confirmed by all three."""
    sides = list(view.players)
    said = {"result": "1-0", "termination": "resignation", "law": "CH-5.1.2", "winner": sides[0]}
    return msgspec.structs.replace(view, stage="ended", result=said, lamps={})


def restoring(view: View) -> View:
    """An illegal move with three pieces to set right."""
    first, second, *_ = view.men
    free = next(p for p in game_by_name(view.game).points if p not in view.men)
    found = irregularity(observed={"from": first, "to": free, "removed": []})
    back = Restoring(
        missing=[Spot(point=p, man=view.men[p]) for p in (first, second)],
        extra=[Spot(point=free, man=None)],
        why="irregularity",
    )
    return msgspec.structs.replace(view, stage="restore", irregularity=found, restore=back)


def setting_up(view: View) -> View:
    """Every piece is missing."""
    back = Restoring(
        missing=[Spot(point=p, man=letter) for p, letter in view.men.items()],
        extra=[],
        why="recovery",
    )
    return msgspec.structs.replace(view, stage="setup", restore=back, standing=[])


def offered(view: View) -> View:
    """A draw is offered; where there are no draws, a player says what the result is."""
    side = view.side_to_move
    if view.game == "go":
        claims = OpenClaims(proposed="B+3.5", results={side: "B+3.5"})
    else:
        claims = OpenClaims(draw=side)
    return msgspec.structs.replace(view, claims=claims)


def charged(view: View) -> View:
    """The arbiter is to say whether it was an accident."""
    charge = Charge(
        id="i1", side=view.side_to_move, law="CH-7.5.5", kind="out-of-turn", charge="warning",
        english="moved out of turn", chinese="未轮到而走棋", costs_english="warning",
        costs_chinese="警告", who=["arbiter"],
    )  # fmt: skip
    return msgspec.structs.replace(view, charges=[charge])


def adjourned(view: View) -> View:
    sealed = Adjourned(sealed_by=view.side_to_move, move_number=21, stands=False)
    return msgspec.structs.replace(view, stage="adjourned", adjourned=sealed)


def choosing(view: View) -> View:
    """A piece is to be crowned or promoted; a breach of touch-move may be claimed elsewhere."""
    point, side = next(iter(view.men)), view.side_to_move
    if view.game in ("xiangqi", "go"):
        found = irregularity(
            kind="touch-move", remedy="claim-or-accept", claimable_until="opponent-move"
        )
        return msgspec.structs.replace(view, stage="choice", irregularity=found)
    kind, choices = (
        ("promotion", list("qrbn")) if view.game == "chess" else ("crowning", [side[0].upper()])
    )
    pending = Pending(kind=kind, point=point, side=side, choices=choices)  # type: ignore[arg-type]
    return msgspec.structs.replace(view, pending=pending)


def counting(view: View) -> View:
    """The score of Go, to be agreed by all three."""
    dead = sorted(view.men)[:3]
    count = AreaCount(
        black=184, white=177, result="W+0.5", english="Black is 0.5 short.",
        chinese="黑负半子", dead=dead, shared=[], agreed=[],
    )  # fmt: skip
    return msgspec.structs.replace(
        view, stage="count", count=count, lamps=dict.fromkeys(dead, "dead")
    )


MOMENTS: dict[str, Callable[[View], View]] = {
    each.__name__: each
    for each in (asking, ended, restoring, setting_up, offered, charged, adjourned, choosing)
}


def moments() -> dict[str, View]:
    """All of them, by game and moment."""
    found: dict[str, View] = {}
    for game in PLIES:
        view = game_view(game)
        found |= {f"{game} {name}": make(view) for name, make in MOMENTS.items()}
    found["go counting"] = counting(game_view("go", 120))
    return found
