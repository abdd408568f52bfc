"""python -m tests.kernel ARGUMENT...: pytest with these arguments in user-mode Linux."""

import sys
import tempfile
from pathlib import Path

from tests.kernel.uml import boot, pytest_command

TIMEOUT_S = 600

with tempfile.TemporaryDirectory() as folder:
    booted = boot(pytest_command(*sys.argv[1:]), timeout_s=TIMEOUT_S, into=Path(folder))
sys.stdout.write(booted.output if booted.status == 0 else booted.console + booted.output)
sys.exit(1 if booted.status is None else booted.status)
