// The module with threads: the hashes are the native ones for any number of threads, and threads that start late, end early or
// never come keep nobody waiting.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { load } from '../dist/slim.js';
import { compareWithNative } from './native_hashes.mjs';
import { Replayer } from './replay.mjs';

const bytes = readFileSync(new URL('../dist/mote-scenes-threads.wasm', import.meta.url));
const PROCESSORS = 8; // so that threads spin before they sleep
const workers = [];
after(() => Promise.all(workers.map((worker) => worker.terminate())));

function startWorker(thread, more = {}) {
    const worker = new Worker(new URL('./thread.mjs', import.meta.url), { workerData: { thread, ...more } });
    worker.on('error', () => undefined); // of a thread that ends by an exception
    workers.push(worker);
}

function loadThreads(count, start = startWorker) {
    return load(bytes, { count, processors: PROCESSORS, eager: true, start });
}

/** Loads the module and waits until its threads have started. */
async function loadStarted(count, start = startWorker) {
    const mote = await loadThreads(count, start);
    const mine = workers.slice(1 - count);
    await Promise.all(mine.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
    return { mote, mine };
}

/** The hashes of some frames of a scene. */
function hashesOf(mote, options = {}) {
    const scene = mote.openScene('blobs-light', { detail: 4000 });
    const world = mote.createWorld(options);
    try {
        const bodies = scene.addTo(world);
        return Array.from({ length: 5 }, (_, frame) => {
            scene.show(frame, bodies);
            return world.detect().hash;
        });
    } finally {
        world.dispose();
        scene.dispose();
    }
}

const expected = hashesOf(await loadThreads(1));

test('every scene by every method has the native hashes with 2 and 4 threads', async () => {
    const motes = [(await loadStarted(2)).mote, (await loadStarted(4)).mote];
    for (const mote of motes)
        assert.ok(mote.methods.find(({ name }) => name === 'hybrid').abilities.includes('threads'));
    const replayers = motes.map((mote) => new Replayer(mote));
    const replay = (run) => {
        const [two, four] = replayers.map((replayer) => replayer.replay(run));
        assert.deepEqual(two, four, `${run.scene} by ${run.method}`);
        return two;
    };
    await compareWithNative(replay, motes[0].scenes.length);
});

test('threads that never start, or that cannot be started, keep nobody waiting', async () => {
    assert.deepEqual(hashesOf(await loadThreads(4, () => undefined)), expected);
    const refuse = () => {
        throw new Error('no workers here');
    };
    assert.deepEqual(hashesOf(await loadThreads(4, refuse)), expected);
});

test('threads that start between frames join', async () => {
    const waiting = [];
    const mote = await loadThreads(3, (thread) => waiting.push(thread));
    assert.deepEqual(hashesOf(mote), expected);
    for (const thread of waiting) {
        startWorker(thread);
        assert.deepEqual(hashesOf(mote), expected);
    }
});

test('the others go on without a thread that was terminated', async () => {
    const { mote, mine } = await loadStarted(3);
    assert.deepEqual(hashesOf(mote), expected);
    await mine[0].terminate();
    for (let i = 0; i < 3; i++) assert.deepEqual(hashesOf(mote), expected);
});

test('an exception in a thread is an exception in the call that it worked for', async () => {
    const { mote } = await loadStarted(3, (thread) => startWorker(thread, { brokenClock: true }));
    assert.throws(() => {
        for (let i = 0; i < 100; i++) hashesOf(mote, { timeBudget: 60 });
    }, WebAssembly.RuntimeError);
});

test('memory is flat', async () => {
    const { mote } = await loadStarted(4);
    for (let i = 0; i < 3; i++) hashesOf(mote);
    const size = mote.memorySize;
    for (let i = 0; i < 20; i++) hashesOf(mote);
    assert.equal(mote.memorySize, size);
});

test('a module without threads refuses them', async () => {
    const single = readFileSync(new URL('../dist/mote-scenes.wasm', import.meta.url));
    await assert.rejects(load(single, { count: 2, processors: 2, start: startWorker }), /the module has no threads/);
});
