#!/bin/sh
# All checks that read the sources without running them. All of them run; one failure fails the whole.
set -eu
cd "$(dirname "$0")/.."
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
failed=''

check() {
    name=$1
    shift
    started=$(date +%s)
    if "$@"; then verdict=ok; else verdict=FAILED failed="$failed $name"; fi
    printf '%-20s %-6s %4d s\n' "$name" "$verdict" $(($(date +%s) - started))
}

formatting() {
    sh tools/list_sources.sh | xargs clang-format-14 --dry-run -Werror
}

# clang-tidy and cppcheck read the compile commands of the clang build; configuring is enough.
configure() {
    cmake --preset clang >build/lint.txt 2>&1 || { cat build/lint.txt; return 1; }
}

# One file per process: with more, clang-tidy-14 loses track of va_start.
tidy() {
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/clang/compile_commands.json | sort -u |
        xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build/clang 2>build/tidy.txt
}

cpp_check() {
    cppcheck --quiet --project=build/clang/compile_commands.json -j "$jobs" --std=c11 --inline-suppr \
        --enable=warning,performance,portability --suppressions-list=tools/cppcheck.txt \
        --error-exitcode=1
}

shell_check() {
    shellcheck --severity=warning --external-sources run .ci/run tools/*.sh test/*/*.sh test/*/*/*.sh
}

# Every public symbol is documented as far as docs/site/headers.py asks for it, every public function has a use, and every link of
# the site leads somewhere.
site() {
    "${MOTE_PYTHON-/usr/bin/python3}" docs/site/build.py --check
}

mkdir -p build
check site site
check clang-format formatting
check include-directions sh tools/check_includes.sh
check names sh tools/check_names.sh
check shellcheck shell_check
check configure configure
check clang-tidy tidy
check cppcheck cpp_check
sh tools/list_long_functions.sh # which is no fault
[ -z "$failed" ] || { echo "./run lint:$failed FAILED" >&2; exit 1; }
echo "lint: all checks passed"
