#!/bin/sh
# Every part of the tree has its own prefix for types and external functions (CONTRIBUTING.md has the table), and no type or
# external function is defined twice. Prints each name that breaks a rule and fails if there is one.
#
# It relies on the layout that clang-format gives: definitions start in the first column, and the brace of a function is
# alone on its line.
set -eu
cd "$(dirname "$0")/.."

# folder, then the prefixes it may use; the longest folder that fits a file decides
rules='
src mote_
include mote_
check mote_check check_
mpi mote_mpi_ mpi_
io io_
assets asset_
decoders mote_decoders decoders_
scenes scene_
bench bench_
bench/recall recall_
bench/paper paper_
bench/bars bars_
apps/mote cmd_
bindings/js/module js_
bindings/python/module py_
samples sample_
'

# Prints "KIND NAME FILE LINE" of each type and external function that is defined in the given files.
definitions() {
    awk '
        FNR == 1 { head = "" }
        /^typedef (struct|enum|union) [a-z0-9_]+ \{/ { print "type", $3, FILENAME, FNR }
        /^(struct|enum|union) [a-z0-9_]+ \{/ { print "tag", $2, FILENAME, FNR }
        /^\} [a-z0-9_]+;/ { name = $2; sub(";", "", name); print "alias", name, FILENAME, FNR }
        /^typedef MOTE_ARRAY\(/ { name = $NF; sub(";", "", name); print "type", name, FILENAME, FNR }
        # The head of a function may take several lines, up to a line that is only a brace.
        /^[a-zA-Z_]/ && /\(/ { head = $0; line = FNR }
        /^\{/ && head != "" {
            gsub(/__attribute__ *\(\([^)]*\)?[^)]*\)\) */, "", head)
            if (head !~ /(^|[ _])(static|typedef|INLINE)( |$)/) {
                name = head
                # A name in parentheses keeps a macro of the same name from being expanded.
                if (match(name, /\([a-z0-9_]+\)\(/)) name = substr(name, RSTART + 1)
                sub(/[()].*/, "", name)
                sub(/.*[ *]/, "", name)
                if (head ~ /MOTE_KERNEL\(/) name = name "_base" # and once more with another ending
                print "function", name, FILENAME, line
            }
            head = ""
        }
        /^[^ {}\t]/ && /;/ { head = "" }
    ' "$@"
}

# A type and its tag have one name: within a file they are one definition.
sources=$(git ls-files 'src/*.[ch]' 'include/*.h' 'check/*.[ch]' 'mpi/*.[ch]' 'io/*.[ch]' 'assets/*.[ch]' 'decoders/*.[ch]' 'scenes/*.[ch]' 'bench/*.[ch]' \
    'apps/mote/*.[ch]' 'bindings/js/module/*.[ch]' 'bindings/python/module/*.[ch]' 'samples/*.[ch]')
# shellcheck disable=SC2086 # a list of words
all=$(definitions $sources)

wrong_prefix=$(echo "$all" | RULES="$rules" awk '
    BEGIN {
        n = split(ENVIRON["RULES"], lines, "\n")
        for (i = 1; i <= n; i++) {
            space = index(lines[i], " ")
            if (space) prefixes[substr(lines[i], 1, space - 1)] = substr(lines[i], space + 1)
        }
    }
    # Types and tags of a .c file are seen nowhere else and need no prefix.
    $1 != "function" && $3 ~ /\.c$/ { next }
    $2 == "main" { next }
    {
        folder = ""
        for (f in prefixes) if (index($3, f "/") == 1 && length(f) > length(folder)) folder = f
        m = split(prefixes[folder], allowed, " ")
        ok = 0
        for (i = 1; i <= m; i++) if (index($2, allowed[i]) == 1) ok = 1
        if (!ok) printf "%s:%d: %s %s does not start with %s\n", $3, $4, $1, $2, prefixes[folder]
    }')

# Files named memory_*.c take the place of others in builds without a file system.
twice=$(echo "$all" | awk '
    $3 ~ /\/memory_[a-z]+\.c$/ { next }
    $1 != "function" && $3 ~ /\.c$/ { next }
    $2 == "main" { next }
    {
        space = $1 == "function" ? "function" : "type"
        key = space " " $2
        if (!(key in file)) { file[key] = $3; line[key] = $4 }
        else if (file[key] != $3) printf "%s:%d: %s is also defined at %s:%d\n", $3, $4, key, file[key], line[key]
    }')

if [ -n "$wrong_prefix$twice" ]; then
    printf '%s\n%s\n' "$wrong_prefix" "$twice" | sed '/^$/d'
    exit 1
fi
echo "names: ok ($(echo "$all" | wc -l) definitions)"
