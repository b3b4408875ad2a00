#!/bin/sh
# view.sh: the live page, by ./run view, answers with the page and with what the page loads; then it ends. In a clone.
set -eu
port=8127
./run view $port >/tmp/view.txt 2>&1 &
view=$!
# Installing and building take minutes on a slow machine.
for _ in $(seq 1800); do
    kill -0 $view 2>/dev/null || { tail -n 40 /tmp/view.txt; echo 'FAILED: ./run view ended before it answered' >&2; exit 1; }
    if grep -q ":$port/" /tmp/view.txt; then break; fi # it says where it answers
    sleep 1
done
cat >/tmp/probe.mjs <<'TEXT'
// The page, then everything that it names and that those files name, down to the WebAssembly module.
const origin = process.argv[2], seen = new Map(), wanted = ['index.html'];
while (wanted.length) {
    const name = wanted.pop();
    if (seen.has(name)) continue;
    const answer = await fetch(origin + name);
    const body = Buffer.from(await answer.arrayBuffer());
    // A server of single pages answers with the page where a file is missing.
    if (!answer.ok || (name !== 'index.html' && body.subarray(0, 15).equals(Buffer.from('<!doctype html>')))) {
        throw new Error(`${name}: ${answer.status}`);
    }
    seen.set(name, body.length);
    if (!/\.(html|js)$/.test(name)) continue;
    for (const [, found] of body.toString().matchAll(/["'`(/]((?:assets\/)?[\w-]+-[\w-]{8}\.(?:js|css|wasm))/g)) {
        wanted.push(found.startsWith('assets/') ? found : `assets/${found}`);
    }
}
const modules = [...seen].filter(([name]) => name.endsWith('.wasm'));
if (!modules.length) throw new Error(`no WebAssembly module among ${[...seen.keys()].join(' ')}`);
console.log(`the page answers: ${seen.size} files, of which WebAssembly: ${modules.join(' ')}`);
TEXT
node /tmp/probe.mjs "http://127.0.0.1:$port/"
kill $view
wait $view || true
! node --eval "await fetch('http://127.0.0.1:$port/')" --input-type module 2>/dev/null ||
    { echo 'FAILED: the page still answers after ./run view was ended' >&2; exit 1; }
