#!/bin/sh
# Tests the add-on of integrations/blender in Blender, with the wheel of build/wheel and the command of build/demo: first
# without a window, then in one on a display in memory. The Python of Debian's Blender is that of the system.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
folder=$root/build/blender
python=${MOTE_PYTHON-/usr/bin/python3}

"$python" -m flake8 --config bindings/python/setup.cfg integrations/blender
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

# The server writes the number of its display to descriptor 3 when it is ready.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1400x900x24 3>"$folder/display" >"$folder/xvfb.txt" 2>&1 &
server=$!
trap 'kill "$server"' EXIT
read -r display <"$folder/display"
MOTE_RESULT=$folder/window.txt
export MOTE_RESULT
DISPLAY=:$display LIBGL_ALWAYS_SOFTWARE=1 timeout 300 blender --factory-startup --no-window-focus \
    --window-geometry 0 0 1400 900 --enable-event-simulate --python integrations/blender/test/test_window.py
cat "$MOTE_RESULT"
[ "$(tail -n 1 "$MOTE_RESULT")" = OK ]
