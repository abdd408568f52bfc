"""What a hub knows of its boards, from their MQTT messages. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from controller.core.messages import position_text
from controller.core.viewing import men_of
from controller.shell.topics import ROOT
from rules.registry import game_by_name
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json
    from rules.game import Game

RETAINED: Final = ("status", "game", "position", "clock", "lamps", "health", "record")
EVENTS_MAX: Final = 500
"""Messages of a board that are kept for its log: more than an hour of a game."""
PAYLOAD_MAX: Final = 1 << 20
_AWAY: Final = frozenset({"offline", "stopped"})
SHEET_MAX: Final = 3_000
"""Messages for one score sheet: more than the longest game with all that is said in it."""
_ON_SHEET: Final = frozenset(
    {"game-started", "move", "correction", "claim", "ruling", "irregularity", "penalty", "result"}
)
_SENT_NOW: Final = frozenset({"status", "position", "lamps", "health", "record"})
"""Topics whose `at_us` is the moment of sending; `game` and `clock` have that of their message."""
_RESTARTED_US: Final = 5_000_000
"""A board whose time falls back by more has been started anew; a network delays messages by less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that asks for the arbiter; the most urgent kinds first in `ALERTS`."""

    kind: str
    text: str


ALERTS: Final = (
    "irregularity", "flag", "claim", "question", "offline", "fault", "suspect",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A message of a board.

    Attributes:
        record: the position that stood in the record before it; None where that is not known.
    """

    body: Json
    record: object


@dataclass(slots=True)
class Table:
    """One board.

    Attributes:
        number: at the event.
        topics: the newest body of each retained topic.
        events: the newest messages, in their order.
        sheet: those of the newest game that make its score sheet.
    """

    board: str
    number: int
    topics: dict[str, Json] = field(default_factory=dict)
    events: list[Told] = field(default_factory=list)
    sheet: list[Json] = field(default_factory=list)
    _ahead_us: int | None = None
    _since_us: dict[str, int] = field(default_factory=dict)
    _men_of: tuple[object, Mapping[str, str]] = (None, {})

    def heard(self, topic: str, body: Json, now_us: int = 0) -> bool:
        """Takes in a message; whether it says anything new.

        Args:
            now_us: the hub's own time, which never jumps.
        """
        if topic in RETAINED:
            new = self.topics.get(topic) != body
            self.topics[topic] = body
            if topic in _SENT_NOW:
                self._set_time(body.get("at_us"), now_us)
            asking = {alert.kind for alert in self.alerts()}
            self._since_us = {kind: self._since_us.get(kind, now_us) for kind in asking}
            return new
        return topic.startswith("event/") and self._keep(body)

    def _keep(self, body: Json) -> bool:
        """Puts an event in its place: a broker lets some overtake others, and repeats some."""
        epoch, seq, kept = body.get("epoch"), body.get("seq"), self.events
        if not isinstance(seq, int):
            return False
        if kept and kept[-1].body.get("epoch") != epoch:
            kept.clear()  # another journal
        place = len(kept)
        while place and kept[place - 1].body["seq"] > seq:
            place -= 1
        if (place and kept[place - 1].body["seq"] == seq) or (
            not place and len(kept) >= EVENTS_MAX
        ):
            return False
        kept.insert(place, Told(body=body, record=self._record_before(place, seq)))
        del kept[:-EVENTS_MAX]
        self._keep_for_sheet(body)
        return True

    def _keep_for_sheet(self, body: Json) -> None:
        if body.get("type") not in _ON_SHEET:
            return
        if self.sheet and self.sheet[0].get("game_id") != body.get("game_id"):
            self.sheet.clear()
        self.sheet.append(body)
        self.sheet.sort(key=lambda each: int(each["seq"]))
        del self.sheet[SHEET_MAX:]

    def _record_before(self, place: int, seq: int) -> object:
        """The position before an event that comes to stand there."""
        if place:
            before = self.events[place - 1]
            return before.body.get("position", before.record)
        position = self._get("position")
        known = position.get("seq")
        return position.get("position") if isinstance(known, int) and known < seq else None

    def _set_time(self, at_us: object, now_us: int) -> None:
        """The message that took the shortest way tells best what time it is on the board."""
        if not isinstance(at_us, int):
            return
        ahead, known = at_us - now_us, self._ahead_us
        if known is None or ahead > known or known - ahead > _RESTARTED_US:
            self._ahead_us = ahead

    def summary(self) -> Json:
        """All that the desk shows of the board."""
        position, game = self._get("position"), self._get("game")
        return {
            "board": self.board,
            "number": self.number,
            "seq": self._seq(position),
            "status": self._get("status"),
            "game": game.get("game") or position.get("game"),
            "game_id": game.get("game_id"),
            "players": _in_order(game),
            "headers": game.get("headers") or {},
            "game_options": game.get("game_options") or {},
            "position": {key: value for key, value in position.items() if key not in _HEAD},
            "men": self._men(game, position),
            "lamps": self._get("lamps").get("lamps") or {},
            "time_control": game.get("time_control"),
            "clock": self._clock(game),
            "health": {key: self._get("health").get(key) for key in _HEALTH},
            "alerts": [
                {
                    "kind": each.kind,
                    "text": each.text,
                    "since_ms": self._since_us.get(each.kind, 0) // 1000,
                }
                for each in self.alerts()
            ],
        }

    def _seq(self, position: Json) -> object:
        """The newest message that is known of the board: what a command given now has seen."""
        known = position.get("seq")
        if not self.events or not isinstance(known, int):
            return known
        newest = self.events[-1].body
        return max(known, newest["seq"]) if newest.get("epoch") == position.get("epoch") else known

    def _clock(self, game: Json) -> Json | None:
        """The clock of this game; `right_at_ms` is the moment of the hub's time for which it is right."""
        clock = self._get("clock")
        if not clock.get("sides") or clock.get("game_id") != game.get("game_id"):
            return None
        at_us, right_at_ms = clock.get("at_us"), None
        if isinstance(at_us, int) and self._ahead_us is not None:
            right_at_ms = (at_us - self._ahead_us) // 1000
        return {**{key: clock.get(key) for key in _CLOCK}, "right_at_ms": right_at_ms}

    def alerts(self) -> Sequence[Alert]:
        """What asks for the arbiter now, the most urgent first."""
        found = [*self._of_the_game(), *self._of_the_board()]
        return sorted(found, key=lambda alert: ALERTS.index(alert.kind))

    @property
    def live(self) -> bool:
        """Whether a game is being played."""
        return self._get("position").get("stage") not in {None, "ended"}

    @property
    def record(self) -> str:
        """The game so far, as the board writes it; "" before the first."""
        text = self._get("record").get("text")
        return text if isinstance(text, str) else ""

    def _of_the_game(self) -> list[Alert]:
        position, clock = self._get("position"), self._get("clock")
        found = []
        irregularity, question = position.get("irregularity"), position.get("question")
        claim = (position.get("claims") or {}).get("claim")
        if irregularity:
            text = f"{irregularity.get('law') or ''} {irregularity.get('kind') or ''}"
            found.append(Alert(kind="irregularity", text=text.strip()))
        if clock.get("flag") and not position.get("result"):
            found.append(Alert(kind="flag", text=str(clock["flag"])))
        if claim:
            found.append(Alert(kind="claim", text=str(claim.get("kind") or "")))
        if question:
            found.append(Alert(kind="question", text=" ".join(question.get("candidates") or ())))
        return found

    def _of_the_board(self) -> list[Alert]:
        status, health = self._get("status"), self._get("health")
        found = []
        if status.get("state") in _AWAY:
            found.append(Alert(kind="offline", text=str(status.get("cause") or "")))
        faults = [str(fault) for fault in health.get("faults") or ()]
        if health.get("disk", "ok") != "ok":
            faults.append(f"disk: {health['disk']}")
        if faults:
            found.append(Alert(kind="fault", text="; ".join(faults)))
        if suspects := health.get("suspects"):
            points = [str(each.get("point")) for each in suspects]
            found.append(Alert(kind="suspect", text=" ".join(points)))
        return found

    def _get(self, topic: str) -> Json:
        return self.topics.get(topic, {})

    def men_in(self, position: object) -> Mapping[str, str] | None:
        """Man by point in a position of the game that is played; None where it cannot be read."""
        return standing(self._get("game"), {**self._get("position"), "position": position})

    def _men(self, game: Json, position: Json) -> Mapping[str, str]:
        """Man by point; worked out anew only when the position changes."""
        text = position.get("position")
        if text != self._men_of[0]:
            self._men_of = (text, standing(game, position) or {})
        return self._men_of[1]


