// What the tests share: one module, cubes, errors that must be the library's own, and the garbage collector.
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { load, MoteError } from '../dist/node.js';

/** The module with scenes, which most tests use. */
export const SCENES_MODULE = new URL('../dist/mote-scenes.wasm', import.meta.url);

export const mote = await load(SCENES_MODULE);

// A unit cube; the corner i has the bits of i as its coordinates.
export const CORNERS = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]).flat();
export const FACES = [
    [0, 2, 1, 1, 2, 3], [4, 5, 6, 5, 7, 6], [0, 1, 4, 1, 5, 4], [2, 6, 3, 3, 6, 7], [0, 4, 2, 2, 4, 6], [1, 3, 5, 3, 7, 5],
].flat();
export const UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function throwsMote(call, kind, message) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof MoteError, String(error));
        if (kind instanceof RegExp) assert.match(error.kind, kind);
        else assert.equal(error.kind, kind);
        assert.match(error.message, message);
        return true;
    });
}

// Two unit cubes, the second moved along x.
export function twoCubes(shift, options) {
    const world = mote.createWorld(options);
    const mesh = mote.createMesh(CORNERS, FACES);
    const [a, b] = [world.add(mesh), world.add(mesh)];
    mesh.dispose(); // bodies keep what they need
    b.setTransform([...UNTURNED, shift, 0.25, 0.25]);
    return { world, a, b };
}

export const task = () => new Promise((resolve) => setImmediate(resolve));

/** Collects garbage, and lets the finalizers run, which come in tasks of their own. */
export async function collectGarbage() {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    await task();
    await task();
}
