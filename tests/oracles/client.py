"""Asks a library of others that lives in a virtual environment of its own (scripts/oracles.sh).

A server is a small script beside this one. It imports the library, reads one JSON value a line and
answers each with one line of JSON; anything else it has to say goes to standard error. It knows
nothing of ours, so an agreement of both sides means something.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import IO, Self

ROOT = Path(__file__).resolve().parents[2]
STDERR_TAIL = 2000


class OracleError(RuntimeError):
    """The server of an oracle failed, or answered something that is no answer."""


def python_of(name: str) -> Path:
    """Where the Python of an oracle stands, whether it is there or not."""
    return ROOT / ".oracles" / name / "bin" / "python"


class Oracle:
    """A running server, to be used in a `with` statement.

    Args:
        name: the library, as in requirements/oracles/.
        server: the script in tests/oracles/ without ".py", or the path of another.
        python: what runs it; without it the Python of the library's own environment.
    """

    def __init__(self, name: str, server: str | Path, *, python: Path | None = None) -> None:
        script = ROOT / "tests" / "oracles" / f"{server}.py" if isinstance(server, str) else server
        self._name = f"{name} ({script.name})"
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        self._process = subprocess.Popen(
            [python or python_of(name), script],
            cwd=script.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # The server's imports come from its environment and from beside it, never from here.
            env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the server: it reads the end of its input, and is stopped where that is not enough."""
        stdin, stdout = self._pipes()
        with suppress(BrokenPipeError):  # it has ended already
            stdin.close()
        stdout.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def ask(self, request: object) -> object:
        """The answer to one request.

        Raises:
            OracleError: the server ended, or its line is not JSON; ends with what it said last.
        """
        return self.ask_all([request])[0]

    def ask_all(self, requests: Iterable[object]) -> list[object]:
        """The answers to many requests, in their order; much quicker than one by one.

        Raises:
            OracleError: as `ask`.
        """
        lines = [json.dumps(request, ensure_ascii=False).encode() + b"\n" for request in requests]
        # Both pipes are short: who only writes while the server waits to be read would wait for ever.
        writer = Thread(target=self._write, args=(lines,), daemon=True)
        writer.start()
        answers = [self._answer() for _ in lines]
        writer.join()
        return answers

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        return stdin, stdout

    def _write(self, lines: list[bytes]) -> None:
        stdin, _ = self._pipes()
        # Where the server has ended, who reads its answers finds that out and says why.
        with suppress(BrokenPipeError, ValueError):
            stdin.writelines(lines)
            stdin.flush()

    def _answer(self) -> object:
        _, stdout = self._pipes()
        line = stdout.readline()
        if not line:
            code = self._process.wait()
            raise OracleError(f"{self._name} ended with code {code}:\n{self._last_words()}")
        try:
            return json.loads(line)
        except ValueError:
            shown = line[:200].decode(errors="replace").rstrip()
            raise OracleError(
                f"{self._name} did not answer with JSON: {shown}\n{self._last_words()}"
            ) from None

    def _last_words(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-STDERR_TAIL:].decode(errors="replace")
