"""Hostile input by the million: nothing falls over, and nobody changes what the table does not let him change.

Each payload is drawn from the seed and its number, by breaking a good one or by making one up: commands as bytes,
commands with any arguments to a running session and to the whole service (repeated and stale ones among them),
packets of MQTT to the embedded broker's gate, configurations, board profiles and traces.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.core.inputs import Command
from controller.core.table.commands import COMMANDS, role_of
from controller.journal.store import Journal
from controller.shell.broker import packets
from controller.shell.broker.packets import BadPacketError, Kind, UnknownVersionError
from controller.shell.broker.policy import ACCOUNTS, BOARD, ROLES, Access
from controller.shell.config import read_config
from controller.shell.envelope import COMMAND_BYTES, BadCommandError, Envelope, read_command
from controller.shell.roles import COMMAND_NAMES, hash_token
from controller.shell.toml_section import ConfigError
from controller.shell.trace import read_trace
from controller.shell.trace_fields import BadTrace
from tests.shell.mqtt_kit import JournalDesk, open_broker, publishing
from tests.shell.mqtt_peer import Cut, Mosquitto, Peer, free_port
from tests.shell.test_commands import Hall

if TYPE_CHECKING:
    from collections.abc import Callable


COUNT = 1_000_000
ROOT = Path(__file__).resolve().parents[2]
BASE = "touchmove/v1/b1"
RENEWED = 2000
"""Commands after which a new evening begins: one without end is not what is looked for."""
RETAINED = 2000
"""One retained command to a real broker for so many payloads."""
NAMES = (*COMMAND_NAMES, "start", "king", "")
GOOD: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("operator", "start", {}),
    ("arbiter", "penalty", {"side": "white", "kind": "warning", "why": "talking"}),
    ("arbiter", "penalty", {"side": "black", "kind": "warning", "why": "telephone"}),
    ("arbiter", "pause", {}),
    ("arbiter", "resume", {}),
    ("arbiter", "result", {"result": "1/2-1/2", "termination": "agreement"}),
    ("arbiter", "correct", {"to_ply": 0, "moves": ["e2e4"]}),
    ("white", "offer-draw", {}),
    ("white", "resign", {}),
    ("white", "adjust", {"on": True}),
    ("white", "adjust", {"on": False}),
    ("white", "claim-repetition", {}),
    ("black", "claim-move-limit", {}),
    ("white", "promote", {"to": "q"}),
    ("white", "demand-correction", {}),
)
"""What may be asked of the board as it stands."""
ARGUMENTS = (
    "result", "move", "moves", "side", "kind", "why", "ms", "points", "withdraw", "id", "to_ply", "ply", "position",
    "orientation", "players", "headers", "time_control", "rulebook", "mode", "claims", "game", "game_options",
    "round", "board", "white", "black", "code", "lost", "present", "absent", "to", "point", "times", "late", "flag",
    "share", "on", "none", "cause", "again", "exchange", "shared", "agreed", "size", "termination", "law", "from_ply",
)  # fmt: skip
PLAIN: tuple[Any, ...] = (
    "", "e2e4", "e7e8q", "1-0", "white", "red", "90:00+0:30", "\x00", "\x1b[2J", "x" * 300, "\ud83d\ude00", "8/8/8/8",
    -1, 0, 1, 2**53, 2**63, -(2**80), 1.5, 1e308, float("inf"), float("nan"), True, False, None,
)  # fmt: skip
TOKENS = (
    b'"', b"{", b"}", b"[", b"]", b"[[", b"]]", b"\0", b"\xff\xfe", b"\n", b"=", b".", b"\\u0000", b"\\ud800", b"e999",
    b"99999999999999999999", b"-1", b"nan", b"inf", b"true", b"null", b"'''", b'"""', b"\x1b[31m", b"1979-05-27",
    b"[" * 2000, b'{"a":' * 500, b"a." * 800, b"x" * 5000, b"../../../etc/passwd", b"credential:x", b"\r\n", b"#",
)  # fmt: skip
COMMAND_SAMPLES = tuple(
    json.dumps(each).encode()
    for each in (
        {"id": "c1", "args": {"to": "q"}},
        {"id": "c2", "game_id": "g1", "expect_seq": 7, "ttl_ms": 5000, "args": {}},
        {"v": 1, "id": "c3", "args": {"players": {"white": "A", "black": "B"}, "moves": ["e2e4"]}},
    )
)
TRACE_SAMPLE = (ROOT / "docs" / "examples" / "slide.jsonl").read_bytes()


