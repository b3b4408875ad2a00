#!/bin/sh
# test_farm.sh BUILD: a batch by GNU parallel and by Slurm, on this machine, with the lines that docs/batch.md has: the reports are those
# of one process. Slurm runs as one node, with its daemons and keys in a temporary folder; it needs root.
set -eu
mote=$1/mote
make_body=$1/mote_make_body
work=$(mktemp -d)
daemons=

clean_up() {
    for process in $daemons; do kill "$process" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap clean_up EXIT
cd "$work"
PATH=$(dirname "$mote"):$PATH # the lines say mote

mkdir clips
for i in 1 2 3 4 5 6 7 8; do "$make_body" "clips/body_$i.glb" $((300 + i * 40)) $((10 * i)); done
printf 'defaults: --self\nclips/*.glb\n' >night.txt

# made NAME CODE: the report in the folder is that of one process.
made() {
    [ "$2" -eq 1 ] || { echo "test-farm: $1: exit code $2, not 1"; exit 1; }
    diff -r -q -x work -x commands one "$1" || { echo "test-farm: $1: the reports differ"; exit 1; }
    echo "test-farm: $1: the report of one process"
}

code=0
mote batch night.txt --out one >/dev/null || code=$?
made one $code

# ---------------------------------------------------------------------------------------------
# GNU parallel

mote batch night.txt --plan by-parallel --shards 8 >/dev/null
parallel --will-cite <by-parallel/commands
code=0
mote batch --merge by-parallel >/dev/null || code=$?
made by-parallel $code

# ---------------------------------------------------------------------------------------------
# Slurm

wait_for() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || return 1
        sleep 0.2
    done
}

not_started() {
    echo "test-farm: $1 does not start here:"
    tail -n 20 "$2" | sed 's/^/    /'
    exit 77
}

[ "$(id -u)" -eq 0 ] || { echo 'test-farm: Slurm: skipped: its daemons need root'; exit 77; }
mkdir -m 700 key
mkdir -m 755 munge state spool
chmod 755 "$work"
dd if=/dev/urandom of=key/munge.key bs=1024 count=1 2>/dev/null
chmod 400 key/munge.key
host=$(hostname -s)
cat >slurm.conf <<TEXT
ClusterName=mote
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(getconf _NPROCESSORS_ONLN) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
TEXT
# No plugin above uses control groups, but slurmd wants to know where they would be.
printf 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=%s/cgroup\n' "$work" >cgroup.conf
export SLURM_CONF="$work/slurm.conf"
munged --foreground --force --key-file="$work/key/munge.key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" >munged.txt 2>&1 &
daemons="$daemons $!"
wait_for test -S munge/socket || not_started munged munged.txt
slurmctld -D >slurmctld.txt 2>&1 &
daemons="$daemons $!"
wait_for scontrol ping || not_started slurmctld slurmctld.txt
slurmd -D >slurmd.txt 2>&1 &
daemons="$daemons $!"
is_up() { sinfo -h -o %T | grep -q -E 'idle|mixed|allocated'; }
wait_for is_up || not_started slurmd slurmd.txt

mote batch night.txt --plan by-slurm --shards 8 >/dev/null
# shellcheck disable=SC2016 # for the job to expand
sbatch --wait --array="1-$(wc -l <by-slurm/commands)" --output=/dev/null \
    --wrap='sed -n "${SLURM_ARRAY_TASK_ID}p" by-slurm/commands | sh'
code=0
mote batch --merge by-slurm >/dev/null || code=$?
made by-slurm $code
