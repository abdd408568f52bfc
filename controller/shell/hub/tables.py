"""What a hub knows of its boards, from their MQTT messages. Pure."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from controller.core.messages import GameStarted, Message, Status, Text, position_text
from controller.core.viewing import men_of
from controller.shell.hub.alerts import ALERTS, Alert, alerts_of
from controller.shell.hub.said import (
    EVENTS,
    RETAINED,
    Face,
    Said,
    SaidClock,
    SaidHealth,
    SaidPosition,
    StrangeError,
    read,
)
from controller.shell.topics import ROOT, Lamps, Record
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from controller.core.messages import Json
    from rules.game import Game

EVENTS_MAX: Final = 500
"""Messages of a board that are kept for its log: more than an hour of a game."""
EVENTS_ALL: Final = 200_000
"""Messages of all boards: some 100 MB. Of more than 400 boards fewer of each are kept."""
SHEET_MAX: Final = 3_000
"""Messages for one score sheet: more than the longest game with all that is said in it."""
KINDS_MAX: Final = 20
"""Kinds of strange messages of a board that are counted apart."""
STRANGE_US: Final = 600_000_000
"""So long a board is named after its last strange message."""
_ON_SHEET: Final = frozenset(
    {"game-started", "move", "correction", "claim", "ruling", "irregularity", "penalty", "result"}
)
_SENT_NOW: Final = frozenset({"status", "position", "lamps", "health", "record"})
"""Topics whose `at_us` is the moment of sending; `game` and `clock` have that of their message."""
_RESTARTED_US: Final = 5_000_000
"""A board whose time falls back by more has been started anew; a network delays messages by less."""
_NOTABLE_US: Final = 20_000
"""Where a board's time becomes known so much better, its clocks are shown anew."""
_encode: Final = msgspec.json.Encoder().encode
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "status": ("status",),
    "game": ("game", "clock"),
    "position": ("game", "position"),
    "lamps": ("lamps",),
    "clock": ("clock",),
    "health": ("health",),
    "strange": (),
}
"""What of a board's summary each topic tells; the record is in none: whoever wants it asks."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """A message of a board.

    Attributes:
        kind: its type.
        text: all of it, as JSON.
        before: the position that stood in the record before it; None where that is not known.
        after: the same after it.
    """

    seq: int
    kind: str
    text: bytes
    before: Text | None = None
    after: Text | None = None

    @property
    def body(self) -> Json:
        """The message."""
        found: Json = msgspec.json.decode(self.text)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a message has changed.

    Attributes:
        topics: of the board; `strange` where one could not be read.
        event: the message, where it is one for the log.
    """

    table: Table
    topics: tuple[str, ...] = ()
    event: bytes | None = None


class _ShownClock(msgspec.Struct, frozen=True, kw_only=True):
    sides: dict[str, Face]
    running: str | None
    flag: str | None
    stopped: str | None
    right_at_ms: int | None


