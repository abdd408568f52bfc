"""Names all modules of a page at its head, so that a slow screen does not find them one behind the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_MODULE: Final = re.compile(rb'<script type="module" src="/static/([\w-]+\.js)">')
_IMPORT: Final = re.compile(rb'^import [^;]*?"\./([\w-]+\.js)";', re.MULTILINE)


def preloading(page: bytes, files: Mapping[str, bytes]) -> bytes:
    """The page, with a link to each module that its own one imports, and those in turn.

    Args:
        files: the modules, by name.
    """
    script = _MODULE.search(page)
    if script is None:
        return page
    own = script[1].decode()
    found, ahead = [own], [own]
    while ahead:
        imported = [each.decode() for each in _IMPORT.findall(files[ahead.pop(0)])]
        new = [each for each in dict.fromkeys(imported) if each not in found]
        found += new
        ahead += new
    links = [b'<link rel="modulepreload" href="/static/%b">\n' % each.encode() for each in found]
    return page.replace(script[0], b"".join(links[1:]) + script[0], 1)