def broken(dice: random.Random, good: bytes) -> bytes:
    """A payload with up to five places of it changed, cut out, repeated or filled with something else."""
    raw = bytearray(good)
    for _ in range(dice.randint(1, 5)):
        at = dice.randint(0, len(raw))
        to = min(len(raw), at + dice.randint(0, 20))
        match dice.randrange(6):
            case 0:
                raw[at:to] = b""
            case 1:
                raw[at:at] = dice.choice(TOKENS)
            case 2:
                raw[at:to] = dice.randbytes(dice.randint(0, 8))
            case 3:
                raw[at:at] = raw[at:to] * dice.randint(1, 20)
            case 4 if at < len(raw):
                raw[at] ^= 1 << dice.randrange(8)
            case _ if not dice.randrange(8):
                del raw[at:]
    return bytes(raw)


def value(dice: random.Random, depth: int = 2) -> Any:  # noqa: ANN401 - any JSON
    """Some value that a command may be given."""
    kind = dice.randrange(8 if depth else 6)
    if kind == 6:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    if kind == 7:
        return {dice.choice(ARGUMENTS): value(dice, depth - 1) for _ in range(dice.randrange(4))}
    return dice.choice(PLAIN)


def command(dice: random.Random) -> tuple[str, str, dict[str, Any]]:
    """Who gives a command, which, and with what arguments: often good ones, of whatever role."""
    role = dice.choice((*ROLES, "king"))
    if dice.random() < 0.5:
        due, name, args = dice.choice(GOOD)
        return (due if dice.random() < 0.5 else role), name, args
    return role, dice.choice(NAMES), arguments(dice)


def arguments(dice: random.Random) -> dict[str, Any]:
    """Some arguments."""
    return {dice.choice(ARGUMENTS): value(dice) for _ in range(dice.randrange(5))}


