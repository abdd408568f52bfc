"""Writes the page of laws from the list of laws, the source that names them and the tests that prove them.

    python -m tests.laws docs/laws.md

The list is rules/laws.toml. A law is named where its id stands in a source file, in code or in words; a
range ("CH-5.2–5.5") names every law between. A law is proved by each test whose marker carries its id:
`pytest.mark.law("FIDE-4.3.1")`.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rules.articles import Article, sections

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "laws.md"
KINDS = ("rule", "board", "clock", "claim", "arbiter", "record", "human")
SOURCES = ("rules", "controller/core", "drivers")

HEAD = """\
# The laws and where they are

<!-- Written by `python -m tests.laws docs/laws.md` from rules/laws.toml; change that, not this. -->

One row for each law that messages may name. A message names exactly one id. Column *kind* says who
acts: **rule** the game's mechanics, **board** the sensors, **clock**, **claim** a player's command,
**arbiter** the arbiter's command, **record** the score, **human** nobody but people.

*Where* names the files that state the law, in `rules/`, or act on it, in `controller/core/`. *Test* names
the files with a test that carries the id in its marker: `pytest.mark.law("FIDE-4.3.1")`. Tests in
`tests/rules/` prove what the rules say, tests in `tests/core/` what the board then does. A law is *done*
when it has both, *partly* when it has one of them.

How many laws are done, of how many:
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Which files name each law, and which tests prove it, as paths from the root."""

    sources: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)

    def done(self, law: Article) -> str:
        """Whether a law is there: "yes", "partly" or "not yet"."""
        found = (law.id in self.sources) + (law.id in self.tests)
        return ("not yet", "partly", "yes")[found]


@cache
def all_ids() -> tuple[str, ...]:
    """Every id, in the order of the list."""
    return tuple(law.id for section in sections() for law in section.articles)


@cache
def _pattern() -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(all_ids(), key=len, reverse=True)))
    last = r"(?:[A-Z]+-)?[0-9][0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*"
    return re.compile(
        rf"(?<![\w-])(?P<first>{known})(?!\w|\.\w)(?:\s?(?:–|-|…|\bto\b)\s?(?P<last>{last}))?"
    )


def named(text: str) -> set[str]:
    """The ids that a text names, those between the ends of a range included."""
    found = set()
    for match in _pattern().finditer(text):
        found |= set(_range(match["first"], match["last"]))
    return found


def _range(first: str, last: str | None) -> tuple[str, ...]:
    """The ids from one to another, which may lack its prefix ("CH-5.2–5.5", "CH-5.6.1–3")."""
    ids = all_ids()
    start = ids.index(first)
    stem = first
    ends = [last or ""]
    while last and len(stem) > 1 and not stem.endswith("-"):
        stem = re.sub(r"[^.-]+\.?$|\.$", "", stem)
        ends.append(stem + last)
    for end in ends:
        if end in ids[start:]:
            return ids[start : ids.index(end) + 1]
    return (first,)


def marked(path: Path) -> tuple[set[str], list[int]]:
    """The ids in the markers of a file, and the lines of markers whose ids are not written out.

    A marker that stands in a function and takes its id from a parameter has the ids that the file
    calls this function with.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found, unclear, explained = set[str](), list[int](), set[ast.AST]()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = [argument.arg for argument in function.args.args]
        for marker in _markers(function):
            for argument in marker.args:
                if isinstance(argument, ast.Name) and argument.id in names:
                    found |= _called_with(tree, function.name, names.index(argument.id))
                    explained.add(argument)
    for marker in _markers(tree):
        for argument in marker.args:
            if text := _text(argument):
                found.add(text)
            elif argument not in explained:
                unclear.append(marker.lineno)
    return found, unclear


def _markers(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.law"):
            yield node


def _text(node: ast.expr) -> str:
    """The text that a literal is, or ""."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _called_with(tree: ast.Module, function: str, index: int) -> set[str]:
    """The literal texts that a file gives a function of its own as one of its arguments."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        _text(call.args[index])
        for call in calls
        if ast.unparse(call.func) == function and len(call.args) > index
    } - {""}


def files_with_tests() -> list[Path]:
    """Every file that may have tests, in a stable order."""
    return sorted((ROOT / "tests").rglob("*.py"))


def evidence() -> Evidence:
    """What the files of the project say now."""
    found = Evidence()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            _note(found.sources, path, named(path.read_text(encoding="utf-8")))
    for path in files_with_tests():
        _note(found.tests, path, marked(path)[0])
    return found


def _note(index: dict[str, list[str]], path: Path, laws: Iterable[str]) -> None:
    for law in laws:
        index.setdefault(law, []).append(str(path.relative_to(ROOT)))


def page() -> str:
    """The page as it should be."""
    found = evidence()
    return "\n".join([HEAD, *_summary(found), *_sections(found)]) + "\n"


def _summary(found: Evidence) -> Iterator[str]:
    yield _row(["game", *KINDS, "all"])
    yield _row(["---"] * (len(KINDS) + 2))
    for section in sections():
        kinds = [[law for law in section.articles if kind in law.kinds] for kind in KINDS]
        yield _row([section.title, *(_share(laws, found) for laws in [*kinds, section.articles])])


def _share(laws: Iterable[Article], found: Evidence) -> str:
    done = [found.done(law) == "yes" for law in laws]
    return f"{sum(done)}/{len(done)}" if done else "—"


def _sections(found: Evidence) -> Iterator[str]:
    for section in sections():
        yield from ("", f"## {section.title}", "", section.intro, "")
        yield _row(["id", "kind", "law, in short", "rulebooks", "done", "where", "test"])
        yield _row(["---"] * 7)
        for law in section.articles:
            yield _row(
                [
                    f"`{law.id}`",
                    ", ".join(law.kinds),
                    law.english,
                    "all" if law.books == section.books else _files(law.books),
                    found.done(law),
                    _files(found.sources.get(law.id, ())),
                    _files(found.tests.get(law.id, ())),
                ]
            )


def _files(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "—"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
