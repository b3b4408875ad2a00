# Which Debian packages each verb of ./run needs, and how to install them. Sourced by ./run.
# shellcheck shell=sh

packages_of() {
    build='gcc libc6-dev cmake ninja-build'
    importer='libassimp-dev libdraco-dev libmeshoptimizer-dev g++' # to read Collada and more, and compressed glTF
    clang='clang-14 libclang-rt-14-dev'
    tests='g++ make pkg-config libcmocka-dev libgmp-dev libxml2-utils sqlite3'
    mpi='libopenmpi-dev openmpi-bin' # for libmote_mpi
    oldest='gcc-11' # the oldest compiler that is supported
    wasm='lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen xz-utils nodejs'
    page='nodejs npm' # to bundle the pages
    python="$build python3-dev python3-cffi python3-numpy python3-setuptools python3-wheel python3-build"
    python_tests='python3-venv python3-pytest python3-hypothesis mypy flake8 binutils'
    blender='blender flake8 xvfb libgl1-mesa-dri python3-pip python3-cffi-backend'
    case $1 in
    demo) echo "$build" ;;
    check) echo "$build pkg-config libcmocka-dev libgmp-dev" ;;
    page) echo "$page" ;;
    view) echo "cmake ninja-build clang-14 $wasm $page" ;;
    test-page) echo "$build clang-14 $wasm $page chromium" ;;
    peers) echo "$build g++ pkg-config libembree-dev libbullet-dev libfcl-dev libcgal-dev" ;;
    wheel) echo "$python" ;;
    test-python) echo "$python $python_tests" ;;
    test-bare) echo mmdebstrap python3 ;;
    optional) echo "$build $importer $mpi $tests $page $python libsqlite3-0 libassimp5" ;;
    test-hostile) echo "$build $importer $tests $page" ;;
    test-poses) echo "$build $tests $page blender" ;;
    test-farm) echo "$build parallel slurm-wlm munge" ;;
    test-blender) echo "$python $page $blender" ;;
    test)
        echo "$build $importer $mpi $tests $oldest $clang $wasm $page gcc-aarch64-linux-gnu libc6-dev-arm64-cross" \
            "$python $python_tests $blender"
        ;;
    recompute) echo "$build python3-numpy" ;;
    mutants) echo "$build $tests python3" ;;
    fuzz) echo "$build $importer $clang" ;;
    docs) echo "$build python3-sphinx python3-myst-parser" ;;
    lint) echo "$build $importer $mpi $tests $clang clang-format-14 clang-tidy-14 cppcheck shellcheck" ;;
    format) echo clang-format-14 ;;
    esac
}

has_command() {
    command -v "$1" >/dev/null 2>&1
}

has_header() {
    has_command gcc && echo "#include <$1>" | gcc -E - >/dev/null 2>&1
}

# Is what the package provides installed, from whatever source?
has_package() {
    case $1 in
    libc6-dev) has_header stdlib.h ;;
    libcmocka-dev) has_header cmocka.h ;;
    libgmp-dev) has_header gmp.h ;;
    libassimp-dev) has_header assimp/cimport.h ;;
    libdraco-dev) [ -e /usr/include/draco/compression/decode.h ] ;;
    libmeshoptimizer-dev) has_header meshoptimizer.h ;;
    libxml2-utils) has_command xmllint ;;
    libopenmpi-dev) has_command mpicc ;;
    openmpi-bin) has_command mpirun ;;
    slurm-wlm) has_command sbatch && [ -x /usr/sbin/slurmd ] && [ -x /usr/sbin/slurmctld ] ;;
    munge) [ -x /usr/sbin/munged ] ;;
    ninja-build) has_command ninja ;;
    python3-cffi-backend) debian_python -c 'import _cffi_backend' ;;
    xvfb) has_command Xvfb ;;
    libgl1-mesa-dri) [ -n "$(find /usr/lib -name swrast_dri.so)" ] ;;
    libembree-dev) [ -e /usr/include/embree3/rtcore.h ] ;;
    libbullet-dev) [ -e /usr/include/bullet/btBulletCollisionCommon.h ] ;;
    libfcl-dev) [ -e /usr/include/fcl/fcl.h ] ;;
    libcgal-dev) [ -e /usr/include/CGAL/AABB_tree.h ] ;;
    nodejs) has_command node ;;
    xz-utils) has_command xz ;;
    lld-14) has_command wasm-ld-14 ;;
    llvm-14) has_command llvm-ar-14 ;;
    libclang-rt-14-dev) has_clang_runtime 'libclang_rt.asan*.a' ;;
    libclang-rt-14-dev-wasm32) has_clang_runtime 'libclang_rt.builtins-wasm32.a' ;;
    wasi-libc) [ -e /usr/include/wasm32-wasi/stdlib.h ] ;;
    gcc-aarch64-linux-gnu) has_command aarch64-linux-gnu-gcc ;;
    libc6-dev-arm64-cross) [ -e /usr/aarch64-linux-gnu/include/stdlib.h ] ;;
    binaryen) has_command wasm-opt ;;
    binutils) has_command nm ;;
    python3) debian_python -c '' ;;
    python3-dev) [ -e "$(debian_python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ] ;;
    python3-venv) has_module ensurepip ;;
    python3-myst-parser) has_module myst_parser ;;
    python3-*) has_module "${1#python3-}" ;;
    mypy | flake8) has_module "$1" ;;
    *) has_command "$1" ;;
    esac
}

# Python with Debian's modules; another one may come first in PATH. MOTE_PYTHON names it.
debian_python() {
    "${MOTE_PYTHON-/usr/bin/python3}" "$@" 2>/dev/null
}

# Not by the folders here: build/ would be taken for the module build.
has_module() {
    debian_python -c "import sys; sys.path = [folder for folder in sys.path if folder]; import $1"
}

has_clang_runtime() {
    has_command clang-14 && [ -n "$(find "$(clang-14 -print-resource-dir)/" -name "$1")" ]
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif has_command sudo; then
        sudo "$@"
    else
        echo "./run: installing needs root or sudo; as root: $*" >&2
        exit 3
    fi
}

# Prints those of the given packages that are missing.
missing_packages() {
    for package in "$@"; do
        has_package "$package" || printf '%s ' "$package"
    done
}

install_packages() {
    echo "./run: installing $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null
}

require_cmake_3_25() {
    version=$(cmake --version | sed -n 's/^cmake version //p')
    oldest=$(printf '%s\n3.25\n' "$version" | sort -V | head -n 1)
    [ "$oldest" = 3.25 ] && return
    echo "./run: CMake $version is too old, 3.25 or newer is needed (Debian 12, Ubuntu 24.04)" >&2
    exit 3
}

# Installs what a verb needs, or stops with exit code 3.
need() {
    wanted=$(packages_of "$1")
    # shellcheck disable=SC2086 # lists of words, here and below
    missing=$(missing_packages $wanted)
    if [ -n "$missing" ]; then
        if ! has_command apt-get; then
            echo "./run: apt-get not found; please install the equivalents of these Debian packages:" >&2
            echo "    $missing" >&2
            exit 3
        fi
        # shellcheck disable=SC2086
        install_packages $missing || { echo "./run: could not install: $missing" >&2; exit 3; }
        # shellcheck disable=SC2086
        missing=$(missing_packages $missing)
        [ -z "$missing" ] || { echo "./run: installed, but not found: $missing" >&2; exit 3; }
    fi
    case $1 in format | page | test-bare) ;; *) require_cmake_3_25 ;; esac
}
