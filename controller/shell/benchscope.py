"""Inside a simulated board: what its sensors read, what may have been done by its players, and what is broken.

Implements the bench page's `Scope`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from controller.shell.benchhands import Bench
from controller.shell.tallying import Tally
from controller.shell.web.bodies import Break, Disturb, Mend, NoiseOrder, SetUp
from drivers.sim.bus import Absent, BrownOut, Held
from drivers.sim.noise import NOISES

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.shell.hardware import Hardware
    from controller.shell.service import Service
    from controller.shell.web.bodies import Trouble
    from drivers.sim.bench import SimBench
    from rules.terms import Point

FRESH_NS = 100_000_000
"""Pages that ask within this time get the same answer."""
GESTURES = ("lifted", "placed", "touched")
GESTURES_MAX = 40
ENTRIES_MAX = 200
COUPLED_MAX = 20
"""Pairs of coupled sensors; more only make a board on which nothing can be told."""
CHATTER_NS = 20_000_000_000
CHATTER_MS = (50, 400)
OFF_MS = (2, 60)
GAP_MS_MAX = 5000
"""A watchdog takes a program that scans nothing for longer to be dead."""
SENSORS_BELOW = 0x70
"""Where the clock's display begins on a bus of the bench."""
MS = 1_000_000


class BenchScope:
    """Answers of `/api/bench`, and what breaks.

    Args:
        service: the board; it may not be scanning yet.
        seed: of the times at which a contact chatters.
    """

    def __init__(self, service: Service, seed: int = 0) -> None:
        self._service = service
        self._dice = Random(seed)  # noqa: S311 - a simulation
        self._noise = "normal"
        self._chatter: dict[str, int] = {}
        self._made: tuple[int, int] = (-1, -1)
        self._body = b""

    # What is seen

    def body(self, after_seq: int) -> bytes:
        now_ns = self._service.clock.now_ns()
        made_ns, made_after = self._made
        if made_after != after_seq or not 0 <= now_ns - made_ns < FRESH_NS:
            self._body = msgspec.json.encode(self._answer(now_ns, after_seq))
            self._made = (now_ns, after_seq)
        return self._body

    async def trace(self) -> tuple[str, bytes] | None:
        evidence = self._service.evidence
        return None if evidence is None else await evidence.so_far()

    def _answer(self, now_ns: int, after_seq: int) -> Json:
        service, hardware, session = self._service, self._service.hardware, self._service.session
        seq, gestures = self._gestures(after_seq)
        found: Json = {
            "at_us": now_ns // 1000,
            "game_id": service.game_id,
            "seq": seq,
            "game": session.settings.game.name,
            "options": dict(session.settings.game.options),
            "gestures": gestures,
            "bench": None if service.bench is None else service.bench.state(),
            "noise": self._noise,
            "trace": service.evidence is not None and service.evidence.trouble is None,
            "believed": self._believed(now_ns),
        }
        if hardware is not None and hardware.bench is not None:
            found |= self._levels(hardware) | self._broken(hardware.bench, now_ns)
        return found

    def _gestures(self, after_seq: int) -> tuple[int, list[Json]]:
        """The newest sequence number, and what was lifted, placed and touched after another in this game."""
        service = self._service
        newest = service.newest_seq()
        entries = service.entries(max(after_seq, newest - ENTRIES_MAX), ENTRIES_MAX)
        newest = max((newest, *(entry.seq for entry in entries)))  # the journal may be ahead
        bodies = [
            entry.body
            for entry in entries
            if entry.type in GESTURES and entry.game_id == service.game_id
        ]
        return newest, bodies[-GESTURES_MAX:]

    def _levels(self, hardware: Hardware) -> Json:
        """What each sensor reads in the newest scan, and how often it has changed."""
        scanner, names = self._service.scanner, hardware.game.points
        tally = Tally() if scanner is None else scanner.scans.tally
        scan = tally.scan
        wired = {
            channel: names[point]
            for channel, point in enumerate(hardware.sensor_points.points)
            if point is not None
        }
        return {
            "closed": [n for c, n in wired.items() if (scan.levels & ~scan.unknown) >> c & 1],
            "unknown": [n for c, n in wired.items() if scan.unknown >> c & 1],
            "changes": {wired[c]: count for c, count in tally.changes.items() if c in wired},
            "gaps": 0 if scanner is None else scanner.scans.gaps,
            "faults": [
                {"where": fault.where, "what": fault.symptom.value}
                for fault in (() if scanner is None else scanner.scans.faults)
            ],
        }

    def _broken(self, bench: SimBench, now_ns: int) -> Json:
        names, board = self._service.settings.game.points, bench.board
        self._chatter = {p: until for p, until in self._chatter.items() if until > now_ns}
        return {
            "stuck": {names[point]: on for point, on in board.sensors_broken().items()},
            "coupled": [[names[one], names[other]] for one, other in board.sensors_coupled()],
            "chatter": list(self._chatter),
            "chips": [[bus, address] for bus, address in _chips(bench)],
        }

    def _believed(self, now_ns: int) -> Json:
        """What `touchmove explain` tells of this moment, as JSON."""
        from controller.shell.explain_text import json_of
        from controller.shell.explaining import believed

        return json_of(believed(self._service.session, now_ns // 1000))

    # What breaks

    def strike(self, order: Trouble) -> None:
        hardware = self._service.hardware
        if hardware is None or hardware.bench is None:
            raise ValueError("the board has not been scanned yet")
        bench, now_ns = hardware.bench, self._service.clock.now_ns()
        match order:
            case SetUp():
                hands = self._service.bench
                if isinstance(hands, Bench):
                    hands.auto(on=False)
                    hands.set_up(self._service.session.line.position)
            case NoiseOrder(level=level):
                bench.board.err(NOISES[level])
                self._noise = level
            case Break():
                self._break(bench, order, now_ns)
            case Mend():
                for point in bench.board.sensors_broken():
                    bench.board.stick(point, None, now_ns)
                bench.board.uncouple()
            case Disturb():
                self._disturb(bench, order, now_ns)
        self._made = (-1, -1)

    def _break(self, bench: SimBench, order: Break, now_ns: int) -> None:
        board, point = bench.board, self._point(order.point)
        match order.what:
            case "stuck-on" | "stuck-off":
                board.stick(point, order.what == "stuck-on", now_ns)
            case "coupled":
                if order.other is None or order.other == order.point:
                    raise ValueError("say the other point whose sensor feels the man")
                pair = (point, self._point(order.other))
                known = board.sensors_coupled()
                if pair in known or len(known) >= COUPLED_MAX:
                    raise ValueError("these are coupled already, or too many are")
                board.couple(*pair)
            case "chatter":
                if self._chatter.get(order.point, 0) > now_ns:
                    raise ValueError(f"the sensor of {order.point} chatters already")
                self._chatter[order.point] = now_ns + CHATTER_NS
                at_ns = now_ns
                while at_ns < now_ns + CHATTER_NS:
                    board.dip(point, at_ns, self._dice.randint(*OFF_MS) * MS)
                    at_ns += self._dice.randint(*CHATTER_MS) * MS

    def _disturb(self, bench: SimBench, order: Disturb, now_ns: int) -> None:
        until_ns = now_ns + order.for_ms * MS
        if order.what == "gap":
            scanner = self._service.scanner
            if scanner is None or order.for_ms > GAP_MS_MAX:
                raise ValueError(f"scanning may be held up for {GAP_MS_MAX} ms at most")
            scanner.rest(until_ns)
            return
        chips = _chips(bench)
        if order.bus not in {bus for bus, _ in chips}:
            raise ValueError("there is no such bus with sensors on this board")
        wire = bench.wires[order.bus]
        if order.what == "held":
            wire.inject(Held(from_ns=now_ns, until_ns=until_ns))
            return
        address = order.address
        if address is None or (order.bus, address) not in chips:
            raise ValueError("there is no chip with sensors at this address")
        if order.what == "absent":
            wire.inject(Absent(address=address, from_ns=now_ns, until_ns=until_ns))
        else:
            wire.inject(BrownOut(address=address, at_ns=now_ns))

    def _point(self, name: str) -> Point:
        found = self._service.settings.game.index.get(name)
        if found is None:
            raise ValueError(f"there is no point {name!r}")
        return found


def _chips(bench: SimBench) -> list[tuple[int, int]]:
    """Bus and address of every chip that reads sensors."""
    return [
        (bus, address)
        for bus, wire in enumerate(bench.wires)
        for address in sorted(wire.chips)
        if address < SENSORS_BELOW
    ]
