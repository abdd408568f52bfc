"""A client that speaks to the web application without a network."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx

from controller.shell.web.app import make_app
from controller.shell.web.security import Rate, Tokens

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tests.shell.fake_desk import FakeDesk

LOCAL = ("127.0.0.1", 5000)
OPEN_ROLES = frozenset({"white", "black", "operator"})


class Client:
    """Sends one request at a time, as a browser on this machine unless told otherwise."""

    def __init__(
        self,
        desk: FakeDesk,
        tokens: Tokens | None = None,
        client: tuple[str, int] = LOCAL,
        rate: Rate | None = None,
        app: Starlette | None = None,
    ) -> None:
        """The board's application, or another one."""
        self._app = app or make_app(desk, tokens=tokens or Tokens(open_roles=OPEN_ROLES), rate=rate)
        self._client = client

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(
                self._app, raise_app_exceptions=False, client=self._client
            )
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost:8000"
            ) as client:
                return await client.request(method, path, **more)

        return asyncio.run(send())

    def get(self, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401
        return self.request("POST", path, **more)
