"""What a hub knows of its boards, from their MQTT messages. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import msgspec

from controller.core.messages import Clock, GameStarted, Message, Text, position_text
from controller.core.showing import men_of
from controller.shell.hub.alerts import Alert, alerts_in, in_order, unread
from controller.shell.hub.logged import Kept, Told
from controller.shell.hub.said import (
    EVENTS,
    RETAINED,
    Heading,
    Said,
    StrangeError,
    read,
)
from controller.shell.topics import ROOT, Lamps, Position, Record
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
STRANGE: Final = "strange"
"""In place of a topic: a message of the board could not be read."""
_encode: Final = msgspec.json.Encoder().encode
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "status": ("status",),
    "game": ("game", "clock"),
    "position": ("game", "position"),
    "lamps": ("lamps",),
    "clock": ("clock",),
    "health": ("health",),
    STRANGE: (),
}
"""What of a board's summary each topic tells; the record is in none: whoever wants it asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a message has changed.

    Attributes:
        topics: of the board; `STRANGE` where one could not be read.
        event: the message, where it is one for the log.
    """

    table: Table
    topics: tuple[str, ...] = ()
    event: bytes | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """What stands in a retained topic.

    Attributes:
        shown: what the desk shows of it, as JSON.
    """

    head: Heading
    shown: bytes


class Table:
    """One board. What it holds are numbers and bytes: of thousands of boards the garbage collector sees little.

    Args:
        number: at the event.
        events_max: messages that are kept for its log.

    Attributes:
        strange: messages that could not be read, by what was wrong.
        alerts: what asks for the arbiter, the most urgent first.
        game: that is played, by its rules.
        rulebook, ply, live: as the position says.
        record: the format and the text of the game so far, as the board writes it.
    """

    __slots__ = (
        "_ahead_us", "_asking", "_at", "_epoch", "_events", "_flag", "_game", "_men", "_over", "_sheet",
        "_sheet_of", "_since_us", "_states", "_strange_us", "alerts", "board", "game", "live", "number",
        "ply", "record", "rulebook", "strange",
    )  # fmt: skip

    def __init__(self, board: str, number: int, events_max: int = EVENTS_MAX) -> None:
        self.board, self.number = board, number
        self.strange: Counter[str] = Counter()
        self.alerts: Sequence[Alert] = ()
        self.game: Game | None = None
        self.rulebook: str | None = None
        self.ply: int | None = None
        self.live = self._over = False
        self.record: tuple[str, str] | None = None
        self._states: dict[str, State] = {}
        self._asking: dict[str, tuple[Alert, ...]] = {}
        self._flag: str | None = None
        self._game: Game | None = None  # as its start says, with its options
        self._at: Text | None = None
        self._men: bytes | None = None
        self._events, self._sheet = Kept(events_max), Kept(SHEET_MAX)
        self._epoch: str | None = None
        self._sheet_of: str | None = None
        self._ahead_us: int | None = None
        self._since_us: dict[str, int] = {}
        self._strange_us: int | None = None

    @property
    def events(self) -> Sequence[Told]:
        """The newest messages, in their order."""
        return tuple(self._events.all)

    @property
    def record_of(self) -> str:
        """Names the game of the record among those of the board."""
        head = self._states["record"].head
        return f"{head.epoch}/{head.game_id}"

    @property
    def record_live(self) -> bool:
        """The game of the record is being played. A position of another game says that it is not."""
        record, position = self._states["record"].head, self._states.get("position")
        if position is None:
            return self.live
        head = position.head
        return self.live and (head.epoch, head.game_id) == (record.epoch, record.game_id)

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
        game = self._game or self.game
        said = read(topic, payload, self.board, game, self._at if game == self.game else None)
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
        return Change(table=self, topics=(STRANGE,))

    def _state(self, topic: str, said: Said, now_us: int) -> Change | None:
        state, known = State(said.head, self._shown(said)), self._states.get(topic)
        if state == known and not isinstance(said.body, Record):
            return None
        self._states[topic] = state
        topics = [topic]
        if topic in _SENT_NOW and self._set_time(said.head.at_us, now_us):
            topics.append("clock")
        asking = tuple(alerts_in(said.body))
        if asking or topic in self._asking:
            self._asking[topic] = asking
        self._look(now_us)
        return Change(table=self, topics=tuple(topics))

    def _shown(self, said: Said) -> bytes:
        """Takes in a state; what the desk shows of it."""
        body, text = said.body, said.text
        if isinstance(body, Position):
            if (self._at, self.game) != (body.position, said.game):
                self._at, self.game, self._men = body.position, said.game, None
            self.rulebook, self.ply = body.rulebook, body.ply
            self.live, self._over = body.stage != "ended", body.result is not None
        elif isinstance(body, GameStarted):
            self._game = said.game
            return _encode(_shown_game(said))[1:-1]
        elif isinstance(body, Clock):
            self._flag = body.flag
            kept = {name: getattr(body, name) for name in ("sides", "running", "flag", "stopped")}
            return _encode(kept) if body.sides else b""
        elif isinstance(body, Record):
            self.record = (body.format, body.text)
            return b""
        elif isinstance(body, Lamps):
            return _encode(body.lamps)
        return text

    def _event(self, said: Said) -> Change | None:
        head, body = said.head, cast("Message", said.body)
        if self._epoch != head.epoch:  # another journal
            self._epoch = head.epoch
            self._events.all.clear()
        kind = str(body.__struct_config__.tag)
        after: Text | None = getattr(body, "position", None)
        told = Told(head.seq, kind, said.whole, self._before(head.seq), after)
        if not self._events.put(told):
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
        if (found := self._events.before(seq)) is not None:
            return found
        position = self._states.get("position")
        return None if position is None or position.head.seq >= seq else self._at

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
        asking = [alert for each in self._asking.values() for alert in each]
        if self._flag and not self._over:
            asking.append(Alert(kind="flag", text=self._flag))
        if self._strange_us is not None and now_us - self._strange_us < STRANGE_US:
            asking.append(unread(self.strange))
        if asking or self.alerts:
            self.alerts = in_order(asking)
            kinds = {alert.kind for alert in self.alerts}
            self._since_us = {kind: self._since_us.get(kind, now_us) for kind in kinds}

    def men_in(self, position: Text) -> Mapping[str, str] | None:
        """Man by point in a position of the game that is played; None where it cannot be read."""
        game = self.game or self._game
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
            for each in self.alerts
        ]
        always = {"board": self.board, "number": self.number, "seq": self._seq(), "alerts": alerts}
        return _encode(always)[:-1] + b"".join(b"," + self._part(part) for part in parts) + b"}"

    def _part(self, part: str) -> bytes:
        """A piece of the summary."""
        state = self._states.get(part)
        if part == "game":
            if state is not None:
                return state.shown
            return _encode({**_NO_GAME, "game": None if self.game is None else self.game.name})[
                1:-1
            ]
        if part == "clock":
            return b'"clock":' + self._clock(state)
        shown = b"{}" if state is None else state.shown
        if part != "position":
            return b'"%b":%b' % (part.encode(), shown)
        if self._men is None:
            self._men = _encode({} if self._at is None else self.men_in(self._at) or {})
        return b'"position":%b,"men":%b' % (shown, self._men if state is not None else b"{}")

    def _clock(self, clock: State | None) -> bytes:
        """The clock of this game; `right_at_ms` is the moment of the hub's time for which it is right."""
        game = self._states.get("game")
        if clock is None or not clock.shown:
            return b"null"
        if clock.head.game_id != (None if game is None else game.head.game_id):
            return b"null"
        ahead = self._ahead_us
        right_at_ms = None if ahead is None else (clock.head.at_us - ahead) // 1000
        return clock.shown[:-1] + b',"right_at_ms":%b}' % _encode(right_at_ms)

    def _seq(self) -> int | None:
        """The newest message that is known of the board: what a command given now has seen."""
        position, events = self._states.get("position"), self._events.all
        if position is None:
            return None
        known = position.head.seq
        same = events and self._epoch == position.head.epoch
        return max(known, events[-1].seq) if same else known


_NO_GAME: Final[Json] = {
    "game": None, "game_id": None, "players": {}, "headers": {}, "game_options": {}, "time_control": None,
}  # fmt: skip


def _shown_game(said: Said) -> Json:
    """The game with its players, who begins first: messages have them in the order of the alphabet."""
    started = cast("GameStarted", said.body)
    game = cast("Game", said.game)
    return {
        "game": started.game,
        "game_id": said.head.game_id,
        "players": {str(side): started.players.get(side) for side in game.sides},
        "headers": started.headers,
        "game_options": started.game_options,
        "time_control": started.time_control,
    }


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
