// The packed package in a browser: by every bundler, by the development server of vite, and as plain modules.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';

import { buildWorkerPage, BUNDLERS, createProject, expected, PAGE, program, viteDev } from '../support.mjs';
import { foundBy, launch, serve, visit } from './browser.mjs';

const ENTRY = 'mote-collision';

let project, found, browser;
before(async () => {
    project = createProject();
    found = await expected();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    project?.remove();
});

async function openBuilt(folder) {
    const server = await serve(folder);
    try {
        return await visit(browser, `${server.origin}/`, foundBy);
    } finally {
        await server.close();
    }
}

for (const [name, bundle] of Object.entries(BUNDLERS))
    test(`a bundle runs in a page: ${name}`, async () => {
        const input = project.write('src/main.js', program(ENTRY));
        const out = join('page', name.replaceAll(' ', '-'));
        await bundle(project, input, join(project.folder, out));
        const kind = name === 'webpack' || name.includes('one script') ? 'defer' : 'type="module"';
        project.write(join(out, 'index.html'), `${PAGE}<script ${kind} src="main.js"></script>`);
        assert.equal(await openBuilt(join(project.folder, out)), found);
    });

test('a worker that vite builds by default loads it', async () => {
    assert.equal(await openBuilt(await buildWorkerPage(project, ENTRY)), found);
});

test('vite dev serves it', async () => {
    project.write('main.js', program(ENTRY));
    project.write('index.html', `${PAGE}<script type="module" src="/main.js"></script>`);
    const server = await viteDev(project);
    try {
        await server.listen();
        assert.equal(await visit(browser, server.resolvedUrls.local[0], foundBy), found);
    } finally {
        await server.close();
    }
});

test('plain modules of a static server load it, without a bundler', async () => {
    const path = '/node_modules/mote-collision/dist/index.js';
    project.write('plain/main.js', program(path));
    project.write('plain/index.html', `${PAGE}<script type="module" src="main.js"></script>`);
    const server = await serve(project.folder);
    assert.equal(await visit(browser, `${server.origin}/plain/`, foundBy), found);
    await server.close();
});

test('a file that is served is loaded, and a page in its place is an error that says so', async () => {
    mkdirSync(join(project.folder, 'file'), { recursive: true });
    execFileSync(join(project.folder, 'node_modules/.bin/mote-collision'), ['file/mote.wasm'], { cwd: project.folder });
    const slim = program('/node_modules/mote-collision/dist/slim.js').replace('find(load).then', "find(() => load(new URLSearchParams(location.search).get('wasm'))).then")
        + "addEventListener('unhandledrejection', (event) => { event.preventDefault(); globalThis.found = event.reason.message; });\n";
    project.write('file/main.js', slim);
    project.write('file/index.html', `${PAGE}<script type="module" src="main.js"></script>`);
    const server = await serve(project.folder, { status: 200, body: PAGE });
    assert.equal(await visit(browser, `${server.origin}/file/?wasm=mote.wasm`, foundBy), found);
    const message = await visit(browser, `${server.origin}/file/?wasm=elsewhere.wasm`, foundBy);
    assert.match(message, /elsewhere\.wasm: expected a WebAssembly module, got \d+ bytes of type text\/html.* that start with "<!doctype html>/);
    await server.close();
});
