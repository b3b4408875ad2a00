#!/bin/sh
# Tests the add-on of integrations/blender in Blender without a window, with the wheel of build/wheel and the command of
# build/demo. The Python of Debian's Blender is that of the system.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
folder=$root/build/blender
python=${MOTE_PYTHON-/usr/bin/python3}

sh tools/build_addon.sh
mkdir -p "$folder/scripts"
"$python" -m zipfile -e build/wheel/mote-*.whl "$folder/site"

MOTE_SITE=$folder/site
MOTE_COMMAND=${MOTE_COMMAND-$root/build/demo/mote}
MOTE_ADD_ON=$folder/mote_check.zip
export MOTE_SITE MOTE_COMMAND MOTE_ADD_ON
run_in_blender() {
    blender --background --factory-startup --python-exit-code 1 --python "integrations/blender/test/$1.py"
}
# Installed into a folder of its own, and not for the user.
(BLENDER_USER_SCRIPTS=$folder/scripts && export BLENDER_USER_SCRIPTS && run_in_blender test_install)
run_in_blender test_addon
