# What all blocks of a page run with; see run_documents.py.
# shellcheck shell=sh
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL-2}"

# Exit code 1 of these two means that something was found.
mote() {
    case $1 in
    check | batch) command mote "$@" || [ $? -eq 1 ] ;;
    *) command mote "$@" ;;
    esac
}

# Changes nothing: root is not needed to run the documents. Packages that do not exist are noticed.
sudo() {
    case $1 in
    apt-get) shift && apt-get --simulate "$@" >/dev/null ;;
    ldconfig) ;;
    *) echo "sudo: $1: apt-get or ldconfig is expected" >&2 && return 1 ;;
    esac
}

# view_answers COMMAND: the server of the page answers; its headers are in $MOTE_WORK/headers afterwards.
view_answers() {
    if python3 -c 'import socket; socket.create_connection(("127.0.0.1", 8397))' 2>/dev/null; then
        echo 'another server answers at port 8397' >&2
        return 1
    fi
    setsid "$@" 8397 >"$MOTE_WORK/view.txt" 2>&1 &
    server=$!
    tries=0
    until python3 -c '
import sys, urllib.request
answer = urllib.request.urlopen("http://127.0.0.1:8397/")
assert b"<script" in answer.read()
open(sys.argv[1], "w").write(str(answer.headers))' "$MOTE_WORK/headers" 2>"$MOTE_WORK/answer.txt"; do
        tries=$((tries + 1))
        if [ $tries -ge 300 ] || ! kill -0 $server; then
            cat "$MOTE_WORK/view.txt" "$MOTE_WORK/answer.txt" >&2
            kill -- -$server
            return 1
        fi
        sleep 1
    done
    kill -- -$server
}
