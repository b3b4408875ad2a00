#!/bin/sh
# test_paper.sh SOURCE BUILD: every paper runs quickly and writes a page whose pictures are all there.
set -eu
mote=$2/mote
if [ ! -x "$mote" ]; then
    echo "skipped: this build has no command"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Sanitizers have seen enough with one paper.
case ${MOTE_TEST_RUN-} in quick) papers=sulaiman ;; *) papers=all ;; esac
"$mote" paper $papers --quick --out "$folder/pages" 2>/dev/null
if [ $papers = all ]; then
    for column in 'the paper.s rules' 'our settings'; do
        [ "$(grep -c "^| .*| $column | [0-9]* | [0-9]* | [0-9]* | [0-9]* |" "$folder/pages/README.md")" -eq 5 ] ||
            { echo "FAILED: README.md does not have four papers and their sum by $column"; exit 1; }
    done
    mv "$folder/pages/README.md" "$folder/overview.md"
    for file in $(sed -n 's/.*](\([^)]*\))$/\1/p' "$folder/overview.md"); do
        [ -s "$folder/pages/$file" ] || { echo "FAILED: README.md shows $file, which is not there"; exit 1; }
    done
fi
for page in "$folder"/pages/*.md; do
    grep -q '^## Claims$' "$page"
    grep -q '^| section | claim | holds if | the paper.s rules | verdict | our settings | verdict | notes |$' "$page"
    for file in $(sed -n 's/.*](\([^)]*\.\(svg\|png\)\))$/\1/p' "$page"); do
        [ -s "$folder/pages/$file" ] || { echo "FAILED: $page shows $file, which is not there"; exit 1; }
    done
    if grep -nw 'nan\|-nan\|inf\|-inf' "$page"; then
        echo "FAILED: $page has a figure that is no number"
        exit 1
    fi
done
if "$mote" paper nobody --out "$folder/pages" 2>"$folder/message"; then
    echo "FAILED: an unknown paper was taken"
    exit 1
fi
grep -q "unknown paper 'nobody'; expected .*sulaiman.* or all" "$folder/message"
if "$mote" paper sulaiman --quick --out /dev/null/pages 2>/dev/null; then
    echo "FAILED: a folder that cannot be made was taken"
    exit 1
fi
