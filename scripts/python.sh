# Shell functions to find Python and make virtual environments. Read by setup.sh, oracles.sh and lock.sh.

say() {
    printf '%s\n' "$*" >&2
}

fail() { # fail LINE...
    for line in "$@"; do say "$line"; done
    exit 1
}

# Runs a command with the rights of root: directly as root, with sudo where it asks for no password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

can_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null
}

# apt_install PACKAGE...: installs Debian packages; shows what apt said only when it fails.
apt_install() {
    say "Installing Debian packages: $*"
    log=$(mktemp)
    if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "Debian packages could not be installed: $*" \
            "Check the network and /etc/apt/sources.list, then start this command again."
    fi
    rm -f "$log"
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Prints the first Python of version 3.11 or newer, or stops.
find_python() {
    for name in ${TOUCHMOVE_PYTHON:-} python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if command -v "$name" >/dev/null 2>&1 && is_new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    fail "Touchmove needs Python 3.11 or newer and found none." \
        "Debian 12, Raspberry Pi OS bookworm and later have it: sudo apt-get install python3 python3-venv" \
        "If it stands elsewhere, name it: TOUCHMOVE_PYTHON=/path/to/python3.12 $0"
}

# make_venv FOLDER: a new virtual environment with a working pip.
make_venv() {
    python=$(find_python) || exit 1
    rm -rf "$1"
    if "$python" -m venv "$1" >/dev/null 2>&1 && "$1/bin/python" -m pip --version >/dev/null 2>&1; then
        return
    fi
    # Plain Debian has the module venv but not the pip that goes into it.
    rm -rf "$1"
    if ! can_install; then
        fail "$python cannot make a virtual environment. On Debian and Raspberry Pi OS type:" \
            "    sudo apt-get install python3-venv" \
            "and start this command again."
    fi
    apt_install python3-venv
    if ! "$python" -m venv "$1" >/dev/null 2>&1; then
        fail "$python cannot make a virtual environment, also with python3-venv installed." \
            "See what it says: $python -m venv $1"
    fi
}

# pip_install LOCK FOLDER PIP...: runs pip quietly; when it fails, says what to do about it and stops.
pip_install() {
    lock_of_pip=$1 folder_of_pip=$2
    shift 2
    log=$(mktemp)
    # PIP_NO_INPUT: a wrong index must be an error, not a question to nobody.
    if PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
        "$@" </dev/null >"$log" 2>&1; then
        rm -f "$log"
        return
    fi
    errors=$(grep '^ERROR' "$log" | tail -n 2)
    last=$(grep -v '^ *$' "$log" | tail -n 12)
    if grep -qiE 'connection|resolution|timed out|No matching distribution|SSLError|unreachable' "$log"; then
        rm -f "$log"
        fail "$errors" "The packages of $lock_of_pip could not be fetched." \
            "Check the network (and the proxy or index that pip is set to), then start this command again."
    fi
    if grep -qiE 'No space left' "$log"; then
        rm -f "$log"
        fail "The disk is full: $folder_of_pip needs about 300 MB. Make room, then start this command again."
    fi
    rm -f "$log"
    fail "$last" "The packages of $lock_of_pip could not be installed; pip's last lines are above."
}
