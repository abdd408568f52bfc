"""Reading what clients send: small, shallow, strict JSON."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request

from controller.core.messages import Json
from controller.shell.envelope import COMMAND_BYTES, BadCommandError, read_command

BODY_S = 5.0
"""Seconds in which a body must have arrived."""

Point = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,4}$")]


class BadBodyError(ValueError):
    """A body that cannot be read.

    Attributes:
        status: the HTTP status that says so.
    """

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


Hand = Annotated[int, msgspec.Meta(ge=1, le=2)]
Letter = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
Path = Annotated[list[Point], msgspec.Meta(min_length=2, max_length=40)]
LegMs = Annotated[int, msgspec.Meta(ge=20, le=1000)]
LastsMs = Annotated[int, msgspec.Meta(ge=100, le=60_000)]
Bus = Annotated[int, msgspec.Meta(ge=0, le=15)]
Address = Annotated[int, msgspec.Meta(ge=0x08, le=0x77)]


class Order(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="act",
    tag=str.lower,
):
    """What is done to the simulated board; `act` says which."""


class Lift(Order, frozen=True, kw_only=True):
    """A hand takes the man at a point."""

    point: Point
    hand: Hand = 1


class Place(Order, frozen=True, kw_only=True):
    """A hand sets its man down."""

    point: Point
    hand: Hand = 1
    on_top: bool = False


class PutAway(Order, frozen=True, kw_only=True, tag="put-away"):
    """A hand puts its man into the box."""

    hand: Hand = 1


class Remove(Order, frozen=True, kw_only=True):
    """The man at a point goes into the box."""

    point: Point


class Add(Order, frozen=True, kw_only=True):
    """A man comes from the box."""

    point: Point
    letter: Letter
    on_top: bool = False


class Slide(Order, frozen=True, kw_only=True):
    """A man is pushed over the board."""

    path: Path
    leg_ms: LegMs = 120


class Knock(Order, frozen=True, kw_only=True):
    """A man is knocked over."""

    point: Point


class SetRight(Order, frozen=True, kw_only=True, tag="set-right"):
    """A man who was knocked over stands again."""

    point: Point


class Auto(Order, frozen=True, kw_only=True):
    """The simulated players play on, or stop."""

    on: bool


class SetUp(Order, frozen=True, kw_only=True, tag="set-up"):
    """All men stand at once as the record has them."""


class NoiseOrder(Order, frozen=True, kw_only=True, tag="noise"):
    """How sensors and hands err from now on."""

    level: Literal["clean", "normal", "rough"]


class Break(Order, frozen=True, kw_only=True):
    """A point's sensor breaks. A coupled one is also felt at `other`."""

    point: Point
    what: Literal["stuck-on", "stuck-off", "chatter", "coupled"]
    other: Point | None = None


class Mend(Order, frozen=True, kw_only=True):
    """Every broken sensor is sound again."""


class Disturb(Order, frozen=True, kw_only=True):
    """The electronics fail for a while; a brown-out is over at once."""

    what: Literal["absent", "held", "brown-out", "gap"]
    bus: Bus = 0
    address: Address | None = None
    for_ms: LastsMs = 5000


BenchOrder = (
    Lift
    | Place
    | PutAway
    | Remove
    | Add
    | Slide
    | Knock
    | SetRight
    | Auto
    | SetUp
    | NoiseOrder
    | Break
    | Mend
    | Disturb
)
Trouble = SetUp | NoiseOrder | Break | Mend | Disturb


async def read_command_body(request: Request) -> Json:
    """The command in a request's body.

    Raises:
        BadBodyError: it cannot be read; says why.
    """
    try:
        return read_command(await _read(request))
    except BadCommandError as error:
        raise BadBodyError(str(error)) from None


async def read_bench_order(request: Request) -> BenchOrder:
    """The order to the simulated board in a request's body.

    Raises:
        BadBodyError: it cannot be read; says why.
    """
    try:
        order: BenchOrder = msgspec.json.decode(await _read(request), type=BenchOrder)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBodyError(f"the order cannot be read: {error}") from None
    return order


async def _read(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBodyError("send the order as content-type application/json", 415)
    raw = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > COMMAND_BYTES:
                    raise BadBodyError(f"longer than {COMMAND_BYTES} bytes", 413)
    except TimeoutError:
        raise BadBodyError(f"the body did not arrive within {BODY_S:g} seconds", 408) from None
    except ClientDisconnect:
        raise BadBodyError("the client went away") from None
    return bytes(raw)
