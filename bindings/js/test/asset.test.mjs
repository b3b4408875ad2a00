// GLB files: what the native code poses and finds comes out here bit by bit, and broken files are refused with words.
// MOTE_NATIVE names the folder of the native build; MOTE_REAL_FILES a folder of files that people made, or nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { load, MoteError } from '../dist/node.js';

const native = process.env.MOTE_NATIVE ?? fileURLToPath(new URL('../../../build/release', import.meta.url));
const long = process.env.MOTE_TEST_RUN === 'long';
const mote = await load();

const folder = mkdtempSync(join(tmpdir(), 'mote-asset-'));
const armPath = join(folder, 'arm.glb');
execFileSync(join(native, 'mote_make_arm'), [armPath]);
const arm = new Uint8Array(readFileSync(armPath)); // whose slice is a copy
const small = new Uint8Array(readFileSync(new URL('../../../fuzz/corpus/gltf/skin.glb', import.meta.url)));
test.after(() => rmSync(folder, { recursive: true }));

function same(a, b) {
    const bytes = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    return bytes(a).equals(bytes(b));
}

// As test/wasm/poses.c prints them.
function nativePoses(path) {
    const lines = execFileSync(join(native, 'mote_poses'), [path], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
    const named = (kind) => lines.filter((line) => line.startsWith(kind + ' ')).map((line) => {
        const [name, numbers] = line.slice(kind.length + 1).split('\t');
        return [name, ...numbers.split(' ').map(Number)];
    });
    return {
        parts: named('part'),
        clips: named('clip'),
        frames: lines.filter((line) => /^[-\d]/.test(line)).map((line) => line.split(' ')),
    };
}

function hashOf(bodies) {
    let hash = 0;
    for (const body of bodies) {
        const present = body.present();
        for (const word of new Uint32Array(present.buffer, present.byteOffset, present.length))
            hash = Math.imul(hash ^ word, 16777619);
    }
    return (hash >>> 0).toString(16).padStart(8, '0');
}

// The rest pose comes first.
function play(asset, wanted, options) {
    const world = mote.createWorld();
    const bodies = asset.addTo(world, options);
    const frames = wanted.frames.map(([time], i) => {
        asset.show(i === 0 ? null : 0, Number(time), bodies);
        const report = world.detect();
        return [time, hashOf(bodies), report.hash.toString(16).padStart(16, '0'), String(report.facePairCount)];
    });
    world.dispose();
    return frames;
}

function comparesWithNative(path) {
    const wanted = nativePoses(path);
    const asset = mote.openAsset(readFileSync(path), basename(path));
    assert.deepEqual(asset.parts.map((part) => [part.name, part.vertexCount, part.triangleCount]), wanted.parts);
    const clips = asset.clips.slice(0, 1).map((clip) => [clip.name, clip.start, clip.end]);
    assert.deepEqual(clips, wanted.clips);
    assert.deepEqual(play(asset, wanted, {}), wanted.frames);
    assert.deepEqual(play(asset, wanted, { onDemand: true }), wanted.frames);
    asset.dispose();
    return wanted.frames;
}

test('the example arm is posed and found as the command does', () => {
    const frames = comparesWithNative(armPath);
    assert.equal(frames.length, 1 + 121);
    assert.ok(frames.some((frame) => frame[3] > 0) && frames.some((frame) => frame[3] === '0'));
    const asset = mote.openAsset(arm, 'arm.glb');
    assert.deepEqual(asset.parts.map((part) => [part.name, part.deforms]), [['arm', true], ['sleeve', true]]);
    assert.equal(asset.zUp, false);
    assert.throws(() => asset.show(1, 0, []), RangeError);
    assert.throws(() => asset.show(-1, 0, []), RangeError);
    asset.dispose();
});

test('files that people made are posed and found as the command does', { skip: !process.env.MOTE_REAL_FILES }, () => {
    const files = readdirSync(process.env.MOTE_REAL_FILES).filter((name) => /\.(glb|gltf)$/.test(name));
    assert.ok(files.length > 0);
    for (const name of files) comparesWithNative(join(process.env.MOTE_REAL_FILES, name));
});

test('bodies start in the rest pose, and stay when their asset is disposed of', () => {
    const asset = mote.openAsset(arm, 'arm.glb');
    const world = mote.createWorld();
    const plain = asset.addTo(world);
    const onDemand = asset.addTo(world, { onDemand: true, selfCollision: true });
    const mesh = asset.mesh(1);
    const rest = mesh.positions.slice();
    assert.ok(same(plain[1].present(), rest));
    assert.ok(same(onDemand[1].present(), rest));
    assert.ok(same(onDemand[1].triangles.slice(), mesh.triangles));
    mesh.dispose();
    asset.show(0, 3, [...plain]);
    asset.showPart(1, onDemand[1]);
    assert.ok(same(plain[1].present().slice(), onDemand[1].present()));
    assert.ok(!same(plain[1].present(), rest));
    assert.throws(() => asset.show(0, 3, [plain[1], plain[0]]), /body 1 was not added for part 0/);
    asset.dispose();
    assert.throws(() => asset.show(0, 0, plain), /asset has been disposed of/);
    assert.ok(world.detect().facePairCount > 0);
    assert.ok(same(plain[1].present().slice(), onDemand[1].present()));
    assert.ok(!same(plain[1].present(), rest));
    onDemand[0].remove();
    world.detect();
    world.dispose();
});

test('assets that come and go leave their memory to the next', () => {
    const round = () => {
        const asset = mote.openAsset(arm, 'arm.glb');
        const world = mote.createWorld();
        const bodies = asset.addTo(world, { onDemand: true });
        asset.show(0, 2, bodies);
        world.detect();
        asset.dispose();
        world.dispose();
    };
    for (let i = 0; i < 5; i++) round();
    const size = mote.memorySize;
    for (let i = 0; i < 30; i++) round();
    assert.equal(mote.memorySize, size);
});

// ---------------------------------------------------------------------------------------------

// Opens and plays what can be opened; all else must be a MoteError that names the file.
function survives(bytes) {
    let asset;
    try {
        asset = mote.openAsset(bytes, 'broken.glb');
    } catch (error) {
        assert.ok(error instanceof MoteError, String(error));
        assert.match(error.message, /broken\.glb/);
        return false;
    }
    const world = mote.createWorld();
    try {
        const bodies = asset.addTo(world);
        for (const clip of asset.clips) asset.show(asset.clips.indexOf(clip), clip.start / 2 + clip.end / 2, bodies);
        world.detect();
    } catch (error) {
        assert.ok(error instanceof MoteError, String(error));
    } finally {
        world.dispose();
        asset.dispose();
    }
    return true;
}

test('a file cut off anywhere is refused', () => {
    for (let size = 0; size < arm.length; size += 97) assert.ok(!survives(arm.subarray(0, size)), `${size} bytes`);
});

for (const [name, file, count] of [['small', small, 2000], ['large', arm, long ? 2000 : 100]]) {
    test(`a ${name} file with changed bytes is refused or plays`, () => {
        let state = 1;
        const below = (limit) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor((state / 2 ** 32) * limit);
        };
        let played = 0;
        for (let i = 0; i < count; i++) {
            const bytes = file.slice();
            const limit = i % 2 ? Math.min(4096, bytes.length) : bytes.length; // half of them in the JSON in front
            for (let k = i % 3; k >= 0; k--) bytes[below(limit)] = below(256);
            played += survives(bytes);
        }
        assert.ok(played > 0 && played < count, `${played} of ${count} played`);
    });
}

