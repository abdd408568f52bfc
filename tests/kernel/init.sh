#!/bin/busybox sh
# The first program of the guest: makes it fit for I2C, runs one command and switches off.
# Beside it lies `settings`, written by uml.py: FOLDER, PROJECT and, in "$@", the command.
. "${0%/*}/settings"
box=/bin/busybox

$box mount -t proc proc /proc
$box mount -t sysfs sysfs /sys
[ -e /dev/null ] || $box mount -t devtmpfs devtmpfs /dev
$box mount -t tmpfs -o size=1g tmpfs /run # a board with less room than 200 MB is not well
$box mkdir -p /run/tmp /run/out /dev/shm
$box mount -t tmpfs tmpfs /dev/shm
$box ip link set lo up
# The host's files are read-only here, but for this folder.
$box mount -t hostfs none /run/out -o "$FOLDER"

modules=/usr/lib/uml/modules/$($box uname -r)/kernel
for name in drivers/i2c/i2c-core drivers/i2c/i2c-dev fs/fuse/fuse fs/fuse/cuse; do
    $box insmod "$modules/$name.ko" || echo "the module $name cannot be loaded"
done

cd "$PROJECT" || echo "the project's folder is not there"
"$@" </dev/null >/run/out/output 2>&1
echo $? >/run/out/status
$box poweroff -f
