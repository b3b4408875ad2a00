// `check` writes the report that the command writes, byte by byte. MOTE_NATIVE names the folder of the native build.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

import { check } from '../dist/check.js';
import { load, MoteError } from '../dist/node.js';
import { mote as withScenes } from './support.mjs';

const native = process.env.MOTE_NATIVE ?? fileURLToPath(new URL('../../../build/release', import.meta.url));
const mote = await load();
const folder = mkdtempSync(join(tmpdir(), 'mote-check-'));
after(() => rmSync(folder, { recursive: true }));

execFileSync(join(native, 'mote_make_arm'), [join(folder, 'arm.glb')]);
const arm = readFileSync(join(folder, 'arm.glb'));

/** The report of the command, and its exit code. */
function commandReport(names, options) {
    const file = join(folder, 'report.json');
    rmSync(file, { force: true });
    let code = 0;
    try {
        execFileSync(join(native, 'mote'), ['check', ...names, '--json', file, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
        code = error.status;
    }
    return { json: readFileSync(file, 'utf8'), failed: code === 1 };
}

const CASES = [
    [{}, []],
    [{ parts: 'component', self: true, fps: 10 }, ['--parts', 'component', '--self', '--fps', '10']],
    [{ tolerance: 0.02, failOn: 'near', faces: false, fps: 5 }, ['--tolerance', '0.02', '--fail-on', 'near', '--no-faces', '--fps', '5']],
    [{ fps: 12, ignore: ['arm:arm'], weld: 'none', accept: ['content', 'output'] }, ['--fps', '12', '--ignore', 'arm:arm', '--weld', 'none', '--accept', 'content', '--accept', 'output']],
    [{ restPose: true, weld: 0.001 }, ['--static', '--weld', '0.001']],
    [{ restBaseline: true, failOn: 'penetrate', failDepth: 0.01, clip: 0 }, ['--baseline', 'rest', '--fail-on', 'depth>0.01', '--clip', '0']],
];

for (const [options, words] of CASES)
    test(`the report is that of the command: ${words.join(' ') || 'no options'}`, async () => {
        const found = await check(mote, { 'arm.glb': arm }, options);
        const expected = commandReport(['arm.glb'], words);
        assert.ok(found.json === expected.json, `${found.json.slice(0, 400)}\n${expected.json.slice(0, 400)}`);
        assert.equal(found.failed, expected.failed);
        assert.ok(JSON.parse(found.json));
    });

/** The arm as glTF with its buffer beside it. */
function splitArm() {
    const size = arm.readUInt32LE(12);
    const json = JSON.parse(arm.subarray(20, 20 + size).toString());
    const buffer = arm.subarray(28 + size, 28 + size + json.buffers[0].byteLength);
    json.buffers[0].uri = 'arm.bin';
    return { 'a/arm.gltf': new TextEncoder().encode(JSON.stringify(json)), 'a/arm.bin': buffer };
}

test('buffers beside a file, and several files together', async () => {
    const files = splitArm();
    for (const [name, bytes] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
    }
    const alone = await check(mote, files);
    assert.ok(alone.json === commandReport(['a/arm.gltf'], []).json);
    const both = await check(mote, { 'arm.glb': arm, ...files }, { restPose: true }); // every face meets its twin
    assert.ok(both.json === commandReport(['arm.glb', 'a/arm.gltf'], ['--static']).json);
    await assert.rejects(check(mote, { 'a/arm.gltf': files['a/arm.gltf'] }), /arm\.bin: is not among the files/);
});

test('progress is told, and false ends the check', async () => {
    const told = [];
    await check(mote, { 'arm.glb': arm }, { onProgress: (done, count) => void told.push([done, count]) });
    assert.equal(told.length, told[0][1] + 1);
    assert.deepEqual(told.at(-1), [told[0][1], told[0][1]]);
    const { json } = await check(mote, { 'arm.glb': arm }, { onProgress: (done) => done < 3 });
    assert.match(json, /canceled/);
});

test('broken files, wrong options and text are refused with words', async () => {
    const refuse = (files, options, message) => assert.rejects(check(mote, files, options), message);
    await refuse({ 'arm.glb': arm.subarray(0, 100) }, {}, (error) => error instanceof MoteError && /arm\.glb/.test(error.message));
    await refuse({}, {}, /no inputs/);
    await refuse({ 'arm.fbx': arm }, {}, /only GLB and glTF files/);
    await refuse({ 'arm.glb': 'glTF' }, {}, /arm\.glb: expected the bytes of a file, not text/);
    await refuse({ 'arm.glb': arm }, { parts: 'bones' }, /'bones' is not one of auto, file/);
    await refuse({ 'arm.glb': arm }, { part: 'node' }, /unknown option 'part'/);
    await refuse({ 'arm.glb': arm }, { fps: NaN }, /fps/);
    await refuse({ 'arm.glb': arm }, { tolerance: '1' }, /tolerance.*number/);
    await refuse({ 'arm.glb': arm }, { clip: 'walk' }, /unknown clip 'walk'/);
    await assert.rejects(check({}, {}), /mote: expected a Mote/);
    await assert.rejects(check(withScenes, { 'arm.glb': arm }), /the module has no check/);
});

test('checks leave their memory to the next', async () => {
    for (let i = 0; i < 3; i++) await check(mote, { 'arm.glb': arm }, { fps: 5 });
    const size = mote.memorySize;
    for (let i = 0; i < 10; i++) await check(mote, { 'arm.glb': arm }, { fps: 5 });
    assert.equal(mote.memorySize, size);
});
