// Every scene by every method, as the native program finds it (test/wasm/hashes.c), and whether someone else finds the
// same. MOTE_HASHES names the program; MOTE_TEST_RUN=long takes full sizes and 100 frames.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const native = process.env.MOTE_HASHES ?? fileURLToPath(new URL('../../../build/release/mote_hashes', import.meta.url));
const args = process.env.MOTE_TEST_RUN === 'long' ? ['long'] : [];

// One run of the native program: its scene and method, with the lines that follow.
export async function* runs() {
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

// `replay(run)` finds the lines of a run again; throws unless they are the native ones.
export async function compareWithNative(replay, sceneCount) {
    let served = 0;
    let frames = 0;
    for await (const run of runs()) {
        assert.deepEqual(await replay(run), run.lines, `${run.scene} by ${run.method}`);
        if (run.lines.at(-1) === 'refused') continue;
        served++;
        frames += run.lines.length;
    }
    assert.ok(served > sceneCount, `only ${served} runs`);
    console.log(`${frames} frames of ${served} scenes and methods have the native hashes`);
}
