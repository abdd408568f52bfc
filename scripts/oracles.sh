#!/bin/sh
# Makes .oracles/<name>, one virtual environment for each library that tests compare our rules with, and
# does nothing where they are current. They stay apart because two of them have the same module name, and
# because the product must never see them (docs/decisions/0007-own-rules.md).
#
#   scripts/oracles.sh                all of them
#   scripts/oracles.sh pyffish ...    these only
#
# Installs only files whose hashes stand in requirements/oracles/. Outside CI a library that cannot be
# installed is named and left out, and the tests that need it are skipped.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

known=$(for source in requirements/oracles/*.in; do basename "$source" .in; done)
for name in "$@"; do
    [ -f "requirements/oracles/$name.txt" ] || fail "\"$name\" is no oracle; known:" $known
done
[ $# -gt 0 ] || set -- $known

[ -x .venv/bin/python ] || scripts/setup.sh dev

# What an environment must have been made from, as in setup.sh.
fingerprint() { # fingerprint NAME
    {
        echo "$PWD"
        .venv/bin/python -V
        cat scripts/oracles.sh "requirements/oracles/$1.txt"
    } 2>&1 | sha256sum
}

set_up() ( # set_up NAME: a subshell, so that a failure of one leaves the others alone
    lock=requirements/oracles/$1.txt
    folder=.oracles/$1
    say "Setting up $folder from $lock (once)"
    rm -rf "$folder"
    .venv/bin/python -m venv --without-pip "$folder"
    # No building: a library without a file for this Python would want a compiler and minutes.
    pip_install "$lock" "$folder" .venv/bin/python -m pip --python "$folder/bin/python" \
        install --require-hashes --no-deps --only-binary :all: -r "$lock"
    fingerprint "$1" >"$folder/touchmove-oracle"
)

failed=
for name in "$@"; do
    stamp=.oracles/$name/touchmove-oracle
    if [ ! -f "$stamp" ] || [ "$(fingerprint "$name")" != "$(cat "$stamp")" ]; then
        # Not "if set_up ...": that would switch off set -e inside it.
        set +e
        (set -e; set_up "$name")
        status=$?
        set -e
        if [ "$status" -ne 0 ]; then
            rm -rf ".oracles/$name"
            failed="$failed $name"
        fi
    fi
done

if [ -n "$failed" ]; then
    [ "${CI:-}" != true ] || fail "Missing in CI, where no test may be skipped:$failed"
    say "Left out, so the tests that compare with them are skipped:$failed"
fi
