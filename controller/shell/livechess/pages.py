"""What a plain request on the port of the dialogue is answered, and who may ask. Pure.

The dialogue is a WebSocket; programs also fetch the list of boards over HTTP. Pages of other sites may read as little here
as there: a browser tells whose page asks by `Origin`, but not where a page has had its own name point here.
"""

from __future__ import annotations

import ipaddress
import json
from typing import TYPE_CHECKING

from controller.shell.web.security import host_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

PATH = "/api/v1.0"
"""Of the dialogue."""
EBOARDS = f"{PATH}/eboards"
TOURNAMENTS = f"{PATH}/tournaments"
"""There are none: a board has a game, and the feeds have its rounds."""


def path_of(target: str) -> str:
    """The path of a request, without its query and without a slash at its end."""
    return target.partition("?")[0].rstrip("/")


def stranger(origins: Sequence[str], allowed: Collection[str]) -> str | None:
    """The site of a page that may not read the board; None where no such page asks.

    Args:
        origins: what `Origin` says; programs that are no browsers leave it out.
    """
    return next((origin for origin in origins if origin not in allowed), None)


def is_own_name(hosts: Sequence[str], host: str) -> bool:
    """Whether a request calls the board by a name that no site can have made its own.

    Args:
        hosts: what `Host` says.
        host: the address that is listened on.
    """
    return all(
        name == host or "." not in name or name.endswith(".local") or _is_address(name)
        for name in map(host_name, hosts)
    )


def body_of(path: str, boards: Sequence[Mapping[str, object]]) -> bytes | None:
    """What is found at a path, as JSON; None where nothing is.

    Args:
        boards: as the call `eboards` of the dialogue lists them.
    """
    found: dict[str, Sequence[object]] = {EBOARDS: boards, TOURNAMENTS: ()}
    if path not in found:
        return None
    # A client that looks for `"board" : "` by itself is known, so the colon stands alone.
    return json.dumps(found[path], indent=2, separators=(",", " : ")).encode() + b"\n"


def headers_for(origins: Sequence[str]) -> dict[str, str]:
    """The headers of such an answer: a page that may ask may also read it."""
    shared = {"Access-Control-Allow-Origin": origins[0]} if origins else {}
    return {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Vary": "Origin",
        **shared,
    }


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
