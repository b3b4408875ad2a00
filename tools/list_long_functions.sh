#!/bin/sh
# Lists the functions of more than 100 lines, which do not fit on two screens. It only reports: a function is as long as one thought.
# Straight-line kernels (*_simd.c) and tests are left out.
set -eu
cd "$(dirname "$0")/.."

# From the line of the name to that of the closing brace, both included; tables and types are no functions.
git ls-files '*.[ch]' ':!test' ':!*_simd.c' | xargs awk '
    FNR == 1 { start = 0 }
    /^[a-zA-Z_].*\(/ && !/;$/ { head = FNR }
    /^\{/ { start = head }
    /^\}/ {
        if (start && FNR - start + 1 > 100) printf "%s:%d: function of %d lines\n", FILENAME, start, FNR - start + 1
        start = 0
        head = 0
    }'
