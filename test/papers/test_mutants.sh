#!/bin/sh
# test_mutants.sh SOURCE BUILD: the lists of mutants fit the sources, and a few of the mutants are killed. ./run mutants tries all.
set -eu
python=${MOTE_PYTHON-/usr/bin/python3}
if ! "$python" -c '' 2>/dev/null; then
    echo "skipped: there is no Python"
    exit 77
fi
"$python" "$1/tools/mutants/mutants.py" --check
# Sanitizers would only slow them down.
case ${MOTE_TEST_RUN-} in quick) exit 0 ;; esac
if [ ! -e "$2/build.ninja" ] || [ ! -e "$2/compile_commands.json" ]; then exit 0; fi
"$python" "$1/tools/mutants/mutants.py" --build "$2" --sample 5
