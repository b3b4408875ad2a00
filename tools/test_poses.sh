#!/bin/sh
# tools/test_poses.sh BUILD: compares poses with those of other programs: FBX2glTF (Autodesk's FBX SDK) and three.js from
# npm, and Blender. MOTE_DATA names a folder with more files, ../shared/data by default; without it they are left out.
set -eu
cd "$(dirname "$0")/.."
build=$1
folder=build/poses
MOTE_DATA=${MOTE_DATA-../shared/data}
export MOTE_DATA

sh tools/fetch_npm.sh test/poses
chmod +x test/poses/node_modules/fbx2gltf/bin/Linux/FBX2glTF
rm -rf "$folder"
mkdir -p "$folder/blender" "$folder/imported"
in_blender() {
    script=$1
    shift
    blender --background --factory-startup --python-exit-code 1 --python "test/poses/$script.py" -- "$@" >"$folder/$script.txt" 2>&1 ||
        { tail -n 20 "$folder/$script.txt"; exit 1; }
}
in_blender make_blender "$folder/blender"
if [ -d "$MOTE_DATA" ]; then in_blender import_blender "$folder/imported" "$MOTE_DATA"; fi
node test/poses/run.mjs "$build" "$folder"
