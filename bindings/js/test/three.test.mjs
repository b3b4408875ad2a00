// Objects of three.js as bodies: where three.js draws a vertex, detection sees it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import * as THREE from 'three';

import { meshOf, ObjectWorld, transformOf } from '../dist/three.js';
import { load } from '../dist/node.js';
import { collectGarbage, mote, SCENES_MODULE, task, throwsMote } from './support.mjs';

const native = process.env.MOTE_NATIVE ?? fileURLToPath(new URL('../../../build/release', import.meta.url));

/** Where three.js draws the vertices of an object, in world space. */
function drawn(object) {
    (object.parent ?? object).updateMatrixWorld(true); // as the renderer does
    const { count } = object.geometry.getAttribute('position');
    const point = new THREE.Vector3();
    return Array.from({ length: count }, (_, i) => object.getVertexPosition(i, point).applyMatrix4(object.matrixWorld).toArray()).flat();
}

function sameAsDrawn(object, body) {
    const expected = drawn(object);
    const used = new Set(body.triangles);
    const present = body.present();
    for (let i = 0; i < expected.length; i++)
        if (used.has(Math.trunc(i / 3)))
            assert.ok(Math.abs(present[i] - expected[i]) < 1e-5, `coordinate ${i}: ${present[i]} instead of ${expected[i]}`);
}

/** A cylinder along y with a bone at each end and one in the middle. */
function tube(bindMode = 'attached') {
    const geometry = new THREE.CylinderGeometry(0.5, 0.5, 4, 24, 40);
    const { count } = geometry.getAttribute('position');
    const [indices, weights] = [new Uint16Array(4 * count), new Float32Array(4 * count)];
    for (let i = 0; i < count; i++) {
        const along = (geometry.getAttribute('position').getY(i) + 2) / 2;
        const bone = Math.min(Math.trunc(along), 1);
        indices.set([bone, bone + 1], 4 * i);
        weights.set([1 - (along - bone), along - bone], 4 * i);
    }
    geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(indices, 4));
    geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
    const bones = [new THREE.Bone(), new THREE.Bone(), new THREE.Bone()];
    bones[0].position.y = -2;
    bones[1].position.y = 2;
    bones[2].position.y = 2;
    bones[0].add(bones[1]);
    bones[1].add(bones[2]);
    const object = new THREE.SkinnedMesh(geometry);
    object.add(bones[0]);
    object.bind(new THREE.Skeleton(bones));
    object.bindMode = bindMode;
    return object;
}

function ball(radius = 0.4) {
    return new THREE.Mesh(new THREE.SphereGeometry(radius, 24, 16));
}

