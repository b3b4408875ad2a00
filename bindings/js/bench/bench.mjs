// node bench/bench.mjs [SCENE] [METHOD]: the median over frames of the least time of each in five rounds, as 'mote bench'
// has it. Beside it: MOTE_NO_AVX2=1 mote bench SCENE --methods METHOD, the native build without AVX2.
import { load } from '../dist/node.js';

const ROUNDS = 5;
const [name = 'blobs-light', method = 'hybrid'] = process.argv.slice(2);
const mote = await load(new URL('../dist/mote-scenes.wasm', import.meta.url));
const scene = mote.openScene(name);
const least = new Float64Array(scene.frameCount).fill(Infinity);
for (let round = 0; round < ROUNDS; round++) {
    const world = mote.createWorld({ method, contacts: false });
    const bodies = scene.addTo(world);
    for (let frame = 0; frame < least.length; frame++) {
        scene.show(frame, bodies);
        least[frame] = Math.min(least[frame], world.detect().stats().totalSeconds);
    }
    world.dispose();
}
least.sort();
console.log(`${name} by ${method}: ${(1e3 * least[least.length >> 1]).toFixed(3)} ms`);
