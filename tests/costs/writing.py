"""The table of costs with counted numbers: printed beside the present ones, and written into `costs.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import controller.core.belief as package
from tests.costs.counting import CORNERS, HARMFUL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.costs.counting import Counted

FILE = Path(package.__file__).parent / "costs.toml"
Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""As `costs.toml` has them: section, name, what is said of it."""
Rows = dict[str, dict[str, dict[str, Any]]]


def corners_of(rows: Tables) -> dict[str, Sequence[int]]:
    """The durations at which each curve is to have a corner (milliseconds)."""
    times = rows["times"]
    now = {name: [ms for ms, _ in row["curve"]] for name, row in times.items() if "curve" in row}
    return {**now, **CORNERS}


def renewed(
    rows: Tables,
    found: Sequence[Counted],
    judged: Iterable[str] = (),
) -> Rows:
    """The table with what was counted in place of what stands there.

    Args:
        judged: names that stay as they are, besides those that do harm.
    """
    new: Rows = {
        section: {name: dict(row) for name, row in named.items()} for section, named in rows.items()
    }
    kept = {*judged, *HARMFUL}
    for section in new.values():
        for name, row in section.items():
            mine = [each for each in found if each.name == name and name not in kept]
            if "nats" in row and mine and mine[0].nats is not None:
                row["nats"] = mine[0].nats
                row["why"] = f"counted: {mine[0].cases} of {mine[0].opportunities} {mine[0].what}"
            elif "curve" in row and any(each.nats is not None for each in mine):
                row["curve"] = [[each.ms, each.nats] for each in mine if each.nats is not None]
                cases = max(each.opportunities for each in mine)
                row["why"] = f"counted: {cases} {mine[0].what}"
    return new


def table_of(rows: Tables, found: Sequence[Counted]) -> str:
    """A table of Markdown: name, the present number, the counted one, cases and opportunities."""
    now: dict[tuple[str, int | None], float] = {}
    for section in rows.values():
        for name, row in section.items():
            if "nats" in row:
                now[name, None] = row["nats"]
            for ms, nats in row.get("curve", ()):
                now[name, ms] = nats
    lines = ["| number | now | counted | cases | of |", "|---|---:|---:|---:|---|"]
    for each in found:
        name = each.name if each.ms is None else f"{each.name} {each.ms} ms"
        nats = "-" if each.nats is None else f"{each.nats:.1f}"
        before = now.get((each.name, each.ms))
        shown = "-" if before is None else f"{before:.1f}"
        lines.append(
            f"| {name} | {shown} | {nats} | {each.cases} | {each.opportunities} {each.what} |"
        )
    return "\n".join(lines) + "\n"


def write(rows: Rows, file: Path = FILE) -> None:
    """Writes numbers and reasons into the file; order and comments stay."""
    section, lines = "", []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line[1 : line.index("]")]
        lines.append(_rewritten(line, rows.get(section, {})))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


_ROW = re.compile(r"(?P<name>\w+) = \{ (?:nats|curve) = .* \}(?P<rest> *(?:#.*)?)")


def _rewritten(line: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    found = _ROW.fullmatch(line)
    row = rows.get(found["name"]) if found else None
    if found is None or row is None:
        return line
    number = f"curve = {row['curve']}" if "curve" in row else f"nats = {row['nats']}"
    new = f'{found["name"]} = {{ {number}, why = "{row["why"]}" }}'
    comment = found["rest"].strip()
    return f"{new:<48} {comment}" if comment else new
