#!/bin/sh
# test_python.sh [--long]: installs the wheel of build/wheel into a fresh environment that also sees Debian's packages, and
# tests it there: the tests of bindings/python/test, mypy and flake8. --long runs the random tests with full counts.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
python=${MOTE_PYTHON-/usr/bin/python3}
environment=$root/build/python-environment
[ "${1-}" != --long ] || export MOTE_TEST_RUN=long

rm -rf "$environment"
"$python" -m venv --system-site-packages "$environment"
"$environment/bin/python" -m pip install --quiet --no-index --no-deps build/wheel/mote-*.whl
# What the package is compared with: the scenes and their hashes in C, and the command.
cmake --build build/python --parallel --target mote_dump_scenes mote_command mote_make_arm
export MOTE_DUMP_SCENES="$root/build/python/mote_dump_scenes" MOTE_COMMAND="$root/build/python/mote"
export MOTE_MAKE_ARM="$root/build/python/mote_make_arm"

# Outside of bindings/python, so that the wheel is what is tested and not the folder next to it.
cd "$environment"
bin/python -m pytest -q -p no:cacheprovider --junitxml="$environment/tests.xml" "$root/bindings/python/test"
# Once more where a use of freed memory, or beyond its end, is noticed.
PYTHONMALLOC=debug MALLOC_PERTURB_=165 MALLOC_CHECK_=3 MOTE_TEST_RUN='' bin/python -m pytest -q -p no:cacheprovider \
    "$root"/bindings/python/test/test_sequences.py "$root"/bindings/python/test/test_memory.py
bin/python -m mypy --strict --config-file "$root/bindings/python/pyproject.toml" -p mote
bin/python -m mypy --strict --config-file "$root/bindings/python/pyproject.toml" \
    "$root"/bindings/python/test/bench.py "$root"/bindings/python/make_reference.py "$root"/bindings/python/examples/*.py
cd "$root/bindings/python"
"$environment/bin/python" -m flake8 .
PATH=$environment/bin:$PATH sh "$root/test/docs/test_documents.sh" "$root" "$root/build/python" python
# In the words of ctest, for the summary of ./run test.
sed -n 's/.*<testsuite [^>]* tests="\([0-9]*\)".*/100% tests passed, 0 tests failed out of \1/p' "$environment/tests.xml"
