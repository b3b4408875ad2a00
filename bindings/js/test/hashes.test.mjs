// Every scene by every method: the hash of each report is the one that the native program found.
import test from 'node:test';

import { compareWithNative } from './native_hashes.mjs';
import { Replayer } from './replay.mjs';
import { mote } from './support.mjs';

test('every scene by every method has the native hashes', async () => {
    const replayer = new Replayer(mote);
    await compareWithNative((run) => replayer.replay(run), mote.scenes.length);
});
