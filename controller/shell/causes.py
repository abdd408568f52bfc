"""Why something has ended, in words for people."""

from __future__ import annotations

from controller.journal.faults import JournalError


class StoppedError(RuntimeError):
    """The process stops, for it cannot go on. The message says why."""


def words(error: BaseException) -> str:
    """An error in a few words: the first where there are several. What nobody has foreseen is named by its type."""
    error = _first(error)
    said = str(error)
    if not said:
        return type(error).__name__
    return said if _foreseen(error) else f"{type(error).__name__}: {said}"


def trace(error: BaseException | None) -> BaseException | None:
    """The error, for the log, where its trace helps those who mend the program."""
    return None if error is None or _foreseen(_first(error)) else error


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _foreseen(error: BaseException) -> bool:
    return isinstance(error, OSError | JournalError | StoppedError)
