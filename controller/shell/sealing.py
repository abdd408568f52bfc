"""Sealed moves: closed with a code that is on no disk, and opened with it.

The code is shown once, to whoever seals; it is what the envelope's flap is on paper. Without it neither the
journal, the recorded evidence nor any feed tells the move.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from controller.core.inputs import Command, Input
from controller.core.table.claims.adjourning import landed, made, sealed_ply
from controller.core.table.commands import barred
from controller.core.table.commands.sealing import stays_closed
from rules.terms import Side

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    from controller.core.board import Board
    from controller.core.messages import Json

MOVE_MAX = 60
"""Characters of a sealed move; all are padded to this, so that the length of a box tells nothing."""
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that nobody takes for one another."""
_GROUPS, _GROUP = 4, 5
_SALT, _NONCE = 16, 12


class SealingError(ValueError):
    """What cannot be sealed or opened; says why."""


class Sealer(Protocol):
    """Closes moves into boxes, and opens them."""

    def close(self, move: str, label: str) -> tuple[str, str]:
        """The box, and the code that opens it.

        Args:
            label: of which game and ply; a box opens for no other.

        Raises:
            SealingError: this cannot be sealed.
        """
        ...

    def open(self, box: str, code: str, label: str) -> str:
        """The move.

        Raises:
            SealingError: it is not the code of this box.
        """
        ...


class CodeSealer:
    """Encrypts: ChaCha20-Poly1305 under a key that Scrypt makes of the code.

    The library takes 7 MB, and few games are adjourned: it is loaded when a move is sealed.
    """

    def close(self, move: str, label: str) -> tuple[str, str]:
        plain = checked(move).encode().ljust(4 * MOVE_MAX)
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_GROUPS * _GROUP))
        salt, nonce = secrets.token_bytes(_SALT), secrets.token_bytes(_NONCE)
        closed = _cipher(code, salt).encrypt(nonce, plain, label.encode())
        box = base64.b64encode(salt + nonce + closed).decode()
        parts = [code[n : n + _GROUP] for n in range(0, len(code), _GROUP)]
        return box, "-".join(parts)

    def open(self, box: str, code: str, label: str) -> str:
        from cryptography.exceptions import InvalidTag

        given = "".join(c for c in code.upper() if c.isalnum())
        try:
            raw = base64.b64decode(box, validate=True)
            salt, nonce, closed = raw[:_SALT], raw[_SALT : _SALT + _NONCE], raw[_SALT + _NONCE :]
            plain = _cipher(given, salt).decrypt(nonce, closed, label.encode())
        except (InvalidTag, binascii.Error, ValueError):
            raise SealingError(
                "this is not the code of the sealed move; it was shown when the move was sealed"
            ) from None
        return plain.decode().rstrip()


class OpenSealer:
    """Keeps sealed moves in memory, for replays: nothing is secret there, and boxes are always the same."""

    def __init__(self) -> None:
        self._moves: list[str] = []

    def close(self, move: str, label: str) -> tuple[str, str]:
        del label
        self._moves.append(checked(move))
        return f"box {len(self._moves)}", ""

    def open(self, box: str, code: str, label: str) -> str:
        del code, label
        number = box.removeprefix("box ")
        if not re.fullmatch("[0-9]{1,6}", number) or not 1 <= int(number) <= len(self._moves):
            raise SealingError("no move has been sealed in this replay")
        return self._moves[int(number) - 1]


def checked(move: object) -> str:
    """What is written on the sealed sheet; whether it is a move is seen when it is opened.

    Raises:
        SealingError: it is nothing, or longer than any move.
    """
    if not isinstance(move, str) or not move.strip():
        raise SealingError('"move" is the move to be sealed, as it is written on the score sheet')
    text = move.strip()
    if len(text) > MOVE_MAX or not text.isprintable():
        raise SealingError(f"a sealed move has at most {MOVE_MAX} printable characters")
    return text


def closed(sealer: Sealer, args: Json, label: str, *, open_too: bool = False) -> tuple[Json, str]:
    """The arguments of `seal` as the core may know them, and the code to be shown once.

    Args:
        open_too: the core may know the move: it stands on the board, or nothing is secret.

    Raises:
        SealingError: this cannot be sealed.
    """
    box, code = sealer.close(checked(args.get("move")), label)
    rest = {key: value for key, value in args.items() if open_too or key != "move"}
    return {**rest, "box": box}, code


def opened(sealer: Sealer, args: Json, box: str | None, label: str) -> Json:
    """The arguments of `open-sealed` with the move instead of the code.

    Args:
        box: of the envelope; None where nothing is sealed.

    Raises:
        SealingError: it is not the code of this game's envelope.
    """
    rest = {key: value for key, value in args.items() if key not in ("code", "move")}
    if box is None or args.get("lost") is True:
        return rest
    code = args.get("code", "")
    if not isinstance(code, str):
        raise SealingError('"code" is the code that was shown when the move was sealed')
    return {**rest, "move": sealer.open(box, code, label)}


async def told(
    sealer: Sealer, command: Command, session: Board, game_id: str
) -> tuple[Command, str | None]:
    """A command as the core and the evidence may know it, and the code to be shown once.

    A box is opened only for a command that will be obeyed: what is refused is recorded too.

    Raises:
        SealingError: it cannot be sealed; it may not be opened now, or it is not the code.
    """
    args, code = dict(command.args), None
    match command.name:
        case "seal" if args.get("confirms") is not True:
            side = Side(command.role)
            label = _label(game_id, sealed_ply(session.state, side))
            state = session.state
            stands = made(state, side) is not None or landed(state, side) is not None
            args, code = await asyncio.to_thread(closed, sealer, args, label, open_too=stands)
        case "open-sealed":
            barring = barred(session.line.game, session.stage, command.role, command.name)
            reason = barring or stays_closed(session.state, command)
            if reason is not None:
                raise SealingError(reason)
            assert session.line.envelope is not None, "the stage is adjourned"
            box, label = session.line.envelope.box, _label(game_id, session.line.envelope.ply)
            args = await asyncio.to_thread(opened, sealer, args, box, label)
        case _:
            pass
    return replace(command, args=args), code


def _label(game_id: str, ply: int) -> str:
    return f"{game_id}/{ply}"


def in_replay(items: Iterable[tuple[int, Input]]) -> Iterator[tuple[int, Input]]:
    """The inputs of a trace, in which what players seal is closed and opened as on a board.

    Traces of the service hold boxes already, and what was in them once they were opened.
    """
    sealer = OpenSealer()
    box: str | None = None
    for number, item in items:
        if not isinstance(item, Command):
            yield number, item
            continue
        args = dict(item.args)
        with suppress(SealingError):  # the session says what is missing
            if item.name == "seal" and "box" not in args and args.get("confirms") is not True:
                args, _ = closed(sealer, args, "", open_too=True)
                box = args["box"]
            elif item.name == "open-sealed" and "move" not in args:
                args = opened(sealer, args, box, "")
        yield number, replace(item, args=args)


def _cipher(code: str, salt: bytes) -> ChaCha20Poly1305:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    # 100 random bits need no slow key derivation; this much costs a Pi Zero some tens of milliseconds.
    return ChaCha20Poly1305(Scrypt(salt=salt, length=32, n=2**12, r=8, p=1).derive(code.encode()))
