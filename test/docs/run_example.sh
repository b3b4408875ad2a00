#!/bin/sh
# run_example.sh PROGRAM EXPECTED: runs a program of examples/ in an empty folder; it must succeed and print what the file
# EXPECTED holds. Any number of microseconds will do.
set -eu
[ -e "$2" ] || { echo "$2 is missing: the output of $1" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
without_times() {
    sed 's/[0-9.]* us\b/N us/g'
}
"$1" >out.txt || { echo "$1 failed with exit code $?" >&2; exit 1; }
without_times <out.txt >printed.txt
without_times <"$2" | diff - printed.txt || { echo "$1 prints something else than $2" >&2; exit 1; }