test('a mesh is where its matrix puts it, with parents, scale and rotation', () => {
    const objects = new ObjectWorld(mote);
    const group = new THREE.Group();
    const box = new THREE.Mesh(new THREE.BoxGeometry(1, 2, 3));
    group.add(box);
    const body = objects.add(box);
    for (let i = 0; i < 3; i++) {
        group.position.set(i, 2, 3);
        group.rotation.set(i, 0.3, 0.2);
        box.scale.set(1, 1 + i, 0.5);
        objects.update();
        sameAsDrawn(box, body);
    }
    assert.deepEqual(body.triangles.length, 3 * box.geometry.index.count / 3);
    assert.ok(meshOf(mote, box.geometry).closed); // 24 vertices are 8 corners
    assert.deepEqual(transformOf(new THREE.Matrix4()), [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    objects.dispose();
});

test('attributes may be without an index, interleaved, normalized or of doubles', () => {
    const box = new THREE.BoxGeometry(2, 2, 2);
    const soup = box.toNonIndexed();
    const { count, array } = soup.getAttribute('position');
    const interleaved = new THREE.BufferGeometry();
    const buffer = new THREE.InterleavedBuffer(Float32Array.from({ length: 5 * count }, (_, i) => (i % 5 < 3 ? array[3 * Math.trunc(i / 5) + (i % 5)] : 9)), 5);
    interleaved.setAttribute('position', new THREE.InterleavedBufferAttribute(buffer, 3, 0));
    const normalized = new THREE.BufferGeometry();
    normalized.setAttribute('position', new THREE.Int16BufferAttribute(Int16Array.from(array, (x) => x * 32767), 3, true));
    const doubles = new THREE.BufferGeometry();
    doubles.setAttribute('position', new THREE.BufferAttribute(new Float64Array(array), 3));
    for (const geometry of [soup, interleaved, normalized, doubles]) {
        const mesh = meshOf(mote, geometry);
        assert.deepEqual([mesh.triangleCount, mesh.closed, mesh.min, mesh.max], [12, true, [-1, -1, -1], [1, 1, 1]]);
        mesh.dispose();
    }
});

for (const bindMode of ['attached', 'detached'])
    test(`a skinned mesh is where its bones take it: ${bindMode}`, () => {
        const objects = new ObjectWorld(mote);
        const object = tube(bindMode);
        const body = objects.add(object);
        sameAsDrawn(object, body);
        for (let i = 0; i < 5; i++) {
            object.position.set(i, 1, -1);
            object.rotation.y = 0.5 * i;
            object.skeleton.bones[1].rotation.z = 0.3 * i;
            object.skeleton.bones[2].scale.set(1, 1 + 0.1 * i, 1);
            objects.update();
            sameAsDrawn(object, body);
        }
        objects.dispose();
    });

function addMorphs(geometry, relative) {
    const rest = geometry.getAttribute('position');
    const targets = [0, 1].map((axis) =>
        Float32Array.from(rest.array, (x, i) => {
            const delta = i % 3 === axis && rest.array[i - (i % 3) + 1] > 0 ? 0.3 : 0;
            return relative ? delta : x + delta;
        }),
    );
    geometry.morphAttributes.position = targets.map((target) => new THREE.BufferAttribute(target, 3));
    geometry.morphTargetsRelative = relative;
}

test('morph targets move vertices, alone and with a skin', () => {
    for (const relative of [true, false])
        for (const make of [ball, tube]) {
            const object = make();
            addMorphs(object.geometry, relative);
            object.updateMorphTargets();
            const objects = new ObjectWorld(mote);
            const body = objects.add(object);
            for (const weights of [[0, 0], [1, 0], [0.5, -0.25]]) {
                object.morphTargetInfluences.splice(0, 2, ...weights);
                object.position.x += 0.1;
                object.skeleton?.bones[1].rotateZ(0.2);
                objects.update();
                sameAsDrawn(object, body);
            }
            objects.dispose();
        }
});

test('vertices that part are not welded, others are', () => {
    const geometry = new THREE.BufferGeometry(); // two triangles with a common edge, each with vertices of its own
    geometry.setAttribute('position', new THREE.Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], 3));
    assert.deepEqual([...meshOf(mote, geometry).triangles], [0, 1, 2, 1, 4, 2]);
    const lips = geometry.clone();
    lips.morphAttributes.position = [new THREE.Float32BufferAttribute([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0], 3)];
    lips.morphTargetsRelative = true;
    assert.deepEqual([...meshOf(mote, lips).triangles], [0, 1, 2, 3, 4, 2]); // vertex 3 leaves vertex 1
});

test('positions that the page writes are taken over', () => {
    const objects = new ObjectWorld(mote);
    const object = ball();
    const body = objects.add(object);
    const attribute = object.geometry.getAttribute('position');
    attribute.array.forEach((x, i) => (attribute.array[i] = 2 * x));
    objects.update();
    assert.notDeepEqual([...body.present()].slice(0, 3), drawn(object).slice(0, 3)); // not marked yet
    attribute.needsUpdate = true;
    objects.update();
    sameAsDrawn(object, body);
    objects.dispose();
});

function morphedBall(radius) {
    const object = ball(radius);
    addMorphs(object.geometry, true);
    object.updateMorphTargets();
    return object;
}

