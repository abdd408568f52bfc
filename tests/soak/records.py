"""Random records: what is written, or spelled as files spell it, is read as the same game, and others agree.

Chess is compared with python-chess, Go with sgfmill and draughts with pydraughts, each of which reads what
is written here; python-chess and sgfmill also write what is read here. Xiangqi, which none of them
knows, is read in mixed notations. A library that is not there is left out, and
the figures say which were.
"""

from __future__ import annotations

import contextlib
import io
import os
from random import Random
from typing import TYPE_CHECKING, Any

import chess
import chess.pgn

from rules.chess.pgn import read_games as read_pgn
from rules.chess.pgn import write_game as write_pgn
from rules.draughts.pdn import STYLES
from rules.draughts.pdn import read_games as read_pdn
from rules.draughts.pdn import write_game as write_pdn
from rules.formats import read_text
from rules.go.game import game_of
from rules.go.sgf import read_sgf, write_sgf
from rules.record import GameRecord
from rules.records.writer import steps
from rules.registry import GAMES
from rules.terms import RulesError
from rules.xiangqi.pgn import write_game as write_xqpgn
from tests import spellings
from tests.oracles.client import ROOT, Oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rules.game import Game

    Ask = Callable[[list[object]], list[Any]]

COUNT = 10_000

BATCH = 50
DRAUGHTS = ("draughts-100", "draughts-russian", "draughts-brazilian")
NOTES = ("good", "what else", "a time of trouble", "见好就收", "[%eval 0.3]")
CHESS_START = 0.2
"""Records that begin from another position than the array."""


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Reads `count` records, a third each of chess, Go and draughts, and a tenth more of xiangqi.

    Raises:
        AssertionError: a record was read as something else, here or there; names game and seed.
    """
    third = count // 3
    shares = (
        ("chess", check_chess, count - 2 * third),
        ("go", check_go, third),
        ("draughts", check_draughts, third),
        ("xiangqi", check_xiangqi, count // 10),
    )
    figures: dict[str, object] = {name: share for name, _check, share in shares}
    figures["plies"] = sum(check(seed, share) for _name, check, share in shares)
    figures["missing"] = [name for name in ("sgfmill", "pydraughts") if not _there(name)]
    return figures


def _there(name: str) -> bool:
    return (ROOT / ".oracles" / name / "touchmove-oracle").is_file()


def _seeds(game: str, seed: int, count: int) -> Iterator[tuple[str, Random]]:
    for n in range(seed, seed + count):
        yield f"{game} {n}", Random(f"records {game} {n}")


def _record(
    game: str,
    moves: list[str],
    dice: Random,
    *,
    headers: Mapping[str, str],
    result: str,
    start: str | None = None,
    options: Mapping[str, object] | None = None,
    timed: bool = False,
) -> GameRecord:
    """A record with these moves, and with comments and times by chance."""
    n = len(moves)
    clocks = [dice.randrange(7200) * 1000 if timed else None for _ in moves]
    notes = {dice.randint(1, n): dice.choice(NOTES) for _ in range(dice.randint(0, 2)) if n}
    return GameRecord(
        game=game,
        headers=headers,
        options=options or {},
        start=start,
        moves=tuple(moves),
        clocks_ms=tuple(clocks),
        elapsed_ms=(None,) * n,
        notes=notes,
        result=result,
    )


def _same(found: GameRecord, wanted: GameRecord, name: str, text: str) -> None:
    known = {key: value for key, value in found.headers.items() if value.strip("?.")}
    for field in ("game", "start", "moves", "clocks_ms", "notes", "result", "set_ups"):
        mine, other = getattr(found, field), getattr(wanted, field)
        assert mine == other, f"{name}: {field} {mine} is not {other} in:\n{text}"
    assert known == dict(wanted.headers), f"{name}: headers {known} in:\n{text}"
    assert not found.problems, f"{name}: {found.problems}"


def _only(text: str, name: str, likely: str, game: str | None = None) -> GameRecord:
    """The game of a text whose format is not told."""
    try:
        found = read_text(text, likely=(likely,), game=game)
    except RulesError as error:
        raise AssertionError(f"{name}: {error} in:\n{text}") from error
    assert len(found.records) == 1, f"{name}: {len(found.records)} games in:\n{text}"
    return found.records[0]


def check_chess(seed: int, count: int) -> int:
    """Returns how many plies were read."""
    plies = 0
    for name, dice in _seeds("chess", seed, count):
        record = _chess(dice)
        plies += len(record.moves)
        text = write_pgn(record)
        _same(read_pgn(text)[0], record, name, text)
        spelled = spellings.chess_text(record, dice)
        _same(_only(spelled, name, "pgn"), record, name, spelled)
        other = chess.pgn.read_game(io.StringIO(text))
        assert other is not None, name
        assert other.errors == [], name
        nodes = list(other.mainline())
        assert [node.uci() for node in nodes] == list(record.moves), name
        assert other.headers["Result"] == record.result, name
        clocks = [
            None if node.clock() is None else round((node.clock() or 0) * 1000) for node in nodes
        ]
        assert clocks == list(record.clocks_ms), name
        theirs = _written_by_python_chess(other, dice)
        found = read_pgn(theirs)[0]
        assert (found.moves, found.clocks_ms, found.start, found.result) == (
            record.moves, record.clocks_ms, record.start, record.result,
        ), f"{name}: {theirs}"  # fmt: skip
    return plies


def _written_by_python_chess(game: chess.pgn.Game, dice: Random) -> str:
    """Its own text of a game, with side lines and signs."""
    for node in list(game.mainline()):
        if dice.random() < 0.1:
            node.nags.add(dice.randint(1, 140))
        if dice.random() < 0.1:
            board = node.board()
            legal = list(board.legal_moves)
            if legal and node.variations:
                node.add_variation(dice.choice(legal), comment="or so (1-0)")
    return str(game)


def _chess(dice: Random) -> GameRecord:
    board = chess.Board()
    moves: list[str] = []
    start = None
    for _ in range(dice.randint(0, 60)):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = dice.choice(legal)
        moves.append(move.uci())
        board.push(move)
        if len(moves) == 10 and dice.random() < CHESS_START:
            start, moves = board.fen(), []
            if dice.random() < 0.5:
                board.halfmove_clock, board.fullmove_number = 0, 1
                start = board.fen()
    headers = {"White": "Anna [1]", "Black": "B 'b' C:/x", "Round": str(dice.randint(1, 9))}
    result = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
    timed = dice.random() < 0.3
    return _record("chess", moves, dice, start=start, headers=headers, result=result, timed=timed)


def _wandering(game: Game, plies: int, dice: Random) -> list[str]:
    position, moves = game.start(), []
    for _ in range(plies):
        legal = position.moves()
        if not legal:
            break
        move = dice.choice(legal)
        moves.append(move.text)
        position = position.play(move)
    return moves


def check_xiangqi(seed: int, count: int) -> int:
    """Returns how many plies were read."""
    plies = 0
    for name, dice in _seeds("xiangqi", seed, count):
        moves = _wandering(GAMES["xiangqi"], dice.randint(1, 40), dice)
        result = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
        record = _record(
            "xiangqi", moves, dice, headers={"Red": "甲", "Black": "乙"}, result=result
        )
        for style in ("chinese", "wxf", "iccs"):
            text = write_xqpgn(record, style)
            _same(_only(text, name, "pgn"), record, name, text)
        text = spellings.xiangqi_text(record, dice)
        _same(_only(text, name, "pgn"), record, name, text)
        plies += len(moves)
    return plies


def check_draughts(seed: int, count: int) -> int:
    """Returns how many plies were read."""
    plies = 0
    asked: list[tuple[str, GameRecord, str]] = []
    with _asking("pydraughts", "pdn_server") as ask:
        for n, (name, dice) in enumerate(_seeds("draughts", seed, count)):
            game = GAMES[DRAUGHTS[n % 3]]
            moves = _wandering(game, dice.randint(0, 24), dice)
            result = dice.choice(("2-0", "0-2", "1-1", "*"))
            headers = {"White": "Anna", "Black": "Ber ta"}
            record = _record(game.name, moves, dice, headers=headers, result=result)
            for style in STYLES:
                text = write_pdn(record, style)
                _same(read_pdn(text)[0], record, name, text)
            spelled = spellings.pdn_text(record, dice)
            _same(_only(spelled, name, "pdn"), record, name, spelled)
            plies += len(moves)
            bare = GameRecord(
                game=record.game, moves=record.moves, clocks_ms=record.clocks_ms, elapsed_ms=record.elapsed_ms,
                headers=headers, result=record.result,
            )  # fmt: skip
            if moves:  # that library takes the end of a game without moves for one
                asked.append((name, bare, write_pdn(bare, STYLES[n % len(STYLES)])))
            if len(asked) == BATCH:
                _compare_draughts(ask, asked)
                asked.clear()
        _compare_draughts(ask, asked)
    return plies


def _compare_draughts(ask: Ask, asked: list[tuple[str, GameRecord, str]]) -> None:
    answers = ask([{"pdn": text} for _, _, text in asked])
    for (name, record, text), answer in zip(asked, answers, strict=bool(answers)):
        (theirs,) = answer
        *_, (last, _move) = steps(record, GAMES[record.game])
        points = range(len(GAMES[record.game].points))
        men = sorted([p + 1, man.letter] for p in points if (man := last.piece_at(p)) is not None)
        assert len(theirs["moves"]) == len(record.moves), f"{name}: {text}"
        assert theirs["men"] == men, f"{name}: {text}"
        assert theirs["tags"]["White"] == "Anna", f"{name}: {text}"


def check_go(seed: int, count: int) -> int:
    """Returns how many plies were read."""
    plies = 0
    asked: list[tuple[str, GameRecord, str]] = []
    with _asking("sgfmill", "sgfmill_server") as ask:
        for name, dice in _seeds("go", seed, count):
            record = _go(dice)
            plies += len(record.moves)
            text = write_sgf(record)
            _same(read_sgf(text)[0], record, name, text)
            spelled = spellings.sgf_text(record, dice)
            _same(_only(spelled, name, "sgf"), record, name, spelled)
            asked.append((name, record, text))
            if len(asked) == BATCH:
                _compare_go(ask, asked)
                asked.clear()
        _compare_go(ask, asked)
    return plies


def _go(dice: Random) -> GameRecord:
    size = dice.choice((5, 9, 9, 13, 19))
    game = game_of({"size": size, "komi": dice.choice((0.0, 0.5, 3.75, 6.5, 7.5))})
    position, moves = game.start(), []
    for _ in range(dice.randint(0, 50)):
        text = "pass" if dice.random() < 0.03 else dice.choice(game.board.names)
        move = position.by_text(text)
        if move is not None:
            moves.append(text)
            position = position.play(move)
    result = dice.choice(("B+R", "W+R", "B+3.5", "W+0.5", "B+T", "W+F", "0", "Void", "?", "B+"))
    return _record(
        "go", moves, dice, headers={"Black": "A [1] :", "White": "乙"}, options=game.options, result=result
    )  # fmt: skip


def _compare_go(ask: Ask, asked: list[tuple[str, GameRecord, str]]) -> None:
    read = ask([{"ask": "sgf", "text": text} for _, _, text in asked])
    written = ask([{"ask": "write", "text": text} for _, _, text in asked])
    for (name, record, text), theirs, again in zip(asked, read, written, strict=bool(read)):
        game = game_of(record.options)
        plays = []
        for position, move in steps(record, game):
            if move is not None:
                point = None if move.target is None else list(divmod(move.target, game.columns))
                plays.append([position.side_to_move[0], point])
        assert theirs["plays"] == plays, f"{name}: {text}"
        assert (theirs["size"], theirs["komi"]) == (game.columns, game.komi), f"{name}: {text}"
        assert theirs["result"] == record.result, f"{name}: {text}"
        comments = {n: note for n, note in enumerate(theirs["comments"]) if note}
        assert comments == dict(record.notes), f"{name}: {text}"
        _same(read_sgf(again)[0], record, name, again)


@contextlib.contextmanager
def _asking(library: str, server: str) -> Iterator[Ask]:
    """Asks a library; answers nothing where it is not there."""
    if not _there(library):
        assert "CI" not in os.environ, f"{library} is missing: scripts/oracles.sh makes it"
        yield lambda _requests: []
        return
    with Oracle(library, server) as oracle:
        yield oracle.ask_all
