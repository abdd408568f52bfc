"""Commands by lot, and what a refused one must leave alone."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from controller.core.table.clock import timer
from rules.arbiter_law import VoidCause, sanctions
from rules.rulebook import Termination
from tests.core.scenes import SEALED

if TYPE_CHECKING:
    from random import Random

    from tests.core.watched import Watched

Args = dict[str, object]


def state(session: Watched) -> tuple[object, ...]:
    """Everything that a refused command must leave alone."""
    return (
        session.view(),
        session.line.moves[:],
        session.touched[:],
        session.breach,
        session.irregularity,
        session.claims.promotion,
        session.result,
        dict(session.penalties),
        dict(session.uncrowned),
        copy.deepcopy(session.claims),
        timer.faces(session.board.state),
        session.line.ids,
        session.next_deadline(),
    )


JUNK: tuple[object, ...] = (
    None,
    True,
    False,
    -1,
    0,
    7,
    10**9,
    2.5,
    "",
    "e2e4",
    "q",
    "x" * 300,
    [],
    [1],
    {},
    {"a": 1},
)
KEYS = (
    "to", "on", "move", "moves", "id", "point", "points", "shared", "side", "kind", "ms", "result",
    "termination", "why", "cause", "again", "to_ply", "ply", "position", "orientation", "times",
    "late", "flag", "share", "box", "present", "lost", "absent", "agreed", "withdraw",
)  # fmt: skip


def _one(dice: Random, of: tuple[Args, ...]) -> Args:
    return dice.choice(of)


def arguments(dice: Random, session: Watched, name: str) -> Args:
    """Arguments that may suit a command, or a handful of junk."""
    if dice.random() < 0.3:
        return {dice.choice(KEYS): dice.choice(JUNK) for _ in range(dice.randrange(3))}
    return _suiting(dice, session, name)


def _suiting(dice: Random, session: Watched, name: str) -> Args:  # noqa: PLR0911
    game, line = session.settings.game, session.line
    moves = [move.text for move in line.position.moves()][:40] or ["pass"]
    match name:
        case "promote":
            return {"to": dice.choice("qrbnk")}
        case "adjust":
            return {"on": dice.random() < 0.7}
        case "answer":
            return {"move": dice.choice(session.question.candidates if session.question else moves)}
        case "penalty":
            return {
                "side": dice.choice(game.sides),
                "kind": dice.choice(list(sanctions(session.settings.rulebook))),
                "ms": dice.choice((1000, 10**7)),
                "points": 1,
                "withdraw": dice.random() < 0.2,
            }
        case "correct":
            ply = dice.randrange(line.ply + 2)
            return _one(
                dice,
                (
                    {"to_ply": ply},
                    {"ply": max(1, ply), "move": dice.choice(moves)},
                    {"ply": line.ply + 1, "moves": [dice.choice(moves)]},
                ),
            )
        case "set-position":
            other = game.start().value
            return _one(
                dice,
                ({"position": other}, {"position": line.position.value}, {"orientation": "turned"}),
            )
        case "result":
            texts: Args = {"result": dice.choice(list(game.results.values()))}
            if dice.random() < 0.5:
                texts["why"] = "a slip"
            if dice.random() < 0.3:
                texts["termination"] = dice.choice(list(Termination)).value
            return texts
        case "void":
            return _one(
                dice, ({}, {"why": "a slip"}, {"cause": dice.choice(list(VoidCause)).value})
            )
        case _:
            return _of_clock_and_claims(dice, session, name)


def _of_clock_and_claims(dice: Random, session: Watched, name: str) -> Args:
    game, line = session.settings.game, session.line
    sides = game.sides
    match name:
        case "set-clock":
            ms = dice.choice((10**6, 10**7))
            return _one(
                dice,
                (
                    {"times": {dice.choice(sides): ms}},
                    {"late": {dice.choice(sides): ms}},
                    {"flag": dice.choice((*sides, "both"))},
                    {"share": dice.randrange(line.ply + 1)},
                ),
            )
        case "mark-dead":
            return {"points": dice.choice((["e5"], [], ["a1"]))}
        case "agree-score":
            return _one(dice, ({}, {"agreed": False}))
        case "amend":
            names = {dice.choice(sides): dice.choice(("A", "B", None))}
            return _one(dice, ({"players": names}, {"headers": {"Event": dice.choice("AB")}}))
        case "seal":
            return _one(dice, (dict(SEALED), {"confirms": True}))
        case "open-sealed":
            there = {"present": [str(side) for side in sides], "confirmed": dice.random() < 0.5}
            return _one(dice, ({**there, "lost": True}, {**there, "move": "x"}))
        case _:
            return {}
