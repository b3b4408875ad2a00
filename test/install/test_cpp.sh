#!/bin/sh
# test_cpp.sh SOURCE BUILD: mote.hpp compiles as C++17 without a warning, and each of its classes works; examples/objects.cpp too.
set -eu
source=$1 build=$2
if [ ! -e "$build/libmote.so" ] || ! command -v c++ >/dev/null; then
    echo "skipped: this build has no shared library, or there is no C++ compiler"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I "$source/include" \
    "$source/test/install/consumer.cpp" -o "$work/consumer" "$build/libmote.so" -Wl,-rpath,"$build"
"$work/consumer" "$work/consumer.moterec"
c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I "$source/include" \
    "$source/examples/objects.cpp" -o "$work/objects" "$build/libmote.so" -Wl,-rpath,"$build"
sh "$source/test/docs/run_example.sh" "$work/objects" "$source/examples/objects.txt"
echo "mote.hpp: all is well"
