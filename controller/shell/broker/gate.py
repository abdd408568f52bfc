"""The gate of the embedded broker: each client's bytes are read and judged here before the library behind sees them.

Whatever a client does, what it holds of the service's memory is bounded: one packet being read, and `OWED_MAX` bytes
that it has not taken. Who breaks a rule is disconnected, and the log says so.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.broker import packets
from controller.shell.broker.packets import BadPacketError, Kind, Offence, Refusal
from controller.shell.broker.policy import BOARD, Access

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable

    from controller.shell.broker.packets import Connect

CONNECTIONS_MAX = 64
"""Clients besides the board's own; more viewers want a broker of their own."""
STRANGERS_MAX = 16
"""Connections that have not yet said who they are; the newest displaces the oldest."""
CONNECT_S = 5.0
"""How long a client may take to say who it is."""
GRACE = 1.5
"""How many times its keep-alive a client may be silent (3.1.2.10)."""
PACKET_S = 10.0
"""How long the rest of a packet may take after its first byte."""
ANSWER_S = 4.0
"""How long a client may owe an acknowledgement. After 5 s the library would forget the message."""
OWED_MAX = 1024 * 1024
"""Bytes that a client may leave unread or unacknowledged."""
UNFINISHED_MAX = 16
"""Messages of QoS 2 that a client may have begun."""
BURST, PER_S, EACH = 1024 * 1024, 128 * 1024, 2048
"""Bytes that a client may send at once, and each second; a packet counts as so many more. So 64 small ones a second."""
GOODBYE_S = 2.0
"""How long a connection may take to close."""
REMIND_S = 60.0
"""How long a kind of offence is not told again."""
_log = logging.getLogger("touchmove.broker")


