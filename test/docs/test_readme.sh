#!/bin/sh
# test_readme.sh SOURCE BUILD: README.md shows docs/examples/hello.c verbatim (it is built and run by the test
# docs/hello), and every file that README.md and docs/ link to is there.
set -eu
cd "$1"
shown=$(mktemp)
trap 'rm -f "$shown"' EXIT

# The first C block of the README.
sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' >"$shown"
diff docs/examples/hello.c "$shown" || { echo 'README.md does not show docs/examples/hello.c' >&2; exit 1; }

broken=0
for page in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/*/*.md; do
    for link in $(grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | grep -v '^[a-z]*://'); do
        [ -e "$(dirname "$page")/$link" ] || { echo "$page links to $link, which is not there" >&2; broken=1; }
    done
done
exit $broken
