#!/bin/sh
# Makes an authority of your own and a certificate of the broker's, signed by it, for ten years.
#
#   certificates.sh FOLDER NAME...     names and addresses by which boards call the broker (hall.local 10.0.0.5)
#
# FOLDER gets touchmove-ca.crt (give it to every board: ca_file), touchmove-ca.key (keep it away from the broker),
# touchmove-broker.crt and touchmove-broker.key. An authority that is there already is used again.
set -eu
umask 077
[ $# -ge 2 ] || { echo "usage: $0 FOLDER NAME..." >&2; exit 2; }
command -v openssl >/dev/null || { echo "$0: openssl is missing: sudo apt-get install openssl" >&2; exit 1; }
folder=$1
shift
mkdir -p "$folder"
ca=$folder/touchmove-ca broker=$folder/touchmove-broker
log=$(mktemp)
trap 'rm -f "$log" "$broker.csr" "$broker.ext"' EXIT

quietly() { # quietly COMMAND...: shows what it said only when it fails
    "$@" 2>"$log" || { cat "$log" >&2; exit 1; }
}

names=
for name in "$@"; do
    case $name in
    *:* | [0-9]*.*.*.*[0-9]) kind=IP ;;
    *) kind=DNS ;;
    esac
    names=$names${names:+,}$kind:$name
done
if [ ! -f "$ca.key" ]; then
    quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
        -subj "/CN=Touchmove authority of $1" -keyout "$ca.key" -out "$ca.crt" \
        -addext "keyUsage=critical,keyCertSign,cRLSign"
fi
quietly openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
    -subj "/CN=$1" -keyout "$broker.key" -out "$broker.csr"
printf '%s\n' "subjectAltName=$names" extendedKeyUsage=serverAuth basicConstraints=CA:FALSE \
    keyUsage=digitalSignature subjectKeyIdentifier=hash authorityKeyIdentifier=keyid >"$broker.ext"
quietly openssl x509 -req -in "$broker.csr" -CA "$ca.crt" -CAkey "$ca.key" -CAcreateserial -days 3650 \
    -extfile "$broker.ext" -out "$broker.crt"
chmod 644 "$ca.crt" "$broker.crt"
