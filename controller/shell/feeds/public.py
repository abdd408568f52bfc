"""A delayed copy of the records at the broker, for who may not read the topics of the hall."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from controller.journal.codec import canonical
from controller.shell.broker_link import (
    BrokerLink,
    MqttSettings,
    Patience,
    client_of,
    connected,
    kept_up,
    send,
    tls_of,
    together,
)
from controller.shell.feeds.reading import format_in
from controller.shell.signs import alive
from controller.shell.topics import Packet, base

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.shell.broker_link import Client
    from controller.shell.feeds.relay import Relayed

TOPIC: Final = "public/record"
"""Below the board's base."""
LOOK_S: Final = 1.0
"""How often what may be seen is looked at."""
_log = logging.getLogger("touchmove.feed")


class PublicRecords:
    """What the broker does not have yet of what the public may see.

    A body says nothing that the files of relays do not say too: no number of a message, no game, no time of the
    hall.

    Args:
        games: what may be seen now.
        boards: the id of each board by its number.
        delay_s: as it is configured, for readers.
    """

    def __init__(
        self, games: Callable[[], Sequence[Relayed]], boards: Mapping[int, str], delay_s: int
    ) -> None:
        self._games = games
        self._boards = boards
        self._delay_s = delay_s
        self._sent: dict[tuple[int, str], Relayed] = {}

    def forget(self) -> None:
        """After a new connection: everything goes out again."""
        self._sent.clear()

    def changed(self) -> list[Packet]:
        """What is new, retained and at QoS 1.

        The topic has one place: the board's game now stands in it. How a game before it ended is told on the way.
        """
        games = [game for game in self._games() if game.text and game.place != "next"]
        known, self._sent = self._sent, {(game.board, game.game): game for game in games}
        new = [game for game in games if not _same(known.get((game.board, game.game)), game)]
        told = {game.board for game in new}
        now = [game for game in games if game.place == "now" and game.board in told]
        return [
            self._packet(game, form)
            for game in (*(game for game in new if game.place != "now"), *now)
            if (form := format_in(game.text)) is not None
        ]

    def _packet(self, game: Relayed, form: str) -> Packet:
        board = self._boards[game.board]
        body = {
            "v": 1,
            "type": "public-record",
            "board": board,
            "number": game.board,
            "live": game.live,
            "delay_s": self._delay_s,
            "format": form,
            "text": game.text,
        }
        return Packet(topic=f"{base(board)}/{TOPIC}", payload=canonical(body), qos=1, retain=True)


def _same(one: Relayed | None, other: Relayed) -> bool:
    return one is not None and (one.text, one.live) == (other.text, other.live)


async def run_public(
    records: PublicRecords,
    settings: MqttSettings,
    name: str,
    patience: Patience | None = None,
    link: BrokerLink | None = None,
) -> None:
    """Keeps the copy at the broker until it is cancelled, over a connection of its own.

    Args:
        name: of the client.
        patience: how attempts are spaced; tests bring their own.
        link: where the state of the connection is told.

    Raises:
        OSError: the file of authorities cannot be read (`ca_file`).
    """
    link, tls = link or BrokerLink(), tls_of(settings)
    own = replace(settings, client_id=None)

    async def session() -> None:
        async with connected(client_of(own, name, tls), own.timeout_s) as client:
            link.up()
            records.forget()
            await together(_tell(client, records), _listen(client))

    def lost(problem: str) -> None:
        if link.down(problem):
            _log.warning("%s: %s; public records wait", settings.broker, problem)

    await kept_up(session, lost, link, patience or Patience())


async def _tell(client: Client, records: PublicRecords) -> None:
    while True:
        alive()
        for packet in records.changed():
            await send(client, packet)
        await asyncio.sleep(LOOK_S)


async def _listen(client: Client) -> None:
    """Hears nothing, but notices the end of the connection, also while there is nothing to tell."""
    async for _ in client.messages:
        pass
