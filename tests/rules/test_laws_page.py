"""docs/laws.md, the laws named in the rulebooks and the tests agree."""

import re
from pathlib import Path

import pytest

from rules.registry import GAMES
from rules.rulebook import Rulebook

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([A-Z]+-[^`]+)` \| (\w+) \| (.*) \| (.*) \| (.*) \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs" / "laws.md").read_text(encoding="utf-8"))
PAGE = {law for law, *_ in ROWS}
TEXTS = {law.split("-")[0] for law in PAGE}
"""The law texts that the page has rows for, by the prefixes of their ids."""
MARK = re.compile(r"mark\.law\(([^)]*)\)")
BOOKS = [book for game in GAMES.values() for book in game.rulebooks.values()]


def marked(path: Path) -> set[str]:
    """The ids that the tests of a file carry in their markers."""
    text = path.read_text(encoding="utf-8")
    return {law for group in MARK.findall(text) for law in re.findall(r'"([^"]+)"', group)}


def of_page_texts(laws: set[str]) -> set[str]:
    return {law for law in laws if law.split("-")[0] in TEXTS}


def named(book: Rulebook) -> set[str]:
    """The ids that a rulebook names."""
    completion = [getattr(book.completion, name) for name in book.completion.__slots__]
    touch = [a.law for group in book.touch.alternatives.values() for a in group]
    return {law for law in (*completion, *touch, book.touch.free, book.touch.bump) if law}


def test_each_law_has_one_row() -> None:
    ids = [law for law, *_ in ROWS]
    assert len(ids) > 50
    assert len(ids) == len(set(ids))
    kinds = {kind for _, kind, *_ in ROWS}
    assert kinds <= {"rule", "board", "clock", "claim", "arbiter", "record", "human"}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_rulebook_names_only_laws_of_the_page(book: Rulebook) -> None:
    assert of_page_texts(named(book)) <= PAGE


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_tests_of_a_row_carry_its_id(row: tuple[str, ...]) -> None:
    law, _, _, where, tests = row
    assert (where == "—") is (tests == "—")
    for name in re.findall(r"`([^`]+)`", tests):
        assert law in marked(ROOT / name), f"{name} has no test marked {law}"


def test_the_tests_of_the_rules_name_only_laws_of_the_page() -> None:
    for path in sorted((ROOT / "tests" / "rules").glob("test_*.py")):
        assert of_page_texts(marked(path)) <= PAGE, path.name
