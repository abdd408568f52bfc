"""What a live board must agree with: the model, and a session that knows the messages alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tests.model.clock import HELD_NS

if TYPE_CHECKING:
    from controller.core.board import Board
    from controller.core.messages import Json
    from tests.model.ledger import Ledger


def agree(session: Board, model: Ledger) -> None:
    """The board shows what the model has worked out."""
    view = session.view()
    assert [line.move for line in view.moves] == model.moves
    assert view.position == model.position.value
    assert view.claims.draw == model.offer, (view.claims.draw, model.offer)
    counts = {(each.side, each.kind): each.count for each in view.penalties}
    assert counts == {key: count for key, count in model.penalties.items() if count}
    assert (view.stage == "ended") is (session.line.result is not None)
    assert session.line.result == model.result
    assert (view.stage == "adjourned") is (model.adjourned and model.result is None)
    _clocks(session, model, view.clock)


def _clocks(session: Board, model: Ledger, shown: Json | None) -> None:
    clock = model.clock
    if clock is None or shown is None:
        return
    assert shown["running"] == clock.runs, (shown, clock.runs, model.halted)
    if session.stage.value in ("ended", "count"):
        assert clock.runs is None, f"a clock runs in stage {session.stage.value}"
    now = session.state.now_ns - model.origin
    if clock.runs is not None:
        hand = clock.hands[clock.runs]
        if hand.fell is None and clock.now + hand.wait + hand.left <= now + HELD_NS:
            return
    assert shown["at_us"] == session.state.now_ns // 1000
    clock = clock.copied()  # what comes to light later may have been done before
    clock.until(now)
    faces = {
        side: {"fell": False, **{key: face[key] for key in face if key in _SHOWN}}
        for side, face in shown["sides"].items()
    }
    assert faces == clock.shows(), (faces, clock.shows())


_SHOWN = ("remaining_ms", "period", "moves_to_go", "used_ms", "fell")


def same(live: Board, read: Board) -> None:
    """The messages alone bring another session to the same decisions."""
    for name, found in _parts(live).items():
        assert _parts(read)[name] == found, (name, _parts(read)[name], found)
    assert read.line.ply == live.line.ply
    for lines in zip(read.line.lines[-NEWEST:], live.line.lines[-NEWEST:], strict=True):
        assert _line(lines[0]) == _line(lines[1])
    assert read.line.positions[-1] == live.line.positions[-1]
    timer, kept = live.state.clock, read.state.clock
    if timer is None or kept is None or not timer.begun or timer.adrift:
        return
    now = live.state.now_ns - timer.origin_ns
    assert kept.clock.at(now).state() == timer.clock.at(now).state()
    for name in (
        "plies",
        "early",
        "halted",
        "back",
        "absent",
        "pass_at_flag",
        "origin_ns",
    ):
        assert getattr(kept, name) == getattr(timer, name), name
    assert sorted(timer.flags) == sorted(kept.clock.fallen()), "flags not dealt with"
    waiting = [{s: n for s, n in each.unpressed.items() if n} for each in (timer, kept)]
    assert waiting[0] == waiting[1]


NEWEST = 4
"""Plies that one step may have changed; those before were compared when they were new."""


def _line(line: msgspec.Struct) -> object:
    return {**msgspec.to_builtins(line), "at_us": 0}


def _parts(board: Board) -> dict[str, object]:
    """What the messages alone must tell."""
    state, line = board.state, board.line
    return {
        "claims": state.claims,
        "result": line.result,
        "penalties": state.penalties,
        "due": state.duty.due,
        "breach": state.remedy.breach,
        "question": line.question,
        "uncrowned": state.duty.uncrowned,
        "ids": line.ids,
        "envelope": line.envelope,
    }
