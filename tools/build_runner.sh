#!/bin/sh
# build_runner.sh BUILD [SOURCE [OUT]]
#
# Compiles bench/against/runner.c against another version of mote, for 'mote bench --against BUILD': BUILD is the build
# directory that holds its libmote.a, SOURCE the tree it was built from (taken from BUILD/CMakeCache.txt if not given),
# OUT the module to write (BUILD/libmote_bench_runner.so). Builds of this tree since the module exists make it themselves.
set -eu
root=$(dirname "$0")/..
if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
build=$1
[ -e "$build/libmote.a" ] || { echo "build_runner.sh: $build/libmote.a does not exist" >&2; exit 1; }
source=${2-$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")}
out=${3-$build/libmote_bench_runner.so}
"${CC-cc}" -std=c17 -O2 -shared -fPIC -fvisibility=hidden -I "$source/include" -I "$root" -o "$out" \
    "$root/bench/against/runner.c" "$build/libmote.a" -Wl,--exclude-libs,ALL -Wl,-Bsymbolic -pthread -lm
echo "$out"
