"""Every state that the kiosk's page can be in, as one table: what must be seen in it, for each of the games.

A row makes a state out of a game under way, with clocks and a log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.messages import Status
from tests.browser.making import (
    adjourned,
    adjourned_again,
    adjusting,
    adjusting_asked,
    asking_of_many,
    asking_of_one,
    asking_of_three,
    at_once,
    charged,
    choosing,
    choosing_piece,
    claimable,
    claimed,
    counted,
    counting,
    disputed,
    doubtful,
    ended_asking,
    ended_charged,
    ended_drawn,
    ended_won,
    flag_fell,
    hours,
    illegal_move,
    in_hand,
    loss_due,
    low,
    not_corrected,
    not_started,
    offered,
    paused,
    restoring_many,
    setting_up,
    to_capture,
    unsaid,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.core.messages import Json
    from controller.core.view import View

ONLINE = Status(state="online")
TROUBLE = Status(
    state="degraded",
    cause="chip 0x21 on bus 1: does not answer",
    next_step="Check its supply and the cable of bank 2. The game goes on.",
)
SUSPECTS = tuple(
    {"point": point, "symptom": "stuck-off", "lasting": True} for point in ("c4", "d4", "e4")
)
STEPS = """
const start = { ply: 0, men: {} }, first = { ply: 1, side: 'x', move: 'e2e4', notation: { san: 'Qh4xe1#' }, men: {} };
window.fetch = () => Promise.resolve(new Response(JSON.stringify({ game: 'chess', options: {}, steps: [start, first, { ...first, ply: 2 }] })));
document.querySelector('#moves [data-ply="1"]').click();
"""
REFUSED = """
window.fetch = () => Promise.resolve(new Response('{"error": "x"}', { status: 401 }));
document.querySelector('%s').click();
"""


@dataclass(frozen=True, kw_only=True)
class State:
    """One row of the table.

    Attributes:
        make: the view; None where the game has no such state.
        condition, suspects: of the board and its sensors.
        act: what the visitor does then, in JavaScript; `UNDO` undoes it.
        shown: what must be there, wholly in view.
        scrolls: it is more than a small screen holds; that there is more must be seen.
    """

    make: Callable[[View], View | None] = lambda view: view
    condition: Status = ONLINE
    suspects: tuple[Json, ...] = ()
    act: str = ""
    shown: tuple[str, ...] = ()
    scrolls: bool = False


def _asks(box: str, *more: str) -> tuple[str, ...]:
    return (f"#{box}", *(f"#{box} {each}" for each in more))


def desk_of(name: str, act: str = "") -> str:
    return f"document.querySelector('#desks [data-desk={name}]').click(); {act}"


OPEN_ALL = "document.querySelectorAll('#desk details').forEach((each) => (each.open = true));"
TYPE = "localStorage.setItem('keyboard', 'on'); self.typedInto = document.querySelector('#desk .long input'); typedInto.focus();"

STATES: dict[str, State] = {
    "setting up": State(make=setting_up, shown=_asks("restore", "li")),
    "clock not started": State(make=not_started, shown=("#standing", "#stage")),
    "to move": State(shown=("#stage",)),
    "little time": State(make=low, shown=("#stage", ".player small")),
    "ten hours": State(make=hours, shown=("#stage",)),
    "in hand": State(make=in_hand, shown=("#duty", "#duty .law")),
    "to capture": State(make=to_capture, shown=("#duty", "#duty .law")),
    "choosing a piece": State(make=choosing_piece, shown=_asks("pending", "h2", "button")),
    "asking of many": State(make=asking_of_many, shown=_asks("question", "h2", "p", "button")),
    "asking of one": State(make=asking_of_one, shown=_asks("question", "h2", "p", "button")),
    "asking of three": State(make=asking_of_three, shown=_asks("question", "h2", "p", "button")),
    "illegal move": State(make=illegal_move, shown=(*_asks("irregularity", "h2", ".do"), *_asks("restore", "li", "button"))),
    "doubtful": State(make=doubtful, shown=(*_asks("irregularity", "h2", "p"), *_asks("restore", "li", "button"))),
    "not corrected": State(make=not_corrected, shown=(*_asks("irregularity", "h2", "p", "button"), *_asks("restore", "li", "button"))),
    "restoring many": State(make=restoring_many, shown=_asks("restore", "h2", "li")),
    "ignoring": State(make=illegal_move, act="document.querySelector('#restore [data-step=stands-right]').click()", shown=_asks("restore", ".sure", "button")),
    "claimable": State(make=claimable, shown=_asks("irregularity", "h2", "p", "button")),
    "choosing": State(make=choosing, shown=_asks("irregularity", "h2", "p", "button")),
    "charged": State(make=charged, shown=_asks("claims", "b", "button")),
    "loss due": State(make=loss_due, shown=_asks("claims", "b", "button")),
    "offered": State(make=offered, shown=_asks("claims", "b", "button")),
    "adjusting asked": State(make=adjusting_asked, shown=_asks("claims", "b", "button")),
    "adjusting": State(make=adjusting, shown=("#stage",)),
    "claimed": State(make=claimed, shown=_asks("claims", "b", "button")),
    "disputed": State(make=disputed, shown=_asks("claims", "b", "button")),
    "paused": State(make=paused, shown=("#standing", "#standing b", "#standing button")),
    "flag fell": State(make=flag_fell, shown=("#standing", "#standing b")),
    "ended drawn": State(make=ended_drawn, shown=(*_asks("result", ".score", "p"), *_asks("claims", "b", "button"))),
    "ended won": State(make=ended_won, shown=(*_asks("result", ".score", "p"), *_asks("claims", "b", "button"))),
    "ended asking": State(make=ended_asking, shown=(*_asks("result", ".score", "p"), *_asks("question", "button"))),
    "ended charged": State(make=ended_charged, shown=(*_asks("result", ".score", "p"), *_asks("claims", "b", "button"))),
    "counting": State(make=counting, shown=_asks("count", "h2", "p", "button")),
    "counted": State(make=counted, shown=_asks("count", "h2", "p", "button")),
    "adjourned": State(make=adjourned, shown=_asks("adjourned", "h2", "p", "button")),
    "adjourned again": State(make=adjourned_again, shown=(*_asks("adjourned", "h2"), *_asks("restore", "li"))),
    "not told": State(make=unsaid, shown=("#stage",)),
    "all at once": State(make=at_once, scrolls=True),
    "trouble": State(condition=TROUBLE, shown=_asks("trouble", "h2", "p")),
    "trouble asking": State(make=asking_of_three, condition=TROUBLE, shown=(*_asks("trouble", "h2", "p"), *_asks("question", "p", "button"))),
    "ignored sensors": State(suspects=SUSPECTS, shown=("#ignored", "#ignored button")),
    "link lost": State(act="told.dispatchEvent(new Event('error'))", shown=("#stage",)),
    "refused": State(make=offered, act=REFUSED % "#claims button", shown=_asks("claims", ".said", "button")),
    "new game": State(act=desk_of("new"), shown=("#desk", "#desk-close", "#desk .start button")),
    "keyboard": State(act=desk_of("new", TYPE), shown=("#keys", "#keys button", "the field that is typed into", "#desk .start button")),
    "mending names": State(act=desk_of("new", "document.querySelector('[data-step=mend]').click()"), shown=("#desk", "#desk-close", "#desk .start button")),
    "player's desk": State(act=desk_of("black"), shown=("#desk", "#desk-close")),
    "resigning": State(act=desk_of("black", "document.querySelector('[data-step=resign]').click()"), shown=("#desk", "#desk button")),
    "arbiter's desk": State(act=desk_of("arbiter", OPEN_ALL), shown=("#desk", "#desk-close")),
    "this screen": State(act="document.getElementById('more').click()", shown=("#screen", "#screen button", "#screen label")),
    "stepping": State(act=STEPS, shown=("#stepping", "#stepping button", "#stepping span")),
    "large clocks": State(act="document.getElementById('big-clocks').click()", shown=("#players .face", "#small-clocks")),
}  # fmt: skip

UNDO = """
document.querySelector('#desk[open] #desk-close')?.click();
document.querySelector('#keys:not([hidden]) .line:last-child button:last-child')?.click();
document.querySelector('#screen[open] button')?.click();
document.querySelector('#small-clocks:not([hidden])')?.click();
document.querySelector('#stepping [data-name=live]')?.click();
document.querySelector('#restore [data-step=back]')?.click();
document.querySelectorAll('.said').forEach((each) => each.remove());
document.getElementById('toast').hidden = true;
localStorage.removeItem('keyboard');
"""
