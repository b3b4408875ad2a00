#!/bin/sh
# test_install.sh SOURCE BUILD: installs the build into a folder and uses it as a stranger would.
set -eu
source=$1 build=$2
if [ ! -e "$build/libmote.so" ]; then
    echo "skipped: this build has no shared library"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
consumer=$source/test/install/consumer.c

say() {
    echo "-- $1"
}

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

say 'install, then move the tree: nothing in it may depend on its place'
cmake --install "$build" --prefix "$work/first" >"$work/install.txt" || { cat "$work/install.txt"; exit 1; }
mv "$work/first" "$prefix"
package=$(dirname "$(find "$prefix" -name mote-config.cmake)")
pc=$(dirname "$(find "$prefix" -name mote.pc)")
libdir=$(dirname "$pc")

say 'find_package, static and shared, without our warning flags'
mkdir "$work/app"
cp "$consumer" "$work/app/consumer.c"
cp "$source/test/install/check_consumer.c" "$work/app/consumer_check.c"
cat >"$work/app/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(mote 0.1 REQUIRED)
configure_file(consumer.c consumer_mote.c COPYONLY)
configure_file(consumer.c consumer_mote_shared.c COPYONLY)
configure_file(consumer_check.c consumer_check.c COPYONLY)
foreach(kind mote mote_shared check)
  get_target_property(options mote::${kind} INTERFACE_COMPILE_OPTIONS)
  if(options)
    message(FATAL_ERROR "mote::${kind} forces compile options on its users: ${options}")
  endif()
  add_executable(consumer_${kind} ${CMAKE_BINARY_DIR}/consumer_${kind}.c)
  target_link_libraries(consumer_${kind} PRIVATE mote::${kind})
endforeach()
TEXT
{ cmake -G Ninja -S "$work/app" -B "$work/app/build" -Dmote_DIR="$package" && cmake --build "$work/app/build"; } \
    >"$work/app.txt" 2>&1 || { cat "$work/app.txt"; exit 1; }
"$work/app/build/consumer_mote" || fail 'the statically linked program'
"$work/app/build/consumer_mote_shared" || fail 'the dynamically linked program'
"$work/app/build/consumer_check" || fail 'the program linked with libmote_check'

say 'pkg-config, static and shared'
export PKG_CONFIG_PATH="$pc"
version=$(sed -n 's/#define MOTE_VERSION_[A-Z]* //p' "$source/include/mote/base.h" | paste -sd .)
[ "$(pkg-config --modversion mote)" = "$version" ] || fail "mote.pc is not of version $version"
# shellcheck disable=SC2046 # flags are words
cc "$consumer" -o "$work/pc-shared" $(pkg-config --cflags --libs mote)
LD_LIBRARY_PATH=$libdir "$work/pc-shared" || fail 'the program linked by pkg-config'
# shellcheck disable=SC2046
cc "$consumer" -o "$work/pc-static" $(pkg-config --cflags --libs mote-static)
ldd "$work/pc-static" | grep -q libmote && fail 'mote-static.pc links the shared library'
"$work/pc-static" || fail 'the program linked by pkg-config mote-static'
# shellcheck disable=SC2046
cc "$work/app/consumer_check.c" -o "$work/pc-check" $(pkg-config --cflags --libs mote-check)
"$work/pc-check" || fail 'the program linked by pkg-config mote-check'
# shellcheck disable=SC2046
cc -shared -o "$work/binding.so" -Wl,--whole-archive "$libdir/libmote_check.a" -Wl,--no-whole-archive \
    $(pkg-config --libs mote-static) -ldl || fail 'a shared library made of libmote_check, as bindings are'
# The soname changes when find_package would refuse the version.
readelf -d "$libdir/libmote.so" | grep -q "SONAME.*libmote\.so\.${version%.*}\]" || fail "the soname is not that of ${version%.*}"

say 'components: the runtime alone is a shared library, and nothing else'
cmake --install "$build" --prefix "$work/runtime" --component runtime >/dev/null
[ "$(find "$work/runtime" ! -type d ! -name 'libmote.so.*')" = '' ] || fail 'the component runtime holds more than libmote.so.*'

say 'libmote.so exports the public functions and nothing else'
# A declaration may go on over several lines: all are joined, then cut at each semicolon.
cat "$prefix"/include/mote/*.h | sed 's,//.*,,' | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*MOTE_API [^(]*\b\(mote_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$work/public"
nm -D --defined-only "$libdir/libmote.so" | awk '{ print $3 }' | sort -u >"$work/exported"
extra=$(comm -13 "$work/public" "$work/exported")
[ -z "$extra" ] || fail "exported but not in a public header: $extra"
lacking=$(comm -23 "$work/public" "$work/exported")
[ -z "$lacking" ] || fail "declared MOTE_API but not exported: $lacking"

say 'libmote_check.a defines what mote/check.h declares'
sed 's,//.*,,' "$prefix/include/mote/check.h" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*MOTE_CHECK_API [^(]*\b\(mote_check_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$work/public"
nm --defined-only "$libdir/libmote_check.a" 2>/dev/null | awk '$2 == "T" { print $3 }' | sort -u >"$work/defined"
[ -s "$work/public" ] || fail 'mote/check.h declares nothing'
lacking=$(comm -23 "$work/public" "$work/defined")
[ -z "$lacking" ] || fail "declared MOTE_CHECK_API but not defined: $lacking"

say 'each header stands alone, in C17 and in C++11, with all warnings'
for header in "$prefix"/include/mote/*.h; do
    name=mote/$(basename "$header")
    [ "$name" != mote/mpi.h ] || continue # needs MPI: below
    echo "#include <$name>" >"$work/header.c"
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror -I "$prefix/include" -fsyntax-only "$work/header.c" ||
        fail "$name in C"
    c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$prefix/include" -fsyntax-only \
        "$work/header.c" || fail "$name in C++"
done
if [ -e "$prefix/include/mote/mpi.h" ]; then
    say 'libmote_mpi by find_package and by pkg-config with mpicc, in C and in C++'
    mkdir "$work/mpi"
    cp "$source/test/install/mpi_consumer.c" "$work/mpi/consumer.c"
    cat >"$work/mpi/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C)
find_package(mote 0.1 REQUIRED COMPONENTS mpi)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE mote::mpi)
TEXT
    { cmake -G Ninja -S "$work/mpi" -B "$work/mpi/build" -Dmote_DIR="$package" && cmake --build "$work/mpi/build"; } \
        >"$work/mpi.txt" 2>&1 || { cat "$work/mpi.txt"; exit 1; }
    # shellcheck disable=SC2046
    mpicc "$work/mpi/consumer.c" -o "$work/mpi/pc" $(pkg-config --cflags --libs mote-mpi) || fail 'mote-mpi.pc'
    echo '#include <mote/mpi.h>' >"$work/header.c"
    # shellcheck disable=SC2046
    c++ -x c++ -std=c++11 -Wall -Wextra -Werror -I "$prefix/include" $(mpicc -showme:compile | sed 's/-I/-isystem /g') \
        -fsyntax-only "$work/header.c" || fail 'mote/mpi.h in C++'
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    for program in build/consumer pc; do
        mpirun --oversubscribe -n 2 "$work/mpi/$program" || fail "libmote_mpi: $program"
    done
fi

say 'mote.hpp, in C++17'
# shellcheck disable=SC2046
c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror "$source/test/install/consumer.cpp" -o "$work/pc-cpp" \
    $(pkg-config --cflags --libs mote-static)
"$work/pc-cpp" "$work/consumer.moterec" || fail 'the C++ program'
echo "install: all is well"
