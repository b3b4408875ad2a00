// Every scene by every method: the hash of each report is the one that the native program found. MOTE_HASHES names
// that program (test/wasm/hashes.c); MOTE_TEST_RUN=long takes full sizes and 100 frames.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { load } from '../dist/node.js';

const native = process.env.MOTE_HASHES ?? fileURLToPath(new URL('../../../build/release/mote_hashes', import.meta.url));
const args = process.env.MOTE_TEST_RUN === 'long' ? ['long'] : [];

// One run of the native program: its scene and method, with the lines that follow.
async function* runs() {
    const child = spawn(native, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    let run;
    for await (const line of createInterface({ input: child.stdout })) {
        const words = line.split(' ');
        if (words[0] === 'run') {
            if (run) yield run;
            run = { scene: words[1], detail: Number(words[2]), method: words[3], lines: [] };
        } else {
            run.lines.push(line);
        }
    }
    if (run) yield run;
    assert.equal(await ended, 0, `${native} failed`);
}

function detectLine(world, scene, bodies, frame) {
    scene.show(frame, bodies);
    const report = world.detect();
    return `${frame} ${report.hash.toString(16).padStart(16, '0')} ${report.facePairCount}`;
}

// A world that was refused can say so when a body comes or when it is moved.
function replay(mote, scene, run) {
    const world = mote.createWorld({ method: run.method });
    const lines = [];
    try {
        const bodies = scene.addTo(world);
        for (const line of run.lines) lines.push(detectLine(world, scene, bodies, Number.parseInt(line, 10) || 0));
    } catch (error) {
        if (error.kind !== 'refused') throw error;
        lines.push('refused');
    } finally {
        world.dispose();
    }
    return lines;
}

test('every scene by every method has the native hashes', async () => {
    const mote = await load();
    let scene;
    let served = 0;
    let frames = 0;
    for await (const run of runs()) {
        if (scene?.name !== run.scene) {
            scene?.dispose();
            scene = mote.openScene(run.scene, { detail: run.detail });
        }
        assert.deepEqual(replay(mote, scene, run), run.lines, `${run.scene} by ${run.method}`);
        if (run.lines.at(-1) === 'refused') continue;
        served++;
        frames += run.lines.length;
    }
    scene.dispose();
    assert.ok(served > mote.scenes.length, `only ${served} runs`);
    console.log(`${frames} frames of ${served} scenes and methods have the native hashes`);
});
