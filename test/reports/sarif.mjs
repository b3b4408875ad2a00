// node sarif.mjs FILE...: validates SARIF logs against the schema of SARIF 2.1.0.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Ajv = require('ajv').default;
const addFormats = require('ajv-formats').default;
const folder = require.resolve('schemastore/package.json').replace('package.json', 'schemas/json/');

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(`${folder}sarif-2.1.0.json`, 'utf8')));
for (const file of process.argv.slice(2)) {
    if (validate(JSON.parse(readFileSync(file, 'utf8')))) continue;
    console.error(file, validate.errors);
    process.exitCode = 1;
}
