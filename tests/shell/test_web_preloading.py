"""Each page names all of its modules at its head, each once, and nothing else."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from controller.shell.web.preloading import preloading

FOLDER = resources.files("controller.shell.web") / "static"
FILES = {file.name: file.read_bytes() for file in FOLDER.iterdir() if file.is_file()}
PAGES = sorted(name for name in FILES if name.endswith(".html"))


def needed(module: str, known: frozenset[str] = frozenset()) -> set[str]:
    """What a module imports, and what that does in turn."""
    found = set(
        re.findall(r'from "\./(.+?)";|^import "\./(.+?)";', FILES[module].decode(), re.MULTILINE)
    )
    names = {one or other for one, other in found} - known
    return names.union(*(needed(each, known | names | {module}) for each in names))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_its_modules(page: str) -> None:
    (own,) = re.findall(r'<script type="module" src="/static/(.+?)">', FILES[page].decode())
    linked = re.findall(
        r'<link rel="modulepreload" href="/static/(.+?)">', preloading(FILES[page], FILES).decode()
    )
    assert len(linked) == len(set(linked))
    assert set(linked) == needed(own) - {own}


def test_a_page_without_modules_stays_as_it_is() -> None:
    assert preloading(b"<title>x</title>", {}) == b"<title>x</title>"