_HEAD: Final = frozenset({"v", "type", "board", "epoch", "seq", "wall", "game_id"})
_CLOCK: Final = ("sides", "running", "flag", "stopped")
_HEALTH: Final = ("bus", "broker", "disk", "suspects", "faults", "scan_hz", "latency_ms")


def _in_order(game: Json) -> Json:
    """The players, who begins first: messages have their keys in the order of the alphabet."""
    players = game.get("players") or {}
    try:
        sides = game_by_name(str(game.get("game")), game.get("game_options") or {}).sides
        return {side: players.get(side) for side in sides}
    except (RulesError, ValueError, TypeError, AttributeError):
        return players if isinstance(players, dict) else {}


def standing(game: Json, position: Json) -> Mapping[str, str] | None:
    """Man by point; None where the position cannot be read (a board of another version)."""
    name, text = position.get("game"), position.get("position")
    if not isinstance(name, str) or text is None:
        return None
    try:
        found: Game = game_by_name(name, game.get("game_options") or {})
        return men_of(found, found.start(position_text(text)))
    except (RulesError, ValueError, TypeError):
        return None


class Tables:
    """All boards of a hub.

    Args:
        boards: their ids; the first has number 1.
    """

    def __init__(self, boards: Sequence[str]) -> None:
        self.by_board = {board: Table(board, n) for n, board in enumerate(boards, 1)}

    def heard(self, topic: str, payload: bytes, now_us: int = 0) -> tuple[Table, str, Json] | None:
        """Takes in a message.

        Args:
            topic: whole.
            now_us: the hub's own time, which never jumps.

        Returns:
            The board, its topic and the body, where they say anything new of a board of ours.
        """
        board, _, rest = topic.removeprefix(f"{ROOT}/").partition("/")
        table = self.by_board.get(board)
        if table is None or not topic.startswith(f"{ROOT}/") or len(payload) > PAYLOAD_MAX:
            return None
        body = _decoded(payload)
        if body is None or not table.heard(rest, body, now_us):
            return None
        return table, rest, body


def _decoded(payload: bytes) -> dict[str, Any] | None:
    try:
        body = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return body if isinstance(body, dict) else None
