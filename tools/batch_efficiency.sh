#!/bin/sh
# batch_efficiency.sh BUILD [CHECKS [TRIANGLES]]: how much faster a batch is by two processes than by one, with --jobs 2 and with mpirun -n 2. Prints the
# medians of five, each as the share of ideal: the time of one process by twice that of two. For a machine that does nothing else.
set -eu
mote=$1/mote
checks=${2-200}
triangles=${3-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

mkdir clips
i=0
while [ $i -lt "$checks" ]; do
    "$1/mote_make_body" "clips/body_$i.glb" $((triangles + i * 37 % triangles)) $((20 + i * 7 % 60))
    i=$((i + 1))
done
# With exit code 0: after another one, mpirun waits for two seconds.
cat >manifest <<'TEXT'
defaults: --fail-on 'depth>1e9' --unknown-depth pass
clips/*.glb
TEXT

# timed COMMAND...: prints seconds; a batch that fails is a failure here.
timed() {
    rm -rf out
    start=$(date +%s.%N)
    "$@" >/dev/null 2>error || { cat error >&2; exit 1; }
    end=$(date +%s.%N)
    echo "$end - $start" | bc
}

median() {
    sort -n "$1" | sed -n 3p
}

for round in 1 2 3 4 5; do
    echo "round $round of 5" >&2
    timed "$mote" batch manifest --out out >>one.txt
    timed "$mote" batch manifest --out out --jobs 2 >>jobs.txt
    if [ -e "$1/libmote_mpi_batch.so" ]; then
        timed mpirun --oversubscribe -n 2 "$mote" batch manifest --out out >>ranks.txt
    fi
done
for way in jobs ranks; do
    [ -e $way.txt ] || continue
    echo "$way: $(median $way.txt) s, one process: $(median one.txt) s, of ideal: $(echo "scale=3; $(median one.txt) / 2 / $(median $way.txt)" | bc)"
done
