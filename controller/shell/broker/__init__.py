"""The embedded broker: in the service's own process, on loopback, for one board and its viewers.

`policy` says who may do what, `packets` reads what clients send, `gate` lets in what both allow, and behind it the
library's broker (`engine`) hands messages on. `serving` puts them together. It keeps nothing over a restart; the
publisher fills it again from the journal.
"""

from __future__ import annotations

HOST = "127.0.0.1"
"""Programs on this machine may speak to it, and nobody else can."""


class BrokerFault(OSError):  # noqa: N818 - a fault of the world, not an error of ours
    """The embedded broker cannot start. Says where and what to do.

    Attributes:
        port: the port that was wanted.
    """

    def __init__(self, port: int, reason: str, remedy: str) -> None:
        super().__init__(f"embedded broker, {HOST} port {port}: {reason}. {remedy}")
        self.port = port
