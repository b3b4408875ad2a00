// A project that has installed the packed package, as anyone would have it, and bundlers for it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';

// npm puts the programs of this folder first, of which the oldest node is one; npm itself may need a newer one.
process.env.PATH = process.env.PATH.split(':').filter((folder) => !folder.endsWith('node_modules/.bin')).join(':');

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../..');

export const PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>found</title>';

/** Two unit cubes that overlap; gives what was found. */
export const PROGRAM = `
const corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]).flat();
const faces = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
async function find(load) {
    const mote = await load();
    const world = mote.createWorld();
    const mesh = mote.createMesh(corners, faces);
    world.add(mesh);
    world.add(mesh).setTransform([1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.25, 0.25]);
    const report = world.detect();
    return \`\${mote.version} \${report.facePairCount} face pairs, hash \${report.hash.toString(16)}\`;
}
`;

/** The result of PROGRAM in this node, from the folder of the package itself. */
export async function expected() {
    const { load } = await import('../../dist/node.js');
    return new Function('load', `${PROGRAM} return find(load);`)(load);
}

/** ES module that writes the result to globalThis.found and to the console. */
export function program(entry = 'mote-collision') {
    return `import { load } from '${entry}';\n${PROGRAM}\nfind(load).then((found) => { globalThis.found = found; console.log(found); });\n`;
}

/** Packs the package; gives the tarball and the files in it. */
export function pack(folder) {
    const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [{ filename, files, size }] = JSON.parse(execFileSync('npm', options, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { tarball: join(folder, filename), files, size };
}

/** A folder with the installed package, removed by `remove`. */
export function createProject() {
    const folder = mkdtempSync(join(tmpdir(), 'mote-packed-'));
    const packed = pack(folder);
    writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
    const options = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', packed.tarball];
    execFileSync('npm', options, { cwd: folder, stdio: 'ignore' });
    // What the examples need besides; a copy of three.js is linked, which is only read.
    for (const name of ['three', 'three-mesh-bvh']) symlinkSync(join(here, 'node_modules', name), join(folder, 'node_modules', name));
    mkdirSync(join(folder, 'node_modules/@types'));
    for (const name of readdirSync(join(here, 'node_modules/@types')))
        symlinkSync(join(here, 'node_modules/@types', name), join(folder, 'node_modules/@types', name));
    return {
        folder,
        ...packed,
        write(name, text) {
            mkdirSync(dirname(join(folder, name)), { recursive: true });
            writeFileSync(join(folder, name), text);
            return join(folder, name);
        },
        copy: (from, name) => cpSync(from, join(folder, name), { recursive: true }),
        remove: () => rmSync(folder, { recursive: true }),
    };
}

/** Bundlers: each makes `out/NAME/main.js` of a file of the project. Extra files are chunks beside it. */
export const BUNDLERS = {
    async esbuild(project, input, out) {
        await esbuild.build({ absWorkingDir: project.folder, entryPoints: { main: input }, bundle: true, format: 'esm', splitting: true, outdir: out, logLevel: 'error' });
    },
    async 'esbuild to one script'(project, input, out) {
        await esbuild.build({ absWorkingDir: project.folder, entryPoints: { main: input }, bundle: true, format: 'iife', outdir: out, logLevel: 'error' });
    },
    async rollup(project, input, out) {
        const bundle = await rollup({ input: { main: input }, plugins: [nodeResolve({ browser: true, exportConditions: ['browser'] })], onwarn: fail });
        await bundle.write({ dir: out, format: 'es', entryFileNames: '[name].js' });
    },
    async webpack(project, input, out, { module = false } = {}) {
        const stats = await promised((done) =>
            webpack({
                mode: 'production', context: project.folder, entry: { main: input }, performance: false,
                output: { path: out, filename: '[name].js', ...(module && { module: true, chunkFormat: 'module' }) },
                ...(module && { target: 'es2022', experiments: { outputModule: true } }),
            }, done),
        );
        if (stats.hasErrors() || stats.hasWarnings()) fail(stats.toString());
    },
    async 'vite build'(project, input, out) {
        await vite.build({
            root: project.folder, configFile: false, logLevel: 'error', base: './',
            build: { outDir: out, target: 'es2022', modulePreload: false, rollupOptions: { input: { main: input }, output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' } } },
        });
    },
};

/** A page whose worker loads the package, built with the defaults of vite; gives the folder of the page. */
export async function buildWorkerPage(project, entry) {
    const page = entry.replace('/', '-');
    project.write(`${page}/index.html`, `${PAGE}<script type="module" src="main.js"></script>`);
    project.write(`${page}/main.js`,
        "const worker = new Worker(new URL('./w.js', import.meta.url), { type: 'module' });\n" +
            'worker.onmessage = ({ data }) => (globalThis.found = data);\n');
    project.write(`${page}/w.js`, `import { load } from '${entry}';\n${PROGRAM}\nfind(load).then((found) => postMessage(found));\n`);
    const root = join(project.folder, page);
    await vite.build({ root, configFile: false, logLevel: 'error', base: './' });
    return join(root, 'dist');
}

export function viteDev(project) {
    return vite.createServer({ root: project.folder, configFile: false, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
}

function fail(warning) {
    throw new Error(String(warning.message ?? warning));
}

function promised(call) {
    return new Promise((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));
}
