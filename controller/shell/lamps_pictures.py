"""The pictures of docs/lamps.md: `python -m controller.shell.lamps_pictures docs/images`.

What is drawn is read from models of the lamps, which the real drivers have written: WS2812 pulses for lamps of several
colours, registers of a MAX7219 for those of one, and a strip of WS2812 along two edges.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.core.inputs import LampKind
from controller.shell.scenes import APPEARANCES, SLOT_NS, TURN_SLOTS, Abilities, picture
from controller.shell.web.pieces import pieces_svg
from drivers.edge_lamps import EdgeLamps
from drivers.max7219 import Max7219Lamps
from drivers.sim.max7219 import Max7219Chain
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812
from rules.registry import game_by_name

if TYPE_CHECKING:
    from drivers.ports import Colour
    from rules.game import Game
    from rules.position import Position

_GO: Final = (
    '{"size": 9, "black": ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "h6"],'
    ' "white": ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "b3", "b7"], "to_move": "black"}'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One scene on a board.

    Attributes:
        position: in the game's notation; None for its start.
        lit: points by scene.
        absent, present: points at which the real board differs: no man stands there, or one too many.
    """

    english: str
    chinese: str
    lit: Mapping[LampKind, str]
    position: str | None = None
    game: str = "chess"
    absent: str = ""
    present: str = ""


_E4: Final = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
_TOUCHED: Final = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
_CASTLING: Final = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ2KR b kq - 5 4"
_PASSING: Final = "4k3/8/3P4/3p4/8/8/8/4K3 b - - 0 1"
_PROMOTED: Final = "4k3/6P1/8/8/8/8/8/4K3 w - - 0 1"
_END: Final = "6k1/R7/6K1/8/8/8/8/8 b - - 0 1"
_CROWNED: Final = "B:WKd8,e1,g1:Bb6,h4"

EXAMPLES: Final = (
    Example(
        english="Last move: g8 to f6",
        chinese="上一步：g8 到 f6",
        position=_E4,
        lit={LampKind.LAST_MOVE: "g8 f6"},
    ),
    Example(
        english="Touched: must move, must be taken",
        chinese="摸子：必须走，必须吃",
        position=_TOUCHED,
        lit={LampKind.MUST_MOVE: "e4", LampKind.MUST_CAPTURE: "d5"},
    ),
    Example(
        english="Castling: this rook, to here",
        chinese="易位：这个车，走到这里",
        position=_CASTLING,
        lit={LampKind.MUST_MOVE: "h1", LampKind.MAY_GO: "f1"},
    ),
    Example(
        english="Taken in passing: take it off",
        chinese="吃过路兵：请拿走",
        position=_PASSING,
        lit={LampKind.REMOVE: "d5"},
    ),
    Example(
        english="Promotion: choose",
        chinese="升变：请选择",
        position=_PROMOTED,
        lit={LampKind.PROMOTION: "g8"},
        absent="g7",
        present="g8P",
    ),
    Example(
        english="Crown this man",
        chinese="请加冕",
        game="draughts-russian",
        position=_CROWNED,
        lit={LampKind.CROWNING: "d8"},
        absent="d8",
        present="d8w",
    ),
    Example(
        english="Setting up: missing, and in the way",
        chinese="摆棋：缺子，多余的子",
        lit={LampKind.MISSING: "b1 e2", LampKind.EXTRA: "e4"},
        absent="b1 e2",
        present="e4P",
    ),
    Example(
        english="A question: which of these?",
        chinese="有疑问：是哪一个？",
        position=_TOUCHED,
        lit={LampKind.QUESTION: "d5 e5"},
        absent="e4 d5",
    ),
    Example(
        english="Dead stones, for the count",
        chinese="死子，等待数子",
        game="go",
        position=_GO,
        lit={LampKind.DEAD: "b3 b7 h6"},
    ),
    Example(
        english="Black's flag has fallen",
        chinese="黑方超时",
        position=_END,
        lit={LampKind.FLAG: "a8 b8 c8 d8 e8 f8 g8 h8"},
    ),
    Example(
        english="The end: White has won",
        chinese="对局结束：白胜",
        position=_END,
        lit={LampKind.END: "a1 b1 c1 d1 e1 f1 g1 h1"},
    ),
    Example(
        english="The end: a draw",
        chinese="对局结束：和棋",
        position="8/8/4k3/8/4K3/8/8/8 w - - 0 1",
        lit={LampKind.END: "a1 b1 c1 d1 e1 f1 g1 h1 a8 b8 c8 d8 e8 f8 g8 h8"},
    ),
)

