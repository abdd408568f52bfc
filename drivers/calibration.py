"""What is known of each sensor of a Hall board: what it gives without a man and with one, and its noise.

Pure functions learn it from scans: first of the empty board, then of the board with the men where they are
known to stand. Counts are those of the converter, from 0 to 2 ** bits - 1.
"""

from __future__ import annotations

import json
import math
import os
import statistics
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

VERSION: Final = 1
MAN: Final = 500
"""What a man gives in the middle of his point, of a full scale of 1000 (`Kind.FIELD`)."""
ENTER, LEAVE = 250, 180
"""An empty point is occupied from here on, an occupied one empty below; the controller has the same."""
NOMINAL_PART: Final = 0.07
"""Of the full scale: what a man adds on the board of docs/hardware.md, where nothing has been learned."""
_SCANS_MIN: Final = 8
_TO_DO: Final = "Run `touchmove calibrate` again, or put a copy of the file back."


class CalibrationError(ValueError):
    """A calibration cannot be used, or cannot be learned from what was given; says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointCalibration:
    """One sensor.

    Attributes:
        baseline: counts with no man on the board.
        man: counts that the magnet of a light man in the middle of the point adds; below 0 where the
            sensor lies the other way up.
        noise: standard deviation of single readings, in counts.
        enter: strength from which on an empty point is occupied; a man is 500.
        leave: strength below which an occupied point is empty.
        measured: `man` was measured at this point; otherwise it is the median of those that were.
    """

    baseline: float
    man: float
    noise: float = 0.0
    enter: int = ENTER
    leave: int = LEAVE
    measured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """All sensors of a board, by channel.

    Attributes:
        bits: of the converters.
    """

    bits: int
    points: tuple[PointCalibration, ...]

    @classmethod
    def nominal(cls, channels: int, bits: int) -> Calibration:
        """What the data sheets promise: half the supply without a man."""
        full = (1 << bits) - 1
        point = PointCalibration(baseline=full / 2, man=full * NOMINAL_PART)
        return cls(bits=bits, points=(point,) * channels)

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Reads a file that `save` has written.

        Raises:
            CalibrationError: it is no such file; says where and what to do.
            OSError: it cannot be read.
        """
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise CalibrationError(f"{path}:{error.lineno}: {error.msg}. {_TO_DO}") from error
        except (ValueError, RecursionError) as error:
            raise CalibrationError(f"{path}: is no text, or no calibration. {_TO_DO}") from error
        return _read(body, path)

    def save(self, path: Path) -> None:
        """Writes the file anew; whoever reads it sees the old one or the new one whole.

        Raises:
            OSError: the folder cannot be written to; the old file is as it was.
        """
        lines = ",\n".join("  " + json.dumps(asdict(point)) for point in self.points)
        head = f'{{"calibration": {VERSION}, "bits": {self.bits}, "points": [\n'
        beside = path.with_name(path.name + ".new")
        with beside.open("w", encoding="utf-8") as out:
            out.write(f"{head}{lines}\n]}}\n")
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)


def _read(body: object, path: Path) -> Calibration:
    if not isinstance(body, dict) or body.get("calibration") != VERSION:
        raise CalibrationError(
            f"{path}: key calibration: must be {VERSION}; this is no calibration or one of another "
            f"version. {_TO_DO}"
        )
    bits, points = body.get("bits"), body.get("points")
    if not isinstance(bits, int) or isinstance(bits, bool) or not 8 <= bits <= 16:
        raise CalibrationError(f"{path}: key bits: must be a whole number from 8 to 16. {_TO_DO}")
    if not isinstance(points, list) or not points:
        raise CalibrationError(f"{path}: key points: must be a list, one for each sensor. {_TO_DO}")
    if unknown := sorted(set(body) - {"calibration", "bits", "points"}):
        raise CalibrationError(f"{path}: key {unknown[0]}: is unknown. {_TO_DO}")
    return Calibration(
        bits=bits,
        points=tuple(_point(entry, f"{path}: points[{n}]") for n, entry in enumerate(points)),
    )


