"""Who may do what at the embedded broker: one table. Pure.

An account is the board itself, a role of `[roles.tokens]`, or anybody: whoever gives no name. The names are those of
the kiosk, and so is the rule: a role takes commands from whoever has its token; from anybody where it stands in
`open_roles` and has none.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.shell.broker.packets import Refusal
from controller.shell.roles import ARBITER, OPERATOR, hash_token
from controller.shell.topics import base

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from controller.shell.broker.packets import Connect

BOARD = "board"
"""The account of the service itself. Its password is made at each start and never leaves the process."""
ANYBODY = "anybody"
"""The account of whoever connects without a name."""
PLAYERS = ("white", "black", "red")
ROLES = (*PLAYERS, ARBITER, OPERATOR)
ACCOUNTS = (BOARD, ANYBODY, *ROLES)
_STATE = ("status", "game", "position", "clock", "lamps", "health", "record", "public/record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What is allowed on the topics of one kind.

    Attributes:
        topics: a filter of MQTT that matches them.
        readers: accounts that are sent their messages.
        writers: accounts that may publish there.
        retained: whether a writer may have them retained.
    """

    topics: str
    readers: frozenset[str]
    writers: frozenset[str]
    retained: bool


def rules(
    board: str, *, tokens: Collection[str], open_roles: Collection[str], discovery: str | None
) -> tuple[Rule, ...]:
    """The table. What no rule names is nobody's.

    Args:
        board: its id.
        tokens: roles that have a token.
        open_roles: roles that need none on this machine.
        discovery: the prefix under which the board tells Home Assistant of itself; None for nowhere.
    """
    everybody, itself = frozenset(ACCOUNTS), frozenset({BOARD})
    told = [Rule(topics=name, readers=everybody, writers=itself, retained=True) for name in _STATE]
    told.append(Rule(topics="event/+", readers=everybody, writers=itself, retained=False))
    asked = []
    for role in ROLES:
        may_ask = frozenset({role} if role in tokens else ())
        if role in open_roles and role not in tokens:
            may_ask = everybody - itself
        command, reply = f"command/{role}/+", f"reply/{role}"
        asked.append(Rule(topics=command, readers=itself, writers=may_ask, retained=False))
        # The code of a sealed move is in a reply, so it is for those who may ask.
        asked.append(Rule(topics=reply, readers=may_ask | itself, writers=itself, retained=False))
    table = [
        Rule(
            topics=f"{base(board)}/{rule.topics}",
            readers=rule.readers,
            writers=rule.writers,
            retained=rule.retained,
        )
        for rule in (*told, *asked)
    ]
    if discovery is not None:
        prefix = f"{discovery}/#"
        table.append(Rule(topics=prefix, readers=everybody, writers=itself, retained=True))
    return tuple(table)


class Access:
    """The table of one board, and the proofs that its accounts ask for.

    Attributes:
        table: the rules.
    """

    def __init__(
        self,
        board: str,
        *,
        secret: str,
        tokens: Mapping[str, str] | None = None,
        open_roles: Collection[str] = (),
        discovery: str | None = None,
    ) -> None:
        """What `rules` is told, and the proofs.

        Args:
            board: its id.
            secret: the password of the board's own connections.
            tokens: role to `hash_token` of its token.
            open_roles: roles that need no token on this machine.
            discovery: the prefix of Home Assistant; None for none.
        """
        tokens = tokens or {}
        self.table = rules(board, tokens=tokens, open_roles=open_roles, discovery=discovery)
        self._proofs = {**tokens, BOARD: hash_token(secret)}
        self._own_ids = frozenset({f"touchmove-{board}", f"touchmove-{board}-public"})

    def account(self, name: str | None, password: str | None) -> str | None:
        """The account that a client proves to have; None where it proves none."""
        if name is None:
            return ANYBODY
        # An unknown name is compared too, so that its answer takes as long as a known one's.
        kept = self._proofs.get(name, "")
        given = hash_token(password or "").encode()
        return name if hmac.compare_digest(given, kept.encode()) else None

    def may_call_itself(self, account: str, client_id: str) -> bool:
        """Whether a client id is free for an account: the board's own are for nobody else."""
        return account == BOARD or client_id not in self._own_ids

    def refusal(self, account: str, connect: Connect) -> Refusal | None:
        """Why a connection of an account is refused; None where it is not."""
        if not self.may_call_itself(account, connect.client_id):
            return Refusal.CLIENT_ID
        if not connect.client_id and not connect.clean:
            return Refusal.CLIENT_ID  # 3.1.3
        will = connect.will
        if will is not None and not self.may_publish(account, will.topic, retained=will.retain):
            return Refusal.RIGHTS
        return None

    def may_publish(self, account: str, topic: str, *, retained: bool) -> bool:
        """Whether a message of an account is taken."""
        return any(
            account in rule.writers and (rule.retained or not retained)
            for rule in self.table
            if overlap(rule.topics, topic)
        )

    def may_receive(self, account: str, topic: str) -> bool:
        """Whether an account is sent what is published on a topic."""
        return any(account in rule.readers for rule in self.table if overlap(rule.topics, topic))

    def may_subscribe(self, account: str, pattern: str) -> bool:
        """Whether a subscription is granted: it must match something that the account may read.

        What else it matches is not sent to it, see `may_receive`.
        """
        return any(account in rule.readers and overlap(rule.topics, pattern) for rule in self.table)


def overlap(one: str, other: str) -> bool:
    """Whether some topic is matched by both filters; a topic is a filter that matches itself (MQTT 3.1.1, 4.7)."""
    if "$" in (one[:1], other[:1]):
        return one == other  # a wildcard at the beginning does not match these (4.7.2)
    return _levels_overlap(one.split("/"), other.split("/"))


def _levels_overlap(one: list[str], other: list[str]) -> bool:
    for mine, yours in zip(one, other, strict=False):
        if "#" in (mine, yours):
            return True
        if mine != yours and "+" not in (mine, yours):
            return False
    longer = one[len(other) :] or other[len(one) :]
    return longer in ([], ["#"])
