#!/bin/sh
# run.sh [--quick]: what README and the documents promise to a newcomer, done on bare machines (machine.sh) with a clean clone of
# HEAD. --quick: the demo, README's lines for CMake, and all optional packages absent. Exit code 3: no machine can be made here.
# MOTE_BARE_ONLY names the only stages to run.
set -eu
cd "$(dirname "$0")/../.."
. tools/packages.sh
. tools/stages.sh
. test/bare/machine.sh
logs=build/bare
quick=
case ${1-} in
'') ;;
--quick) quick=yes ;;
*)
    echo "./run: test-bare: unknown option '$1'; the only option is --quick" >&2
    exit 2
    ;;
esac
obstacle=$(machine_obstacle)
if [ -n "$obstacle" ]; then
    echo "bare machine: not tried, because $obstacle" >&2
    exit 3
fi
(need test-bare) || exit 1 # a package that cannot be installed is no reason not to try
[ -z "$(git status --porcelain)" ] || echo "./run: test-bare tests the last commit; what is not committed is not in it"
begin_stages
mkdir -p "$machine_cache"
machine_folder=$(mktemp -d "$machine_cache/machines.XXXXXX")
trap 'as_root rm -rf "$machine_folder"' EXIT
trap 'exit 130' INT TERM HUP

# bare NAME MACHINE USER COMMANDS: a stage of commands in a machine, which is made when it is first named.
bare() {
    case " ${MOTE_BARE_ONLY-$1} " in *" $1 "*) ;; *) return 0 ;; esac
    stage "$1" in_machine "$2" "$3" "set -ex; $4"
}

in_machine() {
    [ -d "$machine_folder/$1" ] || machine_new "$1" || return 1
    machine_run "$@"
}

end_bare() {
    for name in ${MOTE_BARE_ONLY-}; do
        grep -q "^$name " "$logs/summary" || { echo "./run: test-bare: there is no stage '$name'" >&2; exit 2; }
    done
    echo
    cat "$logs/summary"
    echo "bare machine: all $(grep -c . "$logs/summary") stages passed in $(($(seconds) - started)) s"
}

# The shell blocks of a page, as its readers see them.
blocks_of() {
    "${MOTE_PYTHON-/usr/bin/python3}" test/docs/run_documents.py . --shell "$1"
}

# A check finds what the demo shows: the sleeve passes through the arm, and the report says so.
demo='./run demo >/tmp/demo.txt
    cat /tmp/demo.txt
    grep "^FOUND: " /tmp/demo.txt
    grep "./run demo --html" /tmp/demo.txt
    test -s build/demo/arm.json
    if command -v npm; then exit 1; fi'
wheel='./run wheel
    python3 -m zipfile -l build/wheel/mote-*.whl'
install='apt-get update -qq
    apt-get install -y -qq --no-install-recommends </dev/null'

stage base machine_make_base
bare demo first root "$demo"
bare absent first root 'sh test/bare/inside/optional.sh bare build/demo'
bare readme-make second root "$install gcc libc6-dev cmake make pkg-config git"'
    su new -c "cd ~/mote && sh test/bare/inside/readme.sh make"'
bare readme-ninja second root "$install ninja-build
    dpkg --remove --force-depends make"'
    su new -c "cd ~/mote && sh test/bare/inside/readme.sh Ninja"'
if [ -n "$quick" ]; then
    end_bare
    exit
fi

bare demo-again first root './run demo >/tmp/demo.txt
    grep "^FOUND: " /tmp/demo.txt
    ./run demo letters-ww'
bare wheel first root "$wheel"
bare bars first root './run bars --quick --only "on demand"'
bare docs first root './run docs
    test -s build/docs/index.html'
bare demo-html first root './run demo --html
    test -s build/demo/arm.html'
bare view first root 'sh test/bare/inside/view.sh'
bare user-demo third new "$demo"
bare user-wheel third new "$wheel"
tutorial=$(blocks_of docs/tutorial.md)
bare user-tutorial third new "$tutorial"
python=$(blocks_of docs/python.md)
bare user-python third new "$python
    cd /
    ~/mote-python/bin/python -c 'import mote; mote.World()'"
bare everything all root ". tools/packages.sh
    $install"' $(packages_of optional)
    sh test/bare/inside/optional.sh without'
for absent in 'libassimp-dev' 'libassimp5' 'libdraco-dev' 'libmeshoptimizer-dev' 'libsqlite3-0' 'libopenmpi-dev' 'libcmocka-dev' \
    'libgmp-dev' 'g++ g++-12' 'nodejs npm' 'python3-dev libpython3.11-dev'; do
    bare "no-${absent%% *}" all root "sh test/bare/inside/optional.sh without $absent"
done
end_bare