/** A ball flies along a bending tube. */
function perform(object, sphere, frame) {
    object.skeleton.bones[1].rotation.z = 0.8 * Math.sin(frame / 7);
    object.skeleton.bones[2].rotation.x = 0.3 * Math.cos(frame / 5);
    sphere.position.set(0.7 + 0.2 * Math.cos(frame / 3), 1.8 * Math.sin(frame / 20), 0.1);
}

test('only what is near is evaluated, and the pairs are those of all positions', () => {
    const lazy = new ObjectWorld(mote, { contacts: false });
    const [object, sphere] = [tube(), ball(0.2)];
    const [skinned, round] = [lazy.add(object), lazy.add(sphere)];
    const eager = mote.createWorld({ contacts: false });
    const copies = [skinned, round].map((body) => eager.add(mote.createMesh(body.present().slice(), body.triangles.slice())));
    let evaluated = 0, touching = 0;
    for (let frame = 0; frame < 60; frame++) {
        perform(object, sphere, frame);
        const { report, pairs } = lazy.detect();
        const { hash, facePairCount } = report;
        evaluated += report.stats().evaluatedVertices;
        touching += facePairCount > 0;
        if (facePairCount) assert.deepEqual([pairs[0].objectA, pairs[0].objectB], [object, sphere]);
        copies[0].setPositions(skinned.present());
        copies[1].setPositions(round.present());
        assert.equal(eager.detect().hash, hash, `frame ${frame}`);
    }
    assert.ok(touching > 10 && touching < 60, `${touching} frames touch`);
    assert.ok(evaluated < 30 * skinned.vertexCount, `${evaluated} vertices in 60 frames of ${skinned.vertexCount}`);
    lazy.dispose();
    eager.dispose();
});

test('a recording of the objects has the same hashes in the native library', () => {
    const objects = new ObjectWorld(mote);
    const [object, sphere] = [tube(), morphedBall(0.2)];
    objects.add(object, { selfCollision: true });
    objects.add(sphere);
    objects.world.record();
    let facePairs = 0;
    for (let frame = 0; frame < 20; frame++) {
        perform(object, sphere, 3 * frame);
        sphere.morphTargetInfluences[0] = Math.sin(frame);
        facePairs += objects.detect().report.facePairCount;
    }
    assert.ok(facePairs > 0);
    const folder = mkdtempSync(join(tmpdir(), 'mote-three-'));
    try {
        const file = join(folder, 'three.mote');
        writeFileSync(file, objects.world.stopRecording());
        assert.match(execFileSync(join(native, 'mote'), ['replay', file], { encoding: 'utf8' }), /20 frames/);
    } finally {
        rmSync(folder, { recursive: true });
    }
    objects.dispose();
});

test('objects come and go, and share the meshes of their geometries', () => {
    const objects = new ObjectWorld(mote);
    const [a, b] = [ball(), ball()];
    b.geometry = a.geometry;
    const bodies = [objects.add(a), objects.add(b)];
    assert.equal(objects.detect().pairs.length, 1);
    assert.deepEqual([objects.bodyOf(a), objects.objectOf(bodies[1].index), objects.objectOf(7)], [bodies[0], b, null]);
    throwsMote(() => objects.add(a), 'bad argument', /added already/);
    objects.remove(a);
    assert.equal(objects.bodyOf(a), null);
    throwsMote(() => objects.remove(a), 'bad argument', /not in the world/);
    assert.deepEqual(objects.detect().pairs.map(({ objectA, state }) => [objectA, state]), []); // the object is gone
    objects.dispose();
    objects.dispose();
    throwsMote(() => objects.detect(), 'stale id', /world has been disposed of/);
    throwsMote(() => objects.add(a), 'stale id', /world has been disposed of/);
});

