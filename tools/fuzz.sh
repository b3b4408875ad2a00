#!/bin/sh
# tools/fuzz.sh [SECONDS] [TARGET...]: runs the built fuzz targets, each on a copy of its corpus.
set -eu
cd "$(dirname "$0")/.."

seconds=60
case ${1-} in
'' | *[!0-9]*) ;;
*)
    seconds=$1
    shift
    ;;
esac
if [ $# -eq 0 ]; then
    for file in fuzz/fuzz_*.c; do
        name=${file#fuzz/fuzz_}
        set -- "$@" "${name%.c}"
    done
fi

for name in "$@"; do
    program=build/fuzz/fuzz_$name
    [ -x "$program" ] || { echo "./run fuzz: no target '$name' in fuzz/" >&2; exit 2; }
    corpus=build/fuzz-corpus/$name
    mkdir -p "$corpus"
    [ ! -d "fuzz/corpus/$name" ] || cp -r "fuzz/corpus/$name/." "$corpus"
    printf '%-24s ' "$name"
    if "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="build/fuzz-corpus/$name-" "$corpus" >"build/fuzz-corpus/$name.txt" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz-corpus/$name.txt")
        echo "ok, $runs runs in $seconds s"
    else
        echo FAILED
        tail -n 40 "build/fuzz-corpus/$name.txt"
        echo "./run fuzz: $name failed; the input is build/fuzz-corpus/$name-*" >&2
        exit 1
    fi
done
