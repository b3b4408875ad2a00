#!/bin/sh
# paper_seeds.sh [--quick] [SET...]: runs the experiments of the papers with other seed sets (1 2 3) and lists the verdicts
# that differ from those in docs/papers, in docs/papers/seeds.md, or with --quick from those of a quick run with seed set 0. Exit
# code 1 if one does. Needs the command that './run paper' builds, or MOTE_COMMAND.
set -eu
cd "$(dirname "$0")/.."
mote=${MOTE_COMMAND-build/demo/mote}
folder=build/paper-seeds
base=docs/papers
quick=''
if [ "${1-}" = --quick ]; then
    quick=--quick
    base=$folder/quick-0
    shift
fi
[ $# -gt 0 ] || set -- 1 2 3
mkdir -p "$folder"
runs=''
[ -z "$quick" ] || "$mote" paper all --quick --seeds 0 --out "$base"
for seeds in "$@"; do
    out=$folder/${quick:+quick-}$seeds
    # shellcheck disable=SC2086 # nothing or one word
    "$mote" paper all $quick --seeds "$seeds" --out "$out"
    runs="$runs $out"
done
page=$folder/seeds.md
[ -n "$quick" ] || page=$base/seeds.md
code=0
# shellcheck disable=SC2086 # a list of words
"${MOTE_PYTHON-/usr/bin/python3}" tools/paper_flips.py "$base" $runs >"$page" || code=$?
cat "$page"
exit $code
