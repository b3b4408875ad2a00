# Stages of ./run test: each is named, timed and logged; the first failure ends the run.
# shellcheck shell=sh

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
logs=build/logs

seconds() {
    date +%s
}

# configure_and_build PRESET [cmake options...]
configure_and_build() {
    preset=$1
    shift
    cmake --preset "$preset" "$@" && cmake --build "build/$preset" -j "$jobs"
}

# build_tests PRESET SELECTION...: builds the tests in C that ctest selects, and no others.
build_tests() {
    preset=$1
    shift
    cmake --preset "$preset" || return 1
    targets=$(ctest --test-dir "build/$preset" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' |
        sed 's,/,_,g; s/^/test_/; s/^test_examples/mote_examples/; s/^test_fuzz/fuzz/')
    if [ -z "$targets" ]; then
        echo "no test matches $*"
        return 1
    fi
    # shellcheck disable=SC2086 # a list of words
    cmake --build "build/$preset" -j "$jobs" --target $targets
}

begin_stages() {
    mkdir -p "$logs"
    rm -f "$logs"/*
    started=$(seconds)
    : >"$logs/summary"
}

# stage NAME COMMAND...: writes the output to a log, and the lines of ctest to the screen as well.
stage() {
    name=$1
    shift
    echo "== $name"
    stage_started=$(seconds)
    # POSIX sh cannot tell the status of the first command of a pipe; a file can.
    if "$@" 2>&1; then echo 0 >"$logs/status"; else echo 1 >"$logs/status"; fi |
        tee "$logs/$name.txt" | ctest_lines
    stage_seconds=$(($(seconds) - stage_started))
    tests=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$logs/$name.txt" | tail -n 1)
    [ "$(cat "$logs/status")" = 0 ] || stage_failed
    printf '%-12s %6s %8d s\n' "$name" "${tests:--}" "$stage_seconds" >>"$logs/summary"
}

# The lines of ctest about each test; compiler output only matters if the build fails.
ctest_lines() {
    grep -E '^ *[0-9]+/[0-9]+ Test|tests passed|tests failed' || true
}

stage_failed() {
    echo
    if [ -n "$tests" ]; then
        sed -n '/The following tests FAILED/,$p' "$logs/$name.txt"
        grep -E -B 2 -A 12 '\[  ERROR|\[  FAILED|ERROR: |error:|\*\*\*Failed' "$logs/$name.txt" | tail -n 100
    else
        tail -n 60 "$logs/$name.txt"
    fi
    echo
    echo "./run: stage $name FAILED after $stage_seconds s; see $logs/$name.txt" >&2
    exit 1
}

end_stages() {
    echo
    printf '%-12s %6s %8s\n' stage tests time
    cat "$logs/summary"
    echo
    awk '{ if ($2 != "-") sum += $2 } END { printf "100%% tests passed, 0 tests failed out of %d\n", sum }' \
        "$logs/summary"
    echo "Total Test time (real) = $(($(seconds) - started)) sec"
}

run_ctest() {
    preset=$1
    shift
    ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error "$@"
}

stage_release() {
    configure_and_build release && run_ctest release
}

# What install/ tests is built without sanitizers.
stage_asan() {
    configure_and_build asan && MOTE_TEST_RUN=quick run_ctest asan -E '^install/'
}

# The kernels in plain C; what is left out does not call them, or no others than the rest.
stage_scalar() {
    configure_and_build scalar &&
        MOTE_TEST_RUN=quick run_ctest scalar -E '^(assets|bindings|check|command|docs|install|io)/'
}

# What users build. The stage asan compiles the tests with clang, with the same warnings.
stage_clang() {
    cmake --preset clang &&
        cmake --build build/clang -j "$jobs" --target mote_shared mote_command mote_bars mote_benchmarks mote_mpi_bench mote_mpi_batch
}

# The oldest compiler, with flags in which a caller might wrap mote: the report hashes of all scenes stay the same.
stage_oldest_compiler() {
    cmake -G Ninja -B build/gcc-11 -DCMAKE_C_COMPILER=gcc-11 -DCMAKE_C_FLAGS='-march=native -ffast-math' \
        -DMOTE_WERROR=ON -DMOTE_SHARED=OFF &&
        cmake --build build/gcc-11 -j "$jobs" --target mote_hashes &&
        build/gcc-11/mote_hashes >build/gcc-11/hashes.txt &&
        build/release/mote_hashes | cmp - build/gcc-11/hashes.txt
}

# Only tests with the label "threads" are built for the thread sanitizer.
stage_tsan() {
    build_tests tsan -L threads && MOTE_TEST_RUN=quick run_ctest tsan -L threads
}

stage_wasm() {
    configure_and_build wasm && cmake --preset wasm-threads &&
        cmake --build build/wasm-threads -j "$jobs" --target mote_scenes_module || return 1
    flags=--no-warnings
    # Before version 20, node needs a flag for WASI, which later versions may drop.
    node -e 'require("wasi")' 2>/dev/null || flags="$flags --experimental-wasi-unstable-preview1"
    # shellcheck disable=SC2086
    node $flags test/wasm/smoke.mjs build/wasm/mote_smoke.wasm build/release/mote_smoke && test_js
}

# The package of bindings/js: types, tests, and the report hashes of all scenes compared with the release build; then the
# packed package with bundlers and the oldest node.
test_js() {
    sh tools/fetch_npm.sh bindings/js && npm --prefix bindings/js run build && npm --prefix bindings/js test &&
        sh tools/fetch_npm.sh bindings/js/test/packed && npm --prefix bindings/js/test/packed test &&
        sh test/docs/test_documents.sh . build/release js
}

# The live page without a browser: types, engine, size.
stage_viewer() {
    sh tools/build_viewer.sh && npm --prefix apps/viewer test && compare_poses
}

# Poses of FBX files, as three.js has them, which the page brings along.
compare_poses() {
    MOTE_NODE_MODULES=apps/viewer/node_modules node test/poses/run.mjs build/release build/poses-quick --quick
}

# The package of bindings/python as a wheel: tests, types, and the report hashes of all scenes.
stage_python() {
    sh tools/build_wheel.sh && sh tools/test_python.sh
}

# The verbs that the documents name.
stage_documents() {
    sh test/docs/test_documents.sh . build/release verbs
}
