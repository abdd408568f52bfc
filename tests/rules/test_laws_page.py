"""docs/laws.md, the laws named in the rulebooks and the tests agree."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rules.articles import chinese_texts, sections
from rules.registry import GAMES
from rules.rulebook import Rulebook
from tests import laws
from tests.laws import KINDS, PAGE, all_ids, evidence, marked, page

BOOKS = [book for game in GAMES.values() for book in game.rulebooks.values()]
ROWS = [(section, law) for section in sections() for law in section.articles]


def named(book: Rulebook) -> set[str]:
    """The ids that a rulebook names, wherever in it they stand."""
    return {law for value in (getattr(book, f.name) for f in fields(book)) for law in _ids(value)}


def _ids(value: object) -> Iterator[str]:
    """Every text that is shaped like the id of a law, in nested data."""
    if isinstance(value, str):
        if value.split("-")[0] in PREFIXES and "-" in value:
            yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from _ids(getattr(value, each.name))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _ids(key)
            yield from _ids(each)
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from _ids(each)


PREFIXES = {law.split("-")[0] for law in all_ids()}


def test_each_law_has_one_row() -> None:
    assert len(all_ids()) > 200
    assert len(all_ids()) == len(set(all_ids()))
    for section, law in ROWS:
        assert set(law.kinds) <= set(KINDS), law.id
        assert law.english, law.id
        assert law.chinese, law.id
        assert set(law.books) <= set(section.books), law.id


def test_the_chinese_texts_are_of_the_same_laws() -> None:
    assert set(chinese_texts()) == set(all_ids())


def test_the_page_is_the_one_that_the_generator_writes() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "type: python -m tests.laws docs/laws.md"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_rulebook_names_only_laws_of_the_page(book: Rulebook) -> None:
    assert named(book)
    assert named(book) <= set(all_ids())
    assert book.name in {name for section in sections() for name in section.books}


def test_tests_name_only_laws_of_the_page() -> None:
    for path in laws.files_with_tests():
        found, unclear = marked(path)
        assert found <= set(all_ids()), path.name
        assert unclear == [], f"{path.name}: write the ids of a marker out, for the page reads them"


def test_every_law_of_the_mechanics_and_the_record_is_there() -> None:
    found = evidence()
    wanted = [law for _, law in ROWS if {"rule", "record"} & set(law.kinds)]
    missing = {law.id for law in wanted if found.done(law) != "yes"}
    assert sorted(missing) == [], "no source or no test names these"


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("as CH-5.2 has it.", {"CH-5.2"}),
        ("CH-5.2–5.5", {"CH-5.2", "CH-5.3", "CH-5.4", "CH-5.5"}),
        ("CH-5.6.1-3", {"CH-5.6.1", "CH-5.6.2", "CH-5.6.3"}),
        ("CH-5.2 to CH-5.4", {"CH-5.2", "CH-5.3", "CH-5.4"}),
        ("DR-8.1.1–1.3", {"DR-8.1.1", "DR-8.1.2", "DR-8.1.3"}),
        ("XQ-9.1.7–XQ-9.2", {"XQ-9.1.7", "XQ-9.1.8", "XQ-9.2"}),
        ("CH-5.5–5.2: backwards", {"CH-5.5"}),
        ("CH-10.4/FIDE-5.2.2", {"CH-10.4", "FIDE-5.2.2"}),
        ("GO-22.sealed - 3 stones", {"GO-22.sealed"}),
        ("GO-22.8, GO-22.time; GO-score", {"GO-22.8", "GO-22.time", "GO-score"}),
        ('LawId("DR-12.3.1")', {"DR-12.3.1"}),
        ("XQ-6.x, DR-7.4.17, FIDE-99, XCH-17, CH-170", set()),
    ],
)
def test_ids_are_found_in_words(text: str, ids: set[str]) -> None:
    assert laws.named(text) == ids


def test_ids_are_found_in_markers(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        """
import pytest
pytestmark = pytest.mark.law("XQ-2")
def row(text, law): return pytest.param(text, marks=pytest.mark.law(law, "CH-1.2"))
ROWS = [row("a", "CH-5.2"), row("b", "CH-5.3"), row("c", other)]
@pytest.mark.law("DR-6.1", "DR-6.2")
@pytest.mark.parametrize("x", [pytest.param(r, marks=pytest.mark.law(r.law)) for r in TABLE])
def test_it(x): assert x
""",
        encoding="utf-8",
    )
    found, unclear = marked(path)
    assert found == {"XQ-2", "CH-1.2", "CH-5.2", "CH-5.3", "DR-6.1", "DR-6.2"}
    assert unclear == [7]
