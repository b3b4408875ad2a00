// What is forgotten instead of disposed of is freed by the garbage collector, and nothing that is still in use.
import assert from 'node:assert/strict';
import test from 'node:test';

import { load } from '../dist/node.js';
import { collectGarbage, CORNERS, FACES, mote, SCENES_MODULE, task, twoCubes } from './support.mjs';

test('10,000 worlds that are forgotten take no more memory than a few hundred', async () => {
    const fresh = await load(SCENES_MODULE);
    const sizes = [];
    for (let i = 1; i <= 10000; i++) {
        const world = fresh.createWorld();
        const mesh = fresh.createMesh(CORNERS, FACES);
        world.add(mesh);
        world.add(mesh);
        world.detect();
        if (i % 10 === 0) await task(); // the collector runs when it wants to
        if (i % 2500 === 0) sizes.push(fresh.memorySize);
    }
    console.log(`memory after 2500, 5000, 7500 and 10,000 worlds: ${sizes.map((size) => (size / 1e6).toFixed(0)).join(', ')} MB`);
    assert.ok(sizes[3] < 128e6, `${sizes[3]} bytes`); // 850 MB are never freed otherwise
    assert.ok(sizes[3] < 1.5 * sizes[1], String(sizes));
});

// Each takes a quarter of a megabyte or more.
const MAKERS = {
    mesh: (m) => m.makeModel('sphere-2000'),
    scene: (m) => m.openScene('blobs', { detail: 1000 }),
    player: (m, recording) => m.play(recording).step(),
    skin: (m) => {
        const mesh = m.makeModel('sphere-2000');
        const count = mesh.vertexCount;
        const skin = m.createSkin(mesh, { boneCount: 1, influencesPerVertex: 1, bones: new Uint16Array(count), weights: new Float32Array(count).fill(1) });
        mesh.dispose();
        return skin;
    },
    morph: (m) => {
        const mesh = m.makeModel('sphere-2000');
        const morph = m.createMorph(mesh, [{ deltas: new Float32Array(3 * mesh.vertexCount) }]);
        mesh.dispose();
        return morph;
    },
};

function recordCubes() {
    const { world } = twoCubes(0.5);
    world.record();
    world.detect();
    return world.stopRecording();
}

test('objects of every class are freed', async () => {
    const recording = recordCubes();
    for (const [name, make] of Object.entries(MAKERS)) {
        const fresh = await load(SCENES_MODULE);
        const round = async () => {
            for (let i = 0; i < 20; i++) make(fresh, recording);
            await collectGarbage();
        };
        for (let i = 0; i < 3; i++) await round();
        const size = fresh.memorySize;
        for (let i = 0; i < 10; i++) await round();
        assert.ok(fresh.memorySize <= 1.1 * size, `${name}: from ${size} to ${fresh.memorySize} bytes`);
    }
});

test('a body, a report or the world of a player alone keep what they need', async () => {
    const kept = (() => {
        const { world, a } = twoCubes(0.5);
        const report = twoCubes(0.5).world.detect();
        const player = mote.play(recordCubes());
        player.step();
        const dynamics = twoCubes(0.5).world.createDynamics();
        void world;
        return { a, report, played: player.world, body: player.bodies[0], dynamics };
    })();
    await collectGarbage();
    for (let i = 0; i < 50; i++) twoCubes(0.5).world.detect(); // would take the memory of what was freed
    await collectGarbage();
    assert.deepEqual([...kept.a.present()], CORNERS);
    assert.equal(kept.report.pairs().length, 1);
    assert.equal(kept.played.report().pairs().length, 1);
    assert.deepEqual([...kept.body.present()], CORNERS);
    kept.dynamics.step(0.1);
});
