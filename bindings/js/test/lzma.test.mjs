// The decoder of the packed module: build.mjs compares its output with the module; this is about damage.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { decodeLzma, unpack } from '../dist/module.js';

test('the module is unpacked, and damage ends in an error or in other bytes, never in a hang', () => {
    const text = readFileSync(new URL('../dist/module.js', import.meta.url), 'utf8');
    const bytes = new Uint8Array(Buffer.from(/^const packed =\n'(.*)'/m.exec(text)[1], 'base64'));
    const module = new Uint8Array(unpack());
    assert.equal(new TextDecoder().decode(module.subarray(1, 4)), 'asm');
    assert.ok(WebAssembly.validate(module));
    let state = 1;
    for (let i = 0; i < 20; i++) {
        const damaged = bytes.slice(0, 20000);
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        damaged[14 + (state % 19000)] ^= 1 + (state >>> 25);
        try {
            assert.notDeepEqual(decodeLzma(damaged, 60000), module.subarray(0, 60000));
        } catch (error) {
            if (error instanceof assert.AssertionError) throw error;
            assert.match(error.message, /the packed module is damaged/);
        }
    }
});
