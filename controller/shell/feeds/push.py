"""Pushing a round to a lichess broadcast: what to send when. Pure: times are arguments, in seconds.

The API (lichess.org/api, "Push PGN to a broadcast round"): `POST /api/broadcast/round/{id}/push`, text/plain, at most
100 games; the answer has for each game its tags and either its number of moves or an error. One request at a time; after
an answer 429, none for a minute.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from controller.shell.recordfiles import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.shell.feeds.relay import Relayed

GAMES_MAX: Final = 100
DEBOUNCE_S: Final = 2.0
"""So long after a change more changes are waited for, and no longer."""
TOO_MANY_S: Final = 65.0
_BACK_OFF_S: Final = (2.0, 60.0)
_HTTP_OK: Final = 200
_HTTP_TOO_MANY: Final = 429
_HTTP_SERVER: Final = 500
LICHESS: Final = "https://lichess.org"


@dataclass(frozen=True, slots=True, kw_only=True)
class Broadcast:
    """A round of a lichess broadcast without a source of its own.

    Attributes:
        round_id: the last part of the round's address, 8 characters.
        token: of the broadcast's owner, with the scope study:write.
    """

    round_id: str
    token: str = field(repr=False)
    server: str = LICHESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One request's games.

    Attributes:
        games: by board and name.
    """

    games: tuple[tuple[int, str], ...]
    texts: tuple[str, ...]

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(board for board, _ in self.games)

    @property
    def body(self) -> str:
        return joined(self.texts)


class Pusher:
    """Remembers what the other side has, and sends what differs.

    Attributes:
        problem: why nothing or not everything arrives, in words; None when all is well.
        state: how it stands: a game or the push itself is refused, nobody answers, or something is to arrive yet.
        delivered_s: when a push was taken last; None for not yet.
        pushed: games that were accepted, repeats counted.
    """

    def __init__(self) -> None:
        self._wanted: dict[tuple[int, str], str] = {}
        self._arrived: dict[tuple[int, str], str] = {}
        self._refused: dict[tuple[int, str], str] = {}
        self._changed_s: float | None = None
        self._not_before_s = 0.0
        self._failures = 0
        self._under_way: Batch | None = None
        self.problem: str | None = None
        self.state: Literal["delivered", "waiting", "lost", "refused"] = "waiting"
        self.delivered_s: float | None = None
        self.pushed = 0

    def offer(self, games: Iterable[Relayed], now_s: float) -> None:
        """The records as they may be seen now. What has left the round meanwhile is sent if it has not arrived."""
        offered = {(game.board, game.game): game.text for game in games if game.text}
        for key in self._arrived.keys() - offered.keys() - set(self._missing()):
            del self._wanted[key], self._arrived[key]
            self._refused.pop(key, None)
        for key, text in offered.items():
            if self._wanted.get(key) != text:
                self._wanted[key] = text
                if self._changed_s is None:
                    self._changed_s = now_s

    def due_s(self) -> float | None:
        """When there will be something to send; None for not before something changes."""
        if self._under_way is not None or not self._missing():
            return None
        changed_s = self._changed_s
        return max(self._not_before_s, 0.0 if changed_s is None else changed_s + DEBOUNCE_S)

    def next(self, now_s: float) -> Batch | None:
        """The next request; its answer must be told by `answered` or `failed` before there is another."""
        due_s = self.due_s()
        if due_s is None or now_s < due_s:
            return None
        games = self._missing()[:GAMES_MAX]
        self._changed_s = None
        self._under_way = Batch(
            games=tuple(games), texts=tuple(self._wanted[each] for each in games)
        )
        return self._under_way

    def answered(self, status: int, body: str, now_s: float) -> None:
        """The answer to the request under way."""
        batch = self._finished()
        if status == _HTTP_OK:
            self._take_in(batch, _errors(body, len(batch.games)))
            self.delivered_s = now_s
        elif status == _HTTP_TOO_MANY:
            self._not_before_s = now_s + TOO_MANY_S
            self.state = "waiting"
            self.problem = (
                "lichess asks for a pause: too many requests; pushing goes on in a minute"
            )
        elif status >= _HTTP_SERVER:
            self._back_off(now_s, f"lichess has an error of its own (HTTP {status}); trying again")
        else:
            # It would refuse the same again; a person must look at the token or the round.
            self._not_before_s = now_s + _BACK_OFF_S[1]
            self.state = "refused"
            self.problem = (
                f"lichess refuses the push (HTTP {status}): {body.strip()[:200]!r}; check the round's id, that the "
                "round has no source of its own, and that the token has the scope study:write"
            )

    def failed(self, reason: str, now_s: float) -> None:
        """The request under way got no answer."""
        self._finished()
        self._back_off(now_s, f"lichess cannot be reached ({reason}); trying again")

    def _take_in(self, batch: Batch, errors: Sequence[str | None]) -> None:
        self._failures = 0
        for key, text, error in zip(batch.games, batch.texts, errors, strict=True):
            self._arrived[key] = text  # also what was refused: the same text would be refused again
            self._refused.pop(key, None)
            if error is None:
                self.pushed += 1
            else:
                self._refused[key] = error
        refused = [f"board {board}: {error}" for (board, _), error in sorted(self._refused.items())]
        self.problem = f"lichess refuses games: {'; '.join(refused)}" if refused else None
        self.state = "refused" if refused else "delivered"

    def _back_off(self, now_s: float, problem: str) -> None:
        first_s, longest_s = _BACK_OFF_S
        self._not_before_s = now_s + min(longest_s, first_s * 2**self._failures)
        self._failures += 1
        self.state, self.problem = "lost", problem

    def _finished(self) -> Batch:
        batch = self._under_way
        assert batch is not None
        self._under_way = None
        return batch

    def _missing(self) -> list[tuple[int, str]]:
        """What differs, board after board, and on each in the order of play."""
        missing = (key for key, text in self._wanted.items() if self._arrived.get(key) != text)
        return sorted(missing, key=lambda key: key[0])


def _errors(body: str, count: int) -> list[str | None]:
    """The error of each game in an answer, None for those that were taken."""
    try:
        games = json.loads(body)["games"]
        errors = [game.get("error") for game in games]
    except (ValueError, KeyError, TypeError, AttributeError):
        return [None] * count
    if len(errors) != count:
        return [None] * count
    return [None if error is None else str(error)[:200] for error in errors]
