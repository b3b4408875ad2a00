// The example of three.js in a browser, with the packed package: it draws, and finds what the native library finds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { createProject, root } from '../support.mjs';
import { launch, serve, visit } from './browser.mjs';

const native = process.env.MOTE_NATIVE ?? fileURLToPath(new URL('../../../../../build/release', import.meta.url));
const FRAMES = 20;

let project, browser, server;
before(async () => {
    project = createProject();
    project.copy(join(root, 'examples/three'), '.');
    browser = await launch();
    server = await serve(project.folder, { status: 204, body: '' }); // for the icon of the page
});
after(async () => {
    await browser?.close();
    await server?.close();
    project?.remove();
});

test('the page shows how many faces touch, and that few vertices are evaluated', async () => {
    const text = await visit(browser, `${server.origin}/`, async (page) => {
        await page.waitForFunction(() => /^[1-9]\d* pairs of faces touch/.test(document.querySelector('#text').textContent));
        return page.textContent('#text');
    });
    const [, evaluated, all] = text.match(/touch; (\d+) of (\d+) vertices/).map(Number);
    assert.ok(evaluated > 0 && evaluated < all / 2, text);
});

/** Runs in the page: frames of the example, recorded. */
async function record(frames) {
    const { load } = await import('mote-collision');
    const { ObjectWorld } = await import('mote-collision/three');
    const { createBall, createCharacter, pose } = await import('/character.js');
    const objects = new ObjectWorld(await load());
    const [character, ball] = [createCharacter(), createBall()];
    objects.add(character);
    objects.add(ball);
    objects.world.record();
    const found = [];
    for (let frame = 0; frame < frames; frame++) {
        pose(character, ball, 6 * frame);
        const { report } = objects.detect();
        found.push(`${report.facePairCount} ${report.hash.toString(16).padStart(16, '0')}`);
    }
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([objects.world.stopRecording()]));
    await new Promise((resolve) => (reader.onload = resolve));
    return { found, recording: reader.result };
}

test('the native library finds the same pairs on the same positions', async () => {
    const page = readFileSync(join(root, 'examples/three/index.html'), 'utf8'); // with the same import map, but idle
    project.write('idle.html', page.replace('src="main.js"', ''));
    const { found, recording } = await visit(browser, `${server.origin}/idle.html`, (page) => page.evaluate(record, FRAMES));
    const file = join(project.folder, 'three.mote');
    writeFileSync(file, Buffer.from(recording.split(',')[1], 'base64'));
    assert.ok(found.some((line) => !line.startsWith('0 ')) && found.some((line) => line.startsWith('0 ')));
    // `mote replay` fails unless the hash of each frame is the recorded one.
    for (const options of [[], ['--method', 'refit']])
        assert.match(execFileSync(join(native, 'mote'), ['replay', ...options, file], { encoding: 'utf8' }), new RegExp(`${FRAMES} frames`));
});
