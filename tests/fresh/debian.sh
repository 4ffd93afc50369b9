#!/usr/bin/env bash
# Makes a bare Debian in a folder and runs the README's two commands in it, as a user who has sudo
# and as root, each in a system of its own that nothing has been installed in.
#
#   tests/fresh/debian.sh SUITE [--mirror URL] [--as user|root|both]
#                         [--only-run user|root|both] [--python] [--keep]
#
#   SUITE        bookworm, trixie or sid
#   --mirror     where Debian is taken from; else from where this machine takes it
#   --as         who runs the commands (both)
#   --only-run   for whom the first command is enough (nobody)
#   --python     also builds the Python package, by pip for the user and as Debian's for all, and
#                executes its tests and the notebooks with each
#   --keep       leaves the systems where they are, and says where
#
# The last commit is what is tried. Prints a line for each command with its seconds, and what the
# tests came to in all. Exit status: 0 all well, 1 something failed, 2 wrong arguments, 77 skipped
# (making a system needs root, mmdebstrap and namespaces).
set -euo pipefail

say() { printf '%s\n' "$*"; }
usage() { say "debian.sh: $*" >&2; exit 2; }
skip() { say "skipped: $*"; exit 77; }

suite='' mirror='' who=both only_run=nobody python=false keep=false
while [ $# -gt 0 ]; do
    case $1 in
    --mirror | --as | --only-run) [ $# -gt 1 ] || usage "$1 lacks its value" ;;&
    --mirror) mirror=$2; shift ;;
    --as) who=$2; shift ;;
    --only-run) only_run=$2; shift ;;
    --python) python=true ;;
    --keep) keep=true ;;
    bookworm | trixie | sid) suite=$1 ;;
    *) usage "'$1': bookworm, trixie, sid, --mirror, --as, --only-run, --python or --keep is accepted" ;;
    esac
    shift
done
[ -n "$suite" ] || usage "no suite is named: bookworm, trixie or sid is accepted"
case $who in user | root | both) ;; *) usage "--as $who: user, root or both is accepted" ;; esac
case $only_run in
user | root | both | nobody) ;;
*) usage "--only-run $only_run: user, root or both is accepted" ;;
esac

[ "$(id -u)" -eq 0 ] || skip "making a bare $suite needs root"
command -v mmdebstrap >/dev/null || skip "making a bare $suite needs mmdebstrap (./bootstrap tools)"
# What is started in there ends with it, and what is mounted goes with it, however this ends.
apart=(unshare --mount --pid --fork --kill-child --mount-proc)
"${apart[@]}" true 2>/dev/null || skip "making a bare $suite needs namespaces of its own"
# shellcheck disable=SC2016
[ -n "$mirror" ] ||
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' 2>/dev/null | head -n 1)
[ -n "$mirror" ] || skip "this machine names no mirror of Debian: --mirror URL does"

source=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d "${TMPDIR:-/var/tmp}/redist_fresh_XXXXXX")
chmod 755 "$place"
child=''
clean_up() {
    local status=$?
    trap '' INT TERM HUP
    [ -z "$child" ] || { kill -KILL "$child" && wait "$child"; } 2>/dev/null || true
    if $keep; then
        say "$suite: kept in $place"
    else
        rm -rf --one-file-system "$place"
    fi
    exit "$status"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A shell waits for what runs in its foreground before it minds a signal: so nothing does.
run() {
    local status=0
    "$@" &
    child=$!
    wait "$child" || status=$?
    child=''
    return "$status"
}

# Runs a command line in a system. In: the system's folder, a user, a folder for the user, the line.
enter() {
    # shellcheck disable=SC2016
    local mounts='
        set -e
        mount -t proc proc "$1/proc"
        mount --bind /dev "$1/dev"
        mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$1/dev/pts"
        mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
        exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            LANG=C.UTF-8 TERM=dumb su "$2" -c "cd \"$3\" && $4"'
    run "${apart[@]}" sh -c "$mounts" sh "$@" </dev/null >"$place/log" 2>&1
}

failures=0 passed=0 failed=0 skipped=0

# Runs one command and prints its line. In: the system, the user, the folder, the command.
try() {
    local before=$SECONDS verdict=ok
    enter "$@" || verdict="failed with status $?"
    say "$suite: $4, as $2: $verdict, $((SECONDS - before)) s"
    [ "$verdict" != ok ] || return 0
    failures=$((failures + 1))
    tail -n 60 "$place/log"
    return 1
}

# Adds up what the tests of a clone came to.
count() {
    local log="$1/build/meson-logs/testlog.json" good bad gone
    [ -f "$log" ] || { failed=$((failed + 1)); return; }
    good=$(grep -cE '"result": "(OK|EXPECTEDFAIL)"' "$log" || true)
    gone=$(grep -c '"result": "SKIP"' "$log" || true)
    bad=$(($(wc -l <"$log") - good - gone))
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + gone))
}

