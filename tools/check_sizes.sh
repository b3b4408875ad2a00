#!/bin/sh
# The library stays readable at every scale: in src/ no file has more than 500 lines and no function more than 40, and at most 10
# headers have a single user besides their own source file (such a header usually belongs into its user). Prints what
# breaks a rule and fails if something does.
set -eu
cd "$(dirname "$0")/.."

max_file_lines=500
max_function_lines=40
max_lonely_headers=10

# From the line of the name to that of the closing brace, both included; tables and types are no functions.
functions=$(git ls-files 'src/*.[ch]' | xargs awk -v max=$max_function_lines '
    FNR == 1 { start = 0 }
    /^[a-zA-Z_].*\(/ && !/;$/ { head = FNR }
    /^\{/ { start = head }
    /^\}/ {
        if (start && FNR - start + 1 > max) printf "%s:%d: function of %d lines, more than %d\n", FILENAME, start, FNR - start + 1, max
        start = 0
        head = 0
    }')

files=$(git ls-files 'src/*.[ch]' | xargs awk -v max=$max_file_lines '
    FNR == 1 && NR > 1 && last > max { printf "%s: %d lines, more than %d\n", name, last, max }
    { last = FNR; name = FILENAME }
    END { if (last > max) printf "%s: %d lines, more than %d\n", name, last, max }')

# Of each header: the files of src/ that include it, less its own source file.
lonely=$(git ls-files 'src/*.[ch]' | xargs awk '
    /^#include "/ {
        header = $2
        gsub(/"/, "", header)
        own = "src/" header
        sub(/\.h$/, "", own)
        if (FILENAME != own ".c" && FILENAME != own "_simd.c") users[header]++
        else users[header] += 0
    }
    END { for (h in users) if (users[h] == 1) print "src/" h }' | sort)
count=$(echo "$lonely" | sed '/^$/d' | wc -l)

bad="$functions$files"
if [ "$count" -gt $max_lonely_headers ]; then
    bad="$bad
$count headers have one user, more than $max_lonely_headers:
$lonely"
fi
if [ -n "$bad" ]; then
    echo "$bad" | sed '/^$/d'
    exit 1
fi
echo "sizes: ok ($count headers with one user)"
