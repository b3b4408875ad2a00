#!/bin/sh
# Prints every C source and header of the project; works without git too.
cd "$(dirname "$0")/.." || exit 1
find . \( -name build -o -name out -o -name node_modules -o -name '.?*' \) -prune -o -name '*.[ch]' -print | sort
