#!/bin/sh
# optional.sh without PACKAGE... : removes Debian's packages from this machine, builds mote without them, checks what still works and
# what is said in place of what does not, and installs the packages again. As root, in a clone.
# optional.sh bare BUILD: the same checks for a build on a machine that has none of the optional packages; it removes nothing.
#
# A feature that needs a package either works, or ends with a message that names the package: never with another one.
set -eu
what=$1
shift

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

# feature NAME PACKAGES EXIT COMMAND...: the command ends with the code EXIT, or, if one of the packages is absent, with another
# code and with a message that names that package.
feature() {
    name=$1 packages=$2 expected=$3
    shift 3
    missing=
    for package in $packages; do
        case " $absent " in *" $package "*) missing=$package ;; esac
    done
    code=0
    "$@" >/tmp/feature.txt 2>&1 || code=$?
    if [ -n "$missing" ]; then
        [ "$code" -ne "$expected" ] || fail "$name works without $missing?"
        grep -q -F -e "$missing" /tmp/feature.txt ||
            { cat /tmp/feature.txt; fail "$name without $missing: the message does not name the package"; }
        echo "$name: $(grep -m 1 -F -e "$missing" /tmp/feature.txt)"
    else
        [ "$code" -eq "$expected" ] || { tail -n 30 /tmp/feature.txt; fail "$name: exit code $code, expected $expected"; }
        echo "$name: works"
    fi
}

# The features of the build in the folder $build, without the packages $absent. Exit code 1 of 'mote check': something meets.
check_features() {
    mote=$build/mote
    "$build/mote_make_arm" /tmp/arm.glb
    printf '0 0 0 1 0 0 0 1 0\n.2 .2 -.5 .2 .2 .5 .5 .2 .5\n' >/tmp/two.raw
    feature 'a GLB file' '' 1 "$mote" check /tmp/arm.glb
    feature 'a file that libassimp reads' 'libassimp-dev libassimp5' 0 "$mote" check /tmp/two.raw
    feature 'glTF by Draco' 'libdraco-dev g++' 1 "$mote" check fuzz/corpus/gltf/draco.glb
    feature 'glTF by meshoptimizer' libmeshoptimizer-dev 1 "$mote" check fuzz/corpus/gltf/meshopt.glb
    feature 'a report in SQLite' libsqlite3-0 1 "$mote" check /tmp/arm.glb --sqlite /tmp/arm.db
    feature 'MPI' libopenmpi-dev 0 mpi_or_not "$mote" bench --mpi crowd-8 --frames 0:2 --repeats 1
    feature 'the tests' 'libcmocka-dev libgmp-dev' 0 configure_tests
    case " $absent " in
    *' nodejs '*)
        feature 'a report in HTML' nodejs 1 "$mote" check /tmp/arm.glb --html /tmp/arm.html
        feature 'the page of reports' nodejs 0 sh tools/build_page.sh
        ;;
    *' python3-dev '*) feature 'the Python package' python3-dev 0 python3 -m build --no-isolation --wheel bindings/python ;;
    esac
}

# By mpirun, if that is there.
mpi_or_not() {
    if command -v mpirun >/dev/null; then
        OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "$@"
    else
        "$@"
    fi
}

configure_tests() {
    rm -rf /tmp/tests
    cmake -G Ninja -B /tmp/tests -DMOTE_TESTS=ON
}

case $what in
bare)
    build=$1
    absent='libassimp-dev libdraco-dev g++ libmeshoptimizer-dev libsqlite3-0 libopenmpi-dev libcmocka-dev libgmp-dev nodejs'
    check_features
    ;;
without)
    absent=$*
    build=build/optional
    # By dpkg: what depends on the packages stays.
    # shellcheck disable=SC2086 # a list of words
    [ -z "$absent" ] || dpkg --remove --force-depends $absent >/dev/null 2>&1 || fail "dpkg could not remove $absent"
    rm -f apps/report/dist/page.html
    # The cache goes, and the modules that this build may lack. Objects that stay the same are not compiled again.
    rm -f $build/CMakeCache.txt $build/libmote_*.so
    cmake -G Ninja -B $build -DMOTE_MPI=ON >/tmp/configure.txt 2>&1 || { cat /tmp/configure.txt; fail configuring; }
    cmake --build $build >/tmp/build.txt 2>&1 || { tail -n 40 /tmp/build.txt; fail building; }
    check_features
    # shellcheck disable=SC2086
    [ -z "$absent" ] || apt-get install -y -qq --no-install-recommends $absent >/tmp/apt.txt 2>&1 ||
        { tail -n 20 /tmp/apt.txt; fail "apt could not install $absent again"; }
    ;;
*) exit 2 ;;
esac