test('an object that is removed leaves nothing behind', async () => {
    const fresh = await load(SCENES_MODULE);
    const objects = new ObjectWorld(fresh);
    objects.add(ball());
    const geometries = [], sizes = [];
    for (let i = 0; i < 60; i++) {
        const make = [() => new THREE.Mesh(new THREE.SphereGeometry(1, 80, 77)), () => tube(), () => morphedBall()][i % 3];
        const object = make();
        assert.ok(i % 3 || object.geometry.index.count === 3 * 12160);
        const other = object.clone();
        other.geometry = object.geometry;
        for (const one of [object, other]) objects.add(one);
        objects.detect();
        for (const one of [object, other]) objects.remove(one);
        geometries.push(new WeakRef(object.geometry));
        sizes.push(fresh.memorySize);
    }
    assert.equal(sizes[59], sizes[14], `${sizes}`);
    await task(); // until its end, WeakRefs hold what they refer to
    await collectGarbage();
    assert.deepEqual(geometries.slice(0, 57).filter((geometry) => geometry.deref()), []);
    assert.equal(objects.world.bodies.length, 1);
    objects.dispose();
});

test('objects share a mesh until the last of them is removed', () => {
    const objects = new ObjectWorld(mote);
    const [a, b, c] = [ball(), ball(), ball()];
    b.geometry = c.geometry = a.geometry;
    objects.add(a);
    const second = objects.add(b);
    objects.remove(a);
    sameAsDrawn(b, second);
    const third = objects.add(c);
    objects.remove(b);
    c.position.x = 1;
    objects.update();
    sameAsDrawn(c, third);
    objects.remove(c);
    throwsMote(() => second.present(), 'stale id', /removed/);
    sameAsDrawn(a, objects.add(a));
    objects.dispose();
});

for (const make of [ball, tube])
    test(`an object that joins others of its geometry has the positions that were written since: ${make.name}`, () => {
        const objects = new ObjectWorld(mote);
        const [a, b] = [make(), make()];
        b.geometry = a.geometry;
        objects.add(a);
        const attribute = a.geometry.getAttribute('position');
        attribute.array.forEach((x, i) => (attribute.array[i] = 2 * x));
        attribute.needsUpdate = true;
        sameAsDrawn(b, objects.add(b));
        objects.remove(a);
        objects.add(a);
        objects.detect();
        sameAsDrawn(a, objects.bodyOf(a));
        objects.dispose();
    });

test('what cannot be a body is refused with words', () => {
    const objects = new ObjectWorld(mote);
    const triangle = (size) => new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], size));
    assert.throws(() => new ObjectWorld({}), /mote: expected a Mote/);
    assert.throws(() => objects.add(new THREE.Group()), /expected a Mesh of three.js, not a Group/);
    assert.throws(() => objects.add(new THREE.InstancedMesh(triangle(3), undefined, 2)), /InstancedMesh is many bodies/);
    assert.throws(() => objects.add(new THREE.Mesh(new THREE.BufferGeometry())), /no attribute 'position'/);
    assert.throws(() => objects.add(new THREE.Mesh(triangle(1))), /attribute 'position': 1 components per vertex, expected 3/);
    const odd = triangle(3);
    odd.setIndex([0, 1, 2, 0]);
    assert.throws(() => objects.add(new THREE.Mesh(odd)), /4 indices, not three per triangle/);
    const bare = new THREE.SkinnedMesh(triangle(3));
    bare.bind(new THREE.Skeleton([new THREE.Bone()]));
    assert.throws(() => objects.add(bare), /no attribute 'skinIndex'/);
    const nan = new THREE.Mesh(triangle(3));
    const body = objects.add(nan);
    nan.position.x = NaN;
    throwsMote(() => objects.detect(), 'bad data', /body 0: vertex 0 .*NaN/);
    nan.position.x = 0;
    nan.matrixAutoUpdate = false;
    nan.matrix.makePerspective(-1, 1, 1, -1, 1, 2);
    nan.matrixWorldNeedsUpdate = true;
    throwsMote(() => objects.detect(), 'bad data', /projection/);
    assert.equal(objects.world.bodies.length, 1);
    assert.equal(objects.bodyOf(nan), body);
    objects.dispose();
});
