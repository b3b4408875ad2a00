import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { DRAW_KINDS, load, moduleBytes } from '../dist/node.js';
import { CORNERS, FACES, mote, SCENES_MODULE, throwsMote, twoCubes, UNTURNED } from './support.mjs';

test('what is built in has names', () => {
    assert.match(mote.version, /^\d+\.\d+\.\d+$/);
    assert.equal(mote.methods[0].name, 'hybrid');
    assert.ok(mote.methods[0].abilities.includes('exact'));
    assert.ok(mote.scenes.some((scene) => scene.name === 'teapot-sphere' && scene.frameCount === 240));
    assert.ok(mote.models.some((model) => model.name === 'teapot'));
});

test('the module loads from bytes, a compiled module, an address and a response', async () => {
    const address = SCENES_MODULE;
    const bytes = readFileSync(address);
    for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
        await WebAssembly.compile(bytes), address, address.href, new Response(bytes)]) {
        assert.equal((await load(source)).version, mote.version);
    }
    assert.equal((await load()).version, mote.version);
    assert.deepEqual(await moduleBytes().then((module) => load(module)).then(({ methods }) => methods), mote.methods);
    await assert.rejects(load(new Response('gone', { status: 404, statusText: 'Not Found' })), /404 Not Found/);
});

test('a mesh keeps positions and triangles, and knows that a cube is closed', () => {
    const mesh = mote.createMesh(CORNERS, FACES);
    assert.deepEqual([...mesh.positions], CORNERS);
    assert.deepEqual([...mesh.triangles], FACES);
    assert.ok(mesh.closed);
    assert.deepEqual([mesh.min, mesh.max], [[0, 0, 0], [1, 1, 1]]);
    mesh.dispose();
    mesh.dispose();
    throwsMote(() => mesh.positions, 'stale id', /mesh has been disposed of/);
});

test('cubes that overlap are reported with faces, contacts, segments and marks', () => {
    const { world, a, b } = twoCubes(0.5);
    const report = world.detect();
    assert.deepEqual([report.frame, report.reproducible, report.cutShort], [1, true, false]);
    const [pair, ...others] = report.pairs();
    assert.deepEqual(others, []);
    assert.deepEqual([pair.a, pair.b, pair.state, pair.relation], [a.index, b.index, 'begin', 'touch']);
    assert.equal(pair.facePairCount, report.facePairCount);
    assert.equal(report.facePairs.length, 2 * report.facePairCount);
    assert.equal(report.contactOf.length, report.facePairCount);
    const [contact] = report.contacts();
    assert.ok(Math.abs(Math.hypot(...contact.normal) - 1) < 1e-6);
    assert.equal(contact.depthKind, 'estimate');
    assert.ok(report.segments.length > 0);
    assert.ok(report.segments.every((x) => x >= 0 && x <= 1.5));
    const stats = report.stats();
    assert.equal(stats.facePairs, report.facePairCount);
    assert.ok(stats.totalSeconds >= 0 && stats.bytes > 0);
    const expected = [new Uint8Array(12), new Uint8Array(12)];
    report.facePairs.forEach((face, i) => (expected[i % 2][face] = 1));
    world.mark();
    assert.deepEqual([a.marks, b.marks], expected);
    world.dispose();
});

test('cubes that part end their pair, and their distance has two points', () => {
    const { world, a, b } = twoCubes(0.5);
    world.detect();
    b.setTransform([...UNTURNED, 3, 0.25, 0.25]);
    const report = world.detect();
    assert.deepEqual(report.pairs().map((pair) => pair.state), ['end']);
    world.mark();
    assert.ok(a.marks.every((mark) => mark === 0));
    const { distance, onA, onB, worth } = world.distance(a, b);
    assert.deepEqual([distance, onA[0], onB[0], worth], [2, 1, 3, 'exact']);
    const beyond = world.distance(a, b, 1);
    assert.deepEqual([beyond.distance, beyond.faceA], [Infinity, null]);
    world.dispose();
});

