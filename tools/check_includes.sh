#!/bin/sh
# Includes point one way (the drawing is in docs/architecture.md). Prints each include that does not and
# fails if there is one.
set -eu
cd "$(dirname "$0")/.."

# folder: folders it may include from, besides itself and <mote/...>
rules='
src/core:
src/geometry:core
src/mesh:core geometry
src/shape:core geometry mesh
src/deform:core geometry mesh shape
src/method:core geometry mesh shape
src/papers:core geometry mesh shape method
src/world:core geometry mesh shape deform method papers
src/dynamics:core geometry mesh shape world
io:core
scenes:core io
assets:core io
bench:core io scenes
check:core io scenes assets
decoders:assets
mpi:core
bench/mpi:core io scenes
check/import:core io assets
check/animation:core io scenes assets check/import
apps/mote:core io scenes assets bench check
apps/mote_mpi:apps/mote/batch
samples:core io scenes
examples:scene.h
fuzz:core io scenes assets
bindings/js/module:core io scenes assets check
bindings/python/module:module
bindings/python/test:scenes
'

check() {
    folder=$1 allowed=$2
    [ -d "$folder" ] || return 0
    own=${folder#src/}
    find "$folder" -name '*.[ch]' | while read -r file; do
        grep -no '^#include "[^"]*"' "$file" | while IFS=: read -r line include; do
            path=${include#\#include \"}
            path=${path%\"}
            from=${path%/*}
            ok=no
            for name in $own $allowed; do
                case "$from" in "$name" | "$name"/*) ok=yes ;; esac
            done
            [ $ok = yes ] || echo "$file:$line: $folder may not include \"$path\""
        done
    done
}

bad=$(echo "$rules" | while IFS=: read -r folder allowed; do
    if [ -n "$folder" ]; then check "$folder" "$allowed"; fi
done)

# Public headers include nothing of the project but each other.
bad="$bad
$(grep -n '^#include "' include/mote/*.h || true)"

# The folder of a method is private: neither another method nor anything else in src/ includes from it, except its
# options.h, which a related method may share. NAME/NAME.c defines the method of a folder; a method of one file,
# such as naive.c, has no header to include. Every method is in the list of src/method/methods.h.
definitions=$(grep -rn '^const mote_method_api mote_method_' src)
for method in $(echo "$definitions" | sed 's/.*mote_method_\([a-z_]*\) .*/\1/'); do
    grep -q "METHOD($method)" src/method/methods.h ||
        bad="$bad
src/method/methods.h: mote_method_$method is not in the list"
done
for folder in $(echo "$definitions" | sed 's/:.*//' | awk -F/ '$NF == $(NF - 1) ".c" { sub("/[^/]*$", ""); print }'); do
    bad="$bad
$(grep -rn --include='*.[ch]' "^#include \"${folder#src/}/" src | grep -v "^$folder/\|/options.h\"$" |
    sed "s|$| (only $folder/ may)|")"
done

bad=$(echo "$bad" | sed '/^$/d')
if [ -n "$bad" ]; then
    echo "$bad"
    exit 1
fi
echo "include directions: ok"
