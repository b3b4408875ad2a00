#!/bin/sh
# test_subproject.sh SOURCE BUILD: mote as a part of another project, which has warning flags of its own and is partly C++20.
set -eu
source=$1 build=$2
if [ ! -e "$build/libmote.so" ]; then
    echo "skipped: one build of this test is enough"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

cp "$source/test/install/consumer.c" "$work/consumer.c"
cp "$source/test/install/consumer.c" "$work/consumer.cpp"
cat >"$work/CMakeLists.txt" <<TEXT
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 20)
add_compile_options(-Wall -Wextra -Wconversion -Wsign-conversion -Werror)
include(FetchContent)
FetchContent_Declare(mote SOURCE_DIR "$source")
FetchContent_MakeAvailable(mote)
foreach(kind mote mote_shared)
  add_executable(c_\${kind} consumer.c)
  target_link_libraries(c_\${kind} PRIVATE mote::\${kind})
  add_executable(cxx_\${kind} consumer.cpp)
  target_link_libraries(cxx_\${kind} PRIVATE mote::\${kind})
endforeach()
TEXT
# -O0: what is tested is the project, not the code.
{ cmake -G Ninja -S "$work" -B "$work/build" -DCMAKE_BUILD_TYPE=Debug && cmake --build "$work/build" -j 2; } \
    >"$work/log.txt" 2>&1 || { tail -n 40 "$work/log.txt"; exit 1; }
for program in c_mote c_mote_shared cxx_mote cxx_mote_shared; do
    "$work/build/$program" || fail "$program"
done
ldd "$work/build/c_mote" | grep -q libmote && fail 'mote::mote is not static'
ldd "$work/build/c_mote_shared" | grep -q 'libmote\.so\.0\.1' || fail 'mote::mote_shared is not shared'
[ ! -e "$work/build/compile_commands.json" ] || fail 'the parent got compile_commands.json'
[ -z "$(find "$work/build" -name CTestTestfile.cmake)" ] || fail 'the parent got tests'
[ -z "$(find "$work/build" -name 'mote-config.cmake')" ] || fail 'the parent got install rules'
[ ! -e "$work/build/_deps/mote-build/mote" ] || fail 'the parent got the command'
echo "subproject: all is well"
