"""Boots Debian's user-mode Linux on this machine's own files and runs one command in it.

No root, no image, no network: the guest is an ordinary process whose root is the host's, read-only. One
guest at a time, and none outlives its time.
"""

import contextlib
import fcntl
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
MEMORY_MB = 256


@dataclass(frozen=True, kw_only=True)
class Booted:
    """What a guest has left behind.

    Attributes:
        status: the command's exit status; None if the guest ended before it was done.
        output: of the command.
        console: what the guest's kernel and its first program said.
    """

    status: int | None
    output: str
    console: str


def wide_registers() -> bool:
    """Whether this processor has more registers than the guest's kernel knows of."""
    return " amx_tile" in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")


def needs() -> list[str]:
    """The programs that a guest takes here."""
    return ["linux.uml", "busybox", *(["cc"] if wide_registers() else [])]


def boot(command: Sequence[str], *, timeout_s: float, into: Path) -> Booted:
    """Runs a command in a guest, in the project's folder.

    Args:
        timeout_s: after so long the guest is killed.
        into: a folder that the guest sees as /run/out, the only one it can write to.
    """
    # Words of the kernel's command line end at a space: no path of ours stands there.
    with tempfile.TemporaryDirectory(prefix="touchmove-uml-", dir="/tmp") as made, _alone():
        folder = Path(made)
        init = folder / "init"
        shutil.copyfile(HERE / "init.sh", init)
        init.chmod(0o755)
        (folder / "settings").write_text(_settings(command, into), encoding="utf-8")
        console = _run(_command_line(folder), _environment(folder), timeout_s)
    status, output = into / "status", into / "output"
    return Booted(
        status=int(status.read_text()) if status.exists() else None,
        output=output.read_text(errors="replace") if output.exists() else "",
        console=console,
    )


def _settings(command: Sequence[str], into: Path) -> str:
    """Read by init.sh."""
    given = {
        "FOLDER": into,
        "PROJECT": PROJECT,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/run/tmp",
        "TMPDIR": "/run/tmp",
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TOUCHMOVE_GUEST": "1",
    }
    lines = [f"export {name}={shlex.quote(str(value))}" for name, value in given.items()]
    return "\n".join([*lines, f"set -- {shlex.join(command)}", ""])


def _command_line(folder: Path) -> list[str]:
    uml = shutil.which("linux.uml")
    assert uml is not None
    return [
        uml,
        f"mem={MEMORY_MB}M",
        f"uml_dir={folder}/",
        "rootfstype=hostfs",
        "rootflags=/",
        "ro",
        f"init={folder}/init",
        "con=null",
        "con0=null,fd:1",
        "quiet",
    ]


def _environment(folder: Path) -> dict[str, str]:
    # The guest's memory is a file there, mapped as a program is.
    memory = "/dev/shm" if _holds_memory(Path("/dev/shm")) else str(folder)
    environment = {"PATH": os.environ.get("PATH", os.defpath), "TMPDIR": memory}
    if wide_registers():
        library = folder / "wide_registers.so"
        subprocess.run(
            ["cc", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, HERE / "wide_registers.c"],
            check=True,
        )
        environment["LD_PRELOAD"] = str(library)
    return environment


def _holds_memory(folder: Path) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    about = os.statvfs(folder)
    room = about.f_bavail * about.f_frsize
    return room >= MEMORY_MB << 20 and not about.f_flag & os.ST_NOEXEC


def _run(command: Sequence[str], environment: dict[str, str], timeout_s: float) -> str:
    guest = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        console, _ = guest.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        _kill(guest)
        console, _ = guest.communicate()
        console += f"\nkilled after {timeout_s:g} s".encode()
    except BaseException:
        _kill(guest)
        guest.wait()
        raise
    return console.decode(errors="replace")


def _kill(guest: subprocess.Popen[bytes]) -> None:
    """Ends the guest with all its processes, which are processes of the host."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(guest.pid, signal.SIGKILL)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One guest at a time: each takes a core and its memory."""
    with Path(__file__).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def pytest_command(*arguments: str) -> list[str]:
    """Tests in the guest, with every modelled I2C bus behind its kernel."""
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests.kernel.plugin"]
    return [sys.executable, "-m", "pytest", "-q", *plugins, *arguments]
