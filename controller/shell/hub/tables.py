"""What a hub knows of its boards, from their MQTT messages. Pure."""

from __future__ import annotations

from collections import deque
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that asks for the arbiter; the most urgent kinds first in `ALERTS`."""

    kind: str
    text: str


ALERTS: Final = (
    "irregularity", "flag", "claim", "question", "offline", "fault", "suspect",
)  # fmt: skip


@dataclass(slots=True)
class Table:
    """One board.

    Attributes:
        number: at the event.
        topics: the newest body of each retained topic.
        events: the newest messages, oldest first.
    """

    board: str
    number: int
    topics: dict[str, Json] = field(default_factory=dict)
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=EVENTS_MAX))
    _newest: tuple[object, int] = ("", 0)
    _men_of: tuple[object, Mapping[str, str]] = (None, {})

    def heard(self, topic: str, body: Json) -> bool:
        """Takes in a message; whether it says anything new."""
        if topic in RETAINED:
            new = self.topics.get(topic) != body
            self.topics[topic] = body
            return new
        if not topic.startswith("event/"):
            return False
        epoch, seq = body.get("epoch"), body.get("seq")
        if not isinstance(seq, int) or (epoch == self._newest[0] and seq <= self._newest[1]):
            return False  # repeated after a connection was lost
        self._newest = (epoch, seq)
        self.events.append(body)
        return True

    def summary(self) -> Json:
        """All that the desk shows of the board."""
        position, game = self._get("position"), self._get("game")
        return {
            "board": self.board,
            "number": self.number,
            "status": self._get("status"),
            "game": game.get("game") or position.get("game"),
            "game_id": game.get("game_id"),
            "players": game.get("players") or {},
            "headers": game.get("headers") or {},
            "game_options": game.get("game_options") or {},
            "position": {key: value for key, value in position.items() if key not in _HEAD},
            "men": self._men(game, position),
            "lamps": self._get("lamps").get("lamps") or {},
            "clock": {key: self._get("clock").get(key) for key in _CLOCK},
            "health": {key: self._get("health").get(key) for key in _HEALTH},
            "alerts": [{"kind": each.kind, "text": each.text} for each in self.alerts()],
        }

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

    def _men(self, game: Json, position: Json) -> Mapping[str, str]:
        """Man by point; worked out anew only when the position changes."""
        text = position.get("position")
        if text != self._men_of[0]:
            self._men_of = (text, _standing(game, position))
        return self._men_of[1]


_HEAD: Final = frozenset({"v", "type", "board", "epoch", "seq", "wall", "game_id"})
_CLOCK: Final = ("sides", "running", "flag", "stopped", "at_us")
_HEALTH: Final = ("bus", "broker", "disk", "suspects", "faults", "scan_hz", "latency_ms")


def _standing(game: Json, position: Json) -> Mapping[str, str]:
    name, text = position.get("game"), position.get("position")
    if not isinstance(name, str) or text is None:
        return {}
    try:
        found: Game = game_by_name(name, game.get("game_options") or {})
        return men_of(found, found.start(position_text(text)))
    except (RulesError, ValueError, TypeError):
        return {}  # a board of another version; its names and clocks still show


class Tables:
    """All boards of a hub.

    Args:
        boards: their ids; the first has number 1.
    """

    def __init__(self, boards: Sequence[str]) -> None:
        self.by_board = {board: Table(board, n) for n, board in enumerate(boards, 1)}

    def heard(self, topic: str, payload: bytes) -> tuple[Table, str, Json] | None:
        """Takes in a message.

        Args:
            topic: whole.

        Returns:
            The board, its topic and the body, where they say anything new of a board of ours.
        """
        board, _, rest = topic.removeprefix(f"{ROOT}/").partition("/")
        table = self.by_board.get(board)
        if table is None or not topic.startswith(f"{ROOT}/") or len(payload) > PAYLOAD_MAX:
            return None
        body = _decoded(payload)
        if body is None or not table.heard(rest, body):
            return None
        return table, rest, body


def _decoded(payload: bytes) -> dict[str, Any] | None:
    try:
        body = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return body if isinstance(body, dict) else None
