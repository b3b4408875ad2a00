#!/bin/sh
# test_command.sh SOURCE BUILD: every verb of the command, its mistakes and its exit codes.
set -eu
mote=$2/mote
if [ ! -x "$mote" ]; then
    echo "skipped: this build has no command"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

fail() {
    echo "FAILED: $1"
    sed 's/^/    | /' out err
    failures=$((failures + 1))
}

# expect CODE ARGUMENTS...: leaves what was printed in ./out and ./err.
expect() {
    code=$1
    shift
    told="mote $*"
    got=0
    "$mote" "$@" >out 2>err </dev/null || got=$?
    [ "$got" -eq "$code" ] || fail "$told: exit code $got, not $code"
    wide=$(awk 'NR == 1 && /^{/ {exit} length > 80' out) # JSON may be
    [ -z "$wide" ] || fail "$told: wider than 80 columns"
    if grep -q "$(printf '\033')" out err; then fail "$told: escape sequences without a terminal"; fi
}

# says WHERE TEXT: the last command printed it.
says() {
    grep -q -e "$2" "$1" || fail "$told: does not say '$2'"
}

version=$(sed -n 's/#define MOTE_VERSION_[A-Z]* //p' "$1/include/mote/base.h" | paste -sd .)
expect 0 --version
says out "^mote $version\$"

# Help everywhere.
expect 0 --help
for verb in check batch distance demo info scenes export methods bench recall record replay; do
    says out "^  $verb "
done
for verb in check batch distance demo info scenes export methods bench recall record replay; do
    expect 0 "$verb" --help
    says out "^usage: mote $verb"
    says out '^examples:'
    says out "^  mote $verb"
    says out '  --help'
done
expect 0 export --help
for option in frames out format seed speed detail; do
    says out "  --$option "
done

told="mote --man"
"$mote" --man >out 2>err || fail "$told: failed"
for verb in check distance demo replay; do
    says out "^\.SS mote $verb "
done
if grep -v '^\.' out | grep -q "^'"; then fail "$told: a line of text would be taken for a request"; fi

# Mistakes are named, with the nearest thing that is right.
expect 2
says err '^usage: mote VERB'
expect 2 exprot
says err "'exprot'.*'export'"
expect 2 --verison
says err "'--verison'"
expect 2 export teapot-sphere --fram 1 --out d
says err "'--fram'.*'--frames'"
expect 2 export teapot-sphere --frames 5:1 --out d
says err "'5:1'"
expect 2 export teapot-sphere --out d --format plyy
says err "'plyy'.*'ply'"
expect 2 export teapot-sphere --frames 0
says err '--out'
expect 2 export --out d
says err 'usage: mote export SCENE'
expect 2 export no-such-scene --out d
says err 'no-such-scene'
expect 2 scenes more
says err "'more'"
expect 2 info
says err 'usage: mote info INPUT'
expect 2 info missing.ply
says err 'missing.ply'
expect 2 demo no-such-scene
says err 'no-such-scene'
expect 2 demo --method naiv
says err "'naiv'.*'naive'"

# Lists.
expect 0 scenes
says out '^  teapot-sphere'
says out '^models'
expect 0 methods
says out '^  naive'

# Export writes one file a body and frame, in each format, and info finds nothing broken in closed models.
for format in ply obj stl off; do
    expect 0 export teapot-sphere --frames 3:4 --out "a/b-$format" --format "$format"
    says out 'wrote 4 files: 2 bodies, frames 3 to 4'
    [ "$(find "a/b-$format" -name "*_0000[34].$format" | wc -l)" -eq 4 ] || fail "$told: not the four files"
done
expect 0 export teapot-sphere --frames 3 --out again
first=$(find a/b-ply -name '00-*_00003.ply')
cmp "$first" "again/$(basename "$first")" || fail 'the same frame exported twice differs'
sphere=$(find a/b-stl -name '01-*_00003.stl')
expect 0 info "$sphere"
says out 'closed       yes'

