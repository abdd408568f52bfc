"""Messages that no board says: real ones of every type, made wrong in 22 ways."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from controller.core.messages import Clock, GameStarted, Head, Health, Status, read_message
from controller.shell.topics import Lamps, Position, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from controller.core.messages import Json

_PAGE: Final = Path("docs/protocol.md")
STATES: Final[Mapping[str, Any]] = {
    "status": Status, "game": GameStarted, "position": Position, "clock": Clock, "lamps": Lamps,
    "record": Record, "health": Health,
}  # fmt: skip
_DEEP: Final = 20_000
_LONG: Final = 70_000


def examples() -> dict[str, Json]:
    """A real message for each topic of a board, from the page that describes them."""
    found: dict[str, Json] = {}
    for text in re.findall(r"```json\n(.*?)\n```", _PAGE.read_text(encoding="utf-8"), re.DOTALL):
        body = json.loads(text)
        kind = body.get("type", "")
        if kind in STATES:
            found[kind] = body
        if kind == "game-started":
            found["game"] = body
        if kind not in {"", "reply", "position", "lamps", "record"}:
            found[f"event/{kind}"] = body
    found["event/crowning-pending"]["point"] = "a8"  # the only one of a board for draughts
    return found


def valid(topic: str, payload: bytes, board: str) -> bool:
    """Whether a payload is a message of a board by the types that boards write, its head included."""
    try:
        body = msgspec.json.decode(payload)
        head = msgspec.convert(body, Head)
        if topic in STATES:
            msgspec.convert(body, STATES[topic])
        else:
            kind = f"event/{msgspec.to_builtins(read_message(body))['type']}"
            if kind != topic:
                return False
    except (ValueError, TypeError, RecursionError):
        return False
    return (head.board, body.get("v"), type(body.get("v"))) == (board, 1, int)


def _text(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _field(dice: random.Random, body: Json) -> str:
    return dice.choice(sorted(body))


def _wild(dice: random.Random, _: Json) -> bytes:
    return dice.randbytes(dice.randrange(1, 200))


def _no_utf8(dice: random.Random, body: Json) -> bytes:
    return _text(body).replace(b'"', dice.choice([b'"\xff', b'"\xc3', b'"\xed\xa0\x80']), 7)


def _cut(dice: random.Random, body: Json) -> bytes:
    text = _text(body)
    return text[: dice.randrange(len(text))]


def _bare(dice: random.Random, body: Json) -> bytes:
    return _text(dice.choice([None, 1, "a", True, [], [body], {}, ""]))


def _replaced(body: Json, field: str, text: str) -> bytes:
    return _text({**body, field: "@@"}).replace(b'"@@"', text.encode())


def _other_type(dice: random.Random, body: Json) -> bytes:
    strange: list[object] = [None, 1, -1, 1.5, "x", True, [], {}, ["x"], {"x": 1}, [[]]]
    return _text({**body, _field(dice, body): dice.choice(strange)})


def _without(dice: random.Random, body: Json) -> bytes:
    field = _field(dice, body)
    return _text({name: value for name, value in body.items() if name != field})


def _inside(dice: random.Random, body: Json) -> bytes:
    """Something deep within is of another type."""
    new = json.loads(_text(body))
    place: Any = new
    while True:
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = dice.choice(keys)
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner:
            place[key] = dice.choice([None, 7, "?", [], {}, -0.5, "z99"])
            return _text(new)
        place = inner


def _head(dice: random.Random, body: Json) -> bytes:
    field = dice.choice(["epoch", "seq", "at_us", "game_id", "wall"])
    strange = ["-1", "0.5", '"4"', "18446744073709551616", "[1]", "true", f'"{"e" * 300}"', "{}"]
    return _replaced(body, field, dice.choice(strange))


def _huge(dice: random.Random, body: Json) -> bytes:
    return _replaced(
        body, _field(dice, body), dice.choice(["1" * 400, "1e999", "-" + "9" * 30, "1" * 5000])
    )


def _not_finite(dice: random.Random, body: Json) -> bytes:
    return _replaced(body, _field(dice, body), dice.choice(["NaN", "Infinity", "-Infinity"]))


def _deep(dice: random.Random, body: Json) -> bytes:
    ends = dice.choice([("[", "]"), ('{"a":', "}")])
    return _replaced(body, _field(dice, body), ends[0] * _DEEP + "1" + ends[1] * _DEEP)


def _long(dice: random.Random, body: Json) -> bytes:
    return _replaced(
        body, _field(dice, body), '"' + "w" * _LONG * (16 if "format" in body else 1) + '"'
    )


def _points(dice: random.Random, body: Json) -> bytes:
    """Points of no board of this game."""
    text = re.sub(
        rb'"[a-h][1-8]"',
        _text(dice.choice(["z99", "0", "a9", "", "50", "e2\n", "t19"])),
        _text(body),
    )
    return (
        text
        if text != _text(body)
        else _text({**body, "points": ["z99"], "lamps": {"z9": 1}, "seq": None})
    )


def _other_game(dice: random.Random, body: Json) -> bytes:
    game = dice.choice(["go", "halma", "", "draughts-100", "xiangqi"])
    position = dice.choice(["8/8", "", "x" * 99, {"size": 10**9}, {"size": 19, "black": 3}, None])
    return _text({**body, "game": game, "position": position, "game_options": {"size": "x"}})


def _sides(dice: random.Random, body: Json) -> bytes:
    sides: Json = {
        "green": {"remaining_ms": 1},
        "white": dice.choice([None, 4, [], {"remaining_ms": "long"}]),
    }
    return _text(
        {
            **body,
            "sides": sides,
            "players": {"green": 1},
            "side_to_move": 3,
            "running": ["white"],
            "side": [],
        }
    )


def _two_games(dice: random.Random, body: Json) -> bytes:
    more = dice.choice(
        [
            '\n[Event "Another"]\n\n1. d4 *\n',
            "\n\n1. e4 *\n",
            '\r[Event "x"]\r\r*',
            '\u2028[Event "x"]',
        ]
    )
    text = '[Event "x"]\n\n1. e4 *\n' + more
    return _text(
        {
            **body,
            "format": dice.choice(["pgn", "sgf", "pdn", "html"]),
            "text": text,
            "type": body["type"] if "format" in body else 5,
        }
    )


KINDS: Final[Mapping[str, Callable[[random.Random, Json], bytes]]] = {
    "wild bytes": _wild,
    "no UTF-8": _no_utf8,
    "cut off": _cut,
    "twice in one": lambda _, body: _text(body) * 2,
    "nothing": lambda _, __: b"",
    "no object": _bare,
    "a field of another type": _other_type,
    "a field less": _without,
    "another type within": _inside,
    "a strange head": _head,
    "another version": lambda dice, body: _text(
        {**body, "v": dice.choice([2, 0, "1", None, 1.5, True])}
    ),
    "another board": lambda dice, body: _text({**body, "board": f"table-{dice.randint(1, 60)}"}),
    "no board": lambda dice, body: _text(
        {**body, "board": dice.choice(["", "#", "../x", None, 4])}
    ),
    "another type": lambda dice, body: _text(
        {**body, "type": dice.choice(["reply", "sold", "", "View", 3])}
    ),
    "a huge number": _huge,
    "no number": _not_finite,
    "nested deeply": _deep,
    "too long": _long,
    "points of no board": _points,
    "another game": _other_game,
    "other sides": _sides,
    "two games in one record": _two_games,
}


def malformed(
    seed: int, count: int, boards: Sequence[str]
) -> Iterator[tuple[str, str, str, bytes]]:
    """Messages that are wrong in some way: kind, board, topic below it, payload."""
    dice, bodies = random.Random(seed), examples()
    topics, kinds = sorted(bodies), list(KINDS)
    for n in range(count):
        board, topic = dice.choice(boards), dice.choice(topics)
        kind = kinds[n % len(kinds)]
        yield kind, board, topic, KINDS[kind](dice, {**bodies[topic], "board": board})
