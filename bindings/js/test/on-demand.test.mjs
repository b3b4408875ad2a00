// Bodies on demand: formed by a deformer, evaluated where they must be.
import assert from 'node:assert/strict';
import test from 'node:test';

import { mote, throwsMote } from './support.mjs';

function show(name, options, onDemand) {
    const scene = mote.openScene(name, { detail: 2000 });
    const world = mote.createWorld(options);
    return { scene, world, bodies: scene.addTo(world, { onDemand }) };
}

const count = (bodies, mark) =>
    bodies.reduce((sum, body) => sum + body.touched.reduce((n, x) => n + Number(x === mark), 0), 0);

function dispose({ world, scene }) {
    world.dispose();
    scene.dispose();
}

function compareFrames(name, method) {
    const lazy = show(name, { method }, true);
    const eager = show(name, { method }, false);
    for (let frame = 0; frame < lazy.scene.frameCount; frame += 30) {
        lazy.scene.show(frame, lazy.bodies);
        eager.scene.show(frame, eager.bodies);
        const report = lazy.world.detect();
        assert.equal(report.hash, eager.world.detect().hash, `${name} by ${method}, frame ${frame}`);
        const touched = count(lazy.bodies, 2);
        assert.ok(touched <= report.stats().evaluatedVertices);
        lazy.bodies.forEach((body, i) => {
            const positions = body.present().slice(); // the next call may grow memory, which ends the life of views
            assert.deepEqual(positions, eager.bodies[i].present().slice());
        });
        assert.equal(count(lazy.bodies, 2), touched); // drawing marks nothing
    }
    dispose(lazy);
    dispose(eager);
}

test('bodies on demand give the hashes of bodies with positions', () => {
    for (const name of ['crowd-5', 'smith-interactive', 'skinned-million'])
        for (const method of ['hybrid', 'refit']) compareFrames(name, method);
});

// A ball flies around a character.
function countOverFrames(method) {
    const shown = show('skinned-million', { method, contacts: false }, true);
    const { scene, world, bodies } = shown;
    const character = bodies.filter((_, i) => scene.hasDeformer(i));
    assert.deepEqual(character.map((body) => body.touched.length), [character[0].vertexCount]);
    let ever = 0;
    for (let frame = 0; frame < scene.frameCount; frame += 2) {
        scene.show(frame, bodies);
        const { evaluatedVertices } = world.detect().stats();
        const now = count(character, 2);
        assert.ok(now <= evaluatedVertices && (now > 0) === evaluatedVertices > 0);
        assert.ok(count(character, 1) + now >= ever);
        ever = count(character, 1) + now;
    }
    const never = count(character, 0);
    dispose(shown);
    return { ever, never };
}

test('only what is near another body is touched', () => {
    for (const method of ['hybrid', 'paired']) {
        const { ever, never } = countOverFrames(method);
        assert.ok(ever > 0 && never > 0, `${method}: ${ever} touched, ${never} never`);
    }
    assert.equal(countOverFrames('refit').never, 0); // evaluates all
});

test('bodies on demand take no positions, others are as ever', () => {
    const { scene, world, bodies } = show('crowd-5', {}, true);
    throwsMote(() => bodies[0].positions, 'not allowed now', /on demand/);
    throwsMote(() => bodies[0].setPositions(), 'not allowed now', /on demand/);
    throwsMote(() => bodies[0].pull([0, 0, 0], 1), 'not allowed now', /on demand/);
    scene.show(0, bodies);
    scene.dispose();
    world.detect(); // bodies have what they need
    world.dispose();

    const letters = show('letters-tt', {}, true);
    assert.ok(!letters.scene.hasDeformer(0));
    assert.equal(letters.bodies[0].touched.length, 0);
    letters.bodies[0].setPositions();
    dispose(letters);
    assert.throws(() => mote.openScene('letters-tt').hasDeformer(9), RangeError);
});

test('self-collision of a scene is asked for with its bodies', () => {
    const scene = mote.openScene('crowd-5', { detail: 500 });
    const pairs = [false, true].map((selfCollision) => {
        const world = mote.createWorld();
        const bodies = scene.addTo(world, { selfCollision });
        bodies[0].setPositions(bodies[0].positions.map((x, i) => (i % 3 === 2 ? 0 : x))); // flat
        const report = world.detect();
        const found = report.pairs().some((pair) => pair.a === 0 && pair.b === 0);
        world.dispose();
        return found;
    });
    assert.deepEqual(pairs, [false, true]);
    scene.dispose();
});

test('memory does not grow over 1000 frames on demand', () => {
    const { scene, world, bodies } = show('crowd-5', {}, true);
    const frame = (i) => {
        scene.show(i % scene.frameCount, bodies);
        world.detect();
        bodies.forEach((body) => body.present());
    };
    for (let i = 0; i < scene.frameCount; i++) frame(i);
    const size = mote.memorySize;
    for (let i = 0; i < 1000; i++) frame(i);
    assert.equal(mote.memorySize, size);
    world.dispose();
    scene.dispose();
});

test('a scene that a world refuses leaves none of its bodies there', () => {
    const world = mote.createWorld({ method: 'octree-update' });
    const scene = mote.openScene('character-garment', { detail: 200 });
    throwsMote(() => scene.addTo(world, { onDemand: true }), 'refused', /rigid bodies/);
    assert.equal(world.bodies.length, 0);
    world.dispose();
    scene.dispose();
});