test('positions are written in place', () => {
    const { world, a, b } = twoCubes(3);
    b.setTransform(null);
    const positions = b.positions;
    for (let i = 0; i < positions.length; i += 3) positions[i] += 1; // faces lie on each other
    b.setPositions();
    assert.deepEqual([...b.present()], [...b.positions]);
    assert.ok(world.detect().facePairCount > 0);
    b.setPositions(CORNERS.map((x) => x + 5));
    assert.equal(world.detect().facePairCount, 0);
    assert.throws(() => b.setPositions([1, 2, 3]), RangeError);
    assert.throws(() => a.setTransform([1, 2, 3]), RangeError);
    world.dispose();
});

test('a ray meets the nearest body', () => {
    const { world, a, b } = twoCubes(3);
    const hit = world.ray([-1, 0.5, 0.4], [1, 0, 0]);
    assert.deepEqual([hit.body, hit.distance, hit.point[0]], [a.index, 1, 0]);
    assert.equal(world.ray([2, 0.5, 0.4], [1, 0, 0]).body, b.index);
    assert.equal(world.ray([2, 0.5, 0.4], [0, 0, 1]), null);
    world.dispose();
});

test('what the method looked at can be drawn', () => {
    const { world } = twoCubes(0.5, { method: 'smith' });
    world.detect();
    const drawing = world.draw();
    assert.equal(drawing.boxWords.length, 7 * drawing.boxCount);
    const kinds = new Set(Array.from({ length: drawing.boxCount }, (_, i) => DRAW_KINDS[drawing.boxWords[7 * i]]));
    for (const kind of ['body', 'region', 'cell']) assert.ok(kinds.has(kind), kind);
    assert.deepEqual([...drawing.segments], [...world.report().segments]);
    world.dispose();

});

/** Points or vectors of a drawing as objects. */
function drawn({ pointCount, pointWords, pointFloats, vectorCount, vectorWords, vectorFloats }) {
    assert.deepEqual([pointWords.length, vectorWords.length], [6 * pointCount, 8 * vectorCount]);
    const points = Array.from({ length: pointCount }, (_, i) => ({
        kind: DRAW_KINDS[pointWords[6 * i]],
        body: pointWords[6 * i + 1],
        id: pointWords[6 * i + 2],
        at: [...pointFloats.subarray(6 * i + 3, 6 * i + 6)],
    }));
    const vectors = Array.from({ length: vectorCount }, (_, i) => ({
        kind: DRAW_KINDS[vectorWords[8 * i]],
        body: vectorWords[8 * i + 1],
        at: [...vectorFloats.subarray(8 * i + 2, 8 * i + 5)],
        v: [...vectorFloats.subarray(8 * i + 5, 8 * i + 8)],
    }));
    return { points, vectors };
}

test('particles are drawn with ids that stay and the forces on them', () => {
    const { world, a } = twoCubes(0.5, { method: 'senin', senin: { particles: 3 } });
    world.detect();
    const first = drawn(world.draw());
    const particles = first.points.filter(({ kind }) => kind === 'particle');
    assert.equal(particles.length, 6);
    assert.equal(new Set(particles.map(({ body, id }) => `${body} ${id}`)).size, 6);
    assert.ok(first.points.some(({ kind }) => kind === 'hint'));
    for (const { kind, body, at } of first.vectors) {
        assert.equal(kind, 'particle');
        assert.ok(particles.some((p) => p.body === body && p.at.join() === at.join()));
    }
    assert.ok(first.vectors.length > 0);
    assert.equal(a.areas(), null);
    world.detect();
    const ids = ({ points }) => points.filter(({ kind }) => kind === 'particle').map(({ body, id }) => [body, id]);
    assert.deepEqual(ids(drawn(world.draw())), ids(first));
    world.dispose();
});

