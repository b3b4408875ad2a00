// Manifolds: points with ids and numbers of the caller that persist while a contact does.
import assert from 'node:assert/strict';
import test from 'node:test';

import { mote, throwsMote, twoCubes, UNTURNED } from './support.mjs';

test('points of a contact persist with their data, and contacts begin and end', () => {
    const { world, b } = twoCubes(0.95, { manifoldPoints: 4 });
    const ids = new Set();
    for (let frame = 0; frame < 3; frame++) {
        b.setTransform([...UNTURNED, 0.95, 0.25 + 0.01 * frame, 0.25]);
        world.detect();
        const manifolds = world.manifolds();
        const [contact, ...others] = manifolds.contacts();
        assert.deepEqual([others.length, manifolds.ended().length], [0, 0]);
        assert.equal(contact.state, frame ? 'persist' : 'begin');
        assert.deepEqual([contact.firstPoint, contact.pointCount], [0, manifolds.pointCount]);
        const points = manifolds.points();
        assert.equal(points.length, 4);
        points.forEach((point, i) => {
            assert.deepEqual(point.data, [frame, 0, 0, 0]);
            assert.equal(point.state, frame ? 'persist' : 'begin');
            assert.ok(Math.abs(point.a.weights.reduce((x, y) => x + y) - 1) < 1e-5);
            assert.ok(['vertex', 'edge', 'face'].includes(point.b.feature) && point.depth >= 0);
            manifolds.setData(i, [frame + 1, 0, 0, 0]);
            ids.add(point.id);
        });
    }
    assert.equal(ids.size, 4);
    const last = world.manifolds();
    b.setTransform([...UNTURNED, 5, 0, 0]);
    world.detect();
    throwsMote(() => last.points(), 'stale id', /later detect/);
    assert.deepEqual(world.manifolds().ended().map(({ state }) => state), ['end']);
    assert.throws(() => world.manifolds().setData(0, [1, 2, 3, 4]), /point/);
});

test('a cut body keeps the contacts of faces that persist', () => {
    const { world, a, b } = twoCubes(0.95, { manifoldPoints: 4 });
    world.detect();
    const before = world.manifolds().points().map(({ id }) => id);
    const triangles = [...a.triangles];
    const other = mote.createMesh(a.present(), [...triangles.slice(3), ...triangles.slice(0, 3)]); // faces in another order
    assert.throws(() => a.setMesh(other, [0, 1.5]), /newFaceOf: element 1/);
    throwsMote(() => a.setMesh(other, [0, 1]), 'bad argument', /triangles/);
    a.setMesh(other, Array.from({ length: 12 }, (_, i) => (i + 11) % 12));
    other.dispose();
    world.detect();
    assert.deepEqual(world.manifolds().points().map(({ id }) => id), before);
    a.setMesh(mote.createMesh(a.present(), triangles)); // without a map, no face is there any more
    world.detect();
    assert.ok(world.manifolds().points().every(({ id }) => !before.includes(id)));
    const half = mote.createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    b.setMesh(half);
    assert.deepEqual([b.vertexCount, b.triangleCount, b.present().length, b.marks.length], [3, 1, 9, 1]);
    b.setPositions([0, 0, 0, 1, 0, 0, 0, 1, 1]);
    world.detect();
});

test('pulls and dynamics do not reach a body with another mesh, and recordings follow it', () => {
    const { world, a, b } = twoCubes(0.5);
    const small = mote.createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const pull = a.pull([0, 0, 0], 0.5);
    world.record();
    world.detect();
    a.setMesh(small);
    throwsMote(() => pull.moveTo([0, 0, 1]), 'stale id', /another mesh/);
    const hash = world.detect().hash;
    const player = mote.play(world.stopRecording());
    player.step();
    assert.equal(player.bodies[0].vertexCount, 8);
    const frame = player.step();
    assert.ok(frame.equal && frame.hash === hash);
    assert.deepEqual([player.bodies[0].vertexCount, player.bodies[0].present().length], [3, 9]);
    const dynamics = world.createDynamics();
    dynamics.add(b);
    throwsMote(() => b.setMesh(small), 'not allowed now', /remove it from its dynamics/);
    dynamics.remove(b);
    b.setMesh(small);
    world.detect();
});
