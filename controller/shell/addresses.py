"""How other machines reach this one: its addresses and names, and the codes that a phone reads them from."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import os
import socket
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - what a configuration may say, not where we listen
"""What stands for all addresses of a machine."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
MDNS = "/run/avahi-daemon/socket"
"""There while a program answers for NAME.local."""
_SIOCGIFADDR = 0x8915
_ADDRESS = slice(20, 24)
_INTERFACE = 16
"""Bytes of an interface's name in the request."""


def reached_beyond(host: str) -> bool:
    """Whether what listens at this address is reached from other machines."""
    return host not in LOOPBACK and not host.startswith("127.")


def machine_names(host: str) -> tuple[str, ...]:
    """The names that other machines may call this one by, if it is reached from them: its own, and that with `.local`."""
    name = socket.gethostname().lower()
    if not reached_beyond(host) or not name or name == "localhost":
        return ()
    first = name.partition(".")[0]
    return tuple(dict.fromkeys((name, first, f"{first}.local")))


def machine_addresses() -> tuple[str, ...]:
    """The addresses of this machine in its networks now (IPv4), without loopback."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[: _INTERFACE - 1])
            with contextlib.suppress(OSError):  # it has none
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[_ADDRESS]))
    return tuple(each for each in found if not ipaddress.ip_address(each).is_loopback)


def origins(host: str, port: int, names: Iterable[str] = ()) -> tuple[str, ...]:
    """Where browsers on other machines find what listens here, the best first; none where only this machine does.

    Args:
        host: the address that is listened at.
        names: by which the configuration says that this machine is called.
    """
    if not reached_beyond(host):
        return ()
    hosts = list(names)
    if host in EVERYWHERE:
        hosts += machine_addresses()
        if os.path.exists(MDNS):  # noqa: PTH110 - no import
            hosts += [each for each in machine_names(host) if each.endswith(".local")]
    else:
        hosts.append(f"[{host}]" if ":" in host else host)
    return tuple(f"http://{each}{'' if port == _HTTP else f':{port}'}" for each in hosts)


_HTTP = 80


def code_lines(text: str) -> list[str]:
    """A QR code of a text for a terminal, a line each."""
    import io  # noqa: PLC0415 - loaded when used

    import segno  # noqa: PLC0415 - loaded when used

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def code_svg(text: str) -> bytes:
    """A QR code of a text as a picture for a page."""
    import io  # noqa: PLC0415 - loaded when used

    import segno  # noqa: PLC0415 - loaded when used

    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out,
        kind="svg",
        scale=4,
        border=4,
        light="#ffffff",
        dark="#000000",
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()


def code_is_read() -> bool:
    """Whether a code on standard error is seen by people: a terminal, or the system's log that they read in one."""
    return sys.stderr.isatty() or "JOURNAL_STREAM" in os.environ


def told_addresses(what: str, host: str, port: int, names: Iterable[str] = ()) -> list[str]:
    """What the log says of where something is: one line an address, and a code for phones where it is seen.

    Args:
        what: for example "the kiosk".
    """
    here = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    if not reached_beyond(host):
        return [f"{what} is at http://{here}:{port}/ (this machine only)"]
    found = origins(host, port, names)
    lines = [f"{what} is at {each}/" for each in found]
    if not found:
        lines = [f"{what} is at http://{here}:{port}/; this machine is in no network yet"]
    elif code_is_read():
        lines += code_lines(found[0] + "/")
    return lines