# Bench prints a table, writes JSON, and finds that the methods agree.
expect 0 bench teapot-sphere tori --detail 100 --frames 5:7 --repeats 1 --methods hybrid,naive --threads 1,2 --json b.json
says out '^  naive x2 .* same'
says b.json '"name":"hybrid x2"'
if command -v node >/dev/null; then
    node -e 'JSON.parse(require("fs").readFileSync("b.json"))' || fail "$told: b.json is no JSON"
fi
expect 0 bench blobs-light --detail 1000 --frames 0:1 --repeats 1 --order mesh --methods hybrid
expect 0 bench blobs-disjoint --detail 1000 --frames 0:1 --repeats 1 --distance --methods hybrid --peers
says out 'fcl  '
expect 2 bench blobs --methods hybrit
says err "'hybrit'.*'hybrid'"
expect 2 bench blobs --threads 0
expect 2 bench blobs --order mesh --peers
expect 2 bench blobs --frames 0 --json no/such/directory.json --repeats 1
says err 'directory.json'

# A build compared with itself: the reports agree. A build without the module is refused.
if [ -e "$(dirname "$mote")/libmote_bench_runner.so" ]; then
    expect 0 bench --against "$(dirname "$mote")" teapot-sphere --detail 100 --frames 5:7 --repeats 2 --json a.json
    says out '^teapot-sphere .* to '
    says a.json '"differing_frames":0'
    expect 0 bench --against "$(dirname "$mote")" crowd-3 --detail 100 --frames 0:1 --repeats 2 --deformers --methods hybrid,refit
    says out '^crowd-3 .* skins refit'
fi
expect 2 bench --against no/such/build blobs
says err 'no/such/build.*build_runner.sh'
expect 2 bench blobs --bars
says err "'--bars': only with --against"
expect 2 bench
says err 'missing argument: SCENE'

# Recall of an exact method is 1, in words, in JSON on standard output and in a file, and as curves.
expect 0 recall teapot-sphere letters-tt --method refit --frames 20 --speed .02,.1
says out '^letters-tt .* 1.0000 1.0000 1.0000'
says out 'colliding frames  *recall  *1.0000  \[0\.[0-9]*, 1.0000\]'
says out '^  regions of 4 and more  *found  *1.0000'
expect 0 recall letters-tt --frames 5 --json
says out '^"recall":1,"precision":1,"frames":5'
if command -v node >/dev/null; then
    node -e 'JSON.parse(require("fs").readFileSync("out"))' || fail "$told: the output is no JSON"
fi
expect 0 recall --frames 5 --json r.json letters-tt --cold
says out 'colliding frames'
says r.json '"cold":true'
expect 0 recall --json letters-tt --frames 3 --grazing 4
says out '"grazing":4'
says out '"hits":4,"of":4'
expect 0 recall teapot-sphere --frames 6 --sweep particles=12,3 speed=.02,.1 --svg r.svg
says out '^particles 3, speed 0.02 '
says out '^  *x speed 0.1$'
says r.svg '</svg>'
# Methods that list no face pairs are not said to miss them.
for method in closest-feature separating-plane; do
    expect 0 recall spheres-8 stack --method $method --frames 5 --json faces.json
    says out '^stack .* 1.0000  *-  *- '
    says out '^  face pairs  *recall  *-  *the method lists no face pairs$'
    says out '^  regions  *found  *-  *the method lists no face pairs$'
    says out '^  colliding pairs  *recall  *1.0000 '
    says faces.json '"face_recall":{"share":null,"hits":0,"of":0,'
    says faces.json '"regions":{"share":null,'
