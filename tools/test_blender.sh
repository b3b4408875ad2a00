#!/bin/sh
# test_blender.sh BUILD: tests the add-on of integrations/blender in Blender, with the wheel of build/wheel and the command of BUILD:
# the ways to install it, the add-on without a window, then in one on a display in memory.
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$PWD
folder=$root/build/blender
python=${MOTE_PYTHON-/usr/bin/python3}

"$python" -m flake8 --config bindings/python/setup.cfg integrations/blender
sh test/docs/test_documents.sh . "$build" blender
sh tools/build_addon.sh
mkdir "$folder/home"
"$python" -m zipfile -e build/wheel/mote-*.whl "$folder/site"

MOTE_SITE=$folder/site
MOTE_COMMAND=$build/mote
MOTE_ADD_ON=$folder/mote_check.zip
export MOTE_SITE MOTE_COMMAND MOTE_ADD_ON

# install_test HOME [WHEELS]: with the preferences and folders of a user who has none yet. Blender reads them at its start only
# without --factory-startup.
install_test() {
    HOME=$1 XDG_CONFIG_HOME=$1/.config MOTE_WHEELS=${2-} \
        blender --background --python-exit-code 1 --python integrations/blender/test/test_install.py
}
install_test "$folder/home" "$root/build/wheel"
install_test "$folder/home"
blender --background --factory-startup --python-exit-code 1 --python integrations/blender/test/test_addon.py

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
