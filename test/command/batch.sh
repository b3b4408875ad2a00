# What the tests of batches share; sourced with the arguments of the test, SOURCE BUILD. Goes to a folder of its own.
# shellcheck shell=sh
mote=$2/mote
build=$2
if [ ! -x "$mote" ] || [ ! -x "$build/mote_make_body" ]; then
    echo "skipped: this build has no command"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
work=$(pwd -P)
failures=0
# Processes that a batch starts are those of this build; leaks of MPI are its own.
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
