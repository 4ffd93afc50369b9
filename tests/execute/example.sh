#!/usr/bin/env bash
# The example of the library call, under one MPI: relabelled parts, numbers that all come.
#
# 4 x 6 numbers on 2 x 3 processes, from blocks of 1 to blocks of 2: a process holds 4 numbers, which
# belong to 4 parts, so it keeps one at most: 18 are sent, 3 by each, in 3 steps. Without a
# relabelling two of three columns of processes keep one: 20. All parts of 12 x 12 numbers on 2 x 2
# processes, from blocks of 3 to blocks of 3, are where they are.
#
#   example.sh PROGRAM LAUNCHER...      {n} in it stands for the number of processes
set -euo pipefail
program=$(realpath "$1")
shift
runs() { # PROCESSES WORDS ARGUMENT...
    local processes=$1 words=$2
    shift 2
    "${launcher[@]//\{n\}/$processes}" "$program" "$@" >said 2>&1 || { cat said; exit 1; }
    if ! grep -qF -e "$words" said || ! grep -q '^0 of [1-9][0-9]* numbers are wrong' said; then
        echo "block_cyclic $* lacks: $words"
        cat said
        exit 1
    fi
}
launcher=("$@")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >cluster.xml <<'XML'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="h" suffix="" radical="0-11" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
XML
seq -f 'h%g' 0 11 >hosts
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
for algorithm in switch-volume switch-steps; do
    runs 6 "$algorithm: 18 numbers are sent (20 if no part is relabelled), in 3 steps; no plan takes less than 3" \
        4 6 1 2 2 3 "$algorithm"
    runs 4 "$algorithm: 0 numbers are sent (0 if" 12 12 3 3 2 2 "$algorithm"
    runs 6 "$algorithm: " 37 29 3 5 3 2 "$algorithm"
done
