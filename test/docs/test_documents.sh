#!/bin/sh
# test_documents.sh SOURCE BUILD [PART]: runs the blocks of the documents that belong to a part, those that need nothing but the build
# if none is given; see inventory.py and run_documents.py.
if [ $# -eq 2 ] && [ ! -e "$2/libmote.so" ]; then
    echo "skipped: one build of this test is enough"
    exit 77
fi
exec "${MOTE_PYTHON-/usr/bin/python3}" "$1/test/docs/run_documents.py" "$1" "$2" "${3-native}"
