"""The running board, which is everybody's `Desk`: what is seen goes through the core, to the journal, to all."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from controller.core.inputs import Command, Effects, Input, Tick
from controller.core.messages import Health, Json, Status
from controller.core.stages import Stage
from controller.core.table import commands, ending
from controller.journal.faults import DiskFault, JournalError
from controller.shell import amending, sealing, tasks, wellbeing
from controller.shell.account import Account
from controller.shell.acquainted import known
from controller.shell.broker_link import BrokerLink
from controller.shell.causes import words
from controller.shell.cores import new_board
from controller.shell.desk import Acquaintances, BenchHand, Entry, Reply
from controller.shell.evidence_tape import InOrder
from controller.shell.newest import Newest
from controller.shell.pairings import resolved, started_pairings
from controller.shell.pump import Pump
from controller.shell.receipts import Receipt, Receipts, Start
from controller.shell.roles import STARTERS
from controller.shell.sealing import CodeSealer, SealingError
from controller.shell.starting import again, again_args, asked_settings, drawn, started_settings
from controller.shell.supervising import Supervisor
from controller.shell.taking_up import taken_up
from controller.shell.upkeep import Upkeep
from controller.shell.wellbeing import Parts
from controller.shell.writing import Writer, dated
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.core.messages import Message, Outlet
    from controller.core.settings import Settings
    from controller.core.view import View
    from controller.journal.store import GameSpan, Journal
    from controller.shell.boardclock import BoardClock
    from controller.shell.config_types import PairingsConfig
    from controller.shell.evidence import Evidence
    from controller.shell.hardware import Hardware
    from controller.shell.scanner import Scanner

LATENCIES_MAX = 1000
FAREWELL_S = 2.0
"""How long the last status may take."""
UNBINDING = frozenset({"lifted", "placed", "touched", "clock", "health", "status"})
"""Messages after which a command that has not seen them is not stale."""
_log = logging.getLogger("touchmove")


class Service:
    """One board, its session and its journal. All methods run in the event loop."""

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        clock: BoardClock,
        *,
        bench: BenchHand | None = None,
        evidence: Evidence | None = None,
        pairings: PairingsConfig | None = None,
        anew: bool = False,
    ) -> None:
        """A board that goes on where its journal ends.

        Args:
            anew: a game that has ended is left, and a new one begins; else it stays on the board until `start`.

        Raises:
            RulesError: the game under way is for another board than `settings`.
        """
        self.journal = journal
        self.settings = replace(settings, boot=clock.boot)
        self.clock = clock
        self.link: BrokerLink | None = None
        self.ways: list[Callable[[], Sequence[Outlet]]] = []
        self.stirred = asyncio.Event()
        self.scanner: Scanner | None = None
        self.hardware: Hardware | None = None
        self.started: Callable[[], None] = lambda: None
        self.seen: Callable[[], Input | None] = lambda: None
        self.evidence = evidence
        self.upkeep = Upkeep(journal, *([] if evidence is None else [evidence.folder]))
        self._pairings = pairings
        self._bench = bench
        self._lock = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._version = 1
        self._receipts = Receipts(journal.replies())
        self._newest = Newest()
        self._latencies: deque[float] = deque(maxlen=LATENCIES_MAX)
        self._retained: list[str] = []
        self._writer = Writer(journal, clock, self._notify)
        self.supervisor = Supervisor()
        self._sealer = CodeSealer()
        self._at_ns = clock.now_ns()
        self._game_id, self.session = taken_up(
            journal, self.settings, self._receipts.newest_start, anew=anew
        )
        self._begin()

    def _begin(self) -> None:
        """A session begins to be fed, and to be recorded if it is not over."""
        game_id, began = self._game_id, ending.started(self.session.state)
        self._account = Account(lambda: self.journal.messages_of(game_id), began)
        self._pump = Pump(self.session, self._at_ns)
        self._in_order = InOrder()
        self._recorded = False
        self._keep_evidence()

    def _keep_evidence(self) -> None:
        if self.evidence is None or self._recorded or self.session.stage is Stage.ENDED:
            return
        self._recorded = True
        self.evidence.begin(self.session, board=self.board, game_id=self._game_id, epoch=self.epoch)

    # The way of an input

    async def take(self, item: Input) -> None:
        """Feeds an input and carries out what follows, before anything else is fed."""
        async with self._lock:
            await self._take(item)

    async def take_seen(self) -> None:
        """Feeds what the scan thread has seen and nobody has taken yet."""
        async with self._lock:
            while (item := self.seen()) is not None:
                await self._take(item)

    async def _take(self, item: Input, receipt: Receipt | None = None) -> Effects:
        """Where this fails the session is not what the journal says: the process stops, and takes it up again."""
        try:
            return await self._fed(item, receipt)
        except DiskFault:
            raise
        except Exception as error:
            self.supervisor.fail(f"{tasks.SCAN.does}: {words(error)}", error)
            raise

    async def _fed(self, item: Input, receipt: Receipt | None) -> Effects:
        item = self._in_order(item, self._at_ns)
        if self.evidence is not None:
            self.evidence.take(item)
        effects = Effects()
        if receipt is not None:  # what is due before a command is not its doing
            for now_ns, effects in self._pump.advance(Tick(at_ns=item.at_ns)):
                self._at_ns = now_ns
                await self._carry_out(effects, now_ns)
            if receipt.start is not None:  # the game before may have been begun only now
                receipt.start = (self.journal.new_game_id(), receipt.start[1])
        for now_ns, effects in self._pump.advance(item):
            self._at_ns = now_ns
            await self._carry_out(effects, now_ns, receipt)
        self._at_ns = item.at_ns
        self._keep_evidence()
        if self.scanner is not None:
            self.scanner.follow(self.session)
        return effects

    async def _carry_out(
        self, effects: Effects, at_ns: int, receipt: Receipt | None = None
    ) -> None:
        """Journal first; then lamps and viewers may know."""
        if receipt is not None:
            reason = None if effects.refusal is None else effects.refusal.reason
            await self._answer(receipt, reason, effects.messages)
        elif effects.messages:
            await self._write(effects.messages, self._game_id)
        if effects.messages:
            self._latencies.append(max(0.0, (self.clock.now_ns() - at_ns) / 1e6))
        if self.scanner is not None:
            self.scanner.hear(effects.messages)
            if effects.lamps is not None:
                self.scanner.show(effects.lamps)
        if effects.messages or effects.lamps is not None:
            await self._notify()

    async def _answer(
        self, receipt: Receipt, reason: str | None, messages: Sequence[Message] = ()
    ) -> None:
        """Writes the answer to a command to the journal, with all that the command has brought about."""
        receipt.answer(reason, self.journal.newest_seq + len(messages))
        await self._write(messages, self._game_id, receipt.row())
        self._receipts.keep(receipt)

    async def _write(
        self,
        messages: Sequence[Message],
        game_id: str | None,
        reply: tuple[str, Json] | None = None,
    ) -> None:
        """Writes messages to the journal; only then does anybody know of them, the record included."""
        said = [dated(message) for message in messages]
        self._newest.keep(await self._writer.write(said, game_id, reply))
        if game_id == self._game_id:
            self._account.take(said)

    async def _notify(self) -> None:
        async with self._changed:
            self._version += 1
            self._changed.notify_all()

    async def watch(self) -> None:
        """Publishes the health and the status whenever they have changed in kind."""
        await wellbeing.watch(self, self.say, self.stirred)

    async def say(self, *messages: Message) -> None:
        """Publishes messages that belong to no game."""
        async with self._lock:
            await self._write(messages, None)
        await self._notify()

    async def farewell(self) -> None:
        """Publishes the last status. Returns within seconds, also where the disk takes nothing."""
        self._writer.give_up()
        cause = self.supervisor.stopped_by
        try:
            async with asyncio.timeout(FAREWELL_S):
                await self.say(wellbeing.STOPPED if cause is None else wellbeing.failed(cause))
        except (TimeoutError, DiskFault, JournalError) as error:
            _log.error("the last status was not written: %s", words(error))

    # Commands

    async def command(
        self, role: str, name: str, body: Json, source: Literal["mqtt", "http"]
    ) -> Reply:
        """Obeys or refuses; see docs/protocol.md for what each field means."""
        del source  # both have proved the role before
        return await self.supervisor.whole(self._command(role, name, body))

    async def _command(self, role: str, name: str, body: Json) -> Reply:
        identity = body.get("id")
        if not isinstance(identity, str):
            why, seq = "a command needs an id of its own", self.journal.newest_seq
            return Reply(id="", accepted=False, reason=why, seq=seq)
        receipt = Receipt(f"{role}/{identity}", identity)
        arrived_ns = self.clock.now_ns()
        async with self._lock:
            known = self._receipts.known(receipt)
            if known is not None:
                return known
            while (item := self.seen()) is not None:
                await self._take(item)  # it came before: a press must not overtake the man
            reason = self._stale(body, arrived_ns)
            if reason is None:
                reason = await self._obey(role, name, body, receipt)
            if not receipt.answered:
                await self._answer(receipt, reason)
            return receipt.reply

    def _stale(self, body: Json, arrived_ns: int) -> str | None:
        ttl_ms, seen = body.get("ttl_ms"), body.get("expect_seq")
        if isinstance(ttl_ms, int) and self.clock.now_ns() - arrived_ns > ttl_ms * 1_000_000:
            return "the command has waited for longer than its ttl_ms"
        if body.get("game_id") not in (None, self._game_id):
            return f"the game on this board is {self._game_id}"
        if isinstance(seen, int):
            try:
                since = self.journal.entries(seen, limit=200)
            except (DiskFault, JournalError) as error:
                return f"what has happened since seq {seen} cannot be read: {error}"
            newest = next((entry for entry in since if entry.type not in UNBINDING), None)
            if newest is not None:
                return f"expect_seq is stale: {newest.type} has happened since (seq {newest.seq})"
        return None

    async def _obey(self, role: str, name: str, body: Json, receipt: Receipt) -> str | None:
        args = given if isinstance(given := body.get("args"), dict) else {}
        if name == commands.START:
            return await self._start(role, args, receipt)
        item = Command(at_ns=self.clock.now_ns(), role=role, name=name, args=args)
        try:
            amending.check(self.session.settings, item)
            item, receipt.note = await sealing.told(self._sealer, item, self.session, self._game_id)
        except (SealingError, ValueError) as error:
            return str(error)
        if again(name, args):
            receipt.start = ("", again_args(self.session.settings, args))
        effects = await self._take(item, receipt)
        if effects.refusal is None and receipt.start is not None:
            await self._begin_anew(receipt.start)
        return None if effects.refusal is None else effects.refusal.reason

    async def _start(self, role: str, args: Json, receipt: Receipt) -> str | None:
        """A new game. The one before is left as it stands, finished or not."""
        if role not in STARTERS:
            return f"{role} may not give the command start"
        try:
            game, read = self.settings.game, self.journal.beginnings
            args = resolved(args, game, self._pairings, lambda: started_pairings(read()))
            args = drawn(self.settings, args)
            new_board(asked_settings(self.settings, args))
        except (RulesError, ValueError, DiskFault, JournalError) as error:
            return str(error)
        receipt.start = ("", args)
        await self._take(
            Command(at_ns=self.clock.now_ns(), role=role, name=commands.START), receipt
        )
        await self._begin_anew(receipt.start)
        return None

    async def _begin_anew(self, start: Start) -> None:
        """Another game is on the board from now on."""
        self._game_id, args = start
        self.session = new_board(started_settings(self.settings, args))
        self._begin()
        self.started()
        if self.scanner is not None:
            self.scanner.show({})
            self.scanner.look_again()
        await self._notify()

    def acquaintances(self) -> Acquaintances:
        return known(self.journal.beginnings, self.settings.game, self._pairings)

    def refuse_retained(self, role: str, name: str) -> None:
        self._retained = [*self._retained[-9:], f"a retained command {role}/{name} was refused"]

    # What viewers may ask

    @property
    def board(self) -> str:
        return self.journal.board

    @property
    def epoch(self) -> str:
        return self.journal.epoch

    @property
    def game_id(self) -> str | None:
        return self._game_id

    @property
    def bench(self) -> BenchHand | None:
        return self._bench

    def view(self) -> View:
        return self.session.view()

    def at_us(self) -> int:
        return self.clock.now_ns() // 1000

    def newest_seq(self) -> int:
        return self.journal.newest_seq

    def entries(self, after_seq: int, limit: int) -> Sequence[Entry]:
        kept = self._newest.after(after_seq, limit)
        return self.journal.entries(after_seq, limit) if kept is None else kept

    def game_entries(self, game_id: str) -> Sequence[Entry]:
        return self.journal.game_entries(game_id)

    def games(self) -> Sequence[GameSpan]:
        return self.journal.games()

    def record(self, game_id: str | None = None) -> str:
        if game_id in (None, self._game_id):
            return self._account.text()
        return Account(lambda: self.journal.messages_of(game_id)).text()

    def health(self) -> Health:
        suspects = self.session.health.told(self._at_ns)
        return wellbeing.health(self._parts(), suspects, tuple(self._latencies), self._retained)

    def status(self) -> Status:
        return wellbeing.status(self._parts())

    def _parts(self) -> Parts:
        return Parts(
            scans=None if self.scanner is None else self.scanner.scans,
            link=self.link,
            disk=self._writer.disk,
            supervisor=self.supervisor,
            evidence=None if self.evidence is None else self.evidence.trouble,
            upkeep=self.upkeep.troubles,
            broadcast=tuple(each for look in self.ways for each in look()),
        )

    async def wait_change(self, version: int) -> int:
        async with self._changed:
            await self._changed.wait_for(lambda: self._version > version)
            return self._version
