"""The other end of simulated GPIO lines (Documentation/admin-guide/gpio/gpio-sim.rst)."""

from pathlib import Path

COUNT = 58
"""As on a Raspberry Pi 4."""


class Lines:
    """gpiochip0 with as many lines as a Raspberry Pi's, made by the module gpio-sim."""

    def __init__(self) -> None:
        self._config = Path("/sys/kernel/config/gpio-sim/pi")
        bank = self._config / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(COUNT))
        (self._config / "live").write_text("1")
        device = (self._config / "dev_name").read_text().strip()
        chip = (bank / "chip_name").read_text().strip()
        assert chip == "gpiochip0"
        self._folder = Path("/sys/devices/platform", device, chip)

    def remove(self) -> None:
        (self._config / "live").write_text("0")
        (self._config / "bank0").rmdir()
        self._config.rmdir()

    def let_go(self) -> None:
        """Nothing outside holds any line."""
        for pin in range(COUNT):
            self.hold(pin, high=False)

    def hold(self, pin: int, *, high: bool) -> None:
        """Something outside holds a line at a level, weakly: whoever drives it is stronger."""
        (self._line(pin) / "pull").write_text("pull-up" if high else "pull-down")

    def pulled_up(self, pin: int) -> bool:
        """Which way a line is pulled, by whoever has said it last: we, or its user."""
        return (self._line(pin) / "pull").read_text().strip() == "pull-up"

    def high(self, pin: int) -> bool:
        """The level of a line."""
        return (self._line(pin) / "value").read_text().strip() == "1"

    def _line(self, pin: int) -> Path:
        return self._folder / f"sim_gpio{pin}"
