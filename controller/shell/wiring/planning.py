"""From a configuration to the plan of its wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.wiring.budget import budget_of
from controller.shell.wiring.panel import plan_panel
from controller.shell.wiring.plan import Plan
from controller.shell.wiring.sensors import plan_sensors

if TYPE_CHECKING:
    from controller.shell.config_types import Config


def plan_of(config: Config) -> Plan:
    """What is wired to what on this board."""
    sensors, game = config.sensors, config.board.game
    plan = Plan(
        title=config.file.stem,
        subtitle=f"{game.name}, {len(game.points)} points; sensors: {sensors.driver}, {sensors.kind}",
        regulator=budget_of(config).regulator,
    )
    plan_sensors(plan, config)
    plan_panel(plan, config)
    return plan
