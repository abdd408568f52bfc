"""The bench: the simulated board to play with, what it is made of, and its trace to take away.

All of it is for operators: it shows where every man stands, and moves them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, assert_never

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.shell.web.bodies import (
    Add,
    Auto,
    BadBodyError,
    Break,
    Disturb,
    Knock,
    Lift,
    Mend,
    NoiseOrder,
    Place,
    PutAway,
    Remove,
    SetRight,
    SetUp,
    Slide,
    read_bench_order,
)
from controller.shell.web.numbers import sequence_number
from controller.shell.web.security import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from controller.shell.desk import BenchHand, Desk
    from controller.shell.web.bodies import BenchOrder, Trouble

BENCH_ROLE = "operator"
"""Whoever may do what an operator may, may move the men of the simulated board."""


class Scope(Protocol):
    """What is inside a simulated board."""

    def body(self, after_seq: int) -> bytes:
        """How everything is now, as JSON, with the gestures after a sequence number."""
        ...

    def strike(self, order: Trouble) -> None:
        """Breaks something, mends it, or sets all men up.

        Raises:
            ValueError: there is no such thing on this board.
        """
        ...

    async def trace(self) -> tuple[str, bytes] | None:
        """The running game's id and its trace so far, compressed; None where nothing is recorded.

        Raises:
            OSError: the trace cannot be read.
        """
        ...


class BenchFace:
    """What is at `/api/bench`.

    Args:
        refused: the refusal of a request that may not act for a role; None for one that may.
        scope: None where nobody looks inside.
    """

    def __init__(
        self, desk: Desk, refused: Callable[[str, Request], Response | None], scope: Scope | None
    ) -> None:
        self._desk = desk
        self._refused = refused
        self._scope = scope

    def routes(self) -> list[Route]:
        return [
            Route("/api/bench", self._order, methods=["POST"]),
            Route("/api/bench", self._look),
            Route("/api/bench/trace", self._trace),
        ]

    async def _order(self, request: Request) -> Response:
        bench = self._desk.bench
        if bench is None:
            return refuse(404, "this board is not simulated; move the men on the board")
        if (refusal := self._refused(BENCH_ROLE, request)) is not None:
            return refusal
        order = await read_bench_order(request)
        try:
            self._carry_out(bench, order)
        except BadBodyError:
            raise
        except ValueError as error:
            return refuse(409, str(error))
        return JSONResponse(bench.state())

    async def _look(self, request: Request) -> Response:
        if (refusal := self._refused(BENCH_ROLE, request)) is not None:
            return refusal
        if self._scope is None:
            return refuse(404, "this board is not simulated; /sensors shows what it is made of")
        after = sequence_number(request.query_params.get("after", "0"))
        if after is None:
            return refuse(400, "after must be a sequence number")
        headers = {"cache-control": "no-store"}
        return Response(self._scope.body(after), media_type="application/json", headers=headers)

    async def _trace(self, request: Request) -> Response:
        """The trace of the game so far: `touchmove replay` gives the same messages from it."""
        if (refusal := self._refused(BENCH_ROLE, request)) is not None:
            return refusal
        try:
            found = None if self._scope is None else await self._scope.trace()
        except OSError as error:
            return refuse(503, f"the trace cannot be read: {error.strerror}")
        if found is None:
            return refuse(404, "no trace of this game is recorded: see [evidence], enabled")
        game_id, data = found
        name = f"{self._desk.board}-{game_id}.jsonl.gz"
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}"',
        }
        return Response(data, media_type="application/gzip", headers=headers)

    def _carry_out(self, bench: BenchHand, order: BenchOrder) -> None:
        """Carries out an order. A visitor who takes a man stops the simulated players.

        Raises:
            ValueError: the board does not stand so that it can be done.
        """
        match order:
            case Auto(on=on):
                bench.auto(on)
            case SetUp() | NoiseOrder() | Break() | Mend() | Disturb():
                if self._scope is None:
                    raise ValueError("nobody looks inside this board")
                self._scope.strike(order)
            case _:
                bench.auto(False)
                _act(bench, order)


def _act(
    bench: BenchHand,
    order: Lift | Place | PutAway | Remove | Add | Slide | Knock | SetRight,
) -> None:
    """What hands do."""
    match order:
        case Lift(point=point, hand=hand):
            bench.lift(point, hand)
        case Place(point=point, hand=hand, on_top=on_top):
            bench.place(point, hand, on_top=on_top)
        case PutAway(hand=hand):
            bench.put_away(hand)
        case Remove(point=point):
            bench.remove(point)
        case Add(point=point, letter=letter, on_top=on_top):
            bench.add(point, letter, on_top=on_top)
        case Slide(path=path, leg_ms=leg_ms):
            bench.slide(path, leg_ms)
        case Knock(point=point):
            bench.knock(point)
        case SetRight(point=point):
            bench.set_right(point)
        case _:
            assert_never(order)
