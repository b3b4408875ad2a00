#!/bin/sh
# test_batch_faults.sh SOURCE BUILD: batches among files of others, with inputs that change, with processes that crash or are asked to
# end, and with reports that cannot be written. What is not done is told, and the next run does it.
set -eu
. "$1/test/command/batch.sh"

# The state of the first check.
state_is() {
    grep -q "\"state\":\"$2\"" "$1/batch.json" || fail "$3: the check is not called $2"
}

# tetrahedron X SIZE
tetrahedron() {
    printf 'v %s 0 0\nv %s 0 0\nv %s %s 0\nv %s 0 %s\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' "$1" "$(($1 + $2))" "$1" "$2" "$1" "$2"
}

tetrahedron 0 1 >a.obj
tetrahedron 10 1 >b.obj
echo 'a.obj b.obj --no-config' >manifest

# ---------------------------------------------------------------------------------------------
# A folder with files of others

mkdir -p own/clips
for name in body.part-1.obj index.html.part-12 body.part-abc123 clips/body.part-abc123; do echo text >"own/$name"; done
for name in index.html clips/00001.json; do echo text >"own/$name.part-aB3dE6"; done
expect 0 batch manifest --out own
for name in body.part-1.obj index.html.part-12 body.part-abc123 clips/body.part-abc123; do
    [ -e "own/$name" ] || fail "a file of somebody else is removed: $name"
done
for name in index.html clips/00001.json; do
    [ ! -e "own/$name.part-aB3dE6" ] || fail "an unfinished file stays: $name"
done

# ---------------------------------------------------------------------------------------------
# Inputs that change places

mkdir parts numbered
tetrahedron 0 4 >parts/a.obj
tetrahedron 1 3 >parts/b.obj
cp parts/a.obj parts/b.obj .
for i in 1 2 3 4; do # the first and the last are read twice
    tetrahedron "$i" 1 >numbered/x_$i.obj
    tetrahedron 3 2 >numbered/y_$i.obj
done
# exchange ONE OTHER INPUTS...: two files get each other's contents.
exchange() {
    first=$1 second=$2
    shift 2
    rm -rf changed fresh
    echo "$* --no-config" >places
    expect 1 batch places --out changed --report json
    mv "$first" swap
    mv "$second" "$first"
    mv swap "$second"
    expect 1 batch places --out changed --report json
    expect 1 batch places --out fresh --report json
    diff -r -q -x work fresh changed >out 2>err || fail "$first and $second have changed places: the old report stays"
}
exchange a.obj b.obj a.obj b.obj
exchange parts/a.obj parts/b.obj parts
exchange numbered/x_2.obj numbered/x_3.obj numbered
exchange numbered/x_2.obj numbered/x_3.obj numbered/x_%d.obj numbered/y_1.obj

# ---------------------------------------------------------------------------------------------
# Manifests

printf 'a.obj\n- --format glb\n' >wrong
expect 2 batch wrong --out nothing
says err "^mote batch: wrong:2: '-': standard input"
printf 'a.obj --watch\n' >wrong
expect 2 batch wrong --out nothing
says err "^mote batch: wrong:1: option '--watch'"
mkdir dashes
cp a.obj dashes/--self.obj
cp a.obj dashes/-a.obj
(cd dashes && echo '*.obj --no-config' >list && "$mote" batch list --out out >../out 2>../err) || fail 'names that begin with -: not checked'
told='names that begin with -'
says dashes/out/batch.json '"arguments":"./--self.obj --no-config"'
says dashes/out/batch.json '"arguments":"./-a.obj --no-config"'

# ---------------------------------------------------------------------------------------------
# A process that crashes

