// Puts the module that the preset `wasm` builds beside the compiled sources.
import { copyFileSync } from 'node:fs';

copyFileSync(new URL('../../build/wasm/mote.wasm', import.meta.url), new URL('dist/mote.wasm', import.meta.url));
