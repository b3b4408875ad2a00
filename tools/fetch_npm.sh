#!/bin/sh
# fetch_npm.sh FOLDER: fetches the npm packages that a folder is built and tested with, in the versions of its lock
# file; once.
set -eu
command -v npm >/dev/null || { echo "fetch_npm.sh: npm was not found (Debian: nodejs npm)" >&2; exit 1; }
cd "$1"
stamp=node_modules/.package-lock.json # written by npm when it is done

if [ -e $stamp ] && [ -z "$(find package-lock.json -newer $stamp)" ]; then exit 0; fi
npm ci --ignore-scripts --no-audit --no-fund
