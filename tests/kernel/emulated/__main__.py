"""python -m tests.kernel.emulated: the tests of this folder on an emulated machine (scripts/emulated.sh)."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
PREPARED = PROJECT / ".emulated"
TIMEOUT_S = 300


def command(arguments: list[str]) -> str:
    """What the machine runs, as a script for its shell."""
    given = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/run/tmp",
        "TMPDIR": "/run/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(PREPARED / "python"),
        "TOUCHMOVE_EMULATED": "1",
    }
    exports = [f"export {name}={shlex.quote(value)}" for name, value in given.items()]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    run = shlex.join([*tests, *(arguments or ["tests/kernel/emulated"])])
    return "\n".join([*exports, f"cd {shlex.quote(str(PROJECT))} && exec {run}", ""])


def machine(out: Path) -> list[str]:
    """QEMU's command line: no KVM, no network, this machine's files read-only."""

    def shared(tag: str, folder: Path, more: str) -> list[str]:
        return ["-virtfs", f"local,path={folder},mount_tag={tag},security_model=none,{more}"]

    return [
        "qemu-system-x86_64",
        *("-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", "512"),
        *("-nographic", "-no-reboot", "-nic", "none"),
        *("-kernel", str(PREPARED / "vmlinuz"), "-initrd", str(PREPARED / "initrd.gz")),
        *("-append", "console=ttyS0 quiet panic=-1"),
        *shared("host", Path("/"), "readonly=on,multidevs=remap"),
        *shared("out", out, "multidevs=remap"),
    ]


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as made:
        out = Path(made)
        (out / "command").write_text(command(arguments), encoding="utf-8")
        try:
            done = subprocess.run(
                machine(out),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=TIMEOUT_S,
                check=False,
            )
            console = done.stdout
        except subprocess.TimeoutExpired as error:
            console = f"{error.stdout!r}\nkilled after {TIMEOUT_S} s\n"
        status, output = out / "status", out / "output"
        if not status.exists():
            sys.stdout.write(console)
        if output.exists():
            sys.stdout.write(output.read_text(errors="replace"))
        return int(status.read_text()) if status.exists() else 1


sys.exit(main(sys.argv[1:]))
