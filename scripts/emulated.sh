#!/bin/sh
# The tests on a whole emulated machine (QEMU): gpiozero and lgpio on lines of a real kernel (gpio-sim).
#
#   scripts/emulated.sh               runs them; prepares .emulated/ the first time (130 MB of disk,
#                                     300 MB to fetch, root or sudo for the Debian packages)
#
# Not part of ./check: too slow and too much to fetch. docs/testing.md says what they prove. Tried on Debian 12.
set -eu
cd "$(dirname "$0")/.."
. scripts/python.sh
PATH=$PATH:/usr/sbin:/sbin

[ $# -eq 0 ] || fail "usage: scripts/emulated.sh"
[ "$(uname -m)" = x86_64 ] || fail "The machine that is emulated is a PC, and its files are this one's: run it on a PC."
folder=.emulated

missing_packages() { # missing_packages RELEASE
    command -v qemu-system-x86_64 >/dev/null || echo qemu-system-x86
    command -v busybox >/dev/null || echo busybox-static
    command -v cpio >/dev/null || echo cpio
    command -v depmod >/dev/null || echo kmod
    command -v make >/dev/null || echo make
    [ -d "/usr/src/linux-headers-$1" ] || echo "linux-headers-$1"
    [ -f "/usr/src/linux-source-$(series "$1").tar.xz" ] || echo "linux-source-$(series "$1")"
}

series() { # series 6.1.0-56-amd64: 6.1
    echo "$1" | cut -d . -f 1,2
}

newest_release() { # of Debian's kernel
    apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: linux-image-//p' | head -n 1
}

# fetch_kernel RELEASE: Debian's kernel and its modules, unpacked and not installed.
fetch_kernel() (
    mkdir -p "$folder/image"
    cd "$folder"
    apt-get download "linux-image-$1" >fetch.log 2>&1 || fail "$(tail -n 3 fetch.log)" "linux-image-$1 could not be fetched."
    dpkg-deb -x linux-image-*.deb image
    rm linux-image-*.deb
    depmod -b image "$1" 2>/dev/null # warns of parts of itself that Debian leaves out
)

# build_gpio_sim RELEASE: the module that Debian's kernel leaves out, from Debian's kernel source.
build_gpio_sim() (
    rm -rf "$folder/gpio-sim"
    mkdir -p "$folder/gpio-sim"
    cd "$folder/gpio-sim"
    source=linux-source-$(series "$1")
    tar -xf "/usr/src/$source.tar.xz" --strip-components=3 \
        "$source/drivers/gpio/gpio-sim.c" "$source/drivers/gpio/gpiolib.h" "$source/kernel/irq/irq_sim.c"
    # The kernel keeps irq_to_desc() to itself; this is the same for modules.
    sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' irq_sim.c
    printf 'obj-m := gpio-lines.o\ngpio-lines-y := gpio-sim.o irq_sim.o\n' >Kbuild
    make -s -C "/usr/src/linux-headers-$1" M="$PWD" modules >build.log 2>&1 ||
        fail "$(tail -n 5 build.log)" "gpio-sim could not be built for $1."
)

# make_initrd RELEASE: busybox, and the modules that lead to this machine's files, in the order of their loading.
make_initrd() (
    cd "$folder"
    rm -rf initrd
    mkdir -p initrd/modules
    cp "$(command -v busybox)" initrd/busybox
    cp ../tests/kernel/emulated/init.sh initrd/init
    chmod 755 initrd/init initrd/busybox
    for name in virtio_pci 9pnet_virtio 9p configfs; do
        modprobe -d image -S "$1" --show-depends "$name" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
    done | awk '!seen[$0]++' >modules.list
    while read -r path; do
        cp "$path" initrd/modules/
        basename "$path"
    done <modules.list >initrd/modules/order
    cp gpio-sim/gpio-lines.ko initrd/modules/
    echo gpio-lines.ko >>initrd/modules/order
    (cd initrd && find . | cpio --quiet -o -H newc) | gzip -1 >initrd.gz
    cp image/boot/vmlinuz-* vmlinuz
)

# install_lgpio: the version that boards run, beside .venv, which does without.
install_lgpio() {
    lock=$folder/lgpio.txt
    awk '/^lgpio==/ { ours = 1 } ours { print } ours && !/\\$/ { exit }' requirements/pi.txt >"$lock"
    pip_install requirements/pi.txt "$folder/python" .venv/bin/python -m pip install \
        --require-hashes --no-deps --only-binary :all: --target "$folder/python" -r "$lock"
}

scripts/setup.sh dev
if [ ! -f "$folder/ready" ] || [ scripts/emulated.sh -nt "$folder/ready" ] ||
    [ tests/kernel/emulated/init.sh -nt "$folder/ready" ] || [ requirements/pi.txt -nt "$folder/ready" ]; then
    say "Preparing $folder (once; some minutes)"
    release=$(newest_release)
    if [ -z "$release" ]; then
        as_root apt-get update >/dev/null
        release=$(newest_release)
    fi
    [ -n "$release" ] || fail "Debian's package linux-image-amd64 is not known here: see apt-cache policy linux-image-amd64"
    missing=$(missing_packages "$release")
    if [ -n "$missing" ]; then
        can_install || fail "To run these tests: sudo apt-get install $(echo $missing)"
        # shellcheck disable=SC2086 # one word a package
        apt_install $missing
    fi
    rm -rf "$folder"
    fetch_kernel "$release"
    build_gpio_sim "$release"
    make_initrd "$release"
    install_lgpio
    rm -rf "$folder/image" "$folder/initrd" "$folder/gpio-sim"
    touch "$folder/ready"
fi
exec .venv/bin/python -m tests.kernel.emulated
