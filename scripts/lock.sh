#!/bin/sh
# Refreshes requirements/*.txt and requirements/oracles/*.txt: exact versions with hashes, for Linux and
# every Python we support.
#
#   scripts/lock.sh             keeps the versions that are locked and still fit pyproject.toml
#   scripts/lock.sh --upgrade   takes the newest versions that pyproject.toml allows
#
# Needs the network. The resolver lives in .venv-lock, apart from what the product installs.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

tool=.venv-lock/bin/uv
if [ ! -x "$tool" ]; then
    make_venv .venv-lock
    .venv-lock/bin/python -m pip install --quiet "uv>=0.9,<1"
fi

lock() { # lock OUTPUT SOURCE [OPTION...]
    output=$1
    shift
    "$tool" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-annotate --custom-compile-command scripts/lock.sh --output-file "$output" "$@"
    if grep -n '://' "$output"; then
        say "$output must not name an index or an address; take the lines above out."
        exit 1
    fi
}

lock requirements/build.txt requirements/build.in "$@"
lock requirements/run.txt pyproject.toml "$@"
# The others only add to what runs, so the tests see the versions that users get.
lock requirements/pi.txt pyproject.toml --extra pi --constraint requirements/run.txt "$@"
lock requirements/dev.txt pyproject.toml --group dev --constraint requirements/run.txt "$@"
# Libraries that tests compare with never meet the product, so nothing holds them to its versions.
for source in requirements/oracles/*.in; do
    lock "${source%.in}.txt" "$source" "$@"
done
