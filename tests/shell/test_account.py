"""The record that a board keeps as its game goes on."""

from __future__ import annotations

from controller.shell.account import Account
from controller.shell.export import record_text
from tests.shell.test_export import game_of
from tests.soak.growing_records import soak


def test_it_is_at_each_message_the_record_of_all_messages() -> None:
    compared = soak(seed=1, count=36)["records"]
    assert isinstance(compared, int)
    assert compared > 800


def test_it_reads_the_game_no_more_while_only_legal_moves_come() -> None:
    messages = game_of("chess", "e2e4", "e7e5", "g1f3", "b8c6")
    reads = []

    def read() -> list[object]:
        reads.append(1)
        return []

    account = Account(read)  # type: ignore[arg-type]
    for message in messages:
        account.take([message])
        assert account.text()
    assert account.text() == record_text(messages)
    assert len(reads) == 1
