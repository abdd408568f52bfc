"""Records of Go in SGF: reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import NoReturn

from rules.go.board import BLACK, PASSES, WHITE, Board
from rules.go.game import Go, game_of
from rules.go.position import WHY_FORBIDDEN, GoPosition
from rules.go.sgf_names import (
    ELAPSED,
    HANDICAP,
    HEADER_OF,
    INFO,
    OVERTIME,
    OWN_HEADERS,
    OWN_OPTIONS,
    canonical_result,
    game_numbered,
)
from rules.go.sgf_tree import Node, Property, Source, Tree, read_trees
from rules.go.sgf_values import komi_of, pairs, refuse_clashes
from rules.record import GameRecord
from rules.records.texts import left_out_moves
from rules.terms import Point, PointSet, RulesError, Side, shortened

_SECONDS = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,6})?", re.ASCII)
_COLOURS: Mapping[str, Side] = {
    "B": BLACK, "W": WHITE, "b": BLACK, "w": WHITE, "black": BLACK, "white": WHITE,
}  # fmt: skip
_CLOCKS = {BLACK: "BL", WHITE: "WL"}


def read_sgf(
    text: str, *, lenient: bool = False, left_out: list[str] | None = None
) -> list[GameRecord]:
    """All games of an SGF text, in order, each by its main line; side lines are passed over.

    Reads FF[1] to FF[4]. Names, ranks and so on become headers: PB and PW "Black" and "White", EV
    "Event", PC "Site", DT "Date", RO "Round"; others keep their SGF names ("BR", "RU", "TM", "OT").
    Comments are `GameRecord.notes`. Set-up stones of the first node are the handicap, where HA says
    so, or `start`; later ones, a move of the wrong colour, and a move that KO forces although it is
    not legal, are `set_ups`, the last with its name in `forced`. HA is a header where no such stones
    stand when Black begins, or where White's stand too.

    Args:
        text: the whole file.
        lenient: instead of raising, end a game before the first thing that cannot be followed, note
            it in `GameRecord.problems` and go on with the next game.
        left_out: takes a sentence for each game, or text between games, that a lenient reader leaves out.

    Raises:
        RulesError: it is not SGF, not Go, or a move is not legal; with line and column.
    """
    source = Source(text)
    lost = [] if left_out is None else left_out
    trees = read_trees(source, lenient=lenient, left_out=lost)
    drafts = (_Draft(source, tree, lenient=lenient) for tree in trees)
    return [record for draft in drafts if (record := draft.record(lost)) is not None]


class _Draft:
    """One game while it is being read."""

    def __init__(self, source: Source, tree: Tree, *, lenient: bool) -> None:
        self._source = source
        self._tree = tree
        self._lenient = lenient
        self._problems = tree.problems
        self._begun = False
        self._read = 0
        """Nodes that have been read whole."""
        self._options: dict[str, object] = {"size": 19}
        self._game: Go = game_of(self._options)
        self._start: GoPosition | None = None
        self._position = self._game.start()
        self._moves: list[str] = []
        self._clocks: list[int | None] = []
        self._elapsed: list[int | None] = []
        self._set_ups: dict[int, GoPosition] = {}
        self._forced: dict[int, tuple[str, ...]] = {}
        self._overtime: dict[int, int] = {}
        self._kept: dict[str, str] = {}
        self._notes: dict[int, str] = {}

    def record(self, left_out: list[str]) -> GameRecord | None:
        """The game as far as it was read; None, and why, where nobody can know how it begins."""
        root: Node = self._tree.nodes[0] if self._tree.nodes else {}
        headers: dict[str, str] = {}
        result = "?"
        try:
            headers, result = self._headers(root), self._result(root)
            self._begin(root)
            self._begun = True
            while self._read < len(self._tree.nodes):
                self._node(node := self._tree.nodes[self._read], first=node is root)
                self._read += 1
        except RulesError as error:
            if not self._lenient:
                raise
            if not self._begun:
                left_out += [*self._problems, f"{error}; the game is left out"]
                return None
            self._problems.append(str(error))
            rest = self._tree.nodes[self._read + 1 :]
            if more := sum("B" in node or "W" in node for node in rest):
                self._problems.append(left_out_moves(more))
        return GameRecord(
            game="go",
            headers=headers | self._kept,
            options=self._options,
            start=None if self._start is None else self._start.text,
            moves=tuple(self._moves),
            clocks_ms=tuple(self._clocks),
            elapsed_ms=tuple(self._elapsed),
            set_ups={ply: position.text for ply, position in self._set_ups.items()},
            forced=self._forced,
            overtime=self._overtime,
            notes=self._notes,
            result=result,
            problems=tuple(self._problems),
            warnings=tuple(self._tree.warnings),
        )

    def _fail(self, found: Property, what: str) -> NoReturn:
        raise self._source.error(found.at, what)

    def _complain(self, found: Property, what: str) -> None:
        """Notes something that need not end the game, or raises it in strict reading."""
        error = self._source.error(found.at, what)
        if not self._lenient:
            raise error
        self._problems.append(str(error))

    def _headers(self, root: Node) -> dict[str, str]:
        headers = {
            HEADER_OF.get(ident, ident): found.simple
            for ident, found in root.items()
            if ident in INFO
        }
        if (own := root.get(OWN_HEADERS)) is not None:
            headers |= dict(pairs(own))
            if "TimeControl" in headers:
                # TM and OT say the same, as far as SGF can.
                headers = {n: v for n, v in headers.items() if n not in {"TM", "OT"}}
        return headers

    def _result(self, root: Node) -> str:
        found = root.get("RE")
        if found is None:
            return "?"
        try:
            return canonical_result(found.simple.strip())
        except RulesError as error:
            self._complain(found, str(error))
        return "?"

    def _begin(self, root: Node) -> None:
        """Makes the game that the first node describes, and sets its board up."""
        refuse_clashes(root)
        for ident, known in (("GM", ("1",)), ("FF", ("1", "2", "3", "4"))):
            found = root.get(ident)
            if found is not None and found.simple.strip() not in known:
                what = "the game of Go" if ident == "GM" else "an edition of SGF"
                text = shortened(found.simple.strip(), 20)
                name = game_numbered(text) if ident == "GM" else ""
                self._fail(found, f"{ident}[{text}]{name} is not {what}: {ident}[{known[-1]}]")
        self._option(root, "SZ", "size", self._size)
        self._option(root, "KM", "komi", partial(self._komi, root))
        if (own := root.get(OWN_OPTIONS)) is not None:
            for name, value in pairs(own):
                self._take(own, name, value)
        self._position = self._game.start()
        self._set_up(root)
        board, position = self._game.board, self._position
        handicap = self._handicap(root)
        first = self._first_mover()
        stones = len(board.points(position.black))
        if handicap > 1 and handicap == stones and not position.white and first != BLACK:
            self._take(root["HA"], "handicap", board.named(position.black))
            self._position = self._game.start()
            return
        if handicap > 1 and handicap != stones and (stones or first == WHITE):
            self._complain(root["HA"], f"HA says {handicap} handicap stones, but AB sets {stones}")
        elif handicap:
            self._kept[HANDICAP] = str(handicap)
        if "PL" not in root and position.occupied and first is not None:
            self._position = _set(position, first)
        if self._position != self._game.start():
            self._start = self._position

    def _option(self, root: Node, ident: str, name: str, read: object) -> None:
        assert callable(read)
        found = root.get(ident)
        if found is not None and found.simple.strip():
            self._take(found, name, read(found.simple.strip()))

    def _take(self, found: Property, name: str, value: object) -> None:
        """Takes an option if the game can be with it."""
        options = {**self._options, name: value}
        try:
            self._game = game_of(options)
        except RulesError as error:
            if name in {"size", "handicap"}:
                self._fail(found, str(error))
            self._complain(found, str(error))
        else:
            self._options = options

    @staticmethod
    def _size(text: str) -> object:
        columns, _, rows = text.partition(":")
        same = not rows or rows == columns
        return int(columns) if same and re.fullmatch("[0-9]{1,3}", columns, re.ASCII) else text

    def _komi(self, root: Node, text: str) -> object:
        komi, warning = komi_of(text)
        if warning:
            self._tree.warnings.append(str(self._source.error(root["KM"].at, warning)))
        return komi

    def _handicap(self, root: Node) -> int:
        """How many handicap stones HA says; 0 where it says nothing. With one Black begins."""
        found = root.get("HA")
        text = "" if found is None else found.simple.strip()
        if found is None or text in {"", "0"}:
            return 0
        if re.fullmatch("[0-9]{1,3}", text, re.ASCII):
            return int(text)
        self._complain(found, f'HA must say a number of handicap stones, not "{text[:20]}"')
        return 0

    def _first_mover(self) -> Side | None:
        """The colour of the first move."""
        for node in self._tree.nodes:
            for ident in node:
                if ident in {"B", "W"}:
                    return _COLOURS[ident]
        return None

    def _node(self, node: Node, *, first: bool) -> None:
        refuse_clashes(node)
        if not first and self._set_up(node):
            self._stands()
        if "B" in node and "W" in node:
            self._fail(node["W"], "a node holds one move, of Black or of White")
        for ident in ("B", "W"):
            if ident in node:
                self._move(node, node[ident], _COLOURS[ident])
        if "C" in node and (comment := node["C"].text):
            self._note(comment)

    def _note(self, text: str) -> None:
        before = self._notes.get(len(self._moves))
        self._notes[len(self._moves)] = text if before is None else f"{before}\n{text}"

    def _stands(self) -> None:
        """Keeps what stands now, to which no move led."""
        ply = len(self._moves)
        self._set_ups[ply] = self._position
        if played := self._forced.pop(ply, ()):
            # They no longer lead to what stands, so only words can keep them.
            self._note(f"Played although it is not legal: {', '.join(played)}.")

    def _force(self, point: Point, name: str) -> None:
        """Makes a play that is not legal."""
        ply = len(self._moves)
        after = self._position.force(point)
        self._position = _set(after, after.side_to_move)
        before = self._forced.get(ply, ())
        alone = ply not in self._set_ups or before
        self._forced[ply] = (*before, name)
        if alone:
            self._set_ups[ply] = self._position
        else:
            self._stands()

    def _set_up(self, node: Node) -> bool:
        """Does what AB, AW, AE and PL say; tells whether they said anything."""
        found = [node[ident] for ident in ("AB", "AW", "AE", "PL") if ident in node]
        if not found:
            return False
        board, position = self._game.board, self._position
        sets = {ident: self._points(node, ident) for ident in ("AB", "AW", "AE")}
        if both := sets["AB"] & sets["AW"] | sets["AB"] & sets["AE"] | sets["AW"] & sets["AE"]:
            names = ", ".join(board.named(both))
            self._fail(found[0], f"{names}: set up in two ways in one node")
        black = position.black & ~(sets["AW"] | sets["AE"]) | sets["AB"]
        white = position.white & ~(sets["AB"] | sets["AE"]) | sets["AW"]
        if dead := board.without_liberties(black, white):
            names = ", ".join(board.named(dead))
            self._fail(found[0], f"the stones set up leave stones without liberties: {names}")
        side = position.side_to_move
        if "PL" in node:
            text = node["PL"].simple.strip()
            if text not in _COLOURS:
                self._complain(node["PL"], f'PL must be B or W, not "{text[:20]}"')
            side = _COLOURS.get(text, side)
        self._position = GoPosition(board, black, white, side, superko=position.superko)
        return True

    def _points(self, node: Node, ident: str) -> PointSet:
        """The points of a list, rectangles in short ("aa:cc") included."""
        if ident not in node:
            return 0
        board, found = self._game.board, node[ident]
        points = 0
        for value in found.values:
            first, _, last = value.strip().partition(":")
            start = self._point(board, found, first)
            end = self._point(board, found, last) if last else start
            rows = sorted((start // board.size, end // board.size))
            columns = sorted((start % board.size, end % board.size))
            for row in range(rows[0], rows[1] + 1):
                for column in range(columns[0], columns[1] + 1):
                    points |= 1 << row * board.size + column
        return points

    def _point(self, board: Board, found: Property, text: str) -> Point:
        letters = [ord(letter) - ord("a") for letter in text]
        if len(letters) != 2 or not all(0 <= n < board.size for n in letters):
            last = chr(ord("a") + board.size - 1)
            self._fail(
                found,
                f'"{text[:20]}" in {found.ident} is not a point of this board: aa to {last}{last}',
            )
        column, down = letters
        return (board.size - 1 - down) * board.size + column

    def _move(self, node: Node, found: Property, side: Side) -> None:
        board, ply = self._game.board, len(self._moves)
        if len(found.values) > 1:
            self._fail(found, f"{found.ident} holds one move, not {len(found.values)}")
        if self._position.side_to_move != side:
            self._position = _set(self._position, side)
            if ply == 0 and not self._set_ups:
                self._start = self._position
            else:
                self._stands()
        text = found.values[0].strip()
        if not text or (text == "tt" and board.size <= 19):
            self._made(node, side, self._position.play(PASSES[side]), "pass")
            return
        point = self._point(board, found, text)
        name = board.names[point]
        move = self._position.by_text(name)
        if move is not None:
            self._made(node, side, self._position.play(move), name)
        elif "KO" in node and not self._position.occupied >> point & 1:
            self._force(point, name)
        else:
            law = self._position.forbidden(point)
            assert law is not None, "it is not legal"
            occupied = self._position.occupied >> point & 1
            why = "a stone stands there" if occupied else WHY_FORBIDDEN[law]
            self._fail(found, f"move {ply + 1}, {side} {name}, is not legal: {why}")

    def _made(self, node: Node, side: Side, after: GoPosition, text: str) -> None:
        self._position = after
        self._moves.append(text)
        self._clocks.append(self._milliseconds(node.get(_CLOCKS[side])))
        self._elapsed.append(self._milliseconds(node.get(ELAPSED)))
        if (left := node.get(OVERTIME[side])) is not None:
            text = left.simple.strip()
            if re.fullmatch("[0-9]{1,6}", text, re.ASCII):
                self._overtime[len(self._moves)] = int(text)
            else:
                self._complain(left, f'{left.ident} must be a whole number, not "{text[:20]}"')

    def _milliseconds(self, found: Property | None) -> int | None:
        if found is None:
            return None
        text = found.simple.strip()
        if not _SECONDS.fullmatch(text):
            self._complain(
                found, f'{found.ident} must be seconds, such as 125.5, not "{text[:20]}"'
            )
            return None
        return round(float(text) * 1000)


def _set(position: GoPosition, side: Side) -> GoPosition:
    """The same stones, set up with this side on move: nothing is known of what stood before."""
    return GoPosition(
        position.board, position.black, position.white, side, superko=position.superko
    )
