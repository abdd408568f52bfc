"""What a live board must agree with: the model, and a session that knows the messages alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tests.model.clock import HELD_NS

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.core.session import Session
    from tests.model.ledger import Ledger


def agree(session: Session, model: Ledger) -> None:
    """The board shows what the model has worked out."""
    view = session.view()
    assert [line.move for line in view.moves] == model.moves
    assert view.position == model.position.value
    assert view.claims.draw == model.offer, (view.claims.draw, model.offer)
    counts = {(each.side, each.kind): each.count for each in view.penalties}
    assert counts == {key: count for key, count in model.penalties.items() if count}
    assert (view.stage == "ended") is (session.result is not None)
    assert session.result == model.result
    assert (view.stage == "adjourned") is (model.adjourned and model.result is None)
    _clocks(session, model, view.clock)


def _clocks(session: Session, model: Ledger, shown: Json | None) -> None:
    clock = model.clock
    if clock is None or shown is None:
        return
    assert shown["running"] == clock.runs, (shown, clock.runs, model.halted)
    if session.stage.value in ("ended", "count"):
        assert clock.runs is None, f"a clock runs in stage {session.stage.value}"
    now = session.now_ns - model.origin
    if clock.runs is not None:
        hand = clock.hands[clock.runs]
        if hand.fell is None and clock.now + hand.wait + hand.left <= now + HELD_NS:
            return
    assert shown["at_us"] == session.now_ns // 1000
    clock.until(now)
    faces = {
        side: {"fell": False, **{key: face[key] for key in face if key in _SHOWN}}
        for side, face in shown["sides"].items()
    }
    assert faces == clock.shows(), (faces, clock.shows())


_SHOWN = ("remaining_ms", "period", "moves_to_go", "used_ms", "fell")


def same(live: Session, read: Session) -> None:
    """The messages alone bring another session to the same decisions."""
    for name in ("claims", "result", "penalties", "ruled", "due", "breach", "question", "uncrowned",
                 "ids", "envelope"):  # fmt: skip
        assert getattr(read, name) == getattr(live, name), (
            name, getattr(read, name), getattr(live, name),
        )  # fmt: skip
    assert read.line.ply == live.line.ply
    for lines in zip(read.line.lines[-NEWEST:], live.line.lines[-NEWEST:], strict=True):
        assert _line(lines[0]) == _line(lines[1])
    assert read.line.positions[-1] == live.line.positions[-1]
    timer, kept = live.timer, read.timer
    if timer is None or kept is None or not timer.begun or timer.adrift:
        return
    now = live.now_ns - timer.origin_ns
    assert kept.clock.at(now).state() == timer.clock.at(now).state()
    for name in (
        "plies",
        "early",
        "halted",
        "back",
        "flags",
        "absent",
        "pass_at_flag",
        "origin_ns",
    ):
        assert getattr(kept, name) == getattr(timer, name), name
    waiting = [{s: n for s, n in each.unpressed.items() if n} for each in (timer, kept)]
    assert waiting[0] == waiting[1]


NEWEST = 4
"""Plies that one step may have changed; those before were compared when they were new."""


def _line(line: msgspec.Struct) -> object:
    return {**msgspec.to_builtins(line), "at_us": 0}
