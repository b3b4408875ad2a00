// The worker of one thread of the module. With `brokenClock`, the thread ends by an exception when it asks for the time.
import { workerData } from 'node:worker_threads';

import { runThread } from '../dist/threads.js';

if (workerData.brokenClock)
    performance.now = () => {
        throw new Error('no time');
    };
runThread(workerData.thread);