class Evening:
    """A board with a game under way, begun anew now and then."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._begun, self._given = folder, 0, RENEWED
        self.hall: Hall | None = None

    def board(self) -> Hall:
        """The board, for one command."""
        self._given += 1
        if self.hall is None or self._given > RENEWED:
            self.end()
            self._begun, self._given = self._begun + 1, 0
            self.hall = Hall(self._folder / str(self._begun))
            self.hall.stand()
        return self.hall

    def end(self) -> None:
        """Leaves nothing behind."""
        if self.hall is not None and self.hall.journal is not None:
            self.hall.journal.close()
            shutil.rmtree(self.hall.folder)


class Attack:
    """Everything that is attacked, and what came of it.

    Args:
        folder: for journals.
        loop: where the service lives.
    """

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        self.sessions, self.services = Evening(folder / "sessions"), Evening(folder / "services")
        self._loop = loop
        self._access = Access(
            "b1", secret="own", tokens={"arbiter": hash_token("x")}, open_roles=("white",)
        )
        self._profiles = [file.read_bytes() for file in sorted((ROOT / "hardware").glob("*.toml"))]
        self.outcomes: Counter[str] = Counter()
        self.kinds: tuple[tuple[int, str, Callable[[random.Random], bool]], ...] = (
            (44, "envelope", self.envelope),
            (20, "packet", self.packet),
            (12, "session", self.session),
            (4, "service", self.service),
            (10, "configuration", self.configuration),
            (10, "trace", self.trace),
        )

    def one(self, dice: random.Random) -> None:
        """Sends one payload of some kind."""
        place = dice.randrange(100)
        for share, name, send in self.kinds:
            place -= share
            if place < 0:
                self.outcomes[f"{name}_{'taken' if send(dice) else 'refused'}"] += 1
                return

    def envelope(self, dice: random.Random) -> bool:
        """Bytes on a command topic."""
        raw = broken(dice, dice.choice(COMMAND_SAMPLES))
        try:
            body = read_command(raw)
        except BadCommandError:
            return False
        assert len(raw) <= COMMAND_BYTES
        assert set(body) <= set(Envelope.__struct_fields__), body
        assert isinstance(body["id"], str)
        return True

    def packet(self, dice: random.Random) -> bool:
        """A packet from a client of some account."""
        account, topic = dice.choice(ACCOUNTS), self._topic(dice)
        text = topic.encode()
        number = dice.randrange(1, 65536).to_bytes(2)
        first = 0x30 | dice.choice((0, 1, 2, 3, 4, 5))
        good = len(text).to_bytes(2) + text + (number if first & 6 else b"") + b'{"id":"x"}'
        kind = dice.choice(list(Kind)) if dice.random() < 0.3 else Kind.PUBLISH
        body = broken(dice, good) if dice.random() < 0.7 else good
        try:
            if kind is not Kind.PUBLISH:
                return self._other_packet(kind, body)
            said = packets.read_publish(first, body)
        except (BadPacketError, UnknownVersionError):
            return False
        allowed = self._access.may_publish(account, said.topic, retained=said.retain)
        assert allowed == self._may(account, said.topic, retained=said.retain), (account, said)
        return allowed

    def _other_packet(self, kind: Kind, body: bytes) -> bool:
        read: dict[Kind, Callable[[bytes], object]] = {
            Kind.CONNECT: packets.read_connect,
            Kind.SUBSCRIBE: packets.read_subscribe,
            Kind.UNSUBSCRIBE: packets.read_unsubscribe,
            Kind.PINGREQ: packets.read_nothing,
            Kind.DISCONNECT: packets.read_nothing,
        }
        read.get(kind, packets.read_number)(body)
        return True

    def _topic(self, dice: random.Random) -> str:
        role, name = dice.choice((*ROLES, "king", "+")), dice.choice(NAMES)
        return dice.choice(
            (f"{BASE}/command/{role}/{name}", f"{BASE}/reply/{role}", f"{BASE}/status",
             f"{BASE}/event/move", f"{BASE}/public/record", "$SYS/x", f"touchmove/v1/b2/command/{role}/{name}")
        )  # fmt: skip

    @staticmethod
    def _may(account: str, topic: str, *, retained: bool) -> bool:
        """The rule in plain words, for the tokens and open roles of this broker."""
        levels = topic.removeprefix(f"{BASE}/").split("/")
        if not topic.startswith(f"{BASE}/"):
            return False
        if levels[0] == "command":
            role = levels[1] if len(levels) == 3 else ""
            asked = {"white": account != BOARD, "arbiter": account == "arbiter"}
            return not retained and asked.get(role, False)
        if account != BOARD:
            return False
        state = ("status", "game", "position", "clock", "lamps", "health", "record")
        if len(levels) == 1 or levels == ["public", "record"]:
            return levels[0] in (*state, "public")
        known = levels[0] == "event" or (levels[0] == "reply" and levels[1] in ROLES)
        return known and len(levels) == 2 and not retained

    def session(self, dice: random.Random) -> bool:
        """A command to a running session, of any role, with any arguments."""
        hall = self.sessions.board()
        session, clock = hall.service.session, hall.clock
        role, name, args = command(dice)
        clock.at_ns += dice.randrange(1, 2_000_000_000)
        before = session.stage
        effects = session.feed(Command(at_ns=clock.at_ns, role=role, name=name, args=args))
        row = COMMANDS.get(name)
        may = row is not None and role_of(session.line.game, role) in row.roles
        if effects.refusal is None:
            assert may, f"{role} gave {name}"
            return True
        assert not effects.messages, f"{role} {name} was refused and said something"
        assert session.stage is before
        return False

    def service(self, dice: random.Random) -> bool:
        """A command to the whole service; now and then one that came before, or too late."""
        hall = self.services.board()
        service = hall.service
        role, name, args = command(dice)
        body: dict[str, Any] = {"id": f"c{dice.randrange(10**12)}", "args": args}
        stale = dice.random() < 0.2
        if stale:
            body |= dice.choice(({"game_id": "another"}, {"ttl_ms": -1}))
        before = service.newest_seq(), service.game_id
        reply = self._given(hall, role, name, body)
        assert not (stale and reply.accepted), (role, name, body)
        row = COMMANDS.get(name)
        known = role_of(service.session.line.game, role)
        starts = name == "start" and role in ("arbiter", "operator")
        may = starts or (row is not None and known in row.roles)
        assert may or not reply.accepted, f"{role} gave {name}"
        after = service.newest_seq(), service.game_id
        assert reply.accepted or after == before, f"{role} {name} was refused and changed something"
        again = self._given(hall, role, name, body)
        assert again == reply, "a repeated command was answered in another way"
        assert (service.newest_seq(), service.game_id) == after, "a repeated command was obeyed"
        if name == "start":
            hall.stand()
        return bool(reply.accepted)

    def _given(self, hall: Hall, role: str, name: str, body: dict[str, Any]) -> Any:  # noqa: ANN401
        return self._loop.run_until_complete(hall.service.command(role, name, body, "mqtt"))

    def configuration(self, dice: random.Random) -> bool:
        """A configuration, or the profile of a board."""
        try:
            read_config(broken(dice, dice.choice(self._profiles)), ROOT / "hardware" / "x.toml")
        except ConfigError:
            return False
        return True

    def trace(self, dice: random.Random) -> bool:
        """A recording."""
        try:
            _, lines = read_trace(io.BytesIO(broken(dice, TRACE_SAMPLE)), "x.jsonl")
            for _ in lines:
                pass
        except BadTrace:
            return False
        return True

    def end(self) -> None:
        """Leaves nothing behind."""
        self.sessions.end()
        self.services.end()


async def retained(folder: Path, count: int) -> int:
    """Retained commands to a board on Mosquitto and on the embedded broker; how many it has obeyed."""
    obeyed = 0
    for embedded in (True, False):
        port = free_port()
        broker = open_broker(port) if embedded else Mosquitto(folder / "mosquitto", port)
        with Journal.open(folder / f"retained-{embedded}", "board-1") as log:
            desk = JournalDesk(log)
            async with broker, publishing(desk, port) as publisher:
                await publisher.until(lambda link: link.connected)
                for number in range(count):
                    topic = f"touchmove/v1/board-1/command/{ROLES[number % 5]}/resign"
                    async with Peer.connected(port, "stranger") as peer:
                        with contextlib.suppress(Cut):
                            await peer.publish(topic, {"id": f"r{number}"}, retain=True)
                        assert peer.closed or not embedded
                obeyed += len(desk.commands)
                assert embedded or desk.retained
    return obeyed


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Sends `count` payloads.

    Raises:
        AssertionError: something changed that must not, or an error came out.
    """
    memory = Path("/dev/shm")
    folder = Path(
        tempfile.mkdtemp(prefix="touchmove-hostile-", dir=memory if memory.is_dir() else None)
    )
    loop = asyncio.new_event_loop()
    attack = Attack(folder, loop)
    number = 0
    try:
        for number in range(count):
            attack.one(random.Random(seed << 32 | number))
        obeyed = loop.run_until_complete(retained(folder, max(3, count // RETAINED)))
    except BaseException as error:
        error.add_note(f"payload {number} of seed {seed}")
        raise
    finally:
        attack.end()
        loop.close()
        shutil.rmtree(folder, ignore_errors=True)
    assert not obeyed, f"{obeyed} retained commands were obeyed"
    return {
        "uncaught": 0,
        "unauthorised": 0,
        "retained": 2 * max(3, count // RETAINED),
        "retained_obeyed": obeyed,
        **dict(sorted(attack.outcomes.items())),
    }
