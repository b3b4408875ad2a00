#!/bin/sh
# readme.sh make|Ninja: does literally what README says under "Use it", with that generator, and compares what its program prints
# with examples/hello.txt. As a user who may become root by sudo, in a clone, with a compiler, CMake and pkg-config.
set -eu
clone=$PWD
generator=$1

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

# indented TEXT: the indented block of README behind the line that contains TEXT.
indented() {
    awk -v text="$1" 'index($0, text) { found = 1; next } found && /^    / { print substr($0, 5); printed = 1; next }
        printed { exit }' README.md | grep . || fail "README has no indented block behind '$1'"
}

# fenced KIND TEXT: the fenced block of that kind in which TEXT is.
fenced() {
    awk -v kind="$1" -v text="$2" '/^```/ { if (inside && block ~ text) printf "%s", block; inside = $0 == "```" kind; block = ""; next }
        inside { block = block $0 "\n" }' README.md | grep . || fail "README has no $1 block with '$2'"
}

# project FOLDER LINES: a project of README's program and these lines of CMake.
project() {
    mkdir -p "$1"
    cp /tmp/app.c "$1/app.c"
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES C)\nadd_executable(app app.c)\n%s\n' "$2" >"$1/CMakeLists.txt"
}

prints_hello() {
    "$@" >/tmp/printed.txt || fail "$* ended with code $?"
    diff "$clone/examples/hello.txt" /tmp/printed.txt || fail "$* prints something else than examples/hello.txt"
    echo "$*: as README says"
}

fenced c mote_world_detect >/tmp/app.c
case $generator in
make) unset CMAKE_GENERATOR ;;
*) export CMAKE_GENERATOR="$generator" ;;
esac
rm -rf build /tmp/by-* /tmp/copy

sudo rm -rf /usr/local/lib/libmote* /usr/local/lib/cmake/mote /usr/local/include/mote /usr/local/bin/mote
indented 'Install it with' >/tmp/install.sh
sh -ex /tmp/install.sh >/tmp/install.txt 2>&1 || { tail -n 40 /tmp/install.txt; fail "README's lines to install"; }
case $generator in make) [ -e build/Makefile ] ;; *) [ -e build/build.ninja ] ;; esac || fail "this was not $generator"
mote --version

package=$(fenced cmake 'find_package')
project /tmp/by-static "$package"
project /tmp/by-shared "$(echo "$package" | sed 's/mote::mote)/mote::mote_shared)/')"
for kind in static shared; do
    (cd /tmp/by-$kind && cmake -B build && cmake --build build) >/tmp/build.txt 2>&1 || { cat /tmp/build.txt; fail "find_package, $kind"; }
    prints_hello /tmp/by-$kind/build/app
done
ldd /tmp/by-shared/build/app | grep -q libmote || fail 'find_package: mote::mote_shared is not shared'
! ldd /tmp/by-static/build/app | grep -q libmote || fail 'find_package: mote::mote is not static'

cd /tmp/by-static
(cd "$clone" && indented 'With pkg-config') >/tmp/lines.txt
while read -r line; do
    rm -f a.out
    sh -c "$line" || fail "$line"
    prints_hello ./a.out
    case $line in
    *mote-static*) ! ldd a.out | grep -q libmote || fail "$line: not static" ;;
    *) ldd a.out | grep -q libmote || fail "$line: not shared" ;;
    esac
done </tmp/lines.txt
[ "$(grep -c 'libs mote)' /tmp/lines.txt)-$(grep -c 'libs mote-static)' /tmp/lines.txt)" = 1-1 ] ||
    fail 'README links by pkg-config once shared and once static'
cd "$clone"

sudo rm -rf /usr/local/lib/libmote* /usr/local/lib/cmake/mote /usr/local/include/mote
link=$(echo "$package" | grep target_link_libraries)
project /tmp/by-subdirectory "$(fenced cmake 'add_subdirectory')
$link"
git clone -q "$clone" /tmp/by-subdirectory/mote
project /tmp/by-fetch "$(fenced cmake 'FetchContent' | sed "s,GIT_REPOSITORY [^ ]*,GIT_REPOSITORY file://$clone,; s,GIT_TAG [^ )]*,GIT_TAG HEAD,")
$link"
for kind in subdirectory fetch; do
    (cd /tmp/by-$kind && cmake -B build && cmake --build build) >/tmp/build.txt 2>&1 || { cat /tmp/build.txt; fail "$kind"; }
    prints_hello /tmp/by-$kind/build/app
done
