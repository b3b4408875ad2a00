// The module of the packed package finds what the native library finds: every built-in scene, 10 frames. The package has no
// scenes; the module with scenes gives the positions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';

import { runs } from '../native_hashes.mjs';
import { createProject, root } from './support.mjs';

let project;
before(() => (project = createProject()));
after(() => project?.remove());

/** The lines of a run, found by the module of the package. */
function replay(mote, scene, { method, lines }) {
    const world = mote.createWorld({ method });
    const bodies = Array.from({ length: scene.bodyCount }, (_, i) => {
        const rest = scene.mesh(i);
        const mesh = mote.createMesh(rest.positions.slice(), rest.triangles.slice());
        rest.dispose();
        const body = world.add(mesh);
        mesh.dispose();
        return body;
    });
    const found = lines.map((line) => {
        const frame = Number.parseInt(line, 10);
        bodies.forEach((body, i) => {
            if (scene.isRigid(i)) body.setTransform(scene.transform(i, frame));
            else body.setPositions(scene.positions(i, frame));
        });
        const report = world.detect();
        return `${frame} ${report.hash.toString(16).padStart(16, '0')} ${report.facePairCount}`;
    });
    world.dispose();
    return found;
}

test('at least 30 scenes have the native hashes in 10 frames through the package', async () => {
    const { load } = await import(pathToFileURL(join(project.folder, 'node_modules/mote-collision/dist/node.js')));
    const mote = await load();
    const scenes = await load(readFileSync(join(root, 'dist/mote-scenes.wasm')));
    let [sceneCount, frames] = [0, 0];
    for await (const run of runs()) {
        if (run.method !== 'hybrid') continue;
        const scene = scenes.openScene(run.scene, { detail: run.detail });
        assert.deepEqual(replay(mote, scene, run), run.lines, run.scene);
        scene.dispose();
        sceneCount++;
        frames += run.lines.length;
    }
    console.log(`${frames} frames of ${sceneCount} scenes have the native hashes`);
    assert.ok(sceneCount >= 30 && frames >= 300, `${frames} frames of ${sceneCount} scenes`);
});
