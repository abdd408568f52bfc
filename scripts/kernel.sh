#!/bin/sh
# The tests on a real kernel (user-mode Linux): drivers and service on /dev/i2c-N, modelled chips behind it.
#
#   scripts/kernel.sh                 runs them, and installs what they need if it may
#   scripts/kernel.sh missing         names the Debian packages that they need and that are not there
#
# They are part of ./check. docs/testing.md says what they prove.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

missing_packages() {
    # Debian builds user-mode Linux for PCs only. In CI the tests say so where they cannot run.
    [ "$(uname -m)" = x86_64 ] || return 0
    command -v linux.uml >/dev/null || echo user-mode-linux
    command -v busybox >/dev/null || echo busybox-static
    # For tests/kernel/wide_registers.c, which the newest processors take.
    ! grep -q ' amx_tile' /proc/cpuinfo || command -v cc >/dev/null || echo gcc libc6-dev
}

case ${1:-} in
missing)
    missing_packages
    exit
    ;;
'') ;;
*) fail "usage: scripts/kernel.sh [missing]" ;;
esac

missing=$(missing_packages)
if [ -n "$missing" ]; then
    can_install || fail "To run these tests: sudo apt-get install $(echo $missing)"
    # shellcheck disable=SC2086 # one word a package
    apt_install $missing
fi
scripts/setup.sh dev
exec .venv/bin/pytest tests/kernel
