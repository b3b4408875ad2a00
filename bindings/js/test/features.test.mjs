// Features: pairs within a distance, with closest points that their weights make up.
import assert from 'node:assert/strict';
import test from 'node:test';

import { mote, throwsMote, twoCubes } from './support.mjs';

test('features of two cubes are those within the distance, and their weights make up the closest points', () => {
    const { world, a, b } = twoCubes(1.25);
    assert.equal(world.features({ distance: 0.2 }).count, 0);
    const found = world.features({ distance: 0.3 });
    const [pair, ...others] = found.pairs;
    assert.deepEqual([others.length, pair.a, pair.b, pair.first], [0, a.index, b.index, 0]);
    assert.equal(pair.vertexFaceCount + pair.faceVertexCount + pair.edgeEdgeCount, found.count);
    assert.ok(pair.vertexFaceCount > 0 && pair.faceVertexCount > 0 && pair.edgeEdgeCount > 0);
    const shapes = [a.present().slice(), b.present().slice()];
    for (let i = 0; i < found.count; i++) {
        const ofA = i < pair.vertexFaceCount ? 1 : i < pair.vertexFaceCount + pair.faceVertexCount ? 3 : 2;
        const points = [[0, 0, 0], [0, 0, 0]];
        for (let k = 0; k < 4; k++) {
            const [side, weight] = [k < ofA ? 0 : 1, found.weights[4 * i + k]];
            assert.equal(weight !== 0, ((found.support[i] >> k) & 1) === 1);
            for (let x = 0; x < 3; x++) points[side][x] += weight * shapes[side][3 * found.vertices[4 * i + k] + x];
        }
        for (let x = 0; x < 3; x++) {
            assert.ok(Math.abs(points[0][x] - found.onA[3 * i + x]) < 1e-6);
            assert.ok(Math.abs(points[1][x] - found.onB[3 * i + x]) < 1e-6);
        }
        const distance = Math.hypot(...[0, 1, 2].map((x) => found.onA[3 * i + x] - found.onB[3 * i + x]));
        assert.ok(Math.abs(distance - found.distances[i]) < 1e-6 && found.distances[i] <= Math.fround(0.3));
    }
    assert.equal(Math.min(...found.distances), world.distance(a, b).distance);
});

test('features of a body with itself leave out pairs with a common vertex unless they are wanted', () => {
    const world = mote.createWorld();
    const mesh = mote.createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.1, 1, 0, 0.1, 0, 1, 0.1], [0, 1, 2, 3, 4, 5]);
    const body = world.add(mesh, { selfCollision: true });
    const without = world.features({ distance: 0.11 });
    const withThem = world.features({ distance: 0.11, sharedVertex: true });
    assert.deepEqual([without.pairs[0].a, without.pairs[0].b], [body.index, body.index]);
    assert.equal(without.pairs[0].vertexFaceCount, 6);
    assert.ok(without.distances.every((x) => Math.abs(x - 0.1) < 1e-6));
    assert.equal(withThem.count - without.count, 12); // 6 corners of faces, 6 pairs of edges with a common end
    throwsMote(() => world.features({ distance: -1 }), 'bad argument', /distance/);
});

test('infinity as a distance is no limit', () => {
    const { world, a, b } = twoCubes(1000);
    const all = world.features({ distance: Infinity });
    assert.equal(all.count, 2 * 8 * 12 + 18 * 18);
    assert.equal(Math.min(...all.distances), world.distance(a, b, Infinity).distance);
    assert.equal(world.overlapSphere([0, 0, 0], Infinity).length, 2 * 12);
    assert.equal(world.overlapBox([-Infinity, -Infinity, -Infinity], [Infinity, Infinity, Infinity]).length, 2 * 12);
    assert.equal(world.closestPoint(b, [0, 0, 0], Infinity).body, b.index);
    assert.equal(world.ray([-1, 0.5, 0.5], [1, 0, 0], Infinity).body, a.index);
});
