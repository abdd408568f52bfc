#!/bin/sh
# Fetches axe-core, with which browser tests check that the pages can be used by everybody, into .browser/, and
# does nothing where it is there. It is a tool of the tests: no page of ours ever loads it.
#
#   scripts/browser.sh
#
# From the npm registry by name, exact version and hash. Outside CI the tests that need it are skipped where it
# cannot be fetched.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh

version=4.14.1
# Of the file that npm gives, and of what the tests take from it.
package_sha512=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5
script_sha256=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

is_whole() {
    [ -f .browser/axe.min.js ] && echo "$script_sha256  .browser/axe.min.js" | sha256sum --check --status
}

without() { # without LINE...: the tests that need it are skipped; in CI none may be
    [ "${CI:-}" != true ] || fail "$@" "Missing in CI, where no test may be skipped: axe-core"
    say "$@" "Left out, so the tests of accessibility with axe-core are skipped."
    exit 0
}

! is_whole || exit 0
if ! command -v npm >/dev/null 2>&1; then
    if [ "${CI:-}" = true ] && can_install; then apt_install npm; else without "npm is not installed: sudo apt-get install npm"; fi
fi

say "Fetching axe-core $version (once)"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! npm pack --silent --pack-destination "$folder" "axe-core@$version" >"$folder/log" 2>&1 </dev/null; then
    without "$(tail -n 3 "$folder/log")" "axe-core $version could not be fetched from the npm registry."
fi
file=$folder/axe-core-$version.tgz
echo "$package_sha512  $file" | sha512sum --check --status || fail "axe-core $version is not the file whose hash stands in scripts/browser.sh."
tar -xzf "$file" -C "$folder" package/axe.min.js
mkdir -p .browser
mv "$folder/package/axe.min.js" .browser/
is_whole || fail "axe.min.js is not the file whose hash stands in scripts/browser.sh."
