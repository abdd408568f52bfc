"""What tells the kind of a file that is converted, where its moves could be of two games."""

from __future__ import annotations

import pytest

from controller.shell.convert import convert
from controller.shell.recordfiles import read_records
from rules.terms import RulesError

BOTH = b"1. b2b4 h7h5 *\n"
"""Lawful in chess and in xiangqi."""


@pytest.mark.parametrize(
    ("name", "to", "source", "game"),
    [
        ("x.txt", "wxf", None, "xiangqi"),
        ("x.txt", "pgn", None, "chess"),
        ("x.txt", None, "xqpgn", "xiangqi"),
        ("x.pgn", None, None, "chess"),
        ("x.pgn", "iccs", None, "xiangqi"),
        ("x.pgn", None, "xiangqi", "xiangqi"),
        ("x.xqpgn", None, None, "xiangqi"),
    ],
)
def test_what_tells_the_kind_of_a_file(
    name: str, to: str | None, source: str | None, game: str
) -> None:
    converted = convert(BOTH, name, to=to, source=source)
    name = "x.pgn" if game == "chess" else "x.xqpgn"
    (record,) = read_records(converted.text.encode(), name).records
    assert record.game == game
    assert bool(converted.warnings) == (source is None)


def test_where_nothing_tells_the_kind_it_is_said() -> None:
    for lenient in (False, True):
        with pytest.raises(
            RulesError, match=r"chess \(pgn\) or xiangqi .* --from pgn or --from xqpgn"
        ):
            convert(BOTH, "x.txt", lenient=lenient)
    with pytest.raises(
        RulesError, match=r"there is no format 'docx'; known: pgn, .*draughts-russian"
    ):
        convert(BOTH, "x.txt", source="docx")
