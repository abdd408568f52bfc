"""What boards say, read by the same types that boards write. Pure.

Known fields are strict, unknown ones are ignored: a newer board may say more. What goes on from here is made of
typed values alone, so nothing else that a board has sent reaches anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from controller.core.messages import (
    AnyMessage,
    Clock,
    GameStarted,
    Health,
    Status,
    position_text,
)
from controller.shell.feeds.onegame import why_not_one
from controller.shell.topics import Answer, Lamps, Position, Record, State, record_format
from rules.registry import game_by_name
from rules.terms import RulesError, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Message, Text
    from rules.game import Game

NUMBER_MAX: Final = 1 << 53
"""Numbers up to here are the same in every program that reads JSON."""
PAYLOAD_MAX: Final = 1 << 16
RECORD_MAX: Final = 1 << 20
"""Bytes of a message, and of a record: a game of five thousand plies."""
WHY_MAX: Final = 120
"""Characters of a reason."""

Whole = Annotated[int, msgspec.Meta(ge=0, le=NUMBER_MAX)]
Name = Annotated[str, msgspec.Meta(max_length=64)]


class Heading(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The head of a message, as `Head.wrap` puts it on."""

    v: Literal[1]
    board: Name
    game_id: Name | None
    epoch: Name
    seq: Whole
    at_us: Whole
    wall: Name | None = None


