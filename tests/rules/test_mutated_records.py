"""Bad input: whatever is done to a record, it is read, or refused with its place; never half, never else.

Each format has short games; a mutation deletes, doubles, swaps or inserts characters, cuts the text off,
mixes lines of two records, or nests brackets. The same seed gives the same texts everywhere.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from rules.formats import FORMATS, RecordFormat
from rules.registry import GAMES
from rules.terms import RulesError
from tests.samples import sample

FILES = Path(__file__).parents[1] / "data" / "games"
MANY = sample(3000, 200_000)
"""How many mutations the slow test makes over all formats."""
FEW = 2000
PLACE = re.compile(r"^line \d+(, column \d+)?: ")

RECORDS: dict[str, list[str]] = {
    "pgn": [
        (
            '[Event "A \\"x\\""]\n[White "Ann"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 {[%clk 0:01:02] why}'
            " Ke7 $4 (2... Nc6 3. Bc4 (3. a3) Nf6) 3. Qxe5# 1-0\n"
        ),
        (
            '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. a8=Q+ {a} Kd7 2. O-O *\n'
            "\n1. d4 d5 ; to the end\n2. c4 1/2-1/2\n"
        ),
    ],
    "pdn": [
        (
            '[White "A"]\n[Result "2-0"]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28 {[%clock w0:00:10 '
            'B0:00:03]} 19-23 2. 28x19 14x23 3. 37-32!? (3. 31-26 20-25) /FEN "W:W31-50:B1-20"/ 3. 3228 *\n'
        ),
        (
            '[FEN "W:WKc1,e3:Bd6,h6."]\n\n1. c1-a3 {x} d6-e5 2. a3-f8 e5-d4 3. e3:c5 *\n\n[GameType "26"]\n\n1. c3-d4 '
            "b6-c5 2. d4xb6 a7xc5 1-1\n"
        ),
    ],
    "xqpgn": [
        (
            '[Game "Chinese Chess"]\n[Red "甲"]\n[Black "乙"]\n[Result "1-0"]\n\n1. 炮二平五 马８进７ {好} 2. '
            "H2+3 车98 (2... i9i8) 3. c3c4 G6-G5 1-0\n"
        ),
        '[Red "A"]\n[FEN "3k5/9/9/4P4/4P4/9/9/9/5R3/4K4 w - - 0 9"]\n\n9. R4+1 将４进１ 10. +P+1 *\n',
    ],
    "sgf": [
        (
            "(;FF[4]GM[1]SZ[9]KM[7.5]PB[A]PW[B \\] b]RE[B+R];B[ee]BL[59.5]C[a: \\] b];W[ec]"
            "(;B[cc];W[];B[])(;B[gg]))\n"
        ),
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]AB[gc][cg]AW[ee]PL[W];W[ge]WL[300]OW[3];B[eg]KO[];W[tt])\n",
    ],
}
JUNK = "[]{}()<>;:/\\\"'*$%!?.,-=+x#&|~^`@_ \t\n\r\0\x0b\x85\u2028\ufeff\u3000０Ｃ炮进卒五é٣²0123456789aehKQNWBO"


def inserted(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + "".join(rng.choices(JUNK, k=rng.randint(1, 3))) + text[at:]


def deleted(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randint(1, 6) :]


def doubled(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at : at + rng.randint(1, 12)] * rng.randint(2, 3) + text[at:]


def swapped(text: str, rng: random.Random) -> str:
    at = rng.randrange(max(len(text) - 1, 1))
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def nested(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["(", "{", "[", ")", "(;", "]"]) * rng.randint(1, 40) + text[at:]


def spliced(text: str, rng: random.Random) -> str:
    mine = text.splitlines(keepends=True)
    others = rng.choice(rng.choice(sorted(RECORDS.values()))).splitlines(keepends=True)
    at = rng.randrange(len(mine) + 1)
    return "".join([*mine[:at], rng.choice(others), *mine[at:]])


MUTATIONS: Sequence[Callable[[str, random.Random], str]] = (
    inserted, inserted, deleted, doubled, swapped, cut, nested, spliced,
)  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(MUTATIONS)(text, rng)
    return text


def refusal(attempt: Callable[[], object]) -> RulesError | None:
    """The error that a reader gives, if it gives one; any other exception goes on."""
    try:
        attempt()
    except RulesError as error:
        return error
    return None


def check(found: RecordFormat, text: str) -> bool:
    """Reads strictly and leniently; whether the record is whole."""
    left_out: list[str] = []
    lenient = found.read(text, lenient=True, left_out=left_out)
    error = refusal(lambda: found.read(text))
    if error is None:
        assert left_out == []
        assert all(record.problems == () for record in lenient)
        return True
    assert PLACE.match(str(error)), str(error)
    assert error.line is not None
    assert 1 <= error.line <= len(re.split("\r\n|\r|\n", text))
    assert left_out or any(record.problems for record in lenient)
    return False


def run(name: str, count: int, seed: int) -> tuple[int, int]:
    """How many of so many mutations were read, and how many refused."""
    rng = random.Random(f"{name} {seed}")
    whole = sum(check(FORMATS[name], mutated(rng.choice(RECORDS[name]), rng)) for _ in range(count))
    return whole, count - whole


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_themselves_are_whole(name: str) -> None:
    assert all(check(FORMATS[name], text) for text in RECORDS[name])


@pytest.mark.parametrize("name", RECORDS)
def test_mutated_records_are_read_or_refused_with_their_place(name: str) -> None:
    whole, refused = run(name, FEW // len(RECORDS), seed=1)
    assert whole > FEW // 100
    assert refused > FEW // 100


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDS)
def test_many_mutated_records_are_read_or_refused_with_their_place(name: str) -> None:
    assert sum(run(name, MANY // len(RECORDS), seed=2)) == MANY // len(RECORDS)


@cache
def starts() -> list[tuple[str, str]]:
    """Positions of every game, as their own text."""
    found = []
    for game in GAMES.values():
        rng = random.Random(game.name)
        for _ in range(5):
            position = game.start()
            for _ in range(rng.randint(0, 40)):
                moves = position.moves()
                if not moves:
                    break
                position = position.play(rng.choice(moves))
            found.append((game.name, position.text))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_mutated_positions_are_read_or_refused(game: str) -> None:
    rng = random.Random(f"positions {game}")
    texts = [text for name, text in starts() if name == game]
    refused = 0
    for _ in range(FEW // len(GAMES)):
        text = mutated(rng.choice(texts), rng)
        if refusal(partial(GAMES[game].start, text)) is not None:
            refused += 1
        else:
            position = GAMES[game].start(text)
            assert GAMES[game].start(position.text) == position
    assert refused > 10


LONG = 10_000
BLOW_UPS = [
    "{" * LONG, "(" * LONG, "[" * LONG, "/" * LONG, '/FEN "' * LONG, "[%clk " * LONG,
    "{[%clk" + " " * LONG + "}", "{" + "[%clk " * LONG + "}", '[A "' + "\\" * LONG,
    '[A "' * LONG, "\n[A" + " " * LONG + '\n"', ";" * LONG, "\n;" * LONG, "*" * LONG, "* " * LONG,
    "1." * LONG, "1" * LONG, "1-" * LONG, "12" * LONG + "x", "a1" * LONG, "a1-" * LONG, "a.l." * LONG,
    "!" * LONG, "(!" * LONG, "$" * LONG, "+" * LONG, "炮" * LONG, "{\n" * LONG, "(;" * LONG, "(;B[aa]" * LONG,
    "(;C[" + "\\" * LONG, "\n" * LONG, "1. 32-28 " + "x11" * LONG, " " * LONG + "x", "- " * LONG,
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_takes_more_than_linear_time(name: str) -> None:
    began = time.process_time()
    for text in BLOW_UPS:
        check(FORMATS[name], text)
        if name != "sgf":
            check(FORMATS[name], f'[White "A"]\n\n1. {text}')
    # Some ten times what it takes; what is quadratic takes minutes.
    assert time.process_time() - began < 30