class Kept:
    """Messages in the order of their numbers, the newest of them."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.all: deque[Told] = deque()

    def put(self, new: Told) -> int | None:
        """Puts a message in its place: a broker lets some overtake others, and repeats some.

        Returns:
            How many follow it; None where it is known, or older than all that are kept.
        """
        kept, later = self.all, 0
        while later < len(kept) and kept[-1 - later].seq > new.seq:
            later += 1
        place = len(kept) - later
        if (place and kept[place - 1].seq == new.seq) or (not place and len(kept) >= self._limit):
            return None
        kept.insert(place, new)
        if len(kept) > self._limit:
            kept.popleft()
        return later


class Table:
    """One board.

    Args:
        number: at the event.
        events_max: messages that are kept for its log.

    Attributes:
        strange: messages that could not be read, by what was wrong.
    """

    def __init__(self, board: str, number: int, events_max: int = EVENTS_MAX) -> None:
        self.board, self.number = board, number
        self.strange: Counter[str] = Counter()
        self._topics: dict[str, Said] = {}
        self._game: Game | None = None
        self._events = Kept(events_max)
        self._sheet = Kept(SHEET_MAX)
        self._epoch = self._sheet_of = None  # type: str | None
        self._ahead_us: int | None = None
        self._since_us: dict[str, int] = {}
        self._strange_us: int | None = None
        self._alerts: Sequence[Alert] = ()
        self._parts: dict[str, bytes] = {}

    @property
    def events(self) -> Sequence[Told]:
        """The newest messages, in their order."""
        return tuple(self._events.all)

    @property
    def sheet(self) -> Sequence[bytes]:
        """The messages of the newest game that make its score sheet."""
        return tuple(told.text for told in self._sheet.all)

    def heard(self, topic: str, payload: bytes, now_us: int = 0) -> Change | None:
        """Takes in a message; gives what it changes, None for nothing.

        Args:
            topic: below the board's base.
            now_us: the hub's own time, which never jumps.

        Raises:
            StrangeError: no board writes this there.
        """
        if topic not in RETAINED and topic not in EVENTS:
            return None  # of another version, or none of ours
        said = read(topic, payload, self.board, self._game, self._topics.get(topic))
        if topic in RETAINED:
            return self._state(topic, said, now_us)
        return self._event(said)

    def miss(self, topic: str, why: str, now_us: int) -> Change | None:
        """Counts a message that could not be read; tells of it when the count has doubled."""
        what = f"{topic.partition('/')[0][:20]}: {why}"
        if what not in self.strange and len(self.strange) >= KINDS_MAX:
            what = "other"
        self.strange[what] += 1
        self._strange_us = now_us
        total = self.strange.total()
        if total & (total - 1):
            return None
        self._look(now_us)
        return Change(table=self, topics=("strange",))

    def _state(self, topic: str, said: Said, now_us: int) -> Change | None:
        known = self._topics.get(topic)
        if known is not None and (known.head, known.text) == (said.head, said.text):
            return None
        topics = [topic]
        self._topics[topic] = said
        if isinstance(said.body, GameStarted):
            self._game = said.game
        if topic in _SENT_NOW and self._set_time(said.head.at_us, now_us):
            topics.append("clock")
        for part in _PARTS.get(topic, ()):
            self._parts.pop(part, None)
        self._look(now_us)
        return Change(table=self, topics=tuple(topics))

    def _event(self, said: Said) -> Change | None:
        head, body = said.head, cast("Message", said.body)
        if self._epoch != head.epoch:  # another journal
            self._epoch = head.epoch
            self._events.all.clear()
        kind = str(body.__struct_config__.tag)
        after: Text | None = getattr(body, "position", None)
        told = Told(head.seq, kind, said.whole, self._before(head.seq), after)
        if self._events.put(told) is None:
            return None
        if isinstance(body, GameStarted):
            self._game = said.game
        if kind in _ON_SHEET:
            if self._sheet_of != head.game_id:
                self._sheet_of = head.game_id
                self._sheet.all.clear()
            self._sheet.put(Told(head.seq, kind, told.text))
        return Change(table=self, event=told.text)

    def _before(self, seq: int) -> Text | None:
        """The position before an event with this number."""
        for told in reversed(self._events.all):
            if told.seq < seq:
                return told.before if told.after is None else told.after
        position = self._topics.get("position")
        if position is None or position.head.seq >= seq:
            return None
        return cast("SaidPosition", position.body).position

    def _set_time(self, at_us: int, now_us: int) -> bool:
        """The message that took the shortest way tells best what time it is on the board.

        Returns:
            Whether that is news for who shows its clocks.
        """
        ahead, known = at_us - now_us, self._ahead_us
        if known is not None and not (ahead > known or known - ahead > _RESTARTED_US):
            return False
        self._ahead_us = ahead
        return known is not None and abs(ahead - known) > _NOTABLE_US

    def _look(self, now_us: int) -> None:
        """What asks for the arbiter now, and since when."""
        strange = self._strange_us is not None and now_us - self._strange_us < STRANGE_US
        self._alerts = alerts_of(
            self.status, self.position, self.clock, self.health, self.strange if strange else {}
        )
        asking = {alert.kind for alert in self._alerts}
        self._since_us = {kind: self._since_us.get(kind, now_us) for kind in asking}

    @property
    def status(self) -> Status | None:
        """How the board is."""
        return cast("Status | None", self._body("status"))

    @property
    def started(self) -> GameStarted | None:
        """The start of the game that is played."""
        return cast("GameStarted | None", self._body("game"))

    @property
    def position(self) -> SaidPosition | None:
        """How the game stands."""
        return cast("SaidPosition | None", self._body("position"))

    @property
    def clock(self) -> SaidClock | None:
        """The newest clock."""
        return cast("SaidClock | None", self._body("clock"))

    @property
    def health(self) -> SaidHealth | None:
        """The newest figures."""
        return cast("SaidHealth | None", self._body("health"))

    @property
    def record(self) -> Record | None:
        """The game so far, as the board writes it."""
        return cast("Record | None", self._body("record"))

    @property
    def game(self) -> Game | None:
        """The game that is played, by its rules."""
        position = self._topics.get("position")
        return self._game if position is None else position.game

    @property
    def alerts(self) -> Sequence[Alert]:
        """What asks for the arbiter, the most urgent first."""
        return self._alerts

    @property
    def live(self) -> bool:
        """Whether a game is being played."""
        position = self.position
        return position is not None and position.stage != "ended"

    def _body(self, topic: str) -> object:
        said = self._topics.get(topic)
        return None if said is None else said.body

    def men_in(self, position: Text) -> Mapping[str, str] | None:
        """Man by point in a position of the game that is played; None where it cannot be read."""
        game = self.game
        try:
            return None if game is None else men_of(game, game.start(position_text(position)))
        except (RulesError, ValueError, TypeError):
            return None

    def summary(self) -> bytes:
        """All that the desk shows of the board, as JSON."""
        return self.told(_PARTS)

    def told(self, topics: Iterable[str]) -> bytes:
        """What the desk shows that these topics tell, as JSON, with what is always told."""
        parts = dict.fromkeys(part for topic in topics for part in _PARTS.get(topic, ()))
        alerts = [
            {"kind": each.kind, "text": each.text, "since_ms": self._since_us[each.kind] // 1000}
            for each in self._alerts
        ]
        head = _encode(
            {"board": self.board, "number": self.number, "seq": self._seq(), "alerts": alerts}
        )
        return head[:-1] + b"".join(b"," + self._part(part) for part in parts) + b"}"

    def _part(self, part: str) -> bytes:
        """A piece of the summary. Made when somebody looks, and once for all who do."""
        if part == "clock":  # right at a moment that becomes known better and better
            return b'"clock":' + _encode(self._shown_clock())
        if (found := self._parts.get(part)) is None:
            found = self._parts[part] = self._made(part)
        return found

    def _made(self, part: str) -> bytes:
        if part == "game":
            return _encode(self._shown_game())[1:-1]
        if part == "lamps":
            lamps = cast("Lamps | None", self._body("lamps"))
            return b'"lamps":' + _encode({} if lamps is None else lamps.lamps)
        said = self._topics.get(part)
        text = b'"%b":%b' % (part.encode(), b"{}" if said is None else said.text)
        if part == "position":
            text += b',"men":' + _encode(self._men())
        return text

    def _shown_game(self) -> Json:
        started, position, game = self.started, self.position, self._topics.get("game")
        players: Any = {} if started is None else started.players
        if started is not None and self._game is not None:  # who begins first
            players = {str(side): players.get(side) for side in self._game.sides}
        name = None if position is None else position.game
        return {
            "game": name if started is None else started.game,
            "game_id": None if game is None else game.head.game_id,
            "players": players,
            "headers": {} if started is None else started.headers,
            "game_options": {} if started is None else started.game_options,
            "time_control": None if started is None else started.time_control,
        }

    def _men(self) -> Mapping[str, str]:
        said = self._topics.get("position")
        if said is None or said.stands is None or said.game is None:
            return {}
        return men_of(said.game, said.stands)

    def _seq(self) -> int | None:
        """The newest message that is known of the board: what a command given now has seen."""
        position, events = self._topics.get("position"), self._events.all
        if position is None:
            return None
        known = position.head.seq
        same = events and self._epoch == position.head.epoch
        return max(known, events[-1].seq) if same else known

    def _shown_clock(self) -> _ShownClock | None:
        """The clock of this game; `right_at_ms` is the moment of the hub's time for which it is right."""
        said, game, clock = self._topics.get("clock"), self._topics.get("game"), self.clock
        if said is None or clock is None or not clock.sides:
            return None
        if said.head.game_id != (None if game is None else game.head.game_id):
            return None
        ahead = self._ahead_us
        return _ShownClock(
            sides=clock.sides,
            running=clock.running,
            flag=clock.flag,
            stopped=clock.stopped,
            right_at_ms=None if ahead is None else (said.head.at_us - ahead) // 1000,
        )


class Tables:
    """All boards of a hub.

    Args:
        boards: their ids; the first has number 1.
    """

    def __init__(self, boards: Sequence[str]) -> None:
        events = min(EVENTS_MAX, EVENTS_ALL // max(1, len(boards)))
        self.by_board = {board: Table(board, n, events) for n, board in enumerate(boards, 1)}

    def heard(self, topic: str, payload: bytes, now_us: int = 0) -> Change | None:
        """Takes in a message; one that cannot be read is counted.

        Args:
            topic: whole.
            now_us: the hub's own time, which never jumps.
        """
        if (place := self.place(topic)) is None:
            return None
        table, rest = place
        try:
            return table.heard(rest, payload, now_us)
        except StrangeError as strange:
            return table.miss(rest, str(strange), now_us)

    def place(self, topic: str) -> tuple[Table, str] | None:
        """The board of a topic, and the topic below its base; None where it is none of ours."""
        board, _, rest = topic.removeprefix(f"{ROOT}/").partition("/")
        table = self.by_board.get(board)
        return None if table is None or not topic.startswith(f"{ROOT}/") else (table, rest)


__all__ = ["ALERTS", "EVENTS_MAX", "Alert", "Change", "Table", "Tables", "Told"]
