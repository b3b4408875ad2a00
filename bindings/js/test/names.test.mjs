// The names that the types know are those of the C side.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { namesOf } from '../names.mjs';
import { mote } from './support.mjs';

const sourceOf = (name) => readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8');
const quoted = (text) => [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name);

test('the types name the methods and options of the library', () => {
    assert.equal(sourceOf('names'), namesOf(mote), 'src/names.ts is out of date: npm run names');
});

test('the types name the kinds of errors', () => {
    const [, union] = sourceOf('error').match(/export type ErrorKind =([^;]*);/);
    const table = readFileSync(new URL('../../../src/core/result.c', import.meta.url), 'utf8');
    const names = [...table.matchAll(/case MOTE_ERROR_\w+: return "([^"]+)";/g)].map(([, name]) => name);
    assert.ok(names.length > 0);
    assert.deepEqual(quoted(union), names);
});

test('the abilities are those of mote_ability', () => {
    const header = readFileSync(new URL('../../../include/mote/method.h', import.meta.url), 'utf8');
    const names = [...header.matchAll(/MOTE_ABILITY_(\w+) = 1 << \d+/g)].map(([, name]) => name.toLowerCase().replaceAll('_', '-'));
    const [, list] = sourceOf('mote').match(/const ABILITIES = \[([^\]]*)\]/);
    assert.deepEqual(quoted(list), names);
});

test('no method lists threads, which the module has none of', () => {
    assert.ok(mote.methods.every(({ abilities }) => !abilities.includes('threads')));
});
