"""One client's dialogue, as frames of text in and out. Pure.

The protocol has no public description; this follows recorded exchanges of browser servers. A client asks which
boards there are (`eboards`), subscribes to one (`subscribe`, feed `eboardevent`), and may `setup` a position. Until then
it is sent what stands on the board, after that also the moves made since that position, all of them each time.

The board shown is that of the record, after each completed move: never a half-made one, so no king is ever missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

FEED = "eboardevent"
FRAME_MAX = 4096
"""Longest frame of a client that is looked at, in characters."""
SUBSCRIPTIONS_MAX = 8
Id = int | str
"""By what a client calls its calls and its feeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The board as the record has it.

    Attributes:
        positions: FEN of the start and after each ply.
        san: the moves.
        flipped: Black sits where the board's first row is.
        running: a game is under way and the board can be read.
    """

    positions: Sequence[str]
    san: Sequence[str]
    flipped: bool = False
    running: bool = True

    @property
    def placement(self) -> str:
        return self.positions[-1].partition(" ")[0]


@dataclass(slots=True)
class _Feed:
    """A subscription: the position it was set up with, and what it was sent last."""

    start: str | None = None
    sent: tuple[str, tuple[str, ...] | None, bool] | None = None


@dataclass(slots=True)
class Dialogue:
    """One client.

    Attributes:
        serial: the board's name to the client.
        wanted: the FEN that a client set up last where it is no position of the game under way: whoever
            serves may begin a game from there. Cleared by who has taken it.
    """

    serial: str
    wanted: str | None = None
    _feeds: dict[Id, _Feed] = field(default_factory=dict)

    def heard(self, text: str, shown: Shown, at_ms: int) -> list[str]:
        """The frames that answer one of the client's.

        Args:
            text: the frame. What is no call of the protocol is not answered.
            shown: the board.
            at_ms: wall time in milliseconds.
        """
        call = _parsed(text)
        if call is None:
            return []
        number, name, given = call
        param = given if isinstance(given, dict) else {}
        match name:
            case "eboards":
                return [_frame("call", number, [self.described(shown)], at_ms)]
            case "subscribe":
                return self._subscribe(number, param, shown, at_ms)
            case "call":
                return self._called(number, param, shown, at_ms)
            case "unsubscribe":
                self._feeds.pop(_id(param.get("id", given)), None)
        return [_frame("call", number, None, at_ms)]

    def changed(self, shown: Shown, at_ms: int) -> list[str]:
        """The frames that tell what is new, one a subscription at most."""
        return [
            frame
            for number, feed in self._feeds.items()
            for frame in self._news(number, feed, shown, at_ms)
        ]

    def described(self, shown: Shown) -> dict[str, object]:
        """The board as the list of boards has it."""
        return {
            "serialnr": self.serial,
            "source": "touchmove",
            "state": "ACTIVE" if shown.running else "INACTIVE",
            "battery": "100%",
            "comment": None,
            "board": shown.placement,
            "flipped": shown.flipped,
            "clock": None,
        }

    def _subscribe(self, number: Id, param: dict[str, Any], shown: Shown, at_ms: int) -> list[str]:
        answer = [_frame("call", number, None, at_ms)]
        asked = param.get("param")
        serial = asked.get("serialnr") if isinstance(asked, dict) else None
        feed_number = _id(param.get("id"))
        full = len(self._feeds) >= SUBSCRIPTIONS_MAX and feed_number not in self._feeds
        if param.get("feed") != FEED or serial not in {self.serial, None} or full:
            return answer
        feed = self._feeds[feed_number] = _Feed()
        first = self._told(shown) | {"clock": None}
        feed.sent = (shown.placement, None, shown.flipped)
        return [*answer, _frame("feed", feed_number, first, at_ms)]

    def _called(self, number: Id, param: dict[str, Any], shown: Shown, at_ms: int) -> list[str]:
        answer = [_frame("call", number, None, at_ms)]
        feed_number = _id(param.get("id"))
        feed, asked = self._feeds.get(feed_number), param.get("param")
        if param.get("method") == "unsubscribe":
            self._feeds.pop(feed_number, None)
        if feed is None or param.get("method") != "setup" or not isinstance(asked, dict):
            return answer
        fen = asked.get("fen")
        if not isinstance(fen, str) or len(fen.split()) < 2:
            return answer
        feed.start = fen
        since = _since(shown, fen)
        if since is None:
            self.wanted = fen
        san = shown.san[since:] if since is not None else ()
        feed.sent = (shown.placement, tuple(san), shown.flipped)
        news = self._told(shown) | {"start": fen, "san": list(san)}
        return [*answer, _frame("feed", feed_number, news, at_ms)]

    def _news(self, number: Id, feed: _Feed, shown: Shown, at_ms: int) -> list[str]:
        told = self._told(shown)
        san: tuple[str, ...] | None = None
        if feed.start is not None:
            since = _since(shown, feed.start)
            if since is None:
                return []  # another game is on the board than the one the client has set up
            san = tuple(shown.san[since:])
            told["san"] = list(san)
        now = (shown.placement, san, shown.flipped)
        if now == feed.sent:
            return []
        feed.sent = now
        return [_frame("feed", number, told, at_ms)]

    def _told(self, shown: Shown) -> dict[str, object]:
        return {"serialnr": self.serial, "flipped": shown.flipped, "board": shown.placement}


def _since(shown: Shown, fen: str) -> int | None:
    """The latest ply after which the game had the position of a FEN; None where it never had it."""
    wanted = _essence(fen)
    for ply in range(len(shown.positions) - 1, -1, -1):
        if _essence(shown.positions[ply]) == wanted:
            return ply
    return None


def _essence(fen: str) -> list[str]:
    """Placement, side to move and castling: servers differ in the en passant square and the counts."""
    return fen.split()[:3]


def _parsed(text: str) -> tuple[Id, str, Any] | None:
    if len(text) > FRAME_MAX:
        return None
    try:
        frame = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    if not isinstance(frame, dict) or not isinstance(frame.get("call"), str):
        return None
    return _id(frame.get("id")), frame["call"], frame.get("param")


def _id(value: object) -> Id:
    """What is given back as it came; most clients count."""
    return value if isinstance(value, (int, str)) and not isinstance(value, bool) else 0


def _frame(kind: str, number: Id, param: object, at_ms: int) -> str:
    body = {"response": kind, "id": number, "param": param, "time": at_ms}
    return msgspec.json.encode(body).decode()
