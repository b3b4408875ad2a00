#!/bin/sh
# test_bars.sh SOURCE BUILD: the bars list themselves, measure what is asked for, and fit 80 columns.
set -eu
bars=$2/mote_bars
if [ ! -x "$bars" ]; then
    echo "skipped: this build has no bars"
    exit 77
fi
list=$("$bars" --list)
row=$("$bars" --quick --only 'mesh: normals')
echo "$row"
echo "$list" | grep -q '^two threads, light, 2 x 1M .* >= 1.4$'
echo "$row" | grep -q '^mesh: normals .* B/triangle <= 18 .* pass$'
[ "$(echo "$row" | grep -c 'B/triangle')" -eq 1 ]
[ -z "$(printf '%s\n%s\n' "$list" "$row" | awk 'length > 80')" ]
"$bars" --help | grep -q '^usage: mote_bars'
if "$bars" --nonsense 2>/dev/null; then
    echo "FAILED: an unknown option was taken"
    exit 1
fi
