#!/usr/bin/env bash
# Every MPI of the machine, by Debian's names: redist-mpi is compiled by it, and 4 to 8 processes of
# it move items by plans and without: every byte comes. Times are of the machine, and not judged.
# A calibration says that all ran on one machine.
# Exit status 77 where there is none.
#
#   mpis.sh SOURCE REDIST all|some
#
# Some are a plan of loads with a baseline, one of copies, and a collective operation.
set -euo pipefail
redist=$(realpath "$2")
cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
runs=('switch_relabelling.xml --baseline alltoallv' 'copies_beside_loads.xml')
patterns=(broadcast)
if [ "$3" = all ]; then
    runs+=('switch_relabelling.xml --baseline post-all' 'ring_two_way_unequal.xml --baseline alltoallv'
        'shared_fat_tree.xml --algorithm network-planner' 'ring_two_way_equal.xml' 'reshard_layouts.xml'
        'copies_broadcast.xml --set load-among=node-[1-5] --set topology-hosts=node-[0-7]')
    patterns+=(scatter gather allgather alltoall)
fi
tried=0
for mpi in openmpi mpich; do
    command -v "mpicc.$mpi" >/dev/null && command -v "mpirun.$mpi" >/dev/null || continue
    "mpicc.$mpi" -std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -I. \
        sim/execute/{mpi_*,redist_mpi}.c -o "$folder/redist-mpi"
    for run in "${runs[@]}"; do
        # shellcheck disable=SC2086
        "$redist" execute scenarios/$run --set item-bytes=1000 --ignore-expect \
            --launcher "mpirun.$mpi -n {n}" --program "$folder/redist-mpi" >"$folder/said" 2>&1 ||
            { echo "$mpi: $run"; cat "$folder/said"; exit 1; }
        grep -q ' is where it should be, each byte as it was' "$folder/said"
    done
    # Its own collective operations, whatever they are: every byte of them comes, too.
    for pattern in "${patterns[@]}"; do
        "$redist" execute scenarios/copies_broadcast.xml --ignore-expect --set load-generator=$pattern \
            --set load-bytes=10000 --set 'load-among=node-[1-5]' --set topology-hosts='node-[0-7]' \
            --baseline collective --launcher "mpirun.$mpi -n {n}" --program "$folder/redist-mpi" \
            >"$folder/said" 2>&1 || { echo "$mpi: $pattern"; cat "$folder/said"; exit 1; }
        grep -q '1 of 1 algorithm brought every byte; times are of this machine' "$folder/said"
    done
    # Two processes on this machine are no network, whether times are clear enough for a file or not.
    "$redist" calibrate --launcher "mpirun.$mpi -n {n}" --program "$folder/redist-mpi" --hosts 2 --force \
        --out "$folder/measured.xml" >"$folder/said" 2>&1 || [ "$?" -eq 1 ]
    grep -q 'all processes ran on one' "$folder/said" || { echo "$mpi"; cat "$folder/said"; exit 1; }
    tried=$((tried + 1))
    echo "$mpi: every item came"
done
[ "$tried" -gt 0 ] || exit 77
