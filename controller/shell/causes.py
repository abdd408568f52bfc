"""Why something has ended, in words for people."""

from __future__ import annotations

from controller.journal.faults import JournalError


class StoppedError(RuntimeError):
    """The process stops, for it cannot go on. The message says why."""


def said(error: BaseException) -> str:
    """What an error says: the first where there are several."""
    error = _first(error)
    return str(error) or type(error).__name__


def words(error: BaseException) -> str:
    """The same, where what nobody has foreseen is named by its type too."""
    first = _first(error)
    return said(first) if _foreseen(first) or not str(first) else f"{type(first).__name__}: {first}"


def trace(error: BaseException | None) -> BaseException | None:
    """The error, for the log, where its trace helps those who mend the program."""
    return None if error is None or _foreseen(_first(error)) else error


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _foreseen(error: BaseException) -> bool:
    return isinstance(error, OSError | JournalError | StoppedError)
