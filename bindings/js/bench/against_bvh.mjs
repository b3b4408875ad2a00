// node bench/against_bvh.mjs [TRIANGLES] [FRAMES]: two bumpy spheres of about 70,000 triangles each that meet, found by mote and
// by three-mesh-bvh, the usual library for collisions with three.js. In each frame both must find the same face pairs. Two
// cases: rigid bodies, of which one moves; and bodies whose vertices all move, for which three-mesh-bvh refits its trees.
// Needs the packages of test/packed (tools/fetch_npm.sh bindings/js/test/packed).
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { load } from '../dist/node.js';
import { ByBvh, key } from './by_bvh.mjs';

const require = createRequire(new URL('../test/packed/package.json', import.meta.url));
const three = await import(pathToFileURL(require.resolve('three').replace('three.cjs', 'three.module.js')));
const { MeshBVH } = await import(pathToFileURL(require.resolve('three-mesh-bvh').replace('index.umd.cjs', 'index.module.js')));

/** To a grid so coarse that moved vertices are floats again: both libraries then see the same numbers. */
const snap = (x) => Math.round(x * 2 ** 20) / 2 ** 20;

/** A sphere of rings with bumps; `phase` moves them. */
function shape(rings, phase, out) {
    const segments = 2 * rings;
    for (let i = 0; i <= rings; i++)
        for (let j = 0; j < segments; j++) {
            const [theta, phi] = [(Math.PI * i) / rings, (2 * Math.PI * j) / segments];
            const radius = 1 + 0.05 * Math.sin(7 * theta + phase) * Math.sin(5 * phi + phase);
            const k = 3 * (i * segments + j);
            out[k] = snap(radius * Math.sin(theta) * Math.cos(phi));
            out[k + 1] = snap(radius * Math.cos(theta));
            out[k + 2] = snap(radius * Math.sin(theta) * Math.sin(phi));
        }
    return out;
}

function triangles(rings) {
    const segments = 2 * rings;
    const list = [];
    for (let i = 0; i < rings; i++)
        for (let j = 0; j < segments; j++) {
            const [a, b] = [i * segments + j, i * segments + ((j + 1) % segments)];
            if (i > 0) list.push(a, b, a + segments);
            if (i < rings - 1) list.push(b, b + segments, a + segments);
        }
    return Uint32Array.from(list);
}

const place = (frame) => [1.9 + 0.05 * Math.sin(frame / 5), 0.3 * Math.cos(frame / 7), 0.1].map(snap);

/** Milliseconds of a call. */
function timed(call) {
    const start = performance.now();
    call();
    return performance.now() - start;
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

class ByMote {
    #world;
    #bodies;

    constructor(mote, rest, faces) {
        this.#world = mote.createWorld({ contacts: false });
        const mesh = mote.createMesh(rest, faces);
        this.#bodies = [this.#world.add(mesh), this.#world.add(mesh)];
    }

    detect(frame, positions) {
        if (positions) this.#bodies.forEach((body, i) => body.setPositions(positions[i]));
        this.#bodies[1].setTransform([1, 0, 0, 0, 1, 0, 0, 0, 1, ...place(frame)]);
        this.#world.detect();
    }

    pairs() {
        const faces = this.#world.report().facePairs;
        return Array.from({ length: faces.length / 2 }, (_, i) => key(faces[2 * i], faces[2 * i + 1]));
    }
}

/** Both on the same frames; throws if they find different face pairs. */
export function compare(mote, triangleCount, frames, deforming) {
    const rings = Math.round(Math.sqrt(triangleCount / 4)) + 1;
    const faces = triangles(rings);
    const rest = shape(rings, 0, new Float32Array(6 * rings * (rings + 1)));
    const [ours, theirs] = [new ByMote(mote, rest, faces), new ByBvh({ ...three, MeshBVH }, [rest, rest], [faces, faces])];
    const positions = deforming && [rest.slice(), rest.slice()];
    const times = { mote: [], bvh: [] };
    let facePairs = 0;
    for (let frame = 0; frame < frames; frame++) {
        if (positions) positions.forEach((array, i) => shape(rings, frame / 10 + i, array));
        times.mote.push(timed(() => ours.detect(frame, positions)));
        times.bvh.push(timed(() => theirs.detect(positions, place(frame))));
        assert.deepEqual(ours.pairs(), theirs.pairs(), `frame ${frame}`);
        facePairs += ours.pairs().length;
    }
    const skip = Math.min(5, frames >> 1); // the first frames compile
    return { triangles: faces.length / 3, facePairs, mote: median(times.mote.slice(skip)), bvh: median(times.bvh.slice(skip)) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [triangleCount = 70000, frames = 40] = process.argv.slice(2).map(Number);
    const mote = await load();
    console.log('| two bodies of | face pairs per frame | mote | three-mesh-bvh | |\n|---|---|---|---|---|');
    for (const deforming of [false, true]) {
        const { triangles, facePairs, mote: ours, bvh } = compare(mote, triangleCount, frames, deforming);
        console.log(`| ${triangles} triangles, ${deforming ? 'all vertices move' : 'one moves'} | ${Math.round(facePairs / frames)} | ${ours.toFixed(2)} ms | ${bvh.toFixed(1)} ms | ${(bvh / ours).toFixed(0)} x |`);
    }
}
