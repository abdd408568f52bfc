"""Reading what clients send to the embedded broker: MQTT 3.1.1, strict and bounded. Pure.

A client is looked at before the library behind sees a byte of it, so what is not exactly as the standard says
ends the connection here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

PAYLOAD_MAX = 256 * 1024
"""Bytes of a message; the longest of ours, the record of a long game, is a few tens of thousands."""
TOPIC_MAX = 256
"""Bytes of a topic, a filter or a client id; ours are below 100."""
LEVELS_MAX = 16
PACKET_MAX = PAYLOAD_MAX + TOPIC_MAX + 4
CONNECT_MAX = 8 * 1024
"""Bytes of a CONNECT: our will is below 1,000."""
VERSION_MAX = 9
"""Bytes of the longest name of the protocol, and of its level."""
FILTERS_MAX = 32
"""Subscriptions of a client; a viewer has one."""


class Kind(IntEnum):
    """The packets that clients send."""

    CONNECT = 1
    PUBLISH = 3
    PUBACK = 4
    PUBREC = 5
    PUBREL = 6
    PUBCOMP = 7
    SUBSCRIBE = 8
    UNSUBSCRIBE = 10
    PINGREQ = 12
    DISCONNECT = 14


class Refusal(IntEnum):
    """Why a connection is refused, as CONNACK says it (3.2.2.3)."""

    VERSION = 1
    CLIENT_ID = 2
    FULL = 3
    PROOF = 4
    RIGHTS = 5


class Offence(StrEnum):
    """What a client does that ends its connection."""

    MALFORMED = "what it sent is not MQTT 3.1.1"
    TOO_LONG = "its packet was too long"
    TOO_MANY = "it had too many subscriptions"
    NOT_ALLOWED = "it published what its account may not"
    SILENT = "it was silent for longer than its keep-alive"
    SLOW = "it left too much unread or unanswered"
    NOT_CONNECTED = "it did not say who it is in time"
    TAKEN_OVER = "it connected anew"


class BadPacketError(ValueError):
    """A client has broken a rule.

    Attributes:
        offence: which.
    """

    def __init__(self, offence: Offence) -> None:
        super().__init__(offence.value)
        self.offence = offence


class UnknownVersionError(ValueError):
    """A CONNECT of another version of MQTT than 3.1.1.

    Attributes:
        answer: the CONNACK that refuses it, in the form that this version knows.
    """

    def __init__(self, answer: bytes) -> None:
        super().__init__("another version of MQTT")
        self.answer = answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Publish:
    """A message."""

    topic: str
    qos: int
    retain: bool
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Will:
    """What is to be said when the connection is lost."""

    topic: str
    payload: bytes
    qos: int
    retain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect:
    """Who wants in.

    Attributes:
        client_id: empty where the broker is to choose one.
        clean: it wants no session of an earlier connection.
        keepalive_s: 0 for no limit.
    """

    client_id: str
    clean: bool
    keepalive_s: int
    will: Will | None
    username: str | None
    password: str | None


class _Body:
    """The bytes of one packet after its length, read from the front."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    @property
    def left(self) -> int:
        return len(self._raw) - self._at

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise BadPacketError(Offence.MALFORMED)
        self._at += count
        return self._raw[self._at - count : self._at]

    def number(self, size: int = 2) -> int:
        return int.from_bytes(self.take(size))

    def packet_id(self) -> int:
        if number := self.number():
            return number
        raise BadPacketError(Offence.MALFORMED)  # 2.3.1

    def data(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        try:
            text = self.data().decode()
        except UnicodeDecodeError:
            raise BadPacketError(Offence.MALFORMED) from None
        if "\0" in text:
            raise BadPacketError(Offence.MALFORMED)  # 1.5.3
        return text

    def name(self) -> str:
        """A topic or filter, not yet looked at for wildcards."""
        text = self.text()
        if not text:
            raise BadPacketError(Offence.MALFORMED)
        if len(text.encode()) > TOPIC_MAX or text.count("/") >= LEVELS_MAX:
            raise BadPacketError(Offence.TOO_LONG)
        return text

    def topic(self) -> str:
        topic = self.name()
        if "+" in topic or "#" in topic:
            raise BadPacketError(Offence.MALFORMED)  # 3.3.2
        return topic

    def filter(self) -> str:
        pattern = self.name()
        *before, last = pattern.split("/")
        levels = [*before, "" if last == "#" else last]
        if any(level != "+" and ("+" in level or "#" in level) for level in levels):
            raise BadPacketError(Offence.MALFORMED)  # 4.7.1
        return pattern

    def end(self) -> None:
        if self.left:
            raise BadPacketError(Offence.MALFORMED)


def kind_of(first: int) -> Kind:
    """What a packet is, by its first byte.

    Raises:
        BadPacketError: no client sends such a one, or its flags are wrong (2.2.2).
    """
    try:
        kind = Kind(first >> 4)
    except ValueError:
        raise BadPacketError(Offence.MALFORMED) from None
    flags = first & 0x0F
    due = 2 if kind in (Kind.PUBREL, Kind.SUBSCRIBE, Kind.UNSUBSCRIBE) else 0
    if kind is not Kind.PUBLISH and flags != due:
        raise BadPacketError(Offence.MALFORMED)
    return kind


def read_version(begin: bytes) -> None:
    """The first `VERSION_MAX` bytes of the body of a CONNECT: name and level of the protocol (3.1.2.1).

    Whatever follows them has the form of that version, and of that version's lengths.

    Raises:
        BadPacketError: it is no CONNECT.
        UnknownVersionError: it is one of another version.
    """
    _version(_Body(begin))


def _version(body: _Body) -> None:
    name, level = body.data(), body.number(1)
    if name not in (b"MQTT", b"MQIsdp"):
        raise BadPacketError(Offence.MALFORMED)
    if (name, level) != (b"MQTT", 4):
        # The topmost bit is Mosquitto's, for bridges.
        knows_5 = name == b"MQTT" and level & 0x7F >= 5
        raise UnknownVersionError(_REFUSED_5 if knows_5 else connack(Refusal.VERSION))


def read_connect(raw: bytes) -> Connect:
    """The body of a CONNECT (3.1).

    Raises:
        BadPacketError: it is none.
        UnknownVersionError: it is one of another version.
    """
    body = _Body(raw)
    _version(body)
    flags, keepalive_s = body.number(1), body.number()
    qos, has_will = flags >> 3 & 3, flags & 0x04
    if flags & 1 or qos == 3 or (flags & 0x38 and not has_will) or flags & 0xC0 == 0x40:
        raise BadPacketError(Offence.MALFORMED)
    client_id = body.text()
    if len(client_id.encode()) > TOPIC_MAX:
        raise BadPacketError(Offence.TOO_LONG)
    will = None
    if has_will:
        will = Will(topic=body.topic(), payload=body.data(), qos=qos, retain=bool(flags & 0x20))
    username = body.text() if flags & 0x80 else None
    password = body.data().decode(errors="replace") if flags & 0x40 else None
    body.end()
    return Connect(
        client_id=client_id,
        clean=bool(flags & 0x02),
        keepalive_s=keepalive_s,
        will=will,
        username=username,
        password=password,
    )


def read_publish(first: int, raw: bytes) -> Publish:
    """A PUBLISH, but for its payload (3.3).

    Raises:
        BadPacketError: it is none, or too long.
    """
    body = _Body(raw)
    qos = first >> 1 & 3
    if qos == 3 or (first & 8 and not qos):
        raise BadPacketError(Offence.MALFORMED)
    topic = body.topic()
    number = body.packet_id() if qos else 0
    if body.left > PAYLOAD_MAX:
        raise BadPacketError(Offence.TOO_LONG)
    return Publish(topic=topic, qos=qos, retain=bool(first & 1), number=number)


def read_subscribe(raw: bytes) -> list[str]:
    """The filters of a SUBSCRIBE (3.8).

    Raises:
        BadPacketError: it is none, or has too many.
    """
    body = _Body(raw)
    body.packet_id()
    filters: list[str] = []
    while body.left or not filters:
        filters.append(body.filter())
        if body.number(1) > 2:
            raise BadPacketError(Offence.MALFORMED)
        if len(filters) > FILTERS_MAX:
            raise BadPacketError(Offence.TOO_MANY)
    return filters


def read_unsubscribe(raw: bytes) -> list[str]:
    """The filters of an UNSUBSCRIBE (3.10).

    Raises:
        BadPacketError: it is none, or has too many.
    """
    body = _Body(raw)
    body.packet_id()
    filters: list[str] = []
    while body.left or not filters:
        filters.append(body.filter())
        if len(filters) > FILTERS_MAX:
            raise BadPacketError(Offence.TOO_MANY)
    return filters


def read_number(raw: bytes) -> int:
    """The packet id of a PUBACK, PUBREC, PUBREL or PUBCOMP.

    Raises:
        BadPacketError: it is none of these.
    """
    body = _Body(raw)
    number = body.packet_id()
    body.end()
    return number


def read_nothing(raw: bytes) -> None:
    """A PINGREQ or DISCONNECT.

    Raises:
        BadPacketError: there is something in it.
    """
    _Body(raw).end()


def packet(first: int, body: bytes) -> bytes:
    """A packet with its length (2.2.3)."""
    length, rest = bytearray(), len(body)
    while True:
        rest, low = rest >> 7, rest & 0x7F
        length.append(low | (0x80 if rest else 0))
        if not rest:
            return bytes([first]) + bytes(length) + body


def number_of(sent: bytes) -> int:
    """The packet id of a PUBLISH of QoS 1 or 2 that the library sends; 0 for any other packet."""
    if sent[0] >> 4 != Kind.PUBLISH or not sent[0] & 0x06:
        return 0
    at = 1
    while sent[at] & 0x80:
        at += 1
    after_topic = at + 3 + int.from_bytes(sent[at + 1 : at + 3])
    return int.from_bytes(sent[after_topic : after_topic + 2])


def connack(refusal: Refusal) -> bytes:
    """The answer to a CONNECT that is refused."""
    return packet(0x20, bytes([0, refusal]))


_REFUSED_5 = packet(0x20, bytes([0, 0x84, 0]))
"""Unsupported Protocol Version, without properties (MQTT 5.0, 3.2.2.2)."""


def connect_behind(connect: Connect, account: str, client_id: str) -> bytes:
    """The CONNECT that the library is given: the account in place of name and password.

    No session outlives its connection, and the gate minds the keep-alive.
    """
    will = connect.will
    flags, last = 0x82, b""
    if will is not None:
        flags |= 0x04 | will.qos << 3 | (0x20 if will.retain else 0)
        last = _with_length(will.topic.encode()) + _with_length(will.payload)
    head = _with_length(b"MQTT") + bytes([4, flags, 0, 0])
    body = head + _with_length(client_id.encode()) + last + _with_length(account.encode())
    return packet(Kind.CONNECT << 4, body)


def _with_length(raw: bytes) -> bytes:
    return len(raw).to_bytes(2) + raw