tests_as() { [ "$only_run" != both ] && [ "$only_run" != "$1" ]; }

# The Python package in a system whose user has built the program: installed from the sources into an
# environment of the user's, and as a Debian package. In: the system, the user, the clone.
try_python() {
    local system=$1 user=$2 clone=$3 install='apt-get install -y --no-install-recommends' name
    try "$system" root / "$install python3-mesonpy python3-cffi python3-dev python3-venv patchelf \
        python3-nbconvert python3-ipykernel python3-networkx python3-numpy python3-pandas \
        python3-matplotlib" || return 0
    try "$system" "$user" "$clone" 'python3 -m venv --system-site-packages environment' || return 0
    try "$system" "$user" "$clone" \
        'environment/bin/pip install --no-build-isolation --no-deps .' || return 0
    for name in certificates dates interrupt lists misuse package pickling same_digits; do
        try "$system" "$user" "$clone" "environment/bin/python tests/python/test_$name.py" || true
    done
    try "$system" "$user" "$clone" 'environment/bin/python tests/python/test_notebooks.py \
        build/sim/redist examples/notebooks nbconvert' || true
    try "$system" root "$clone" \
        "apt-get build-dep -y --no-install-recommends . && dpkg-buildpackage -us -uc -b" || return 0
    try "$system" root "$clone/.." "$install ./*.deb" || return 0
    try "$system" "$user" / 'python3 -c "import redist; print(redist.__file__)"' || true
    try "$system" "$user" "$clone" 'python3 tests/python/test_notebooks.py \
        /usr/bin/redist examples/notebooks nbconvert' || true
}

# The commands of one user, in a system that is as bare as it was made.
try_user() {
    local user=$1 system="$place/$1" home
    run cp -a "$place/bare" "$system"
    home=$(chroot "$system" getent passwd "$user" | cut -d: -f6)
    git clone --quiet --no-hardlinks "$source" "$system$home/redist"
    chroot "$system" chown -R "$user:" "$home/redist"
    try "$system" "$user" "$home/redist" ./bootstrap || return 0
    if [ "$user" = root ]; then
        try "$system" root "$home/redist" 'meson install -C build' || return 0
        try "$system" root / 'ldconfig && redist --version' || true
        try "$system" root "$home/redist" 'ninja -C build uninstall' || return 0
        try "$system" root / '! find /usr/local -name "*redist*" -not -type d | grep .' || true
    fi
    if tests_as "$user"; then
        try "$system" "$user" "$home/redist" './bootstrap test' || true
        count "$system$home/redist"
    fi
    if $python && [ "$user" = user ]; then
        try_python "$system" "$user" "$home/redist"
    fi
}

# What this machine's apt is told of getting things, the new one's is told as well.
apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' >"$place/apt.conf"
before=$SECONDS
run env TMPDIR="$place" "${apart[@]}" mmdebstrap --quiet --mode=root --variant=minbase \
    --include=sudo --aptopt="$place/apt.conf" "$suite" "$place/bare" "$mirror" >"$place/log" 2>&1 || {
    tail -n 20 "$place/log"
    say "$suite: no bare system could be made from $mirror"
    exit 1
}
say "$suite: made from $mirror, $((SECONDS - before)) s"
cp /etc/resolv.conf "$place/bare/etc/resolv.conf"
printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$place/bare/etc/hosts"
chroot "$place/bare" useradd --create-home --shell /bin/bash user
printf 'user ALL=(ALL) NOPASSWD: ALL\n' >"$place/bare/etc/sudoers.d/user"

[ "$who" = root ] || try_user user
[ "$who" = user ] || try_user root
[ $((passed + failed + skipped)) -eq 0 ] || say "$suite: tests: $passed passed, $failed failed, $skipped skipped"
[ "$failures" -eq 0 ]