def _point(entry: object, where: str) -> PointCalibration:
    if not isinstance(entry, dict):
        raise CalibrationError(f"{where}: must be an object. {_TO_DO}")
    known = {each.name for each in fields(PointCalibration)}
    if unknown := sorted(set(entry) - known):
        raise CalibrationError(f"{where}: key {unknown[0]}: is unknown. {_TO_DO}")
    for key in ("baseline", "man", "noise", "enter", "leave"):
        if not _is_number(entry.get(key)):
            raise CalibrationError(f"{where}: key {key}: must be a number. {_TO_DO}")
    if not isinstance(entry.get("measured"), bool):
        raise CalibrationError(f"{where}: key measured: must be true or false. {_TO_DO}")
    if not 0 < entry["leave"] < entry["enter"] < MAN:
        raise CalibrationError(
            f"{where}: leave must be above 0 and below enter, and enter below {MAN}. {_TO_DO}"
        )
    if not entry["man"]:
        raise CalibrationError(f"{where}: key man: must not be 0. {_TO_DO}")
    return PointCalibration(**entry)


def _is_number(value: Any) -> bool:  # noqa: ANN401 - whatever a file holds
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def learn_empty(samples: Sequence[Sequence[int | None]], bits: int) -> Calibration:
    """Baseline and noise from scans of the empty board; what men give is nominal until it is learned.

    A channel that could not be read keeps the nominal baseline and an infinite doubt: its noise is the
    full scale, which `hall_findings.findings` reports as noisy.

    Raises:
        CalibrationError: there are too few scans.
    """
    columns = _columns(samples)
    nominal = Calibration.nominal(len(columns), bits)
    full = float((1 << bits) - 1)
    points = []
    for point, counts in zip(nominal.points, columns, strict=True):
        if len(counts) < _SCANS_MIN:
            points.append(replace(point, noise=full))
            continue
        # The mean of the middle half: lamps that are switched throw single readings far off.
        middle = statistics.fmean(sorted(counts)[len(counts) // 4 : -(len(counts) // 4)])
        points.append(replace(point, baseline=round(middle, 2), noise=_noise(counts, middle)))
    return Calibration(bits=bits, points=tuple(points))


def learn_men(
    before: Calibration,
    samples: Sequence[Sequence[int | None]],
    men: Mapping[int, int],
    cross: Sequence[Mapping[int, float]] | None = None,
) -> Calibration:
    """What men give, from scans of the board with the men where they are known to stand.

    May be repeated with the men on other points: of what was measured at a point the strongest counts,
    since a man off the middle gives less and never more. Points where no man has stood yet take over the
    median. Set the men in the middle of their points.

    Args:
        before: of the same board, learned from the empty one.
        men: 1 at channels where a light man stands, -1 where a dark one stands.
        cross: of each channel, which part of what a man there gives the others feel of him
            (`hall_cross.from_places`); None where that is nothing.

    Raises:
        CalibrationError: there are too few scans, no men, or another number of channels.
    """
    columns = _columns(samples)
    if len(columns) != len(before.points):
        raise CalibrationError(
            f"the scans have {len(columns)} channels and the calibration {len(before.points)}"
        )
    if not men:
        raise CalibrationError("no man stands anywhere: set up the men first")
    points = list(before.points)
    for channel, pole in men.items():
        counts = columns[channel]
        if len(counts) < _SCANS_MIN:
            continue
        point = points[channel]
        felt = float(pole)
        if cross is not None:
            felt += sum(
                sign * cross[other].get(channel, 0.0)
                for other, sign in men.items()
                if other != channel
            )
        man = round((statistics.median(counts) - point.baseline) / felt, 2) or 0.01
        if not point.measured or abs(man) > abs(point.man):
            points[channel] = replace(point, man=man, measured=True)
    own = [point.man for point in points if point.measured]
    middle = typical(own)
    points = [point if point.measured else replace(point, man=middle) for point in points]
    return Calibration(bits=before.bits, points=tuple(points))


def typical(men: Sequence[float]) -> float:
    """The median of what men give, with the sign that most have."""
    if not men:
        raise CalibrationError("no man was felt anywhere: check the sensors' supply")
    sizes = statistics.median(abs(man) for man in men)
    return math.copysign(sizes, sum(math.copysign(1.0, man) for man in men))


def _columns(samples: Sequence[Sequence[int | None]]) -> list[list[int]]:
    """The readings of each channel."""
    if len(samples) < _SCANS_MIN:
        raise CalibrationError(
            f"{len(samples)} scans are too few; at least {_SCANS_MIN} are needed"
        )
    return [
        [count for count in column if count is not None] for column in zip(*samples, strict=True)
    ]


def _noise(counts: Sequence[int], middle: float) -> float:
    """Standard deviation, of what lamps have not spoilt: the twentieth part farthest off does not count.

    What is left of a normal distribution has a standard deviation smaller by 0.87.
    """
    squares = sorted((count - middle) ** 2 for count in counts)
    kept = squares[: max(1, len(squares) * 19 // 20)]
    return round(math.sqrt(statistics.fmean(kept)) / 0.87, 2)
