import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.serial_codec import (
    Codes,
    Garbled,
    Id,
    Message,
    Parser,
    code_of,
    encode,
    letter_of,
)

seven_bits = st.integers(0, 127)


def data_of(count: int) -> st.SearchStrategy[bytes]:
    return st.lists(seven_bits, min_size=count, max_size=count).map(bytes)


messages = st.one_of(
    st.builds(Message, st.just(Id.BOARD.value), st.sampled_from([64, 100]).flatmap(data_of)),
    st.builds(Message, st.just(Id.FIELD.value), data_of(2)),
    st.builds(Message, st.just(Id.CLOCK.value), data_of(7)),
    st.builds(Message, st.just(Id.VERSION.value), data_of(2)),
    st.builds(Message, st.just(Id.SERIAL.value), data_of(5)),
    st.builds(Message, st.just(Id.BATTERY.value), data_of(9)),
    st.builds(Message, st.just(Id.TRADEMARK.value), st.integers(0, 256).flatmap(data_of)),
)


def parse(*pieces: bytes) -> list[Message | Garbled]:
    parser = Parser()
    return [found for piece in pieces for found in parser.feed(piece)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("8e 00 05 00 00", Message(Id.FIELD, b"\x00\x00")),
        ("8e 00 05 3f 0c", Message(Id.FIELD, b"\x3f\x0c")),
        ("93 00 05 01 08", Message(Id.VERSION, b"\x01\x08")),
        ("91 00 08 30 31 30 32 35", Message(Id.SERIAL, b"01025")),
        ("86 00 43" + " 00" * 64, Message(Id.BOARD, bytes(64))),
        ("86 00 67" + " 04" * 100, Message(Id.BOARD, b"\x04" * 100)),
        ("94 00 35" + " 01" * 50, Message(Id.BOARD_50B, b"\x01" * 50)),
        ("8d 00 0a 01 30 00 01 29 59 09", Message(Id.CLOCK, bytes.fromhex("01300001295909"))),
        ("92 01 00" + " 41" * 125, Message(Id.TRADEMARK, b"A" * 125)),
    ],
)
def test_messages_as_they_are_on_the_line(line: str, found: Message) -> None:
    assert parse(bytes.fromhex(line)) == [found]
    assert encode(found.id, found.data) == bytes.fromhex(line)


@given(st.lists(messages, max_size=6))
def test_what_is_sent_is_found(sent: list[Message]) -> None:
    assert parse(b"".join(encode(each.id, each.data) for each in sent)) == sent


@given(st.lists(st.one_of(st.binary(max_size=9), messages.map(lambda m: encode(m.id, m.data)))))
def test_pieces_make_no_difference(pieces: list[bytes]) -> None:
    line = b"".join(pieces)
    assert parse(*pieces) == parse(line) == parse(*(bytes([byte]) for byte in line))


@given(st.binary(max_size=40), messages)
def test_a_message_is_found_whatever_came_before(before: bytes, message: Message) -> None:
    found = parse(before, encode(message.id, message.data))
    assert found[-1] == message


@given(messages, st.data())
def test_a_message_with_a_byte_too_few_is_none(message: Message, data: st.DataObject) -> None:
    line = encode(message.id, message.data)
    at = data.draw(st.integers(0, len(line) - 1))
    found = parse(line[:at] + line[at + 1 :], encode(Id.FIELD, b"\x01\x02"))
    assert Garbled() in found
    if message.id in {Id.FIELD, Id.CLOCK, Id.VERSION, Id.SERIAL} and at >= 3:
        assert found == [Garbled(), Message(Id.FIELD, b"\x01\x02")]


@pytest.mark.parametrize(
    "line",
    [
        "05",
        "80",
        "ff 00 05",
        "86 00 42",
        "8e 00 06",
        "8e 7f 7f",
        "8d 00 03",
        "92 02 04",
    ],
)
def test_what_is_no_message_is_told_once(line: str) -> None:
    assert parse(bytes.fromhex(line + " 01 02 03")) == [Garbled()]


@pytest.mark.parametrize(
    ("codes", "men"), [("chess", "PRNBKQprnbkq"), ("draughts", "w..b..W..B..")]
)
def test_codes_of_men(codes: Codes, men: str) -> None:
    for code, letter in enumerate(men, 1):
        if letter != ".":
            assert (letter_of(code, codes), code_of(letter, codes)) == (letter, code)
        else:
            assert letter_of(code, codes) == "x"
    for code in (13, 14, 15):
        assert letter_of(code, codes) == "x"
    assert code_of("x", codes) == code_of("?", codes) == 13
