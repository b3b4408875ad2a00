#!/bin/sh
# Builds the wheel of bindings/python into build/wheel.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/wheel
"${MOTE_PYTHON-/usr/bin/python3}" -m build --wheel --no-isolation --outdir build/wheel bindings/python
