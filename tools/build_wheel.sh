#!/bin/sh
# Builds the wheel of bindings/python into build/wheel.
set -eu
cd "$(dirname "$0")/.."
# What setuptools left there from another version would become part of the wheel.
rm -rf build/wheel bindings/python/build
"${MOTE_PYTHON-/usr/bin/python3}" -m build --wheel --no-isolation --outdir build/wheel bindings/python
