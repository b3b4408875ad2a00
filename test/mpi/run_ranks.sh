# run_ranks BUILD RANKS PROGRAM: runs a test program on that many ranks. A hang ends after an hour.
# shellcheck shell=sh
run_ranks() {
    if [ ! -e "$1/$3" ] || ! command -v mpirun >/dev/null; then
        echo "skipped: this build has no $3"
        exit 77
    fi
    # Leaks are counted by the tests themselves: MPI has some of its own.
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0
    timeout 3600 mpirun --oversubscribe -n "$2" "$1/$3"
}