test('areas are drawn with a particle in each', () => {
    const world = mote.createWorld({ method: 'lbg', lbg: { particles: 5 } });
    const mesh = mote.makeModel('sphere-200');
    const body = world.add(mesh);
    assert.equal(body.areas(), null);
    world.detect();
    const { points } = drawn(world.draw());
    const areas = body.areas();
    assert.equal(areas.length, mesh.vertexCount);
    assert.deepEqual([...new Set(areas)].sort(), [0, 1, 2, 3, 4]);
    assert.equal(points.length, 5);
    world.dispose();
    mesh.dispose();
});

test('planes and closest points of convex bodies are drawn', () => {
    for (const [method, kind] of [['separating-plane', 'plane'], ['closest-feature', 'closest']]) {
        const { world } = twoCubes(1.25, { method });
        world.detect();
        const { points, vectors } = drawn(world.draw());
        assert.ok([...points, ...vectors].some((thing) => thing.kind === kind), method);
        if (kind === 'plane') assert.deepEqual([vectors[0].at[0], ...vectors[0].v], [1.125, 1, 0, 0]);
        world.dispose();
    }
});

test('particle methods give estimates', () => {
    const { world, a, b } = twoCubes(0.5, { method: 'senin' });
    const [estimate] = world.detect().estimates();
    assert.deepEqual([estimate.a, estimate.b], [a.index, b.index]);
    assert.ok(['undecided', 'touch'].includes(estimate.verdict));
    world.dispose();
});

test('bodies can be removed and pairs ignored', () => {
    const { world, a, b } = twoCubes(0.5);
    world.ignorePair(a, b, true);
    assert.equal(world.detect().pairCount, 0);
    world.ignorePair(a, b, false);
    assert.equal(world.detect().pairCount, 1);
    b.remove();
    world.mark(); // the report still names it
    throwsMote(() => b.setTransform(null), 'stale id', /was removed/);
    assert.equal(world.detect().facePairCount, 0);
    const other = twoCubes(0.5); // has bodies of the same indices
    const ball = mote.makeModel('sphere-80');
    world.add(ball); // which has now that of b
    ball.dispose();
    for (const ask of [
        (x) => world.distance(a, x), (x) => world.distance(x, a), (x) => world.ignorePair(x, a, true),
        (x) => world.ignorePair(a, x, true), (x) => world.closestPoint(x, [0, 0, 0]),
    ]) {
        throwsMote(() => ask(b), 'stale id', /was removed/);
        throwsMote(() => ask(other.b), 'bad argument', /another world/);
    }
    other.world.dispose();
    world.dispose();
    throwsMote(() => world.detect(), 'stale id', /world has been disposed of/);
});

test('options reach the library, and wrong ones come back with its words', () => {
    assert.equal(twoCubes(0.5, { contacts: false }).world.detect().contactCount, 0);
    assert.equal(twoCubes(1.1, { tolerance: 0.2 }).world.detect().pairs()[0].relation, 'near');
    const first = twoCubes(0.5, { detect: 'first', contacts: false }).world.detect();
    assert.equal(first.facePairCount, 1);
    for (const contacts of [false, undefined]) assert.equal(twoCubes(0.5, { detect: 'first', contacts }).world.detect().contactOf.length, 0);
    const counted = twoCubes(0.5, { detect: 'count' }).world;
    const { facePairs, facePairCount } = counted.detect();
    assert.equal(facePairs.length, 0);
    assert.equal(facePairCount, twoCubes(0.5).world.detect().facePairCount);
    assert.ok(facePairCount > 1);
    counted.mark();
    mote.createWorld({ method: 'paired', paired: { starts: 64, flood: true } }).dispose();
    mote.createWorld({ method: 'senin', literal: true, senin: { movement: 'edges', coldStart: true } }).dispose();
    throwsMote(() => mote.createWorld({ method: 'magic' }), 'bad argument', /unknown method 'magic'/);
    throwsMote(() => mote.createWorld({ smith: { level: 99 } , method: 'smith' }), 'bad argument', /level/);
    throwsMote(() => mote.createWorld({ smith: { level: 1.5 } }), 'bad argument', /smith\.level/);
    throwsMote(() => mote.createWorld({ color: 1 }), 'bad argument', /no option 'color'/);
    assert.throws(() => mote.createWorld({ detect: 'some' }), /all, first, count/);
});

