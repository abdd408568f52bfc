"""Records of draughts games in PDN."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draughts import DRAUGHTS_100, DRAUGHTS_RUSSIAN, Draughts
from rules.draughts.pdn import ROSTER, STYLES, read_games, write_game
from rules.record import GameRecord
from rules.records.writer import steps
from rules.terms import RulesError
from tests.oracles.client import Oracle
from tests.rules import draughts_lines
from tests.rules.draughts_lines import GAMES

FILES = Path(__file__).parents[1] / "data" / "games"
WHOLE = {
    "draughts-100-dutch-1996.pdn": (DRAUGHTS_100, ["2-0", "1-1", "2-0"]),
    "draughts-100-kurnik.pdn": (DRAUGHTS_100, ["0-2"]),
    "draughts-100-nk2009-round12.pdn": (DRAUGHTS_100, ["2-0", *["1-1"] * 4, "2-0", "1-1"]),
    "draughts-100-problems.pdn": (DRAUGHTS_100, ["2-0"] * 6),
    "draughts-russian-abatsiev.pdn": (DRAUGHTS_RUSSIAN, ["2-0", "1-1"]),
    "draughts-russian-ussr-1950.pdn": (DRAUGHTS_RUSSIAN, ["2-0", "1-1", "1-1", "1-1"]),
}
"""The game and the results of each file."""
SQUARE = r"(?:[a-h][1-8]|[0-9]{1,2})"
MOVE = re.compile(rf"(?<![/0-9]){SQUARE}(?:[-x:] ?{SQUARE})+(?!/)")
"""What looks like a move, or like a result."""
RESULTS = ("2-0", "0-2", "1-1", "0-0", "*")

pytestmark = pytest.mark.law("DR-10")


@cache
def text_of(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


seconds = st.none() | st.integers(0, 99 * 3600).map(lambda s: s * 1000)
notes = st.text(st.sampled_from("ab é{[%]/;()\"'\\*1-x.:$"), min_size=1).map(
    lambda text: " ".join(text.replace("%", "% ").split())
)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """A game of any kind from any position, with clocks, notes and positions set up."""
    game = draw(st.sampled_from(GAMES))
    array = draw(st.booleans())
    position = game.start() if array else draw(draughts_lines.positions(game))
    start = None if position == game.start() else position.text
    moves: list[str] = []
    set_ups: dict[int, str] = {}
    for choice in draw(st.lists(st.integers(0, 99), max_size=20)):
        if choice == 99:
            position = draw(draughts_lines.positions(game))
            set_ups[len(moves)] = position.text
        elif position.moves():
            move = position.moves()[choice % len(position.moves())]
            moves.append(move.text)
            position = position.play(move)
    n = len(moves)
    return GameRecord(
        game=game.name,
        headers={"White": "Á", "Black": 'B "b" \\', **dict.fromkeys(ROSTER[:4], "?")},
        start=start,
        moves=tuple(moves),
        clocks_ms=tuple(draw(st.lists(seconds, min_size=n, max_size=n))),
        elapsed_ms=tuple(draw(st.lists(seconds, min_size=n, max_size=n))),
        set_ups=set_ups,
        notes=draw(st.dictionaries(st.integers(0, n), notes.filter(bool))),
        result=draw(st.sampled_from(RESULTS)),
    )


@given(records(), st.sampled_from(STYLES))
def test_what_is_written_is_read_back(record: GameRecord, style: str) -> None:
    text = write_game(record, style)
    read = replace(record, notes={n: note.replace("}", ")") for n, note in record.notes.items()})
    assert read_games(text) == [read]
    assert read_games(text + "\n" + text) == [read, read]
    movetext = text.split("\n\n", 1)[1]
    assert all(len(line) <= 80 or "FEN" in line for line in movetext.splitlines())


def game_of(record: GameRecord) -> Draughts:
    return next(game for game in GAMES if game.name == record.game)


def last_men(record: GameRecord) -> list[list[object]]:
    """The men at the end, by the numbers of their squares."""
    *_, (last, _move) = steps(record, game_of(record))
    men = ((point, last.piece_at(point)) for point in range(len(game_of(record).points)))
    return sorted([point + 1, man.letter] for point, man in men if man is not None)


@pytest.mark.needs("oracle:pydraughts")
def test_what_is_written_is_read_by_others() -> None:
    asked, expected = [], []
    # That library takes some 10 ms a ply, so each file has one style.
    for n, name in enumerate(WHOLE):
        for record in read_games(text_of(name))[:1]:
            asked.append({"pdn": write_game(record, STYLES[n % 3])})
            expected.append((len(record.moves), last_men(record)))
    with Oracle("pydraughts", "pdn_server") as oracle:
        answers = oracle.ask_all(asked)
    for answer, (plies, men) in zip(answers, expected, strict=True):
        assert isinstance(answer, list)
        assert [(len(game["moves"]), game["men"]) for game in answer] == [(plies, men)]


@pytest.mark.needs("oracle:pydraughts")
def test_random_games_are_read_by_others() -> None:
    asked, expected = [], []
    for game in GAMES:
        for seed in range(2):
            line = list(draughts_lines.played(game, seed, plies=50))
            texts = [
                next(m.text for m in before.moves() if before.play(m) == after)
                for before, after in pairwise(line)
            ]
            nothing = (None,) * len(texts)
            record = GameRecord(
                game=game.name, moves=tuple(texts), clocks_ms=nothing, elapsed_ms=nothing
            )
            asked.append({"pdn": write_game(record, STYLES[seed % 3])})
            expected.append(last_men(record))
    with Oracle("pydraughts", "pdn_server") as oracle:
        answers = oracle.ask_all(asked)
    for answer, men in zip(answers, expected, strict=True):
        assert isinstance(answer, list)
        assert [game["men"] for game in answer] == [men]


@pytest.mark.parametrize("name", WHOLE)
def test_real_games(name: str) -> None:
    game, results = WHOLE[name]
    found = read_games(text_of(name))
    assert {record.game for record in found} == {game.name}
    bodies = re.split(r"(?:^\[.*\n)+", text_of(name), flags=re.MULTILINE)[1:]
    written = [
        [
            text
            for text in MOVE.findall(body)
            if text[0] != "0" and text not in ("1-0", "1-1", "2-0")
        ]
        for body in bodies
    ]
    assert [len(record.moves) for record in found] == list(map(len, written))
    assert [record.result for record in found] == results
    assert read_games(text_of(name).replace("\n", "\r\n")) == found
    for record in found:
        for style in STYLES:
            assert read_games(write_game(record, style)) == [
                replace(record, headers={**with_roster(record), **record.headers})
            ]


def with_roster(record: GameRecord) -> dict[str, str]:
    unknown = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"}
    return {name: record.headers.get(name, value) for name, value in unknown.items()}


def test_a_game_by_other_laws_is_refused_where_it_leaves_them() -> None:
    # Czech draughts: men do not take backwards, and a man on c5 must go on so in the Russian game.
    text = text_of("draughts-czech-2006.pdn")
    with pytest.raises(RulesError, match='"h6xf4" is not legal: the capture goes on from f4'):
        read_games(text)
    whole, broken = read_games(text, lenient=True)
    assert (whole.problems, len(whole.moves), whole.result) == ((), 43, "2-0")
    assert (len(broken.problems), len(broken.moves), broken.result) == (2, 13, "1-1")
    with pytest.raises(RulesError, match="h6xf4"):
        read_games(text, game="draughts-brazilian")
