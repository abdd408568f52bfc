"""The state of a board for those who watch it: whole once, and from then on what has changed.

Whatever is sent is made once for all who have seen as much.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from controller.core.observing import for_players, keeps_back
from controller.shell.desk import news_of
from controller.shell.web.visitor import allowed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Json
    from controller.core.view import MoveLine, View
    from controller.shell.desk import Desk

SEEN = 4
"""Moments that are kept: a viewer who has seen an older one is sent the whole state."""
HEALTH_US = 10_000_000
"""Figures of the health that only wander are sent no more often than this."""
ROUNDED_MS = 2
"""Two clocks that are told in whole milliseconds may differ by so much and be the same."""
MAPS = ("men", "lamps")
"""Parts of the view by point, of which only the points that differ are sent."""


def state(desk: Desk, *, arbiter: bool) -> Json:
    """The answer of `/api/state`.

    Args:
        arbiter: whether it is for an arbiter, who sees everything; players in observer mode do not.
    """
    view = desk.view() if arbiter else for_players(desk.view())
    body: Json = {
        "at_us": desk.at_us(),
        **_around(desk, view),
        "health": desk.health(),
        "view": view,
    }
    return body


def _around(desk: Desk, view: View) -> Json:
    return {
        "board": desk.board,
        "game_id": desk.game_id,
        "epoch": desk.epoch,
        "seq": desk.newest_seq(),
        "status": desk.status(),
        "allowed": allowed(view.stage),
        "bench": None if desk.bench is None else desk.bench.state(),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The state at one moment, each part as JSON.

    Attributes:
        around: what is not in the view.
        view: what is in it, but for what follows.
        clock: as it was told last; what has only run on since is not told again.
        maps: by name, what is at each point.
        standing: points where something stands.
        moves: as the session has them: while a move stands it is the same object.
        hides: moves are shown without their breaches.
    """

    version: int
    around: Mapping[str, bytes]
    view: Mapping[str, bytes]
    clock: Json | None
    maps: Mapping[str, Mapping[str, str]]
    standing: list[str]
    moves: list[MoveLine]
    hides: bool
    health: tuple[object, ...]
    health_us: int

    def whole(self) -> bytes:
        """All parts of it, a comma after each."""
        maps = {name: _json(each) for name, each in self.maps.items()}
        moves = _moves(self.moves, hides=self.hides)
        view = {**self.view, **maps, "standing": _json(self.standing), "moves": moves}
        return _parts({**self.around, "view": _object(view)})

    def since(self, before: Moment) -> bytes:
        """The parts that have changed, a comma after each."""
        found = _differing(before.around, self.around)
        view = _differing(before.view, self.view)
        for name, men in self.maps.items():
            was = before.maps[name]
            points = {p: men.get(p) for p in {**was, **men} if was.get(p) != men.get(p)}
            if points:
                view[name] = _json(points)
        if before.standing != self.standing:
            gone, come = set(before.standing), set(self.standing)
            differing = {"come": sorted(come - gone), "gone": sorted(gone - come)}
            found["standing"] = _json(differing)
        keep = _kept(before.moves, self.moves)
        if keep < max(len(before.moves), len(self.moves)):
            added = _moves(self.moves[keep:], hides=self.hides)
            found["moves"] = b'{"keep":%d,"add":%b}' % (keep, added)
        if view:
            found["view"] = _object(view)
        return _parts(found)