/** { 'smith.level': 6 } becomes { smith: { level: 6 } }. */
function nested(options) {
    const world = {};
    for (const { name, default: value } of options) {
        const [group, field] = name.split('.');
        if (field) (world[group] ??= {})[field] = value;
        else world[name] = value;
    }
    return world;
}

test('options that exclude each other are refused', () => {
    for (const [options, message] of [
        [{ detect: 'count', contacts: true }, /contacts is set, but MOTE_DETECT_COUNT/],
        [{ detect: 'count', method: 'senin', certify: true }, /certify does not work with MOTE_DETECT_COUNT/],
        [{ manifoldPoints: 4, contacts: false }, /manifold_points is 4/],
        [{ manifoldPoints: 4, detect: 'count' }, /manifold_points is 4/],
        [{ manifoldPoints: 4, detect: 'first' }, /manifold_points is 4/],
    ])
        throwsMote(() => mote.createWorld(options), 'bad argument', message);
    for (const detect of ['all', 'first', 'count', undefined])
        for (const contacts of [false, undefined]) mote.createWorld({ detect, contacts }).dispose();
});

test('options can be listed, and their defaults are taken', () => {
    const find = (method, name) => mote.options(method).find((option) => option.name === name);
    const { summary, ...level } = find('smith', 'smith.level');
    assert.match(summary, /Depth of the octree/);
    const methods = ['smith', 'octree-update'];
    assert.deepEqual(level, { name: 'smith.level', kind: 'integer', default: 6, literal: 6, min: 0, max: 16, methods });
    assert.deepEqual(find('octree-update', 'smith.level'), find('smith', 'smith.level'));
    assert.deepEqual([find('senin', 'senin.pursue').default, find('senin', 'senin.pursue').literal], [1, 0]);
    assert.equal(find('octree-update', 'smith.bintree'), undefined);
    assert.deepEqual(find('senin', 'senin.movement').choices, ['vertices', 'edges', 'faces']);
    assert.deepEqual([find('senin', 'senin.coldStart').kind, find('senin', 'senin.coldStart').default], ['boolean', 0]);
    assert.equal(find('senin', 'senin.ownThread'), undefined);
    assert.equal(find('hybrid', 'tolerance').kind, 'number');
    assert.equal(find('senin', 'tolerance'), undefined);
    assert.equal(find('paired', 'certify').kind, 'boolean');
    for (const { name } of mote.methods) {
        const options = mote.options(name);
        for (const { name, min, max, ...option } of options)
            assert.ok([option.default, option.literal].every((value) => min <= value && value <= max), name);
        mote.createWorld({ method: name, ...nested(options) }).dispose();
    }
    throwsMote(() => mote.options('magic'), 'bad argument', /unknown method 'magic'/);
});

test('files are read, and bad ones come back with the line', () => {
    const bytes = (text) => new TextEncoder().encode(text);
    const mesh = mote.readMesh(bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'one.obj');
    assert.deepEqual([...mesh.triangles], [0, 1, 2]);
    assert.equal(mote.readMesh(bytes('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n'), 'unnamed').triangleCount, 1);
    throwsMote(() => mote.readMesh(bytes('v 0 0 0\nf 1 2 3\n'), 'bad.obj'), 'bad data', /bad\.obj.*2/);
    throwsMote(() => mote.readMesh(bytes(''), 'empty.ply'), 'bad data', /empty\.ply/);
    throwsMote(() => mote.createMesh([0, 0, 0], [0, 0, 7]), 'bad data', /7/);
    throwsMote(() => mote.makeModel('teepot'), 'bad argument', /teepot/);
});

