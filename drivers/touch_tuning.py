"""What the touch controllers of a board found while it was empty, kept in a file.

A chip that starts among men takes them for the empty board. So what it found once is given to it at each start.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.calibration import CalibrationError
from drivers.joined import JoinedMatrix
from drivers.mpr121 import TUNING_BYTES, Mpr121Matrix

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from drivers.ports import SensorMatrix

VERSION: Final = 1
_TO_DO: Final = "Run `touchmove calibrate` with an empty board, or put a copy of the file back."


@dataclass(frozen=True, slots=True)
class TouchTuning:
    """The tuning of each chip.

    Attributes:
        chips: by the name of the bus, then by address.
    """

    chips: Mapping[str, Mapping[int, bytes]]

    @classmethod
    def of(cls, matrix: SensorMatrix) -> TouchTuning | None:
        """What the chips of a board have found; None where it has no touch controllers, or not all have finished."""
        parts = touch_parts(matrix)
        if not parts or any(len(part.tuning()) < len(part.addresses) for part in parts):
            return None
        return cls({part.bus: part.tuning() for part in parts})

    @classmethod
    def load(cls, path: Path) -> TouchTuning:
        """Reads a file that `save` has written.

        Raises:
            CalibrationError: it is no such file; says what to do.
            OSError: it cannot be read.
        """
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
            version = body["touch"]
            chips = {
                str(bus): {
                    int(address, 16): bytes.fromhex(tuning) for address, tuning in each.items()
                }
                for bus, each in body["chips"].items()
            }
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise CalibrationError(
                f"{path}: is no tuning of touch controllers ({error}). {_TO_DO}"
            ) from error
        if version != VERSION:
            raise CalibrationError(f"{path}: version {version!r} is not known. {_TO_DO}")
        if any(len(tuning) != TUNING_BYTES for each in chips.values() for tuning in each.values()):
            raise CalibrationError(f"{path}: a chip's tuning has {TUNING_BYTES} bytes. {_TO_DO}")
        return cls(chips)

    def save(self, path: Path) -> None:
        """Writes the file anew; whoever reads it sees the old one or the new one whole.

        Raises:
            OSError: the folder cannot be written to; the old file is as it was.
        """
        chips = {
            bus: {f"{address:#04x}": tuning.hex() for address, tuning in each.items()}
            for bus, each in self.chips.items()
        }
        beside = path.with_name(path.name + ".new")
        with beside.open("w", encoding="utf-8") as out:
            json.dump({"touch": VERSION, "chips": chips}, out, indent=1)
            out.write("\n")
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)


def touch_parts(matrix: SensorMatrix) -> list[Mpr121Matrix]:
    """The touch controllers of a board, bus by bus; none on a board of other sensors."""
    parts = matrix.parts if isinstance(matrix, JoinedMatrix) else (matrix,)
    return [part for part in parts if isinstance(part, Mpr121Matrix)]
