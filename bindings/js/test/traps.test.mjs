// Mistakes that would give a wrong result in silence are errors that say what is wrong, in every class.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { load, MoteError } from '../dist/node.js';
import { CORNERS, FACES, mote, SCENES_MODULE, throwsMote, twoCubes, UNTURNED } from './support.mjs';

const skinned = new Uint8Array(readFileSync(new URL('../../../fuzz/corpus/gltf/skin.glb', import.meta.url)));
const IDENTITY = [...UNTURNED, 0, 0, 0];

/** One object of every class that can be disposed of, with everything that can be asked of it. */
function everything() {
    const { world, a, b } = twoCubes(0.5);
    const mesh = mote.createMesh(CORNERS, FACES);
    const body = world.add(mesh);
    const scene = mote.openScene('letters-tt');
    const asset = mote.openAsset(skinned, 'skin.glb');
    const dynamics = world.createDynamics();
    dynamics.add(a);
    const pull = b.pull([0.5, 0.25, 0.25], 0.5);
    const skin = mote.createSkin(mesh, { boneCount: 1, influencesPerVertex: 1, bones: new Uint16Array(8), weights: Array(8).fill(1) });
    const morph = mote.createMorph(mesh, [{ deltas: new Float32Array(24) }]);
    const report = world.detect();
    const recorded = twoCubes(0.5).world;
    recorded.record();
    recorded.detect();
    const player = mote.play(recorded.stopRecording());
    player.step();
    return { world, mesh, a, b, body, scene, asset, dynamics, pull, skin, morph, report, player };
}

/** Getters and methods of a class, each called with arguments that would be valid. */
const USES = {
    mesh: (x) => [() => x.mesh.positions, () => x.mesh.triangles, () => mote.createWorld().add(x.mesh),
        () => mote.createMorph(x.mesh, [{ deltas: new Float32Array(24) }])],
    world: ({ world, a, b, mesh, report, body, dynamics, pull, asset, scene, skin }) => [
        () => world.add(mesh), () => world.bodies, () => world.ignorePair(a, b, true), () => world.detect(),
        () => world.report(), () => world.mark(), () => world.draw(), () => world.distance(a, b),
        () => world.ray([0, 0, 0], [1, 0, 0]), () => world.closestPoint(a, [0, 0, 0]), () => world.trim(),
        () => world.overlapSphere([0, 0, 0], 1), () => world.overlapBox([0, 0, 0], [1, 1, 1]),
        () => world.setTimeBudget(0), () => world.createDynamics(), () => world.record(), () => world.stopRecording(),
        () => asset.addTo(world), () => scene.addTo(world),
        // bodies
        () => a.triangles, () => a.positions, () => a.setPositions(CORNERS), () => a.setTransform(null), () => a.present(),
        () => body.setDeformers([skin]), () => a.setBounds(null), () => a.pull([0, 0, 0], 1), () => a.marks,
        () => a.touched, () => a.areas(), () => a.remove(),
        // reports
        () => report.hash, () => report.cutShort, () => report.reproducible, () => report.pairCount,
        () => report.facePairCount, () => report.contactCount, () => report.facePairs, () => report.contactOf,
        () => report.segments, () => report.pairs(), () => report.contacts(), () => report.estimates(),
        () => report.invalid(), () => report.unexamined(), () => report.unsearched(), () => report.stats(),
        // whatever else is in the world
        () => dynamics.step(0.1), () => dynamics.add(b), () => pull.moveTo([0, 0, 0]),
    ],
    scene: ({ scene }) => [() => scene.bodyName(0), () => scene.selfCollides(0), () => scene.isRigid(0),
        () => scene.hasDeformer(0), () => scene.mesh(0), () => scene.transform(0, 0), () => scene.positions(0, 0),
        () => scene.addTo(mote.createWorld()), () => scene.show(0, [twoCubes(1).a]),
        () => scene.showBody(0, 0, twoCubes(1).a)],
    asset: ({ asset }) => [() => asset.mesh(0), () => asset.addTo(mote.createWorld()), () => asset.pose(null, 0),
        () => asset.show(null, 0, []), () => asset.showPart(0, twoCubes(1).a)],
    dynamics: ({ dynamics, a, b }) => [() => dynamics.add(b), () => dynamics.remove(a), () => dynamics.hold(a),
        () => dynamics.moveHeld(a, [0, 0, 0], [0, 0, 0, 1]), () => dynamics.release(a), () => dynamics.isHeld(a),
        () => dynamics.state(a), () => dynamics.set(a, { mass: 1 }), () => dynamics.setShape(a), () => dynamics.step(0.1),
        () => dynamics.advance(0.1), () => dynamics.react(0.1), () => dynamics.report()],
    pull: ({ pull }) => [() => pull.moveTo([0, 0, 0])],
    skin: ({ skin, body }) => [() => skin.setBones(IDENTITY), () => body.setDeformers([skin])],
    morph: ({ morph, body }) => [() => morph.setWeights([0]), () => body.setDeformers([morph])],
    player: ({ player }) => [() => player.step(), () => player.bodies, () => player.report(), () => player.world.report()],
};

