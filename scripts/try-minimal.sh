#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs ./dev in a fresh minimal Debian 12 (debootstrap --variant=minbase: bash and apt, no compiler, no git), on a copy
# of this checkout:   scripts/try-minimal.sh run examples/x.yaml      (as root; needs debootstrap)
# Mirror, keys, proxies and name server are the host's. SCREE_MINIMAL=DIR keeps the pristine system there as DIR.tar for
# the next time and leaves the used one in DIR; otherwise both go.
set -euo pipefail
(($#)) || { echo "usage: scripts/try-minimal.sh DEV-COMMAND [...], e.g. test" >&2; exit 1; }
((EUID == 0)) || { echo "try-minimal: needs root for chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "try-minimal: debootstrap not found; Debian package: debootstrap" >&2; exit 1; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
suite=bookworm

if [[ -n ${SCREE_MINIMAL:-} ]]; then
    system=$SCREE_MINIMAL
    rm -rf "$system"
else
    system=$(mktemp -d)
    trap 'rm -rf "$system" "$system.tar"' EXIT
fi

mirror() { # the first archive in the host's apt sources that is neither security nor backports
    { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true; } |
        sed -n -e 's/^deb \(\[[^]]*\] *\)\?\([a-z]*:[^ ]*\) .*/\2/p' -e 's/^URIs: *\([^ ]*\).*/\1/p' |
        grep -E '/debian/?$|/debian/[0-9]{8}T' | head -n 1
}

if [[ -e $system.tar ]]; then
    mkdir -p "$system"
    tar -C "$system" -xf "$system.tar"
else
    from=$(mirror)
    [[ -n $from ]] || { echo "try-minimal: no Debian mirror in /etc/apt/sources.list*" >&2; exit 1; }
    echo "debootstrap $suite ..." >&2
    debootstrap --variant=minbase "$suite" "$system" "$from" >"$system.log" 2>&1 || { cat "$system.log" >&2; exit 1; }
    rm -f "$system.log"
    rm -rf "$system"/var/lib/apt/lists/* # as in the usual container images
    apt-config dump --format '%F "%v";%n' | grep -E '^Acquire::(https?|ftp|Check-)' >"$system/etc/apt/apt.conf.d/00host" || true
    cp -f /etc/apt/trusted.gpg.d/* "$system/etc/apt/trusted.gpg.d/" 2>/dev/null || true
    cp -rf /usr/local/share/ca-certificates "$system/usr/local/share/" 2>/dev/null || true
    tar -C "$system" -cf "$system.tar" .
fi
cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
mkdir -p "$system/scree"
tar -C "$root" -c --exclude=./.git --exclude=./build --exclude=./out --exclude='*.out' --exclude=__pycache__ . |
    tar -C "$system/scree" -x --no-same-owner

keep=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb)
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [[ -z ${!name:-} ]] || keep+=("$name=${!name}")
done
# A mount namespace of its own: /proc is gone when the command ends, whatever happens.
# shellcheck disable=SC2016
unshare --mount sh -c 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" env -i "$@"' sh "$system" \
    "${keep[@]}" bash -c 'cd /scree && time ./dev "$@"' dev "$@"
