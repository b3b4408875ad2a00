// What happens between two frames: motions and sweeps.
import assert from 'node:assert/strict';
import test from 'node:test';

import { CORNERS, mote, throwsMote, twoCubes, UNTURNED } from './support.mjs';

const at = (x) => [...UNTURNED, x, 0.25, 0.25];

test('a cube that passes another between two frames is seen by a sweep, and not by a detect', () => {
    const { world, b } = twoCubes(3);
    b.setMotion({ start: { transform: at(3) }, end: { transform: at(-5) } });
    assert.equal(world.detect().pairCount, 0);
    const report = world.sweep({ facePairs: true, contacts: true, vertexSteps: true, verify: true });
    assert.equal(report.pairCount, 1);
    assert.equal(report.sweep, 1);
    const [pair] = report.pairs();
    assert.deepEqual([pair.a, pair.b, pair.first], [0, 1, { low: 0.25, high: 0.25 }]);
    assert.equal(report.safeStep, 0.25);
    assert.ok(report.verifiedStep > 0.12 && report.verifiedStep <= 0.25);
    assert.ok(report.startIsFree && !report.cutShort && !pair.meetsAtStart);
    const impacts = report.impacts();
    assert.equal(impacts.length, report.impactCount);
    assert.equal(pair.impactCount, impacts.length);
    assert.ok(impacts.every(({ time, kind }) => time.low >= 0.25 && ['vertex-face', 'face-vertex', 'edges'].includes(kind)));
    const contacts = report.contacts();
    assert.equal(contacts.length, impacts.length);
    assert.ok(Math.abs(contacts[0].point[0] - 1) < 1e-6);
    assert.ok(contacts.some(({ normal }) => Math.abs(normal[0]) > 0.999));
    assert.equal(report.facePairs().length, report.facePairCount);
    assert.ok(report.facePairs().every(({ atStart, time }) => !atStart && time.low >= 0.25));
    assert.deepEqual(report.bodySteps(), [{ body: 0, safeStep: 0.25 }, { body: 1, safeStep: 0.25 }]);
    assert.ok(b.safeSteps().every((step) => step >= 0.25 && step < 1));
    assert.ok(report.stats().candidates > 0);
    assert.deepEqual(report.invalid(), []);
    const drawing = world.drawSweep();
    assert.deepEqual([drawing.boxCount, drawing.pointCount], [2, impacts.length]);
    assert.deepEqual([...b.positionsAt(0.25).subarray(0, 3)], [1, 0.25, 0.25]);
});

test('positions at both ends are a motion too, and nothing is one that rests', () => {
    const { world, b } = twoCubes(3);
    const moved = (x) => Float32Array.from(CORNERS, (c, i) => (i % 3 ? c + 0.25 : c + x));
    b.setTransform(null);
    b.setMotion({ start: { positions: moved(3) }, end: { positions: [...moved(-5)] } });
    assert.equal(world.sweep({ find: 'earliest' }).safeStep, 0.25);
    b.setMotion({ start: { positions: moved(3) }, end: { positions: moved(2) } });
    assert.equal(world.sweep({ find: 'first' }).pairCount, 0);
    assert.equal(world.sweep({ separation: 1.5 }).pairCount, 1);
    b.setMotion({ end: { transform: at(5) } }); // starts in the other cube
    assert.ok(world.sweep({ facePairs: true }).pairs()[0].meetsAtStart);
    b.setMotion(null);
    b.setTransform(at(3));
    const last = world.sweep();
    assert.equal(last.safeStep, 1);
    world.sweep();
    throwsMote(() => last.safeStep, 'stale id', /replaced/);
});

test('mistakes are named', () => {
    const { world, b } = twoCubes(3);
    throwsMote(() => world.drawSweep(), 'not allowed now', /./);
    throwsMote(() => b.positionsAt(2), 'bad argument', /./);
    assert.throws(() => b.setMotion({ end: { positions: [1, 2] } }), /end\.positions: expected 24 numbers/);
    assert.throws(() => b.setMotion({ start: { transform: [1] } }), /start\.transform: expected 12 numbers/);
    assert.throws(() => world.sweep({ find: 'some' }), /find: some/);
    throwsMote(() => world.sweep({ find: 'first', facePairs: true }), 'bad argument', /./);
    world.sweep();
    throwsMote(() => b.safeSteps(), 'not allowed now', /./);
    const other = twoCubes(3, { method: 'refit' });
    throwsMote(() => other.world.sweep(), 'refused', /./);
    b.remove();
    throwsMote(() => b.setMotion(null), 'stale id', /./);
});

test('the bullet of a scene is seen only between frames', () => {
    const scene = mote.openScene('bullet-cloth');
    const world = mote.createWorld();
    const bodies = scene.addTo(world);
    let passes = 0;
    for (let frame = 0; frame < 10; frame++) {
        bodies.forEach((body, i) => {
            const start = scene.positions(i, frame).slice();
            body.setMotion({ start: { positions: start }, end: { positions: scene.positions(i, frame + 1) } });
        });
        passes += world.sweep({ find: 'first' }).pairCount;
    }
    assert.equal(passes, 2);
});
