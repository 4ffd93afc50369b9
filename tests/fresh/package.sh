#!/usr/bin/env bash
# Builds the Debian packages of the last commit, has lintian look at them, and with a suite named
# installs, uses and removes them in a bare system.
#
#   tests/fresh/package.sh [SUITE] [--mirror URL] [--out DIR]
#
#   SUITE     bookworm, say: the one that this machine runs, whose libraries the packages need
#   --mirror  where Debian is taken from; else from where this machine takes it
#   --out     keeps the packages there
#
# Exit status: 0 all well, 1 something failed, 2 wrong arguments, 77 skipped (building needs
# debhelper and lintian; a bare system needs root, mmdebstrap and namespaces).
set -euo pipefail
usage() { echo "package.sh: $*" >&2; exit 2; }
skip() { echo "skipped: $*"; exit 77; }
suite='' mirror='' out=''
while [ $# -gt 0 ]; do
    case $1 in
    --mirror | --out) [ $# -gt 1 ] || usage "$1 lacks its value" ;;&
    --mirror) mirror=$2; shift ;;
    --out) out=$2; shift ;;
    -*) usage "'$1': a suite, --mirror or --out is accepted" ;;
    *) suite=$1 ;;
    esac
    shift
done
for tool in dpkg-buildpackage dh lintian; do
    command -v "$tool" >/dev/null || skip "building packages needs $tool (debhelper, lintian)"
done
source=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d "${TMPDIR:-/var/tmp}/redist_package_XXXXXX")
chmod 755 "$place"
trap 'rm -rf --one-file-system "$place"' EXIT

git clone --quiet "$source" "$place/redist"
(cd "$place/redist" && dpkg-buildpackage -us -uc -b) >"$place/log" 2>&1 || {
    tail -n 60 "$place/log"
    exit 1
}
# Who reads the log sees the scenario that was run.
grep -E 'optimal, proved by certificate$' "$place/log" || {
    echo "package.sh: the build ran no scenario whose plan is proved: see what it printed:"
    tail -n 60 "$place/log"
    exit 1
}
# What the program opens itself no tool sees: the module for SMPI beside it is linked with it.
simgrid=$(dpkg-query -W -f '${Depends}' libsimgrid-dev | grep -oE 'libsimgrid[0-9][^ ]*' | head -n 1)
dpkg-deb -f "$place"/redist_*.deb Depends | tr ',' '\n' | grep -qE "^ *$simgrid( |$)" || {
    echo "package.sh: redist opens SimGrid's library, and does not depend on its package, $simgrid"
    exit 1
}
# An archive of one's own has no bug number to close, and is not Debian's.
lintian --allow-root --fail-on error --suppress-tags initial-upload-closes-no-bugs \
    "$place"/*.changes
(cd "$place" && ls -- *.deb)
[ -z "$out" ] || { mkdir -p "$out" && cp "$place"/*.deb "$out"; }
[ -n "$suite" ] || exit 0

[ "$(id -u)" -eq 0 ] || skip "making a bare $suite needs root"
command -v mmdebstrap >/dev/null || skip "making a bare $suite needs mmdebstrap (./bootstrap tools)"
apart=(unshare --mount --pid --fork --kill-child --mount-proc)
"${apart[@]}" true 2>/dev/null || skip "making a bare $suite needs namespaces of its own"
# shellcheck disable=SC2016
[ -n "$mirror" ] ||
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 2>/dev/null | head -n 1)
[ -n "$mirror" ] || skip "this machine names no mirror of Debian: --mirror URL does"
apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' >"$place/apt.conf"
TMPDIR=$place "${apart[@]}" mmdebstrap --quiet --mode=root --variant=minbase \
    --aptopt="$place/apt.conf" "$suite" "$place/bare" "$mirror" >"$place/log" 2>&1 || {
    tail -n 20 "$place/log"
    exit 1
}
cp /etc/resolv.conf "$place/bare/etc/resolv.conf"
mkdir "$place/bare/packages"
cp "$place"/*.deb "$place/bare/packages"
# shellcheck disable=SC2016
"${apart[@]}" sh -c '
    set -e
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
    exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive sh -euc "$2"' sh "$place/bare" '
    quietly() { "$@" >/tmp/log 2>&1 || { tail -n 30 /tmp/log; exit 1; }; }
    quietly apt-get update
    # minbase leaves no documentation on the disk: examples come from the package itself.
    dpkg-deb -x /packages/libredist-dev_*.deb /tmp/dev
    dpkg-deb -x /packages/redist_*.deb /tmp/program
    # The program needs none of the other packages.
    quietly apt-get install -y --no-install-recommends /packages/redist_*.deb
    redist --version
    redist run /tmp/program/usr/share/doc/redist/examples/scenarios/ring_two_way_equal.xml
    quietly apt-get install -y --no-install-recommends /packages/*.deb gcc libc6-dev pkgconf \
        python3-minimal python3
    examples=/tmp/dev/usr/share/doc/libredist-dev/examples
    cc $examples/plan.c -o /tmp/plan $(pkg-config --cflags --libs redist)
    /tmp/plan
    python3 $examples/plan.py
    rm -r /tmp/dev /tmp/program /tmp/plan
    quietly apt-get purge -y $(dpkg-query -W -f "\${Package} " "*redist*")
    if find / -xdev -name "*redist*" -not -path "/packages/*" -not -path "/var/*" | grep .; then
        echo "these files stay when the packages are removed"
        exit 1
    fi
    echo "installed, used and removed again"'
