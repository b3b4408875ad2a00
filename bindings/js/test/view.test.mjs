// Views: the answers of batches are those of single queries, and those of geometry.
import assert from 'node:assert/strict';
import test from 'node:test';

import { ON_SURFACE } from '../dist/node.js';
import { CORNERS, FACES, mote, throwsMote, twoCubes } from './support.mjs';

const NONE = 0xffffffff;

/** Numbers from -1 to 2, the same in every run. */
function numbers(count, seed = 1) {
    let state = seed;
    return Float32Array.from({ length: count }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (3 * state) / 2 ** 32 - 1;
    });
}

/** Signed distance from the unit cube. */
function cubeDistance(p) {
    const over = p.map((x) => Math.max(-x, x - 1));
    const outside = Math.hypot(...over.map((x) => Math.max(x, 0)));
    return outside > 0 ? outside : Math.max(...over);
}

test('closest points and rays of a view are those of single queries', () => {
    const { world } = twoCubes(1.5);
    const count = 200;
    const [points, directions] = [numbers(3 * count), numbers(3 * count, 7)];
    const at = (array, i) => [...array.subarray(3 * i, 3 * i + 3)];
    const bodies = world.bodies;
    const closest = points.reduce((list, _, i) => (i % 3 ? list : [...list, bodies
        .map((body) => world.closestPoint(body, at(points, i / 3)))
        .reduce((x, y) => (y.distance < x.distance ? y : x))]), []);
    const hits = Array.from({ length: count }, (_, i) => world.ray(at(points, i), at(directions, i), 5));
    const view = world.freeze();
    const found = view.closestPoints(points);
    const rays = view.rays(points, directions, { tMax: 5 });
    const blocked = view.raysBlocked(points, directions, { tMax: Array(count).fill(5) });
    const all = view.raysAll(points, directions, { tMax: 5 });
    let hitCount = 0;
    for (let i = 0; i < count; i++) {
        assert.deepEqual([found.bodies[i], found.distances[i]], [closest[i].body, closest[i].distance], `point ${i}`);
        assert.equal(rays.faces[i], hits[i]?.face ?? NONE, `ray ${i}`);
        assert.equal(blocked[i], hits[i] ? 1 : 0);
        const own = all.distances.subarray(all.first[i], all.first[i + 1]);
        assert.deepEqual(own, own.slice().sort());
        if (!hits[i]) assert.equal(own.length, 0);
        else {
            hitCount++;
            assert.deepEqual([rays.distances[i], at(rays.points, i)], [hits[i].distance, hits[i].point]);
            assert.deepEqual([own[0], all.faces[all.first[i]]], [hits[i].distance, hits[i].face]);
        }
    }
    assert.ok(hitCount > 40 && hitCount < 160, `${hitCount} hits`);
});

test('more hits than expected at first are all listed', () => {
    const world = mote.createWorld();
    const mesh = mote.createMesh(CORNERS, FACES);
    for (let i = 0; i < 9; i++) world.add(mesh).setTransform([1, 0, 0, 0, 1, 0, 0, 0, 1, 2 * i, 0, 0]);
    const view = world.freeze();
    const { first, distances } = view.raysAll([-1, 0.25, 0.5], [1, 0, 0]);
    assert.deepEqual([...first], [0, 18]);
    assert.deepEqual([...distances], Array.from({ length: 18 }, (_, i) => i + 1));
});

test('signs, distances and windings are those of a cube', () => {
    const { world, a } = twoCubes(3);
    const view = world.freeze();
    const points = numbers(3 * 500, 3);
    const { distances, gradients, closest, windings } = view.signedDistances(a, points);
    const inside = view.windings(a, points);
    assert.deepEqual(windings, inside);
    assert.ok(windings instanceof Int32Array);
    for (let i = 0; i < 500; i++) {
        const p = [...points.subarray(3 * i, 3 * i + 3)];
        const expected = cubeDistance(p);
        assert.ok(Math.abs(distances[i] - expected) < 1e-6, `point ${p}: ${distances[i]}, not ${expected}`);
        assert.equal(inside[i], expected < 0 ? 1 : 0);
        for (let k = 0; k < 3; k++) // along the gradient, the distance falls to 0
            assert.ok(Math.abs(p[k] - distances[i] * gradients[3 * i + k] - closest[3 * i + k]) < 1e-6);
    }
    assert.deepEqual([...view.windings(a, [0, 0.5, 0.5])], [ON_SURFACE]);
    assert.equal(view.signedDistances(a, []).distances.length, 0);
});

test('a frozen world does not change until the view is disposed of', () => {
    const { world, a, b } = twoCubes(0.5);
    const view = world.freeze();
    throwsMote(() => world.detect(), 'not allowed now', /frozen/);
    throwsMote(() => world.freeze(), 'not allowed now', /frozen/);
    view.dispose();
    view.dispose();
    throwsMote(() => view.closestPoints([0, 0, 0]), 'stale id', /view has been disposed of/);
    assert.equal(world.detect().pairCount, 1);
    const other = world.freeze();
    throwsMote(() => view.windings(a, [0, 0, 0]), 'stale id', /view/);
    assert.equal(other.windings(b, [1, 0.5, 0.5])[0], 1);
    world.dispose();
    throwsMote(() => other.windings(a, [0, 0, 0]), 'stale id', /world/);
    other.dispose();
});

test('masks, limits and bad arguments', () => {
    const world = mote.createWorld();
    const cube = mote.createMesh(CORNERS, FACES);
    const sheet = mote.createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const [near, far, open] = [world.add(cube, { category: 1 }), world.add(cube, { category: 2 }), world.add(sheet, { category: 4 })];
    far.setTransform([1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0]);
    const view = world.freeze({ mask: 7 });
    assert.equal(view.closestPoints([0, 0, -1], { mask: 2 }).bodies[0], far.index);
    assert.equal(view.closestPoints([0, 0, -1], { limit: 0.5 }).faces[0], NONE);
    assert.equal(view.closestPoints([0, 0, -1], { limit: 0.5 }).distances[0], Infinity);
    throwsMote(() => view.windings(open, [0, 0, 0]), 'refused', /not closed/);
    throwsMote(() => view.windings(near, [0, NaN, 0]), 'bad argument', /point 0/);
    assert.throws(() => view.windings(near, [0, 0]), /points: expected three numbers per point, not 2/);
    assert.throws(() => view.rays([0, 0, 0], [1, 0]), /directions: expected 3 numbers/);
    assert.throws(() => view.rays([0, 0, 0], [1, 0, 0], { tMax: [1, 2] }), /tMax: expected 1 numbers/);
    assert.throws(() => view.closestPoints([0, 0, 0], { mask: -1 }), /mask/);
    assert.throws(() => view.signedDistances({}, [0, 0, 0]), /body: expected a Body/);
    const other = twoCubes(1);
    for (const ask of [(x) => view.windings(x, [0, 0, 0]), (x) => view.signedDistances(x, [0, 0, 0])])
        throwsMote(() => ask(other.a), 'bad argument', /another world/);
});
