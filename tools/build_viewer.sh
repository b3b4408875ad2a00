#!/bin/sh
# Builds the live page into apps/viewer/dist: the WebAssembly modules (presets wasm and wasm-threads), the package of bindings/js around
# it, and the page (apps/viewer). Needs clang-14 for WebAssembly, node 18 or newer and npm.
set -eu
cd "$(dirname "$0")/.."

cmake --preset wasm
cmake --build build/wasm --target mote_module mote_scenes_module
cmake --preset wasm-threads
cmake --build build/wasm-threads --target mote_scenes_module
sh tools/fetch_npm.sh bindings/js
npm --prefix bindings/js run --silent build
sh tools/fetch_npm.sh apps/viewer
npm --prefix apps/viewer run --silent build
