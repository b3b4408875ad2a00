#!/bin/sh
# test_huge.sh SOURCE BUILD: mote check with a tolerance ends in an answer for corners at the ends of what floats hold.
set -eu
build=$2
[ -x "$build/mote" ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    # Two parts of a few faces, which fill no whole group of eight.
    awk -v seed="$seed" 'BEGIN {
        srand(seed)
        split("3.4028234e38 -3.4028234e38 0 1", values, " ")
        for (part = 0; part < 2; part++) {
            print "o part" part
            faces = 5 + 4 * (seed % 7)
            for (i = 0; i < 3 * faces; i++)
                print "v", values[int(4 * rand()) + 1], values[int(4 * rand()) + 1], values[int(4 * rand()) + 1]
            for (i = 0; i < faces; i++) print "f", first + 3 * i + 1, first + 3 * i + 2, first + 3 * i + 3
            first += 3 * faces
        }
    }' >"$work/huge.obj"
    code=0
    "$build/mote" check "$work/huge.obj" --tolerance 1 --self >"$work/out.txt" 2>&1 || code=$?
    if [ "$code" -gt 1 ]; then
        echo "seed $seed: mote check ended with $code" >&2
        cat "$work/out.txt" >&2
        exit 1
    fi
done
echo "mote check: all is well"