class _Typed(msgspec.Struct, frozen=True):
    """What a message says that it is: a type that is read alone would do without."""

    type: str


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a clock; see `Clock.sides`."""

    remaining_ms: int
    period: int
    moves_to_go: int | None
    used_ms: int
    seconds: bool
    byo_yomi_left: int | UnsetType = UNSET
    delay_ms: int | UnsetType = UNSET
    fell: bool | UnsetType = UNSET


class Suspect(msgspec.Struct, frozen=True, kw_only=True):
    """A sensor that is not believed."""

    point: str
    symptom: str
    lasting: bool | UnsetType = UNSET


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """The result in a position."""

    result: str
    termination: str | None = None
    law: str | None = None
    winner: str | None = None
    by: str | None = None
    why: str | None = None


class SaidClock(Clock, frozen=True, kw_only=True, tag="clock"):
    """A clock whose sides are read too."""

    sides: dict[str, Face]  # type: ignore[assignment]


class SaidHealth(Health, frozen=True, kw_only=True, tag="health"):
    """A health whose suspects are read too."""

    suspects: list[Suspect]  # type: ignore[assignment]


class SaidPosition(Position, frozen=True, kw_only=True, tag="position"):
    """A position whose result is read too."""

    result: Ended | None  # type: ignore[assignment]


RETAINED: Final[Mapping[str, type[Message | State]]] = {
    "status": Status,
    "game": GameStarted,
    "position": SaidPosition,
    "clock": SaidClock,
    "lamps": Lamps,
    "record": Record,
    "health": SaidHealth,
}
"""What stands in each retained topic; the game first, by which the others are read."""
EVENTS: Final = frozenset(f"event/{each.__struct_config__.tag}" for each in get_args(AnyMessage))
_type: Final = msgspec.json.Decoder(_Typed)
_head: Final = msgspec.json.Decoder(Heading)
_event: Final = msgspec.json.Decoder(AnyMessage)
_clock_event: Final = msgspec.json.Decoder(SaidClock)
_states: Final = {topic: msgspec.json.Decoder(each) for topic, each in RETAINED.items()}
_answer: Final = msgspec.json.Decoder(Answer)
_encode: Final = msgspec.json.Encoder().encode
_POINTS: Final = frozenset(
    {
        "point", "points", "doubtful", "must_move", "must_capture", "captured", "path", "origin", "to",
        "removed", "dead", "shared", "touched",
    }
)  # fmt: skip
"""Fields of messages that hold a point or several."""


class StrangeError(ValueError):
    """A message that no board of ours writes; says what does not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message that was read.

    Attributes:
        text: the body alone as JSON, with its type.
        game: by whose rules it was read.
    """

    head: Heading
    body: Message | State
    text: bytes
    game: Game | None

    @property
    def whole(self) -> bytes:
        """Head and body as JSON."""
        return _encode(self.head)[:-1] + b"," + self.text[1:]


def read(topic: str, payload: bytes, board: str, game: Game | None, at: Text | None = None) -> Said:
    """A message on a topic of a board.

    Args:
        topic: below the board's base: one of `RETAINED` or `EVENTS`.
        game: that is played there, where that is known.
        at: a position of that game; it is not read by the rules again.

    Raises:
        StrangeError: it is not what a board says there.
    """
    if len(payload) > (RECORD_MAX if topic == "record" else PAYLOAD_MAX):
        raise StrangeError(f"{len(payload)} bytes are too many")
    try:
        head, said = _head.decode(payload), _type.decode(payload)
        body: Any = (
            _states.get(topic) or (_clock_event if topic == "event/clock" else _event)
        ).decode(payload)
        text = _encode(body)
    except (
        ValueError,
        RecursionError,
        OverflowError,
    ) as error:  # also what msgspec and UTF-8 raise
        raise StrangeError(shortened(str(error), WHY_MAX)) from None
    if head.board != board:
        raise StrangeError("`board` is another board")
    tag = str(body.__struct_config__.tag)
    if said.type != tag or (topic not in RETAINED and topic != f"event/{tag}"):
        raise StrangeError("`type` is not that of its topic")
    if isinstance(body, Position | GameStarted):
        game = _stands(body, game, at)
    _check(body, game)
    return Said(head=head, body=body, text=text, game=game)


def read_answer(payload: bytes, board: str, role: str) -> Answer:
    """What became of a command.

    Raises:
        StrangeError: it is not what a board answers.
    """
    try:
        head, answer = _head.decode(payload), _answer.decode(payload)
    except (ValueError, RecursionError) as error:
        raise StrangeError(shortened(str(error), WHY_MAX)) from None
    if (head.board, answer.role) != (board, role):
        raise StrangeError("`board` or `role` is another")
    return answer


def _check(body: Message | State, game: Game | None) -> None:
    """Whether a message fits the board.

    Raises:
        StrangeError: it cannot be on this board.
    """
    if isinstance(body, Record):
        wrong = why_not_one(body.format, body.text)
        if wrong is None and game is not None and body.format != record_format(game.name):
            wrong = f"`format` is not that of {game.name}"
        if wrong is not None:
            raise StrangeError(wrong)
    if game is not None:
        _check_sides(body, game)
    _check_fields(body, frozenset() if game is None else _points(game))


def _stands(body: Position | GameStarted, known: Game | None, at: Text | None) -> Game:
    """The game of a message, by whose rules its position can stand.

    Raises:
        StrangeError: it cannot.
    """
    try:
        game = _game_of(body, known)
        if not (game == known and body.position == at):
            game.start(position_text(body.position))
    except (RulesError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise StrangeError(shortened(str(error), WHY_MAX)) from None
    return game


def _game_of(body: Position | GameStarted, known: Game | None) -> Game:
    """The game that a message is about.

    Raises:
        RulesError: there is none such.
    """
    if isinstance(body, GameStarted):
        return game_by_name(body.game, body.game_options)
    if known is not None and known.name == body.game:
        return known
    size = body.position.get("size") if isinstance(body.position, dict) else None
    return game_by_name(body.game, {} if size is None else {"size": size})


def _check_sides(body: Message | State, game: Game) -> None:
    sides = {str(side) for side in game.sides}
    if isinstance(body, Clock) and body.sides and body.sides.keys() != sides:
        raise StrangeError("`sides` are not those of the game")
    if isinstance(body, GameStarted) and not body.players.keys() <= sides:
        raise StrangeError("`players` are not those of the game")
    if isinstance(body, Position) and body.side_to_move not in sides:
        raise StrangeError("`side_to_move` is none of the game")


@lru_cache(maxsize=64)  # as many as there are games of Go with their options
def _points(game: Game) -> frozenset[str]:
    return frozenset(game.points)


def _check_fields(body: msgspec.Struct, points: frozenset[str]) -> None:
    """Points are on this board and numbers can be read by everybody.

    Args:
        points: of the board; empty where nobody knows them.
    """
    for name in body.__struct_fields__:
        value = getattr(body, name)
        if isinstance(value, int | float):
            if not -NUMBER_MAX <= value <= NUMBER_MAX:
                raise StrangeError(f"`{name}` is too great")
        elif points and (
            (name in _POINTS and isinstance(value, str | list))
            or (name == "lamps" and isinstance(value, dict))
        ):
            if not points.issuperset((value,) if isinstance(value, str) else value):
                raise StrangeError(f"`{name}` is no point of this board")
        elif isinstance(value, msgspec.Struct):
            _check_fields(value, points)
        elif isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            for each in value:
                _check_fields(each, points)
        elif isinstance(value, dict):
            for each in value.values():
                if isinstance(each, msgspec.Struct):
                    _check_fields(each, points)
