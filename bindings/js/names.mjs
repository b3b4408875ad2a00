// npm run names: writes src/names.ts, the names of the methods and options, from the tables of the built module.
// test/names.test.mjs compares the two.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { load } from './dist/node.js';

function typeOf({ kind, choices }) {
    if (kind === 'choice') return choices.map((choice) => `'${choice}'`).join(' | ');
    return kind === 'boolean' ? 'boolean' : 'number';
}

function interfaceOf(name, options, comment) {
    const fields = options.map(({ name, summary, ...option }) => `    /** ${summary}. */\n    ${name}?: ${typeOf(option)};\n`);
    return `/** ${comment} */\nexport interface ${name} {\n${fields.join('')}}\n`;
}

/** The text of src/names.ts. */
export function namesOf(mote) {
    const groups = new Map([['', []]]);
    for (const option of mote.options()) {
        const [group, field] = option.name.includes('.') ? option.name.split('.') : ['', option.name];
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push({ ...option, name: field });
    }
    const [general, ...ofMethods] = groups;
    const typeName = (group) => `${group[0].toUpperCase()}${group.slice(1)}Options`;
    return [
        '// Written by names.mjs from the tables of the library.\n',
        '/** The methods of detection; `Mote.methods` tells what each can do. */\n' +
            `export type MethodName =\n${mote.methods.map(({ name }) => `    | '${name}'`).join('\n')};\n`,
        interfaceOf('GeneralOptions', general[1], 'Options that do not belong to a method; see include/mote/world.h.'),
        ...ofMethods.map(([group, options]) =>
            interfaceOf(typeName(group), options, `Options of methods; \`Mote.options\` lists their ranges, defaults and methods.`),
        ),
        '/** Options that belong to one method or a few. */\n' +
            `export interface MethodOptions {\n${ofMethods.map(([group]) => `    ${group}?: ${typeName(group)};\n`).join('')}}\n`,
    ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const mote = await load(new URL('dist/mote-scenes.wasm', import.meta.url));
    writeFileSync(new URL('src/names.ts', import.meta.url), namesOf(mote));
}
