#!/bin/sh
# Makes root file systems of Debian with nothing in them but Python and systemd, into .package/root-SUITE, and does
# nothing where they are there. Tests install the package in them.
#
#   scripts/clean_root.sh [SUITE...]
#
# From Debian's packages by name. Outside CI the tests that need one are skipped where it cannot be made.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

without() { # without LINE...: the tests that need it are skipped; in CI none may be
    [ "${CI:-}" != true ] || fail "$@" "Missing in CI, where no test may be skipped: a clean root."
    say "$@" "Left out, so tests that install the package are skipped."
    exit 0
}

[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    ! [ -d ".package/root-$suite" ] || continue
    [ "$(id -u)" -eq 0 ] || without "Only root can make a root file system that systemd starts in."
    if ! command -v mmdebstrap >/dev/null 2>&1; then
        if can_install; then apt_install mmdebstrap; else without "mmdebstrap is not installed."; fi
    fi
    say "Making a clean root of Debian $suite (once; half a minute)"
    mkdir -p .package
    new=.package/root-$suite.new
    rm -rf "$new"
    if ! mmdebstrap --quiet --variant=minbase --include=python3,systemd "$suite" "$new" >".package/root-$suite.log" 2>&1 </dev/null; then
        rm -rf "$new"
        without "$(tail -n 3 ".package/root-$suite.log")" "Debian $suite could not be fetched."
    fi
    mv "$new" ".package/root-$suite"
done
