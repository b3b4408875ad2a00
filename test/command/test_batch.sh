#!/bin/sh
# test_batch.sh SOURCE BUILD: batches. The report is the same by one process, several processes, shards and ranks; it is the same after
# processes were killed and the batch went on; and what goes wrong is told, and never called complete.
#
# With MOTE_TEST_RUN=long: 200 checks, and 20 batches of which a process is killed.
set -eu
. "$1/test/command/batch.sh"
case ${MOTE_TEST_RUN-} in
long) checks=200 kills=20 ;;
quick) checks=4 kills=1 ;;
*) checks=6 kills=2 ;;
esac

# The report, without what the batch keeps for itself.
same() {
    diff -r -q -x work -x commands "$1" "$2" >out 2>err || fail "$3: the reports differ"
}

# ---------------------------------------------------------------------------------------------
# The same report by whatever processes

mkdir clips
i=0
while [ $i -lt "$checks" ]; do
    # Few have many frames, so that some are cut and most are not.
    frames=$((3 + i * 7 % 9))
    [ $((i % 5)) -ne 2 ] || frames=$((frames * 12))
    "$build/mote_make_body" "clips/body $i.glb" $((200 + i * 37 % 300)) $frames
    i=$((i + 1))
done
"$build/mote_make_body" other.glb 400 30
echo 'not a clip' >clips/broken.glb
cat >manifest <<'TEXT'
# Every clip, and two of them in other ways.
defaults: --no-config
defaults: --tolerance 1mm   # for all

clips/*.glb
mote check 'clips/body 2.glb' --between --frames 3:40
"clips/body 1.glb" other.glb --fail-on touch
TEXT

reports='--report json'
# shellcheck disable=SC2086 # words, here and below
expect 2 batch manifest --out one $reports
says out "^$((checks + 3)) checks, .* 1 failed"
says out 'broken.glb'
[ -e one/index.html ] || fail 'no page'
grep -q '"complete":true' one/batch.json || fail 'the batch is not complete'
grep -q "href=\"clips/00001.json\"" one/index.html || fail 'the page does not lead to the clips'
[ "$(wc -l <one/batch.csv)" -eq $((checks + 4)) ] || fail 'batch.csv: not a row per check'
if command -v sqlite3 >/dev/null && [ -e one/batch.sqlite ]; then
    [ "$(sqlite3 one/batch.sqlite 'SELECT count(*) FROM checks')" -eq $((checks + 3)) ] || fail 'batch.sqlite: not all checks'
    # The worst first, without sorting.
    if sqlite3 one/batch.sqlite 'EXPLAIN QUERY PLAN SELECT * FROM worst LIMIT 10' | grep -q 'TEMP B-TREE'; then
        fail 'batch.sqlite: the worst have to be sorted'
    fi
fi
# Those of a check by itself.
"$mote" check --no-config --tolerance 1mm 'clips/body 2.glb' --json alone.json >/dev/null || true
number=$(sed -n 's/.*{"check":\([0-9]*\),"line":5,"arguments":"'"'clips\/body 2.glb'"'".*/\1/p' one/batch.json)
cmp alone.json "one/clips/$(printf %05d "$number").json" || fail 'a clip of the batch differs from mote check'

# shellcheck disable=SC2086
expect 2 batch manifest --out jobs --jobs 2 $reports
same one jobs '--jobs 2'
# shellcheck disable=SC2086
expect 0 batch manifest --plan shards --shards 8 $reports
[ "$(wc -l <shards/commands)" -eq 8 ] || fail 'not a command per shard'
expect 2 batch --merge shards
says err 'shard 1: is missing'
grep -q '"complete":false' shards/batch.json || fail 'a batch without its shards is called complete'
grep -q 'not complete' shards/index.html || fail 'the page calls an incomplete batch complete'
if command -v parallel >/dev/null; then
    parallel --will-cite -j 2 <shards/commands >out 2>err || fail 'GNU parallel failed'
else
    xargs -P 2 -I LINE sh -c LINE <shards/commands >out 2>err || fail 'the shards failed'
fi
expect 2 batch --merge shards --jobs 2
same one shards '8 shards'
# shellcheck disable=SC2086
expect 2 batch manifest --out many --jobs 2 --shards 31 $reports
same one many '31 shards'
if [ -e "$build/libmote_mpi_batch.so" ] && command -v mpirun >/dev/null; then
    # shellcheck disable=SC2086
    ASAN_OPTIONS=detect_leaks=0 timeout 3600 mpirun --oversubscribe -n 4 "$mote" batch manifest --out ranks $reports >out 2>err || [ $? -eq 2 ] ||
        fail 'mpirun failed'
    same one ranks 'mpirun -n 4'
fi

# Pages, if this build has them: pictures are made from frames that are posed again.
printf '"clips/body 1.glb"\n"clips/body 2.glb" --self\n' >few
if "$mote" batch few --out pages --report html >/dev/null 2>&1 || [ -e pages/clips/00001.html ]; then
    expect 1 batch few --out pages-cut --report html --shards 7
    same pages pages-cut 'pages'
    "$mote" check 'clips/body 2.glb' --self --html alone.html >/dev/null || true
    cmp alone.html pages-cut/clips/00002.html || fail 'a page of the batch differs from that of mote check'
fi

# ---------------------------------------------------------------------------------------------
# Processes that are killed

# The processes that come from a process, and itself.
family() {
    echo "$1"
    for child in $(ps -o pid= --ppid "$1" 2>/dev/null); do family "$child"; done
}

# Shards that are done, with what changes if one is written again.
done_shards() {
    find killed/work/shards -name '*.found' -exec stat -c '%n %i %Y' {} + 2>/dev/null | sort
}

