#!/bin/sh
# test_adding_a_method.sh SOURCE BUILD: see follow_adding_a_method.py. It compiles the library once more, which the build in which
# the other tests of the documents run does for all.
set -eu
grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$2/CMakeCache.txt" || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${MOTE_PYTHON-/usr/bin/python3}" "$1/test/docs/follow_adding_a_method.py" "$1" "$work"
