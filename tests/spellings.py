"""Records as files spell them: the same game in other signs, each of which readers must know.

Every function takes a record and dice, and gives a text that says the same as the record does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import chess

from rules.draughts.pdn import write_game as write_pdn
from rules.go.sgf import write_sgf
from rules.records.times import write_time
from rules.records.writer import steps
from rules.xiangqi.notation import write_move
from rules.xiangqi.pgn import STYLES
from rules.xiangqi.position import XiangqiPosition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from rules.position import Position
    from rules.record import GameRecord

RESULTS = {
    "1-0": ("1-0", "1–0", "1 - 0"),
    "0-1": ("0-1", "0–1", "0 - 1"),
    "1/2-1/2": ("1/2-1/2", "½-½", "1/2", "0.5-0.5", "1/2–1/2", "½"),
    "*": ("*",),
}
SIGNS = (
    " ±",
    " ∓",
    " =",
    " +-",
    " -+",
    " +/-",
    " =/+",
    " ⩲",
    " ∞",
    "!",
    "?!",
    " $14",
    " □",
    " (=)",
)
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘", strict=True))
_DRAUGHTS_MOVE = re.compile(r"(?:[a-h][1-8]|[0-9]+)[-x:]")
DOS_END = ("", "", "\x1a", "\r\n\x1a\x1a")


def chess_text(record: GameRecord, dice: Random) -> str:
    """A record of chess."""
    board = chess.Board() if record.start is None else chess.Board(record.start)
    words = []
    for ply, uci in enumerate(record.moves):
        move = chess.Move.from_uci(uci)
        words += [_number(ply, board, dice), _chess_move(board, move, dice)]
        board.push(move)
        words += _comments(record, ply + 1)
    fen = () if record.start is None else (("FEN", _fen(record.start, dice)),)
    return _tagged(record, [("Result", _result(record, dice)), *fen], words, dice)


def _chess_move(board: chess.Board, move: chess.Move, dice: Random) -> str:
    san, uci = board.san(move), move.uci()
    bare = san.rstrip("+#")
    squares = f"{uci[:2]}{'x' if board.is_capture(move) else '-'}{uci[2:4]}"
    choice = uci[4:].upper()
    piece = board.piece_at(move.from_square)
    assert piece is not None
    letter = "" if piece.piece_type == chess.PAWN else piece.symbol().upper()
    forms = [san, bare, uci, uci.upper(), squares + choice]
    if board.is_castling(move):
        forms += [bare.replace("O", "0"), bare.replace("O", "o"), bare.replace("-", "–")]
    elif not letter:
        forms += [f"P{bare}", bare.replace("x", ":"), squares.upper() + choice]
        forms += [] if not choice else [f"{squares}({choice})", f"{squares}/{choice}"]
        forms += [f"{bare} e.p.", f"{bare}e.p.", f"{bare}ep"] if board.is_en_passant(move) else []
    else:
        forms += [letter + squares, FIGURINES[letter] + bare[1:], bare.replace("x", ":")]
    if san != bare:
        forms += [f"{bare}++", f"{bare}†", f"{bare}ch"]
    word = dice.choice(forms)
    if dice.random() < 0.2:
        word += dice.choice(SIGNS)
    # Before a black move the sign of a new move could be a knight.
    return word + (
        dice.choice((" N", " TN", " D")) if not board.turn and dice.random() < 0.1 else ""
    )


def _number(ply: int, board: chess.Board, dice: Random) -> str:
    n = board.fullmove_number
    if board.turn:
        return dice.choice((f"{n}.", f"{n} .", f"{n}. "))
    return dice.choice(("", f"{n}...", f"{n}…", f"{n}. ...")) if ply else f"{n}..."


def _fen(fen: str, dice: Random) -> str:
    fields = fen.split()
    if fields[-2:] == ["0", "1"] and dice.random() < 0.5:
        return dice.choice((" ".join(fields[:-2]), " ".join([*fields[:-1], "0"])))
    return dice.choice((" ", "  ")).join(fields)


def _result(record: GameRecord, dice: Random) -> str:
    return dice.choice(RESULTS[record.result])


def _comments(record: GameRecord, ply: int) -> Iterator[str]:
    clock, note = record.clocks_ms[ply - 1], record.notes.get(ply)
    if clock is not None:
        yield f"{{[%clk {write_time(clock)}]}}"
    if note is not None:
        yield f"{{{note}}}"


def _tagged(record: GameRecord, more: list[tuple[str, str]], words: list[str], dice: Random) -> str:
    """Headers, moves and result; a comment on the last move may stand behind the result."""
    headers = [*record.headers.items(), *more]
    lines = [f'[{name} "{value}"]' for name, value in headers]
    lines += dice.sample(lines, k=min(len(lines), dice.randint(0, 1)))  # one may stand twice
    end = [_result(record, dice)]
    if words and words[-1].startswith("{") and dice.random() < 0.5:
        end.append(words.pop())
    text = "\n".join([*lines, "", " ".join(word for word in [*words, *end] if word)])
    return text.replace("\n", dice.choice(("\n", "\r\n"))) + dice.choice(DOS_END)


def xiangqi_text(record: GameRecord, dice: Random) -> str:
    """A record of xiangqi, each move in another notation."""

    def written(position: Position, text: str) -> str:
        assert isinstance(position, XiangqiPosition)
        move = position.by_text(text)
        assert move is not None
        style = dice.choice(tuple(STYLES))
        return write_move(position, move, style)

    words = _words(record, written, dice)
    named = {("White" if name == "Red" else name): v for name, v in record.headers.items()}
    headers = [*named.items(), ("Game", "Chinese Chess")]
    if record.start is not None:
        headers.append(("FEN", _fen(record.start, dice)))
    lines = [f'[{name} "{value}"]' for name, value in headers]
    return "\n".join([*lines, "", *words, _result(record, dice)]) + dice.choice(DOS_END)


def _words(record: GameRecord, written: Callable[[Position, str], str], dice: Random) -> list[str]:
    from rules.registry import game_by_name  # noqa: PLC0415 - it needs all games

    words = []
    for ply, (position, move) in enumerate(steps(record, game_by_name(record.game))):
        if move is None:
            break
        number = f"{ply // 2 + 1}{dice.choice(('.', '. ', '…'))}" if ply % 2 == 0 else ""
        words.append(number + written(position, move.text))
        words += _comments(record, ply + 1)
    return words


def pdn_text(record: GameRecord, dice: Random) -> str:
    """A record of draughts."""
    text = write_pdn(record, dice.choice(("short", "full")))
    same = {
        "1-0": ("2-0", "1-0", "1–0"), "0-1": ("0-2", "0-1"), "1/2-1/2": ("1-1", "½-½", "1/2", "0.5-0.5"),
        "0-0": ("0-0",), "*": ("*",),
    }  # fmt: skip
    results = next(forms for forms in same.values() if record.result in forms)
    headers, body = text.split("\n\n", 1)
    lines = [line for line in headers.split("\n") if not line.startswith("[Result")]
    lines = [
        line.replace('"]', ":H0:F1" + dice.choice(('"]', '."]')))
        if line.startswith("[FEN")
        else line
        for line in lines
    ]
    words = body.rstrip().removesuffix("*").split()
    spelled = [
        word.replace("x", dice.choice("x:")) + dice.choice(("", "", "", "!", " ±", " $1"))
        if _DRAUGHTS_MOVE.match(word)
        else word
        for word in words
    ]
    end = dice.choice(results)
    whole = "\n".join([*lines, f'[Result "{end}"]', "", f"{' '.join(spelled)} {end}"])
    return whole + dice.choice(DOS_END)


def sgf_text(record: GameRecord, dice: Random) -> str:
    """A record of Go."""
    text = write_sgf(record)
    text = text.replace(f"RE[{record.result}]", f"RE[{_go_result(record.result, dice)}]")
    if dice.random() < 0.3:
        black = record.headers["Black"].replace("]", "\\]")
        text = text.replace("PB[", f"PB[{black}]PB[", 1)
    if dice.random() < 0.3:
        text = text.replace("GM[1]", "GaMe[1]")
    if dice.random() < 0.3:
        text = text.replace("AB[", "AB\n [", 1).replace(";B[", "\n;\nB [")
    before = dice.choice(("", "", "Our game of Sunday (a good one):\n\n"))
    return before + text + dice.choice(DOS_END)


def _go_result(result: str, dice: Random) -> str:
    words = {"R": ("r", "Resign", "resign", "Res"), "T": ("t", "Time"), "F": ("f", "Forfeit")}
    if "+" not in result:
        return dice.choice((result, {"0": "draw", "Void": "void"}.get(result, result)))
    side, how = result.split("+")
    how = dice.choice((how, *words.get(how, (how.replace(".", ","),))))
    return f"{dice.choice((side, side.lower()))}+{how}"
