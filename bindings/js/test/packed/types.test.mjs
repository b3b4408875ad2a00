// Types of the packed package: README and examples compile strictly, wrong uses do not.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { createProject, root } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const STRICT = {
    strict: true, exactOptionalPropertyTypes: true, noImplicitReturns: true, noUncheckedIndexedAccess: true, noEmit: true,
    target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], allowJs: true, checkJs: true, types: ['node'],
};

let project;
before(() => {
    project = createProject();
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    assert.ok(blocks.length >= 3);
    blocks.forEach((code, i) => project.write(`src/readme${i}.mjs`, `${code}\nexport {};\n`));
    project.copy(join(root, 'examples'), 'src/examples');
    project.copy(join(here, 'types.ts'), 'src/types.ts');
    project.write('src/common.cts', "import mote = require('mote-collision');\nimport three = require('mote-collision/three');\n" +
        "mote.load().then((it) => new three.ObjectWorld(it).detect().report.hash.toString(16));\n" +
        "// @ts-expect-error: no such method\nmote.load().then((it) => it.createWorld({ method: 'hybird' }));\n");
    project.write('package.json', '{ "name": "project", "private": true, "type": "module" }\n');
});
after(() => project?.remove());

function compile(options, files) {
    project.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include: files }));
    try {
        execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', project.folder], { encoding: 'utf8' });
        return '';
    } catch (error) {
        return error.stdout;
    }
}

test('README and examples compile strictly with the resolution of node', () => {
    assert.equal(compile({ module: 'nodenext', moduleResolution: 'nodenext' }, ['src']), '');
});

test('README and examples compile strictly with the resolution of bundlers', () => {
    assert.equal(compile({ module: 'esnext', moduleResolution: 'bundler' }, ['src/*.ts', 'src/*.mjs', 'src/examples']), '');
});

test('a wrong name of a method does not compile, and the message has the right ones', () => {
    project.write('wrong/wrong.ts', "import { load } from 'mote-collision';\n(await load()).createWorld({ method: 'hybird' });\n");
    assert.match(compile({ module: 'nodenext' }, ['wrong']), /Type '"hybird"' is not assignable to type 'MethodName[^]*Did you mean '"hybrid"'/);
});
