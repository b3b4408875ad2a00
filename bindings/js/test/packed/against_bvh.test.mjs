// mote and three-mesh-bvh find the same face pairs; bench/against_bvh.mjs measures them.
import assert from 'node:assert/strict';
import test from 'node:test';

import { compare } from '../../bench/against_bvh.mjs';
import { load } from '../../dist/node.js';

test('three-mesh-bvh finds the same face pairs in each frame', async () => {
    const mote = await load();
    for (const deforming of [false, true]) assert.ok(compare(mote, 5000, 10, deforming).facePairs > 100);
});
