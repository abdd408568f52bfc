#!/busybox sh
# The first program of the emulated machine: reaches the host's files and runs one command on them.
# The folder /out, shared with the host, holds `command` and takes `status` and `output`.
box=/busybox
$box mkdir -p /proc /sys /dev /host /out
$box mount -t proc proc /proc
$box mount -t sysfs sysfs /sys
$box mount -t devtmpfs devtmpfs /dev
while read -r name; do
    $box insmod "/modules/$name" || echo "the module $name cannot be loaded"
done </modules/order
$box mount -t configfs configfs /sys/kernel/config

options=trans=virtio,version=9p2000.L,msize=262144
$box mount -t 9p -o "ro,cache=loose,$options" host /host
for place in proc sys dev; do
    $box mount -o rbind "/$place" "/host/$place"
done
$box mount -t tmpfs tmpfs /host/run
$box mkdir -p /host/run/tmp /host/run/out
$box mount -t 9p -o "$options" out /host/run/out
# gpiozero reads there which computer it is: a Raspberry Pi 4 B.
printf 'Hardware\t: BCM2711\nRevision\t: c03115\nModel\t\t: Raspberry Pi 4 Model B Rev 1.5\n' >/host/run/cpuinfo
$box mount -o bind /host/run/cpuinfo /host/proc/cpuinfo

$box chroot /host /bin/sh /run/out/command </dev/null >/host/run/out/output 2>&1
echo $? >/host/run/out/status
$box poweroff -f
