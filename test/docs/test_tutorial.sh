#!/bin/sh
# test_tutorial.sh SOURCE BUILD: see follow_tutorial.py.
if [ ! -e "$2/libmote.so" ]; then
    echo "skipped: one build of this test is enough"
    exit 77
fi
exec "${MOTE_PYTHON-/usr/bin/python3}" "$1/test/docs/follow_tutorial.py" "$1" "$2"
