// The worker of one thread of the module, which worker.ts starts.

import { runThread, type ThreadStart } from "../../../../bindings/js/dist/threads.js";

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => runThread(data);
