// The world and the bodies of a recording that is played.
import assert from 'node:assert/strict';
import test from 'node:test';

import { CORNERS, FACES, mote, throwsMote, twoCubes, UNTURNED } from './support.mjs';

// A few frames of a scene as a file, with what was seen in each.
function recordScene() {
    const scene = mote.openScene('blobs', { detail: 300 });
    const world = mote.createWorld();
    const bodies = scene.addTo(world);
    const frames = [];
    world.record();
    for (let frame = 60; frame < 70; frame++) {
        scene.show(frame, bodies);
        const report = world.detect();
        world.mark();
        frames.push({
            hash: report.hash,
            present: bodies.map((body) => body.present().slice()),
            marks: bodies.map((body) => body.marks.slice()),
            segments: world.draw().segments.slice(),
            distance: world.distance(bodies[0], bodies[1]).distance,
        });
    }
    const triangles = bodies.map((body) => body.triangles.slice());
    const bytes = world.stopRecording();
    world.dispose();
    scene.dispose();
    return { bytes, frames, triangles };
}

test('a player has the bodies that were recorded, where they were', () => {
    const { bytes, frames, triangles } = recordScene();
    const player = mote.play(bytes);
    assert.deepEqual(player.bodies, []);
    for (const frame of frames) {
        player.step();
        const bodies = player.bodies;
        assert.deepEqual(bodies.map((body) => body.index), [0, 1]);
        player.world.mark();
        assert.equal(player.world.report().hash, frame.hash);
        assert.deepEqual(bodies.map((body) => body.present().slice()), frame.present);
        assert.deepEqual(bodies.map((body) => body.marks.slice()), frame.marks);
        assert.deepEqual(bodies.map((body) => body.triangles.slice()), triangles);
        assert.deepEqual(player.world.draw().segments.slice(), frame.segments);
        assert.equal(player.world.distance(bodies[0], bodies[1]).distance, frame.distance);
        const [x, y, z] = bodies[1].present();
        const hit = player.world.ray([x, y, z + 100], [0, 0, -1]);
        assert.ok(hit && hit.distance <= 100.001);
    }
    player.dispose();
});

test('the world of a player is not to be changed', () => {
    const { bytes } = recordScene();
    const player = mote.play(bytes);
    player.step();
    const [a, b] = player.bodies;
    const mesh = mote.createMesh(CORNERS, FACES);
    for (const change of [
        () => player.world.detect(), () => player.world.add(mesh), () => player.world.ignorePair(a, b, true),
        () => a.setPositions(), () => a.positions, () => a.setTransform(null), () => a.remove(),
    ])
        throwsMote(change, 'not allowed now', /player/);
    assert.ok(player.step().equal);
    mesh.dispose();
    const { world } = player;
    player.dispose();
    player.dispose();
    for (const ask of [() => a.present(), () => world.report(), () => player.bodies, () => player.report()])
        throwsMote(ask, 'stale id', /player has been disposed of/);
});

test('bodies of a player come and go with its frames', () => {
    const { world, a, b } = twoCubes(0.5);
    world.record();
    world.detect();
    a.remove();
    world.detect();
    const small = mote.createMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const c = world.add(small);
    throwsMote(() => a.setPositions(CORNERS), 'stale id', /was removed/); // another has its index
    assert.equal(c.index, a.index); // the place of the first
    b.setTransform([...UNTURNED, 9, 9, 9]);
    world.detect();
    const player = mote.play(world.stopRecording());
    const triangles = () => player.bodies.map((body) => [body.index, body.vertexCount, body.triangleCount]);
    player.step();
    player.world.mark();
    assert.deepEqual(triangles(), [[0, 8, 12], [1, 8, 12]]);
    const [first, second] = player.bodies;
    player.step();
    player.world.mark();
    assert.deepEqual(triangles(), [[1, 8, 12]]);
    player.step();
    player.world.mark();
    assert.deepEqual(triangles(), [[0, 3, 1], [1, 8, 12]]);
    assert.deepEqual([...player.bodies[0].present()], [0, 0, 0, 1, 0, 0, 0, 1, 0]);
    throwsMote(() => first.present(), 'stale id', /was removed/); // another has its index
    assert.deepEqual(second.present(), player.bodies[1].present());
    throwsMote(() => player.step(), 'not allowed now', /frames/);
    assert.equal(player.bodies.length, 2);
    player.dispose();
    world.dispose();
    small.dispose();
});

test('a world lists its bodies', () => {
    const { world, a, b } = twoCubes(0.5);
    assert.deepEqual(world.bodies.map((body) => body.index), [a.index, b.index]);
    assert.deepEqual([a.vertexCount, a.triangleCount, [...a.triangles]], [8, 12, FACES]);
    a.remove();
    assert.deepEqual(world.bodies.map((body) => body.index), [b.index]);
    throwsMote(() => a.triangles, 'stale id', /was removed/);
    world.dispose();
    throwsMote(() => world.bodies, 'stale id', /world has been disposed of/);
});

test('players that come and go leave their memory to the next', () => {
    const { bytes, frames } = recordScene();
    const round = () => {
        const player = mote.play(bytes);
        for (let i = 0; i < frames.length; i++) {
            player.step();
            player.world.mark();
            player.bodies.forEach((body) => body.present());
        }
        player.dispose();
    };
    for (let i = 0; i < 5; i++) round();
    const size = mote.memorySize;
    for (let i = 0; i < 50; i++) round();
    assert.equal(mote.memorySize, size);
});
