"""Whether the MQTT broker is reached, proves who it is, and lets the board in.

Speaks just enough of MQTT 3.1.1 (OASIS standard, sections 3.1 and 3.2) to log in and leave, so that each step
that fails has its own words.
"""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.shell.doctor.findings import Finding, Level, fine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from controller.shell.config_types import MqttConfig

PART = "broker"
TIMEOUT_S: Final = 5.0
_CONNECT, _CONNACK, _DISCONNECT = 0x10, 0x20, b"\xe0\x00"
_CLEAN, _PASSWORD, _USERNAME = 0x02, 0x40, 0x80
REFUSALS: Mapping[int, tuple[str, str]] = {
    1: ("it does not speak MQTT 3.1.1", "Use a broker that does, such as Mosquitto."),
    2: ("it refuses the client's name", "Let the broker take any client id."),
    3: ("it takes nobody now", "Look at the broker's log."),
    4: (
        "it refuses the user's name or password",
        "Compare [mqtt] username and password_file with the broker's users.",
    ),
    5: ("it lets this user in no more", "Compare [mqtt] username with the broker's users."),
}
"""Codes of CONNACK (table 3.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Where to log in, and as whom."""

    host: str
    port: int
    tls: bool
    username: str | None
    password: str | None
    ca_file: str | None = None


def examine_broker(mqtt: MqttConfig, timeout_s: float = TIMEOUT_S) -> Iterator[Finding]:
    """Reaches the broker of a configuration. The embedded one runs in the service only."""
    where = f"{mqtt.host} port {mqtt.port}"
    if mqtt.embedded:
        yield fine(PART, where, "the service brings its own broker.")
        return
    try:
        login = Login(
            host=mqtt.host,
            port=mqtt.port,
            tls=mqtt.tls,
            username=mqtt.username,
            password=mqtt.password(),
            ca_file=None if mqtt.ca_file is None else str(mqtt.ca_file),
        )
    except OSError as error:
        text = f"the password file cannot be read: {error.strerror}."
        yield _fault("no-password", str(mqtt.password_file), text, "Give the service's user leave.")
        return
    yield _knock(login, where, timeout_s)


def _knock(login: Login, where: str, timeout_s: float) -> Finding:
    try:
        with socket.create_connection((login.host, login.port), timeout_s) as plain:
            if not login.tls:
                return _log_in(plain, login, where)
            context = ssl.create_default_context(cafile=login.ca_file)
            with context.wrap_socket(plain, server_hostname=login.host) as line:
                return _log_in(line, login, where)
    except ssl.SSLCertVerificationError as error:
        return _fault(
            "broker-certificate",
            where,
            f"its certificate is not trusted: {error.verify_message}.",
            "Name the authority that signed it in [mqtt] ca_file; the host's name must stand in it, "
            "and the time of day be right.",
        )
    except ssl.SSLError as error:
        text = f"no TLS is spoken there: {error.reason or error}."
        return _fault("broker-tls", where, text, "Check the port, or say tls = false.")
    except TimeoutError:
        text = f"no answer within {timeout_s:g} s."
        return _fault(
            "broker-away", where, text, "Check the address, the network and the firewall."
        )
    except OSError as error:
        return _fault(
            "broker-away",
            where,
            f"it is not reached: {error.strerror or error}.",
            "Start the broker, or correct [mqtt] host and port. No game is lost meanwhile.",
        )


def _log_in(line: socket.socket, login: Login, where: str) -> Finding:
    line.sendall(connect_packet(login))
    answer = b""
    while len(answer) < 4:
        more = line.recv(4 - len(answer))
        if not more:
            text = "it hung up without an answer."
            return _fault("broker-refuses", where, text, "Look at the broker's log.")
        answer += more
    if answer[0] != _CONNACK:
        text = "what answers there is no MQTT broker."
        return _fault("no-broker", where, text, "Correct [mqtt] host and port.")
    if answer[3]:
        what, remedy = REFUSALS.get(answer[3], (f"it refuses (code {answer[3]})", "See its log."))
        return _fault("broker-refuses", where, f"{what}.", remedy)
    line.sendall(_DISCONNECT)
    return fine(
        PART, where, "reached and logged in" + (", certificate trusted." if login.tls else ".")
    )


def connect_packet(login: Login) -> bytes:
    """The packet CONNECT of a client without a name, with a clean session."""
    flags, payload = _CLEAN, _text("")
    if login.username is not None:
        flags |= _USERNAME
        payload += _text(login.username)
        if login.password is not None:
            flags |= _PASSWORD
            payload += _text(login.password)
    body = _text("MQTT") + bytes([4, flags, 0, 10]) + payload
    return bytes([_CONNECT]) + _length(len(body)) + body


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def _length(number: int) -> bytes:
    found = bytearray()
    while True:
        number, low = divmod(number, 128)
        found.append(low | (0x80 if number else 0))
        if not number:
            return bytes(found)


def _fault(kind: str, where: str, text: str, remedy: str) -> Finding:
    return Finding(part=PART, level=Level.FAULT, kind=kind, where=where, text=text, remedy=remedy)
