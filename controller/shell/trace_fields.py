"""The pieces of a trace's lines: JSON objects read strictly, and what levels sensors give."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from controller.core.sensing.marks import Sensor

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

MAX_LINE = 1 << 16
"""Bytes of a line: the longest true line sets the 361 points of a Go board, about 5 kB."""
MAX_US = 10**15
"""About 30 years: later times are slips of the pen."""
FIELD_MAX = 1000

T = TypeVar("T", bound=str)


class BadTrace(ValueError):  # noqa: N818 - it is the trace that is bad
    """A trace that is not one.

    Attributes:
        line: 1-based; 0 when the file cannot be read at all.
        key: the key that is wrong, or "" where it is the whole line.
        text: what is wrong and what to do.
    """

    def __init__(self, file: str, line: int, key: str, text: str) -> None:
        place = f"{file}: line {line}" if line else file
        super().__init__(f"{place}: {key}: {text}" if key else f"{place}: {text}")
        self.file = file
        self.line = line
        self.key = key
        self.text = text


def level_fault(sensor: Sensor, level: object) -> str | None:
    """What is wrong with a level of this kind of sensor; None when nothing is."""
    number = isinstance(level, int) and not isinstance(level, bool)
    match sensor:
        case Sensor.PRESENCE:
            return None if number and level in (0, 1) else "a presence level must be 0 or 1"
        case Sensor.POLARITY:
            fine = number and level in (-1, 0, 1)
            return None if fine else "a polarity level must be -1, 0 or 1"
        case Sensor.FIELD:
            fine = isinstance(level, int) and number and -FIELD_MAX <= level <= FIELD_MAX
            return None if fine else f"a field level must be from -{FIELD_MAX} to {FIELD_MAX}"
        case Sensor.IDENTITY:
            fine = isinstance(level, str) and (level == "" or (len(level) == 1 and level.isalpha()))
            return None if fine else 'an identity level must be the letter of a man, or ""'


class Fields:
    """One line's object. Keys are taken one by one; `done` refuses what nobody took."""

    def __init__(self, values: Mapping[str, Any], file: str, line: int) -> None:
        self._values = dict(values)
        self._known: list[str] = []
        self._file = file
        self.line = line

    @classmethod
    def parse(cls, raw: bytes, file: str, line: int) -> Fields:
        """The object written in one line.

        Raises:
            BadTrace: it is not exactly one JSON object in UTF-8 with each key once.
        """
        try:
            text = raw.decode()
            values = json.loads(
                text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite
            )
            if "\\u" in text:
                json.dumps(values, ensure_ascii=False).encode()
        except UnicodeDecodeError:
            raise BadTrace(file, line, "", "not UTF-8 text; save the trace as UTF-8") from None
        except UnicodeEncodeError:
            raise BadTrace(file, line, "", "half of a surrogate pair is no text") from None
        except RecursionError:
            raise BadTrace(file, line, "", "brackets are nested too deeply") from None
        except _TwiceError as error:
            raise BadTrace(file, line, str(error), "stands twice; keep one") from None
        except json.JSONDecodeError as error:
            text = f"not JSON at column {error.colno} ({error.msg}); is the line cut off?"
            raise BadTrace(file, line, "", text) from None
        except ValueError as error:
            raise BadTrace(file, line, "", f"not JSON: {error}") from None
        if not isinstance(values, dict):
            raise BadTrace(file, line, "", "must be a JSON object in braces: {...}")
        return cls(values, file, line)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def bad(self, key: str, text: str) -> BadTrace:
        """The error for a key of this line."""
        return BadTrace(self._file, self.line, key, text)

    def take(self, key: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        """The value of a key, unchecked; None where it is missing."""
        self._known.append(key)
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it must be there."""
        value = self.take(key)
        if key not in self._values and default is not None:
            return default
        if not isinstance(value, str):
            raise self._wrong(key, "a text in quotes")
        return value

    def choice(self, key: str, allowed: Collection[T], default: T) -> T:
        """One of the allowed texts, or the default where the key is missing."""
        self.take(key)
        return default if key not in self._values else self.one_of(key, allowed)

    def optional_choice(self, key: str, allowed: Collection[T]) -> T | None:
        """One of the allowed texts, or None where the key is missing."""
        self.take(key)
        return None if key not in self._values else self.one_of(key, allowed)

    def one_of(self, key: str, allowed: Collection[T]) -> T:
        """One of the allowed texts; the key must be there."""
        value = self.take(key)
        for each in allowed:
            if value == each:
                return each
        raise self._wrong(key, "one of " + ", ".join(allowed))

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """A number within bounds, both included."""
        value = self.take(key)
        if key not in self._values:
            return default
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not low <= value <= high
        ):
            raise self._wrong(key, f"a number from {low:g} to {high:g}")
        return float(value)

    def microseconds(self, key: str, least: int = 0) -> int:
        """A whole number of microseconds; the key must be there."""
        value = self.take(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_US:
            raise self._wrong(key, f"a whole number of microseconds from {least} to {MAX_US}")
        return value

    def object(self, key: str) -> Mapping[str, Any]:
        """An object, empty where the key is missing."""
        value = self.take(key)
        if key not in self._values:
            return {}
        if not isinstance(value, dict):
            raise self._wrong(key, "an object in braces")
        return value

    def done(self) -> None:
        """Refuses keys that nobody has taken."""
        self.refuse_unknown(self._known)

    def refuse_unknown(self, known: Sequence[str]) -> None:
        """Refuses keys that are not known."""
        for key in self._values:
            if key not in known:
                raise self.bad(
                    key[:40], "unknown key; known here are " + ", ".join(dict.fromkeys(known))
                )

    def _wrong(self, key: str, allowed: str) -> BadTrace:
        missing = key not in self._values
        return self.bad(key, f"is missing; give {allowed}" if missing else f"must be {allowed}")


class _TwiceError(ValueError):
    """A key stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise _TwiceError(key[:40])
        values[key] = value
    return values


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        _no_number(digits)
    return number


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")