test('scenes tell of their bodies', () => {
    const scene = mote.openScene('letters-tt', { seed: 3, speed: 2 });
    assert.equal(scene.bodyCount, 2);
    assert.ok(scene.isRigid(0));
    assert.ok(scene.bodyName(1).length > 0);
    assert.equal(scene.transform(0, 10).length, 12);
    assert.throws(() => scene.bodyName(2), RangeError);
    const world = mote.createWorld();
    const bodies = scene.addTo(world);
    scene.show(40, bodies);
    assert.deepEqual(bodies[1].present(), scene.positions(1, 40));
    world.dispose();
    scene.dispose();
    assert.equal(scene.up, 'y');
    throwsMote(() => mote.openScene('nowhere'), 'bad argument', /nowhere/);
    throwsMote(() => mote.openScene('blobs', { seed: -1 }), 'bad argument', /seed/);
    throwsMote(() => mote.openScene('blobs', { speed: NaN }), 'bad argument', /speed/);
});

test('scenes tell which bodies collide with themselves, and add them so on request', () => {
    const scene = mote.openScene('self-fold');
    assert.equal(scene.up, 'z');
    assert.ok(scene.selfCollides(0));
    assert.throws(() => scene.selfCollides(1), RangeError);
    const facePairs = (selfCollision) => {
        const world = mote.createWorld();
        scene.show(100, scene.addTo(world, { selfCollision }));
        const count = world.detect().facePairCount;
        world.dispose();
        return count;
    };
    assert.equal(facePairs(false), 0);
    assert.ok(facePairs('scene') > 0);
    assert.equal(facePairs('scene'), facePairs(true));
    scene.dispose();
    const other = mote.openScene('letters-tt');
    assert.ok(!other.selfCollides(0) && !other.selfCollides(1));
    other.dispose();
});

test('a recording plays with equal hashes, by other methods too', () => {
    const scene = mote.openScene('blobs', { detail: 300 });
    const world = mote.createWorld();
    const bodies = scene.addTo(world);
    world.record();
    for (let frame = 60; frame < 70; frame++) {
        scene.show(frame, bodies);
        world.detect();
    }
    const bytes = world.stopRecording();
    throwsMote(() => world.stopRecording(), 'not allowed now', /record/);
    for (const method of [undefined, 'naive']) {
        const player = mote.play(bytes, method);
        assert.equal(player.frameCount, 10);
        for (let frame = 0; frame < 10; frame++) assert.ok(player.step().equal);
        assert.equal(player.report().hash, world.report().hash);
        throwsMote(() => player.step(), 'not allowed now', /./);
        player.dispose();
    }
    throwsMote(() => mote.play(bytes.subarray(0, 20)), 'bad data', /byte/);
    throwsMote(() => mote.play(bytes, 'magic'), 'bad argument', /magic/);
    world.dispose();
    scene.dispose();
});

test('memory does not grow over 1000 detects', () => {
    for (const method of ['hybrid', 'senin', 'lbg', 'paired']) staysSmall(method);
});

function staysSmall(method) {
    const scene = mote.openScene('teapot-sphere', { detail: 500 });
    const world = mote.createWorld({ method });
    const bodies = scene.addTo(world);
    const frame = (i) => {
        scene.show(i % scene.frameCount, bodies);
        world.detect();
        world.mark();
        world.draw();
        bodies.forEach((body) => body.present());
        world.distance(bodies[0], bodies[1]);
    };
    for (let i = 0; i < scene.frameCount; i++) frame(i);
    const size = mote.memorySize;
    for (let i = 0; i < 1000; i++) frame(i);
    assert.equal(mote.memorySize, size);
    world.dispose();
    scene.dispose();
}

test('worlds that come and go leave their memory to the next', () => {
    const round = () => {
        const scene = mote.openScene('blobs', { detail: 2000 });
        const world = mote.createWorld();
        const bodies = scene.addTo(world);
        scene.show(100, bodies);
        world.detect();
        world.dispose();
        scene.dispose();
    };
    for (let i = 0; i < 5; i++) round();
    const size = mote.memorySize;
    for (let i = 0; i < 50; i++) round();
    assert.equal(mote.memorySize, size);
});
