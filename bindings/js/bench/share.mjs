// node bench/share.mjs [SCENE...]: what share of the speed of the native build the module has in this node, method hybrid, one
// thread, in processor time. Of each frame the least time of all rounds counts; printed is the median over frames. The rounds of
// both alternate, so that a busy machine slows down both. MOTE_COMMAND names the native program, by default that of the preset
// release; MOTE_MODULE another module.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { load } from '../dist/node.js';

const ROUNDS = 6;
const SCENES = ['blobs-light', 'blobs-medium', 'blobs-heavy', 'teapot-sphere', 'spheres', 'character-garment'];
const command = process.env.MOTE_COMMAND ?? fileURLToPath(new URL('../../../build/release/mote', import.meta.url));
const file = process.env.MOTE_MODULE;
const mote = await load(file ? pathToFileURL(file) : new URL('../dist/mote-scenes.wasm', import.meta.url));

function processorSeconds() {
    const { user, system } = process.cpuUsage();
    return 1e-6 * (user + system);
}

/** Seconds of each frame. */
function playModule(scene) {
    const world = mote.createWorld({ method: 'hybrid', contacts: false });
    const bodies = scene.addTo(world);
    const seconds = Array.from({ length: scene.frameCount }, (_, frame) => {
        scene.show(frame, bodies);
        const start = processorSeconds();
        world.detect();
        return processorSeconds() - start;
    });
    world.dispose();
    return seconds;
}

function playNative(name, folder) {
    const json = join(folder, 'bench.json');
    const options = ['--methods', 'hybrid', '--clock', 'cpu', '--repeats', '1', '--json', json];
    execFileSync(command, ['bench', name, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
    return JSON.parse(readFileSync(json, 'utf8')).runs[0].contenders[0].seconds;
}

const least = (a, b) => (a ? a.map((value, i) => Math.min(value, b[i])) : b);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function measure(name, folder) {
    const scene = mote.openScene(name);
    let native, own;
    for (let round = 0; round < ROUNDS; round++) {
        native = least(native, playNative(name, folder));
        own = least(own, playModule(scene));
    }
    scene.dispose();
    return { native: median(native), own: median(own) };
}

const folder = mkdtempSync(join(tmpdir(), 'mote-share-'));
try {
    console.log(`${'scene'.padEnd(20)} ${'native'.padStart(10)} ${'module'.padStart(10)}    share`);
    for (const name of process.argv.length > 2 ? process.argv.slice(2) : SCENES) {
        const { native, own } = measure(name, folder);
        const [a, b] = [native, own].map((seconds) => `${(1e3 * seconds).toFixed(3)} ms`.padStart(10));
        console.log(`${name.padEnd(20)} ${a} ${b} ${((100 * native) / own).toFixed(0).padStart(6)} %`);
    }
} finally {
    rmSync(folder, { recursive: true });
}
