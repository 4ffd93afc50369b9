#!/usr/bin/env bash
# redist sweep --slurm on a real Slurm, started here for one machine: a task is killed, and the merged
# results equal the undisturbed ones byte for byte. Skipped (77) where Slurm or root is missing.
# In: the program redist.
set -euo pipefail
redist=$(realpath "$1")
for program in munged slurmctld slurmd sbatch squeue scontrol; do
    [ -x "$(PATH=$PATH:/usr/sbin command -v "$program")" ] || { echo "no $program here"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo 'starting a Slurm needs root'; exit 77; }
PATH=$PATH:/usr/sbin

place=$(mktemp -d)
stop() {
    local name
    for name in slurmd slurmctld munged; do
        if [ -s "$place/$name.pid" ]; then kill "$(cat "$place/$name.pid")" 2>/dev/null || true; fi
    done
    sleep 1
    rm -rf "$place"
}
trap stop EXIT
fail() {
    echo "$*"
    tail -n 5 "$place"/*.log "$place"/*/results.db.slurm/*.log 2>/dev/null || true
    exit 1
}
# Waits up to so many seconds for a command to succeed.
await() {
    local seconds=$1 i
    shift
    for ((i = 0; i < 5 * seconds; i++)); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.2
    done
    fail "waited $seconds s in vain: $*"
}

# --- a Slurm of one node ------------------------------------------------------------------------
chmod 755 "$place"
(umask 077 && head -c 1024 /dev/urandom >"$place/key")
munged --force --socket="$place/munge" --key-file="$place/key" --pid-file="$place/munged.pid" \
    --log-file="$place/munged.log" --seed-file="$place/seed"
host=$(hostname -s)
memory=$(awk '/MemTotal/ { print int($2 / 1024 / 2) }' /proc/meminfo)
mkdir "$place/state" "$place/spool"
cat >"$place/slurm.conf" <<END
ClusterName=redist
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket=$place/munge
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
MinJobAge=300
SchedulerParameters=sched_min_interval=100000
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$place/slurm.conf
slurmctld
slurmd
idle() { sinfo --noheader --format=%t | grep -q '^idle'; }
await 30 idle

# --- the sweep, undisturbed and by shards -------------------------------------------------------
cd "$place"
cat >sweep.xml <<'END'
<scenario>
  <platform generator="ring" direction="two-way" hosts="6"/>
  <topology shape="ring"/>
  <loads generator="uniform" low="1" high="20" after="uniform"/>
  <goal reach="after"/>
  <run algorithm="ring-shorter-way"/>
  <run algorithm="ring-two-way-list"/>
  <sweep>
    <vary parameter="hosts" values="6 30"/>
    <vary parameter="bandwidth-spread" values="1 4"/>
    <repeat count="600" seed="1"/>
  </sweep>
</scenario>
END
"$redist" sweep sweep.xml --results undisturbed.db >/dev/null
"$redist" export undisturbed.db >undisturbed.csv
# A folder whose name sbatch would read as two words. The node may have less than 4096 MiB.
folder="$place/two words, 50%"
mkdir "$folder"
"$redist" sweep sweep.xml --results "$folder/results.db" --slurm 4 --memory-limit 1024 | tee submitted
array=$(sed -n 's/^job \([0-9]*\):.*/\1/p' submitted)
merge=$(sed -n 's/.*; job \([0-9]*\) merges.*/\1/p' submitted)
[ -n "$array" ] && [ -n "$merge" ] || fail 'the numbers of the jobs are missing'

# Kill a task's redist while it works, as soon as it has written. It is ours: its results lie in our
# folder.
victim() { pgrep -o -f "redist sweep $place/sweep.xml .*--shard 2/4"; }
has_written() { [ -s "$folder/results.db.slurm/part2.db" ]; }
await 60 has_written
kill -KILL "$(victim)" || fail 'there was nothing to kill'
requeued() { grep -q 'requeued' "$folder/results.db.slurm/shard-2.log"; }
await 30 requeued

ended() { ! squeue --noheader --jobs="$array,$merge" 2>/dev/null | grep -q .; }
await 400 ended
"$redist" export "$folder/results.db" >results.csv || fail 'there are no results'
cmp undisturbed.csv results.csv || fail 'the results differ'
grep -q '^0 runs of 0 points' "$folder/results.db.slurm/merge.log" || fail 'a shard left something out'
echo "$(wc -l <results.csv) lines, equal; one task killed and requeued"
