#!/bin/sh
# Makes the Debian packages: dist/touchmove_VERSION_arm64.deb and dist/touchmove_VERSION_all.deb.
#
#   scripts/package.sh          both
#   scripts/package.sh arm64    for a Raspberry Pi
#   scripts/package.sh all      for every machine that the libraries are there for
#
# The libraries are those of requirements/run.txt, proved by its hashes and kept in .package/. The same commit
# gives the same bytes.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh
if ! command -v dpkg-deb >/dev/null 2>&1; then
    fail "A Debian package can be made only where dpkg-deb is: on Debian, Ubuntu or Raspberry Pi OS."
fi
scripts/setup.sh run
exec .venv/bin/python -m scripts.deb.build "$@"
