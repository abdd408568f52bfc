#!/bin/sh
# Makes .venv as the lock says, and does nothing when it is current.
#
#   scripts/setup.sh run    what the product needs (./demo)
#   scripts/setup.sh dev    that and the tools of development (./check)
#   scripts/setup.sh pi     what the product needs on a Raspberry Pi with a real board
#
# Installs only files whose hashes stand in requirements/, from the index that pip is configured for.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

wanted=${1:-run}
lock=requirements/$wanted.txt
case $wanted in
run | dev | pi) ;;
*) fail "usage: scripts/setup.sh run|dev|pi" ;;
esac

# What .venv must have been made from. The folder and the Python belong to it: a virtual environment
# that was moved, or whose Python was upgraded, does not work.
fingerprint() { # fingerprint SET
    {
        echo "$PWD"
        .venv/bin/python -V
        cat scripts/setup.sh requirements/build.txt "requirements/$1.txt" pyproject.toml
    } 2>&1 | sha256sum
}
is_current() { # is_current SET
    [ -f ".venv/touchmove-$1" ] && [ "$(fingerprint "$1")" = "$(cat ".venv/touchmove-$1")" ]
}
# dev and pi hold everything of run.
if is_current "$wanted" || { [ "$wanted" = run ] && { is_current dev || is_current pi; }; }; then
    exit 0
fi

if [ "$(cat .venv/touchmove-at 2>/dev/null)" != "$PWD" ] || ! is_new_enough .venv/bin/python ||
    ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    make_venv .venv
    printf '%s\n' "$PWD" >.venv/touchmove-at
fi

say "Setting up .venv from $lock (once; it takes a minute or two)"

install() {
    pip_install "$lock" .venv .venv/bin/python -m pip install "$@"
}

# Builders first: chess comes as source, and its build must not fetch builders of its own.
install --require-hashes -r requirements/build.txt
install --require-hashes --no-build-isolation -r "$lock"
install --no-deps --no-build-isolation --editable .

fingerprint "$wanted" >".venv/touchmove-$wanted"
