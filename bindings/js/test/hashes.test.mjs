// Every scene by every method: the hash of each report is the one that the native program found.
import test from 'node:test';

import { load } from '../dist/node.js';
import { compareWithNative } from './native_hashes.mjs';
import { Replayer } from './replay.mjs';

test('every scene by every method has the native hashes', async () => {
    const mote = await load();
    const replayer = new Replayer(mote);
    await compareWithNative((run) => replayer.replay(run), mote.scenes.length);
});
