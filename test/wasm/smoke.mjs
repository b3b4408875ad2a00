// node smoke.mjs SMOKE.wasm SMOKE: runs the WebAssembly build of smoke.c and checks that it prints what the
// native build prints.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

const [wasmPath, nativePath] = process.argv.slice(2);

async function runWasm(path) {
    const folder = mkdtempSync(join(tmpdir(), 'mote-smoke-'));
    const output = join(folder, 'output');
    const stdout = openSync(output, 'w');
    const wasi = new WASI({ version: 'preview1', args: ['smoke'], stdout, returnOnExit: true });
    const module = await WebAssembly.compile(readFileSync(path));
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    const code = wasi.start(instance);
    closeSync(stdout);
    const text = readFileSync(output, 'utf8');
    rmSync(folder, { recursive: true });
    if (code) throw new Error(`${path} ended with ${code}`);
    return text;
}

const wasm = await runWasm(wasmPath);
const native = execFileSync(nativePath, { encoding: 'utf8' });
process.stdout.write(wasm);
if (wasm !== native) {
    process.stdout.write(`--- but natively:\n${native}`);
    process.exit(1);
}
console.log('WebAssembly and native answers are the same');
