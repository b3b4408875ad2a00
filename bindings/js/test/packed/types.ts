// What must compile, and what must not: each @ts-expect-error is a line that must not.
import {
    load, MoteError, type Features, type MethodName, type OptionName, type SignedDistances, type View, type World, type WorldOptions,
} from 'mote-collision';
import { check, type CheckOptions } from 'mote-collision/check';
import { load as loadFrom } from 'mote-collision/slim';
import { ObjectWorld } from 'mote-collision/three';
import * as THREE from 'three';

const mote = await load();
const method: MethodName = 'octree-update';
const options: WorldOptions = { method, detect: 'first', smith: { level: 5 }, senin: { movement: 'edges' } };
const name: OptionName = 'smith.rootIsRegion';
const world: World = mote.createWorld(options);
const mesh = mote.createMesh(new Float32Array(9), [0, 1, 2]);
const body = world.add(mesh, { selfCollision: true, mask: 3 });
const [pair] = world.detect().pairs();
const state: 'begin' | 'persist' | 'end' | undefined = pair?.state;
{
    using other = mote.createWorld();
    other.detect({ skipInvalid: true });
}
try {
    body.setPositions(new Float64Array(9));
} catch (error) {
    if (error instanceof MoteError && error.kind === 'bad data') console.log(error.message);
}
{
    using view: View = world.freeze({ mask: 1 });
    const { distances, windings }: SignedDistances = view.signedDistances(body, new Float32Array(3));
    const first: Uint32Array = view.raysAll([0, 0, 0], [0, 0, 1], { tMax: [5] }).first;
    void [distances, windings, first, view.closestPoints([0, 0, 0], { limit: 1 }).faces];
}
const features: Features = world.features({ distance: 0.1, sharedVertex: true });
const [point] = world.manifolds().points();
const feature: 'vertex' | 'edge' | 'face' | undefined = point?.a.feature;
body.setMesh(mesh, new Uint32Array(1));
world.setOrigin([1e7, 0, 0]);
body.setGlobalTransform([1, 0, 0, 0, 1, 0, 0, 0, 1, 1e7, 0, 0]);
void [features.weights, feature];
const objects = new ObjectWorld(mote, { method: 'hybrid' });
objects.add(new THREE.Mesh());
const checking: CheckOptions = { parts: 'node', weld: 0.1, failOn: 'touch', accept: ['content'] };
const { failed }: { failed: boolean } = await check(mote, { 'a.glb': new Uint8Array() }, checking);
void [name, state, loadFrom, failed];

// @ts-expect-error: no such method
mote.createWorld({ method: 'hybird' });
// @ts-expect-error: no such option
mote.createWorld({ metod: 'hybrid' });
// @ts-expect-error: no such option of a method
mote.createWorld({ smith: { depth: 5 } });
// @ts-expect-error: no such choice
mote.createWorld({ detect: 'some' });
// @ts-expect-error: a number, not text
mote.createWorld({ tolerance: '0.1' });
// @ts-expect-error: no such method
mote.options('hybird');
// @ts-expect-error: no such method
mote.play(new Uint8Array(), 'hybird');
// @ts-expect-error: no such name of an option
mote.options().find((option) => option.name === 'smith.depth');
// @ts-expect-error: no such kind of error
void (new MoteError('bad data', '').kind === 'very bad data');
// @ts-expect-error: bytes, not text
mote.openAsset('glTF', 'a.glb');
// @ts-expect-error: coordinates are not bytes
mote.createMesh(new Uint8Array(9), [0, 1, 2]);
// @ts-expect-error: indices are not floats
mote.createMesh([], new Float32Array(3));
// @ts-expect-error: three coordinates
world.ray([0, 0], [1, 0, 0]);
// @ts-expect-error: only a module creates worlds
void new (world.constructor as typeof World)();
// @ts-expect-error: internals are not typed
void body.indexIn;
// @ts-expect-error: internals are not typed
void mesh.handle;
// @ts-expect-error: a body is no mesh
world.add(body);
// @ts-expect-error: a mesh is no deformer
body.setDeformers([mesh]);
// @ts-expect-error: a source is needed
await loadFrom();
// @ts-expect-error: not an object of three.js
objects.add(mesh);
// @ts-expect-error: text for bytes
await check(mote, { 'a.glb': 'glTF' });
// @ts-expect-error: no such option
await check(mote, {}, { part: 'node' });
