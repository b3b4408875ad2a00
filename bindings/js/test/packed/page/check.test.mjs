// `check` of the packed package in a browser: a GLB gives the report that the command writes, byte by byte. MOTE_NATIVE names the
// folder of the native build.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { createProject } from '../support.mjs';
import { launch, serve, visit } from './browser.mjs';

const native = process.env.MOTE_NATIVE ?? fileURLToPath(new URL('../../../../../build/release', import.meta.url));
const PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>check</title>';

let project, browser, server;
before(async () => {
    project = createProject();
    project.write('index.html', PAGE);
    assert.equal(spawnSync(join(native, 'mote_make_arm'), ['arm.glb'], { cwd: project.folder }).status, 0);
    browser = await launch();
    server = await serve(project.folder);
});
after(async () => {
    await browser?.close();
    await server?.close();
    project?.remove();
});

/** Runs in the page. */
async function checkArm() {
    const { load } = await import('/node_modules/mote-collision/dist/index.js');
    const { check } = await import('/node_modules/mote-collision/dist/check.js');
    const bytes = new Uint8Array(await (await fetch('arm.glb')).arrayBuffer());
    const { json, failed } = await check(await load(), { 'arm.glb': bytes }, { fps: 12 });
    return { json, failed };
}

test('a GLB gives the report of the command', async () => {
    const found = await visit(browser, `${server.origin}/`, (page) => page.evaluate(checkArm));
    const { status } = spawnSync(join(native, 'mote'), ['check', 'arm.glb', '--fps', '12', '--json', 'arm.json'], { cwd: project.folder });
    assert.equal(found.json, readFileSync(join(project.folder, 'arm.json'), 'utf8'));
    assert.equal(found.failed, status === 1);
    assert.ok(found.failed);
});
