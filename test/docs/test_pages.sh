#!/bin/sh
# test_pages.sh SOURCE BUILD: see check_pages.py.
exec "${MOTE_PYTHON-/usr/bin/python3}" "$1/test/docs/check_pages.py" "$1"
