"""A board's wiring in words: pins, points, parts, currents, cautions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.wiring.budget import budget_of
from controller.shell.wiring.header import name_of
from controller.shell.wiring.parts import cautions_of, parts_of
from controller.shell.wiring.planning import plan_of

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.shell.config_types import Config


def places_of(config: Config) -> dict[str, str]:
    """Where the sensor of each point is connected, by the point's name; nothing on a simulated board."""
    sensors, game = config.sensors, config.board.game
    electronics = sensors.electronics
    if electronics is None:
        return {}
    pairs = sensors.kind is Sensor.POLARITY and electronics.channels >= 2 * len(game.points)
    found = {}
    for channel, point in enumerate(sensors.wiring.points):
        if point is None:
            continue
        if pairs:
            light, dark = (electronics.place(2 * channel + n) for n in (0, 1))
            found[game.points[point]] = f"{light} and {dark}"
        else:
            found[game.points[point]] = electronics.place(channel)
    return found


def json_of(config: Config) -> Json:
    """Everything as one document."""
    plan, budget = plan_of(config), budget_of(config)
    return {
        "board": plan.title,
        "header": {str(pin): f"{name_of(pin)}: {plan.header[pin]}" for pin in sorted(plan.header)},
        "points": places_of(config),
        "parts": [{"count": p.count, "name": p.name, "why": p.why} for p in parts_of(config)],
        "currents": [
            {
                "supply": draw.supply.value,
                "what": draw.what,
                "count": draw.count,
                "each_ma": draw.each_ma,
                "total_ma": round(draw.total_ma, 1),
                "basis": draw.basis,
            }
            for draw in budget.draws
        ],
        "supplies": budget.verdicts(),
        "cautions": cautions_of(config),
    }


def lines_of(config: Config) -> list[str]:
    """Everything for people to read, line by line."""
    plan, budget = plan_of(config), budget_of(config)
    lines = [f"{plan.title}: {plan.subtitle}", "", "Pins of the header"]
    for pin in sorted(plan.header):
        name, use = name_of(pin), plan.header[pin]
        lines.append(f"  {pin:>2}  {name}" + ("" if name == use else f": {use}"))
    if not plan.header:
        lines.append("  none")
    lines += ["", "Parts"]
    lines += [f"  {part.count:>4} × {part.name}: {part.why}" for part in parts_of(config)]
    lines += ["", "Currents, at most"]
    lines += [
        f"  {draw.total_ma:>7.1f} mA  {draw.what}, {draw.count} × {draw.each_ma:g} mA, from {draw.supply.value} "
        f"({draw.basis})"
        for draw in budget.draws
    ]
    lines += [f"  {verdict}" for verdict in budget.verdicts()]
    lines += ["", "Beware"]
    lines += [f"  {caution}" for caution in cautions_of(config)]
    return lines
