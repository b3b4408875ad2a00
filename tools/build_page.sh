#!/bin/sh
# Bundles the page of 'mote check --html' (apps/report) into apps/report/dist/page.html, which the build puts
# into the command. Needs node 18 or newer and npm. Does nothing where the page is newer than its sources.
set -eu
cd "$(dirname "$0")/../apps/report"
page=dist/page.html

if [ -e $page ] && [ -z "$(find src ../shared build.mjs tsconfig.json package-lock.json -newer $page)" ]; then exit 0; fi
sh ../../tools/fetch_npm.sh .
npm run --silent build
