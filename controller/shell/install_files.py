"""What an installation writes: where files go, the units' drop-in for one board, the block in config.txt. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.shell import credentials

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from controller.shell.config_types import Config
    from controller.shell.electronics.base import Uses

HOME = "/usr/lib/touchmove"
"""Of the Debian package: `package` as dpkg has it, `versions` that run or ran, `current` leads to the one that runs."""
CURRENT = f"{HOME}/current"
CONFIG = "/etc/touchmove/board.toml"
HUB_CONFIG = "/etc/touchmove/hub.toml"
SECRETS = "/etc/touchmove/credentials"
UNITS = "/etc/systemd/system"
PACKAGED_UNITS = "/usr/lib/systemd/system"
DROP_IN = f"{UNITS}/touchmove.service.d/10-board.conf"
SERVICES = (
    "touchmove.service", "touchmove-kiosk.service", "touchmove-i2c-recover.service",
    "touchmove-i2c-recover.path", "touchmove-hub.service",
)  # fmt: skip
ENABLED = ("touchmove.service", "touchmove-i2c-recover.path")
"""Those of a board that start with the machine; the kiosk's screen is for who wants it."""
WANTS = f"{UNITS}/multi-user.target.wants"
BEFORE = "/opt/touchmove"
"""Where the application lay before there was a package."""
BEFORE_FILES = (
    "/etc/sysusers.d/touchmove.conf", "/etc/tmpfiles.d/touchmove.conf",
    "/etc/udev/rules.d/70-touchmove.rules",
)  # fmt: skip
BEFORE_COMMAND = "/usr/local/bin/touchmove"
MODULES = "/etc/modules-load.d/touchmove.conf"
BOOT_CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Raspberry Pi OS since bookworm, and before."""
I2C, SPI, SPI_1 = "/dev/i2c-1", "/dev/spidev0.", "/dev/spidev1."
"""Buses of the header that are always on the same pins."""
BEGIN = '# touchmove: begin. Written by "touchmove install"; "apt purge touchmove" takes it out.'
END = "# touchmove: end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The devices that a board needs, and the secrets.

    Attributes:
        i2c: buses, as device files.
        spi: device files.
        strip: whether lamps that tell bits apart by time hang on an SPI bus.
        gpio: whether any line that belongs to no bus.
        serial: device files.
        secrets: names of credentials.
    """

    i2c: tuple[str, ...]
    spi: tuple[str, ...]
    strip: bool
    gpio: bool
    serial: tuple[str, ...]
    secrets: tuple[str, ...]


def uses_of(config: Config) -> Uses:
    """Every pin, chip and device of a configuration, and whose it is."""
    return config.uses()


def needs_of(config: Config, text: str) -> Needs:
    """What a board needs.

    Args:
        text: the configuration as it is written, for the names of its secrets.
    """
    uses = uses_of(config)
    names = re.findall(
        rf'^\s*\w+\s*=\s*["\']{credentials.PREFIX}({credentials.NAME})["\']', text, re.MULTILINE
    )
    return Needs(
        i2c=tuple(sorted({w.split()[0] for w in uses if w.startswith("/dev/i2c-")})),
        spi=tuple(sorted({w for w in uses if w.startswith("/dev/spidev")})),
        strip=config.lamps.driver == "ws2812",
        gpio=any(
            what.startswith("GPIO ") and not owner.startswith("the bus ")
            for what, owner in uses.items()
        ),
        serial=tuple(
            sorted({w.split()[0] for w in uses if re.match(r"/dev/(tty|serial/|rfcomm)", w)})
        ),
        secrets=tuple(sorted(set(names))),
    )


def drop_in(needs: Needs) -> str:
    """The part of the service's unit that is this board's own: its devices and secrets, and no more."""
    lines = ["# Written by `touchmove install` from the board's configuration.", "[Service]"]
    groups = []
    for wanted, device, group in (
        (needs.i2c, "char-i2c", "i2c"),
        (needs.spi, "char-spi", "spi"),
        (needs.gpio, "char-gpiochip", "gpio"),
    ):
        if wanted:
            lines.append(f"DeviceAllow={device} rw")
            groups.append(group)
    classes = sorted({name for path in needs.serial for name in serial_classes(path)})
    lines += [f"DeviceAllow={name} rw" for name in classes]
    if needs.serial:
        groups.append("dialout")
    if groups:
        lines.append(f"SupplementaryGroups={' '.join(groups)}")
    lines += [f"LoadCredential={name}:{SECRETS}/{name}" for name in needs.secrets]
    return "\n".join(lines) + "\n"


def serial_classes(path: str) -> tuple[str, ...]:
    """What systemd calls devices of a kind. A kind, not one device: an adapter may be plugged in later.

    A link of udev's (/dev/serial/by-id/...) may lead to either kind of USB adapter.
    """
    found = re.fullmatch(r"/dev/(tty[A-Z]+|rfcomm)\d+", path)
    return (f"char-{found[1]}",) if found else ("char-ttyACM", "char-ttyUSB")


def boot_block(needs: Needs) -> list[str]:
    """Lines for config.txt that switch on the buses that the board needs, as far as there is no choice."""
    lines = []
    if I2C in needs.i2c:
        lines.append("dtparam=i2c_arm=on,i2c_arm_baudrate=400000")
    if any(device.startswith(SPI) for device in needs.spi):
        lines.append("dtparam=spi=on")
    second = [int(device.partition(".")[2]) for device in needs.spi if device.startswith(SPI_1)]
    if second:
        lines.append(f"dtoverlay=spi1-{max(second) + 1}cs")
    if needs.strip:  # the SPI clock of these follows the core's: docs/hardware.md
        for model in ("pi3", "pi4"):
            lines += [f"[{model}]", "core_freq=250", "core_freq_min=250"]
        lines.append("[all]")
    return lines


def buses_of_choice(needs: Needs) -> list[str]:
    """Buses whose pins or clock somebody has to choose, so that we cannot switch them on."""
    spi = [device for device in needs.spi if not device.startswith((SPI, SPI_1))]
    return [bus for bus in needs.i2c if bus != I2C] + spi


def with_block(text: str, lines: Iterable[str]) -> str:
    """config.txt with our block at its end, in place of the one that may be in it; without lines, with none.

    What others have written stays, byte for byte.
    """
    kept = re.sub(rf"(?m)^# touchmove: begin.*\n(?:.*\n)*?{re.escape(END)}\n", "", text)
    ours = list(lines)
    if not ours:
        return kept
    gap = "" if not kept or kept.endswith("\n") else "\n"
    # [all]: whatever section for one model the file ends in, our lines are for this machine.
    return "\n".join([kept + gap + BEGIN, "[all]", *ours, END, ""])


def modules(needs: Needs) -> str:
    """Kernel modules that nothing else loads: i2c-dev makes /dev/i2c-*."""
    return "i2c-dev\n" if needs.i2c else ""


def written(needs: Needs) -> Mapping[str, str]:
    """The files that make a machine one board, and their text; the rest comes with the package."""
    texts = {DROP_IN: drop_in(needs)}
    if modules(needs):
        texts[MODULES] = modules(needs)
    return texts


def is_from_before(text: str) -> bool:
    """Whether a unit is one that was installed before there was a package."""
    return f"{BEFORE}/" in text
