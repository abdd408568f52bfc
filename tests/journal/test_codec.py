from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import Head, Json, read_message
from controller.journal.codec import canonical, genesis, link, parse
from tests.journal.samples import any_message, json_objects, move

WRITTEN = (
    '{"accepted":null,"assumed":[],"at_us":7,"board":"b1","breach":null,"captured":[],'
    '"clocks":null,"completed_by":"settled","epoch":"00","game_id":"g1","imposed":false,'
    '"legal":true,"move":"e2e4","notation":{"san":"e4"},"path":["e2","e4"],"ply":1,'
    '"position":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","seq":1,'
    '"side":"white","type":"move","v":1,"wall":null}'
)


@given(json_objects)
def test_parse_reads_what_canonical_wrote(body: Json) -> None:
    assert parse(canonical(body)) == body


@given(json_objects)
def test_the_order_of_keys_does_not_matter(body: Json) -> None:
    assert canonical(dict(reversed(body.items()))) == canonical(body)


@given(any_message)
def test_a_message_survives_the_way_through_the_bytes(message: object) -> None:
    head = Head(board="b1", game_id=None, epoch="00", seq=1, at_us=0)
    body = parse(canonical(head.wrap(message)))  # type: ignore[arg-type]
    assert read_message(body) == message


def test_the_bytes_of_a_message_never_change() -> None:
    head = Head(board="b1", game_id="g1", epoch="00", seq=1, at_us=7)
    assert canonical(head.wrap(move())).decode() == WRITTEN
    first = link(genesis("00", "b1"), WRITTEN.encode())
    assert first.hex() == "01d4a2692a906fa57068a11ee339944f761e9ae39a346cdd2a88a59d9e629d64"


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "\ud800"])
def test_what_is_not_json_is_refused(bad: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        canonical({"a": bad})


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"7", b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":1,"a":1}', b"\xff", b'{"a":"\\u0041"}',
     b"[" * 100_000],
)  # fmt: skip
def test_only_the_canonical_form_is_read(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse(raw)


@given(st.data(), any_message)
def test_every_mutated_byte_changes_the_digest(data: st.DataObject, message: object) -> None:
    head = Head(board="b1", game_id="g1", epoch="00", seq=1, at_us=7)
    raw = bytearray(canonical(head.wrap(message)))  # type: ignore[arg-type]
    before = link(b"", bytes(raw))
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    assert link(b"", bytes(raw)) != before
