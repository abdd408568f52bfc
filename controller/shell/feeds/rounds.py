"""Which games of a board belong to the round that the public sees. Pure.

A board plays one game after the other. Each is known by its own name, and belongs to the round that its headers name. The
board's place in the feed is the newest game that has begun: a pairing takes nobody's place before its first move. What was
played before stays beside it for as long as the round lasts, and a little longer, for whoever looks only now and then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from controller.shell.feeds.reading import records_in
from rules.registry import game_by_name
from rules.rulebook import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LINGER_S: Final = 120.0
"""So long a game stays after another round has begun on its board."""
GAMES_MAX: Final = 32
"""Of one board in one round; of more the oldest are left out."""
_NOTHING: Final = frozenset({"", "?", "-"})

Place = Literal["earlier", "now", "next"]
"""A game that was played before in this round, the board's game, and a pairing that waits for its first move."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says of its game's place.

    Attributes:
        begun: something was played or decided; also where nobody can read the record.
        over: there is a result.
        round: its event and its round; None where no round is named.
        date: "" where it is not known.
        players: by their headers.
    """

    begun: bool
    over: bool
    round: tuple[str, str] | None
    date: str
    players: tuple[str, ...]

    def same_round(self, other: Told) -> bool:
        """Two games without a round are of no round together, and so are two of different days."""
        dates = {self.date, other.date} - {""}
        return self.round is not None and self.round == other.round and len(dates) < 2


NOTHING: Final = Told(begun=False, over=False, round=None, date="", players=())


@dataclass(slots=True)
class Seen:
    """A game of which something may be seen.

    Attributes:
        text: its record as it may be seen.
        begun_s: when it could first be seen that it had begun; None where that cannot be seen yet.
        told: what its record said then; a record that grows is not to be read at each move.
    """

    text: str
    begun_s: float | None
    told: Told


@lru_cache(maxsize=2048)
def told_by(text: str) -> Told:
    """What a record says."""
    records = records_in(text)
    if not records:
        return replace(NOTHING, begun=bool(text))
    record = records[0]
    headers = record.headers
    game = game_by_name(record.game, record.options)
    over = record.result != game.result_text(Outcome.OPEN)
    number, date = headers.get("Round", ""), headers.get("Date", "")
    return Told(
        begun=over or bool(record.moves or record.set_ups),
        over=over,
        round=None if number in _NOTHING else (headers.get("Event", ""), number),
        date="" if "?" in date else date,
        players=tuple(headers.get(side.capitalize(), "") for side in game.sides),
    )


def placed(games: Sequence[Seen], now_s: float) -> list[Place | None]:
    """The place of each game of a board, the oldest first; None for a game that has none any more."""
    if not games:
        return []
    last = len(games) - 1
    begun = [n for n, game in enumerate(games) if game.begun_s is not None]
    current = begun[-1] if begun else last
    found: list[Place | None] = [None] * len(games)
    for n in _staying([games[n] for n in begun], now_s):
        found[begun[n]] = "earlier"
    found[last] = "next"
    found[current] = "now"
    return found


def _staying(begun: Sequence[Seen], now_s: float) -> Iterator[int]:
    """Which of the games that have begun have a place, the newest first: those of the round, and for a while others."""
    over_s: float | None = None
    later: set[tuple[str, ...]] = set()
    for n in reversed(range(max(0, len(begun) - GAMES_MAX), len(begun))):
        told = begun[n].told
        if n + 1 < len(begun) and not told.same_round(begun[n + 1].told):
            over_s = begun[n + 1].begun_s
            later.clear()
        if over_s is not None and now_s >= over_s + LINGER_S:
            return
        # Without a result the same pairing has begun once more.
        if told.players not in later or told_by(begun[n].text).over:
            yield n
        later.add(told.players)
