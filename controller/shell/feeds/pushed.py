"""Which games have been given to which round of a broadcast: a game goes to one, also when another is configured later."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import msgspec

from controller.shell.recordfiles import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from controller.shell.feeds.relay import Relayed

_log = logging.getLogger("touchmove.push")


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """The round of the broadcast to which each game was given, by board and name of the game."""

    rounds: dict[str, str] = {}


_given: Final = msgspec.json.Decoder(Given)


class Pushed:
    """Keeps the games of an earlier round out of the push to the next.

    Args:
        path: where it is kept. What cannot be read is as if nothing had been given yet.
        round_id: of the round that is configured now.
    """

    def __init__(self, path: Path, round_id: str) -> None:
        self._path = path
        self._round_id = round_id
        self._rounds: dict[str, str] = {}
        try:
            self._rounds = _given.decode(path.read_bytes()).rounds
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("%s cannot be read (%s); every game goes to the round", path, error)

    def mine(self, games: Iterable[Relayed]) -> list[Relayed]:
        """Those that go to the configured round; games that have left the feed are forgotten."""
        named = {f"{game.board} {game.game}": game for game in games}
        rounds = {name: self._rounds.get(name, self._round_id) for name in named}
        if rounds != self._rounds:
            self._rounds = rounds
            self._keep()
        return [game for name, game in named.items() if rounds[name] == self._round_id]

    def _keep(self) -> None:
        try:
            write_whole(self._path, msgspec.json.encode(Given(rounds=self._rounds)).decode())
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._path, error)