killed=0
i=0
while [ $i -lt "$kills" ]; do
    rm -rf killed
    # shellcheck disable=SC2086
    "$mote" batch manifest --out killed --jobs 2 --shards 24 $reports >out 2>err &
    batch=$!
    # When some shards are done, one process of the batch dies: the batch itself, or one that works for it.
    wanted=$((1 + i * 7 % 12)) tries=0
    while [ "$(find killed -name '*.found' 2>/dev/null | wc -l)" -lt $wanted ] && [ $tries -lt 3000 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
    victims=$(family $batch)
    count=$(echo "$victims" | wc -l)
    victim=$(echo "$victims" | sed -n "$((1 + i * 5 % count))p")
    kill -KILL "$victim" 2>/dev/null && killed=$((killed + 1))
    wait $batch 2>/dev/null || true
    sleep 0.1
    done_shards >before
    # shellcheck disable=SC2086
    expect 2 batch manifest --out killed --jobs 2 $reports
    done_shards >after
    [ -z "$(comm -23 before after)" ] || fail "a shard that was done was run again after process $victim was killed"
    same one killed "after a process was killed"
    i=$((i + 1))
done
[ $killed -gt 0 ] || fail 'no process was killed'

# ---------------------------------------------------------------------------------------------
# What goes wrong

printf 'clips/*.glb\n\nclips/x.glb --tolerence 1\n' >wrong
expect 2 batch wrong --out nothing
says err "^mote batch: wrong:3: unknown option '--tolerence'"
[ ! -e nothing ] || fail 'a wrong manifest leaves something behind'
printf 'nothing/*.glb\n' >wrong
expect 2 batch wrong --out nothing
says err "wrong:1: no file matches 'nothing/\*.glb'"
printf "a.glb 'b.glb\n" >wrong
expect 2 batch wrong --out nothing
says err "wrong:1: the quote ' is not closed"
printf 'a.glb --json x\n' >wrong
expect 2 batch wrong --out nothing
says err 'wrong:1: .*--json'
printf 'a.glb --budget 5\n' >wrong
expect 2 batch wrong --out nothing
says err 'wrong:1: .*--budget'
printf 'a.glb\ndefaults: --self\n' >wrong
expect 2 batch wrong --out nothing
says err 'wrong:2: defaults come before'
printf '# nothing\n' >wrong
expect 2 batch wrong --out nothing
says err 'has no checks'
expect 2 batch
says err 'missing argument: MANIFEST'
expect 2 batch --merge nothing
expect 2 batch --run shards --shard 99
says err '1 to 8'

# Shards that are damaged, cut off, missing or of another version.
damage() {
    rm -rf damaged
    cp -a shards damaged
    "$@"
    expect 2 batch --merge damaged
    grep -q '"complete":false' damaged/batch.json || fail "$*: the batch is called complete"
}
change_byte() { printf '\377' | dd of="damaged/work/shards/0000$1.found" bs=1 seek="$2" conv=notrunc 2>/dev/null; }
cut_off() { truncate -s -9 "damaged/work/shards/0000$1.found"; }
empty() { : >"damaged/work/shards/0000$1.found"; }
other_version() { printf '9.9.9' | dd of="damaged/work/shards/0000$1.found" bs=1 seek=24 conv=notrunc 2>/dev/null; }
damage change_byte 2 200
says err 'shard 2: is damaged'
damage cut_off 3
says err 'shard 3: is damaged'
damage empty 4
says err 'shard 4: is damaged'
damage other_version 5
says err 'shard 5: was written by mote 9.9.9, and this is mote'
damage rm damaged/work/shards/00006.found
says err 'shard 6: is missing'
# The command of that shard makes it whole again.
expect 0 batch --run damaged --shard 6
expect 2 batch --merge damaged
same one damaged 'a shard that was run again'

# A result that is damaged is made again; so is a report that is missing.
printf x >>damaged/work/results/00001
rm "damaged/clips/00002.json"
expect 2 batch --merge damaged
same one damaged 'a result that was damaged'

# A clip that changes is checked again, and nothing else.
cp -a jobs changed
cp other.glb 'clips/body 0.glb'
expect 0 batch --run damaged --shard 1 # it is done
rm damaged/work/shards/00001.found
expect 2 batch --run damaged --shard 1
says err 'its files are not those that were planned with'
# shellcheck disable=SC2086
expect 2 batch manifest --out changed $reports
# shellcheck disable=SC2086
expect 2 batch manifest --out fresh $reports
same fresh changed 'a clip that has changed'

# A disk that is full: files of more than 20 KiB cannot be written.
got=0
(ulimit -f 40 && exec "$mote" batch manifest --out full --shards 4) >out 2>err || got=$?
told='a full disk'
[ $got -eq 2 ] || fail "a full disk: exit code $got"
says err 'cannot be written: '
if [ -e full/batch.json ] && grep -q '"complete":true' full/batch.json; then fail 'a full disk: the batch is called complete'; fi
# shellcheck disable=SC2086
expect 2 batch manifest --out full $reports
same fresh full 'after the disk was full'

# Two merges at once: each makes the whole report or says that it cannot.
"$mote" batch --merge many >out1 2>err1 &
first=$!
got=0
"$mote" batch --merge many >out 2>err || got=$?
second=0
wait $first || second=$?
told='two merges'
[ "$got $second" = "2 2" ] || fail "two merges: exit codes $got and $second"
for text in err err1; do
    if grep -v 'another mote batch is at work there' $text | grep -q .; then fail "two merges: $(cat $text)"; fi
done

[ $failures -eq 0 ]
