#!/bin/sh
# test_headers.sh SOURCE BUILD: see test_headers.py.
exec "${MOTE_PYTHON-/usr/bin/python3}" "$1/test/docs/test_headers.py"
