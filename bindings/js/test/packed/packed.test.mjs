// The packed package without a browser: what is in it, how it loads in node, and what bundlers make of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { buildWorkerPage, BUNDLERS, createProject, expected, program, PROGRAM, root } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const MAX_SIZE = 400e3;
const MAX_SIZE_WITHOUT_MODULE = 60e3;

let project, found;
before(async () => {
    project = createProject();
    found = await expected();
});
after(() => project?.remove());

test('the package has a licence, types for every entry, and no other files', () => {
    const names = project.files.map(({ path }) => path);
    const { exports, bin, license, repository, keywords, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.ok(license && repository?.url && repository.directory === 'bindings/js' && keywords.length && engines.node);
    for (const name of ['LICENSE', 'README.md', 'package.json', bin['mote-collision']]) assert.ok(names.includes(name), name);
    const targets = [];
    const visit = (entry) => (typeof entry === 'string' ? targets.push(entry.slice(2)) : Object.values(entry).forEach(visit));
    visit(exports);
    for (const target of targets) assert.ok(names.includes(target), target);
    for (const [entry, { import: esm, require }] of Object.entries(exports))
        if (entry !== './package.json') assert.ok(esm.types.endsWith('.d.ts') && require.types.endsWith('.d.ts'), entry);
    const stray = names.filter((name) => !/^(LICENSE|README\.md|package\.json|dist\/(cjs\/)?[\w-]+(\.d\.ts|\.js)|dist\/cjs\/package\.json)$/.test(name));
    assert.deepEqual(stray, []);
    // No internals in the types.
    for (const name of names.filter((name) => name.endsWith('.d.ts')))
        assert.doesNotMatch(readFileSync(join(root, name), 'utf8'), /@internal|\bNative\b|\bHandle\b/, name);
});

test(`the package is at most ${MAX_SIZE / 1e3} kB, ${MAX_SIZE_WITHOUT_MODULE / 1e3} kB without the module`, () => {
    const module = gzipSync(readFileSync(join(root, 'dist/module.js')), { level: 9 }).length;
    console.log(`${project.size} bytes, ${project.size - module} without the module`);
    assert.equal(project.size, statSync(project.tarball).size);
    assert.ok(project.size <= MAX_SIZE, `${project.size} bytes`);
    assert.ok(project.size - module <= MAX_SIZE_WITHOUT_MODULE, `${project.size - module} bytes without the module`);
});

const commonJs = (entry) => `const { load } = require('${entry}');\n${PROGRAM}\nfind(load).then(console.log);\n`;
const run = (node, file) => execFileSync(node, [file], { cwd: project.folder, encoding: 'utf8' }).trim();

// The oldest version of `engines`, and the present one.
const NODES = { present: process.execPath, oldest: join(here, 'node_modules/node-18/bin/node') };

for (const [age, node] of Object.entries(NODES))
    test(`node loads it as a module and by require: ${age}`, { skip: !existsSync(node) && 'not for this system' }, () => {
        const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
        const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
        if (age === 'oldest') assert.ok(version.startsWith(`v${engines.node.slice(2)}.`), version);
        assert.equal(run(node, project.write('esm.mjs', program('mote-collision'))), found, version);
        assert.equal(run(node, project.write('common.cjs', commonJs('mote-collision'))), found, version);
        const slim = "import { readFileSync } from 'node:fs';\nimport { load as loadFrom } from 'mote-collision/slim';\n" +
            "import { moduleBytes } from 'mote-collision';\nconst load = async () => loadFrom(await moduleBytes());\n";
        assert.equal(run(node, project.write('slim.mjs', `${slim}${PROGRAM}\nfind(load).then(console.log);\n`)), found);
    });

test('the command of the package writes the module as a file', () => {
    const bin = join(project.folder, 'node_modules/.bin/mote-collision');
    execFileSync(bin, ['mote.wasm'], { cwd: project.folder });
    const wasm = readFileSync(join(project.folder, 'mote.wasm'));
    assert.deepEqual(wasm, readFileSync(join(root, '../../build/wasm/mote.wasm')));
    assert.throws(() => execFileSync(bin, [], { stdio: 'pipe' }), /usage: npx mote-collision FILE/);
});

for (const [name, bundle] of Object.entries(BUNDLERS))
    test(`a bundle runs: ${name}`, async () => {
        const input = project.write('src/main.js', program('mote-collision'));
        const out = join(project.folder, 'out', name.replaceAll(' ', '-'));
        await bundle(project, input, out, { module: true });
        project.write('out/package.json', '{ "type": "module" }\n');
        assert.equal(run(process.execPath, join(out, 'main.js')), found);
    });

test('vite builds a worker that loads the package, as it is set up by default', async () => {
    const assets = join(await buildWorkerPage(project, 'mote-collision'), 'assets');
    const workers = readdirSync(assets).filter((name) => name.startsWith('w-'));
    assert.equal(workers.length, 1, `${readdirSync(assets)}`);
    // A classic script, whose messages are printed here.
    const script = `globalThis.self = globalThis;\nglobalThis.postMessage = console.log;\n${readFileSync(join(assets, workers[0]), 'utf8')}`;
    assert.equal(run(process.execPath, project.write('worker.cjs', script)), found);
});
