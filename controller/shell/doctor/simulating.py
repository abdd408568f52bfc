"""The board that is examined: this computer's own, or a simulated one with its person and planted faults."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.benchhands import men_of
from controller.shell.doctor.person import SimPerson
from controller.shell.doctor.planting import (
    KeyCircuit,
    Plant,
    plan,
    strike_board,
    system_of,
    with_faults,
)
from controller.shell.doctor.rig import RealTime, Rig, VirtualTime
from controller.shell.doctor.system import PiSystem
from controller.shell.electronics.base import Uncalibrated
from controller.shell.electronics.expanders import Expanders
from controller.shell.electronics.hall import HallSensors
from controller.shell.hardware import open_hardware, simulated_hardware
from drivers.keys import GpioKeys
from drivers.ports import WorldFault
from drivers.segments import ClockDisplay
from drivers.sim.machine import SimMachine
from drivers.sim.noise import NORMAL

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.shell.config_types import Config
    from controller.shell.doctor.planting import Planted
    from drivers.ports import Machine
from controller.shell.hardware import Hardware

NO_BUS = "the bench's own display"
"""Where the display is that stands for one that is not on I2C."""


def simulated_rig(
    config: Config, faults: Collection[Plant] = (), seed: int = 0
) -> tuple[Rig, SimPerson, Planted]:
    """The board, the person in front of it, and what was planted where.

    Raises:
        RulesError: a fault cannot be planted on this board.
    """
    planted = plan(config, faults)
    faulty, electronics = with_faults(config, planted)
    hardware = simulated_hardware(faulty, NORMAL, seed)
    assert hardware.bench is not None
    if electronics is not None:
        hardware.sensor_points = config.sensors.wiring  # what whoever examines the board believes
    machine = SimMachine() if electronics is None else electronics.machine
    assert machine is not None
    time = VirtualTime()
    _fit_display(config, hardware, machine)
    keys = None
    if config.keys:
        keys = KeyCircuit(config.keys, time, planted.key)
        machine.circuits.append(keys)
        hardware.keys = GpioKeys(config.keys, machine)
    if config.lamps.driver == "none":
        hardware.lamps = None
    game = config.board.game
    hardware.bench.board.setup(men_of(game, game.start()))
    strike_board(hardware.bench, planted, hardware.sensor_points.channel_of)
    there = {*machine.wires, *machine.spis, *machine.serials}
    rig = Rig(
        config=config,
        machine=machine,
        uses={what: who for what, who in config.uses().items() if what.split(" ")[0] in there},
        hardware=hardware,
        system=system_of(planted),
        time=time,
        simulated=True,
    )
    person = SimPerson(
        game,
        hardware,
        time,
        dead=planted.points.get(Plant.DEAD_LAMP, ()),
        keys=keys,
        turned=planted.points.get(Plant.WRONG_POLE, ()),
    )
    return rig, person, planted


def _fit_display(config: Config, hardware: Hardware, machine: SimMachine) -> None:
    """The bench has a display of its own; the board of the configuration may have another, or none."""
    bench = hardware.bench
    assert bench is not None
    for wire in machine.wires.values():
        for address, chip in list(wire.chips.items()):
            if chip in bench.segments:
                del wire.chips[address]
    hardware.display = None
    if config.display is None:
        return
    addresses, wire = config.display.addresses, machine.wire(NO_BUS)
    if config.display.driver == "ht16k33":
        wire = machine.wire(config.display.bus)
    wire.chips.update(zip(addresses, bench.segments, strict=True))
    name = next(name for name, each in machine.wires.items() if each is wire)
    hardware.display = ClockDisplay(machine.i2c(name), addresses)


def real_rig(config: Config) -> Rig:
    """The board that this computer is wired to, as far as it can be opened."""
    from drivers.machine import PiMachine

    return rig_on(config, PiMachine())


def rig_on(config: Config, machine: Machine) -> Rig:
    """The board that is wired to a machine, in real time, as far as it can be opened."""
    hardware: Hardware | None = None
    trouble: OSError | None = None
    for attempt in (config, uncalibrated(config)):
        try:
            hardware = open_hardware(attempt, machine)
        except Uncalibrated as fault:
            trouble = fault
        except WorldFault as fault:
            trouble = fault
            break
        else:
            break
    return Rig(
        config=config,
        machine=machine,
        uses=config.uses(),
        hardware=hardware,
        system=PiSystem(),
        time=RealTime(),
        trouble=trouble,
    )


def uncalibrated(config: Config) -> Config:
    """The same board with what data sheets promise of its sensors, where they have a calibration."""
    electronics = config.sensors.electronics
    if not isinstance(electronics, HallSensors | Expanders):
        return config
    sensors = replace(config.sensors, electronics=replace(electronics, calibration=None))
    return replace(config, sensors=sensors)
