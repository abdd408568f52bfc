"""Secrets that systemd hands to the service: `credential:NAME` in the configuration.

systemd reads them as root (LoadCredential=) and shows them to this one service, in a folder in memory that
$CREDENTIALS_DIRECTORY names (systemd.exec(5), Credentials). So the service's user can be kept from the files
in /etc, and a secret may lie there encrypted (LoadCredentialEncrypted=).
"""

from __future__ import annotations

import os
import re
from pathlib import Path

PREFIX = "credential:"
NAME = r"[a-z0-9][a-z0-9_-]{0,63}"
UNIT = "touchmove.service"


def is_credential(text: str) -> bool:
    """Whether a value of the configuration names a credential, rightly or wrongly."""
    return text.startswith(PREFIX)


def name_of(text: str) -> str | None:
    """The name in `credential:NAME`; None where it can be none."""
    name = text.removeprefix(PREFIX)
    return name if re.fullmatch(NAME, name) else None


def given() -> bool:
    """Whether systemd has given this program credentials; a person who checks a file has none."""
    return "CREDENTIALS_DIRECTORY" in os.environ


def file_of(name: str) -> Path:
    """Where a credential is, or would be for the service."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY") or f"/run/credentials/{UNIT}"
    return Path(folder) / name


def first_line(file: Path) -> str:
    """The first line of a file with a secret.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no UTF-8 text.
    """
    return file.read_text(encoding="utf-8").partition("\n")[0].strip()
