#!/bin/sh
# test_reports.sh SOURCE BUILD: other programs read the reports of 'mote check': xmllint the JUnit XML with a schema, ajv the SARIF
# with the published one, sqlite3 the database with the queries of docs/check.md, python3 the CSV.
set -eu
source=$1
mote=$2/mote
[ -x "$mote" ] && [ -x "$2/mote_make_arm" ] || exit 77
for tool in xmllint sqlite3 python3; do
    command -v $tool >/dev/null || { echo "$tool is not installed" >&2; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "reports: $1" >&2; exit 1; }

# check CODE NAME ARGUMENTS...: all reports of a check, which ends with the exit code; with one thread and with two.
check() {
    code=$1 name=$2
    shift 2
    for threads in 1 2; do
        out=$name-$threads
        got=0
        "$mote" check "$@" --threads $threads --junit "$out.xml" --sarif "$out.sarif" --csv "$out.csv" --sqlite "$out.db" \
            --github "$out.github" >"$out.txt" 2>&1 || got=$?
        [ $got -eq "$code" ] || { cat "$out.txt" >&2; fail "$name: exit code $got, expected $code"; }
    done
    for kind in xml sarif csv db github; do
        cmp "$name-1.$kind" "$name-2.$kind" || fail "$name: two threads write another $kind"
    done
    xmllint --noout --schema "$source/test/reports/junit.xsd" "$name-1.xml" 2>"$name.xmllint" ||
        { cat "$name.xmllint" >&2; fail "$name: the JUnit XML is not valid"; }
    [ "$(sqlite3 "$name-1.db" 'PRAGMA integrity_check')" = ok ] || fail "$name: the database is damaged"
}

"$2/mote_make_arm" arm.glb
check 1 arm arm.glb
check 0 passed arm.glb --fail-on 'depth>9'
check 0 rest arm.glb --static
check 1 between arm.glb --between
check 2 incomplete arm.glb --frames 0:2 --budget 0.000001
hostile="=1+1<&>\"'],:%.obj"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$hostile"
printf 'v 0 0 -1\nv 0.1 0.2 1\nv 1 1 1\nf 1 2 3\n' >"./-
::error::x.obj"
check 1 hostile "$hostile" "./-
::error::x.obj"

xmllint --xpath 'string(//testsuite[@name="bend"]/testcase[@name="arm and sleeve"]/failure/@type)' arm-1.xml |
    grep -qx penetrate || fail 'the JUnit XML has no failure'
[ "$(xmllint --xpath 'count(//failure)' passed-1.xml)" = 0 ] || fail 'what passes fails in the JUnit XML'
[ "$(xmllint --xpath 'count(//error)' incomplete-1.xml)" = 1 ] || fail 'the JUnit XML of an incomplete check has no error'
[ "$(xmllint --xpath 'string(/testsuites/@tests)' arm-1.xml)" = "$(xmllint --xpath 'count(//testcase)' arm-1.xml)" ] ||
    fail 'the JUnit XML counts its test cases wrongly'

# Each line is one annotation, whatever names are in it.
[ "$(grep -vc '^::error file=\|^::notice title=' hostile-1.github)" = 0 ] || fail 'a name breaks out of an annotation'

python3 - <<'END' || fail 'the CSV is not what it should be'
import csv
for name, rows in ('arm', 3), ('hostile', 1), ('rest', 0):
    with open(name + '-1.csv', newline='') as file:
        found = list(csv.DictReader(file, strict=True))
    assert len(found) == rows, (name, found)
    assert all(None not in row and None not in row.values() for row in found), found
    for row in found: assert not row['part_a'][:1] in ('=', '+', '-', '@'), row
END

# The numbers of the database are those of the JSON.
"$mote" check arm.glb --json arm.json >/dev/null || true
python3 - <<'END' || fail 'the database does not have what the JSON has'
import json, sqlite3
report, base = json.load(open('arm.json')), sqlite3.connect('arm-1.db')
pairs = [p for f in report['frames'] for p in f['pairs']]
faces = [tuple(x) for p in pairs for x in p['faces']]
assert base.execute('SELECT a, b, face_pairs FROM findings ORDER BY finding').fetchall() == [
    (p['a'], p['b'], p['face_pairs']) for p in pairs]
assert base.execute('SELECT face_a, face_b FROM faces ORDER BY rowid').fetchall() == faces
assert base.execute('SELECT first, last, worst_frame FROM worst').fetchall() == [
    (e['first'], e['last'], e['worst_frame']) for e in report['episodes']]
assert base.execute('SELECT count(*) FROM frames').fetchone()[0] == report['summary']['frames_checked']
END

# The queries of the documentation answer.
queries=0
while read -r query; do
    queries=$((queries + 1))
    [ -n "$(sqlite3 arm-1.db "$query")" ] || fail "no answer: $query"
done <<END
$(sed -n '/^```sql$/,/^```$/p' "$source/docs/check.md" | grep -v '^```')
END
[ $queries -ge 3 ] || fail 'docs/check.md has no queries'

if sh "$source/tools/fetch_npm.sh" "$source/test/reports" >npm.txt 2>&1; then
    node "$source/test/reports/sarif.mjs" ./*.sarif || fail 'the SARIF is not valid'
else
    echo 'reports: npm cannot fetch the schema of SARIF, which was not checked' >&2
fi
echo 'reports: all is well'
