"""Reading MQTT as strictly as the standard writes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.broker import packets
from controller.shell.broker.packets import BadPacketError, Kind, Offence, UnknownVersionError

NAME = st.text(
    st.characters(exclude_characters="\0+#", codec="utf-8"), min_size=1, max_size=60
).filter(lambda text: text.count("/") < packets.LEVELS_MAX)
TEXT = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=60)

AFTER = (
    b"",
    b"\2\0\0\0\1x",  # as 3.1 and 3.1.1 go on
    b"\2\0\0\0\0\1x",  # as MQTT 5 does, without properties
    b"\2\0\0\x08\x11\0\0\0<!\0\5\0\1x",  # session expiry 60 s, receive maximum 5
)
"""What may come after the version of a CONNECT."""


def short(text: str | bytes) -> bytes:
    raw = text.encode() if isinstance(text, str) else text
    return len(raw).to_bytes(2) + raw


def connect(flags: int = 2, *texts: str | bytes, name: str = "MQTT", level: int = 4) -> bytes:
    return short(name) + bytes([level, flags, 0, 10]) + b"".join(map(short, texts or ("me",)))


def body_of(raw: bytes) -> bytes:
    """A packet without its first byte and its length."""
    at = 1
    while raw[at] & 0x80:
        at += 1
    return raw[at + 1 :]


@given(TEXT, st.none() | NAME, st.binary(max_size=50), st.integers(0, 5), TEXT)
def test_a_connect_is_handed_on_as_it_was_but_for_who_it_is(
    client: str, topic: str | None, payload: bytes, how: int, user: str
) -> None:
    flags = 0xC2
    texts: list[str | bytes] = [client]
    if topic is not None:
        flags |= 0x04 | how // 2 << 3 | (0x20 if how % 2 else 0)
        texts += [topic, payload]
    read = packets.read_connect(connect(flags, *texts, user, "secret"))
    assert (read.client_id, read.username, read.password) == (client, user, "secret")
    assert (read.clean, read.keepalive_s) == (True, 10)
    raw = packets.connect_behind(read, "anybody", "anybody/x")
    behind = packets.read_connect(body_of(raw))
    assert behind.will == read.will
    assert (behind.client_id, behind.username, behind.password) == ("anybody/x", "anybody", None)
    assert (behind.clean, behind.keepalive_s) == (True, 0)
    assert b"secret" not in raw


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (connect(3), "the reserved flag (3.1.2.3)"),
        (connect(0x1E, "me", "t", "x"), "a will of QoS 3 (3.1.2.6)"),
        (connect(0x22), "retained, without a will"),
        (connect(0x0A), "a QoS, without a will"),
        (connect(0x42, "me", "word"), "a password without a name (3.1.2.9)"),
        (connect(0x06, "me", "a/+", "x"), "a will with a wildcard"),
        (connect(0x06, "me", "", "x"), "a will without a topic"),
        (connect(0x82, "me"), "a name that is missing"),
        (connect() + b"x", "more than there should be"),
        (connect(2, b"\xff"), "no UTF-8 (1.5.3)"),
        (connect(2, "a\0b"), "a null character (1.5.3)"),
        (connect(name="HTTP"), "another protocol"),
        (b"", "nothing"),
        (short("MQTT"), "the name alone"),
    ],
)
def test_a_connect_that_is_wrong_is_none(raw: bytes, why: str) -> None:
    with pytest.raises(BadPacketError) as error:
        packets.read_connect(raw)
    assert error.value.offence is Offence.MALFORMED, why


def refusal(name: str, level: int, after: bytes) -> bytes:
    """The answer to a CONNECT whose version is not spoken, read whole or from its beginning alone."""
    raw = len(name).to_bytes(2) + name.encode() + bytes([level]) + after
    with pytest.raises(UnknownVersionError) as whole:
        packets.read_connect(raw)
    with pytest.raises(UnknownVersionError) as begin:
        packets.read_version(raw[: packets.VERSION_MAX])
    assert whole.value.answer == begin.value.answer
    return whole.value.answer


@pytest.mark.parametrize("after", AFTER)
def test_every_other_version_is_refused_in_the_form_it_knows(after: bytes) -> None:
    for level in range(256):
        assert refusal("MQIsdp", level, after) == b"\x20\2\0\1"
        if level != 4:
            later = level & 0x7F >= 5
            expected = b"\x20\3\0\x84\0" if later else b"\x20\2\0\1"
            assert refusal("MQTT", level, after) == expected, level
    packets.read_version(connect()[: packets.VERSION_MAX])


def test_a_client_id_has_an_end() -> None:
    packets.read_connect(connect(2, "x" * packets.TOPIC_MAX))
    with pytest.raises(BadPacketError) as error:
        packets.read_connect(connect(2, "x" * (packets.TOPIC_MAX + 1)))
    assert error.value.offence is Offence.TOO_LONG


@pytest.mark.parametrize("first", range(256))
def test_a_packet_is_one_that_clients_send_or_none(first: int) -> None:
    known = {each.value for each in Kind}
    flags = first & 0x0F
    due = {6: 2, 8: 2, 10: 2}.get(first >> 4, 0)
    if first >> 4 in known and (first >> 4 == Kind.PUBLISH or flags == due):
        assert packets.kind_of(first) == first >> 4
    else:
        with pytest.raises(BadPacketError):
            packets.kind_of(first)


@pytest.mark.parametrize("flags", range(16))
def test_the_flags_of_a_message(flags: int) -> None:
    raw = short("a/b") + (b"\0\7" if flags & 6 else b"") + b"payload"
    if flags & 6 == 6 or flags & 0x0E == 8:
        with pytest.raises(BadPacketError):
            packets.read_publish(0x30 | flags, raw)
        return
    said = packets.read_publish(0x30 | flags, raw)
    assert said == packets.Publish(
        topic="a/b", qos=flags >> 1 & 3, retain=bool(flags & 1), number=7 if flags & 6 else 0
    )


def test_a_message_has_an_end() -> None:
    packets.read_publish(0x30, short("t") + bytes(packets.PAYLOAD_MAX))
    for raw in (
        short("t") + bytes(packets.PAYLOAD_MAX + 1),
        short("t" * (packets.TOPIC_MAX + 1)),
        short("/" * packets.LEVELS_MAX),
    ):
        with pytest.raises(BadPacketError) as error:
            packets.read_publish(0x30, raw)
        assert error.value.offence is Offence.TOO_LONG
    assert packets.PACKET_MAX < packets.PAYLOAD_MAX + 1024


READS = ((packets.read_subscribe, b"\1"), (packets.read_unsubscribe, b""))


@pytest.mark.parametrize("pattern", ["#", "+", "a/+/b/#", "/", "+/+", "a//b"])
def test_a_filter_has_wildcards_where_they_belong(pattern: str) -> None:
    for read, more in READS:
        assert read(b"\0\1" + short(pattern) + more) == [pattern]


@pytest.mark.parametrize("text", ["", "a#", "#/a", "a/#/b", "a+/b", "##", "++", "a/b#"])
def test_a_filter_has_no_wildcards_elsewhere(text: str) -> None:
    for read, more in READS:
        with pytest.raises(BadPacketError):
            read(b"\0\1" + short(text) + more)


def test_filters_have_a_number() -> None:
    one = short("a")
    for read, more in READS:
        assert len(read(b"\0\1" + (one + more) * packets.FILTERS_MAX)) == packets.FILTERS_MAX
        with pytest.raises(BadPacketError) as error:
            read(b"\0\1" + (one + more) * (packets.FILTERS_MAX + 1))
        assert error.value.offence is Offence.TOO_MANY
        for wrong in (b"\0\1", b"\0\0" + one + more, b"", b"\0\1" + one + more + b"\0"):
            with pytest.raises(BadPacketError):
                read(wrong)
    with pytest.raises(BadPacketError):
        packets.read_subscribe(b"\0\1" + one + b"\3")


def test_acknowledgements_and_packets_of_nothing() -> None:
    assert packets.read_number(b"\1\2") == 258
    for raw in (b"\0\0", b"\1", b"\1\2\3"):
        with pytest.raises(BadPacketError):
            packets.read_number(raw)
    packets.read_nothing(b"")
    with pytest.raises(BadPacketError):
        packets.read_nothing(b"x")


@given(st.integers(0, 15), st.binary(max_size=300))
def test_whatever_comes_is_read_or_refused(flags: int, raw: bytes) -> None:
    refused = 0
    for read in (
        packets.read_connect,
        lambda raw: packets.read_publish(0x30 | flags, raw),
        packets.read_subscribe,
        packets.read_unsubscribe,
        packets.read_number,
        packets.read_nothing,
    ):
        try:
            read(raw)
        except (BadPacketError, UnknownVersionError):
            refused += 1
    assert refused >= 3


@given(
    st.integers(0, 255), st.binary(max_size=40_000), st.integers(1, 65535), NAME, st.integers(0, 2)
)
def test_what_is_sent_out_is_counted_by_its_number(
    first: int, raw: bytes, number: int, topic: str, qos: int
) -> None:
    sent = packets.packet(first, raw)
    assert sent[0] == first
    assert body_of(sent) == raw
    message = short(topic) + (number.to_bytes(2) if qos else b"") + raw
    sent = packets.packet(0x30 | qos << 1, message)
    assert packets.number_of(sent) == (number if qos else 0)
    assert packets.number_of(packets.packet(0x40, number.to_bytes(2))) == 0