Look = Callable[[Mapping[int, "Colour"]], dict[int, str]]
"""Shows colours by point on lamps, and reads from their model what is lit: colours of a screen by lamp."""
SIDE: Final = 192
_TILE: Final = (SIDE + 52, SIDE + 84)
_COLUMNS: Final = 4
_AMBER: Final = "#ffab2e"
_GAMMA: Final = 2.2
_TURNS: Final = 2


def _strip(game: Game) -> Look:
    count = len(game.points)
    strip = Ws2812Strip(count, speed_hz=SPEED_HZ[3])
    lamps = Ws2812(strip, count, ma_max=20_000)

    def show(colours: Mapping[int, Colour]) -> dict[int, str]:
        lamps.show(colours)
        return {n: _on_screen(colour) for n, colour in enumerate(strip.colours()) if any(colour)}

    return show


def _one_colour(game: Game) -> Look:
    chain = Max7219Chain(-(-len(game.points) // 64))
    lamps = Max7219Lamps(chain, len(chain.chips), ma_max=20_000)

    def show(colours: Mapping[int, Colour]) -> dict[int, str]:
        lamps.show(colours)
        return dict.fromkeys(sorted(chain.lit()), _AMBER)

    return show


def _edges(game: Game) -> Look:
    """Lamps of the columns first, then those of the rows."""
    count = game.columns + game.rows
    strip = Ws2812Strip(count, speed_hz=SPEED_HZ[3])
    lamps = EdgeLamps(
        Ws2812(strip, count, ma_max=20_000),
        range(game.columns),
        range(game.columns, count),
        [game.place(point) for point in range(len(game.points))],
    )

    def show(colours: Mapping[int, Colour]) -> dict[int, str]:
        lamps.show(colours)
        return {n: _on_screen(colour) for n, colour in enumerate(strip.colours()) if any(colour)}

    return show


def _on_screen(colour: Colour) -> str:
    """A lamp's light is in proportion to its levels, a screen's is not."""
    return "#" + "".join(f"{round(255 * (level / 255) ** (1 / _GAMMA)):02x}" for level in colour)


def _abilities(game: Game, *, colours: bool = True, edges: bool = False) -> Abilities:
    places = {point: game.place(point) for point in range(len(game.points))} if edges else None
    return Abilities(colours=colours, places=places)


KINDS: Final[Mapping[str, tuple[Callable[[Game], Look], Mapping[str, bool]]]] = {
    "lamps-colour": (_strip, {}),
    "lamps-one-colour": (_one_colour, {"colours": False}),
    "lamps-edges": (_edges, {"edges": True}),
}
"""File, lamps, and what these can show."""


def frames(example: Example, kind: str) -> list[dict[int, str]]:
    """What is lit in each slot of two turns."""
    make, able = KINDS[kind]
    game = _game(example)
    scenes = {
        game.index[name]: scene for scene, names in example.lit.items() for name in names.split()
    }
    look, abilities = make(game), _abilities(game, **able)
    return [look(picture(scenes, slot * SLOT_NS, abilities)) for slot in range(_TURNS * TURN_SLOTS)]


def _game(example: Example) -> Game:
    return game_by_name(example.game, {"size": 9} if example.game == "go" else None)


def svg(kind: str) -> str:
    """One picture: all examples on lamps of one kind."""
    width = _COLUMNS * _TILE[0]
    height = -(-len(EXAMPLES) // _COLUMNS) * _TILE[1]
    tiles = "".join(
        f'<g transform="translate({n % _COLUMNS * _TILE[0]} {n // _COLUMNS * _TILE[1]})">'
        f"{''.join(_tile(example, kind))}</g>\n"
        for n, example in enumerate(EXAMPLES)
    )
    used = set(re.findall(r'href="#([^"]+)"', tiles))
    men = "".join(
        symbol
        for symbol in re.findall(r"<symbol.*?</symbol>", pieces_svg(), re.DOTALL)
        if re.search(r'id="([^"]+)"', symbol)[1] in used  # type: ignore[index]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="system-ui, sans-serif" font-size="12.5">\n<defs>{men}</defs>\n'
        f'<rect width="{width}" height="{height}" fill="#23272b"/>\n{tiles}</svg>\n'
    )


def _tile(example: Example, kind: str) -> Iterator[str]:
    game = _game(example)
    cell = SIDE / game.columns
    yield f'<text x="26" y="22" fill="#eee">{example.english}</text>'
    yield f'<text x="26" y="40" fill="#bbb">{example.chinese}</text>'
    yield '<g transform="translate(26 50)">'
    yield from _board(game, cell)
    yield from _men(example, game, cell)
    yield from _bars(example, kind)
    yield from _lamps(frames(example, kind), _spots(game, cell, edges=kind == "lamps-edges"), cell)
    yield "</g>"


def _board(game: Game, cell: float) -> Iterator[str]:
    yield f'<rect width="{SIDE}" height="{SIDE}" fill="#cdb892"/>'
    if game.name == "go":
        lines = "".join(
            f"M{_n((n + 0.5) * cell)} {_n(cell / 2)}V{_n(SIDE - cell / 2)}"
            f"M{_n(cell / 2)} {_n((n + 0.5) * cell)}H{_n(SIDE - cell / 2)}"
            for n in range(game.columns)
        )
        yield f'<path d="{lines}" stroke="#6d5a36" stroke-width=".8"/>'
        return
    dark = "".join(
        f"M{_n(column * cell)} {_n(row * cell)}h{_n(cell)}v{_n(cell)}h-{_n(cell)}z"
        for row in range(game.rows)
        for column in range(game.columns)
        if (row + column) % 2
    )
    yield f'<path d="{dark}" fill="#8d6f4e"/>'


def _men(example: Example, game: Game, cell: float) -> Iterator[str]:
    standing = _standing(game, game.start(example.position))
    for name in example.absent.split():
        del standing[game.index[name]]
    for word in example.present.split():
        standing[game.index[word[:-1]]] = word[-1]
    family = "draughts" if game.name.startswith("draughts") else game.name
    for point, letter in standing.items():
        column, row = game.place(point)
        x, y = column * cell, (game.rows - 1 - row) * cell
        yield (
            f'<use href="#{family}-{letter}" x="{_n(x)}" y="{_n(y)}" '
            f'width="{_n(cell)}" height="{_n(cell)}"/>'
        )


def _standing(game: Game, position: Position) -> dict[int, str]:
    men = ((point, position.piece_at(point)) for point in range(len(game.points)))
    return {point: man.letter for point, man in men if man is not None}


def _spots(game: Game, cell: float, *, edges: bool) -> list[tuple[float, float]]:
    """Where the lamps are: in a corner of each point's field, or below the columns and left of the rows."""
    if edges:
        return [((n + 0.5) * cell, SIDE + 11) for n in range(game.columns)] + [
            (-11, SIDE - (n + 0.5) * cell) for n in range(game.rows)
        ]
    places = (game.place(point) for point in range(len(game.points)))
    return [((column + 0.78) * cell, (game.rows - row - 0.78) * cell) for column, row in places]


def _lamps(
    shown: list[dict[int, str]], spots: list[tuple[float, float]], cell: float
) -> Iterator[str]:
    radius = cell * 0.18
    dark = "".join(f"M{_n(x - 2)} {_n(y)}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0" for x, y in spots)
    yield f'<path d="{dark}" fill="#3a3a3a"/>'
    for lamp in sorted(set().union(*shown)):
        x, y = spots[lamp]
        colours = [frame.get(lamp, "#3a3a3a") for frame in shown]
        blink = ""
        if len(set(colours)) > 1:
            seconds = len(shown) * SLOT_NS / 1e9
            blink = (
                f'<animate attributeName="fill" calcMode="discrete" dur="{seconds:g}s" '
                f'repeatCount="indefinite" {_times(colours)}/>'
            )
        first = next(colour for colour in colours if colour != "#3a3a3a")
        yield (
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{first}" '
            f'stroke="#111" stroke-width=".7">{blink}</circle>'
        )


def _bars(example: Example, kind: str) -> Iterator[str]:
    """The pattern of each scene in two seconds, for those who see the picture stand still."""
    alone = "colours" in KINDS[kind][1]
    for row, scene in enumerate(example.lit):
        look = APPEARANCES[scene]
        pattern = look.alone if alone else look.pattern
        slots = pattern.value * (TURN_SLOTS // len(pattern.value))
        wide = SIDE / TURN_SLOTS
        lit = "".join(
            f"M{_n(n * wide)} {SIDE + 20 + 6 * row}h{_n(wide)}v3h-{_n(wide)}z"
            for n, slot in enumerate(slots)
            if slot == "#"
        )
        yield f'<path d="{lit}" fill="{_AMBER if alone else _on_screen(look.colour)}"/>'


def _times(colours: list[str]) -> str:
    """The colours and the moments at which they come, as parts of the whole."""
    changes = [n for n, colour in enumerate(colours) if n == 0 or colour != colours[n - 1]]
    values = ";".join(colours[n] for n in changes)
    moments = ";".join(f"{n / len(colours):g}" for n in changes)
    return f'values="{values}" keyTimes="{moments}"'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def files() -> dict[str, str]:
    """The text of each picture by its name."""
    return {f"{kind}.svg": svg(kind) for kind in KINDS}


def main() -> None:
    """Writes the pictures into the folder that is named."""
    for name, text in files().items():
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
