"""MQTT.js, in each version that it speaks, at the embedded broker.

    python -m tests.by_hand.mqtt_clients FOLDER

The folder is one where `npm install mqtt` has been run. Exit code 1 where the client was neither let in nor told
that its version is refused within a second. paho and Mosquitto's clients are in `tests/shell/test_broker_versions.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from tests.shell.mqtt_kit import open_broker
from tests.shell.mqtt_peer import HOST, free_port

IN_TIME_MS = 1000
PATIENCE_S = 20.0
EXPECTED = {
    3: "error: Connection refused: Unacceptable protocol version",
    4: "connect",
    5: "error: Connection refused: Unsupported Protocol Version",
}
ASK = """
const [, url, version] = process.argv;
const client = require("mqtt").connect(url, {
  protocolVersion: Number(version),
  protocolId: version === "3" ? "MQIsdp" : "MQTT",
  reconnectPeriod: 0,
  ...(version === "5" ? { properties: { sessionExpiryInterval: 60, receiveMaximum: 5 } } : {}),
});
const end = (said) => { console.log(said); process.exit(0); };
client.on("connect", () => end("connect"));
client.on("error", (error) => end(`error: ${error.message}`));
setTimeout(() => end("nothing"), %d);
""".replace("%d", str(IN_TIME_MS))


async def ask(folder: Path, port: int, version: int) -> str:
    """What the client says first."""
    process = await asyncio.create_subprocess_exec(
        *("node", "-e", ASK, f"mqtt://{HOST}:{port}", str(version)),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S):
        said, _ = await process.communicate()
    return said.decode().strip()


async def main() -> int:
    """Asks in each version."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    port, wrong = free_port(), 0
    async with open_broker(port):
        for version, expected in EXPECTED.items():
            said = await ask(folder, port, version)
            wrong += not said.startswith(expected)
            sys.stdout.write(f"protocolVersion {version}: {said}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