# The first process that a process has started, when it has one.
child_of() {
    tries=0
    until child=$(ps -o pid= --ppid "$1" | head -n 1) && [ -n "$child" ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || return 1
        sleep 0.01
    done
    echo "$child"
}

"$build/mote_make_body" long.glb 20000 2000
echo 'long.glb --self --no-config' >long
expect 0 batch long --plan crash --shards 2 --report json
"$mote" batch --run crash --shard 1 >out 2>err &
shard=$!
kill -ABRT "$(child_of $shard)"
wait $shard || fail 'a shard of which a piece crashed is not done'
expect 0 batch --run crash --shard 2
expect 2 batch --merge crash
says crash/batch.json 'ended by signal 6 '
state_is crash failed 'a piece that crashed'
rm crash/work/shards/00001.found
expect 0 batch --run crash --shard 1
expect 1 batch --merge crash
state_is crash findings 'a piece that crashed, and was checked again'

# A parent that ignores SIGCHLD, as some servers do.
told='SIGCHLD is ignored'
if env --ignore-signal=CHLD true 2>/dev/null; then
    got=0
    timeout 60 env --ignore-signal=CHLD "$mote" batch manifest --out ignored --report json >out 2>err || got=$?
    [ $got -eq 1 ] || fail "$told: exit code $got"
    state_is ignored findings "$told"
fi

# ---------------------------------------------------------------------------------------------
# Reports that cannot be written

# A check that fails in its second frame, while its database cannot be written.
mkdir uneven
for i in 1 2 3; do tetrahedron $i 1 >uneven/x_$i.obj; done
sed -i '$d' uneven/x_2.obj
echo 'uneven b.obj --no-config' >fails
if "$mote" check b.obj --no-config --sqlite b.sqlite >/dev/null 2>&1 || [ -e b.sqlite ]; then
    told='a database that cannot be written'
    got=0
    TMPDIR=$work/nowhere "$mote" batch fails --out unwritten --report sqlite >out 2>err || got=$?
    [ $got -eq 2 ] || fail "$told: exit code $got"
    says err '/nowhere/mote-.*: cannot be created'
    [ ! -e unwritten/clips/00001.sqlite ] || fail "$told: there is one"
    expect 2 batch fails --out unwritten --report sqlite
    state_is unwritten failed 'its files differ'
    [ -s unwritten/clips/00001.sqlite ] || fail "$told: it is not written by the next run"
fi

# A report of other checks does not stay when a batch ends before it has a plan: here, its measures cannot be written.
expect 1 batch manifest --out older --report json
rm -r older/work/measures
: >older/work/measures
expect 2 batch fails --out older --report json
[ ! -e older/index.html ] || fail "$told: the report of other checks stays"
expect 2 batch --merge older
says err 'older/work/plan.txt: cannot be read'
rm older/work/measures
expect 2 batch fails --out older --report json
state_is older failed 'other checks'

# Without libsqlite3, there is no database of an earlier merge, and the page does not name one.
if [ -e unwritten/batch.sqlite ]; then
    grep -q 'batch\.sqlite' unwritten/index.html || fail 'the page does not name the database'
    mkdir library
    : >library/libsqlite3.so.0
    told='a merge without libsqlite3'
    got=0
    LD_LIBRARY_PATH=$work/library "$mote" batch --merge older >out 2>err || got=$?
    [ $got -eq 2 ] || fail "$told: exit code $got"
    [ ! -e older/batch.sqlite ] || fail "$told: the old database stays"
    if grep -q 'batch\.sqlite' older/index.html; then fail "$told: the page names a database"; fi
fi
mkdir none
expect 2 batch --merge none
says err 'none: is not the folder of a batch'

# ---------------------------------------------------------------------------------------------
# Ranks that are asked to end

# stop_ranks WHICH...: sends SIGTERM to these ranks of two while both work on a shard, and goes on with the batch afterwards.
stop_ranks() {
    told="mpirun, SIGTERM to rank $*"
    rm -rf stopped
    ASAN_OPTIONS=detect_leaks=0 timeout 300 mpirun --oversubscribe -n 2 "$mote" batch longer --out stopped --shards 2 --report json >out 2>err &
    job=$!
    tries=0
    # mpirun is the child of timeout, the ranks are children of mpirun, and each has a process for its shard.
    while [ $tries -lt 3000 ]; do
        tries=$((tries + 1))
        sleep 0.01
        running=$(ps -eo pid=,ppid=,args= | grep -e "--run $work/stopped --shard" | grep -v grep | awk '{ print $2 }' | sort -u)
        [ "$(echo "$running" | wc -l)" -lt 3 ] || break
    done
    ranks=$(ps -eo pid=,ppid=,args= | awk -v job=$job '$2 == job { mpirun = $1 } { parent[$1] = $2 } END { for (p in parent) if (parent[p] == mpirun) print p }' | sort -n)
    for rank in "$@"; do kill -TERM "$(echo "$ranks" | sed -n "$((rank + 1))p")"; done
    got=0
    wait $job || got=$?
    [ $got -ne 0 ] && [ $got -ne 124 ] || fail "$told: exit code $got"
    says err 'mote batch: interrupted; the same command goes on with it'
    [ ! -e stopped/index.html ] || fail "$told: there is a report"
    expect 1 batch longer --out stopped --jobs 2 --report json
    diff -r -q -x work whole stopped >out 2>err || fail "$told: the reports differ"
}
if [ -e "$build/libmote_mpi_batch.so" ] && command -v mpirun >/dev/null; then
    "$build/mote_make_body" longer.glb 20000 2500
    echo 'longer.glb --self --no-config' >longer
    expect 1 batch longer --out whole --report json
    stop_ranks 0 1
    stop_ranks 0
    stop_ranks 1
fi

[ $failures -eq 0 ]
