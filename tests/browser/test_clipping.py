"""Nothing that must be seen is cut off: every state of every game, in both languages, on six sizes of screen.

`states.STATES` is the table of states; those that the core told in real runs come after it. Six frames, one of each size, take every state one after the other; each box
is measured by itself, against the screen and against all that could cut it. With TOUCHMOVE_LOOK=FOLDER each cell of
the table is also a picture, GAME~STATE~WIDTH×HEIGHT~LANGUAGE.png, to be looked at.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.shell.desk import Acquaintances
from tests.browser.games import PLIES, game_view
from tests.browser.screens import screens
from tests.browser.states import STATES, UNDO, State
from tests.browser.told import told
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from controller.core.view import View
    from tests.browser.webdriver import Page

pytestmark = pytest.mark.needs("chromium", "chromedriver")
SIZES = [(320, 640), (800, 480), (1024, 600), (1280, 800), (1080, 1920), (3840, 2160)]
DIGITS_LEAST_PX = 64
"""Nine millimetres on seven inches with 480 lines."""

LOOK = os.environ.get("TOUCHMOVE_LOOK")

MEASURE = """
const [least, shown, scrolls] = given, found = [];
const { innerWidth, innerHeight } = window;
const look = (element) => window.getComputedStyle(element);
const wanted = Math.max(least, innerHeight / 10);
const page = document.documentElement;
const big = document.body.classList.contains('big');
const inDialog = Boolean(document.querySelector('dialog[open]'));
const seen = (element) => {
  const box = element.getBoundingClientRect();
  const inside = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let each = element; each && each !== document.body && each !== page; each = each.parentElement) {
    if (each !== element && look(each).overflowY !== 'visible') {
      const cut = each.getBoundingClientRect();
      inside.top = Math.max(inside.top, cut.top); inside.bottom = Math.min(inside.bottom, cut.bottom);
      inside.left = Math.max(inside.left, cut.left); inside.right = Math.min(inside.right, cut.right);
    }
    if (look(each).position === 'fixed') break;
  }
  const out = [inside.left - box.left, inside.top - box.top, box.right - inside.right, box.bottom - inside.bottom];
  return Math.max(...out) < 2 ? '' : `by ${Math.max(...out.map(Math.round))}`;
};
const says = (element) => `${element.tagName}#${element.id}.${element.className?.baseVal ?? element.className} "${element.textContent.slice(0, 30)}"`;
const ACTIVE = 'the field that is typed into';
const hidden = (element) => element.closest('.unseen') || element.getBoundingClientRect().width <= 1 || !element.checkVisibility({ visibilityProperty: true });
const inView = (element) => {
  const cut = seen(element);
  if (cut) found.push(`${says(element)} is cut ${cut}`);
  const tall = element.tagName === 'BUTTON' && element.getBoundingClientRect().height < 43.5;
  if (tall) found.push(`${says(element)} is too low for a finger`);
  if (element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1) found.push(`${says(element)} does not fit`);
};
for (const css of shown) {
  const all = css === ACTIVE ? [window.typedInto] : [...document.querySelectorAll(css)].filter((each) => !each.closest('[hidden]'));
  if (!all.length) found.push(`there is no ${css}`);
  for (const each of all) if (css === '#stage' || !hidden(each)) inView(each);
}
if (!inDialog && !big) {
  for (const each of document.querySelectorAll('#notices > .notice:not([hidden]), #notices .notice:not([hidden]) :is(h2, p, li, button, .law)')) if (!scrolls && !hidden(each)) inView(each);
  for (const each of document.querySelectorAll('#desks button, #pass, #acts button')) if (innerWidth > innerHeight && !hidden(each)) inView(each);
  const board = document.getElementById('board');
  inView(board);
  if (Math.max(board.offsetWidth, board.offsetHeight) < .22 * innerHeight) found.push(`the board is ${board.offsetWidth} wide`);
}
for (const face of document.querySelectorAll('#players .face')) {
  if (inDialog || hidden(face)) break;
  const size = parseFloat(look(face).fontSize), cut = seen(face);
  if (size < wanted * (face.hasAttribute('data-long') && innerWidth < innerHeight ? .8 : 1) - .5) found.push(`a clock has ${size} px of ${wanted}`);
  if (cut) found.push(`a clock is cut ${cut}`);
  if (face.scrollWidth > face.clientWidth + 1) found.push(`${face.textContent} is ${face.scrollWidth} wide of ${face.clientWidth}`);
}
for (const box of document.querySelectorAll('#notices, #moves, #log, #panel, #desk, #desk .scroll, #desk-body > section, #screen')) {
  if (hidden(box) || look(box).overflowY === 'visible') continue;
  if (box.scrollHeight - box.clientHeight - box.scrollTop > 4 && !box.hasAttribute('data-more')) found.push(`#${box.id}.${box.className} scrolls and does not show it`);
}
if (page.scrollWidth > innerWidth) found.push('the page is wider than the screen');
return found;
"""


KNOWN = Acquaintances(names=tuple(f"Guest number {n} of the club" for n in range(12)))


def states_of(game: str, base: View) -> dict[str, State]:
    """The table, and what the core itself told in real runs of the game, with clocks."""
    around = {"players": base.players, "clock": base.clock, "time_control": base.time_control}
    views = [msgspec.structs.replace(view, **around) for view in told()[game]]
    real = {f"told {n}": State(make=lambda _, view=view: view) for n, view in enumerate(views)}  # type: ignore[misc]
    return STATES | real


def tell_desk(desk: FakeDesk, game: str, base: View, state: State) -> bool:
    """Whether the game has the state; then the desk is in it."""
    view = state.make(base)
    if view is None:
        return False
    desk.now, desk.game_id, desk.journal = view, game, []
    for number in range(8):
        body = {"kind": "draw-offer", "side": "white", "wall": f"2026-03-14T17:0{number}:02Z"}
        desk.note("claim", game_id=game, **body)
    desk.condition = state.condition
    desk.body_health = msgspec.structs.replace(desk.body_health, suspects=[*state.suspects])
    return True


@pytest.mark.parametrize("game", sorted(PLIES))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_must_be_seen_is_wholly_in_view(page: Page, language: str, game: str) -> None:
    desk = FakeDesk()
    desk.known = KNOWN
    wrong: dict[str, list[str]] = {}
    page.log()
    base = game_view(game)
    desk.now, desk.game_id = base, game  # a screen asks for its roles as it loads
    with screens(page, desk, SIZES, language=language) as shown:
        for name, state in states_of(game, base).items():
            if not tell_desk(desk, game, base, state):
                continue
            shown.tell(act=state.act, undo=UNDO)
            if LOOK:
                shown.pictures(Path(LOOK), f"{game}~{name}", language)
            said = shown.measure(MEASURE, DIGITS_LEAST_PX, state.shown, state.scrolls)
            for (width, height), found in zip(SIZES, said, strict=True):
                if found:
                    wrong[f"{name} {width}×{height}"] = found
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())
    assert page.log() == []
