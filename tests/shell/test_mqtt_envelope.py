from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.envelope import COMMAND_BYTES, COMMAND_DEPTH, BadCommandError, read_command

FULL = {
    "v": 1, "id": "c1", "game_id": "g1", "expect_seq": 12, "ttl_ms": 5000, "args": {"to": "q"},
}  # fmt: skip


@pytest.mark.parametrize("body", [{"id": "1"}, FULL, {"id": "将", "args": {"a": [[1]]}}])
def test_commands_are_read(body: dict[str, object]) -> None:
    assert read_command(json.dumps(body).encode()) == body


BAD = [
    (b"", "cannot be read"),
    (b"7", "cannot be read"),
    (b"[]", "cannot be read"),
    (b"null", "cannot be read"),
    (b"{", "cannot be read"),
    (b"\xff\xfe", "cannot be read"),
    (b'{"id":"\\ud800"}', "cannot be read"),
    (b"{}", "`id`"),
    (b'{"id":7}', "id"),
    (b'{"id":""}', "id"),
    (b'{"id":"' + b"x" * 65 + b'"}', "id"),
    (b'{"id":"1","v":2}', "v"),
    (b'{"id":"1","expect_seq":-1}', "expect_seq"),
    (b'{"id":"1","ttl_ms":1.5}', "ttl_ms"),
    (b'{"id":"1","args":[]}', "args"),
    (b'{"id":"1","move":"e2e4"}', "`move`"),
    (b'{"id":"1","args":{"a":[[[1]]]}}', "levels deep"),
    (b"[" * 4000, "levels deep"),
    (b'{"id":"1","args":{"a":"' + b"x" * COMMAND_BYTES + b'"}}', "longer than 4096 bytes"),
]


@pytest.mark.parametrize(("raw", "says"), BAD)
def test_bad_commands_are_refused_with_the_reason(raw: bytes, says: str) -> None:
    with pytest.raises(BadCommandError) as error:
        read_command(raw)
    assert says in str(error.value)


def test_brackets_in_texts_are_not_depth() -> None:
    body = {"id": "1", "args": {"note": '[[[[["\\[[[[[{{{{{'}}
    assert read_command(json.dumps(body).encode()) == body


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    with suppress(BadCommandError):
        assert isinstance(read_command(raw)["id"], str)


@given(st.integers(1, 12))
def test_the_depth_is_bounded(depth: int) -> None:
    raw = b'{"id":"1","args":' + b'{"a":' * (depth - 1) + b"{}" + b"}" * depth
    if depth < COMMAND_DEPTH:
        assert read_command(raw)["id"] == "1"
    else:
        with pytest.raises(BadCommandError, match="levels deep"):
            read_command(raw)
