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
log=$(mktemp)
trap 'rm -f "$log"' EXIT

install() { # install OPTION...: quiet unless it fails
    # PIP_NO_INPUT: a wrong index must be an error, not a question to nobody.
    if PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
        .venv/bin/python -m pip install "$@" </dev/null >"$log" 2>&1; then
        return
    fi
    if grep -qiE 'connection|resolution|timed out|No matching distribution|SSLError|unreachable' "$log"; then
        grep '^ERROR' "$log" | tail -n 2 >&2
        fail "The packages of $lock could not be fetched." \
            "Check the network (and the proxy or index that pip is set to), then start this command again."
    fi
    if grep -qiE 'No space left' "$log"; then
        fail "The disk is full: .venv needs about 300 MB. Make room, then start this command again."
    fi
    grep -v '^ *$' "$log" | tail -n 12 >&2
    fail "The packages of $lock could not be installed; pip's last lines are above."
}

# Builders first: chess comes as source, and its build must not fetch builders of its own.
install --require-hashes -r requirements/build.txt
install --require-hashes --no-build-isolation -r "$lock"
install --no-deps --no-build-isolation --editable .

fingerprint "$wanted" >".venv/touchmove-$wanted"