test('small files that ask for much are refused', () => {
    const file = (members) => new TextEncoder().encode(JSON.stringify({ asset: { version: '2.0' }, ...members }));
    const accessor = (count) => [{ componentType: 5126, type: 'VEC3', count }];
    const primitive = { attributes: { POSITION: 0 } };
    const refuses = (members, kind, words) => {
        assert.throws(() => mote.openAsset(file(members), 'small.gltf'), (error) => {
            assert.ok(error instanceof MoteError, String(error));
            assert.match(error.message, words);
            assert.match(error.message, /small\.gltf/);
            assert.equal(error.kind, kind);
            return true;
        });
    };
    const size = mote.memorySize;
    refuses({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [primitive] }], accessors: accessor(4e9) }, 'bad data',
        /4000000000 elements without data/);
    refuses({ nodes: Array(60000).fill({ mesh: 0 }), meshes: [{ primitives: Array(20000).fill(primitive) }],
        accessors: accessor(0) }, 'bad data', /more than the 512 MB/);
    refuses({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ ...primitive, targets: Array(60000).fill({}) }] }],
        accessors: accessor(90000) }, 'bad data', /more than the 512 MB/);
    refuses({ nodes: Array(2000).fill({ mesh: 0 }), meshes: [{ primitives: [primitive] }],
        accessors: accessor(9000) }, 'limit exceeded', /more than 4194304 vertices/);
    refuses({ nodes: Array(10001).fill({ mesh: 0 }), meshes: [{ primitives: [primitive] }],
        accessors: accessor(3) }, 'limit exceeded', /10001 parts, more than 10000/);
    refuses({ buffers: [{ byteLength: 4, uri: 'beside.bin' }] }, 'refused', /'beside\.bin'.*GLB or embedded buffers/);
    refuses({ nodes: [{}] }, 'bad data', /no triangles/);
    assert.ok(mote.memorySize < 2 ** 31, `${mote.memorySize} bytes, ${size} before`);
    assert.ok(survives(arm));
});