test('a use after dispose is an error, in every class', () => {
    for (const [name, uses] of Object.entries(USES)) {
        const all = everything();
        const calls = uses(all);
        all[name].dispose();
        all[name].dispose();
        for (const call of calls) throwsMote(call, 'stale id', new RegExp(`${name} .*(disposed|destroyed)`));
    }
});

test('objects of classes with dispose can be left to `using`', () => {
    const all = everything();
    for (const name of Object.keys(USES)) {
        assert.equal(typeof all[name][Symbol.dispose], 'function', name);
        all[name][Symbol.dispose]();
    }
    for (const name of Object.keys(USES).filter((name) => name !== 'world'))
        throwsMote(USES[name](all)[0], 'stale id', /disposed/);
});

test('a report that a later detect has replaced is refused', () => {
    const { world } = twoCubes(0.5);
    const first = world.detect();
    const again = world.report();
    assert.equal(first.hash, again.hash);
    world.trim();
    assert.equal(first.facePairs.length, 2 * first.facePairCount); // its arrays have moved
    assert.ok(first.facePairs.every((face) => face < 12));
    world.detect();
    assert.equal(first.frame, 1);
    for (const old of [first, again]) throwsMote(() => old.pairs(), 'stale id', /report of frame 1 has been replaced/);
    world.dispose();
});