class Connection:
    """One client: what the library takes for its reader and its writer.

    Attributes:
        account: who it is; empty until it has said so.
        is_over: the library has been told that nothing more comes.
        ended: nothing of it is left.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        access: Access,
        tell: Callable[[Offence], None],
    ) -> None:
        self.account = ""
        self.is_over = False
        self.ended = asyncio.Event()
        self._reader, self._writer = reader, writer
        self._access, self._tell = access, tell
        self._loop = asyncio.get_running_loop()
        self._given, self._at = b"", 0
        self._closing = False
        self._silence_s: float | None = None
        self._filters: set[str] = set()
        self._owed: dict[int, tuple[float, int]] = {}
        self._begun: dict[int, tuple[float, int]] = {}
        self._owed_bytes = 0
        self._reminder: asyncio.TimerHandle | None = None
        self._budget, self._counted_at = float(BURST), self._loop.time()

    @property
    def is_gone(self) -> bool:
        """Whether nothing more comes from it or goes to it."""
        return self._closing

    async def introduction(self) -> Connect:
        """Reads its first packet.

        Raises:
            BadPacketError: it is no CONNECT.
            UnknownVersionError: it is one of another version.
            OSError, asyncio.IncompleteReadError: the connection has ended.
        """
        try:
            async with asyncio.timeout(CONNECT_S):
                first, length = await self._head()
                if packets.kind_of(first) is not Kind.CONNECT:
                    raise BadPacketError(Offence.MALFORMED)
                begin = await self._reader.readexactly(min(length, packets.VERSION_MAX))
                packets.read_version(begin)
                if length > packets.CONNECT_MAX:
                    raise BadPacketError(Offence.TOO_LONG)
                rest = await self._reader.readexactly(length - len(begin))
        except TimeoutError:
            raise BadPacketError(Offence.NOT_CONNECTED) from None
        return packets.read_connect(begin + rest)

    def begin(self, account: str, client_id: str, connect: Connect) -> None:
        """It is let in; the library comes next."""
        self.account = account
        self._given = packets.connect_behind(connect, account, client_id)
        if connect.keepalive_s:
            self._silence_s = GRACE * connect.keepalive_s

    async def refuse(self, answer: bytes) -> None:
        """Answers its CONNECT with a refusal, and hangs up.

        What else it has sent is read to the end: with bytes unread the system resets a connection, and the answer may
        be lost.
        """
        self._closing = True
        with suppress(OSError, TimeoutError):
            self._writer.write(answer)
            self._writer.write_eof()
            async with asyncio.timeout(GOODBYE_S):
                while await self._reader.read(packets.CONNECT_MAX):
                    pass
        self._hang_up()

    def drop(self, offence: Offence) -> None:
        """Ends the connection at once."""
        if not self._closing:
            self._tell(offence)
        self._closing = True
        self._writer.transport.abort()

    async def read(self, n: int = -1) -> bytes:
        """The next bytes of what was let through; none once the connection has ended."""
        if n == 0:
            return b""
        if self._at >= len(self._given) and not await self._next():
            self.is_over = True
            return b""
        end = len(self._given) if n < 0 else self._at + n
        part = self._given[self._at : end]
        self._at += len(part)
        return part

    def feed_eof(self) -> None:
        """Nothing; the library's interface has it."""

    def write(self, data: bytes) -> None:
        """Sends a packet, unless the client has left too much unread."""
        if self._closing or not data:
            return
        unread = self._writer.transport.get_write_buffer_size()
        if unread + self._owed_bytes > OWED_MAX:
            self.drop(Offence.SLOW)
            return
        if number := packets.number_of(data):
            size = len(data) + EACH
            self._owed[number] = (self._loop.time(), size)
            self._owed_bytes += size
            self._remind()
        self._writer.write(data)

    async def drain(self) -> None:
        """Nothing waits for a client: who does not read is dropped."""

    def get_peer_info(self) -> tuple[str, int]:
        """Where it comes from; the library wants to know."""
        return ("127.0.0.1", 0)

    def get_ssl_info(self) -> ssl.SSLObject | None:
        """There is no TLS on loopback."""
        return None

    async def close(self) -> None:
        """The library has done with it."""
        self._shut()

    def end(self) -> None:
        """Leaves nothing of it behind."""
        self._shut()
        if self._reminder is not None:
            self._reminder.cancel()
        self.ended.set()

    def _shut(self) -> None:
        if not self._closing:
            self._closing = True
            self._hang_up()

    def _hang_up(self) -> None:
        self._writer.close()
        self._loop.call_later(GOODBYE_S, self._writer.transport.abort)

    async def _next(self) -> bool:
        """Reads on until a packet may go through; whether one has."""
        try:
            while not self._closing:
                first, body = await self._packet(packets.PACKET_MAX)
                kind = packets.kind_of(first)
                if self._passes(kind, first, body):
                    self._given, self._at = packets.packet(first, body), 0
                    await self._pace(kind, len(body))
                    return not self._closing
        except BadPacketError as error:
            self.drop(error.offence)
        except (OSError, asyncio.IncompleteReadError):
            pass  # it has left
        return False

    async def _packet(self, longest: int) -> tuple[int, bytes]:
        """The first byte of a packet and what follows its length, which is looked at first."""
        first, length = await self._head()
        if length > longest:
            raise BadPacketError(Offence.TOO_LONG)
        try:
            async with asyncio.timeout(PACKET_S):
                return first, await self._reader.readexactly(length)
        except TimeoutError:
            raise BadPacketError(Offence.SILENT) from None

    async def _head(self) -> tuple[int, int]:
        """The first byte of a packet, and how much follows its length."""
        try:
            async with asyncio.timeout(self._silence_s):
                first = (await self._reader.readexactly(1))[0]
            packets.kind_of(first)
            async with asyncio.timeout(PACKET_S):
                length = shift = 0
                while True:
                    byte = (await self._reader.readexactly(1))[0]
                    length |= (byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80:
                        break
                    if shift == 28:
                        raise BadPacketError(Offence.MALFORMED)
                return first, length
        except TimeoutError:
            raise BadPacketError(Offence.SILENT) from None

    def _passes(self, kind: Kind, first: int, body: bytes) -> bool:
        """Whether the library is to see a packet.

        Raises:
            BadPacketError: the client broke a rule.
        """
        match kind:
            case Kind.CONNECT:
                raise BadPacketError(Offence.MALFORMED)  # 3.1.0
            case Kind.PUBLISH:
                self._publish(packets.read_publish(first, body))
            case Kind.SUBSCRIBE:
                self._filters.update(packets.read_subscribe(body))
                if len(self._filters) > packets.FILTERS_MAX:
                    raise BadPacketError(Offence.TOO_MANY)
            case Kind.UNSUBSCRIBE:
                self._filters.difference_update(packets.read_unsubscribe(body))
            case Kind.PUBACK:
                return self._settled(packets.read_number(body))
            case Kind.PUBREL:
                number = packets.read_number(body)
                if self._begun.pop(number, None) is None:
                    self.write(packets.packet(Kind.PUBCOMP << 4, body))  # said before: 4.3.3
                    return False
            case Kind.PUBREC | Kind.PUBCOMP:
                packets.read_number(body)
                return False  # nothing is sent at QoS 2
            case Kind.PINGREQ | Kind.DISCONNECT:
                packets.read_nothing(body)
        return True

    def _publish(self, said: packets.Publish) -> None:
        if not self._access.may_publish(self.account, said.topic, retained=said.retain):
            raise BadPacketError(Offence.NOT_ALLOWED)
        if said.qos == 2:
            self._begun[said.number] = (self._loop.time(), 0)
            self._remind()
            if len(self._begun) > UNFINISHED_MAX:
                raise BadPacketError(Offence.SLOW)

    def _settled(self, number: int) -> bool:
        _, size = self._owed.pop(number, (0.0, 0))
        self._owed_bytes -= size
        return bool(size)

    async def _pace(self, kind: Kind, size: int) -> None:
        """Waits where the client sends faster than people and their programs do."""
        if self.account == BOARD or kind is Kind.PUBACK:
            return
        now = self._loop.time()
        earned = (now - self._counted_at) * PER_S
        self._budget = min(BURST, self._budget + earned) - size - EACH
        self._counted_at = now
        if self._budget < 0:
            await asyncio.sleep(-self._budget / PER_S)

    def _remind(self) -> None:
        """Looks again when the oldest answer that is due is late."""
        if self._reminder is not None or self._closing:
            return
        due = [next(iter(each.values()))[0] for each in (self._owed, self._begun) if each]
        if due:
            self._reminder = self._loop.call_at(min(due) + ANSWER_S, self._look, min(due))

    def _look(self, since: float) -> None:
        self._reminder = None
        due = [next(iter(each.values()))[0] for each in (self._owed, self._begun) if each]
        if due and min(due) <= since:
            self.drop(Offence.SLOW)
        else:
            self._remind()


class Gate:
    """All clients of the broker.

    Args:
        access: who may do what.
        behind: the library; is given a connection that was let in, and returns when it has ended.
    """

    def __init__(self, access: Access, behind: Callable[[Connection], Awaitable[None]]) -> None:
        self._access, self._behind = access, behind
        self._strangers: dict[Connection, None] = {}
        self._admitted: dict[str, Connection] = {}
        self._names = itertools.count(1)
        self._told: dict[Offence, float] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its first byte to its end."""
        connection = Connection(reader, writer, self._access, self._tell)
        if len(self._strangers) >= STRANGERS_MAX:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            oldest.drop(Offence.NOT_CONNECTED)
        self._strangers[connection] = None
        name = None
        try:
            name = await self._admit(connection)
            if name is not None:
                await self._behind(connection)
        except BadPacketError as error:
            connection.drop(error.offence)
        except packets.UnknownVersionError as error:
            await connection.refuse(error.answer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # it has left
        finally:
            self._strangers.pop(connection, None)
            if name is not None and self._admitted.get(name) is connection:
                del self._admitted[name]
            connection.end()

    async def close(self) -> None:
        """Ends all connections, and waits until nothing is left of them."""
        connections = [*self._strangers, *self._admitted.values()]
        for connection in connections:
            with suppress(OSError):
                await connection.close()
        for connection in connections:
            await connection.ended.wait()

    async def _admit(self, connection: Connection) -> str | None:
        """The client id by which the library is to know a connection; None where it is refused."""
        connect = await connection.introduction()
        account = self._access.account(connect.username, connect.password)
        refusal = Refusal.PROOF if account is None else self._access.refusal(account, connect)
        if account is None or refusal is not None:
            await connection.refuse(packets.connack(refusal or Refusal.PROOF))
            return None
        # An account's ids are its own, so nobody displaces another account's connection.
        name = f"{account}/{connect.client_id or f'#{next(self._names)}'}"
        while earlier := self._admitted.get(name):
            earlier.drop(Offence.TAKEN_OVER)
            await earlier.ended.wait()
        if connection.is_gone:
            return None  # another stranger has taken its place meanwhile
        others = sum(each.account != BOARD for each in self._admitted.values())
        if account != BOARD and others >= CONNECTIONS_MAX:
            await connection.refuse(packets.connack(Refusal.FULL))
            return None
        self._strangers.pop(connection, None)
        self._admitted[name] = connection
        connection.begin(account, name, replace(connect, client_id=name))
        return name

    def _tell(self, offence: Offence) -> None:
        """Says once a minute that clients do this; more would fill the disk."""
        now = asyncio.get_running_loop().time()
        if now - self._told.get(offence, -REMIND_S) >= REMIND_S:
            self._told[offence] = now
            _log.warning("embedded broker: a client was disconnected: %s", offence.value)
