"""The library's broker, with its faults mended. It takes connections from the gate and opens no port of its own."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from amqtt.broker import Broker  # type: ignore[import-untyped]
from amqtt.contexts import Action  # type: ignore[import-untyped]
from amqtt.errors import AMQTTError, BrokerError  # type: ignore[import-untyped]

if TYPE_CHECKING:
    import asyncio

    from controller.shell.broker.gate import Connection
    from controller.shell.broker.policy import Access

START_ERRORS = (AMQTTError, BrokerError)
"""What `Engine.start` may raise."""
_LISTENER = "default"
_CONFIGURATION = {"listeners": {_LISTENER: {"type": "external"}}, "plugins": {}}
_published: ContextVar[int | None] = ContextVar("published", default=None)
"""The QoS of the message that a client's task is passing on."""


class _Leaving(dict[str, Any]):
    """A message on its way: it comes to each subscriber at the lower of its own QoS and his (MQTT 3.1.1, 3.8.4)."""

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as of every dict
        found = super().get(key, default)
        return min(found, default) if key == "qos" and default is not None else found


class Engine(Broker):  # type: ignore[misc]
    """Sessions, subscriptions and retained messages.

    The gate has proved who a client is and what it publishes; here it is told by the user name. Mended: the library
    sends a new client the retained messages of everybody's subscriptions, gives no heed to the QoS at which a
    message was published, and waits for ever for a connection that ended while it was being taken up.
    """

    def __init__(self, access: Access) -> None:
        super().__init__(_CONFIGURATION)
        self._access = access

    async def serve(self, connection: Connection) -> None:
        """Hands messages on to and from a connection until it ends."""
        await self.external_connected(connection, connection, _LISTENER)

    @property
    def tasks(self) -> tuple[asyncio.Task[Any], ...]:
        """What runs while the broker does, and must not end before."""
        return (self._broadcast_task, self._session_monitor_task)

    async def _authenticate(self, session: Any, _: Any) -> bool:  # noqa: ANN401 - the library is untyped
        session.is_anonymous = True  # so nothing is kept for who is away
        return True

    async def _topic_filtering(
        self,
        session: Any,  # noqa: ANN401 - the library is untyped
        topic: str,
        action: Action,
    ) -> bool:
        # It must not wait: the library goes through its subscriptions meanwhile.
        if action == Action.SUBSCRIBE:
            return self._access.may_subscribe(session.username, topic)
        if action == Action.RECEIVE:
            return self._access.may_receive(session.username, topic)
        return True

    async def _client_message_loop(self, client_session: Any, handler: Any) -> None:  # noqa: ANN401
        if handler.reader.is_over:
            await handler.handle_connection_closed()
        await super()._client_message_loop(client_session, handler)

    async def _handle_message_delivery(
        self,
        client_session: Any,  # noqa: ANN401 - the library is untyped
        handler: Any,  # noqa: ANN401
        wait_deliver: asyncio.Future[Any],
    ) -> bool:
        message = wait_deliver.result()
        _published.set(None if message is None else message.qos)
        found: bool = await super()._handle_message_delivery(client_session, handler, wait_deliver)
        return found

    async def _broadcast_message(
        self,
        session: Any,  # noqa: ANN401 - the library is untyped
        topic: str | None,
        data: bytes | bytearray | None,
        force_qos: int | None = None,
    ) -> None:
        qos = _published.get() if force_qos is None else force_qos
        known = {} if qos is None else {"qos": qos}
        await self._broadcast_queue.put(_Leaving(session=session, topic=topic, data=data, **known))

    async def _publish_retained_messages_for_subscription(
        self,
        subscription: tuple[str, int],
        session: Any,  # noqa: ANN401 - the library is untyped
    ) -> None:
        subscribers = self._subscriptions.get(subscription[0], ())
        if any(other.client_id == session.client_id for other, _ in subscribers):
            await super()._publish_retained_messages_for_subscription(subscription, session)