class Changes:
    """The newest moments of a board, for viewers of one kind.

    Args:
        arbiter: as in `state`.
    """

    def __init__(self, *, arbiter: bool) -> None:
        self._arbiter = arbiter
        self._moments: deque[Moment] = deque(maxlen=SEEN)
        self._made: dict[int, bytes] = {}

    def event(self, desk: Desk, version: int, seen: int) -> tuple[bytes, bytes]:
        """The event that brings a viewer to this version: `state`, or `change` where one that it has seen is kept.

        It is in two parts. Only the second, with `at_us`, is new each time: a viewer who comes later counts the
        clocks down from it.

        Args:
            seen: the version that the viewer was brought to last; -1 for none.
        """
        if not self._moments or self._moments[-1].version != version:
            self._moments.append(self._look(desk, version))
            self._made.clear()
        now = self._moments[-1]
        before = next((each for each in self._moments if each.version == seen), None)
        at = seen if before else -1
        if (shared := self._made.get(at)) is None:
            kind, parts = (
                ("state", now.whole()) if before is None else ("change", now.since(before))
            )
            shared = b"event: %b\ndata: {%b" % (kind.encode(), parts)
            self._made[at] = shared
        return shared, b'"at_us":%d}\n\n' % desk.at_us()

    def _look(self, desk: Desk, version: int) -> Moment:
        whole = desk.view()
        view = msgspec.structs.replace(whole, moves=[])
        shown = view if self._arbiter else for_players(view)
        hides = not self._arbiter and keeps_back(view)
        unsaid = not self._arbiter and view.unsaid is not None
        health, now_us = desk.health(), desk.at_us()
        words = news_of(health)
        around = {name: _json(each) for name, each in _around(desk, shown).items()}
        last = self._moments[-1] if self._moments else None
        if last and last.health == words and now_us - last.health_us < HEALTH_US:
            around["health"], now_us = last.around["health"], last.health_us
        else:
            around["health"] = _json(health)
        clock = last.clock if last and ran_on(last.clock, shown.clock) else shown.clock
        shown = msgspec.structs.replace(shown, clock=clock)
        return Moment(
            version=version,
            around=around,
            view={
                name: _json(getattr(shown, name))
                for name in shown.__struct_fields__
                if name not in (*MAPS, "standing", "moves")
            },
            clock=clock,
            maps={name: getattr(shown, name) for name in MAPS},
            standing=shown.standing,
            moves=[] if unsaid else whole.moves,
            hides=hides,
            health=words,
            health_us=now_us,
        )


def ran_on(before: Json | None, now: Json | None) -> bool:
    """Whether a clock has done nothing but run, as every viewer counts it."""
    if before is None or now is None or before.keys() != now.keys():
        return before == now
    passed_ms = (now["at_us"] - before["at_us"]) / 1000
    same = all(now[key] == before[key] for key in now if key not in {"at_us", "sides"})
    return (
        same
        and before["sides"].keys() == now["sides"].keys()
        and all(
            _face_ran_on(before["sides"][side], face, passed_ms if side == now["running"] else 0.0)
            for side, face in now["sides"].items()
        )
    )


def _face_ran_on(before: Json, now: Json, passed_ms: float) -> bool:
    runs_ms = max(0.0, passed_ms - (before.get("delay_ms") or 0))
    if abs(before["remaining_ms"] - runs_ms - now["remaining_ms"]) > ROUNDED_MS:
        return False
    counted = {"remaining_ms", "used_ms", "delay_ms"}
    return {**before, **dict.fromkeys(counted)} == {**now, **dict.fromkeys(counted)}


def _kept(before: list[MoveLine], now: list[MoveLine]) -> int:
    """How many moves still stand: moves are added and taken back at the end alone."""
    many = min(len(before), len(now))
    while many and before[many - 1] is not now[many - 1]:
        many -= 1
    return many


def _moves(moves: list[MoveLine], *, hides: bool) -> bytes:
    shown = [msgspec.structs.replace(each, breach=None) for each in moves] if hides else moves
    return _json(shown)


def _differing(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: text for name, text in now.items() if before.get(name) != text}


def _parts(parts: Mapping[str, bytes]) -> bytes:
    return b"".join(b'"%b":%b,' % (name.encode(), text) for name, text in parts.items())


def _object(parts: Mapping[str, bytes]) -> bytes:
    return b"{%b}" % _parts(parts)[:-1]


def _json(body: object) -> bytes:
    return msgspec.json.encode(body)