test('positions that are not numbers are refused by every class that takes some', () => {
    const { world, mesh, a, b, body, dynamics, pull, skin, morph, asset } = everything();
    const wrong = CORNERS.with ? CORNERS.with(4, NaN) : CORNERS.map((x, i) => (i === 4 ? NaN : x));
    throwsMote(() => mote.createMesh(wrong, FACES), 'bad data', /vertex 1|nan/i);
    b.setPositions(wrong);
    throwsMote(() => world.detect(), 'bad data', /body 1: vertex 1 is at \(.*NaN, /);
    assert.deepEqual(world.report().invalid(), [b.index]);
    const report = world.detect({ skipInvalid: true });
    assert.deepEqual([report.invalid(), report.pairs().some((pair) => pair.a === b.index)], [[b.index], false]);
    throwsMote(() => dynamics.step(0.1), 'bad data', /body 1: vertex 1/);
    throwsMote(() => world.distance(a, b), 'bad data', /./);
    b.setPositions(CORNERS);
    world.detect();
    b.setTransform([...UNTURNED, 0, NaN, 0]);
    throwsMote(() => world.detect(), 'bad data', /body 1: vertex 0 .*NaN/);
    b.setTransform(null);
    throwsMote(() => a.setBounds({ min: [0, 0, NaN], max: [1, 1, 1] }), 'bad argument', /bounds/);
    throwsMote(() => world.ray([NaN, 0, 0], [1, 0, 0]), 'bad argument', /./);
    throwsMote(() => world.closestPoint(a, [NaN, 0, 0]), 'bad argument', /./);
    throwsMote(() => world.overlapSphere([0, 0, 0], NaN), 'bad argument', /./);
    throwsMote(() => world.distance(a, b, NaN), 'bad argument', /./);
    throwsMote(() => world.setTimeBudget(NaN), 'bad argument', /./);
    throwsMote(() => pull.moveTo([0, NaN, 0]), 'bad data', /point/);
    throwsMote(() => skin.setBones(IDENTITY.map(() => NaN)), 'bad data', /./);
    throwsMote(() => morph.setWeights([NaN]), 'bad data', /./);
    throwsMote(() => mote.createMorph(mesh, [{ deltas: Array(24).fill(NaN) }]), 'bad data', /./);
    throwsMote(() => dynamics.set(a, { velocity: [NaN, 0, 0] }), 'bad data', /./);
    throwsMote(() => dynamics.set(a, { mass: NaN }), /^bad /, /./);
    assert.throws(() => dynamics.step(NaN), MoteError);
    assert.throws(() => world.createDynamics({ gravity: [0, NaN, 0] }), MoteError);
    assert.throws(() => asset.pose(null, NaN), /time.*NaN/);
    assert.throws(() => mote.createWorld({ tolerance: NaN }), /tolerance/);
    assert.throws(() => mote.openScene('blobs').show(NaN, [a]), /frame.*NaN/);
    void body;
});

test('arrays of a wrong type or length are refused by name', () => {
    const { world, mesh, a, body, dynamics, pull, skin, morph } = everything();
    const bytes = new Uint8Array(24);
    for (const positions of [bytes, bytes.buffer, new DataView(bytes.buffer), 'text', ['1', '2', '3'], 7, null]) {
        assert.throws(() => mote.createMesh(positions, FACES), /TypeError: positions: expected a Float32Array/);
        if (positions !== null) assert.throws(() => a.setPositions(positions), /TypeError: positions: expected/);
    }
    for (const triangles of [new Float32Array(FACES), 'text', new Uint32Array(FACES).buffer, undefined])
        assert.throws(() => mote.createMesh(CORNERS, triangles), /TypeError: triangles: expected a Uint32Array/);
    assert.throws(() => mote.createMesh(CORNERS, FACES.map((x) => x + 0.5)), /triangles: element 0 is 0\.5/);
    assert.throws(() => mote.createMesh(CORNERS, FACES.map((x) => -x)), /triangles: element 1 is -2/);
    throwsMote(() => mote.createMesh(CORNERS, Int32Array.from(FACES, (x) => -x)), 'bad data', /index 1 is/);
    assert.throws(() => a.setPositions(new Float32Array(3)), /positions: expected 24 numbers, not 3/);
    assert.throws(() => a.setTransform('identity'), /transform: expected 12 numbers/);
    assert.throws(() => a.setTransform(new Float32Array(16)), /transform: expected 12 numbers, not 16/);
    assert.throws(() => world.ray([0, 0], [1, 0, 0]), /origin: expected 3 numbers, not 2/);
    assert.throws(() => world.ray({ x: 0, y: 0, z: 0 }, [1, 0, 0]), /origin: expected 3 numbers, not an Object/);
    assert.throws(() => world.ray(['0', 0, 0], [1, 0, 0]), /origin: element 0 is text/);
    assert.throws(() => a.pull([0], 1), /point: expected 3 numbers/);
    assert.throws(() => pull.moveTo([0, 0, 0, 0]), /point: expected 3 numbers, not 4/);
    assert.throws(() => dynamics.set(a, { rotation: [0, 0, 0] }), /rotation: expected 4 numbers/);
    assert.throws(() => dynamics.set(a, { mass: [1] }), /mass: expected a number/);
    assert.throws(() => skin.setBones(new Float32Array(16)), /bones: expected 12 numbers, not 16/);
    assert.throws(() => morph.setWeights(new Uint8Array(1)), /weights: expected a Float32Array/);
    assert.throws(() => mote.createSkin(mesh, { boneCount: 1, bones: new Float32Array(32), weights: new Float32Array(32) }), /bones: expected/);
    throwsMote(() => mote.createSkin(mesh, { boneCount: 1, bones: Array(32).fill(65536), weights: new Float32Array(32) }), 'bad data', /element 0 is 65536/);
    assert.throws(() => world.add(mesh, { category: 1.5 }), /category/);
    assert.throws(() => body.setDeformers(skin), /deformers: expected an array, not a Skin/);
});

test('text is not taken for the bytes of a file', () => {
    const { world } = twoCubes(0.5);
    const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
    for (const call of [() => mote.readMesh(obj, 'a.obj'), () => mote.openAsset('glTF', 'a.glb'), () => mote.play('mote')])
        assert.throws(call, /TypeError: (file|recording): expected the bytes of a file, not text; .*arrayBuffer/);
    assert.throws(() => mote.readMesh([1, 2, 3], 'a.obj'), /file: expected a Uint8Array or an ArrayBuffer, not an Array/);
    const { buffer } = new TextEncoder().encode(obj);
    for (const file of [buffer, new DataView(buffer)]) assert.equal(mote.readMesh(file, 'a.obj').triangleCount, 1);
    world.dispose();
});

test('objects of another kind or another module are refused', async () => {
    const other = await load(SCENES_MODULE);
    const { world, a, b } = twoCubes(0.5);
    const foreign = other.createMesh(CORNERS, FACES);
    throwsMote(() => world.add(foreign), 'bad argument', /mesh belongs to another instance of the module/);
    throwsMote(() => mote.createMorph(foreign, [{ deltas: new Float32Array(24) }]), 'bad argument', /another instance/);
    throwsMote(() => other.openScene('letters-tt').addTo(world), 'bad argument', /another instance/);
    throwsMote(() => other.openAsset(skinned, 'skin.glb').addTo(world), 'bad argument', /another instance/);
    assert.throws(() => world.add(a), /mesh: expected a Mesh, not a Body/);
    assert.throws(() => world.add(undefined), /mesh: expected a Mesh, not undefined/);
    assert.throws(() => world.distance(a, b.index), /body: expected a Body, not the number 1/);
    assert.throws(() => mote.openAsset(skinned, 'skin.glb').addTo({}), /world: expected a World, not an Object/);
    assert.throws(() => mote.makeModel(undefined), /name: expected text, not undefined/);
});

test('an address that serves another file says what came instead', async () => {
    const page = new Response('<!doctype html><title>a page</title>', { headers: { 'content-type': 'text/html' } });
    await assert.rejects(load(page), /expected a WebAssembly module, got 36 bytes of type text\/html that start with "<!doctype html>/);
    await assert.rejects(load(new Response('')), /got 0 bytes/);
    await assert.rejects(load(7), /source: expected bytes, a module, an address or a response, not the number 7/);
});

test('the module of the package has no scenes and says so', async () => {
    const plain = await load();
    assert.deepEqual([plain.scenes, plain.models], [[], []]);
    throwsMote(() => plain.openScene('blobs'), 'refused', /no scenes/);
    throwsMote(() => plain.makeModel('box'), 'refused', /no scenes/);
});