done
expect 0 recall spheres-8 --method closest-feature --frames 20 --certified
says out '^  regions  *found  *1.0000 '
expect 1 recall far-away --method smith --set smith.paper_face_pair=1 --frames 20 # which is not exact
says err 'a collision that does not exist'
expect 2 recall far-away --method smith --set smith.levl=1
says err "'smith.levl'.*smith.level"
expect 2 recall far-away --method smith --set smith.level=few
says err "'few'"
expect 2 recall
says err '--suite'
expect 2 recall teapot-sphere --sweep particels=3
says err "'particels'.*particles, speed"
expect 2 recall teapot-sphere --sweep particles=3,x7
says err "'x7'"
expect 2 recall teapot-sphere --sweep particles=3 particles=4
says err 'particles=4'
expect 2 recall teapot-sphere --sweep particles=3 speed=.1 detail=100
says err 'detail=100'
expect 2 recall teapot-sphere speed=.1
says err "'speed=.1'"
expect 2 recall teapot-sphere --sweep speed=.1 --speed .2
says err "'--speed'"
expect 2 recall teapot-sphere teapot-sphere
says err 'twice'
expect 2 recall teapot-sphere --speed 0
says err "'0'"
expect 2 recall teapot-sphere --svg r.svg
says err '--sweep'
expect 2 recall no-such-scene
says err 'no-such-scene'
expect 2 recall self-fold
says err 'self-fold'
expect 2 recall teapot-sphere --method parred
says err "'parred'"
expect 2 recall letters-tt --frames 2 --json=no/such/directory.json
says err 'directory.json'

# Broken things are told, and the exit code says so.
cat >broken.off <<'TEXT'
OFF
5 4 0
0 0 0
1 0 0
0 1 0
0 0 1
9 9 9
3 0 1 2
3 0 1 3
3 1 2 0
3 1 1 2
TEXT
expect 1 info broken.off
says out 'broken  *triangles without area: 1 (3)'
says out 'broken  *triangles listed before: 1 (2)'
says out 'note  *unused vertices: 1 (4)'
says out 'closed       no'
expect 2 info broken.off missing.ply "$sphere"
says out 'broken.off'
says out "$sphere"
printf 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 nonsense 0\n3 0 1 2\n' >bad.off
expect 2 info bad.off
says err 'bad.off'
says err '5'

# A recording plays back to the same hashes by any method, and damage is told with its byte.
expect 0 record teapot-sphere --frames 60:64 --out play.moterec
says out 'recorded frames 60 to 64 of teapot-sphere, 2 bodies'
expect 0 replay play.moterec
says out 'frames       5$'
says out 'method       hybrid'
says out 'played       5 frames'
says out 'hashes       5 of 5 compared are equal$'
expect 0 replay play.moterec --method refit --threads 2 --frames 2:3
says out 'method       refit'
says out 'hashes       2 of 2 compared are equal$'
expect 2 replay play.moterec --frames 5
says err 'only 5 frames'
expect 2 replay play.moterec --method refitt
says err "'refitt'.*'refit'"
expect 2 replay missing.moterec
says err 'missing.moterec'
expect 2 replay broken.off
says err 'broken.off.*byte 0'
expect 2 record teapot-sphere
says err '--out'
expect 2 record teapot-sphere --out no/such/folder
says err 'no/such/folder'
size=$(wc -c <play.moterec)
head -c $((size - 40)) play.moterec >cut.moterec
expect 2 replay cut.moterec
says out 'the recording ends within it'
says out 'hashes       4 of 4 compared are equal'
says err 'byte .*cut off'
# A byte within the last result.
printf '\377' | dd of=play.moterec bs=1 seek=$((size - 60)) conv=notrunc 2>err
expect 2 replay play.moterec
says err 'checksum'

# Distances, once and over time.
expect 0 distance teapot-sphere
says out '^  distance '
says out '^  on teapot '
expect 0 distance teapot-sphere --over-time --frames 30:40 --svg distance.svg
says out 'closest      0 in frame 38 (1.267 s)'
says out 'touching     in 3 of 11 frames'
says distance.svg '</svg>'
expect 0 distance "$sphere" "$first"
expect 2 distance "$sphere"
says err 'expected two parts .*, but there is 1'
expect 2 distance teapot-sphere --over-time --svg no/such/folder.svg
says err 'folder.svg'

# A closed pipe or a full disk is an error, not success.
if [ -w /dev/full ]; then
    got=0
    "$mote" scenes >/dev/full 2>err || got=$?
    [ "$got" -eq 2 ] || fail "mote scenes >/dev/full: exit code $got, not 2"
fi

[ "$failures" -eq 0 ] || { echo "command: $failures failures"; exit 1; }
echo "command: all is well"
