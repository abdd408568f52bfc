"""Records of Go in SGF: writing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.go.board import BLACK, Board
from rules.go.game import Go, game_of, sgf_point
from rules.go.position import GoPosition
from rules.go.sgf_names import (
    ELAPSED,
    HANDICAP,
    HEADER_OF,
    INFO,
    OVERTIME,
    OWN_HEADERS,
    OWN_OPTIONS,
    canonical_result,
)
from rules.go.sgf_tree import CONTROL
from rules.record import GameRecord
from rules.records.growing import Body, Growing, Layout
from rules.terms import Point, PointSet, RulesError, quoted
from rules.time_control import (
    Bonus,
    ByoYomi,
    Hourglass,
    Period,
    TimeControl,
    from_pgn,
    read_time_control,
)

LINE_MAX = 72
"""A new line begins before a node that would go beyond, where SGF allows one."""
_IDENT_OF = {name: ident for ident, name in HEADER_OF.items()}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}", re.ASCII)


def write_sgf(record: GameRecord) -> str:
    """The record as SGF FF[4], in lines that end with line feeds.

    A pass is an empty move; a turn lost by a forbidden play is a pass whose note says so. Set-ups are
    nodes with the stones that differ, or the forced plays that led there, with KO. A header
    "TimeControl" gives TM and OT. Tabs in notes become spaces.

    Raises:
        RulesError: a move is not legal, the start or a set-up is no position, or something cannot be
            written.
    """
    return writer().text(record)


def writer() -> Growing[GoPosition]:
    """Writes a game as `write_sgf`, and then again as it grows."""
    return Growing(
        _Body(),
        lambda record: _Nodes(_root(record)),
        key=_root,
        head=_checked,
        end=lambda _record: (")",),
    )


def _game(record: GameRecord) -> Go:
    return game_of({"size": 19, **record.options})


class _Nodes(Layout):
    """Nodes in lines of at most `LINE_MAX` characters, as far as the nodes allow."""

    def __init__(self, root: str) -> None:
        self._lines: list[str] = []
        self._line = f"({root}"

    def add(self, word: str) -> None:
        if word != ")" and len(self._line) + len(word) > LINE_MAX:
            self._lines.append(self._line)
            self._line = ""
        self._line += word

    def place(self) -> tuple[int, str]:
        return len(self._lines), self._line

    def back(self, place: object) -> None:
        assert isinstance(place, tuple), "a place of another layout"
        many, self._line = place
        del self._lines[many:]

    def lines(self) -> list[str]:
        return [*self._lines, self._line]


def _checked(record: GameRecord) -> list[str]:
    """No lines of its own: the headers stand in the first node."""
    last = len(record.moves)
    plies = (*record.notes, *record.set_ups)
    if wrong := [ply for ply in plies if not 0 <= ply <= last]:
        raise RulesError(f"a note or set-up stands after ply {wrong[0]} of a game of {last} plies")
    return []


def _root(record: GameRecord) -> str:
    options, game = record.options, _game(record)
    node = f";FF[4]GM[1]CA[UTF-8]AP[Touchmove]ST[2]SZ[{game.columns}]"
    if "komi" in options:
        node += f"KM[{game.komi:g}]"
    start = game.start(record.start)
    if record.start is None and start.black:
        node += f"HA[{len(game.board.points(start.black))}]"
    node += _list(game.board, "AB", start.black) + _list(game.board, "AW", start.white)
    if start.side_to_move != BLACK:
        node += "PL[W]"
    node += f"RE[{canonical_result(record.result)}]" + "".join(_headers(record))
    own = [f"[{name}:{options[name]}]" for name in ("superko", "compensation") if name in options]
    if own:
        node += OWN_OPTIONS + "".join(own)
    return node + _comment(record, 0)


def _headers(record: GameRecord) -> Iterator[str]:
    own = []
    for name, value in record.headers.items():
        if "\n" in value or CONTROL.search(value):
            raise RulesError(
                f"the header {quoted(name)} with the value {quoted(value)} cannot be written"
            )
        ident = _IDENT_OF.get(name, name)
        handicap = name == HANDICAP and not record.options.get("handicap")
        if handicap or (ident in INFO and name not in HEADER_OF):
            yield f"{ident}[{_escaped(value)}]"
        elif _NAME.fullmatch(name) and name not in {*HEADER_OF, HANDICAP}:
            own.append(f"[{name}:{_escaped(value)}]")
        else:
            raise RulesError(
                f"the header {quoted(name)} cannot be written; names are letters and digits"
            )
    if not {"TM", "OT"} & record.headers.keys():
        yield _times(record.headers.get("TimeControl", ""))
    if own:
        yield OWN_HEADERS + "".join(own)


def _times(text: str) -> str:
    """A time control as TM (seconds) and OT (words); nothing where the text is no time control.

    What OT has no usual words for stands there whole, as we write it ("40/90:00,15:00").
    """
    try:
        control: TimeControl | None = read_time_control(text)
    except RulesError:
        try:
            control = from_pgn(text)
        except RulesError:
            control = None
    if control is None:
        return ""
    match control.stages:
        case (Period(moves=None, time_s=time, bonus=Bonus.NONE),):
            return f"TM[{time}]"
        case (Period(moves=None, time_s=time, bonus=Bonus.INCREMENT, bonus_s=bonus),):
            return f"TM[{time}]OT[{bonus} fischer]"
        case (Period(moves=None, time_s=time, bonus=Bonus.NONE), ByoYomi() as more):
            return f"TM[{time}]OT[{more.periods}x{more.time_s} byo-yomi]"
        case (
            Period(moves=None, time_s=time, bonus=Bonus.NONE),
            Period(moves=int() as moves, time_s=again, bonus=Bonus.NONE, repeats=True),
        ):
            return f"TM[{time}]OT[{moves}/{again} Canadian]"
        case (Period(time_s=time) | Hourglass(time_s=time), *_):
            return f"TM[{time}]OT[{control}]"
        case _:
            return f"OT[{control}]"


class _Body(Body[GoPosition]):
    """The nodes after the first: moves, and set-ups where the moves do not lead to the position."""

    def begin(self, record: GameRecord) -> GoPosition:
        self._game = _game(record)
        return self._game.start(record.start)

    def step(
        self, record: GameRecord, ply: int, place: GoPosition
    ) -> tuple[Iterable[str], GoPosition]:
        words, position = list[str](), place
        if ply:
            node, position = _move(record, self._game, ply, position)
            words.append(node)
        if ply in record.set_ups:
            nodes = list(_stands(record, self._game, ply, position))
            words += nodes
            position = self._game.start(record.set_ups[ply])
        return words, position


def _move(record: GameRecord, game: Go, ply: int, position: GoPosition) -> tuple[str, GoPosition]:
    """The node of a ply, from 1, and the position after it."""
    text = record.moves[ply - 1]
    move = position.by_text(text)
    if move is None:
        raise RulesError(f"ply {ply}: {text} is not a legal move in {position.text}")
    colour = "B" if move.side == BLACK else "W"
    node = f";{colour}[{'' if move.target is None else sgf_point(game.board, move.target)}]"
    clock, elapsed = record.clocks_ms[ply - 1], record.elapsed_ms[ply - 1]
    if clock is not None:
        node += f"{colour}L[{_seconds(clock)}]"
    if elapsed is not None:
        node += f"{ELAPSED}[{_seconds(elapsed)}]"
    if (left := record.overtime.get(ply)) is not None:
        node += f"{OVERTIME[move.side]}[{left}]"
    return node + _comment(record, ply), position.play(move)


def _stands(record: GameRecord, game: Go, ply: int, position: GoPosition) -> Iterator[str]:
    """The nodes that lead to what is set up after a number of plies.

    Raises:
        RulesError: it is no position, or plays that were forced do not lead to it.
    """
    before, after = position, game.start(record.set_ups[ply])
    forced = record.forced.get(ply, ())
    for text in forced:
        point = game.board.index.get(text)
        if point is None or position.occupied >> point & 1 or position.by_text(text) is not None:
            raise RulesError(
                f"{quoted(text)} after ply {ply} is not a play that the laws forbid on an empty point"
            )
        colour = "B" if position.side_to_move == BLACK else "W"
        yield f";KO[]{colour}[{sgf_point(game.board, point)}]"
        position = game.start(position.force(point).text)
    if not forced:
        yield _set_up(before, after)
    elif position != after:
        raise RulesError(f"the plays forced after ply {ply} do not lead to what is set up there")


def _set_up(before: GoPosition, after: GoPosition) -> str:
    board = after.board
    stones = (
        _list(board, "AB", after.black & ~before.black),
        _list(board, "AW", after.white & ~before.white),
        _list(board, "AE", before.occupied & ~after.occupied),
    )
    return f";{''.join(stones)}PL[{'B' if after.side_to_move == BLACK else 'W'}]"


def _list(board: Board, ident: str, points: PointSet) -> str:
    def shown(point: Point) -> str:
        return f"[{sgf_point(board, point)}]"

    return ident + "".join(map(shown, board.points(points))) if points else ""


def _comment(record: GameRecord, ply: int) -> str:
    note = record.notes.get(ply, "").replace("\r\n", "\n").replace("\r", "\n")
    note = note.replace("\t", " ")
    if not note:
        return ""
    if CONTROL.search(note):
        raise RulesError(
            f"the note after ply {ply} holds signs that cannot be written: {quoted(note)}"
        )
    return f"C[{_escaped(note)}]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _seconds(ms: int) -> str:
    seconds, rest = divmod(max(ms, 0), 1000)
    return f"{seconds}.{rest:03}".rstrip("0").rstrip(".")
