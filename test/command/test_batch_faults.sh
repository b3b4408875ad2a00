#!/bin/sh
# test_batch_faults.sh SOURCE BUILD: batches among files of others, with inputs that change, with processes that crash or are asked to
# end, and with reports that cannot be written. What is not done is told, and the next run does it.
set -eu
mote=$2/mote
if [ ! -x "$mote" ] || [ ! -x "$2/mote_make_body" ]; then
    echo "skipped: this build has no command"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
build=$2
failures=0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset OMPI_COMM_WORLD_SIZE PMI_SIZE

fail() {
    echo "FAILED: $1"
    if [ -e err ]; then sed 's/^/    | /' out err; fi
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
}

says() {
    grep -q -e "$2" "$1" || fail "$told: does not say '$2'"
}

# The state of the first check.
state_is() {
    grep -q "\"state\":\"$2\"" "$1/batch.json" || fail "$3: the check is not called $2"
}

tetrahedron() {
    printf 'v %s 0 0\nv %s 0 0\nv %s 1 0\nv %s 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' "$1" "$(($1 + 1))" "$1" "$1"
}

tetrahedron 0 >a.obj
tetrahedron 10 >b.obj
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

[ $failures -eq 0 ]
