#!/bin/sh
# Packs the add-on of integrations/blender as build/blender/mote_check.zip, which Blender installs.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/blender
mkdir -p build/blender/mote_check
cp integrations/blender/mote_check/*.py integrations/blender/mote_check/blender_manifest.toml LICENSE build/blender/mote_check
cd build/blender
"${MOTE_PYTHON-/usr/bin/python3}" -m zipfile -c mote_check.zip mote_check
