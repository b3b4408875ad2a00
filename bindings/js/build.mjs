// Builds the package into dist: ES modules with types, the same as CommonJS in dist/cjs, and the WebAssembly module that the
// preset `wasm` builds as a script, compressed by xz in the format that src/lzma.ts decodes. The modules with scenes, one of them
// with threads (preset `wasm-threads`), are put beside them for the live page and the tests; they are not part of the package.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { transformSync } from 'esbuild';
import ts from 'typescript';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const modules = join(here, '../../build/wasm');

function compile() {
    const tsc = join(here, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', '.', '--declaration'], { cwd: here, stdio: 'inherit' });
}

// Comments, which are in the types, and white space only make the package larger.
function shorten(text) {
    return transformSync(text, { minifyWhitespace: true, minifySyntax: true, target: 'es2022', legalComments: 'none' }).code;
}

function removeComments() {
    for (const name of readdirSync(dist).filter((file) => file.endsWith('.js'))) {
        const file = join(dist, name);
        writeFileSync(file, shorten(readFileSync(file, 'utf8')));
    }
}

// The names that TypeScript gives to imported modules: `world_js_1` becomes `$0`.
function shortenNames(text) {
    const names = new Map();
    return text.replace(/\b\w+_js_1\b/g, (name) => {
        if (!names.has(name)) names.set(name, `$${names.size}`);
        return names.get(name);
    });
}

const STATIC_IMPORT = "import { unpack } from './module.js';";
const DYNAMIC_IMPORT = "const unpack = async () => (await import('../module.js')).unpack();";

// The same sources as CommonJS, which cannot import the script of the module statically.
function compileCommonJs() {
    const folder = join(dist, 'cjs');
    mkdirSync(folder);
    const compilerOptions = { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, removeComments: true };
    for (const file of readdirSync(join(here, 'src'))) {
        const name = basename(file, '.ts');
        if (name === 'bin' || name === 'module.d') continue;
        const source = readFileSync(join(here, 'src', file), 'utf8').replace(STATIC_IMPORT, DYNAMIC_IMPORT);
        const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: `${name}.cts` });
        writeFileSync(join(folder, `${name}.js`), shorten(shortenNames(outputText)));
        cpSync(join(dist, `${name}.d.ts`), join(folder, `${name}.d.ts`));
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
}

// Scripts of sources that have only types.
function removeEmptyScripts() {
    for (const name of readdirSync(dist).filter((file) => file.endsWith('.js')))
        if (readFileSync(join(dist, name), 'utf8').trim() === 'export {};')
            for (const folder of [dist, join(dist, 'cjs')]) rmSync(join(folder, name), { force: true });
}

// Types that no entry point refers to are internal.
function removeInternalTypes(folder, entries) {
    const reached = new Set();
    const visit = (file) => {
        if (reached.has(file)) return;
        reached.add(file);
        for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)\.js'|import\("(\.[^"]*)\.js"\)/g))
            visit(resolve(folder, `${path}.d.ts`));
    };
    for (const entry of entries) visit(join(folder, `${entry}.d.ts`));
    for (const name of readdirSync(folder))
        if (name.endsWith('.d.ts') && !reached.has(join(folder, name))) rmSync(join(folder, name));
}

// The module as text, after the decoder: what unpacks it is needed only with it.
async function writeModule() {
    const file = join(modules, 'mote.wasm');
    const module = readFileSync(file);
    const bytes = execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,lc=3,lp=0,pb=0', '-c', file], { maxBuffer: 1 << 26 });
    const decoder = readFileSync(join(dist, 'lzma.js'), 'utf8');
    const unpack = `export function unpack() {\nreturn unpackText(packed, ${module.length});\n}\n`;
    const text = `// The WebAssembly module of mote, compressed by LZMA, and its decoder.\n${decoder}const packed =\n'${bytes.toString('base64')}';\n`;
    for (const folder of [dist, join(dist, 'cjs')]) rmSync(join(folder, 'lzma.js'));
    writeFileSync(join(dist, 'module.js'), text + unpack);
    const unpacked = (await import(pathToFileURL(join(dist, 'module.js')))).unpack();
    if (!module.equals(new Uint8Array(unpacked))) throw new Error('src/lzma.ts does not decode what xz has written');
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
compile();
removeComments();
compileCommonJs();
removeEmptyScripts();
const { exports } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const entries = Object.values(exports).flatMap((entry) => (entry.import ? [basename(entry.import.types, '.d.ts')] : []));
removeInternalTypes(dist, [...entries, 'compile_response']); // which the live page uses
removeInternalTypes(join(dist, 'cjs'), entries);
await writeModule();
cpSync(join(modules, 'mote-scenes.wasm'), join(dist, 'mote-scenes.wasm'));
cpSync(join(here, '../../build/wasm-threads/mote-scenes-threads.wasm'), join(dist, 'mote-scenes-threads.wasm'));
cpSync(join(here, '../../LICENSE'), join(dist, '../LICENSE'));
