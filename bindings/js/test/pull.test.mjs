// Pulling a patch of a body's surface.
import assert from 'node:assert/strict';
import test from 'node:test';

import { mote, throwsMote, twoCubes, UNTURNED } from './support.mjs';

const RADIUS = 0.5;

// Turned by a quarter about z, and moved.
const TURNED = [0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30];

function sphereIn(world) {
    const mesh = mote.makeModel('sphere-2000');
    const body = world.add(mesh);
    mesh.dispose();
    return body;
}

const vertex = (positions, i) => [...positions.subarray(3 * i, 3 * i + 3)];
const apart = (p, q) => Math.hypot(...p.map((x, i) => x - q[i]));
const moved = (p, way) => p.map((x, i) => x + way[i]);

// Vertex 7 is grasped and moved; only its neighborhood follows.
function checkPull(body, way) {
    const before = body.present().slice();
    const grasped = vertex(before, 7);
    const pull = body.pull(grasped, RADIUS);
    assert.deepEqual(body.present(), before);
    pull.moveTo([100, 100, 100]); // where the hand was before does not matter
    pull.moveTo(moved(grasped, way));
    const after = body.present().slice();
    assert.ok(apart(vertex(after, 7), moved(grasped, way)) < 1e-5);
    let still = 0;
    for (let i = 0; i < body.vertexCount; i++) {
        const [p, q] = [vertex(before, i), vertex(after, i)];
        const far = apart(p, grasped);
        if (far < 0.9 * RADIUS) assert.ok(apart(p, q) > 0, `vertex ${i} stays`);
        if (far < 1.01 * RADIUS) continue;
        assert.deepEqual(q, p, `vertex ${i} moves`);
        still++;
    }
    assert.ok(still > body.vertexCount / 2);
    pull.dispose();
    assert.deepEqual(body.present(), after);
    return after;
}

test('a patch follows the hand, with and without a transform', () => {
    for (const transform of [null, TURNED]) {
        const world = mote.createWorld();
        const body = sphereIn(world);
        body.setTransform(transform);
        const first = checkPull(body, [0.1, 0.2, 0.05]);
        const second = checkPull(body, [-0.05, 0.1, 0]); // goes on from there
        assert.notDeepEqual(first, second);
        checkPull(body, [0, 0, 2 * RADIUS]); // folds
        world.dispose();
    }
});

test('detection sees what was pulled', () => {
    const { world, a } = twoCubes(1.5); // half a unit apart
    assert.equal(world.detect().facePairCount, 0);
    const pull = a.pull([1, 1, 1], 0.75);
    pull.moveTo([1.6, 1, 1]);
    assert.ok(world.detect().facePairCount > 0);
    pull.moveTo([1, 1, 1]);
    assert.equal(world.detect().facePairCount, 0);
    pull.dispose();
    world.dispose();
});

test('a pull that cannot be is refused', () => {
    const { world, a, b } = twoCubes(3);
    for (const radius of [0, -1, NaN, Infinity])
        throwsMote(() => a.pull([0, 0, 0], radius), 'bad argument', /radius/);
    throwsMote(() => a.pull([NaN, 0, 0], 1), 'bad data', /point/);
    a.setTransform([1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]); // flat
    throwsMote(() => a.pull([0, 0, 0], 1), 'bad data', /transform/);
    a.setTransform(null);
    const pull = a.pull([0, 0, 0], 1);
    throwsMote(() => pull.moveTo([0, Infinity, 0]), 'bad data', /point/);
    pull.moveTo([0.1, 0, 0]);
    const onGone = b.pull([3, 0, 0], 1);
    b.remove();
    throwsMote(() => onGone.moveTo([3, 1, 0]), 'stale id', /body 1 was removed/);
    throwsMote(() => b.pull([0, 0, 0], 1), 'stale id', /was removed/);
    const heir = world.add(mote.makeModel('box'));
    assert.equal(heir.index, b.index);
    throwsMote(() => onGone.moveTo([3, 1, 0]), 'stale id', /was removed/);
    pull.dispose();
    pull.dispose();
    throwsMote(() => pull.moveTo([0, 0, 0]), 'stale id', /pull has been disposed of/);
    world.dispose();
    throwsMote(() => onGone.moveTo([0, 0, 0]), 'stale id', /world has been disposed of/);
    onGone.dispose();

    const rigid = twoCubes(3, { method: 'separating-plane' });
    throwsMote(() => rigid.a.pull([0, 0, 0], 1), 'refused', /rigid/);
    rigid.world.detect();
    rigid.world.dispose();
});

test('bodies of a player cannot be pulled', () => {
    const { world } = twoCubes(0.5);
    world.record();
    world.detect();
    const player = mote.play(world.stopRecording());
    player.step();
    throwsMote(() => player.bodies[0].pull([0, 0, 0], 1), 'not allowed now', /player/);
    player.dispose();
    world.dispose();
});

test('memory does not grow over 1000 pulls', () => {
    const world = mote.createWorld();
    const [a, b] = [sphereIn(world), sphereIn(world)];
    b.setTransform([...UNTURNED, 2.5, 0, 0]);
    const drag = () => {
        const grasped = vertex(a.present(), 0);
        const pull = a.pull(grasped, RADIUS);
        for (let i = 1; i <= 4; i++) pull.moveTo(moved(grasped, [0.001 * i, 0, 0.001]));
        world.detect();
        pull.dispose();
    };
    for (let i = 0; i < 20; i++) drag();
    const size = mote.memorySize;
    for (let i = 0; i < 1000; i++) drag();
    assert.equal(mote.memorySize, size);
    world.dispose();
});
